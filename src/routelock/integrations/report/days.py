"""Days: values by day, as lines or as stacked columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.integrations.report.charts import Chart, colour, figure, met, numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from routelock.integrations.report.charts import Spec, Tones

SIZE = {"width": 460, "height": 200}
DAY = 86_400_000  # milliseconds


class Point(NamedTuple):
    """A value on a day (`2026-01-31`); `part` is a key of the chart's tones."""

    day: str
    part: str
    value: float


def lines(title: str, points: Sequence[Point], tones: Tones, unit: str) -> Chart | None:
    """Values by day as lines from zero, the first part dashed; `None` without a day."""
    mark = {"type": "line", "point": {"size": 26}, "strokeWidth": 2}
    dashes = [[5, 3], *([1, 0] for _ in list(tones)[1:])]
    dash = {"field": "part", "scale": {"range": dashes}, "sort": [*tones], "legend": None}
    return _daily(title, points, tones, unit, {"mark": mark, "encoding": {"strokeDash": dash}})


def columns(title: str, points: Sequence[Point], tones: Tones, unit: str) -> Chart | None:
    """Values by day as stacked columns; `None` where there is nothing to show."""
    found = [point for point in points if point.value]
    mark = {"type": "bar", "binSpacing": 1}
    return _daily(title, found, met(tones, found), unit, {"mark": mark})


def _daily(
    title: str, points: Sequence[Point], tones: Tones, unit: str, drawn: Spec
) -> Chart | None:
    if not points:
        return None
    encoding = {
        "x": _axis(points),
        "y": {"field": "value", "type": "quantitative", "title": unit, "axis": {"tickCount": 5}},
        "color": colour(tones),
        "description": {"field": "said"},
        **drawn.pop("encoding", {}),
    }
    rows = [_point(point, unit) for point in points]
    spec = {"data": {"values": rows}, **SIZE, **drawn, "encoding": encoding}
    return Chart(title, spec, numbers(unit, tones, points))


def _point(point: Point, unit: str) -> Spec:
    said = f"{point.day}: {figure(point.value)} {unit}, {point.part}"
    return {**point._asdict(), "said": said}


def _axis(points: Sequence[Point]) -> Spec:
    """Days as they are, in UTC; months where they are of more than one year."""
    years = {point.day[:4] for point in points}
    form = "%-d %b" if len(years) == 1 else "%b %Y"
    axis = {"format": form, "tickCount": 7, "tickMinStep": DAY, "grid": False}
    unit = "utcyearmonthdate"
    return {"field": "day", "type": "temporal", "timeUnit": unit, "title": None, "axis": axis}
