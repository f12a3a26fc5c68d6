"""Prices: the cheapest endpoint of some, as a request that sorts by price would choose it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from routelock.catalogue import Endpoint


def cheapest(endpoints: Iterable[Endpoint]) -> Endpoint | None:
    """The endpoint with the lowest price of prompt and completion together, the first of equals.

    One whose price is not known is never the cheapest: `None` where no price is known.
    """
    priced = [(price, one) for one in endpoints if (price := together(one)) is not None]
    return min(priced, key=lambda pair: pair[0])[1] if priced else None


def together(endpoint: Endpoint) -> Decimal | None:
    """What a prompt token and a completion token cost together, `None` where one is not known."""
    prompt, completion = endpoint.pricing.prompt, endpoint.pricing.completion
    return None if prompt is None or completion is None else prompt + completion
