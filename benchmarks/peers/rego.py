"""The three guardrails in Rego, for every engine that reads it.

Of the forms tried this is the fastest one in all engines: sets stand in the module, one function
unites a set for each setting, each question has a rule of its own. The form that one sees most, a
partial rule (`deny contains ...`) asked `with` each endpoint, takes two to three times as long.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from benchmarks.contender import ALL, Contender

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.question import Question, Setting

PACKAGE, ONE, WHOLE = "routing", "one", "whole"
MODULE = """package routing

import rego.v1

{sets}

why(endpoint) := {parts}

one := [why(endpoint) | some endpoint in data.models[input.model]]

whole := [why(endpoint) | some model in data.order; some endpoint in data.models[model]]
"""
CONDITIONS = {
    "ignored_providers": "listed_{n}[endpoint.host]",
    "allowed_providers": "not listed_{n}[endpoint.host]",
    "allowed_models": "not listed_{n}[endpoint.slug]",
    "enable_free_model_training": "endpoint.trains; endpoint.free",
    "enable_paid_model_training": "endpoint.trains; not endpoint.free",
    "enforce_zdr": "endpoint.retains; listed_{n}[endpoint.word]",
}


def module(question: Question) -> str:
    """The policy; it answers with the numbers of the settings that refuse each endpoint."""
    numbered = [*enumerate(question.settings)]
    sets = "\n".join(listed(n, setting) for n, setting in numbered if setting.entries)
    return MODULE.format(sets=sets, parts=" | ".join(part(n, each) for n, each in numbered))


def listed(number: int, setting: Setting) -> str:
    """The set of a setting's entries."""
    return f"listed_{number} := {{{', '.join(map(json.dumps, setting.entries))}}}"


def part(number: int, setting: Setting) -> str:
    """The set that has the number of a setting if it refuses `endpoint`."""
    return f"{{{number} | {CONDITIONS[setting.kind].format(n=number)}}}"


def data(question: Question) -> dict[str, Any]:
    """The catalogue as a base document."""
    rows = [row._asdict() for row in question.rows]
    models = {name: rows[start:stop] for name, (start, stop) in question.runs.items()}
    return {"models": models, "order": [*models]}


def contender(question: Question, evaluate: Callable[[str, dict[str, str]], object]) -> Contender:
    """A contender out of what evaluates a rule of the module for an input document."""
    said = [setting.said for setting in question.settings]
    return Contender(
        ALL,
        lambda told: [frozenset(said[n] for n in hits) for hits in cast("list[list[int]]", told)],
        lambda: evaluate(WHOLE, {}),
        lambda name: evaluate(ONE, {"model": name}),
    )
