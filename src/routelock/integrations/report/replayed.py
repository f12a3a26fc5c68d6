"""Replayed: the page of a replay: what a change does to requests and costs, and why."""

from __future__ import annotations

import json
from itertools import starmap
from typing import TYPE_CHECKING

from routelock.explain import setting
from routelock.integrations.report.bars import Count, bars
from routelock.integrations.report.charts import figure
from routelock.integrations.report.days import Point, columns, lines
from routelock.integrations.report.page import Fact, Page, share
from routelock.reasons import Code, Layer, Reason
from routelock.whatif import report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from routelock.whatif.replayed import Replayed, Totals

SIDES = {"before": "before", "after": "after"}
CHANGES = {"newly refused": "lost", "rerouted": "moved", "newly allowed": "gained"}
NOBODY = "-"


def page(told: Replayed) -> Page:
    """The facts, charts and tables of a replay."""
    found = report.replayed(told)
    days = {day: totals for day, totals in told.by["by_day"].items() if day}
    reasons = {_said(name): totals for name, totals in told.by["by_reason"].items()}
    drawn = (
        lines("Requests served, by day", [*_sides(days, _served)], SIDES, "requests"),
        lines("Cost, by day", [*_sides(days, _cost)], SIDES, "USD"),
        columns("Requests affected, by day", [*_daily(days)], CHANGES, "requests"),
        bars("Requests affected, by reason", _changes(reasons.items()), CHANGES),
        bars("Requests affected, by model", _changes(told.by["by_model"].items()), CHANGES),
    )
    charts = tuple(chart for chart in drawn if chart)
    return Page(
        "What the change would have done", found.sentence, _facts(told.total), charts, found.tables
    )


def _facts(total: Totals) -> tuple[Fact, ...]:
    counts = ((part, tone, _of(total, part)) for part, tone in CHANGES.items())
    return (
        *(Fact(part, f"{count:,}", share(count, total.rows), tone) for part, tone, count in counts),
        Fact("USD after", figure(total.cost_after), f"{figure(total.cost_before)} before"),
    )


def _of(totals: Totals, part: str) -> int:
    count: int = getattr(totals, part.replace(" ", "_"))
    return count


def _said(written: str | None) -> str:
    code, layer, guardrail, field = json.loads(written or "").values()
    return setting(Reason(Code(code), Layer(layer), guardrail, field))


def _served(totals: Totals) -> tuple[float, float]:
    return totals.rows - totals.refused_before, totals.rows - totals.refused_after


def _cost(totals: Totals) -> tuple[float, float]:
    return float(totals.cost_before), float(totals.cost_after)


def _sides(
    days: Mapping[str, Totals], pair: Callable[[Totals], tuple[float, float]]
) -> Iterator[Point]:
    for day, totals in days.items():
        for part, value in zip(SIDES, pair(totals), strict=True):
            yield Point(day, part, value)


def _daily(days: Mapping[str, Totals]) -> Iterator[Point]:
    return starmap(Point, _changes(days.items()))


def _changes(named: Iterable[tuple[str | None, Totals]]) -> Iterator[Count]:
    for name, totals in named:
        for part in CHANGES:
            yield Count(name or NOBODY, part, _of(totals, part))
