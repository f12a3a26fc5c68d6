"""Planes: what policies refuse of one or two snapshots, one bit a row: a difference is `^`."""

from __future__ import annotations

import re
from functools import reduce
from operator import itemgetter, or_
from typing import TYPE_CHECKING, NamedTuple

from routelock.clauses import Clause
from routelock.lanes import plane
from routelock.reasons import Code, Layer, Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from routelock.catalogue import Catalogue, Endpoint
    from routelock.clauses import Refusal
    from routelock.policy import Policy

Row = tuple[str, str]
"""What an endpoint is called in every snapshot: the id of its model, and its tag."""

CHANGED = Reason(Code.CATALOGUE_CHANGED, Layer.CATALOGUE, None, "/endpoints")
"""Said of a row that stands in only one of two snapshots."""

_ONE = re.compile("1")


class Planes:
    """Bit planes of one snapshot over numbered rows: bit n is set where row n is refused.

    Rows are numbered as the endpoints are; with `places`, row n is endpoint `places[n]`, or none
    where that is one past the last. A plane is put together from those of the names that a clause
    lists, each worked out once: the cost goes by entries, not by endpoints. `there` has a bit for
    each row of the snapshot.
    """

    __slots__ = ("_named", "_rows", "there")

    def __init__(self, catalogue: Catalogue, places: Sequence[int] | None = None) -> None:
        self._rows = _Numbered(catalogue, places)
        self._named: dict[str, _Named] = {}
        self.there = self._rows.moved((1 << len(catalogue.endpoints)) - 1)

    def of(self, clause: Refusal) -> int:
        """The rows that a clause refuses."""
        if not isinstance(clause, Clause):
            return self._rows.plane(clause)
        named = self._named.get(clause.column) or self._column(clause.column)
        covered = reduce(or_, map(named.__getitem__, clause.entries), 0)
        return covered ^ self.there if clause.only else covered

    def named(self, column: str, name: str) -> int:
        """The rows that a name in a list covers, in one of the columns of `Endpoint`."""
        return self._column(column)[name]

    def _column(self, name: str) -> _Named:
        return self._named.setdefault(name, _Named(name, self._rows))

    def left(self, policy: Policy) -> int:
        """The rows that survive."""
        return self.there & ~reduce(or_, map(self.of, policy.clauses), 0)

    def settings(self, policy: Policy) -> Mapping[Reason, int]:
        """The rows that each setting refuses, in the order of reasons."""
        planes: dict[Reason, int] = {}
        for clause in sorted(policy.clauses, key=lambda clause: clause.reason.sort_key()):
            planes[clause.reason] = planes.get(clause.reason, 0) | self.of(clause)
        return planes


class Rows(NamedTuple):
    """Two snapshots under one numbering of rows: those of the later, then those that went.

    `before` and `after` are the planes of each; where both are one snapshot they are one object.
    """

    names: tuple[Row, ...]
    before: Planes
    after: Planes

    def picked(self, bits: int) -> Iterator[Row]:
        """The names of the rows of a plane, in order."""
        return (self.names[found.start()] for found in _ONE.finditer(f"{bits:b}"[::-1]))


def side_by_side(before: Catalogue, after: Catalogue) -> Rows:
    """The rows of two snapshots, matched by model id and tag."""
    own = [*map(row, after.endpoints)]
    if before is after:
        planes = Planes(after)
        return Rows(tuple(own), planes, planes)
    earlier = {name: number for number, name in enumerate(map(row, before.endpoints))}
    later = {name: number for number, name in enumerate(own)}
    names = tuple(dict.fromkeys((*later, *earlier)))
    places = [[numbers.get(name, len(numbers)) for name in names] for numbers in (earlier, later)]
    return Rows(names, Planes(before, places[0]), Planes(after, places[1]))


def alone(planes: Iterable[int]) -> int:
    """The rows that just one of these planes has.

    >>> bin(alone([0b011, 0b110]))
    '0b101'
    """
    once = twice = 0
    for bits in planes:
        once, twice = once | bits, twice | once & bits
    return once & ~twice


def row(endpoint: Endpoint) -> Row:
    """The name of the row of an endpoint."""
    return endpoint.model.id, endpoint.tag


class _Numbered(NamedTuple):
    """A snapshot, and which of its endpoints is in which row."""

    catalogue: Catalogue
    places: Sequence[int] | None

    def plane(self, clause: Refusal) -> int:
        return self.moved(plane(self.catalogue, clause))

    def moved(self, bits: int) -> int:
        if self.places is None or not bits:
            return bits
        digits = f"{bits:0{len(self.catalogue.endpoints) + 1}b}"[::-1]
        return int("".join(itemgetter(*self.places, -1)(digits))[::-1], 2)


class _Named(dict[str, int]):
    """The rows that a name in a list covers, by name, worked out when first asked for."""

    __slots__ = ("column", "rows")

    def __init__(self, column: str, rows: _Numbered) -> None:
        self.column = column
        self.rows = rows

    def __missing__(self, name: str) -> int:
        bits = self.rows.plane(Clause(CHANGED, self.column, frozenset((name,))))
        self[name] = bits
        return bits
