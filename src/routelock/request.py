"""Request: a chat body as it came in, and what routing reads of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
)
from pydantic_core import from_json

from routelock.errors import Problem, RequestError
from routelock.guardrail import Names, Usd
from routelock.problems import kind, problems

LENGTHS = ("max_tokens", "max_completion_tokens")
"""The two names under which a body limits its completion."""


Tokens = Annotated[StrictInt, Field(ge=0)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class MaxPrice(_Part):
    """USD: per million tokens for prompt and completion, per unit for request and image."""

    prompt: Usd | None = None
    completion: Usd | None = None
    request: Usd | None = None
    image: Usd | None = None


class Provider(_Part):
    """The `provider` object of a body; null counts as absent, an unknown key is an error.

    The last three are read by no rule of ours and pass through.
    """

    only: Names | None = None
    ignore: Names | None = None
    order: Names | None = None
    sort: Literal["price", "throughput", "latency"] | None = None
    zdr: StrictBool | None = None
    data_collection: Literal["allow", "deny"] | None = None
    quantizations: Names | None = None
    max_price: MaxPrice | None = None
    require_parameters: StrictBool | None = None
    allow_fallbacks: StrictBool | None = None
    enforce_distillable_text: Any = None
    preferred_min_throughput: Any = None
    preferred_max_latency: Any = None


class _Envelope(BaseModel):
    model_config = ConfigDict(defer_build=True)

    model: StrictStr | None = None
    models: Names | None = None
    provider: Provider | None = None
    max_tokens: Tokens | None = None
    max_completion_tokens: Tokens | None = None


class Candidate(NamedTuple):
    """A model that a request names, and the JSON pointer at which it does."""

    field: str
    name: str


class Request(NamedTuple):
    """A readable request: its body, the models it names in order, and its preferences.

    `lengths` holds (field, tokens) of the limits that the body sets on its completion, `longest`
    the largest of them, or 1.
    """

    body: Mapping[str, Any]
    candidates: tuple[Candidate, ...]
    lengths: tuple[tuple[str, int], ...] = ()
    provider: Provider | None = None
    longest: int = 1

    def __repr__(self) -> str:
        return f"<Request for {len(self.candidates)} models>"  # never the text of a request


def read(body: bytes | str | Mapping[str, Any]) -> Request:
    """A request from its bytes or its decoded body; `RequestError` names all that is wrong.

    >>> read(b'{"model": "openai/gpt-5", "max_tokens": 64}').candidates
    (Candidate(field='/model', name='openai/gpt-5'),)
    """
    decoded = body if isinstance(body, Mapping) else _decoded(body)
    name, tokens = decoded.get("model"), decoded.get("max_tokens")
    plain = tokens is None or (type(tokens) is int and tokens >= 0)
    if plain and type(name) is str and _UNUSUAL.isdisjoint(decoded):
        named = (Candidate("/model", name),)
        if tokens is None:
            return Request(decoded, named)
        return Request(decoded, named, (("max_tokens", tokens),), longest=tokens or 1)
    return _envelope(decoded)


_UNUSUAL = frozenset(("models", "provider", "max_completion_tokens"))


def _decoded(body: bytes | str) -> Mapping[str, Any]:
    try:
        decoded = from_json(body, allow_inf_nan=False, cache_strings="keys")
    except ValueError as error:
        hint = "send one JSON object in UTF-8"
        raise RequestError([Problem("$", f"is not JSON: {error}", hint)]) from None
    if not isinstance(decoded, dict):
        raise RequestError([Problem("$", f"must be an object, got {kind(decoded)}")])
    return decoded


def _envelope(body: Mapping[str, Any]) -> Request:
    read_ = _validated(body)
    named = [Candidate("/model", read_.model)] if read_.model is not None else []
    others = enumerate(read_.models or ())
    named += [Candidate(f"/models/{place}", name) for place, name in others]
    if not named:
        raise RequestError([Problem("$.model", "is missing", "name a model of the catalogue")])
    given = ((field, getattr(read_, field)) for field in LENGTHS)
    lengths = tuple((field, tokens) for field, tokens in given if tokens is not None)
    longest = max([1, *(tokens for _, tokens in lengths)])
    return Request(body, tuple(named), lengths, read_.provider, longest)


def _validated(body: Mapping[str, Any]) -> _Envelope:
    try:
        return _Envelope.model_validate(body)
    except ValidationError as error:
        wrong = [*problems(error, _KNOWN, private=True)]
    # Not raised in there: the validator's error shows what it was given, and would hang on to ours.
    raise RequestError(wrong)


_KNOWN = {"$.provider": Provider.model_fields, "$.provider.max_price": MaxPrice.model_fields}
