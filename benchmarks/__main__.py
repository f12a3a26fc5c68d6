"""All benchmarks of the routing core in one run: `python -m benchmarks --help`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks import first, gate, machine, report, routing, scale, weight
from benchmarks.figures import Results
from benchmarks.question import ask
from benchmarks.routing import Pace

SIZES = (2_000, 20_000, 200_000)
RESULTS = Path(__file__).parent / "results"
WEIGHED = 20_000
"""Endpoints up to which memory is traced, which makes loading many times slower."""

FULL, QUICK = Pace(61, 6.0), Pace(9, 0.5)


def main() -> None:
    """Measure, write the page and the raw figures, print the page."""
    asked = arguments()
    pace = QUICK if asked.quick else FULL
    results = run(asked.sizes, pace)
    page = report.page(results)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(page, encoding="utf-8")
    raw = json.dumps(results.as_json(), indent=1)
    asked.out.with_suffix(".json").write_text(raw + "\n", encoding="utf-8")
    print(page)


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument("suite", nargs="?", choices=("routing",), default="routing")
    parser.add_argument("--sizes", type=sizes, default=SIZES, metavar="N,N", help="endpoints")
    parser.add_argument("--quick", action="store_true", help="few rounds: a look, not a figure")
    parser.add_argument("--out", type=Path, default=RESULTS / "routing.md", help="a Markdown file")
    return parser.parse_args()


def sizes(text: str) -> tuple[int, ...]:
    """Whole numbers between commas."""
    return tuple(int(part) for part in text.split(","))


def run(asked: tuple[int, ...], pace: Pace) -> Results:
    """Everything, the smallest catalogue first."""
    questions = {}
    for size in sorted({scale.SMALLEST, *asked}):
        print(f"loading {size:,} endpoints", flush=True)
        questions[size] = ask(size)
    small = questions[min(asked)]
    alone = scale.measure(questions, pace.rounds * 5)
    started = first.measure(small, pace.rounds)
    decided = gate.measure(small, pace.rounds)
    weights = {size: weight.weigh(size, questions[size]) for size in asked if size <= WEIGHED}
    imports = weight.import_time(pace.rounds // 3)
    measured = {}
    for size in asked:
        print(f"measuring at {size:,} endpoints", flush=True)
        measured[size] = routing.measure(size, questions[size], pace)
    facts = {**machine.facts(), "rounds": f"{pace.rounds}, {pace.budget:g} s for each question"}
    return Results(facts, measured, alone, started, decided, weights, imports)


if __name__ == "__main__":
    main()
