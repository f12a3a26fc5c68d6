"""Memory: a store in dictionaries, gone with its process; the shortest reading of the protocol."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from routelock.store import kinds, rows
from routelock.store.errors import AbsentError, ConflictError
from routelock.store.journal import Journal
from routelock.store.memory_ledger import MemoryLedger
from routelock.store.protocol import Field, Page

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from routelock.store.kinds import Kind, Unique

Row = TypeVar("Row")

_DEPLOYMENT = ("deployment",)


class MemoryShelf(Generic[Row]):
    """`Shelf` over a journal: a table of rows per organization, and one of what is unique."""

    def __init__(self, journal: Journal, kind: Kind[Row]) -> None:
        self._journal = journal
        self._kind = kind

    def get(self, organization_id: str, row_id: str, /) -> Row | None:
        """See `Shelf.get`."""
        with self._journal.block():
            found: Row | None = self._journal.table((self._kind.name, organization_id)).get(row_id)
            return found

    def find(self, organization_id: str, /, **fields: Field) -> Row | None:
        """See `Shelf.find`."""
        return next(iter(self._sought(organization_id, fields)), None)

    def page(
        self, organization_id: str, /, *, offset: int = 0, limit: int | None = None, **fields: Field
    ) -> Page[Row]:
        """See `Shelf.page`."""
        found = self._sought(organization_id, fields)
        end = None if limit is None else offset + limit
        return Page(tuple(found[offset:end]), len(found))

    def add(self, organization_id: str, /, *new: Row) -> None:
        """See `Shelf.add`."""
        with self._journal.block():
            for row in new:
                kinds.check_row(organization_id, row)
                if self.get(organization_id, self._kind.id_of(row)) is not None:
                    raise ConflictError(kinds.taken(self._kind))
                self._write(organization_id, None, row)

    def update(
        self, organization_id: str, row_id: str, change: Callable[[Row], Row], /
    ) -> Row | None:
        """See `Shelf.update`."""
        with self._journal.block():
            before = self.get(organization_id, row_id)
            if before is None:
                return None
            after = change(before)
            kinds.check_change(self._kind, organization_id, before, after)
            self._write(organization_id, before, after)
            return after

    def remove(self, organization_id: str, row_id: str, /) -> bool:
        """See `Shelf.remove`."""
        with self._journal.block():
            row = self.get(organization_id, row_id)
            if row is None:
                return False
            if self._kind is kinds.ORGANIZATIONS:
                self._clear(organization_id)
            else:
                self._erase(organization_id, row)
                self._let_go(organization_id, row_id)
            return True

    def _sought(self, organization_id: str, fields: dict[str, Field]) -> list[Row]:
        kinds.check_fields(self._kind, fields)
        with self._journal.block():
            found = [row for row in self._all(organization_id) if _has(row, fields)]
        return sorted(found, key=lambda row: (_created(row), self._kind.id_of(row)))

    def _all(self, organization_id: str) -> tuple[Row, ...]:
        return tuple(self._journal.table((self._kind.name, organization_id)).values())

    def _write(self, organization_id: str, before: Row | None, after: Row) -> None:
        self._refer(organization_id, after)
        for unique in self._kind.unique:
            self._claim(organization_id, unique, before, after)
        name = (self._kind.name, organization_id)
        self._journal.write(name, self._kind.id_of(after), after)

    def _refer(self, organization_id: str, row: Row) -> None:
        for field, kind in kinds.references(self._kind).items():
            value = getattr(row, field)
            if value is not None and value not in self._journal.table((kind, organization_id)):
                raise AbsentError(kinds.dangling(self._kind))

    def _claim(self, organization_id: str, unique: Unique, before: Row | None, after: Row) -> None:
        name = _claims(self._kind, organization_id, unique)
        old = None if before is None else _values(before, unique)
        new = _values(after, unique)
        if new == old:
            return
        if new in self._journal.table(name):
            raise ConflictError(kinds.taken(self._kind))
        if old is not None:
            self._journal.write(name, old, None)
        self._journal.write(name, new, (organization_id, self._kind.id_of(after)))

    def _erase(self, organization_id: str, row: Row) -> None:
        for unique in self._kind.unique:
            name = _claims(self._kind, organization_id, unique)
            self._journal.write(name, _values(row, unique), None)
        self._journal.write((self._kind.name, organization_id), self._kind.id_of(row), None)

    def _clear(self, organization_id: str) -> None:
        for shelf in (MemoryShelf(self._journal, kind) for kind in kinds.KINDS):
            for row in shelf._all(organization_id):  # noqa: SLF001 (of the same class)
                shelf._erase(organization_id, row)  # noqa: SLF001

    def _let_go(self, organization_id: str, row_id: str) -> None:
        """What belonged to the row goes too, and what named it names nothing."""
        for kind in kinds.KINDS:
            shelf = MemoryShelf(self._journal, kind)
            owned = [field for field, owner in kind.owners.items() if owner == self._kind.name]
            linked = [field for field, link in kind.links.items() if link == self._kind.name]
            for row in shelf._all(organization_id):
                if any(getattr(row, field) == row_id for field in owned):
                    shelf.remove(organization_id, kind.id_of(row))
                elif named := [field for field in linked if getattr(row, field) == row_id]:
                    shelf._write(organization_id, row, replace(row, **dict.fromkeys(named)))


class MemoryKeys(MemoryShelf[rows.Key]):
    """`Keys` over a journal."""

    def by_secret(self, secret_sha256: str, /) -> rows.Key | None:
        """See `Keys.by_secret`."""
        name = _claims(self._kind, "", self._kind.unique[0])
        with self._journal.block():
            where = self._journal.table(name).get((secret_sha256,))
            return None if where is None else self.get(*where)


class MemoryStore:
    """`Store` in dictionaries with one lock.

    >>> store = MemoryStore()
    >>> store.organizations.add("o", rows.Organization(id="o", created_at="2026-11-21T09:00:00Z"))
    >>> store.organizations.get("o", "o").scim, store.organizations.get("p", "o")
    (False, None)
    """

    def __init__(self) -> None:
        self._journal = Journal()
        self.organizations = MemoryShelf(self._journal, kinds.ORGANIZATIONS)
        self.workspaces = MemoryShelf(self._journal, kinds.WORKSPACES)
        self.members = MemoryShelf(self._journal, kinds.MEMBERS)
        self.keys = MemoryKeys(self._journal, kinds.KEYS)
        self.guardrails = MemoryShelf(self._journal, kinds.GUARDRAILS)
        self.key_assignments = MemoryShelf(self._journal, kinds.KEY_ASSIGNMENTS)
        self.member_assignments = MemoryShelf(self._journal, kinds.MEMBER_ASSIGNMENTS)
        self.groups = MemoryShelf(self._journal, kinds.GROUPS)
        self.mappings = MemoryShelf(self._journal, kinds.MAPPINGS)
        self.presets = MemoryShelf(self._journal, kinds.PRESETS)
        self.versions = MemoryShelf(self._journal, kinds.VERSIONS)
        self.videos = MemoryShelf(self._journal, kinds.VIDEOS)
        self.ledger = MemoryLedger(self._journal)

    @contextmanager
    def transaction(self) -> Iterator[MemoryStore]:
        """See `Store.transaction`."""
        with self._journal.block():
            yield self

    def words(self) -> tuple[str, ...] | None:
        """See `Store.words`."""
        with self._journal.block():
            found: tuple[str, ...] | None = self._journal.table(_DEPLOYMENT).get("words")
            return found

    def set_words(self, words: Sequence[str], change: Callable[[bytes], bytes], /) -> None:
        """See `Store.set_words`."""
        documents = ((kinds.GUARDRAILS, "document"), (kinds.ORGANIZATIONS, "settings"))
        with self._journal.block():
            for kind, field in documents:
                self._rewrite(kind, field, change)
            self._journal.write(_DEPLOYMENT, "words", tuple(words))

    def _rewrite(self, kind: Kind[Any], field: str, change: Callable[[bytes], bytes]) -> None:
        for name in self._journal.names():
            if name[0] == kind.name:
                for row_id, row in [*self._journal.table(name).items()]:
                    changed = change(getattr(row, field))
                    self._journal.write(name, row_id, replace(row, **{field: changed}))

    def check(self) -> None:
        """See `Store.check`."""

    def close(self) -> None:
        """See `Store.close`."""


def _has(row: object, fields: dict[str, Field]) -> bool:
    return all(getattr(row, name) == value for name, value in fields.items())


def _created(row: Any) -> str:  # noqa: ANN401 (every kind has it)
    created: str = row.created_at
    return created


def _values(row: object, unique: Unique) -> Hashable:
    return tuple(getattr(row, field) for field in unique.fields)


def _claims(kind: Kind[Any], organization_id: str, unique: Unique) -> tuple[str | None, ...]:
    wall = None if unique.everywhere else organization_id
    return ("unique", kind.name, wall, *unique.fields)
