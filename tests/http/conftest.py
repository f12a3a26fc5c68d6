from __future__ import annotations

import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from routelock.store.migrations import upgrade
from routelock.store.sql import SqlStore
from tests.http.running import Client, Switch, running, world

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def served() -> Iterator[tuple[str, Switch]]:
    switch = Switch()
    with running(switch) as base:
        yield base, switch


@pytest.fixture
def client(served: tuple[str, Switch]) -> Client:
    """A client of a fresh world on a real server."""
    base, switch = served
    return Client(base, *world(), switch)


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite database in its newest form with nothing in it."""
    file = tmp_path_factory.mktemp("http") / "empty.db"
    upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture
def on_sqlite(served: tuple[str, Switch], empty: Path, tmp_path: Path) -> Iterator[Client]:
    """A client of a fresh world whose store is a database."""
    base, switch = served
    file = shutil.copy(empty, tmp_path / "fresh.db")
    with closing(SqlStore(f"sqlite:///{file}")) as store:
        yield Client(base, *world(store=store), switch)
