"""Effects: a change to many policies at once, counted: how much each loses and gains, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.reasons import Code
from routelock.whatif.planes import side_by_side

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from routelock.catalogue import Catalogue
    from routelock.policy import Policy
    from routelock.whatif.planes import Planes

Pair = tuple["Policy", "Policy"]


class Effect(NamedTuple):
    """The endpoints that one policy loses and gains, in all and by the code of each reason."""

    lost: int
    gained: int
    lost_by: Mapping[Code, int]
    gained_by: Mapping[Code, int]


def effects(
    pairs: Iterable[Pair], before: Catalogue, after: Catalogue | None = None
) -> Iterator[Effect]:
    """What each policy loses and gains between its two versions, in the order of the pairs.

    An endpoint that several codes refuse is counted under each. Without `after` both sides are
    over one catalogue.

    >>> from routelock import Catalogue, Policy
    >>> [effect.lost for effect in effects([(Policy(), Policy())], Catalogue([], []))]
    [0]
    """
    rows = side_by_side(before, before if after is None else after)
    for one, two in pairs:
        ours, theirs = rows.before.left(one), rows.after.left(two)
        changed = ours ^ theirs
        lost, gained = changed & ours, changed & theirs
        yield Effect(
            lost.bit_count(),
            gained.bit_count(),
            _by_code(rows.after, two, lost) if lost else {},
            _by_code(rows.before, one, gained) if gained else {},
        )


def _by_code(planes: Planes, policy: Policy, changed: int) -> Mapping[Code, int]:
    """How many of the changed rows each code refuses on the side where they do not survive."""
    found = {Code.CATALOGUE_CHANGED: changed & ~planes.there}
    for clause in policy.clauses:
        code = clause.reason.code
        found[code] = found.get(code, 0) | planes.of(clause) & changed
    return {code: bits.bit_count() for code, bits in found.items() if bits}
