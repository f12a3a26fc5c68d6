"""Rows: what models and endpoints of cases may look like, as pools to draw from at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Json = dict[str, Any]

# Some authors are hosts too, and `x-ai` hosts as `xai`: whoever mixes the two up is found out.
AUTHORS = ("vendor_a", "vendor_b", "openai", "x-ai", "mistral", "qwen")
TAGS = (
    "alpha", "alpha/eu", "alpha/eu/fp8", "alphabet", "Beta", "Beta/Turbo", "google-vertex",
    "google-vertex/europe", "google-vertex/europe/fp8", "google-vertex/us", "xai", "vendor_a",
)  # fmt: skip
HOSTS = (
    "alpha", "ALPHA", "alpha/eu", "Alpha/EU/fp8", "alphabet", "alph", "beta", "BETA/turbo",
    "google-vertex", "Google-Vertex/Europe", "google-vertex/eu", "xai", "x-ai", "vendor_a",
    "nobody",
)  # fmt: skip
"""What a list of providers may say of those tags: in any case, and near misses."""

VARIANTS = (":free", ":batch", ":online", ":thinking")  # one of them looks like a virtual suffix
SUFFIXES = (
    ":nitro",
    ":floor",
    ":exacto",
    ":online",
    ":extended",
    ":online:nitro",
    ":free",
    ":gone",
)
UNHEARD_OF = "nobody/knows"

_ZERO = {"prompt": "0", "completion": "0", "request": "0", "image": "0"}
_PAID = {**_ZERO, "prompt": "0.000001", "completion": "0.000002"}
_PRICES: tuple[Json, ...] = (
    _PAID,
    _PAID,
    {**_ZERO, "prompt": "0.0000005", "completion": "0.0000025"},
    {**_PAID, "request": "0.01", "image": "0.002"},
    {**_PAID, "prompt": "0.00001", "image": None},
    _ZERO,
    _ZERO,
    {**_ZERO, "image": None, "request": "-1"},  # what is known is zero: free
    {**_ZERO, "image": "0.001"},
    {**_ZERO, "prompt": "-1"},
    {"prompt": None, "completion": "0.000002"},
    {},
)
_POLICIES = (
    (False, False, False),
    (False, False, False),
    (False, False, False),
    (False, True, False),
    (False, False, True),
    (False, None, None),
    (True, False, False),
    (True, True, True),
    (None, None, None),
    None,
)
_MEDIANS = (None, 20, 50, 50, 120.5)

FACETS: Mapping[str, tuple[Any, ...]] = {
    "quantization": ("fp8", "fp8", "bf16", "int4", "unknown", None),
    "context_length": (131_072, 32_768, 8_192, 2_048),
    "max_completion_tokens": (None, None, 1_024, 4_096, 16_384),
    "pricing": _PRICES,
    "supported_parameters": (
        ("max_tokens", "temperature"),
        ("max_tokens", "temperature", "top_p"),
        ("max_tokens", "max_completion_tokens", "seed", "temperature", "top_p"),
        (),
    ),
    "latency_last_30m": _MEDIANS,
    "throughput_last_30m": _MEDIANS,
    "data_policy": _POLICIES,
    "regions": ((), (), ("us",), ("europe",), ("europe", "us")),
}
"""What is drawn for each endpoint; an entry that stands twice is twice as likely."""

_MODEL: Json = {
    "name": "", "description": "", "created": 1_767_225_600, "context_length": 131_072,
    "default_parameters": None, "expiration_date": None, "knowledge_cutoff": None,
    "per_request_limits": None, "supported_voices": None,
}  # fmt: skip
_ENDPOINT: Json = {
    "model_name": "", "name": "", "provider_name": "", "max_prompt_tokens": None, "status": 0,
    "supports_implicit_caching": True, "supports_voice_cloning": False, "uptime_last_5m": None,
    "uptime_last_30m": None, "uptime_last_1d": None,
}  # fmt: skip


def model(name: str, slug: str | None = None, *, stands_for: str | None = None) -> Json:
    """A model's row (spec 2.6); its canonical slug is its id unless told otherwise."""
    row = {**_MODEL, "id": name, "canonical_slug": slug or name}
    return row if stands_for is None else {**row, "alias_target": {"name": "", "slug": stands_for}}


def endpoint(of: Json, tag: str, drawn: Mapping[str, Any]) -> Json:
    """An endpoint's row (spec 2.5) from one value of each of `FACETS`; rows share nothing."""
    return {
        **_ENDPOINT,
        **drawn,
        "model_id": of["id"],
        "canonical_slug": of["canonical_slug"],
        "tag": tag,
        "provider": tag.partition("/")[0],
        "pricing": dict(_ZERO if of["id"].endswith(":free") else drawn["pricing"]),
        "supported_parameters": list(drawn["supported_parameters"]),
        "latency_last_30m": _figures(drawn["latency_last_30m"]),
        "throughput_last_30m": _figures(drawn["throughput_last_30m"]),
        "data_policy": _policy(drawn["data_policy"]),
        "regions": list(drawn["regions"]),
    }


def _figures(median: float | None) -> Json | None:
    return None if median is None else {"p50": median, "p75": 200, "p90": 300, "p99": 400}


def _policy(known: tuple[bool | None, bool | None, bool | None] | None) -> Json | None:
    if known is None:
        return None
    retains, trains, publishes = known
    return {
        "retains_prompts": retains,
        "retention_days": None,
        "trains_on_prompts": trains,
        "publishes_prompts": publishes,
    }


def model_entries(rows: Sequence[Json]) -> list[str]:
    """What a list of models may say: slugs, ids, aliases, and names that mean nothing in a list."""
    known = [row["canonical_slug"] for row in rows] + [row["id"] for row in rows]
    return [*known, f"{known[0]}:nitro", known[-1].upper(), UNHEARD_OF]
