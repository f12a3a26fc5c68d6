"""Report: the figures of a run as a page of tables."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from benchmarks import gate, ours, routing, scale
from benchmarks.aim import HEAD, aimed
from benchmarks.aims import AT, aims
from benchmarks.clock import medians
from benchmarks.tables import NOTHING, number, section

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.figures import Results
    from benchmarks.tables import Cells

ONCE = "¹"
PART = ("part", "µs")
INTRODUCTION = """\
Median CPU microseconds; everybody was measured in turn, in one process. In parentheses: how many
times as long as routelock. All answers were compared first, with their reasons where there are any.
¹ is a single measurement, since more would take too long."""
LABELS = (
    ours.OURS,
    ours.LANES,
    ours.SURVIVORS,
    ours.ALONE,
    ours.AGAIN,
    ours.FLOOR,
    *(peer.label for peer in routing.PEERS),
)


def page(results: Results) -> str:
    """All tables of one run, as Markdown."""
    return "\n".join(lines(results)) + "\n"


def lines(results: Results) -> Iterator[str]:
    """The page, line by line."""
    sizes = [f"{size:,}" for size in results.sizes]
    yield from ("# Routing: figures of one run", "", INTRODUCTION)
    yield from section("Machine", ("what", "value"), results.machine.items())
    head = ("contender", "reasons", *sizes)
    yield from section("Whole catalogue, by endpoints", head, contest(results, "whole"))
    yield from section("One model, by endpoints", head, contest(results, "one"))
    yield from absences(results)
    yield from section("One model, alone and warm, by endpoints", *sized(results))
    yield from section("From documents to a first decision", PART, parts(results))
    yield from section(f"A request of {results.gate.size:,} bytes", PART, decision(results))
    yield from section("Memory, by endpoints", ("bytes of", *sizes), memory(results))
    yield from section("Import", ("beyond dependencies", "ms"), imports(results))
    yield from section(f"Aims, at {AT:,} endpoints", HEAD, (aimed(aim, results) for aim in aims()))


def contest(results: Results, question: str) -> Iterator[Cells]:
    """A row for each contender that answered a question at some size."""
    given = {label: told for each in results.sizes.values() for label, told in each.reasons.items()}
    for label in LABELS:
        cells = [cell(results, question, size, label) for size in results.sizes]
        if {*cells} != {NOTHING}:
            yield (label, given[label], *cells)


def cell(results: Results, question: str, size: int, label: str) -> str:
    """A median, with its ratio to ours."""
    seen = results.seen(question, size, label)
    mine = results.seen(question, size, ours.OURS)
    if seen is None or mine is None:
        return NOTHING
    mark = ONCE if len(results.times(question, size, label)) == 1 else ""
    ratio = "" if label == ours.OURS else f" ({number(seen / mine)}x)"
    return f"{number(seen)}{mark}{ratio}"


def absences(results: Results) -> Iterator[str]:
    """Who was not measured, and why."""
    absent = (each for measured in results.sizes.values() for each in measured.absent)
    told = {(each.label, each.why) for each in absent}
    if told:
        yield ""
        yield from (f"- {label}: {why}." for label, why in sorted(told))


def sized(results: Results) -> tuple[Cells, Iterable[Cells]]:
    """Head and rows of one model, for the first time and again, at every size."""
    head = ("one model", *(f"{int(size):,}" for size in results.scale[scale.FIRST]))
    rows = ((name, *map(number, medians(each).values())) for name, each in results.scale.items())
    return head, rows


def parts(results: Results) -> Iterator[Cells]:
    """The way from documents to a decision, and its parts."""
    return ((label, number(seen)) for label, seen in medians(results.first).items())


def decision(results: Results) -> Iterator[Cells]:
    """A decision, its parts, and what is left."""
    seen = medians(results.gate.times)
    rest = seen[gate.TOTAL] - sum(seen[part] for part in (gate.READ, gate.POLICY, gate.SCREEN))
    return ((label, number(value)) for label, value in {**seen, gate.REST: max(rest, 0.0)}.items())


def memory(results: Results) -> Iterator[Cells]:
    """What an endpoint and a remembered verdict weigh, where it was traced."""
    names = {
        "an endpoint": "endpoint",
        "an endpoint with its strings": "with_strings",
        "a model that a clearance remembers": "verdict",
    }
    for name, field in names.items():
        weights = (results.weight.get(size) for size in results.sizes)
        yield (name, *(number(getattr(each, field)) if each else NOTHING for each in weights))


def imports(results: Results) -> Iterator[Cells]:
    """What an import costs."""
    yield ("import routelock", number(median(results.imports)))
