"""SVG: Vega-Lite draws a chart, once, in this process; a page needs no script to show it."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from vl_convert import vegalite_to_svg

from routelock.integrations.report.charts import CONFIG

if TYPE_CHECKING:
    from routelock.integrations.report.charts import Chart

VERSION = "6.4"
"""Of Vega-Lite: another one may draw otherwise, so it is named."""

_MARK = re.compile(
    r'<path aria-label="([^"]*)" role="graphics-symbol" aria-roledescription="[^"]*"([^>]*)/>'
)


def drawn(chart: Chart) -> str:
    """The chart as an `<svg>` element: an image with a name, its marks with what they stand for.

    Text of the chart is escaped in it. Nothing is fetched.
    """
    svg = vegalite_to_svg({**chart.spec, "config": CONFIG}, VERSION, allowed_base_urls=[])
    named = f'<svg role="img" aria-label="{escape(chart.title)}" '
    return _MARK.sub(r"<path\2><title>\1</title></path>", svg).replace("<svg ", named, 1)
