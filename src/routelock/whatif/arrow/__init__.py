"""Arrow: logs as Arrow record batches in, totals as record batches out; it needs pyarrow."""

from __future__ import annotations

from routelock.whatif.arrow.batches import tallied
from routelock.whatif.arrow.totals import TALLY

__all__ = ["TALLY", "tallied"]
