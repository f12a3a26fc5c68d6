"""Report: the figures of a run as a page of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.aim import HEAD, Aim, aimed
from benchmarks.clock import medians
from benchmarks.tables import NOTHING, number, section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from benchmarks.tables import Cells

OURS, DIFFERENCE = "routelock", "routelock: the difference alone"
NUMPY, LOOP = "NumPy, boolean masks", "a loop with frozensets"
POLARS, DUCKDB = "Polars", "DuckDB"

NAMES = {
    "process": "routelock, in process",
    "budgets": "routelock, in process, with budgets",
    "duckdb": "the rules in DuckDB SQL, no reasons",
    "spark": "routelock on Spark, local",
}

INTRODUCTION = """\
CPU time, everybody in turn in one process, medians; who takes more than a few seconds is measured
once. Everybody says the same of each guardrail, and the oracle too, on a sample of 200. A replay
runs in a process of its own; guardrails and catalogue are read before the clock starts, the log is
read on the clock; `peak` is all memory, what was read before included. Totals are equal."""


class Replay(NamedTuple):
    """Seconds, MB and totals of a replay."""

    wall: float
    cpu: float
    peak: float
    totals: Mapping[str, float]


class Results(NamedTuple):
    """All figures of a run; times are CPU microseconds."""

    machine: Mapping[str, str]
    guardrails: int
    endpoints: int
    times: Mapping[str, list[float]]
    rows: int
    replays: Mapping[str, Replay | None]

    def as_json(self) -> dict[str, Any]:
        """The raw figures."""
        replays = {name: one and one._asdict() for name, one in self.replays.items()}
        return self._asdict() | {"replays": replays}


def page(results: Results) -> str:
    """All tables of one run, as Markdown."""
    return "\n".join(_lines(results)) + "\n"


def _lines(results: Results) -> Iterator[str]:
    yield from ("# What if: figures of one run", "", INTRODUCTION)
    yield from section("Machine", ("what", "value"), results.machine.items())
    title = f"Before and after: {results.guardrails:,} guardrails, {results.endpoints:,} endpoints"
    yield from section(title, ("contender", "ms", "times routelock"), _effects(results))
    head = ("engine", "wall s", "CPU s", "rows a CPU second", "peak MB", "cut off")
    yield from section(f"Replay: {results.rows:,} rows", head, _replays(results))
    yield from section("Aims", HEAD, (aimed(aim, results) for aim in AIMS))


def _effects(results: Results) -> Iterator[Cells]:
    seen = medians(results.times)
    for name, each in sorted(seen.items(), key=lambda item: item[1]):
        yield (name, number(each / 1_000), number(each / seen[OURS]))


def _replays(results: Results) -> Iterator[Cells]:
    for name, one in results.replays.items():
        if one is None:
            yield (NAMES[name], *["not installed"], *[NOTHING] * 4)
            continue
        rate = f"{results.rows / one.cpu:,.0f}"
        cut = f"{one.totals.get('cut', 0):,}" if name == "budgets" else NOTHING
        yield (NAMES[name], number(one.wall), number(one.cpu), rate, number(one.peak), cut)


def _times(label: str) -> Callable[[Results], float | None]:
    def figure(results: Results) -> float | None:
        seen = medians(results.times)
        return seen[label] / seen[OURS]

    return figure


def _difference(results: Results) -> float | None:
    return medians(results.times)[DIFFERENCE] / 1_000


def _rate(results: Results) -> float | None:
    one = results.replays.get("process")
    return one and results.rows / one.cpu / 1e6


def _peak(results: Results) -> float | None:
    one = results.replays.get("process")
    return one and one.peak


def _over(engine: str) -> Callable[[Results], float | None]:
    def figure(results: Results) -> float | None:
        one, other = results.replays.get("process"), results.replays.get(engine)
        return other.cpu / one.cpu if one and other else None

    return figure


AIMS: tuple[Aim[Results], ...] = (
    Aim("before and after: Polars", 15, "x", _times(POLARS)),
    Aim("before and after: DuckDB", 25, "x", _times(DUCKDB)),
    Aim("before and after: NumPy", 1, "x", _times(NUMPY)),
    Aim("the difference itself", 60, "ms", _difference, most=True),
    Aim("replay in process", 1, "million rows a CPU second", _rate),
    Aim("replay in process: peak", 600, "MB", _peak, most=True),
    Aim("replay: CPU time of DuckDB SQL", 1.5, "x", _over("duckdb")),
    Aim("replay: CPU time of Spark", 10, "x", _over("spark")),
)
