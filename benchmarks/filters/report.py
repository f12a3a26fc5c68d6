"""Report: the figures of a run as a page of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.aim import HEAD, aimed
from benchmarks.filters import ours
from benchmarks.filters.aims import aims
from benchmarks.filters.contender import INJECTION, described
from benchmarks.filters.texts import SIZES, Cell
from benchmarks.tables import NOTHING, number, section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.filters.figures import Results
    from benchmarks.tables import Cells

ONCE = "¹"
INTRODUCTION = """\
MB/s of CPU time, medians, everybody measured in turn in one process: millions of bytes of UTF-8 a
second. In parentheses: how many times as long as routelock over the same kinds of content. A `-`
is who is not made for texts of that size, or who would take more than {longest:g} s for one. ¹ is a
single measurement, since more would take too long.

PII is five kinds: e-mail, phone, ssn, credit-card, ip-address. *These patterns* are {patterns}
regular expressions for eight kinds, {secrets} of them for secrets; the engines that run them know
no check digits, no context and no evasion, and those that say only *which* pattern matches do not
say where. *regex-prompt-injection* is read in all views of a text, decoded ones too."""


def page(results: Results, patterns: int, secrets: int, longest: float) -> str:
    """All tables of one run, as Markdown."""
    told = INTRODUCTION.format(patterns=patterns, secrets=secrets, longest=longest)
    return "\n".join(lines(results, told)) + "\n"


def lines(results: Results, introduction: str) -> Iterator[str]:
    """The page, line by line."""
    yield from ("# Content filters: figures of one run", "", introduction)
    yield from section("Machine", ("what", "value"), results.machine.items())
    for kind in dict.fromkeys(cell.kind for cell in results.times):
        title = f"{kind[0].upper()}{kind[1:]}"
        yield from section(title, ("contender", "kinds", *SIZES), contest(results, kind))
    yield from absences(results)
    all_kinds = "Clean, in times of routelock with eight kinds, whatever the peer's kinds"
    yield from section(all_kinds, ("contender", "kinds", *SIZES), against_all(results))
    head = ("contender", "text", "both", "routelock only", "they only", "share")
    yield from section("Findings that overlap, over the same kinds", head, agreed(results))
    yield from section("Start-up", ("plan", "ms", "MiB"), starts(results))
    yield from section("Aims", HEAD, (aimed(aim, results) for aim in aims()))


def contest(results: Results, kind: str) -> Iterator[Cells]:
    """A row for each contender that read texts of a kind; of our plans those of the settings."""
    for label, kinds in results.kinds.items():
        if label == ours.label(kinds):
            if kinds in ours.SETTINGS:
                cells = (text(results.speed(Cell(kind, size), label)) for size in SIZES)
                yield (label, str(len(kinds)), *cells)
        else:
            cells = (versus(results, Cell(kind, size), label) for size in SIZES)
            yield (label, str(len(kinds)), *cells)


def versus(results: Results, cell: Cell, label: str) -> str:
    """A speed, and how many times as long that is as ours."""
    speed, ratio = results.speed(cell, label), results.ratio(cell, label)
    mark = ONCE if len(results.times[cell].get(label, ())) == 1 else ""
    return text(speed) + mark + (f" ({number(ratio)}x)" if ratio else "")


def text(value: float | None) -> str:
    """A number, if there is one."""
    return NOTHING if value is None else number(value)


def absences(results: Results) -> Iterator[str]:
    """Who was not measured, and why."""
    if results.absent:
        yield ""
        yield from (f"- {label}: {why}." for label, why in sorted(results.absent.items()))


def against_all(results: Results) -> Iterator[Cells]:
    """The peers against our plan of eight kinds, though they look for fewer."""
    for label, kinds in results.kinds.items():
        if label != ours.label(kinds):
            ratios = (results.ratio(Cell("clean", size), label, INJECTION) for size in SIZES)
            cells = (f"{number(each)}x" if each else NOTHING for each in ratios)
            yield (label, str(len(kinds)), *cells)


def agreed(results: Results) -> Iterator[Cells]:
    """Who finds what we find, and what only one of us finds."""
    for label, found in results.agreed.items():
        for kind, each in found.items():
            yield (label, kind, *map(str, each), f"{each.share:.1%}")


def starts(results: Results) -> Iterator[Cells]:
    """What the first text costs."""
    for kinds, each in results.starts.items():
        yield (described(kinds), number(each.ms), number(each.mib))
