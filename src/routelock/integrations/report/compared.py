"""Compared: the page of a comparison: what a change takes and gives, and which setting does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from routelock.explain import setting
from routelock.integrations.report.bars import Count, bars
from routelock.integrations.report.page import Fact, Page, share
from routelock.whatif import report

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from routelock.whatif.comparison import Change, Comparison

ALONE, TOGETHER = "by this setting alone", "by others as well"
LOST, GAINED = "lost", "gained"


def page(told: Comparison) -> Page:
    """The facts, charts and tables of a comparison."""
    found = report.compared(told)
    lost, gained = told.endpoints_lost, told.endpoints_gained
    drawn = (
        bars("Endpoints lost, by reason", _reasons(lost), {ALONE: "lost", TOGETHER: "lost-soft"}),
        bars(
            "Endpoints gained, by what fell away",
            _reasons(gained),
            {ALONE: "gained", TOGETHER: "gained-soft"},
        ),
        bars(
            "Endpoints lost and gained, by host",
            [*_hosts(LOST, lost), *_hosts(GAINED, gained)],
            {LOST: "lost", GAINED: "gained"},
        ),
    )
    charts = tuple(chart for chart in drawn if chart)
    tables = sorted(found.tables, key=lambda table: table.title not in {LOST, GAINED})
    return Page("What the change does", found.sentence, _facts(told), charts, tuple(tables))


def _facts(told: Comparison) -> tuple[Fact, ...]:
    before, after = told.before, told.after
    lost, gained = len(told.endpoints_lost), len(told.endpoints_gained)
    gone, come = len(told.models_lost), len(told.models_gained)
    return (
        Fact("endpoints lost", f"{lost:,}", share(lost, before.endpoints), "lost"),
        Fact("endpoints gained", f"{gained:,}", f"{after.endpoints:,} are left", "gained"),
        Fact("models lost", f"{gone:,}", share(gone, before.models), "lost"),
        Fact("models gained", f"{come:,}", f"{after.models:,} are left", "gained"),
    )


def _reasons(changes: Iterable[Change]) -> Iterator[Count]:
    for change in changes:
        part = ALONE if len(change.reasons) == 1 else TOGETHER
        for reason in change.reasons:
            yield Count(setting(reason), part, 1)


def _hosts(part: str, changes: Iterable[Change]) -> Iterator[Count]:
    for change in changes:
        yield Count(change.tag.partition("/")[0], part, 1)
