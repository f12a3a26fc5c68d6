"""Database: where statements go, and what the errors of drivers are called here."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from routelock.store.errors import UnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection

POOL = 48
"""Connections kept at most: more than a server has threads."""


class Dialect(NamedTuple):
    """What differs in statements: the mark of a value, how a row that is read is locked, and words.

    `alone` is the statement after which one transaction at a time looks at the vendor words; empty
    where only one writes at a time anyway.
    """

    mark: str
    lock: str
    alone: str = ""


class Cursor(Protocol):
    """What the ledger needs of a driver (PEP 249), without the cost of what stands above it."""

    @property
    def rowcount(self) -> int:
        """How many rows the last statement wrote."""
        ...

    def execute(self, statement: str, values: Sequence[Any], /) -> object:
        """Run one statement."""
        ...

    def fetchall(self) -> Sequence[Any]:
        """What it gave."""
        ...


class Database(Protocol):
    """The connections of one database, or the one connection of a transaction."""

    @property
    def dialect(self) -> Dialect:
        """How this database wants its statements."""
        ...

    def look(self, statement: str, values: Sequence[Any], /) -> Sequence[Any]:
        """The rows of one statement that reads, in the words of the driver: the quickest way."""
        ...

    def writing(self) -> AbstractContextManager[Connection]:
        """A connection whose statements are all kept when the block ends, or none."""
        ...

    def cursor(self) -> AbstractContextManager[Cursor]:
        """The same as `writing`, in the words of the driver."""
        ...


class Pool(Database, Protocol):
    """The connections of one database."""

    def close(self) -> None:
        """No connection is open any more."""
        ...


UNAVAILABLE = "the database cannot be used now (is it there, upgraded, free, and not full?)"


@contextmanager
def told() -> Iterator[None]:
    """What a driver raises comes out as `UnavailableError`: locked, full, gone, in an old form."""
    try:
        yield
    except errors():
        raise UnavailableError(UNAVAILABLE) from None


@cache
def errors() -> tuple[type[Exception], ...]:
    """What SQLAlchemy and the drivers raise; psycopg is an extra and may not be here."""
    try:
        from psycopg import Error as PsycopgError  # noqa: PLC0415 (an extra)
    except ImportError:
        return (SQLAlchemyError, sqlite3.Error)
    return (SQLAlchemyError, sqlite3.Error, PsycopgError)


def refers(error: IntegrityError) -> bool:
    """Whether it is about a reference, not about what is unique."""
    sqlite, postgresql = "SQLITE_CONSTRAINT_FOREIGNKEY", "23503"
    return sqlite == getattr(error.orig, "sqlite_errorname", None) or postgresql == getattr(
        error.orig, "sqlstate", None
    )
