"""Form: a kind of row as the text of statements that read it, and as what a driver gives for them.

Reading goes straight to the driver with text that is made once: building it anew and reading its
result through the layers above would take ten times as long as the database does.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_type_hints

from routelock.store.sql.columns import reader

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from routelock.store.kinds import Kind

Row = TypeVar("Row")


class Form(Generic[Row]):
    """How rows of one kind are read; `mark` is what stands for a value in a statement."""

    def __init__(self, kind: Kind[Row], mark: str) -> None:
        hints = get_type_hints(kind.row)
        self._kind = kind
        self._mark = mark
        self._names = tuple(field.name for field in fields(kind.row))  # type: ignore[arg-type]
        self._columns = ", ".join(map(_quoted, self._names))
        readers = ((name, reader(hints[name])) for name in self._names)
        self._readers = tuple((name, read) for name, read in readers if read is not None)

    def row(self, given: Sequence[Any]) -> Row:
        """The row of what a driver gave for a statement of this form."""
        values = dict(zip(self._names, given, strict=True))
        for name, read in self._readers:
            value = values[name]
            if value is not None:
                values[name] = read(value)
        return self._kind.row(**values)

    def values(self, row: Row) -> dict[str, Any]:
        """The values of a row, by column."""
        return {name: getattr(row, name) for name in self._names}

    def one(self, *names: str) -> str:
        """The statement that reads the rows whose fields have values, in the order of `names`."""
        return self._text(self._columns, [(name, "") for name in names])

    def some(self, named: Mapping[str, object]) -> str:
        """The same for values that may be null, in order; it ends with a limit and an offset."""
        found = self._text(self._columns, named.items())
        order = f"ORDER BY created_at, {_quoted(self._kind.id)}"
        return f"{found} {order} LIMIT {self._mark} OFFSET {self._mark}"

    def count(self, named: Mapping[str, object]) -> str:
        """The statement that counts those rows."""
        return self._text("count(*)", named.items())

    def _text(self, what: str, named: Iterable[tuple[str, object]]) -> str:
        where = " AND ".join(
            f"{_quoted(name)} IS NULL" if value is None else f"{_quoted(name)} = {self._mark}"
            for name, value in named
        )
        return f"SELECT {what} FROM {_quoted(self._kind.name)} WHERE {where}"  # noqa: S608 (names)


@cache
def form(kind: Kind[Row], mark: str) -> Form[Row]:
    """The form of a kind, made once."""
    return Form(kind, mark)


def _quoted(name: str) -> str:
    return f'"{name}"'
