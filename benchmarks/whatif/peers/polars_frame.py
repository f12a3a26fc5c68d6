"""Polars: a frame of endpoints, and one select of counts for some hundred guardrails at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from polars import col

from benchmarks.whatif.world import FIELDS, Effect

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.whatif.world import Json, World

MANY = 100
"""Guardrails in a select: one at a time spends its time on planning."""

TRUE = pl.lit(value=True)


def prepare(world: World) -> Callable[[], list[Effect]]:
    """Expressions are part of the question: they are made when it is asked, as ours are."""
    frame = pl.DataFrame([row._asdict() for row in world.rows])
    starts = range(0, len(world.pairs), MANY)

    def run() -> list[Effect]:
        found: list[Effect] = []
        for start in starts:
            some = world.pairs[start : start + MANY]
            columns = [one for n, pair in enumerate(some) for one in expressions(n, *pair)]
            counts = frame.select(columns).row(0)
            size = 2 + 2 * len(FIELDS)
            found += [effect(counts[n * size : n * size + size]) for n in range(len(some))]
        return found

    return run


def effect(counts: tuple[int, ...]) -> Effect:
    """The counts of one guardrail."""
    half = 2 + len(FIELDS)
    return Effect(counts[0], counts[1], counts[2:half], counts[half:])


def expressions(number: int, before: Json, after: Json) -> list[pl.Expr]:
    """Lost, gained, and each by code."""
    was, now = refusals(before), refusals(after)
    old, new = (pl.any_horizontal(pl.lit(value=False), *side.values()) for side in (was, now))
    lost, gained = new & ~old, old & ~new
    counts = [lost, gained]
    for side, changed in ((now, lost), (was, gained)):
        counts += [
            side[field] & changed if field in side else pl.lit(value=False) for field in FIELDS
        ]
    return [one.sum().alias(f"{number}-{place}") for place, one in enumerate(counts)]


def refusals(document: Json) -> dict[str, pl.Expr]:
    """The endpoints that each field refuses."""
    found = {}
    for name, (column, only) in LISTS.items():
        if name in document:
            listed = col(column).is_in(document[name])
            found[name] = ~listed if only else listed
    return found | {
        name: flag for name, (said, flag) in FLAGS.items() if document.get(name) is said
    }


LISTS = {
    "allowed_providers": ("host", True),
    "ignored_providers": ("host", False),
    "allowed_models": ("slug", True),
    "ignored_models": ("slug", False),
}
FLAGS = {
    "enable_free_model_training": (False, col("free") & col("trains")),
    "enable_paid_model_training": (False, ~col("free") & col("trains")),
    "enforce_zdr": (True, col("retains")),
}
