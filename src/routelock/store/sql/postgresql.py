"""PostgreSQL: a pool of connections; whoever changes a row waits for the row."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine

from routelock.store.sql.database import POOL, Cursor, Dialect, told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import URL, Connection

DIALECT = Dialect(mark="%s", lock=" FOR UPDATE", alone="LOCK TABLE vendor_words IN EXCLUSIVE MODE")


class Postgresql:
    """`Pool` of a PostgreSQL; `wait` is how long a connection or a lock is waited for."""

    dialect = DIALECT

    def __init__(self, url: URL, wait: float) -> None:
        self._engine = create_engine(
            url,
            hide_parameters=True,
            pool_size=POOL,
            pool_timeout=wait,
            pool_pre_ping=True,  # a server that was started again has forgotten its connections
            connect_args={
                "connect_timeout": max(1, round(wait)),
                "options": f"-c lock_timeout={round(wait * 1000)}",
            },
        )
        # A statement that only reads needs no transaction around it.
        self._reads = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    def look(self, statement: str, values: Sequence[Any], /) -> Sequence[Any]:
        """See `Database.look`."""
        with told(), self._reads.connect() as connection, driver(connection) as cursor:
            cursor.execute(statement, values)
            return cursor.fetchall()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """See `Database.writing`."""
        with told(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def cursor(self) -> Iterator[Cursor]:
        """See `Database.cursor`."""
        with self.writing() as connection, driver(connection) as cursor:
            yield cursor

    def close(self) -> None:
        """See `Pool.close`."""
        self._engine.dispose()


@contextmanager
def driver(connection: Connection) -> Iterator[Cursor]:
    """A cursor of the driver below a connection, in the same transaction."""
    with closing(connection.connection.cursor()) as cursor:
        yield cursor
