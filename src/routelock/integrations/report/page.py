"""Page: what a report shows, as frozen values: facts, charts and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from routelock.explain import Table
    from routelock.integrations.report.charts import Chart


class Fact(NamedTuple):
    """A number that stands out, what it counts, and what puts it in proportion.

    `tone` is the name of a colour in `page.css`.
    """

    title: str
    number: str
    note: str = ""
    tone: str = ""


class Page(NamedTuple):
    """All of a report, from the top."""

    title: str
    sentence: str
    facts: tuple[Fact, ...]
    charts: tuple[Chart, ...]
    tables: tuple[Table, ...]


def share(part: int, whole: int) -> str:
    """A part in percent of its whole.

    >>> share(1, 3), share(1, 10_000), share(0, 0)
    ('33.3% of 3', 'under 0.1% of 10,000', '')
    """
    if not whole:
        return ""
    percent = 100 * part / whole
    said = "under 0.1%" if 0 < percent < 0.1 else f"{percent:.3g}%"  # noqa: PLR2004 (one digit)
    return f"{said} of {whole:,}"
