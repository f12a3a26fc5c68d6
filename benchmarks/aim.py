"""Aim: a figure that a run should reach, and its row in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from benchmarks.tables import NOTHING, number

if TYPE_CHECKING:
    from collections.abc import Callable

Results = TypeVar("Results")
HEAD = ("aim", "target", "seen", "")


class Aim(NamedTuple, Generic[Results]):
    """What is to be at least (or `most`: at most) so much, in some unit; `x` is a ratio."""

    text: str
    target: float
    unit: str
    figure: Callable[[Results], float | None]
    most: bool = False

    def met(self, seen: float) -> bool:
        """Whether a figure is good enough."""
        return seen <= self.target if self.most else seen >= self.target


def aimed(aim: Aim[Results], results: Results) -> tuple[str, ...]:
    """What was wanted, what was seen, and whether that is enough."""
    seen = aim.figure(results)
    target = f"{'at most' if aim.most else 'at least'} {aim.target:,g} {aim.unit}"
    if seen is None:
        return (aim.text, target, NOTHING, "not measured")
    outcome = "met" if aim.met(seen) else "**missed**"
    return (aim.text, target, f"{number(seen)} {aim.unit}", outcome)
