"""Report: the figures of a run as a page of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.aim import HEAD, Aim, aimed
from benchmarks.hostile.others import LIMIT
from benchmarks.hostile.ours import FALLBACK, ROUNDS, THREADS
from benchmarks.hostile.patterns import SIZE
from benchmarks.tables import number, section

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from benchmarks.hostile.ours import Outcome
    from benchmarks.hostile.patterns import Hostile
    from benchmarks.tables import Cells

LONG = 40
MOST = 100.0
"""Milliseconds that no pattern may cost a request where RE2 runs it."""

INTRODUCTION = f"""\
Milliseconds to read {SIZE:,} code points that are worst for a pattern: the reading thread's own CPU
time, the median of {ROUNDS} where it is short, while {THREADS} other threads never rest. *Alone* is
how patterns run by default: RE2 runs them or they are refused when the guardrail is. *With a
fallback* is a deployment that lets `regex` run what RE2 rejects, with a deadline of
{FALLBACK.deadline * 1000:g} ms: an `undecided` text is refused. `re` and `regex` themselves run in
a process each, which is ended after {LIMIT} s of CPU time."""


class Row(NamedTuple):
    """One pattern: alone, with a fallback, and what the engines do that people use."""

    hostile: Hostile
    alone: Outcome
    fallback: Outcome
    others: Mapping[str, float | str]

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "family": self.hostile.family,
            "pattern": self.hostile.pattern,
            "alone": self.alone._asdict(),
            "fallback": self.fallback._asdict(),
            **self.others,
        }


class Results(NamedTuple):
    """What one run measured."""

    machine: Mapping[str, str]
    rows: Sequence[Row]


def page(results: Results) -> str:
    """All tables of one run, as Markdown."""
    return "\n".join(lines(results)) + "\n"


def lines(results: Results) -> Iterator[str]:
    """The page, line by line."""
    yield from ("# Hostile patterns: figures of one run", "", INTRODUCTION)
    yield from section("Machine", ("what", "value"), results.machine.items())
    engines = [*results.rows[0].others]
    head = ("family", "pattern", "compiled", "alone", "with a fallback", *engines)
    yield from section("Patterns", head, map(cells, results.rows))
    yield from section("Why patterns are refused", ("pattern", "reason"), reasons(results))
    yield from section("Aims", HEAD, (aimed(aim, results) for aim in AIMS))


def cells(row: Row) -> Cells:
    """The line of a pattern."""
    compiled = row.alone.compiled or row.fallback.compiled
    return (
        row.hostile.family,
        code(row.hostile.pattern),
        number(compiled) if compiled else "-",
        told(row.alone),
        told(row.fallback),
        *(number(each) if isinstance(each, float) else each for each in row.others.values()),
    )


def code(pattern: str) -> str:
    """A pattern in a cell, the middle of a long one left out."""
    short = pattern if len(pattern) <= LONG else f"{pattern[:8]}…{pattern[-8:]}"
    return f"`{short}`".replace("|", r"\|")


def told(outcome: Outcome) -> str:
    """Milliseconds and what came of it."""
    if outcome.read is None:
        return "refused"
    return f"{number(outcome.read)}, {outcome.said}"


def reasons(results: Results) -> Iterator[Cells]:
    """What somebody is told whose pattern is refused."""
    for row in results.rows:
        for outcome in dict.fromkeys((row.alone, row.fallback)):
            if outcome.read is None:
                where = "" if outcome is row.alone else ", with a fallback too"
                yield (code(row.hostile.pattern), outcome.said.removeprefix("refused: ") + where)


def slowest(results: Results) -> float | None:
    """The milliseconds of the slowest pattern that RE2 runs."""
    return max((row.alone.read for row in results.rows if row.alone.read is not None), default=None)


def latest(results: Results) -> float | None:
    """The milliseconds of the slowest pattern that the fallback runs."""
    ran = (row.fallback.read for row in results.rows if row.alone.read is None)
    return max((each for each in ran if each is not None), default=None)


def decided(results: Results) -> float:
    """How many patterns are run or refused at once, without a fallback."""
    return float(sum(row.alone.read is None or row.alone.read <= MOST for row in results.rows))


AIMS: tuple[Aim[Results], ...] = (
    Aim("the slowest pattern that RE2 runs", MOST, "ms", slowest, most=True),
    Aim("patterns that are refused, or run in that time", 40, "patterns", decided),
    Aim("the slowest with a fallback, until `undecided`", 200, "ms", latest, most=True),
)
