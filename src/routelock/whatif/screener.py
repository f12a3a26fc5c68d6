"""Screener: what content filters would say of logged texts; it keeps no text."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from routelock.filters.engine import plan
from routelock.filters.screen import screen_text
from routelock.reasons import Code, Reason, distinct

if TYPE_CHECKING:
    from collections.abc import Iterable

    from routelock.filters.engine import Plan
    from routelock.filters.finding import Finding
    from routelock.filters.rule import Rule

KEPT = 1_000_000
"""How many texts are known again, by a digest: some hundred bytes for each."""

_CODES = {False: Code.CONTENT_BLOCKED, True: Code.CONTENT_UNDECIDED}


class Entry(NamedTuple):
    """An entry of a guardrail that found something: what it is, where it stands, its action."""

    layer: str
    guardrail: str | None
    field: str
    slug: str | None
    label: str | None
    action: str


class Verdict(NamedTuple):
    """Why a text may not be sent, nothing if it may; and how much each entry finds in it."""

    reasons: tuple[Reason, ...] = ()
    found: tuple[tuple[Entry, int], ...] = ()


class Screener:
    """Reads each text once for each set of rules, as the prompt of a user.

    Sets of rules and verdicts are numbered; 0 is no rule, and the verdict of a text without any
    finding.
    """

    def __init__(self) -> None:
        self.verdicts: list[Verdict] = [Verdict()]
        self._numbers = {Verdict(): 0}
        self._rules: dict[frozenset[Rule], int] = {frozenset(): 0}
        self._plans: list[Plan] = [plan(())]
        self._known: dict[tuple[int, bytes], int] = {}

    def rules(self, rules: frozenset[Rule]) -> int:
        """The number of a set of rules."""
        number = self._rules.setdefault(rules, len(self._plans))
        if number == len(self._plans):
            self._plans.append(plan(rules))
        return number

    def verdict(self, rules: int, text: str) -> int:
        """The number of what a set of rules says of a text."""
        if not rules:
            return 0
        name = rules, blake2b(text.encode(), digest_size=16).digest()
        number = self._known.get(name)
        if number is None:
            number = self._number(_verdict(text, self._plans[rules]))
            if len(self._known) >= KEPT:
                del self._known[next(iter(self._known))]
            self._known[name] = number
        return number

    def _number(self, verdict: Verdict) -> int:
        number = self._numbers.setdefault(verdict, len(self.verdicts))
        if number == len(self.verdicts):
            self.verdicts.append(verdict)
        return number


def _verdict(text: str, ready: Plan) -> Verdict:
    findings, _, _ = screen_text(text, ready)
    counts = Counter(map(_entry, findings))
    return Verdict(distinct(_refusals(findings)), tuple(sorted(counts.items(), key=repr)))


def _refusals(findings: Iterable[Finding]) -> Iterable[Reason]:
    return (
        Reason(_CODES[one.undecided], *one.source, one.field) for one in findings if one.refuses
    )


def _entry(one: Finding) -> Entry:
    slug = one.slug and one.slug.value
    layer, guardrail = one.source
    return Entry(layer.value, guardrail, one.field, slug, one.label, one.action.value)
