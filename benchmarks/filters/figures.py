"""Figures: all of one run, and the medians that tables and aims are made of."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.figures import rounded
from benchmarks.filters import ours
from benchmarks.filters.contender import described
from benchmarks.filters.texts import SIZES, Cell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.clock import Times
    from benchmarks.filters.agreement import Agreement
    from benchmarks.filters.contender import Kinds
    from benchmarks.filters.startup import Start


class Results(NamedTuple):
    """What one run measured: by kind and size of text, by label of who was measured."""

    machine: Mapping[str, str]
    kinds: Mapping[str, Kinds]
    times: Mapping[Cell, Times]
    agreed: Mapping[str, Mapping[str, Agreement]]
    starts: Mapping[Kinds, Start]
    absent: Mapping[str, str]

    def seen(self, cell: Cell, label: str) -> float | None:
        """Microseconds for a text."""
        times = self.times.get(cell, {}).get(label)
        return median(times) if times else None

    def speed(self, cell: Cell, label: str) -> float | None:
        """Millions of bytes a second."""
        seen = self.seen(cell, label)
        return SIZES[cell.size] / seen if seen else None

    def ratio(self, cell: Cell, label: str, kinds: Kinds | None = None) -> float | None:
        """How many times as long somebody takes as we do, over the same kinds or over others."""
        seen = self.seen(cell, label)
        mine = self.seen(cell, ours.label(self.kinds[label] if kinds is None else kinds))
        return seen / mine if seen and mine else None

    def as_json(self) -> dict[str, Any]:
        """Every single figure, microseconds unless the name says something else."""
        return {
            "machine": dict(self.machine),
            "kinds": {label: sorted(kinds) for label, kinds in self.kinds.items()},
            "times": {f"{kind}, {size}": rounded(t) for (kind, size), t in self.times.items()},
            "agreement": {
                label: {kind: each._asdict() for kind, each in found.items()}
                for label, found in self.agreed.items()
            },
            "start": {described(kinds): each._asdict() for kinds, each in self.starts.items()},
            "absent": dict(self.absent),
        }
