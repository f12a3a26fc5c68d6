"""What happens when a writer is killed, a file is locked or full, or a server goes away."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from routelock.store import kinds
from routelock.store.errors import UnavailableError
from routelock.store.protocol import Bucket
from routelock.store.sql import SqlStore
from tests.store.given import MADE, NOW, furnish
from tests.store.writer import COST, ESTIMATE, SOON

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from tests.store.postgres import Server

KILLS, WRITES = 10, 20


def whole(store: SqlStore) -> bool:
    """Whether SQLite finds nothing wrong with its file; PostgreSQL looks after itself."""
    if not store.url.startswith("sqlite"):
        return True
    checks = ("PRAGMA integrity_check", "PRAGMA foreign_key_check")
    return [[*store.database.look(check, ())] for check in checks] == [[("ok",)], []]


def test_what_was_acknowledged_is_there_after_the_writer_was_killed(database: SqlStore) -> None:
    furnish(database, "o", but=kinds.GUARDRAILS)
    command = [sys.executable, "-m", "tests.store.writer", database.url, str(KILLS), str(WRITES)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    told = ended.stdout.split()
    there = {row.id for row in database.guardrails.page("o").rows}
    assert len(told) >= KILLS * WRITES
    assert set(told) <= there
    tally = database.ledger.tallies("o", ["all"])["all"]
    assert 0 <= tally.spent - len(told) * COST <= KILLS * COST
    assert tally.reserved <= KILLS * ESTIMATE
    database.ledger.expire("o", SOON)
    assert database.ledger.tallies("o", ["all"])["all"].reserved == 0
    assert whole(database)


def writes(store: SqlStore) -> Mapping[str, Callable[[], object]]:
    """Every way of writing, by name."""
    ledger = store.ledger
    return {
        "add": lambda: store.groups.add("o", MADE[kinds.GROUPS]("o", "2")),
        "update": lambda: store.members.update("o", "member", lambda old: replace(old, name="x")),
        "remove": lambda: store.mappings.remove("o", "mapping"),
        "set_words": lambda: store.set_words(["other"], lambda document: document),
        "transaction": lambda: _nothing(store),
        "reserve": lambda: ledger.reserve("o", "new", [Bucket("b")], 1, expires_at=SOON, now=NOW),
        "settle": lambda: ledger.settle("o", "held", cost=1),
        "release": lambda: ledger.release("o", "other"),
        "expire": lambda: ledger.expire("o", SOON),
        "forget": lambda: ledger.forget("o", SOON),
    }


def _nothing(store: SqlStore) -> None:
    with store.transaction():
        pass


def prepared(store: SqlStore) -> SqlStore:
    """A store with a row of each kind and two reservations."""
    furnish(store, "o")
    for name in ("held", "other"):
        store.ledger.reserve("o", name, [Bucket("b")], 1, expires_at=SOON, now=NOW)
    return store


def test_a_locked_file_is_unavailable_for_writing_until_it_is_free(file: Path) -> None:
    with (
        closing(prepared(SqlStore(f"sqlite:///{file}", wait=0.02))) as store,
        closing(sqlite3.connect(file, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        for write in writes(store).values():
            with pytest.raises(UnavailableError, match="cannot be used now"):
                write()
        assert store.keys.get("o", "key") is not None
        store.check()
        other.execute("COMMIT")
        for write in writes(store).values():
            write()


def test_a_row_that_another_process_holds_is_unavailable_until_it_is_free(
    database: SqlStore,
) -> None:
    prepared(database)
    with closing(SqlStore(database.url, wait=0.05)) as other:
        with database.transaction() as held:
            held.members.update("o", "member", lambda old: replace(old, name="first"))
            with pytest.raises(UnavailableError):
                writes(other)["update"]()
            with pytest.raises(UnavailableError):
                other.members.remove("o", "member")
        writes(other)["update"]()
    member = database.members.get("o", "member")
    assert member is not None
    assert member.name == "x"


def test_a_line_of_writers_that_is_too_long_is_unavailable(file: Path) -> None:
    with closing(prepared(SqlStore(f"sqlite:///{file}", wait=0.02))) as store:
        with store.transaction():
            for write in writes(store).values():
                with pytest.raises(UnavailableError):
                    write()
        for write in writes(store).values():
            write()


FILLER = """
import os, resource, sys
from dataclasses import replace
from itertools import count
from routelock.store import kinds
from routelock.store.errors import UnavailableError
from routelock.store.protocol import Bucket
from routelock.store.sql import SqlStore
from tests.store.given import MADE, NOW, furnish
from tests.store.writer import SOON
store = SqlStore(f"sqlite:///{sys.argv[1]}")
furnish(store, "o", but=kinds.GUARDRAILS)
before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(sys.argv[1]) + 200_000, hard))
written, failed = 0, set()
for n in count():
    row = replace(MADE[kinds.GUARDRAILS]("o", ""), id=f"{n}", document=b" " * 20_000)
    try:
        store.guardrails.add("o", row)
        written += 1
    except UnavailableError:
        failed.add("add")
    try:
        buckets = [Bucket(f"{n}-{m}") for m in range(200)]
        store.ledger.reserve("o", f"{n}", buckets, 1, expires_at=SOON, now=NOW)
    except UnavailableError:
        failed.add("reserve")
    if len(failed) == 2:
        break
assert store.guardrails.page("o").total == written, "what was acknowledged is there"
resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))
store.guardrails.add("o", replace(row, id="after"))
assert store.guardrails.page("o").total == written + 1, "and it goes on when there is space"
store.close()
"""


def test_a_full_disk_is_unavailable_and_loses_nothing(file: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", FILLER, str(file)], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    with closing(SqlStore(f"sqlite:///{file}")) as store:
        assert whole(store)


def test_a_server_that_is_away_is_unavailable_and_none_who_asks_later_notices(
    database: SqlStore, request: pytest.FixtureRequest
) -> None:
    if database.url.startswith("sqlite"):
        pytest.skip("SQLite has no server")
    server: Server = request.getfixturevalue("server")
    store = prepared(database)
    server.stop()
    for write in writes(store).values():
        with pytest.raises(UnavailableError):
            write()
    with pytest.raises(UnavailableError):
        store.keys.get("o", "key")
    server.start()
    for write in writes(store).values():
        write()
    assert store.keys.get("o", "key") is not None


@pytest.mark.parametrize("content", [b"", b"this is no database, whatever it may be called" * 100])
def test_a_file_that_is_no_upgraded_database_is_unavailable(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "odd.db"
    file.write_bytes(content)
    with closing(SqlStore(f"sqlite:///{file}")) as store:
        for ask in (store.check, store.words, lambda: store.keys.get("o", "key")):
            with pytest.raises(UnavailableError):
                ask()
        for name, write in writes(store).items():
            if name != "transaction":  # one without a statement in it needs no table
                with pytest.raises(UnavailableError):
                    write()


def test_an_error_of_the_database_shows_no_value(database: SqlStore) -> None:
    with pytest.raises(UnavailableError) as error, database.database.writing() as connection:
        connection.exec_driver_sql("SELECT 'secret' FROM nowhere")
    assert "secret" not in f"{error.value!r} {error.value}"
    assert error.value.__suppress_context__


def test_a_store_that_was_closed_can_be_used_again(file: Path) -> None:
    with closing(prepared(SqlStore(f"sqlite:///{file}"))) as store:
        store.close()
        assert store.ledger.settle("o", "held", cost=1)
