"""Judge: whether answers are right, by the oracle, and whether all say the same."""

from __future__ import annotations

import random
from collections import Counter
from math import isclose
from typing import TYPE_CHECKING, Any

from benchmarks.whatif.world import CODES, Effect
from routelock.testing import oracle
from routelock.testing.catalogues import VENDORS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.whatif.world import Json, World


class DisagreementError(Exception):
    """Somebody gives another answer: then no figure means anything."""


def check(world: World, answer: Sequence[Effect], many: int) -> None:
    """Compare a sample with the oracle, which knows nothing of anybody's rules."""
    for number in random.Random(0).sample(range(len(world.pairs)), min(many, len(world.pairs))):
        before, after = world.pairs[number]
        wanted = effect(world.catalogue, before, after)
        if wanted != answer[number]:
            message = f"guardrail {number}: {answer[number]}, the oracle says {wanted}"
            raise DisagreementError(message)


def effect(catalogue: Json, before: Json, after: Json) -> Effect:
    """What the oracle says that a change does."""
    was, now = (_excluded(catalogue, document) for document in (before, after))
    lost = Counter(code for row in now.keys() - was.keys() for code in now[row])
    gained = Counter(code for row in was.keys() - now.keys() for code in was[row])
    return Effect(
        len(now.keys() - was.keys()),
        len(was.keys() - now.keys()),
        tuple(lost[code] for code in CODES),
        tuple(gained[code] for code in CODES),
    )


def _excluded(catalogue: Json, document: Json) -> dict[Any, set[str]]:
    told = oracle.decide(catalogue, [("member", "g", document)], vendors=VENDORS)
    return {
        (row["model_id"], row["tag"]): {reason["code"] for reason in row["reasons"]}
        for row in told["excluded"]
    }


def same(name: str, told: Sequence[Effect], answer: Sequence[Effect]) -> None:
    """Compare two answers."""
    if told != answer:
        message = f"{name} says something else"
        raise DisagreementError(message)


def agree(totals: Mapping[str, Mapping[str, float]]) -> None:
    """Compare totals of replays; sums of floats go by their order, so those may differ a little."""
    first: Mapping[str, float] = next(iter(totals.values()), {})
    for name, told in totals.items():
        for count in told.keys() & first.keys():
            if not isclose(told[count], first[count], rel_tol=1e-9):
                message = f"{name}: {count} is {told[count]}, and not {first[count]}"
                raise DisagreementError(message)
