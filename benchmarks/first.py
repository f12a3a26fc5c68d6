"""First: from three stored guardrails to a first decision, and where that time goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.clock import Task, Times, each, interleaved
from benchmarks.question import LAYERS, VENDORS
from benchmarks.routing import BATCH, batches
from routelock.clearance import Clearance
from routelock.policy import Policy, compose
from routelock.wire import guardrails as wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.question import Question
    from routelock.guardrail import Guardrail

TOTAL = "three stored guardrails to the first decision"
STORED = "documents from JSON"
RESOLVED = "policies from documents"
COMPOSED = "policies composed"
OVER = "clearance over the catalogue"
VERDICT = "clearance and its first verdict"


def measure(question: Question, rounds: int) -> Times:
    """CPU microseconds of the whole way and of its parts."""
    catalogue, stored = question.catalogue, question.stored
    guardrails = read(stored)
    policies = resolve(guardrails)
    composed = question.policy
    ways: dict[str, Callable[[str], object]] = {
        TOTAL: lambda name: Clearance(compose(resolve(read(stored))), catalogue).verdict(name),
        STORED: lambda _: read(stored),
        RESOLVED: lambda _: resolve(guardrails),
        COMPOSED: lambda _: compose(policies),
        OVER: lambda _: Clearance(composed, catalogue),
        VERDICT: lambda name: Clearance(composed, catalogue).verdict(name),
    }
    tasks = [Task(label, each(way), BATCH) for label, way in ways.items()]
    return interleaved(tasks, batches(question, rounds))


def read(stored: list[bytes]) -> list[Guardrail]:
    """The documents of rows that were checked when they were written."""
    return [wire.stored(data, VENDORS) for data in stored]


def resolve(guardrails: list[Guardrail]) -> list[Policy]:
    """What each guardrail means at its layer."""
    pairs = zip(guardrails, LAYERS, strict=True)
    return [wire.policy(guardrail, layer, VENDORS) for guardrail, layer in pairs]
