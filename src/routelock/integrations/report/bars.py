"""Bars: counts by name, the longest first, each stacked of its parts."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from routelock.integrations.report.charts import Chart, colour, met, numbers, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from routelock.integrations.report.charts import Spec, Tones

MOST = 10
"""Bars of one chart: more of them nobody compares."""

WIDTH = 270
LINE, LINES = 28, 3
"""Code points in a line of a label, and the most lines that it has."""


class Count(NamedTuple):
    """How many there are of one part under one name; a part is a key of the chart's tones."""

    name: str
    part: str
    number: int


def bars(title: str, counts: Iterable[Count], tones: Tones) -> Chart | None:
    """Names as bars, the longest first; `None` where there is nothing to show."""
    found = _added(counts)
    totals = Counter[str]()
    for name, _, number in found:
        totals[name] += number
    ranks = {name: rank for rank, (name, _) in enumerate(totals.most_common(MOST))}
    kept = sorted((one for one in found if one.name in ranks), key=lambda one: ranks[one.name])
    if not kept:
        return None
    parts = met(tones, kept)
    rows = [_bar(_label(ranks[one.name], one.name), one) for one in kept]
    cut = f" (the first {MOST} of {len(totals)})" if len(totals) > MOST else ""
    return Chart(f"{title}{cut}", _spec(rows, parts), numbers("", parts, kept))


def _added(counts: Iterable[Count]) -> list[Count]:
    """One count for each name and part, those of nothing left out."""
    found = Counter[tuple[str, str]]()
    for name, part, count in counts:
        found[shown(name), part] += count
    return [Count(*key, count) for key, count in found.items() if count]


def _label(rank: int, name: str) -> str:
    """A number to sort by, and to tell names apart that are cut alike; then the lines to show."""
    lines = wrap(name.replace("`", ""), LINE, max_lines=LINES, placeholder=" …")
    return "\n".join((f"{rank:02}", *(lines or [""])))


def _bar(label: str, count: Count) -> Spec:
    said = f"{count.name}: {count.number:,} {count.part}"
    return {"name": label, "part": count.part, "count": count.number, "said": said}


def _spec(rows: list[Spec], parts: Tones) -> Spec:
    return {
        "data": {"values": rows},
        "width": WIDTH,
        "height": {"step": 12 + 14 * max(row["name"].count("\n") for row in rows)},
        "encoding": {"y": _NAMES},
        "layer": [_bars(parts), _SUMS],
    }


_NAMES = {
    "field": "name",
    "type": "nominal",
    "title": None,
    "axis": {
        "labelExpr": "slice(split(datum.label, '\\n'), 1)",
        "labelLimit": 240,
        "labelOffset": {
            "condition": [
                {
                    "test": f"length(split(datum.label, '\\n')) == {lines + 1}",
                    "value": 7.5 * (1 - lines),
                }
                for lines in range(2, LINES + 1)
            ],
            "value": 0,
        },
        "domain": False,
        "minExtent": 180,
    },
}
_SUMS = {
    "transform": [
        {"aggregate": [{"op": "sum", "field": "count", "as": "total"}], "groupby": ["name"]}
    ],
    "mark": {"type": "text", "align": "left", "dx": 5, "aria": False},
    "encoding": {
        "x": {"field": "total", "type": "quantitative"},
        "text": {"field": "total", "format": ","},
    },
}
"""The count of a whole bar, written at its end."""


def _bars(tones: Tones) -> Spec:
    parts = [*tones]
    return {
        "transform": [{"calculate": f"indexof({parts!r}, datum.part)", "as": "nth"}],
        "mark": {"type": "bar", "height": 18},
        "encoding": {
            "x": {"field": "count", "type": "quantitative", "axis": None},
            "color": colour(tones),
            "order": {"field": "nth"},
            "description": {"field": "said"},
        },
    }
