"""World: ten thousand guardrails before and after a change, as documents and as plain sets."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.testing.catalogues import generate

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]

CODES = (
    "provider_not_allowed",
    "provider_ignored",
    "model_not_allowed",
    "model_ignored",
    "free_training_forbidden",
    "paid_training_forbidden",
    "zdr_required",
)
"""What an endpoint is refused for here, in the order of the fields below."""

FIELDS = (
    "allowed_providers",
    "ignored_providers",
    "allowed_models",
    "ignored_models",
    "enable_free_model_training",
    "enable_paid_model_training",
    "enforce_zdr",
)


HALF = 0.5
"""How many guardrails say something in a field."""


class Row(NamedTuple):
    """An endpoint, as far as these rules look at it."""

    host: str
    slug: str
    free: bool
    trains: bool
    retains: bool


class Effect(NamedTuple):
    """How much one guardrail loses and gains, in all and by code in the order of `CODES`."""

    lost: int
    gained: int
    lost_by: tuple[int, ...]
    gained_by: tuple[int, ...]


class World(NamedTuple):
    """A catalogue, its rows, and for each guardrail its document before and after."""

    catalogue: Json
    rows: list[Row]
    pairs: list[tuple[Json, Json]]


def world(guardrails: int, endpoints: int, seed: int = 0) -> World:
    """Equal arguments give equal worlds."""
    rng = random.Random(seed)
    catalogue = generate(endpoints, seed=seed)
    rows = [row(each) for each in catalogue["endpoints"]]
    return World(catalogue, rows, [*_pairs(rng, rows, guardrails)])


def row(endpoint: Json) -> Row:
    """What a rule may ask of an endpoint; where nobody says what a host does, it does it."""
    policy = endpoint["data_policy"] or {}
    prices = [float(price) for price in endpoint["pricing"].values()]
    return Row(
        endpoint["provider"],
        endpoint["canonical_slug"],
        max(prices[:2]) == 0 and max(prices) == 0 and min(prices[:2]) == 0,
        policy.get("trains_on_prompts") is not False,
        policy.get("retains_prompts") is not False,
    )


def _pairs(rng: random.Random, rows: list[Row], count: int) -> Iterator[tuple[Json, Json]]:
    hosts, slugs = sorted({row.host for row in rows}), sorted({row.slug for row in rows})
    for number in range(count):
        before = {"name": f"guardrail-{number}"} | _drawn(rng, hosts, slugs)
        fresh = _drawn(rng, hosts, slugs)
        changed = rng.choice(FIELDS)
        after = {name: said for name, said in before.items() if name != changed}
        yield before, after | ({changed: fresh[changed]} if changed in fresh else {})


def _drawn(rng: random.Random, hosts: list[str], slugs: list[str]) -> Json:
    fields: Json = {
        "allowed_providers": rng.sample(hosts, len(hosts) // 2),
        "ignored_providers": rng.sample(hosts, 5),
        "allowed_models": rng.sample(slugs, len(slugs) // 2),
        "ignored_models": rng.sample(slugs, 8),
        "enable_free_model_training": False,
        "enable_paid_model_training": False,
        "enforce_zdr": True,
    }
    return {name: said for name, said in fields.items() if rng.random() < HALF}
