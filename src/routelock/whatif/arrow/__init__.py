"""Arrow: logs as Arrow record batches in, totals as record batches out; it needs pyarrow."""

from __future__ import annotations

from routelock.whatif.arrow.batches import tallied
from routelock.whatif.arrow.cuts import PLACE, TRIED, cuts, tried
from routelock.whatif.arrow.totals import TALLY

__all__ = ["PLACE", "TALLY", "TRIED", "cuts", "tallied", "tried"]
