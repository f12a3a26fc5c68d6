"""What a change would do, beside peers of the same rules: `python -m benchmarks.whatif`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks import machine
from benchmarks.clock import Task, interleaved, repeated
from benchmarks.whatif import judge, limits, ours
from benchmarks.whatif.peers import duckdb_sql, loop, numpy_masks, polars_frame
from benchmarks.whatif.report import (
    DIFFERENCE,
    DUCKDB,
    LOOP,
    NUMPY,
    OURS,
    POLARS,
    Replay,
    Results,
    page,
)
from benchmarks.whatif.world import world
from tools.traffic import Size, write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.whatif.world import Effect

    Ask = Callable[[], list[Effect]]

OUT = Path(__file__).parents[1] / "results" / "whatif.md"
PACKAGES = ("routelock", "pyarrow", "numpy", "polars", "duckdb", "pyspark")
PEERS = {NUMPY: numpy_masks, LOOP: loop, POLARS: polars_frame, DUCKDB: duckdb_sql}
SLOW = (LOOP, POLARS, DUCKDB)
ROUNDS, SAMPLE = 7, 200
ENGINES = {"process": (), "budgets": (), "duckdb": ("duckdb",), "spark": ("pyspark", "pandas")}


def main() -> None:
    """Measure, write the page and the raw figures, print the page."""
    asked = arguments()
    results = run(asked)
    text = page(results)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(text, encoding="utf-8")
    raw = json.dumps(results.as_json(), indent=1)
    asked.out.with_suffix(".json").write_text(raw + "\n", encoding="utf-8")
    print(text)


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser("python -m benchmarks.whatif", description=__doc__)
    parser.add_argument("--guardrails", type=int, default=10_000)
    parser.add_argument("--endpoints", type=int, default=2_000)
    parser.add_argument("--rows", type=int, default=2_000_000, help="of the log that is replayed")
    parser.add_argument("--engines", nargs="*", default=[*ENGINES], choices=[*ENGINES])
    parser.add_argument("--out", type=Path, default=OUT, help="a Markdown file")
    return parser.parse_args()


def run(asked: argparse.Namespace) -> Results:
    """Everything."""
    before = machine.load()
    times = effects(asked.guardrails, asked.endpoints)
    replays = replayed(asked.rows, asked.engines)
    facts = {**machine.facts(PACKAGES), "load before": before, "load after": machine.load()}
    return Results(facts, asked.guardrails, asked.endpoints, times, asked.rows, replays)


def effects(guardrails: int, endpoints: int) -> dict[str, list[float]]:
    """CPU microseconds of everybody; the run stops where two say other things."""
    given = world(guardrails, endpoints)
    runs = {OURS: ours.prepare(given), **{name: of.prepare(given) for name, of in PEERS.items()}}
    answer = runs[OURS]()
    judge.check(given, answer, SAMPLE)
    for name in PEERS:
        if name not in SLOW:
            judge.same(name, runs[name](), answer)
    tasks = [
        Task(name, judged(name, each, answer), 1, every=ROUNDS if name in SLOW else 1, brief=False)
        for name, each in runs.items()
    ]
    tasks.append(Task(DIFFERENCE, repeated(ours.difference(given), 1), 1, brief=False))
    return interleaved(tasks, [[] for _ in range(ROUNDS)])


def judged(name: str, run: Ask, answer: list[Effect]) -> Callable[[Sequence[str]], object]:
    """A run whose answer is compared; that takes a hundredth of the quickest."""
    return lambda _: judge.same(name, run(), answer)


def replayed(rows: int, engines: list[str]) -> dict[str, Replay | None]:
    """Each engine in a process of its own; `None` for one that is not installed."""
    found: dict[str, Replay | None] = {}
    with TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, Size(rows=rows))
        limits.write(folder)
        for engine in engines:
            there = all(machine.installed(each) != "not installed" for each in ENGINES[engine])
            found[engine] = once(engine, folder) if there else None
    totals = {name: one.totals for name, one in found.items() if one and name != "budgets"}
    judge.agree(totals)
    return found


def once(engine: str, folder: Path) -> Replay:
    """One replay."""
    words = [sys.executable, "-m", "benchmarks.whatif.one", engine, str(folder)]
    told = subprocess.run(words, check=True, stdout=subprocess.PIPE)  # noqa: S603 - ours
    return Replay(**json.loads(told.stdout.splitlines()[-1]))


if __name__ == "__main__":
    main()
