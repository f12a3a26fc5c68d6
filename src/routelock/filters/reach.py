"""Reach: which places lie inside others."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class Place(Protocol):
    """Anything with a start and an end (exclusive)."""

    @property
    def start(self) -> int:
        """Where it starts."""
        ...

    @property
    def end(self) -> int:
        """Where it has ended."""
        ...


AnyPlace = TypeVar("AnyPlace", bound=Place)


def beyond(known: Sequence[Place], more: Iterable[AnyPlace]) -> list[AnyPlace]:
    """Those of `more` that lie in none of the places that are `known`, nor in each other.

    >>> from routelock.filters.detector import Span
    >>> known = [Span(0, 9, "a"), Span(3, 4, "b")]
    >>> [span[:2] for span in beyond(known, [Span(3, 9, "c"), Span(8, 12, "c"), Span(8, 12, "d")])]
    [(8, 12)]
    """
    ranked = sorted((place.start, place.end) for place in known)
    starts = [start for start, _ in ranked]
    ends = [0, *accumulate((end for _, end in ranked), max)]
    return [
        place for place in _outermost(more) if ends[bisect_right(starts, place.start)] < place.end
    ]


def _outermost(places: Iterable[AnyPlace]) -> Iterator[AnyPlace]:
    last = 0
    for place in sorted(places, key=lambda place: (place.start, -place.end)):
        if place.end > last:
            last = place.end
            yield place
