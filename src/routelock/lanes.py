"""Lanes: a whole catalogue at once, one byte an endpoint and one bit a clause."""

from __future__ import annotations

from functools import reduce
from itertools import chain
from operator import or_
from typing import TYPE_CHECKING

from routelock.catalogue import PAGE
from routelock.clauses import Clause

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from routelock.catalogue import Catalogue, Column
    from routelock.clauses import Refusal

    Placed = tuple[Refusal, int]

WIDTH = 8
CELLS = PAGE + 1
_DIGITS = b"0" + b"1" * 255


def lane(catalogue: Catalogue, clauses: Sequence[Refusal]) -> bytes:
    """One byte per endpoint: bit k is set where clause k of at most 8 refuses it.

    >>> from routelock.catalogue import Catalogue
    >>> lane(Catalogue((), ()), ())
    b''
    """
    layers = _layers(catalogue, [(clause, 1 << place) for place, clause in enumerate(clauses)])
    whole = reduce(or_, (int.from_bytes(layer, "little") for layer in layers), 0)
    return whole.to_bytes(len(catalogue.endpoints), "little")


def plane(catalogue: Catalogue, clause: Refusal) -> int:
    """One bit per endpoint, bit n for endpoint n: set where the clause refuses it."""
    digits = lane(catalogue, (clause,)).translate(_DIGITS)
    return int(digits[::-1] or b"0", 2)


def _layers(catalogue: Catalogue, placed: Iterable[Placed]) -> Iterator[bytes | bytearray]:
    columns: dict[str, list[tuple[Clause, int]]] = {}
    for clause, bit in placed:
        if not isinstance(clause, Clause):
            yield bytes(bit if clause.refuses(endpoint) else 0 for endpoint in catalogue.endpoints)
        elif clause.column == "models":
            yield _scattered(catalogue, clause, bit)
        else:
            columns.setdefault(clause.column, []).append((clause, bit))
    for name, part in columns.items():
        yield from _translated(catalogue.columns[name], part)


def _translated(column: Column, placed: Iterable[tuple[Clause, int]]) -> Iterator[bytes]:
    """The lanes of a column's pages: which bits a value earns is one table lookup in C."""
    whole = 0
    for clause, bit in placed:
        whole |= int.from_bytes(_table(column, clause, bit), "little")
    size = len(column.pages) * CELLS
    table = bytearray(whole.to_bytes(size, "little"))
    table[::CELLS] = bytes(len(column.pages))  # cell 0 of a page: the value is on another page
    for number, page in enumerate(column.pages):
        yield page.translate(table[number * CELLS : (number + 1) * CELLS])


def _table(column: Column, clause: Clause, bit: int) -> bytearray:
    """For each cell of a column the bit of a clause, where it refuses the value in that cell."""
    outside, inside = (bit, 0) if clause.only else (0, bit)
    table = bytearray((outside,)) * (len(column.pages) * CELLS)
    for cell in chain.from_iterable(filter(None, map(column.cells.get, clause.entries))):
        table[cell] = inside
    return table


def _scattered(catalogue: Catalogue, clause: Clause, bit: int) -> bytearray:
    """The lane of a clause over models: the runs of the models that its entries cover."""
    outside, inside = (bit, 0) if clause.only else (0, bit)
    lane_ = bytearray((outside,)) * len(catalogue.endpoints)
    covered = bytes((inside,)) * catalogue.longest
    by_slug = catalogue.by_slug
    for entry in clause.entries:
        for _, _, _, _, start, stop, _ in by_slug.get(entry) or catalogue.covered(entry):
            lane_[start:stop] = covered[: stop - start]
    return lane_
