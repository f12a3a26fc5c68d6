"""Catalogues of any size: seeded documents that look like what a gateway routes to.

Equal arguments give equal documents on every Python from 3.11: only `random`, `randrange`,
`choice` and `shuffle` of one generator are used.
"""

from __future__ import annotations

import random
from decimal import Decimal
from itertools import count, islice
from typing import TYPE_CHECKING, Any, TypeVar

from routelock.testing.market import (
    COMPLETIONS,
    CONTEXTS,
    DATES,
    FAMILIES,
    FREE,
    FREE_POLICIES,
    HOSTS,
    IMAGES,
    INPUTS,
    LATENCIES,
    MOST,
    PARAMETERS,
    PERCENTILES,
    PLACES,
    POLICIES,
    PRICES,
    QUANTIZATIONS,
    RUNS,
    STATUSES,
    THROUGHPUTS,
    UNPRICED,
    UPTIMES,
    Host,
    Offer,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Json = dict[str, Any]

T = TypeVar("T")

VENDORS = {"anthropic": ["anthropic"], "openai": ["openai"], "google": ["google"], "xai": ["x-ai"]}
"""The vendor words that `guardrails` writes, with the authors that each governs."""


def generate(endpoints: int, *, seed: int = 0, hosts: int = 117) -> Json:
    """A catalogue document of exactly `endpoints` endpoints, some 5.7 a model, drawn by `seed`.

    All of `hosts` (35 or more) are used, or `endpoints` of them if those are fewer. How many
    endpoints a model has, 1 to 35, is drawn alike at every size. Those of one model are adjacent,
    in the order of the models; a `:batch` or `:free` variant follows its base model, an alias its
    target. Raises `ValueError` for less than one endpoint or fewer than 35 hosts.

    >>> document = generate(200, seed=7)
    >>> len(document["endpoints"]), document == generate(200, seed=7)
    (200, True)
    """
    if endpoints < 1 or hosts < MOST:
        message = f"`{endpoints}` endpoints on `{hosts}` hosts: take 1 or more on {MOST} or more"
        raise ValueError(message)
    rng = random.Random(seed)
    market = _Market(hosts, rng)
    models: list[Json] = []
    rows: list[Json] = []
    stream = _models(rng)
    while len(rows) < endpoints:
        models.append(model := next(stream))
        if "alias_target" not in model:
            run = min(_banded(RUNS, rng), endpoints - len(rows))
            rows += [_endpoint(model, offer, rng) for offer in islice(market.offers(), run)]
    return {"version": f"generated-{endpoints}-{seed}-{hosts}", "models": models, "endpoints": rows}


def guardrails(document: Mapping[str, Any], seed: int = 0) -> tuple[Json, Json, Json]:
    """Guardrails for a workspace default, a member and a key over the catalogue `document`.

    The first ignores two hosts and forbids training, the second allows 45 hosts and enforces ZDR
    for two words of `VENDORS`, the third allows 30 models by canonical slug; fewer where the
    catalogue has fewer.

    >>> default, member, key = guardrails(generate(2000))
    >>> len(default["ignored_providers"]), len(member["allowed_providers"])
    (2, 45)
    """
    rng = random.Random(seed)
    hosts = [row["provider"] for row in document["endpoints"]]
    slugs = [row["canonical_slug"] for row in document["endpoints"]]
    training = {"enable_free_model_training": False, "enable_paid_model_training": False}
    zdr = {f"enforce_zdr_{word}": True for word in _some(VENDORS, 2, rng)}
    return (
        _guardrail(1, "workspace default", ignored_providers=_some(hosts, 2, rng), **training),
        _guardrail(2, "member", allowed_providers=_some(hosts, 45, rng), **zdr),
        _guardrail(3, "key", allowed_models=_some(slugs, 30, rng)),
    )


def _guardrail(number: int, name: str, **fields: object) -> Json:
    return {
        "id": f"00000000-0000-4000-8000-{number:012}",
        "name": name,
        "workspace_id": None,
        "include_byok_in_budgets": False,
        "created_at": "2026-01-01T00:00:00Z",
        **fields,
    }


# --- models -------------------------------------------------------------------------------------


def _models(rng: random.Random) -> Iterator[Json]:
    """Models without end: a base model, perhaps its variants, perhaps an alias of it."""
    for number in count(1):
        author, family = FAMILIES[_early(len(FAMILIES), rng)]
        base = _model(f"{author}/{family}-{number}", rng)
        yield base
        if _chance(0.17, rng):
            yield _variant(base, "batch", _halved(base["pricing"]))
        if _chance(0.05, rng):
            yield _variant(base, "free", _pricing(*FREE))
        if _chance(0.04, rng):
            yield _alias(base)


def _model(slug: str, rng: random.Random) -> Json:
    inputs = rng.choice(INPUTS)
    context = rng.choice(CONTEXTS)
    return {
        "id": slug,
        "canonical_slug": f"{slug}-{rng.choice(DATES)}" if _chance(0.8, rng) else slug,
        "name": slug.replace("/", ": "),
        "description": f"{slug} is made up.",
        "created": 1_735_000_000 + 3600 * rng.randrange(12_000),
        "context_length": context,
        "architecture": {
            "input_modalities": [*inputs],
            "output_modalities": ["text"],
            "modality": f"{'+'.join(inputs)}->text",
            "tokenizer": "Other",
            "instruct_type": None,
        },
        "pricing": _pricing(*rng.choice(PRICES), image=rng.choice(IMAGES)),
        "supported_parameters": sorted(rng.choice(PARAMETERS)),
        "top_provider": {
            "context_length": context,
            "max_completion_tokens": _completion(context, rng),
            "is_moderated": _chance(0.3, rng),
        },
        "links": _links(slug),
        "default_parameters": None,
        "expiration_date": None,
        "knowledge_cutoff": None,
        "per_request_limits": None,
        "supported_voices": None,
    }


def _variant(base: Json, suffix: str, pricing: Json) -> Json:
    slug, name = f"{base['id']}:{suffix}", f"{base['name']} ({suffix})"
    return {**base, "id": slug, "name": name, "pricing": pricing, "links": _links(slug)}


def _alias(base: Json) -> Json:
    author, _, name = base["id"].partition("/")
    slug = f"~{author}/{name}-latest"
    target = {"name": base["name"], "slug": base["id"]}
    names = {"id": slug, "canonical_slug": slug, "name": f"{base['name']} latest"}
    return {**base, **names, "links": _links(slug), "alias_target": target}


def _links(slug: str) -> Json:
    return {"details": f"/api/v1/models/{slug}/endpoints"}


# --- endpoints ----------------------------------------------------------------------------------


class _Market:
    """The hosts of a catalogue; each is dealt once before popularity alone decides."""

    def __init__(self, size: int, rng: random.Random) -> None:
        made_up = (_host(number, rng) for number in range(len(HOSTS), size))
        self.hosts = (*HOSTS, *made_up)
        self.rng = rng
        self.undealt = list(range(size))
        rng.shuffle(self.undealt)

    def offers(self) -> Iterator[Offer]:
        """What one model can be had at: hosts without end, none twice but for its places."""
        taken: set[int] = set()
        while True:
            dealt = bool(self.undealt)
            number = self.undealt.pop() if dealt else _early(len(self.hosts), self.rng)
            while number in taken:
                number = (number + 1) % len(self.hosts)
            taken.add(number)
            host = self.hosts[number]
            for below, regions in host.places[:1] if dealt else host.places:
                yield Offer(host, host.slug + below, regions)


def _host(number: int, rng: random.Random) -> Host:
    return Host(f"host-{number:03}", f"Host {number}", rng.choice(PLACES), rng.choice(POLICIES))


def _endpoint(model: Json, offer: Offer, rng: random.Random) -> Json:
    quantization = _quantization(rng)
    quiet = _chance(0.06, rng)  # nobody called it of late, so nothing was measured
    uptime = None if quiet else _banded(UPTIMES, rng) / 100
    context = _mostly(model["context_length"], CONTEXTS, rng)
    return {
        "model_id": model["id"],
        "canonical_slug": model["canonical_slug"],
        "model_name": model["name"],
        "name": f"{offer.host.slug} | {model['canonical_slug']}",
        "provider_name": offer.host.name,
        "provider": offer.host.slug,
        "tag": f"{offer.tag}/{quantization}" if quantization in QUANTIZATIONS else offer.tag,
        "quantization": quantization,
        "context_length": context,
        "max_completion_tokens": _completion(context, rng),
        "max_prompt_tokens": None,
        "pricing": _price(model, rng),
        "supported_parameters": sorted(_mostly(model["supported_parameters"], PARAMETERS, rng)),
        "supports_implicit_caching": _chance(0.06, rng),
        "supports_voice_cloning": False,
        "status": _status(uptime),
        "latency_last_30m": None if quiet else _percentiles(rng.choice(LATENCIES)),
        "throughput_last_30m": None if quiet else _percentiles(rng.choice(THROUGHPUTS)),
        "uptime_last_5m": uptime,
        "uptime_last_30m": uptime,
        "uptime_last_1d": None if quiet else rng.randrange(9500, 10_001) / 100,
        "regions": [*offer.regions],
        "data_policy": _policy(model, offer.host, rng),
    }


def _is_free(model: Json) -> bool:
    return bool(model["id"].endswith(":free"))


def _price(model: Json, rng: random.Random) -> Json:
    if _is_free(model) or _chance(0.85, rng):
        return {**model["pricing"]}
    return _pricing(*(UNPRICED if _chance(0.07, rng) else rng.choice(PRICES)))


def _pricing(prompt: str, completion: str, image: str = "0") -> Json:
    tokens = {"prompt": prompt, "completion": completion}
    prices = {name: _plain(Decimal(price) / 1_000_000) for name, price in tokens.items()}
    return {**prices, "request": "0", "image": image}


def _halved(pricing: Json) -> Json:
    return {name: _plain(Decimal(price) / 2) for name, price in pricing.items()}


def _plain(number: Decimal) -> str:
    return format(number, "f")


def _policy(model: Json, host: Host, rng: random.Random) -> Json:
    special = rng.choice(FREE_POLICIES) if _is_free(model) else None
    retains, days, trains, publishes = special or host.policy
    return {
        "retains_prompts": retains,
        "retention_days": days,
        "trains_on_prompts": trains,
        "publishes_prompts": publishes,
    }


def _quantization(rng: random.Random) -> str | None:
    if _chance(0.3, rng):
        return rng.choice(QUANTIZATIONS)
    return None if _chance(0.03, rng) else "unknown"


def _completion(context: int, rng: random.Random) -> int | None:
    limit = rng.choice(COMPLETIONS)
    return limit and min(limit, context)


def _status(uptime: float | None) -> int:
    """0 where the uptime is unknown or at least 95, -2 from 80 on, else -5."""
    known = 100.0 if uptime is None else uptime
    return next(status for least, status in STATUSES if known >= least)


def _percentiles(typical: int) -> Json:
    return {name: round(typical * scale, 1) for name, scale in PERCENTILES}


# --- chance -------------------------------------------------------------------------------------


def _chance(share: float, rng: random.Random) -> bool:
    return rng.random() < share


def _mostly(usual: T, others: Sequence[T], rng: random.Random) -> T:
    return usual if _chance(0.85, rng) else rng.choice(others)


def _banded(bands: Sequence[tuple[float, int, int]], rng: random.Random) -> int:
    """A whole number out of one band, which is taken as often as its share says."""
    *others, (_, low, high) = bands  # the last band also takes what rounding leaves over
    left = rng.random()
    for share, first, last in others:
        if left < share:
            return rng.randrange(first, last + 1)
        left -= share
    return rng.randrange(low, high + 1)


def _early(size: int, rng: random.Random) -> int:
    """An index below `size`, rather a low one: a square, which every machine rounds alike."""
    fraction = rng.random()
    return int(size * fraction * fraction)


def _some(values: Iterable[str], number: int, rng: random.Random) -> list[str]:
    distinct = list(dict.fromkeys(values))
    rng.shuffle(distinct)
    return sorted(distinct[:number])
