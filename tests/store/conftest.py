"""The stores that one contract suite runs on: memory, SQLite in a file, a real PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from routelock.store.memory import MemoryStore
from routelock.store.migrations import upgrade
from routelock.store.sql import SqlStore
from tests.store import postgres

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from routelock.store.protocol import Store

ROOTS = ("organizations", "buckets", "reservations", "vendor_words")
"""The tables that every row of the others goes with."""


@pytest.fixture(scope="session")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlStore]:
    """A store on an SQLite file, shared by this session: opening takes longer than a test."""
    url = f"sqlite:///{tmp_path_factory.mktemp('sqlite') / 'session.db'}"
    upgrade(url)
    store = SqlStore(url)
    yield store
    store.close()


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Server]:
    """A PostgreSQL server that runs as long as this session."""
    with postgres.server() as running:
        yield running


@pytest.fixture(scope="session")
def postgresql(server: postgres.Server) -> Iterator[SqlStore]:
    """A store on that server, shared by this session."""
    upgrade(server.url)
    store = SqlStore(server.url)
    yield store
    store.close()


@pytest.fixture(params=("sqlite", "postgresql"))
def database(request: pytest.FixtureRequest) -> SqlStore:
    """An empty store on each database."""
    return emptied(request.getfixturevalue(request.param))


@pytest.fixture(params=("memory", "sqlite", "postgresql"))
def store(request: pytest.FixtureRequest) -> Store:
    """An empty store of each kind."""
    if request.param == "memory":
        return MemoryStore()
    return emptied(request.getfixturevalue(request.param))


def emptied(store: SqlStore) -> SqlStore:
    """The same store with nothing in it."""
    with store.database.writing() as connection:
        for name in ROOTS:  # far quicker than TRUNCATE where there is little
            connection.exec_driver_sql(f"DELETE FROM {name}")  # noqa: S608 (constants)
    return store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An SQLite file of this test alone, upgraded and empty."""
    made = tmp_path / "store.db"
    upgrade(f"sqlite:///{made}")
    return made
