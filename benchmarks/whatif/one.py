"""One: a replay by one engine in a process of its own: `python -m benchmarks.whatif.one`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

TOTALS = (
    "rows", "refused_before", "refused_after", "newly_refused", "newly_allowed", "rerouted",
    "cost_before", "cost_after",
)  # fmt: skip
SIDES = ("before", "after")


def main(engine: str, folder: Path) -> None:
    """Print what it took, and the totals, as JSON."""
    run = ENGINES[engine](folder)
    start, busy = perf_counter(), cpu()
    with_peak = _Peak()
    totals = run()
    took = {"wall": perf_counter() - start, "cpu": cpu() - busy, "peak": with_peak.stop()}
    print(json.dumps(took | {"totals": totals}))


def cpu() -> float:
    """Seconds of CPU time of this process and of all below it, those that have ended included."""
    return sum(map(_busy, _family(os.getpid()))) / os.sysconf("SC_CLK_TCK")


def _busy(process: int) -> int:
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0
    return sum(map(int, text.rpartition(")")[2].split()[11:15]))


class _Peak:
    """The most memory (MB) that this process and all below it had at a time."""

    def __init__(self) -> None:
        self.most, self.done = 0.0, Event()
        self.thread = Thread(target=self._watch, daemon=True)
        self.thread.start()

    def stop(self) -> float:
        self.done.set()
        self.thread.join()
        return self.most

    def _watch(self) -> None:
        while not self.done.wait(0.05):
            self.most = max(self.most, sum(map(_resident, _family(os.getpid()))))


def _family(parent: int) -> list[int]:
    try:
        text = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    except OSError:
        return [parent]
    return [parent, *(each for child in text.split() for each in _family(int(child)))]


def _resident(process: int) -> float:
    try:
        text = Path(f"/proc/{process}/statm").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def ours(folder: Path, where: str = "process", side: str = "{}/manifest.json") -> Callable[[], Any]:
    """A replay by routelock; guardrails and the catalogue are read before."""
    from routelock.cli import files  # noqa: PLC0415 (each engine imports what it needs)
    from routelock.cli.engines import engine  # noqa: PLC0415
    from routelock.cli.options import layered  # noqa: PLC0415
    from routelock.cli.sides import side as read  # noqa: PLC0415
    from routelock.whatif.replayed import gathered  # noqa: PLC0415
    from routelock.whatif.trial import Trial  # noqa: PLC0415
    from routelock.wire import catalogue as catalogues  # noqa: PLC0415

    words = files.vendors(str(folder / "vendors.json"))
    before, after = (
        read(layered(str(folder / side.format(name))), words).assignments for name in SIDES
    )
    catalogue = files.loaded(str(folder / "catalogue.json"), catalogues.read)

    def run() -> dict[str, Any]:
        trial = Trial(before, after, catalogue)
        found = gathered(engine(where)([str(folder / "log.parquet")], {}, trial))
        told = found.as_json()
        return {name: told[name] for name in TOTALS} | {"cut": len(found.budgets)}

    return run


def duckdb(folder: Path) -> Callable[[], Any]:
    """A replay by rules in SQL; guardrails and the catalogue are tables before."""
    from benchmarks.whatif.table_rules import prepare  # noqa: PLC0415

    sides = {name: _papers(folder / name) for name in SIDES}
    catalogue = json.loads((folder / "catalogue.json").read_bytes())
    return prepare(folder / "log.parquet", catalogue, sides)


def _papers(folder: Path) -> dict[str, dict[str, Any]]:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    named = {
        layer: {"account": files} if isinstance(files, str) else files
        for layer, files in manifest.items()
    }
    return {
        layer: {name: json.loads((folder / file).read_bytes()) for name, file in files.items()}
        for layer, files in named.items()
    }


ENGINES: dict[str, Callable[[Path], Callable[[], Any]]] = {
    "process": ours,
    "budgets": lambda folder: ours(folder, side="{}/limited.json"),
    "duckdb": duckdb,
    "spark": lambda folder: ours(folder, "spark"),
}

if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
