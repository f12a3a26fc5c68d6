"""Report: a comparison or a replay as one HTML file that works from disk, with charts.

The extra `report` installs what it needs: Vega-Lite, which draws the charts, and Jinja.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from routelock.integrations.report import compared, replayed
from routelock.integrations.report.document import written
from routelock.whatif.comparison import Comparison

if TYPE_CHECKING:
    from collections.abc import Mapping

    from routelock.whatif.replayed import Replayed

__all__ = ["html"]


def html(told: Comparison | Replayed, subject: Mapping[str, str] | None = None) -> str:
    """A whole HTML document: it needs no network, and equal values give equal documents.

    `subject` says what was compared, in words of the caller: names of files, say. Names out of a
    catalogue, a guardrail or a log are text in it, never markup. Of a table it has the first 2,000
    rows.
    """
    view = compared.page(told) if isinstance(told, Comparison) else replayed.page(told)
    return written(view, subject or {})
