"""Migrations: an empty database gets the tables that the store expects, and only once."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from routelock.store.errors import UnavailableError
from routelock.store.migrations import FOLDER, upgrade
from routelock.store.sql import SqlStore
from routelock.store.sql.connect import UrlError, connect
from routelock.store.sql.tables import FORM, METADATA
from tests.store.given import furnish

if TYPE_CHECKING:
    from pathlib import Path


def test_the_migrations_make_the_tables_that_the_store_expects(database: SqlStore) -> None:
    with database.database.writing() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_the_newest_migration_is_the_form_that_the_store_expects() -> None:
    assert ScriptDirectory(str(FOLDER)).get_heads() == [FORM]


def test_an_upgrade_is_done_once_and_loses_nothing(database: SqlStore) -> None:
    furnish(database, "o")
    assert upgrade(database.url) == ()
    assert database.keys.get("o", "key") is not None


def test_a_new_file_is_upgraded_in_one_go(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    assert upgrade(url) == (FORM,)
    with closing(SqlStore(url)) as store:
        store.check()


def test_of_many_upgrades_at_once_one_does_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    with ThreadPoolExecutor(4) as threads:
        ran = [*threads.map(lambda _: upgrade(url), range(4))]
    assert sorted(ran) == [(), (), (), (FORM,)]


def test_everybody_who_opens_a_new_file_at_once_gets_it(tmp_path: Path) -> None:
    together = Barrier(4)

    def opened(number: int) -> object:
        with closing(connect(f"sqlite:///{tmp_path / f'{number // 4}.db'}")) as pool:
            together.wait()
            return pool.look("PRAGMA journal_mode", ())[0][0]

    with ThreadPoolExecutor(4) as threads:
        assert {*threads.map(opened, range(120))} == {"wal"}


def test_a_new_file_that_somebody_else_is_making_is_waited_for(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    held = sqlite3.connect(tmp_path / "new.db", isolation_level=None, check_same_thread=False)
    with closing(held), ThreadPoolExecutor(1) as threads:
        held.execute("BEGIN EXCLUSIVE")
        upgrading = threads.submit(upgrade, url)
        assert not wait([upgrading], timeout=0.2).done
        held.execute("COMMIT")
        assert upgrading.result() == (FORM,)


def test_a_database_of_another_form_is_not_used(file: Path) -> None:
    with closing(SqlStore(f"sqlite:///{file}")) as store:
        with store.database.writing() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(UnavailableError, match="routelock db upgrade"):
            store.check()
    with pytest.raises(UnavailableError):
        upgrade(f"sqlite:///{file}")


@pytest.mark.parametrize(
    "url",
    ["", "sqlite://", "sqlite:///:memory:", "mysql://h/d", "nonsense", "sqlite:////", "postgresql"],
)
def test_a_url_that_no_store_can_use_is_refused(url: str) -> None:
    with pytest.raises((UrlError, UnavailableError)):
        upgrade(url)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_password_is_not_shown(scheme: str) -> None:
    with closing(SqlStore(f"{scheme}://u:secret@127.0.0.1:1/d", wait=1)) as store:
        with pytest.raises(UnavailableError) as error:
            store.check()
        assert "secret" not in f"{error.value} {store!r}"
