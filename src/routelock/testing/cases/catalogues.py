"""Catalogues of cases: a dozen models at most, with variants, aliases and models nobody hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from routelock.testing.cases.draw import chance, one, up_to
from routelock.testing.cases.rows import AUTHORS, FACETS, TAGS, VARIANTS, endpoint, model

if TYPE_CHECKING:
    from random import Random

    Json = dict[str, Any]

MOST_REAL, MOST_ENDPOINTS = 9, 30  # beside three aliases: 12 models at most


def catalogue(rng: Random) -> Json:
    """A catalogue document: 1 to 12 models, up to 30 endpoints, aliases among the rows."""
    real = _models(rng)
    endpoints = [row for row in real for row in _endpoints(rng, row)][:MOST_ENDPOINTS]
    if chance(rng, 0.05):
        rng.shuffle(endpoints)  # a file need not keep the endpoints of a model together
    rows = [*real, *_aliases(rng, real)]
    if chance(rng, 0.2):
        rows.reverse()
    return {"version": "case", "models": rows, "endpoints": endpoints}


def _models(rng: Random) -> list[Json]:
    rows: list[Json] = []
    for number in range(1 + up_to(rng, 2) + up_to(rng, 3)):
        rows += _family(rng, f"{one(rng, AUTHORS)}/m{number}", rows)
    return rows[:MOST_REAL]


def _family(rng: Random, name: str, others: list[Json]) -> list[Json]:
    """A model and its variants, which share one slug: its own, a dated one or somebody's id."""
    slug = name if chance(rng, 0.3) else f"{name}-2026"
    if others and chance(rng, 0.12):
        slug = one(rng, others)[one(rng, ("id", "canonical_slug"))]
    names = [name, *(name + variant for variant in VARIANTS if chance(rng, 0.15))]
    return [model(each, slug) for each in names]


def _aliases(rng: Random, real: list[Json]) -> list[Json]:
    """Rows that stand for a model or for each other, called like nobody or like somebody's slug."""
    names = [f"~{one(rng, AUTHORS)}/latest{number}" for number in range(up_to(rng, 2))]
    slug = one(rng, real)["canonical_slug"]
    if chance(rng, 0.05) and all(row["id"] != slug for row in real):
        names.insert(0, slug)  # first, and each alias stands for an earlier one: no circles
    rows = [model(name) for name in names]
    return [_alias(rng, row, [*rows[:place], *real]) for place, row in enumerate(rows)]


def _alias(rng: Random, row: Json, targets: list[Json]) -> Json:
    """A name for one of the targets; never by its own name, which would be a circle too."""
    target = one(rng, targets)
    by_slug = chance(rng, 0.3) and target["canonical_slug"] != row["id"]
    named = target["canonical_slug" if by_slug else "id"]
    return {**row, "alias_target": {"name": "", "slug": named}}


def _endpoints(rng: Random, row: Json) -> list[Json]:
    if chance(rng, 0.04):
        return []  # a model that nobody hosts
    count = 1 + (up_to(rng, 7) if chance(rng, 0.2) else up_to(rng, 2))
    first = int(rng.random() * len(TAGS))
    step = one(rng, (1, 5, 7))  # no divisor of the number of tags: no tag comes twice
    tags = [TAGS[(first + step * place) % len(TAGS)] for place in range(count)]
    return [_endpoint(rng, row, tag) for tag in tags]


def _endpoint(rng: Random, row: Json, tag: str) -> Json:
    return endpoint(row, tag, {name: one(rng, pool) for name, pool in FACETS.items()})
