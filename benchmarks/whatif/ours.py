"""Ours: the effects of a change, from documents and from policies, and the difference alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.whatif.world import CODES, Effect
from routelock.reasons import Code, Layer
from routelock.testing.catalogues import VENDORS
from routelock.vendors import Vendors
from routelock.whatif import effects
from routelock.whatif.planes import side_by_side
from routelock.wire import catalogue as catalogues
from routelock.wire import guardrails

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.whatif.world import Json, World
    from routelock.policy import Policy

ORDER = tuple(map(Code, CODES))


def prepare(world: World) -> Callable[[], list[Effect]]:
    """Policies that were read before; planes are made afresh each time."""
    catalogue, words = catalogues.decode(world.catalogue), Vendors(VENDORS)
    pairs = [(policy(before, words), policy(after, words)) for before, after in world.pairs]

    def run() -> list[Effect]:
        return [
            Effect(
                one.lost,
                one.gained,
                tuple(one.lost_by.get(code, 0) for code in ORDER),
                tuple(one.gained_by.get(code, 0) for code in ORDER),
            )
            for one in effects(pairs, catalogue)
        ]

    return run


def difference(world: World) -> Callable[[], tuple[int, int]]:
    """What survives on both sides is known: who is lost and gained is counted."""
    catalogue, words = catalogues.decode(world.catalogue), Vendors(VENDORS)
    planes = side_by_side(catalogue, catalogue).after
    left = [
        (planes.left(policy(before, words)), planes.left(policy(after, words)))
        for before, after in world.pairs
    ]

    def run() -> tuple[int, int]:
        lost = gained = 0
        for before, after in left:
            lost += (before & ~after).bit_count()
            gained += (after & ~before).bit_count()
        return lost, gained

    return run


def policy(document: Json, words: Vendors) -> Policy:
    """A guardrail of a member, as a policy."""
    return guardrails.policy(guardrails.decode(document, words), Layer.MEMBER, words, "g")
