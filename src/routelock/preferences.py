"""Preferences: the clauses of one request, and the order in which its endpoints are tried."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from routelock.clauses import (
    LISTS,
    Clause,
    Kind,
    PriceAbove,
    TooLong,
    Unsupported,
    collection_denied,
    listed,
    no_retention,
)
from routelock.reasons import Code, Layer, Reason, Source
from routelock.vendors import Vendors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from decimal import Decimal

    from routelock.catalogue import Catalogue, Endpoint
    from routelock.clauses import Refusal
    from routelock.request import MaxPrice, Provider, Request

SOURCE = Source(Layer.REQUEST)
FIRST = Reason(Code.NOT_FIRST_CHOICE, *SOURCE, "/provider/allow_fallbacks")
_PER = {"prompt": -6, "completion": -6, "request": 0, "image": 0}
"""Preferences name prices per million tokens, catalogues per token: powers of ten."""

_LISTS = {
    "only": LISTS["allowed_providers"],
    "ignore": LISTS["ignored_providers"],
    "quantizations": Kind(Code.QUANTIZATION_MISMATCH, "precision", only=True),
}
_EVERYBODY = Vendors()


def clauses(request: Request, catalogue: Catalogue) -> list[Refusal]:
    """What the `provider` object of a body refuses; preferences can only restrict."""
    asked = request.provider
    if asked is None:
        return []
    return [
        *_lists(asked),
        *_conduct(asked),
        *_prices(asked.max_price),
        *_parameters(request, catalogue),
    ]


def lengths(request: Request, prompt_tokens: int | None) -> list[Refusal]:
    """What is too short for the completion that a body asks for, in tokens."""
    asked = request.lengths
    if not asked and prompt_tokens is not None:
        asked = (("messages", 0),)
    return [
        TooLong(Reason(Code.LENGTH_EXCEEDED, *SOURCE, f"/{field}"), tokens, prompt_tokens)
        for field, tokens in asked
    ]


def _lists(asked: Provider) -> Iterator[Clause]:
    for name, kind in _LISTS.items():
        entries = getattr(asked, name)
        if entries or (entries is not None and kind.only):
            yield listed(SOURCE, f"/provider/{name}", kind, entries)


def _conduct(asked: Provider) -> Iterator[Clause]:
    if asked.zdr:
        yield no_retention(SOURCE, "/provider/zdr", _EVERYBODY.words, _EVERYBODY)
    if asked.data_collection == "deny":
        yield collection_denied(SOURCE, "/provider/data_collection")


def _prices(most: MaxPrice | None) -> Iterator[PriceAbove]:
    for unit, power in _PER.items():
        price = getattr(most, unit, None)
        if price is not None:
            reason = Reason(Code.PRICE_EXCEEDED, *SOURCE, f"/provider/max_price/{unit}")
            yield PriceAbove(reason, unit, price.scaleb(power))


def _parameters(request: Request, catalogue: Catalogue) -> Iterator[Unsupported]:
    if request.provider is not None and request.provider.require_parameters:
        reason = Reason(Code.PARAMETER_UNSUPPORTED, *SOURCE, "/provider/require_parameters")
        yield Unsupported(reason, catalogue.parameters.intersection(request.body))


_LAST = sys.maxsize


def ranked(endpoints: Sequence[Endpoint], asked: Provider | None) -> Sequence[Endpoint]:
    """The endpoints in the order that preferences ask for; ties stay in catalogue order."""
    if asked is None:
        return endpoints
    if asked.order:
        wanted = {entry.casefold(): place for place, entry in reversed([*enumerate(asked.order)])}
        return sorted(endpoints, key=lambda endpoint: _wanted(endpoint, wanted))
    return sorted(endpoints, key=_SORTS[asked.sort]) if asked.sort else endpoints


def _wanted(endpoint: Endpoint, wanted: dict[str, int]) -> int:
    return min((wanted[name] for name in endpoint.tags if name in wanted), default=_LAST)


def _by_price(endpoint: Endpoint) -> tuple[bool, Decimal | float]:
    prompt, completion, *_ = endpoint.pricing
    if prompt is None or completion is None:
        return (True, 0)
    return (False, prompt + completion)


def _by_throughput(endpoint: Endpoint) -> tuple[bool, float]:
    speed = endpoint.throughput
    return (True, 0) if speed is None else (False, -speed)


def _by_latency(endpoint: Endpoint) -> tuple[bool, float]:
    wait = endpoint.latency
    return (True, 0) if wait is None else (False, wait)


_SORTS: dict[str, Callable[[Endpoint], tuple[bool, Decimal | float]]] = {
    "price": _by_price,
    "throughput": _by_throughput,
    "latency": _by_latency,
}
