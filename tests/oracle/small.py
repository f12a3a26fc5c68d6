"""Small documents for the oracle: one endpoint that nothing refuses, and reasons in short."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

Json = dict[str, Any]
Applied = list[tuple[str, str, Json]]

PAID = {"prompt": "0.000001", "completion": "0.000002", "request": "0", "image": "0"}
FREE = {"prompt": "0", "completion": "0", "request": "0", "image": "0"}
RETAINS = {"retains_prompts": True, "trains_on_prompts": False, "publishes_prompts": False}
TRAINS = {"retains_prompts": False, "trains_on_prompts": True, "publishes_prompts": False}
PUBLISHES = {"retains_prompts": False, "trains_on_prompts": False, "publishes_prompts": True}
UNKNOWN: Json = dict.fromkeys(RETAINS)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def endpoint(model_id: str = "qwen/m", tag: str = "alpha", **facts: Any) -> Json:
    """A row that no rule of these tests refuses, but for what `facts` say."""
    return {
        "model_id": model_id,
        "tag": tag,
        "quantization": "fp8",
        "context_length": 1_000,
        "max_completion_tokens": None,
        "pricing": PAID,
        "supported_parameters": ["seed"],
        "latency_last_30m": None,
        "throughput_last_30m": None,
        "data_policy": dict.fromkeys(RETAINS, False),
        "regions": [],
        **facts,
    }


def catalogue(*endpoints: Json, slugs: Json | None = None, aliases: Json | None = None) -> Json:
    """Those endpoints and their models; `slugs` and `aliases` name more models by id."""
    ids = [*dict.fromkeys(row["model_id"] for row in endpoints), *(slugs or {})]
    models = [{"id": name, "canonical_slug": (slugs or {}).get(name, name)} for name in ids]
    models += [
        {"id": name, "canonical_slug": name, "alias_target": {"slug": target}}
        for name, target in (aliases or {}).items()
    ]
    rows = {row["id"]: row for row in models}
    return {"models": [*rows.values()], "endpoints": [*endpoints]}


def pairs(reasons: Iterable[Json]) -> list[str]:
    """Reasons in short."""
    return [f"{reason['code']} {reason['field']}" for reason in reasons]


def why(answer: Json) -> list[str]:
    """Why the only endpoint is out; nothing where it is in."""
    return pairs(answer["excluded"][0]["reasons"]) if answer["excluded"] else []


def tags(answer: Json) -> list[str]:
    """The hosts of what survives, in order."""
    return [row["tag"] for row in answer["endpoints"]]
