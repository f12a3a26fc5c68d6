"""SQLite: one file; readers wait for nobody, writers of one process wait in line."""

from __future__ import annotations

import sqlite3
import time
from contextlib import contextmanager
from threading import Lock, local
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from sqlalchemy import create_engine, event

from routelock.store.errors import UnavailableError
from routelock.store.sql.database import POOL, UNAVAILABLE, Dialect, errors, told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from sqlalchemy import URL, Connection, Engine

PAUSE = 0.01
"""Seconds between two tries for a lock that SQLite itself does not wait for."""

DIALECT = Dialect(mark="?", lock="")


class Sqlite:
    """`Pool` of an SQLite file; `wait` is how long another process that writes is waited for."""

    dialect = DIALECT

    def __init__(self, url: URL, wait: float) -> None:
        self._engine = create_engine(url, hide_parameters=True, pool_size=POOL, pool_timeout=wait)
        event.listen(self._engine, "connect", lambda raw, _: _prepare(raw, wait))
        self._line = _Line(wait)
        self._turn = _Turn(self._line, self._engine)
        self._own = local()
        self._readers: WeakSet[_Kept] = WeakSet()

    def look(self, statement: str, values: Sequence[Any], /) -> Sequence[Any]:
        """See `Database.look`; each thread has a connection for it."""
        try:
            return self._reader().execute(statement, values).fetchall()
        except errors():
            raise UnavailableError(UNAVAILABLE) from None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """See `Database.writing`."""
        with told(), self._line, self._engine.begin() as connection:
            # At once: a block that reads first could not become a writer later.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def cursor(self) -> _Turn:
        """See `Database.cursor`."""
        return self._turn

    def close(self) -> None:
        """See `Pool.close`."""
        self._turn.close()
        for reader in [*self._readers]:
            reader.close()
        self._own = local()
        self._engine.dispose()

    def _reader(self) -> sqlite3.Connection:
        kept: _Kept | None = getattr(self._own, "reader", None)
        if kept is None:
            kept = self._own.reader = _Kept(self._engine)
            self._readers.add(kept)
        found: sqlite3.Connection = kept.raw
        return found


class _Line:
    """Who writes, one after the other, without asking the file again and again."""

    def __init__(self, wait: float) -> None:
        self._lock = Lock()
        self._wait = wait

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=self._wait):
            raise UnavailableError(UNAVAILABLE)

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class _Kept:
    """A connection that stays with one user, and is closed with it."""

    raw: Any = None

    def __init__(self, engine: Engine) -> None:
        fairy = engine.raw_connection()
        self.raw = fairy.driver_connection
        fairy.detach()

    def close(self) -> None:
        """It is not used any more."""
        if self.raw is not None:
            self.raw.close()

    __del__ = close


class _Turn:
    """A block of writing on a connection that is kept for it: the line, begin, and the end.

    One object for all blocks, since in line there is one at a time.
    """

    def __init__(self, line: _Line, engine: Engine) -> None:
        self._line = line
        self._engine = engine
        self._kept: _Kept | None = None
        self._cursor: Any = None

    def __enter__(self) -> sqlite3.Cursor:
        self._line.__enter__()
        try:
            cursor: sqlite3.Cursor = self._cursor or self._open()
            cursor.execute("BEGIN IMMEDIATE")
        except BaseException as error:  # also an interrupt must not keep the next writer waiting
            self._line.__exit__()
            _tell(error)
            raise
        return cursor

    def __exit__(
        self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None
    ) -> None:
        raw = self._cursor.connection
        try:
            if error is None:
                raw.commit()
        except errors():
            raise UnavailableError(UNAVAILABLE) from None
        finally:
            try:
                raw.rollback()  # nothing, where it was kept
            finally:
                self._line.__exit__()
        if error is not None:
            _tell(error)

    def _open(self) -> Any:  # noqa: ANN401 (a cursor of the driver)
        self._kept = _Kept(self._engine)
        self._cursor = self._kept.raw.cursor()
        return self._cursor

    def close(self) -> None:
        """It can be opened again."""
        if self._kept is not None:
            self._kept.close()
        self._kept = self._cursor = None


def _tell(error: BaseException) -> None:
    if isinstance(error, errors()):
        raise UnavailableError(UNAVAILABLE) from None


def _prepare(raw: sqlite3.Connection, wait: float) -> None:
    # The driver begins nothing by itself: blocks of writing do, and say how.
    raw.isolation_level = None
    for pragma in (f"busy_timeout={int(wait * 1000)}", "synchronous=NORMAL", "foreign_keys=ON"):
        raw.execute(f"PRAGMA {pragma}").close()
    _log_ahead(raw, wait)


def _log_ahead(raw: sqlite3.Connection, wait: float) -> None:
    """The file is in WAL mode, though another process may be busy making it."""
    until = time.monotonic() + wait
    while True:
        try:
            raw.execute("PRAGMA journal_mode=WAL").close()
        except sqlite3.OperationalError:
            if time.monotonic() >= until:
                raise
            time.sleep(PAUSE)
        else:
            return
