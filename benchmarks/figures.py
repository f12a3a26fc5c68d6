"""Figures: all of one run, and the medians that tables and aims are made of."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.clock import Times
    from benchmarks.gate import Decision
    from benchmarks.routing import Measured
    from benchmarks.weight import Bytes


class Results(NamedTuple):
    """What one run measured, by number of endpoints where that matters."""

    machine: Mapping[str, str]
    sizes: Mapping[int, Measured]
    scale: Mapping[str, Times]
    first: Times
    gate: Decision
    weight: Mapping[int, Bytes]
    imports: list[float]

    def times(self, question: str, size: int, label: str) -> list[float]:
        """All microseconds of a contender at a size, none where it was not measured."""
        measured = self.sizes.get(size)
        found: Times = getattr(measured, question) if measured else {}
        return found.get(label, [])

    def seen(self, question: str, size: int, label: str) -> float | None:
        """Their median; `question` is `whole` (the catalogue) or `one` (model)."""
        times = self.times(question, size, label)
        return median(times) if times else None

    def as_json(self) -> dict[str, Any]:
        """Every single figure, microseconds unless the name says something else."""
        return {
            "machine": dict(self.machine),
            "sizes": {
                str(size): {
                    "whole": rounded(measured.whole),
                    "one": rounded(measured.one),
                    "reasons": measured.reasons,
                    "absent": {each.label: each.why for each in measured.absent},
                    "witness": measured.witness,
                }
                for size, measured in self.sizes.items()
            },
            "scale": {name: rounded(times) for name, times in self.scale.items()},
            "first_decision": rounded(self.first),
            "gate": {"request_bytes": self.gate.size, "times": rounded(self.gate.times)},
            "bytes": {str(size): each._asdict() for size, each in self.weight.items()},
            "import_ms": self.imports,
        }


def rounded(times: Times) -> dict[str, list[float]]:
    """Times to the nanosecond."""
    return {label: [round(each, 3) for each in figures] for label, figures in times.items()}
