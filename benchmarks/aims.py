"""Aims: what we set out to reach, and whether a run reached it."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from benchmarks import first, gate, ours, routing, scale
from benchmarks.aim import Aim
from benchmarks.clock import medians

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.clock import Times
    from benchmarks.figures import Results

    Figure = Callable[[Results], float | None]

AT = 2_000
"""Endpoints at which aims are looked at."""


ONE: tuple[tuple[str, float], ...] = (
    (routing.RUST, 20),
    (routing.CEDAR, 30),
    (routing.OPA, 75),
    (routing.FROZENSETS, 1),
)
"""How many times as long these have to take for one model, with all reasons."""

WHOLE: tuple[tuple[str, float], ...] = (
    (routing.FROZENSETS, 40),
    (routing.MADE, 1.3),
    (routing.KEPT, 1.3),
    (routing.RUST, 500),
    (routing.OPA, 1_500),
    (routing.CEDAR, 2_000),
)
"""The same for a whole catalogue, against our lanes and against our list."""

SIZES = (scale.SMALLEST, 200_000)
"""Endpoints at which one model has to take as long as elsewhere."""


def aims() -> Iterator[Aim[Results]]:
    """Every aim."""
    for label, target in ONE:
        yield Aim(f"one model: {label}", target, "x", ratio("one", label, ours.OURS))
    yield Aim("one model, asked again: ours to two dict lookups", 2, "x", again, most=True)
    for name in (scale.FIRST, scale.AGAIN):
        for size in SIZES:
            text = f"one model, {name}: {size:,} to {AT:,} endpoints"
            yield Aim(text, 1.5, "x", grown(name, size), most=True)
    for name, mine in (("lanes", ours.LANES), ("list", ours.OURS)):
        for label, target in WHOLE:
            yield Aim(f"catalogue ({name}): {label}", target, "x", ratio("whole", label, mine))
    yield Aim(first.TOTAL, 40, "µs", seen(lambda results: results.first, first.TOTAL), most=True)
    yield Aim("memory of an endpoint", 256, "bytes", weight, most=True)
    yield Aim("import beyond dependencies", 10, "ms", imported, most=True)
    for label, target in ((gate.TOTAL, 15), (gate.POLICY, 1)):
        yield Aim(label, target, "µs", seen(lambda results: results.gate.times, label), most=True)


def ratio(question: str, label: str, mine: str) -> Figure:
    """How many times as long a contender takes as one of our paths."""

    def figure(results: Results) -> float | None:
        return over(results.seen(question, AT, label), results.seen(question, AT, mine))

    return figure


def grown(name: str, size: int) -> Figure:
    """How many times as long one model takes at a size as at the size of the aims."""

    def figure(results: Results) -> float | None:
        times = medians(results.scale[name])
        return over(times.get(str(size)), times.get(str(AT)))

    return figure


def seen(part: Callable[[Results], Times], label: str) -> Figure:
    """A median of some part of a run."""
    return lambda results: medians(part(results))[label]


def again(results: Results) -> float | None:
    """A memo against the floor of memos."""
    return over(results.seen("one", AT, ours.AGAIN), results.seen("one", AT, ours.FLOOR))


def weight(results: Results) -> float | None:
    """Bytes of an endpoint."""
    return results.weight[AT].endpoint if AT in results.weight else None


def imported(results: Results) -> float:
    """Milliseconds of an import."""
    return median(results.imports)


def over(one: float | None, other: float | None) -> float | None:
    """A ratio, where both are there."""
    return one / other if one and other else None
