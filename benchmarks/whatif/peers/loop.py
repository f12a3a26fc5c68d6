"""A loop over endpoints with sets: what one would write first, done with some care."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.whatif.world import FIELDS, Effect

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.whatif.world import Json, Row, World

Said = tuple[object, ...]


def prepare(world: World) -> Callable[[], list[Effect]]:
    """Guardrails with sets instead of lists."""
    pairs = [(said(before), said(after)) for before, after in world.pairs]
    return lambda: [effect(before, after, world.rows) for before, after in pairs]


def said(document: Json) -> Said:
    """What a guardrail says, field by field; `None` for nothing."""
    values = map(document.get, FIELDS)
    return tuple(frozenset(value) if isinstance(value, list) else value for value in values)


def reasons(rules: Said, row: Row) -> tuple[bool, ...]:
    """Why an endpoint is refused, by code."""
    hosts, no_hosts, slugs, no_slugs, free, paid, zdr = rules
    return (
        hosts is not None and row.host not in hosts,  # type: ignore[operator]
        no_hosts is not None and row.host in no_hosts,  # type: ignore[operator]
        slugs is not None and row.slug not in slugs,  # type: ignore[operator]
        no_slugs is not None and row.slug in no_slugs,  # type: ignore[operator]
        free is False and row.free and row.trains,
        paid is False and not row.free and row.trains,
        zdr is True and row.retains,
    )


def effect(before: Said, after: Said, rows: list[Row]) -> Effect:
    """How much is lost and gained."""
    lost, gained = [0] * len(FIELDS), [0] * len(FIELDS)
    counts = {True: 0, False: 0}
    for row in rows:
        was, now = reasons(before, row), reasons(after, row)
        if any(was) == any(now):
            continue
        gone = any(now)
        by, why = (lost, now) if gone else (gained, was)
        counts[gone] += 1
        for place, holds in enumerate(why):
            by[place] += holds
    return Effect(counts[True], counts[False], tuple(lost), tuple(gained))
