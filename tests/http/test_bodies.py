"""The bodies of the nine operations, field by field as the specification has them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from routelock.service.shapes import BEYOND

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.http.running import Client

Kinds = Any

UUID, TIME = "uuid", "time"
NONE = type(None)
NUMBER = (int, float)
TEXTS = [str]
PERCENTILES = dict.fromkeys(("p50", "p75", "p90", "p99"), NUMBER)
PRICES = dict.fromkeys(("completion", "image", "prompt", "request"), "decimal")

KEY = {
    **dict.fromkeys(("hash", "name", "label"), str),
    **dict.fromkeys(("disabled", "include_byok_in_limit"), bool),
    **dict.fromkeys(("limit", "limit_remaining"), (*NUMBER, NONE)),
    "limit_reset": (str, NONE),
    **dict.fromkeys(
        (f"{kind}usage{window}" for kind in ("", "byok_")
         for window in ("", "_daily", "_weekly", "_monthly")), NUMBER),
    "created_at": TIME,
    **dict.fromkeys(("updated_at", "expires_at", "creator_user_id", "external_user"), (str, NONE)),
    "workspace_id": UUID,
}  # fmt: skip
GROUP = {
    "id": UUID,
    **dict.fromkeys(("display_name", "external_id", "organization_id"), str),
    **dict.fromkeys(("created_at", "updated_at"), TIME),
}
MAPPING = {
    **dict.fromkeys(("id", "scim_group_id", "workspace_id"), UUID),
    **dict.fromkeys(("organization_id", "role"), str),
    **dict.fromkeys(("created_at", "updated_at"), TIME),
}
ENDPOINT = {
    **dict.fromkeys(("model_id", "model_name", "name", "provider_name", "tag"), str),
    "quantization": (str, NONE),
    "context_length": int,
    **dict.fromkeys(("max_completion_tokens", "max_prompt_tokens"), (int, NONE)),
    "pricing": PRICES,
    "supported_parameters": TEXTS,
    **dict.fromkeys(("supports_implicit_caching", "supports_voice_cloning"), bool),
    "status": int,
    **dict.fromkeys(("latency_last_30m", "throughput_last_30m"), PERCENTILES),
    **dict.fromkeys(("uptime_last_5m", "uptime_last_30m", "uptime_last_1d"), (*NUMBER, NONE)),
}
MODEL = {
    **dict.fromkeys(("id", "canonical_slug", "name", "description"), str),
    **dict.fromkeys(("created", "context_length"), int),
    "architecture": {
        **dict.fromkeys(("input_modalities", "output_modalities"), TEXTS),
        **dict.fromkeys(("modality", "tokenizer"), str),
        "instruct_type": (str, NONE),
    },
    "pricing": PRICES,
    "supported_parameters": TEXTS,
    "top_provider": {
        "context_length": int,
        "max_completion_tokens": (int, NONE),
        "is_moderated": bool,
    },
    "links": {"details": str},
    **dict.fromkeys(("default_parameters", "per_request_limits"), (dict, NONE)),
    **dict.fromkeys(("expiration_date", "knowledge_cutoff"), (str, NONE)),
    "supported_voices": (list, NONE),
}
VERSION = {
    **dict.fromkeys(("id", "preset_id"), UUID),
    "version": int,
    "config": dict,
    **dict.fromkeys(("system_prompt", "creator_id"), str),
    **dict.fromkeys(("created_at", "updated_at"), TIME),
}
PRESET = {
    **dict.fromkeys(("id", "designated_version_id", "workspace_id"), UUID),
    **dict.fromkeys(("name", "slug", "status", "creator_user_id"), str),
    **dict.fromkeys(("description", "status_updated_at"), (str, NONE)),
    "designated_version": VERSION,
    **dict.fromkeys(("created_at", "updated_at"), TIME),
}
GUARDRAIL = {
    "id": UUID,
    "name": str,
    "workspace_id": UUID,
    "include_byok_in_budgets": bool,
    "created_at": TIME,
    "updated_at": (str, NONE),
    "description": str,
    "limit_usd": NUMBER,
    "reset_interval": str,
    "ignored_providers": TEXTS,
    "content_filter_builtins": [{"slug": str, "action": str, "label": str}],
    "content_filters": [{"pattern": str, "action": str, "label": str}],
    **dict.fromkeys(
        ("enforce_zdr", *(f"enforce_zdr_{word}"
                          for word in ("anthropic", "openai", "google", "xai", "other"))), bool),
}  # fmt: skip
VIDEO = {
    **dict.fromkeys(("id", "polling_url", "status", "generation_id"), str),
    "unsigned_urls": TEXTS,
    "usage": {"cost": NUMBER, "is_byok": bool},
}
REPLIES = {
    "getGuardrail": {"data": GUARDRAIL},
    "getKey": {"data": KEY},
    "createScimGroupMapping": {"data": MAPPING},
    "getScimGroupMapping": {"data": MAPPING},
    "listScimGroups": {"data": [GROUP], "total_count": int},
    "listEndpointsZdr": {"data": [ENDPOINT]},
    "listModelsUser": {"data": [MODEL], "links": {"next": (str, NONE)}, "total_count": int},
    "getPreset": {"data": PRESET},
    "getVideos": VIDEO,
}
OPEN = {"alias_target", *BEYOND}
"""What a row may have beyond the specification."""

PATTERNS = {
    UUID: r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    TIME: r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",
    "decimal": r"-?\d+(\.\d+)?",
}


def fits(value: Any, kinds: Kinds, where: str = "$") -> None:
    if isinstance(kinds, dict):
        assert set(value) - OPEN == set(kinds), where
        for name, kind in kinds.items():
            fits(value[name], kind, f"{where}.{name}")
    elif isinstance(kinds, list):
        assert value, where
        for place, one in enumerate(value):
            fits(one, kinds[0], f"{where}[{place}]")
    elif isinstance(kinds, str):
        assert re.fullmatch(PATTERNS[kinds], value), where
    else:
        exact = kinds if isinstance(kinds, tuple) else (kinds,)
        assert type(value) in exact, where


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_has_the_fields_of_the_specification_and_no_other(
    client: Client, name: str
) -> None:
    fits(client.do(name).json(), REPLIES[name])


FILLED: Mapping[str, Any] = {
    "quantization": None,
    "max_prompt_tokens": None,
    "supports_voice_cloning": False,
    "status": 0,
    "latency_last_30m": None,
    "uptime_last_1d": None,
}


def test_a_row_that_says_little_is_filled_in(client: Client) -> None:
    from routelock.service import snapshot  # noqa: PLC0415 (the subject of one test)

    rows = b"""{"models": [{"id": "a/b", "canonical_slug": "a/b-1"}], "endpoints": [
        {"model_id": "a/b", "tag": "host/eu", "context_length": 100, "pricing": {"prompt": 0.5},
         "data_policy": {"retains_prompts": false}}]}"""
    client.serve(snapshot=snapshot.read(rows))
    model = client.do("listModelsUser").json()["data"][0]
    endpoint = client.do("listEndpointsZdr").json()["data"][0]
    assert model["links"] == {"details": "/api/v1/models/a/b/endpoints"}
    assert model["pricing"]["completion"] == "-1"
    assert (endpoint["pricing"]["prompt"], endpoint["provider_name"]) == ("0.5", "host")
    assert {name: endpoint[name] for name in FILLED} == FILLED
    assert client.ask("GET", "/models/a/b-1/endpoints").json()["data"]["endpoints"] == [endpoint]


@pytest.mark.parametrize("name", ["openai/gpt-5", "~anthropic/claude-sonnet-latest"])
def test_the_link_of_a_model_leads_to_its_endpoints(client: Client, name: str) -> None:
    models = client.do("listModelsUser").json()["data"]
    details = next(model["links"]["details"] for model in models if model["id"] == name)
    reply = client.ask("GET", details.removeprefix("/api/v1"))
    assert reply.json()["data"]["endpoints"]


def test_a_secret_is_shown_once_and_works(client: Client) -> None:
    made = client.do("createKeys", json={"name": "new", "is_management_key": True}).json()
    digest, secret = made["data"]["hash"], made["key"]
    assert secret not in client.ask("GET", f"/keys/{digest}", key=secret).text
    assert secret not in client.do("listKeys").text
    assert client.do("deleteKeys", path=f"/keys/{digest}").json() == {"deleted": True}
    assert client.do("listKeys", key=secret).status_code == 401


def test_a_key_counts_what_the_ledger_has(client: Client) -> None:
    from datetime import timedelta  # noqa: PLC0415

    from routelock.service.demo import ORGANIZATION  # noqa: PLC0415
    from routelock.store.buckets import buckets  # noqa: PLC0415
    from routelock.store.protocol import Bucket  # noqa: PLC0415
    from tests.http.running import NOW  # noqa: PLC0415

    client.do("updateKeys", json={"limit": 1, "limit_reset": "daily"})
    ledger, names = client.world.store.ledger, buckets(f"key:{client.demo.key_hash}", NOW)
    held = [Bucket(name) for name in names]
    end = NOW + timedelta(minutes=1)
    assert ledger.reserve(ORGANIZATION, "r", held, 10**9, expires_at=end, now=NOW) is None
    assert ledger.settle(ORGANIZATION, "r", cost=250_000_000, byok_cost=500_000_000)
    told = client.do("getKey").json()["data"]
    assert (told["usage"], told["usage_daily"], told["byok_usage_monthly"]) == (0.25, 0.25, 0.5)
    assert told["limit_remaining"] == 0.75
    client.do("updateKeys", json={"include_byok_in_limit": True})
    assert client.do("getKey").json()["data"]["limit_remaining"] == 0.25
