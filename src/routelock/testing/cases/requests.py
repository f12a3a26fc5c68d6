"""Requests of cases: chat bodies that name models in every way, with every preference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from routelock.testing.cases.draw import chance, one, share, some, up_to
from routelock.testing.cases.rows import HOSTS, SUFFIXES, UNHEARD_OF

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    Json = dict[str, Any]

PRICES = (0, 0.5, 1, 2, 2.5, 10, 100)
UNIT_PRICES = (0, 0.001, 0.01, 1)
TOKENS = (1, 256, 256, 1_024, 4_000, 40_000)
QUANTIZATIONS = ("fp8", "bf16", "int4", "unknown")
PARAMETERS: Json = {
    "temperature": 0.5, "seed": 7, "top_p": 0.9, "stop": None, "nobody_lists_this": 1,
}  # fmt: skip
PASSED_THROUGH: Json = {
    "preferred_min_throughput": 40, "preferred_max_latency": 2, "enforce_distillable_text": False,
}  # fmt: skip


def _max_price(rng: Random) -> Json:
    most: Json = {unit: one(rng, PRICES) for unit in share(rng, ("prompt", "completion"), 0.6)}
    most |= {unit: one(rng, UNIT_PRICES) for unit in share(rng, ("request", "image"), 0.25)}
    if chance(rng, 0.1):
        most["image"] = None
    return most


# Preference -> how often it is there, and what it may say; now and then it is null instead.
PREFERENCES: dict[str, tuple[float, Callable[[Random], object]]] = {
    "only": (0.12, lambda rng: share(rng, HOSTS, 0.6)),
    "ignore": (0.15, lambda rng: some(rng, HOSTS, up_to(rng, 2))),
    "zdr": (0.15, lambda rng: chance(rng, 0.5)),
    "data_collection": (0.15, lambda rng: one(rng, ("allow", "deny"))),
    "quantizations": (0.12, lambda rng: share(rng, QUANTIZATIONS, 0.6)),
    "max_price": (0.15, _max_price),
    "require_parameters": (0.2, lambda rng: chance(rng, 0.75)),
    "order": (0.2, lambda rng: some(rng, HOSTS, up_to(rng, 4))),
    "sort": (0.3, lambda rng: one(rng, ("price", "throughput", "latency"))),
    "allow_fallbacks": (0.25, lambda rng: chance(rng, 0.4)),
}


def request(rng: Random, models: Sequence[Json]) -> Json:
    """A chat body that names one model or several, with or without preferences."""
    body: Json = {"messages": [{"role": "user", "content": "hello"}], **_names(rng, models)}
    if chance(rng, 0.7):
        body["provider"] = _preferences(rng) if chance(rng, 0.95) else None
    for field, often in (("max_tokens", 0.15), ("max_completion_tokens", 0.08)):
        if chance(rng, often):
            body[field] = one(rng, TOKENS) if chance(rng, 0.95) else None
    if chance(rng, 0.4):
        body |= {name: PARAMETERS[name] for name in share(rng, tuple(PARAMETERS), 0.3)}
    return body


def _names(rng: Random, models: Sequence[Json]) -> Json:
    if chance(rng, 0.75):
        return {"model": _name(rng, models)}
    names: Json = {"models": [_name(rng, models) for _ in range(1 + up_to(rng, 3))]}
    if chance(rng, 0.7):
        names["model"] = _name(rng, models)
    return names


def _name(rng: Random, models: Sequence[Json]) -> str:
    """Mostly an id or an alias, bare or with a suffix; else a slug or a name nobody knows."""
    row = one(rng, models)
    name: str = row["id"] if chance(rng, 0.95) else row["canonical_slug"]
    if chance(rng, 0.03):
        return UNHEARD_OF
    return name + one(rng, SUFFIXES) if chance(rng, 0.15) else name


def _preferences(rng: Random) -> Json:
    said = {
        name: drawn(rng) if chance(rng, 0.92) else None
        for name, (often, drawn) in PREFERENCES.items()
        if chance(rng, often)
    }
    if chance(rng, 0.05):
        said |= PASSED_THROUGH
    return said
