"""Pydantic objects with lists in them, and a loop: what a first version of a gateway does."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from pydantic import BaseModel

from benchmarks.contender import ALL, Contender

if TYPE_CHECKING:
    from benchmarks.question import Question, Said


class Endpoint(BaseModel):
    """One endpoint."""

    model: str
    slug: str
    host: str
    word: str
    retains: bool
    trains: bool
    free: bool


class Guardrail(BaseModel):
    """One guardrail; what it does not mention is None."""

    id: str
    allowed_providers: list[str] | None = None
    ignored_providers: list[str] | None = None
    allowed_models: list[str] | None = None
    ignored_models: list[str] | None = None
    enable_free_model_training: bool | None = None
    enable_paid_model_training: bool | None = None
    enforce_zdr_anthropic: bool | None = None
    enforce_zdr_openai: bool | None = None
    enforce_zdr_google: bool | None = None
    enforce_zdr_xai: bool | None = None
    enforce_zdr_other: bool | None = None


def prepare(question: Question) -> Contender:
    """Objects of both kinds, the endpoints of each model together."""
    guardrails = [Guardrail.model_validate(document) for document in question.guardrails]
    endpoints = [Endpoint(**row._asdict()) for row in question.rows]
    models = {name: endpoints[start:stop] for name, (start, stop) in question.runs.items()}
    return Contender(
        ALL,
        lambda answer: [*map(frozenset, cast("list[list[Said]]", answer))],
        lambda: [refusals(endpoint, guardrails) for endpoint in endpoints],
        lambda name: [refusals(endpoint, guardrails) for endpoint in models[name]],
    )


def refusals(endpoint: Endpoint, guardrails: list[Guardrail]) -> list[Said]:
    """Every reason against one endpoint."""
    return [(each.id, field) for each in guardrails for field in against(endpoint, each)]


def against(endpoint: Endpoint, guardrail: Guardrail) -> list[str]:
    """The fields of one guardrail that refuse one endpoint."""
    fields = []
    hosts, models = guardrail.allowed_providers, guardrail.allowed_models
    if hosts is not None and endpoint.host not in hosts:
        fields.append("/allowed_providers")
    if endpoint.host in (guardrail.ignored_providers or []):
        fields.append("/ignored_providers")
    if models is not None and endpoint.slug not in models:
        fields.append("/allowed_models")
    if endpoint.slug in (guardrail.ignored_models or []):
        fields.append("/ignored_models")
    if endpoint.trains and endpoint.free and guardrail.enable_free_model_training is False:
        fields.append("/enable_free_model_training")
    if endpoint.trains and not endpoint.free and guardrail.enable_paid_model_training is False:
        fields.append("/enable_paid_model_training")
    if endpoint.retains and getattr(guardrail, f"enforce_zdr_{endpoint.word}"):
        fields.append(f"/enforce_zdr_{endpoint.word}")
    return fields
