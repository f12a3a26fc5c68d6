"""Shelf: the rows of one kind in their table; every statement names the organization."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import ColumnElement, and_, delete, insert, update
from sqlalchemy.exc import IntegrityError

from routelock.store import kinds, rows
from routelock.store.errors import AbsentError, ConflictError
from routelock.store.protocol import Field, Page
from routelock.store.sql.database import refers
from routelock.store.sql.form import form
from routelock.store.sql.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import Connection

    from routelock.store.kinds import Kind
    from routelock.store.sql.database import Database

Row = TypeVar("Row")

ALL = 2**62
"""A limit above any number of rows: not every database knows a listing without one."""


class SqlShelf(Generic[Row]):
    """`Shelf` over the table of one kind."""

    def __init__(self, database: Database, kind: Kind[Row]) -> None:
        self._database = database
        self._kind = kind
        self._table = TABLES[kind.name]
        self._form = form(kind, database.dialect.mark)
        self._this = self._form.one(kind.wall, kind.id)

    def get(self, organization_id: str, row_id: str, /) -> Row | None:
        """See `Shelf.get`."""
        if not _fit(organization_id, row_id):
            return None
        return self._first(self._database.look(self._this, (organization_id, row_id)))

    def find(self, organization_id: str, /, **fields: Field) -> Row | None:
        """See `Shelf.find`."""
        return next(iter(self._sought(organization_id, fields, 0, 1)), None)

    def page(
        self, organization_id: str, /, *, offset: int = 0, limit: int | None = None, **fields: Field
    ) -> Page[Row]:
        """See `Shelf.page`."""
        found = self._sought(organization_id, fields, offset, ALL if limit is None else limit)
        return Page(found, self._count(organization_id, fields))

    def add(self, organization_id: str, /, *new: Row) -> None:
        """See `Shelf.add`."""
        for row in new:
            kinds.check_row(organization_id, row)
        if new:
            with self._writing() as connection:
                connection.execute(insert(self._table), [*map(self._form.values, new)])

    def update(
        self, organization_id: str, row_id: str, change: Callable[[Row], Row], /
    ) -> Row | None:
        """See `Shelf.update`."""
        if not _fit(organization_id, row_id):
            return None
        with self._writing() as connection:
            locked = self._this + self._database.dialect.lock
            found = connection.exec_driver_sql(locked, (organization_id, row_id))
            before = self._first(found.all())
            if before is None:
                return None
            after = change(before)
            kinds.check_change(self._kind, organization_id, before, after)
            this = update(self._table).where(self._is(organization_id, row_id))
            connection.execute(this, self._form.values(after))
            return after

    def remove(self, organization_id: str, row_id: str, /) -> bool:
        """See `Shelf.remove`."""
        if not _fit(organization_id, row_id):
            return False
        with self._writing() as connection:
            self._unlink(connection, organization_id, row_id)
            this = delete(self._table).where(self._is(organization_id, row_id))
            return connection.execute(this).rowcount > 0

    def _first(self, found: Sequence[Any]) -> Row | None:
        return self._form.row(found[0]) if found else None

    def _sought(
        self, organization_id: str, named: dict[str, Field], offset: int, limit: int
    ) -> tuple[Row, ...]:
        kinds.check_fields(self._kind, named)
        where = {self._kind.wall: organization_id, **named}
        if not _fit(*where.values()):
            return ()
        values = (*_given(where), min(limit, ALL), min(offset, ALL))
        return tuple(map(self._form.row, self._database.look(self._form.some(where), values)))

    def _count(self, organization_id: str, named: dict[str, Field]) -> int:
        where = {self._kind.wall: organization_id, **named}
        if not _fit(*where.values()):
            return 0
        [[count]] = self._database.look(self._form.count(where), _given(where))
        return int(count)

    def _is(self, organization_id: str, row_id: str) -> ColumnElement[bool]:
        columns = self._table.c
        return and_(columns[self._kind.wall] == organization_id, columns[self._kind.id] == row_id)

    def _unlink(self, connection: Connection, organization_id: str, row_id: str) -> None:
        """What merely names the row names nothing; what belongs to it goes by the foreign keys."""
        for kind in kinds.KINDS:
            table = TABLES[kind.name]
            for field in (field for field, link in kind.links.items() if link == self._kind.name):
                named = and_(table.c[kind.wall] == organization_id, table.c[field] == row_id)
                connection.execute(update(table).where(named), {field: None})

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._database.writing() as connection:
            try:
                yield connection
            except IntegrityError as error:
                raise _told(error, self._kind) from None


class SqlKeys(SqlShelf[rows.Key]):
    """`Keys` over the table of keys."""

    def by_secret(self, secret_sha256: str, /) -> rows.Key | None:
        """See `Keys.by_secret`."""
        if not _fit(secret_sha256):
            return None
        return self._first(self._database.look(self._form.one("secret_sha256"), (secret_sha256,)))


def _fit(*values: object) -> bool:
    """Whether a row could have these values; some drivers refuse to ask for others."""
    return all(map(kinds.fit, values))


def _given(named: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(value for value in named.values() if value is not None)


def _told(error: IntegrityError, kind: Kind[Any]) -> AbsentError | ConflictError:
    if refers(error):
        return AbsentError(kinds.dangling(kind))
    return ConflictError(kinds.taken(kind))
