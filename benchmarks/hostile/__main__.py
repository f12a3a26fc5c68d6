"""Forty catastrophic patterns beside busy threads: `python -m benchmarks.hostile --help`."""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks import machine
from benchmarks.hostile.others import search
from benchmarks.hostile.ours import FALLBACK, Outcome, busy, outcome
from benchmarks.hostile.patterns import HOSTILE, Hostile
from benchmarks.hostile.report import Results, Row, page

OUT = Path(__file__).parents[1] / "results" / "hostile.md"
ENGINES = ("re", "regex")
PROCESSES = 6
"""At once: each has its own clock, and most of them have to be waited for."""

PACKAGES = ("routelock", "google-re2", "regex")


def main() -> None:
    """Measure, write the page and the raw figures, print the page."""
    asked = arguments()
    engines = () if asked.ours else ENGINES
    results = run(engines)
    text = page(results)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(text, encoding="utf-8")
    raw = {"machine": dict(results.machine), "rows": [row.as_json() for row in results.rows]}
    data = json.dumps(raw, indent=1, ensure_ascii=False)
    asked.out.with_suffix(".json").write_text(data + "\n", encoding="utf-8")
    print(text)


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser("python -m benchmarks.hostile", description=__doc__)
    parser.add_argument("--ours", action="store_true", help="without `re` and `regex`")
    parser.add_argument("--out", type=Path, default=OUT, help="a Markdown file")
    return parser.parse_args()


def run(engines: tuple[str, ...]) -> Results:
    """Everything: ours beside busy threads, the others in processes of their own meanwhile."""
    before = machine.load()
    with ThreadPoolExecutor(PROCESSES) as pool:
        asked = [{name: pool.submit(search, name, each) for name in engines} for each in HOSTILE]
        with busy():
            mine = [both(each) for each in HOSTILE]
        others = [{name: each.result() for name, each in some.items()} for some in asked]
    rows = [Row(each, *pair, rest) for each, pair, rest in zip(HOSTILE, mine, others, strict=True)]
    facts = {**machine.facts(PACKAGES), "load before": before, "load after": machine.load()}
    return Results(facts, rows)


def both(hostile: Hostile) -> tuple[Outcome, Outcome]:
    """Alone and with a fallback, which is the same where RE2 runs the pattern."""
    alone = outcome(hostile)
    return alone, alone if alone.read is not None else outcome(hostile, FALLBACK)


if __name__ == "__main__":
    main()
