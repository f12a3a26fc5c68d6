"""Agreement: on how many findings a peer and we are of one mind, and who else finds what."""

from __future__ import annotations

from bisect import bisect_right
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.filters.contender import Contender, Kinds, Place


class Agreement(NamedTuple):
    """Places of ours that one of theirs of the same kind overlaps, and those that none does."""

    both: int = 0
    ours_only: int = 0
    theirs_only: int = 0

    @property
    def share(self) -> float:
        """Of all findings those that both have; all of none is all."""
        total = sum(self)
        return self.both / total if total else 1.0


def agreement(ours: Contender, peer: Contender, texts: Sequence[str]) -> Agreement | None:
    """How far a peer's findings are ours, over the kinds that it tells places of."""
    mine, theirs = ours.places, peer.places
    if mine is None or theirs is None:
        return None
    kinds = peer.kinds & peer.placed
    found = [compared(joined(mine(t), kinds), joined(theirs(t), kinds)) for t in texts]
    return Agreement(*map(sum, zip(*found, strict=True)))


def compared(mine: Sequence[Place], theirs: Sequence[Place]) -> Agreement:
    """The findings of one text."""
    both = shared(mine, theirs)
    return Agreement(both, len(mine) - both, len(theirs) - shared(theirs, mine))


def shared(places: Sequence[Place], others: Sequence[Place]) -> int:
    """How many places have a character in common with one of the others of their kind."""
    ends: dict[str, list[int]] = {}
    starts: dict[str, list[int]] = {}
    for each in others:
        ends.setdefault(each.kind, []).append(each.end)
        starts.setdefault(each.kind, []).append(each.start)
    count = 0
    for start, end, kind in places:
        first = bisect_right(ends.get(kind, ()), start)  # the first that ends behind the start
        count += any(other < end for other in starts.get(kind, ())[first : first + 1])
    return count


def joined(places: Iterable[Place], kinds: Kinds) -> list[Place]:
    """Places of these kinds, by kind and start; those of one kind that overlap count as one."""
    found: list[Place] = []
    asked = sorted((each for each in places if each.kind in kinds), key=lambda each: each.kind)
    for _, group in groupby(asked, key=lambda each: each.kind):
        last: Place | None = None
        for place in sorted(group):
            if last is not None and place.start < last.end:
                last = last._replace(end=max(last.end, place.end))
                found[-1] = last
            else:
                last = place
                found.append(place)
    return found
