"""Frozen sets and a loop: what the author of a good gateway writes by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from benchmarks.contender import ALL, Contender
from benchmarks.question import FLAG, WORDS

if TYPE_CHECKING:
    from benchmarks.question import Question, Row, Said

NOBODY: frozenset[str] = frozenset()


class Guardrail(NamedTuple):
    """One guardrail made ready: sets to look into, reasons to hand out."""

    allowed_hosts: frozenset[str] | None
    ignored_hosts: frozenset[str]
    allowed_models: frozenset[str] | None
    ignored_models: frozenset[str]
    no_free_training: bool
    no_paid_training: bool
    retention_forbidden: frozenset[str]
    said: dict[str, Said]


def prepare(question: Question) -> Contender:
    """Compiled guardrails, and the endpoints of each model together."""
    guardrails = [compiled(document) for document in question.guardrails]
    rows = question.rows
    models = {name: rows[start:stop] for name, (start, stop) in question.runs.items()}
    return Contender(
        ALL,
        lambda answer: [*map(frozenset, cast("list[list[Said]]", answer))],
        lambda: [refusals(row, guardrails) for row in rows],
        lambda name: [refusals(row, guardrails) for row in models[name]],
    )


def compiled(document: dict[str, Any]) -> Guardrail:
    """The sets and flags of one guardrail."""

    def allowed(field: str) -> frozenset[str] | None:
        return None if document.get(field) is None else frozenset(document[field])

    return Guardrail(
        allowed("allowed_providers"),
        allowed("ignored_providers") or NOBODY,
        allowed("allowed_models"),
        allowed("ignored_models") or NOBODY,
        document.get("enable_free_model_training") is False,
        document.get("enable_paid_model_training") is False,
        frozenset(word for word in WORDS if document.get(f"{FLAG}{word}")),
        {field: (document["id"], f"/{field}") for field in (*document, *(FLAG + w for w in WORDS))},
    )


def refusals(row: Row, guardrails: list[Guardrail]) -> list[Said]:
    """Every reason against one endpoint; one flat loop, since calls are what costs here."""
    _, slug, host, word, retains, trains, free = row
    found = []
    for hosts, no_hosts, models, no_models, no_free, no_paid, words, said in guardrails:
        if hosts is not None and host not in hosts:
            found.append(said["allowed_providers"])
        if host in no_hosts:
            found.append(said["ignored_providers"])
        if models is not None and slug not in models:
            found.append(said["allowed_models"])
        if slug in no_models:
            found.append(said["ignored_models"])
        if trains and free and no_free:
            found.append(said["enable_free_model_training"])
        if trains and not free and no_paid:
            found.append(said["enable_paid_model_training"])
        if retains and word in words:
            found.append(said[FLAG + word])
    return found
