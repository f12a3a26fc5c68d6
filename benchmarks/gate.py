"""Gate: a whole decision about a request, from bytes, and where that time goes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from pydantic_core import from_json

from benchmarks.clock import Task, Times, interleaved, repeated, times_of
from benchmarks.question import policy
from routelock.clearance import Clearance
from routelock.filters.engine import plan
from routelock.filters.screen import screen
from routelock.gate import Cleared, Gate
from routelock.request import read
from routelock.routing import route

if TYPE_CHECKING:
    from benchmarks.question import Question

SIZE = 1_400
"""Bytes of the request."""

NOW = datetime(2026, 1, 1, tzinfo=UTC)
FILTERS = (("email", "redact"), ("credit-card", "block"), ("ip-address", "flag"))
SYSTEM = "You are a patient assistant. Answer in plain words and say so when you do not know."
TURNS = (
    "Our tomatoes have yellow leaves at the bottom while the tops look healthy. What is it?",
    "Most often that is early blight, a fungus of the soil. Look for brown rings on the leaves.",
    "There are rings. Do I have to throw the plants away, or is there something milder to try?",
    "You can keep them: take off every leaf with rings, and water the ground, not the leaves.",
)
LAST = "And next year? We have four beds and would like to grow them again. "

TOTAL = "a decision, from bytes"
JSON = "JSON alone"
READ = "request read (JSON and envelope)"
POLICY = "policy (model asked before)"
SCREEN = "content filters"
REST = "outgoing body and the rest"


class Decision(NamedTuple):
    """Times of a decision and of its parts; the size of the request in bytes."""

    times: Times
    size: int


def measure(question: Question, rounds: int) -> Decision:
    """CPU microseconds of a decision that clears, without findings, and of its parts."""
    gate = Gate(Clearance(policy(filtered(question)), question.catalogue))
    body = request(gate.clearance.models()[0])
    decision = gate.decide(body, {}, NOW)
    if not isinstance(decision, Cleared) or decision.findings:
        message = f"the request of the benchmark is no plain one: {decision!r}"
        raise TypeError(message)
    asked, rules = read(body), plan(gate.clearance.policy.rules)
    ways = {
        TOTAL: lambda: gate.decide(body, {}, NOW),
        JSON: lambda: from_json(body),
        READ: lambda: read(body),
        POLICY: lambda: route(asked, gate.clearance),
        SCREEN: lambda: screen(asked.body, rules),
    }
    calls = times_of(1.0)
    tasks = [Task(label, repeated(way, calls), calls) for label, way in ways.items()]
    return Decision(interleaved(tasks, [()] * rounds), len(body))


def filtered(question: Question) -> tuple[dict[str, object], ...]:
    """The three guardrails, the key's with three builtin content filters."""
    *others, key = question.guardrails
    entries = [{"slug": slug, "action": action} for slug, action in FILTERS]
    return (*others, {**key, "content_filter_builtins": entries})


def request(model: str) -> bytes:
    """A chat of a few turns in which no filter finds anything."""
    roles = ("user", "assistant", "user", "assistant")
    turns = [{"role": role, "content": text} for role, text in zip(roles, TURNS, strict=True)]
    messages = [{"role": "system", "content": SYSTEM}, *turns, {"role": "user", "content": LAST}]
    body = {"model": model, "messages": messages, "max_tokens": 512, "temperature": 0.7}
    missing = SIZE - len(json.dumps(body))
    messages[-1]["content"] = (LAST * (1 + missing // len(LAST) + 1))[: len(LAST) + missing]
    return json.dumps(body).encode()
