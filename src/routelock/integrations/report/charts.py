"""Charts: what every chart has, in the colours of the page that it stands in.

A chart is a Vega-Lite specification. Its colours are variables of `page.css`, so one drawing does
for light, dark and paper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.explain import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from decimal import Decimal

Spec = dict[str, Any]
Tones = dict[str, str]
"""The parts that bars are stacked of, or the lines of a chart, each with its colour."""

Part = tuple[str, str, float]
"""A name or a day, one of its parts, and how much that is."""


class Chart(NamedTuple):
    """A drawing, what it shows, and the same numbers for whoever does not see it."""

    title: str
    spec: Spec
    numbers: Table


def shown(name: str) -> str:
    """A name without signs that no document may hold."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)


def colour(tones: Tones) -> Spec:
    """The channel that gives each part its colour, with a legend above the chart."""
    scale = {"domain": [*tones], "range": [f"var(--{tone})" for tone in tones.values()]}
    return {"field": "part", "type": "nominal", "scale": scale, "legend": LEGEND}


def met(tones: Tones, rows: Iterable[Part]) -> Tones:
    """The parts that there are, in the order of the tones."""
    parts = {part for _, part, _ in rows}
    return {part: tone for part, tone in tones.items() if part in parts}


def numbers(unit: str, parts: Iterable[str], rows: Iterable[Part]) -> Table:
    """The numbers of a chart: a row for each name or day, a column for each part."""
    found: dict[str, dict[str, float]] = {}
    for name, part, number in rows:
        found.setdefault(name, dict.fromkeys(parts, 0))[part] = number
    cells = tuple((name, *map(figure, each.values())) for name, each in found.items())
    titles = (f"{part} ({unit})" if unit else part for part in parts)
    return Table("numbers", (Column("", names=True), *map(Column, titles)), cells)


def figure(value: Decimal | float) -> str:
    """A number for people; of an amount cents, and below one enough digits to see something.

    >>> figure(12_000), figure(1234.5), figure(0.00042), figure(0.0)
    ('12,000', '1,234.50', '0.00042', '0.00')
    """
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.2f}" if value >= 1 or not value else f"{value:.3g}"


LEGEND = {"orient": "top", "title": None}

CONFIG: Mapping[str, Any] = {
    "background": "transparent",
    "font": "Arial, Liberation Sans, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "aria": False,
        "labelColor": "currentColor",
        "labelFontSize": 12,
        "titleColor": "currentColor",
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "gridColor": "var(--line)",
        "domainColor": "var(--line)",
        "tickColor": "var(--line)",
        "ticks": False,
        "labelPadding": 6,
    },
    "legend": {
        "aria": False,
        "labelColor": "currentColor",
        "labelFontSize": 12,
        "symbolType": "square",
        "columnPadding": 20,
    },
    "text": {"color": "currentColor", "fontSize": 12},
}
"""How every chart looks."""
