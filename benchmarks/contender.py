"""Contender: one way to answer a question, and how to read its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from benchmarks.clock import idle
from benchmarks.question import Said

Verdicts = Sequence[frozenset[Said]] | Sequence[bool]
"""For each endpoint in catalogue order all its reasons or, from who gives none, if it survives."""


class Contender(NamedTuple):
    """Answers for the whole catalogue and for one model; both are ready to be asked many times.

    `told` reads either answer, for the check that all agree, or is None where there is nothing to
    compare. `before` brings back the state in which the question is asked. Neither is timed. The
    label is given by whoever invites the contender.
    """

    reasons: str
    told: Callable[[object], Verdicts] | None
    whole: Callable[[], object] | None = None
    one: Callable[[str], object] | None = None
    before: Callable[[], object] = idle
    label: str = ""


class Absent(NamedTuple):
    """A contender that is not measured, and why."""

    label: str
    why: str


ALL, NONE = "all", "none"


def survives(verdicts: Verdicts) -> list[bool]:
    """Who survives, from either kind of answer."""
    return [entry if isinstance(entry, bool) else not entry for entry in verdicts]
