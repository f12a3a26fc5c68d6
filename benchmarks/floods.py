"""Floods: how fast texts are read that are nothing but hits and near misses, the slowest first.

    python -m benchmarks.floods [--only email,all] [--quick]

MB are millions of characters; time is CPU time, the best of a few runs.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.clock import quiet
from routelock.filters.builtin import BUILTINS
from routelock.filters.engine import Plan, plan
from routelock.filters.rule import Rule
from routelock.guardrail import Action
from routelock.message import Part
from routelock.reasons import Layer, Source
from tests.filters.floods import NAMES, flood

if TYPE_CHECKING:
    from collections.abc import Iterator

SHORT, LONG = 1 << 16, 1 << 20
ALL = "all"
RUNS = 3
AIM, MOST = 20.0, 2.2
"""MB/s at least, and how many times as long a text of twice the size may take."""


class Row(NamedTuple):
    """A flood, who reads it, MB/s of a short and a long text, and what doubling it costs."""

    speed: float
    short: float
    ratio: float
    reader: str
    flood: str

    def __str__(self) -> str:
        mark = "" if self.speed >= AIM and self.short >= AIM else "slow"
        mark = mark if self.ratio <= MOST else f"{mark} bent".strip()
        figures = f"{self.short:9.1f} {self.speed:9.1f} {self.ratio:7.2f}"
        return f"{figures}  {self.reader:24} {self.flood:28} {mark}".rstrip()


def main() -> None:
    """Measure every flood for every reader, print one line for each."""
    asked = arguments()
    readers = plans()
    chosen = {name: readers[name] for name in asked.only.split(",")} if asked.only else readers
    with quiet():
        rows = sorted(measured(chosen, 1 if asked.quick else RUNS))
    print(f"{'64 KB':>9} {'1 MB':>9} {'2x':>7}  MB/s, time for twice the text")
    for row in rows:
        print(row)
    print(
        f"{len(rows)} rows, {sum(min(row.speed, row.short) < AIM for row in rows)} slow, ", end=""
    )
    print(f"{sum(row.ratio > MOST for row in rows)} bent")


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser("python -m benchmarks.floods", description=__doc__)
    parser.add_argument("--only", metavar="NAME,NAME", help="slugs of builtins, `all` for the plan")
    parser.add_argument("--quick", action="store_true", help="one run each: a look, not a figure")
    return parser.parse_args()


def plans() -> dict[str, Plan]:
    """A plan for each builtin, and one of all."""
    source = Source(Layer.KEY)
    rules = {slug.value: Rule(source, "", Action.FLAG, slug) for slug in BUILTINS}
    return {ALL: plan(rules.values()), **{name: plan([rule]) for name, rule in rules.items()}}


def measured(readers: dict[str, Plan], runs: int) -> Iterator[Row]:
    """The rows of all floods."""
    for name in NAMES:
        texts = [flood(name, size) for size in (SHORT, LONG, 2 * LONG)]
        for reader, each in readers.items():
            short, long, double = (seconds(each, text, runs) for text in texts)
            yield Row(LONG / long / 1e6, SHORT / short / 1e6, double / long, reader, name)


def seconds(reader: Plan, text: str, runs: int) -> float:
    """The least CPU time that one reading took."""
    part = Part(None, "/prompt", "user", text)
    best = float("inf")
    for _ in range(runs):
        start = process_time()
        reader.scan(part)
        best = min(best, process_time() - start)
    return max(best, 1e-6)


if __name__ == "__main__":
    main()
