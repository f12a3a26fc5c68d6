"""What if: what a change of guardrails or of the catalogue would do, before it is made."""

from __future__ import annotations

from routelock.whatif.compare import compare
from routelock.whatif.comparison import Change, Comparison, Cost, Setting
from routelock.whatif.effects import Effect, effects

__all__ = ["Change", "Comparison", "Cost", "Effect", "Setting", "compare", "effects"]
