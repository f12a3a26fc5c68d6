"""Aims: what we set out to reach, and whether a run reached it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from benchmarks.aim import Aim
from benchmarks.filters import ours, suite
from benchmarks.filters.contender import ADDRESS, ALL, INJECTION, NAMES, described
from benchmarks.filters.texts import CLEAN, DENSE, FLOOD, SIZES, SPARSE, Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.filters.contender import Kinds
    from benchmarks.filters.figures import Results

SMALL, MEDIUM, LARGE, HUGE = SIZES

SPEEDS: tuple[tuple[str, float, tuple[str, ...]], ...] = (
    (CLEAN, 150, (MEDIUM,)),
    (CLEAN, 200, (LARGE, HUGE)),
    (SPARSE, 100, (LARGE, HUGE)),
    (DENSE, 40, (LARGE, HUGE)),
    (FLOOD, 20, (LARGE, HUGE)),
)
"""MB/s at least, for every kind but names, with prompt injection's views and without."""

RATIOS: tuple[tuple[str, float, tuple[str, ...]], ...] = (
    (suite.LITELLM, 50, (SMALL,)),
    (suite.LITELLM, 100, (MEDIUM, LARGE, HUGE)),
    (suite.PRESIDIO, 100, (MEDIUM, LARGE, HUGE)),
    (suite.CORE, 5, tuple(SIZES)),
    (suite.HYPERSCAN, 1.5, (MEDIUM, LARGE, HUGE)),
    (suite.HYPERSCAN_PLACES, 1.5, (MEDIUM, LARGE, HUGE)),
    (suite.HYPERSCAN_STARTS, 1.5, (MEDIUM, LARGE, HUGE)),
    (suite.SPACY, 2_000, (MEDIUM, LARGE)),
)
"""How many times as long these have to take for clean text, over the same kinds."""


STARTS: tuple[Kinds, ...] = (INJECTION, ALL)
"""Plans whose first text is measured in a fresh process."""


def aims() -> Iterator[Aim[Results]]:
    """Every aim."""
    for kinds in (ADDRESS, INJECTION):
        text = f"{CLEAN}, {SMALL}: {described(kinds)}"
        yield Aim(text, 4, "µs", partial(time, kinds), most=True)
        for kind, target, sizes in SPEEDS:
            for size in sizes:
                yield speed(Cell(kind, size), kinds, target)
    for kinds in (NAMES, ALL):
        yield speed(Cell(CLEAN, LARGE), kinds, 90)
    for label, target, sizes in RATIOS:
        for size in sizes:
            text = f"{CLEAN}, {size}: {label}, same kinds"
            yield Aim(text, target, "x", partial(ratio, Cell(CLEAN, size), label))
    for kinds in STARTS:
        name = f"start-up: {described(kinds)}"
        yield Aim(name, 250, "ms", partial(started, kinds, "ms"), most=True)
        yield Aim(name, 40, "MiB", partial(started, kinds, "mib"), most=True)


def speed(cell: Cell, kinds: Kinds, target: float) -> Aim[Results]:
    """So many MB/s with our plan for some kinds."""
    text = f"{cell.kind}, {cell.size}: {described(kinds)}"
    return Aim(text, target, "MB/s", lambda results: results.speed(cell, ours.label(kinds)))


def time(kinds: Kinds, results: Results) -> float | None:
    """Microseconds for a small text."""
    return results.seen(Cell(CLEAN, SMALL), ours.label(kinds))


def ratio(cell: Cell, label: str, results: Results) -> float | None:
    """How many times as long a peer takes, if it was there."""
    return results.ratio(cell, label) if label in results.kinds else None


def started(kinds: Kinds, figure: str, results: Results) -> float | None:
    """What a start costs, if it was measured."""
    found = results.starts.get(kinds)
    return getattr(found, figure) if found else None
