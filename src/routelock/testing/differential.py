"""Differential: the fast path and the oracle, asked the same seeded questions.

`python -m routelock.testing.differential --cases 100000 --seed 7` ends with a line that says how
many cases there were and how many differed; the exit status is 1 if any did.
"""

from __future__ import annotations

import argparse
import sys
from datetime import datetime
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.caller import Caller
from routelock.clearance import Clearance
from routelock.gate import Gate
from routelock.policy import Policy, compose, region
from routelock.reasons import Layer
from routelock.testing import oracle
from routelock.testing.cases import Case, case
from routelock.vendors import Vendors
from routelock.wire import catalogue as catalogues
from routelock.wire import guardrails, spend
from routelock.wire.decision import decided, swept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Json = dict[str, Any]

SHOWN = 5
"""Differences that are told one by one; the others are counted."""


class Difference(NamedTuple):
    """A case that two evaluators answer differently: its number, and the parts that differ."""

    number: int
    parts: tuple[str, ...]


def decide(case: Case) -> Json:
    """What the library says of a case, by the way that a gateway takes."""
    clearance = Clearance(compose(policies(case)), catalogues.decode(case.catalogue))
    if case.request is None:
        return swept(clearance)
    gate = Gate(clearance, _caller(case.key or {}))
    told = {name: spend.amounts(row) for name, row in case.spend.items()}
    spent = spend.by_budget(told, gate.budgets)
    tokens = case.prompt_tokens
    return decided(gate.decide(case.request, spent, case.now, prompt_tokens=tokens, explain=True))


def policies(case: Case) -> Iterator[Policy]:
    """The policies that apply to a case, the region of its hostname among them."""
    words = Vendors(case.vendors)
    for layer, name, document in case.guardrails:
        form = guardrails.Form.ACCOUNT if layer == Layer.ACCOUNT else guardrails.Form.FILE
        decoded = guardrails.decode(document, words, form)
        yield guardrails.policy(decoded, Layer(layer), words, name)
    if case.region is not None:
        yield region(case.region)


def _caller(key: Json) -> Caller:
    ends = key.get("expires_at")
    expires = None if ends is None else datetime.fromisoformat(ends)
    return Caller("key", disabled=bool(key.get("disabled")), expires_at=expires)


def differences(cases: int, seed: int) -> Iterator[Difference]:
    """The cases of a seed on which the library and the oracle differ."""
    rng = Random(seed)
    for number in range(cases):
        asked = case(rng)
        told, expected = decide(asked), asked.ask(oracle.decide)
        parts = tuple(name for name in expected if told[name] != expected[name])
        if parts:
            yield Difference(number, parts)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 1 when a case differed."""
    parser = argparse.ArgumentParser(prog="python -m routelock.testing.differential")
    parser.add_argument("--cases", type=int, default=10_000, help="how many cases to ask")
    parser.add_argument("--seed", type=int, default=0, help="equal seeds give equal cases")
    parser.add_argument("--of", choices=["decisions"], default="decisions", help="what to compare")
    chosen = parser.parse_args(arguments)
    found = [*differences(chosen.cases, chosen.seed)]
    for number, parts in found[:SHOWN]:
        print(f"case {number} differs in {', '.join(parts)}")  # noqa: T201 - it is a command
    print(f"{chosen.cases} cases, {len(found)} differences, seed {chosen.seed}")  # noqa: T201
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
