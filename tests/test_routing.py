"""Routing: what a request prefers can only restrict and reorder."""

from __future__ import annotations

from typing import Any

import pytest

from routelock.clearance import Clearance
from routelock.request import read
from routelock.routing import Routing, route
from tests.world import KEPT, cleared, endpoint, policy, world

SPEED = {"p50": 50.0}
CATALOGUE = world(
    endpoint("meta/llama", "fast", throughput_last_30m={"p50": 90}, latency_last_30m={"p50": 900}),
    endpoint("meta/llama", "near", throughput_last_30m=SPEED, latency_last_30m={"p50": 20}),
    endpoint("meta/llama", "cheap", pricing={"prompt": "0.0000001", "completion": "0.0000001"}),
    endpoint("meta/llama", "secret", pricing={"prompt": "0.0000001"}, quantization=None),
    endpoint(
        "meta/llama", "big", max_completion_tokens=None, supported_parameters=["tools", "seed"]
    ),
    endpoint("meta/llama", "tools", supported_parameters=["tools"]),
)
LLAMA = ["Together/fp8", "shady", "fast", "near", "cheap", "secret", "big", "tools"]


def routed(clearance: Clearance | None = None, tokens: int | None = None, **fields: Any) -> Routing:
    request = read({"model": "meta/llama", "messages": [], **fields})
    return route(request, clearance or Clearance(cleared().policy, CATALOGUE), tokens)


def tags(routing: Routing) -> list[str]:
    return [row.tag for row in routing.endpoints]


def without(*gone: str) -> list[str]:
    return [tag for tag in LLAMA if tag not in gone]


@pytest.mark.parametrize(
    ("provider", "left"),
    [
        ({}, LLAMA),
        ({"only": []}, []),
        ({"only": ["FAST", "near"]}, ["fast", "near"]),
        ({"only": ["together"]}, ["Together/fp8"]),
        ({"ignore": ["together/fp8", "shady"]}, without("Together/fp8", "shady")),
        ({"ignore": []}, LLAMA),
        ({"zdr": True}, without("shady")),
        ({"zdr": False}, LLAMA),
        ({"data_collection": "deny"}, without("shady")),
        ({"data_collection": "allow"}, LLAMA),
        ({"quantizations": ["fp8"]}, ["Together/fp8"]),
        ({"quantizations": ["unknown"]}, ["secret"]),
        ({"quantizations": []}, []),
        ({"max_price": {"prompt": 1}}, LLAMA),
        ({"max_price": {"prompt": "0.99"}}, ["cheap", "secret"]),
        ({"max_price": {"completion": 1.5}}, ["cheap"]),
        ({"max_price": {"image": 5}}, []),
        ({"max_price": {}}, LLAMA),
        ({"require_parameters": False}, LLAMA),
        ({"allow_fallbacks": True}, LLAMA),
        ({"allow_fallbacks": False}, ["Together/fp8"]),
        ({"order": ["near", "NOBODY", "big"]}, ["near", "big", *without("near", "big")]),
        ({"order": ["near"], "sort": "price"}, ["near", *without("near")]),
        ({"sort": "price"}, ["cheap", *without("cheap", "secret"), "secret"]),
        ({"sort": "throughput"}, ["fast", "near", *without("fast", "near")]),
        ({"sort": "latency"}, ["near", "fast", *without("fast", "near")]),
        ({"sort": "latency", "allow_fallbacks": False}, ["near"]),
    ],
)
def test_each_preference_does_just_what_it_says(provider: dict[str, Any], left: list[str]) -> None:
    assert tags(routed(provider=provider)) == left


def test_required_parameters_are_those_that_the_catalogue_knows() -> None:
    asked: dict[str, Any] = {"tools": [], "seed": 1, "metadata": {}}
    asked["provider"] = {"require_parameters": True}
    assert tags(routed(**asked)) == ["big"]


@pytest.mark.parametrize("field", ["max_tokens", "max_completion_tokens"])
def test_a_completion_longer_than_the_limit_is_refused(field: str) -> None:
    def limited(tokens: int) -> Routing:
        asked: dict[str, Any] = {field: tokens}
        return routed(**asked)

    assert tags(limited(1000)) == LLAMA
    assert tags(limited(1001)) == ["big"]
    assert {reason.field for reason in limited(1001).reasons} == {f"/{field}"}
    assert tags(limited(8001)) == []


def test_prompt_and_completion_share_the_context() -> None:
    assert tags(routed(tokens=7000, max_tokens=1000)) == LLAMA
    assert tags(routed(tokens=7001, max_tokens=1000)) == []
    assert tags(routed(tokens=8000)) == LLAMA
    assert [reason.field for reason in routed(tokens=8001).reasons] == ["/messages"]


def test_nothing_readmits_what_policy_refused() -> None:
    clearance = Clearance(policy(ignored_providers=["near"]), CATALOGUE)
    routing = routed(clearance, provider={"only": ["near", "fast"], "order": ["near"]})
    assert tags(routing) == ["fast"]
    assert len(routing.excluded) == len(LLAMA) - 1


def test_reasons_of_policy_and_request_stand_together_in_order() -> None:
    clearance = Clearance(policy(ignored_providers=["shady"], enforce_zdr=True), CATALOGUE)
    why = dict(routed(clearance, provider={"only": ["near"], "zdr": True}).excluded)
    (shady,) = [reasons for row, reasons in why.items() if row.tag == "shady"]
    assert [f"{reason.layer}{reason.field}" for reason in shady] == [
        "key/enforce_zdr", "key/ignored_providers", "request/provider/only", "request/provider/zdr",
    ]  # fmt: skip


def test_excluded_endpoints_stand_in_catalogue_order() -> None:
    routing = routed(provider={"order": ["tools"], "allow_fallbacks": False})
    assert [row.tag for row, _ in routing.excluded] == without("tools")
    assert {reason.code for reason in routing.reasons} == {"not_first_choice"}


def test_fallback_models_follow_in_their_order_each_once() -> None:
    request = read(
        {"model": "~openai/l", "models": ["meta/llama", "openai/gpt", "openai/gpt:free"]}
    )
    routing = route(request, cleared(policy(ignored_providers=["shady"])))
    assert [row.model.id for row in routing.endpoints] == ["openai/gpt", "openai/gpt", "meta/llama"]


def test_without_fallbacks_only_the_very_first_is_left() -> None:
    request = read({"models": ["meta/llama", "openai/gpt"], "provider": {"allow_fallbacks": False}})
    assert len(route(request, cleared()).endpoints) == 1


def test_an_unknown_model_is_told_by_the_place_that_names_it() -> None:
    routing = route(read({"model": "no/one", "models": ["meta/llama", "no/two"]}), cleared())
    assert [reason.field for reason in routing.unknown] == ["/model", "/models/1"]
    assert len(routing.endpoints) == 2
    assert [str(reason.code) for reason in route(read({"model": "no/one"}), cleared()).reasons] == [
        "model_unknown"
    ]


def test_data_collection_is_weaker_than_zdr() -> None:
    retains = KEPT | {"retains_prompts": True}
    catalogue = world(endpoint("meta/llama", "keeper", data_policy=retains))
    clearance = cleared(catalogue=catalogue)
    assert "keeper" in tags(routed(clearance, provider={"data_collection": "deny"}))
    assert "keeper" not in tags(routed(clearance, provider={"zdr": True}))
