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

WIDTH = 8
CELLS = PAGE + 1
_DIGITS = b"0" + b"1" * 255


def lane(catalogue: Catalogue, clauses: Sequence[Refusal]) -> bytes:
    """One byte per endpoint: bit k is set where clause k of at most 8 refuses it.

    >>> from routelock.catalogue import Catalogue
    >>> lane(Catalogue((), ()), ())
    b''
    """
    bits = {clause: 1 << place for place, clause in enumerate(clauses)}
    layers = _layers(catalogue, bits)
    whole = reduce(or_, (int.from_bytes(layer, "little") for layer in layers), 0)
    return whole.to_bytes(len(catalogue.endpoints), "little")


def plane(catalogue: Catalogue, clause: Refusal) -> int:
    """One bit per endpoint, bit n for endpoint n: set where the clause refuses it."""
    digits = lane(catalogue, (clause,)).translate(_DIGITS)
    return int(digits[::-1] or b"0", 2)


def _layers(catalogue: Catalogue, bits: dict[Refusal, int]) -> Iterator[bytes | bytearray]:
    placed: dict[str, list[tuple[Clause, int]]] = {}
    for clause, bit in bits.items():
        if not isinstance(clause, Clause):
            yield bytes(bit if clause.refuses(endpoint) else 0 for endpoint in catalogue.endpoints)
        elif clause.column == "models":
            yield _scattered(catalogue, clause, bit)
        else:
            placed.setdefault(clause.column, []).append((clause, bit))
    for name, part in placed.items():
        yield from _translated(catalogue.columns[name], part)


def _translated(column: Column, placed: Iterable[tuple[Clause, int]]) -> Iterator[bytes]:
    """The lanes of a column's pages: which bits a value earns is one table lookup in C."""
    default = sum(bit for clause, bit in placed if clause.only)
    table = bytearray(b"\0" + bytes((default,)) * PAGE) * len(column.pages)
    for clause, bit in placed:
        named = filter(None, map(column.cells.get, clause.entries))
        if clause.only:
            spared = ~bit
            for cell in chain.from_iterable(named):
                table[cell] &= spared
        else:
            for cell in chain.from_iterable(named):
                table[cell] |= bit
    for number, page in enumerate(column.pages):
        part = table[number * CELLS : (number + 1) * CELLS]
        if any(part):
            yield page.translate(part)


def _scattered(catalogue: Catalogue, clause: Clause, bit: int) -> bytearray:
    """The lane of a clause over models: the runs of the models that its entries cover."""
    outside, inside = (bit, 0) if clause.only else (0, bit)
    lane_ = bytearray((outside,)) * len(catalogue.endpoints)
    covered = bytes((inside,)) * catalogue.longest
    for entry in clause.entries:
        for model in catalogue.covered(entry):
            lane_[model.start : model.stop] = covered[: model.stop - model.start]
    return lane_
