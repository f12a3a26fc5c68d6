"""Differential: the fast paths and the oracles, asked the same seeded questions.

`python -m routelock.testing.differential --cases 100000 --seed 7 --of filters` ends with a line
that says how many cases there were and how many differed; the exit status is 1 if any did. What is
printed of a case that differs is what it was generated from, so it can be read and asked again.
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import datetime
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.caller import Caller
from routelock.clearance import Clearance
from routelock.filters.engine import plan
from routelock.filters.screen import screen
from routelock.gate import Gate
from routelock.policy import Policy, compose, region
from routelock.reasons import Layer
from routelock.testing import filters_oracle, oracle
from routelock.testing.cases import Case, case
from routelock.testing.cases.screenings import TOGETHER, Screening, screening
from routelock.vendors import Vendors
from routelock.wire import catalogue as catalogues
from routelock.wire import guardrails as documents
from routelock.wire import spend
from routelock.wire.decision import decided, swept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from routelock.filters.engine import Plan

    Json = dict[str, Any]
    Applied = Iterable[tuple[str, str, Json]]

SHOWN = 5
"""Differences that are told one by one; the others are counted."""


class Difference(NamedTuple):
    """A case that two evaluators answer differently: its number, the parts that differ, itself."""

    number: int
    parts: tuple[str, ...]
    case: str = ""


def decide(case: Case) -> Json:
    """What the library says of a case, by the way that a gateway takes."""
    applied = [*policies(case.guardrails, Vendors(case.vendors))]
    if case.region is not None:
        applied.append(region(case.region))
    clearance = Clearance(compose(applied), catalogues.decode(case.catalogue))
    if case.request is None:
        return swept(clearance)
    gate = Gate(clearance, _caller(case.key or {}))
    told = {name: spend.amounts(row) for name, row in case.spend.items()}
    spent = spend.by_budget(told, gate.budgets)
    tokens = case.prompt_tokens
    return decided(gate.decide(case.request, spent, case.now, prompt_tokens=tokens, explain=True))


def planned(case: Screening) -> Plan:
    """The content rules of a screening, ready to read texts."""
    return plan(compose(policies(case.guardrails, Vendors())).rules)


def screened(case: Screening, ready: Plan | None = None) -> Json:
    """What the library says of a screening, in the words of its oracle."""
    told = screen(case.request, ready or planned(case))
    findings = [finding.as_json() for finding in told.findings]
    return {
        "verdict": told.verdict,
        "findings": [{name: one[name] for name in one if name not in HOW} for one in findings],
        "body": told.body,
    }


HOW = {"rule", "view"}
"""What a finding says of how it came about: a plain loop finds the same in another way."""


def policies(applied: Applied, words: Vendors) -> Iterator[Policy]:
    """The policies that documents mean where they apply."""
    for layer, name, paper in applied:
        form = documents.Form.ACCOUNT if layer == Layer.ACCOUNT else documents.Form.FILE
        decoded = documents.decode(paper, words, form)
        yield documents.policy(decoded, Layer(layer), words, name)


def _caller(key: Json) -> Caller:
    ends = key.get("expires_at")
    expires = None if ends is None else datetime.fromisoformat(ends)
    return Caller("key", disabled=bool(key.get("disabled")), expires_at=expires)


def differences(cases: int, seed: int) -> Iterator[Difference]:
    """The decisions of a seed on which the library and the oracle differ."""
    rng = Random(seed)
    for number in range(cases):
        asked = case(rng)
        told, expected = decide(asked), asked.ask(oracle.decide)
        if parts := _apart(told, expected):
            yield Difference(number, parts)


def screening_differences(cases: int, seed: int) -> Iterator[Difference]:
    """The screenings of a seed on which the plan and the plain loop differ."""
    ready = None
    for number in range(cases):
        asked = screening(seed, number)
        ready = planned(asked) if number % TOGETHER == 0 else ready
        told, expected = screened(asked, ready), asked.ask(filters_oracle.screen)
        if parts := _apart(told, expected):
            yield Difference(number, parts, json.dumps(vars(asked)))


def _apart(told: Mapping[str, Any], expected: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in expected if told[name] != expected[name])


OF: Mapping[str, Callable[[int, int], Iterator[Difference]]] = {
    "decisions": differences,
    "filters": screening_differences,
}
"""What can be compared."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 1 when a case differed."""
    parser = argparse.ArgumentParser(prog="python -m routelock.testing.differential")
    parser.add_argument("--cases", type=int, default=10_000, help="how many cases to ask")
    parser.add_argument("--seed", type=int, default=0, help="equal seeds give equal cases")
    parser.add_argument("--of", choices=[*OF], default="decisions", help="what to compare")
    chosen = parser.parse_args(arguments)
    found = [*OF[chosen.of](chosen.cases, chosen.seed)]
    for number, parts, shown in found[:SHOWN]:
        print(f"case {number} differs in {', '.join(parts)}", *filter(None, [shown]))  # noqa: T201 - it is a command
    print(f"{chosen.cases} cases, {len(found)} differences, seed {chosen.seed}")  # noqa: T201
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
