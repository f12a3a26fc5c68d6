"""Cedar through cedarpy: a permit, one forbid for each setting, all endpoints in one batch."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from cedarpy import AuthzResult, Entities, PolicySet, is_authorized_batch

from benchmarks.contender import ALL, Contender

if TYPE_CHECKING:
    from benchmarks.question import Question, Setting

CONDITIONS = {
    "ignored_providers": "when {{ {entries}.contains(resource.host) }}",
    "allowed_providers": "unless {{ {entries}.contains(resource.host) }}",
    "allowed_models": "unless {{ {entries}.contains(resource.slug) }}",
    "enable_free_model_training": "when {{ resource.trains && resource.free }}",
    "enable_paid_model_training": "when {{ resource.trains && !resource.free }}",
    "enforce_zdr": "when {{ resource.retains && {entries}.contains(resource.word) }}",
}


def prepare(question: Question) -> Contender:
    """Policies and entities parsed once; the requests of a batch are ready too."""
    policies = PolicySet.from_str("\n".join((PERMIT, *map(forbid, question.settings))))
    facts = (row._asdict() for row in question.rows)
    rows = [{"uid": uid(n), "attrs": attrs, "parents": []} for n, attrs in enumerate(facts)]
    entities = Entities.from_json_str(json.dumps(rows))
    requests = [{**ASKED, "resource": uid(n)} for n in range(len(rows))]
    models = {name: requests[start:stop] for name, (start, stop) in question.runs.items()}
    # cedarpy numbers policies as they stand in the text, the permit first
    said = {f"policy{n}": setting.said for n, setting in enumerate(question.settings, 1)}
    return Contender(
        ALL,
        lambda answer: [
            frozenset(said[rule] for rule in result.diagnostics.reasons if rule in said)
            for result in cast("list[AuthzResult]", answer)
        ],
        lambda: is_authorized_batch(requests, policies, entities),
        lambda name: is_authorized_batch(models[name], policies, entities),
    )


def forbid(setting: Setting) -> str:
    """The policy of one setting."""
    condition = CONDITIONS[setting.kind].format(entries=json.dumps(setting.entries))
    return f"forbid (principal, action, resource) {condition};"


def uid(number: int) -> dict[str, str]:
    """The name of an endpoint; the structured form needs no parsing."""
    return {"type": "Endpoint", "id": str(number)}


PERMIT = "permit (principal, action, resource);"
ASKED: dict[str, Any] = {
    "principal": {"type": "Key", "id": "key"},
    "action": {"type": "Action", "id": "use"},
}
