"""Joined: a transaction that has begun, as a database; a block elsewhere is a part of it here."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from routelock.store.sql.database import Cursor, Dialect, told
from routelock.store.sql.postgresql import driver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection


class Joined:
    """`Database` on the connection of a transaction; each block can fail alone."""

    def __init__(self, connection: Connection, dialect: Dialect) -> None:
        self._connection = connection
        self.dialect = dialect

    def look(self, statement: str, values: Sequence[Any], /) -> Sequence[Any]:
        """See `Database.look`."""
        with told(), driver(self._connection) as cursor:
            cursor.execute(statement, values)
            return cursor.fetchall()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """See `Database.writing`."""
        with told(), self._connection.begin_nested():
            yield self._connection

    @contextmanager
    def cursor(self) -> Iterator[Cursor]:
        """See `Database.cursor`."""
        with self.writing() as connection, driver(connection) as cursor:
            yield cursor
