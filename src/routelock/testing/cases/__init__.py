"""Cases: seeded random inputs of a decision, small and full of corners, for differential runs.

Equal seeds give equal cases on every Python from 3.11. Every case is valid input: what cannot be
read is somebody else's test. Content filters are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from routelock.testing.cases.catalogues import catalogue
from routelock.testing.cases.draw import chance, one
from routelock.testing.cases.guardrails import guardrails, spend, vendors
from routelock.testing.cases.requests import request

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    Json = dict[str, Any]

Answer = TypeVar("Answer")

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECONDS_LEFT = (-86_400, -1, 0, 1, 60, 3_600, 86_400)
REGIONS = ("us", "europe", "europe", "mars")
PROMPTS = (0, 100, 1_000, 1_500, 4_000, 8_192)


@dataclass(frozen=True)
class Case:
    """One decision's inputs as raw documents, under the names that `oracle.decide` gives them.

    >>> from random import Random
    >>> from routelock.testing.oracle import decide
    >>> case(Random(1)).ask(decide)["outcome"]
    'cleared'
    """

    catalogue: Json
    guardrails: tuple[tuple[str, str, Json], ...]
    request: Json | None
    vendors: dict[str, list[str]] | None
    spend: dict[str, dict[str, str]]
    region: str | None
    key: Json | None
    now: datetime
    prompt_tokens: int | None

    def ask(self, decide: Callable[..., Answer]) -> Answer:
        """What a function with the parameters of `oracle.decide` says of this case."""
        return decide(**vars(self))


def case(rng: Random) -> Case:
    """The next case of a generator; a few thousand a second."""
    rows = catalogue(rng)
    words = vendors(rng)
    papers = guardrails(rng, rows["models"], words)
    body = None if chance(rng, 0.15) else request(rng, rows["models"])
    return Case(
        catalogue=rows,
        guardrails=papers,
        request=body,
        vendors=words,
        spend=spend(rng, papers),
        region=one(rng, REGIONS) if chance(rng, 0.07) else None,
        key=_key(rng) if chance(rng, 0.5) else None,
        now=NOON,
        prompt_tokens=one(rng, PROMPTS) if body is not None and chance(rng, 0.25) else None,
    )


def _key(rng: Random) -> Json:
    """The state of a key: seldom disabled, and about to expire, expiring now or just expired."""
    ends = NOON + timedelta(seconds=one(rng, SECONDS_LEFT))
    expires = ends.isoformat().replace("+00:00", "Z") if chance(rng, 0.15) else None
    return {"disabled": chance(rng, 0.05), "expires_at": expires}
