"""Store: the whole of it on one database, and inside one transaction."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from routelock.store import kinds
from routelock.store.errors import ConflictError, UnavailableError
from routelock.store.sql.connect import WAIT, connect
from routelock.store.sql.joined import Joined
from routelock.store.sql.ledger import SqlLedger
from routelock.store.sql.shelf import SqlKeys, SqlShelf
from routelock.store.sql.tables import FORM, TABLES, WORDS_TABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import Connection

    from routelock.store.sql.database import Database


class _Shelves:
    """What a store has, on the connections of a pool or on the one of a transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.organizations = SqlShelf(database, kinds.ORGANIZATIONS)
        self.workspaces = SqlShelf(database, kinds.WORKSPACES)
        self.members = SqlShelf(database, kinds.MEMBERS)
        self.keys = SqlKeys(database, kinds.KEYS)
        self.guardrails = SqlShelf(database, kinds.GUARDRAILS)
        self.key_assignments = SqlShelf(database, kinds.KEY_ASSIGNMENTS)
        self.member_assignments = SqlShelf(database, kinds.MEMBER_ASSIGNMENTS)
        self.groups = SqlShelf(database, kinds.GROUPS)
        self.mappings = SqlShelf(database, kinds.MAPPINGS)
        self.presets = SqlShelf(database, kinds.PRESETS)
        self.versions = SqlShelf(database, kinds.VERSIONS)
        self.videos = SqlShelf(database, kinds.VIDEOS)
        self.ledger = SqlLedger(database)

    @contextmanager
    def transaction(self) -> Iterator[_Shelves]:
        """See `Store.transaction`."""
        with self.database.writing() as connection:
            yield _Shelves(Joined(connection, self.database.dialect))

    def words(self) -> tuple[str, ...] | None:
        """See `Store.words`; in a transaction nobody else sets them until it ends."""
        if isinstance(self.database, Joined) and (alone := self.database.dialect.alone):
            with self.database.cursor() as cursor:
                cursor.execute(alone, ())
        found = self.database.look("SELECT word FROM vendor_words ORDER BY position", ())
        return tuple(word for [word] in found) or None

    def set_words(self, words: Sequence[str], change: Callable[[bytes], bytes], /) -> None:
        """See `Store.set_words`."""
        with self.database.writing() as connection:
            _rewrite(connection, kinds.GUARDRAILS, "document", change)
            _rewrite(connection, kinds.ORGANIZATIONS, "settings", change)
            connection.execute(delete(WORDS_TABLE))
            numbered = [{"position": at, "word": word} for at, word in enumerate(words)]
            try:
                connection.execute(insert(WORDS_TABLE), numbered)
            except IntegrityError:
                message = "vendor words: another server has just set them"
                raise ConflictError(message) from None

    def check(self) -> None:
        """See `Store.check`."""
        found = self.database.look("SELECT version_num FROM alembic_version", ())
        if [form for [form] in found] != [FORM]:
            message = "the database has another form (run `routelock db upgrade`)"
            raise UnavailableError(message)

    def close(self) -> None:
        """See `Store.close`; a transaction ends with its block."""


class SqlStore(_Shelves):
    """`Store` on the database of a URL, `sqlite:///FILE` or `postgresql://HOST/NAME`.

    It has to be upgraded (`routelock.store.migrations.upgrade`). `wait` is how long a lock or a
    connection is waited for, in seconds. Raises `UrlError` for another URL.
    """

    def __init__(self, url: str, *, wait: float = WAIT) -> None:
        self.url = url
        self._pool = connect(url, wait)
        super().__init__(self._pool)

    def close(self) -> None:
        """See `Store.close`."""
        self._pool.close()


def _rewrite(
    connection: Connection, kind: kinds.Kind[Any], field: str, change: Callable[[bytes], bytes]
) -> None:
    table = TABLES[kind.name]
    key = (table.c[kind.wall], table.c[kind.id])
    for wall, row_id, document in connection.execute(select(*key, table.c[field])).all():
        changed = change(document)
        if changed != document:
            where = (key[0] == wall, key[1] == row_id)
            connection.execute(update(table).where(*where).values({field: changed}))
