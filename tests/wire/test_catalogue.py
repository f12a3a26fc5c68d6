"""Catalogue documents: rows are checked, and each problem has its place."""

import json
from decimal import Decimal
from typing import Any

import pytest

from routelock.catalogue import Catalogue
from routelock.errors import CatalogueError
from routelock.wire.catalogue import decode, read

MODEL = {"id": "a/m", "canonical_slug": "a/m-1"}
ENDPOINT = {"model_id": "a/m", "tag": "host", "context_length": 1000}


def document(*, models: list[Any] | None = None, endpoints: list[Any] | None = None) -> Any:
    return {
        "models": [MODEL] if models is None else models,
        "endpoints": [ENDPOINT] if endpoints is None else endpoints,
    }


def only(**facts: Any) -> Any:
    (endpoint,) = decode(document(endpoints=[ENDPOINT | facts])).endpoints
    return endpoint


BAD = {
    "not an object": ([], ["$"]),
    "no rows": ({}, ["$.models", "$.endpoints"]),
    "rows that are no objects": (
        document(models=[1], endpoints=["x"]),
        ["$.models[0]", "$.endpoints[0]"],
    ),
    "an id without author": (
        document(models=[{"id": "m", "canonical_slug": "m"}]),
        ["$.models[0].id"],
    ),
    "a model twice": (document(models=[MODEL, MODEL]), ["$.models[1].id"]),
    "an endpoint twice": (document(endpoints=[ENDPOINT, ENDPOINT]), ["$.endpoints[1].tag"]),
    "an endpoint of no model": (
        document(endpoints=[ENDPOINT | {"model_id": "a/x"}]),
        ["$.endpoints[0].model_id"],
    ),
    "an endpoint of an alias": (
        document(
            models=[
                MODEL,
                {"id": "~a/l", "canonical_slug": "~a/l", "alias_target": {"slug": "a/m"}},
            ],
            endpoints=[ENDPOINT | {"model_id": "~a/l"}],
        ),
        ["$.endpoints[0].model_id"],
    ),
    "an alias of nothing": (
        document(
            models=[MODEL, {"id": "~a/l", "canonical_slug": "x", "alias_target": {"slug": "a/x"}}]
        ),
        ["$.models[1].alias_target.slug"],
    ),
    "aliases in a circle": (
        document(
            models=[
                MODEL,
                {"id": "~a/l", "canonical_slug": "x", "alias_target": {"slug": "~a/k"}},
                {"id": "~a/k", "canonical_slug": "y", "alias_target": {"slug": "~a/l"}},
            ]
        ),
        ["$.models[1].alias_target.slug", "$.models[2].alias_target.slug"],
    ),
    "a slug of another model": (
        document(endpoints=[ENDPOINT | {"canonical_slug": "a/z"}]),
        ["$.endpoints[0].canonical_slug"],
    ),
    "a host that is not the tag's": (
        document(endpoints=[ENDPOINT | {"provider": "other"}]),
        ["$.endpoints[0].provider"],
    ),
    "no context length": (
        document(endpoints=[{"model_id": "a/m", "tag": "host"}]),
        ["$.endpoints[0].context_length"],
    ),
    "text as data policy": (
        document(endpoints=[ENDPOINT | {"data_policy": {"retains_prompts": "no"}}]),
        ["$.endpoints[0].data_policy.retains_prompts"],
    ),
}


@pytest.mark.parametrize(("rows", "expected"), BAD.values(), ids=BAD)
def test_a_bad_row_is_told_with_its_place(rows: Any, expected: list[str]) -> None:
    with pytest.raises(CatalogueError) as caught:
        decode(rows)
    assert [problem.path for problem in caught.value.problems] == expected


def test_a_file_is_read_strictly() -> None:
    with pytest.raises(CatalogueError) as caught:
        read(b'{"models": [], "endpoints": [], "models": []}')
    assert [problem.path for problem in caught.value.problems] == ["$.models"]


def test_endpoints_of_one_model_become_adjacent_in_the_order_of_models() -> None:
    models = [{"id": name, "canonical_slug": name} for name in ("a/x", "a/y")]
    rows = [("a/y", "one"), ("a/x", "two"), ("a/y", "three")]
    endpoints = [ENDPOINT | {"model_id": model, "tag": tag} for model, tag in rows]
    catalogue = decode(document(models=models, endpoints=endpoints))
    assert [endpoint.tag for endpoint in catalogue.endpoints] == ["two", "one", "three"]
    assert [endpoint.tag for endpoint in catalogue.of(catalogue.models["a/y"])] == ["one", "three"]


@pytest.mark.parametrize("price", [None, "-1", "cheap", "NaN", True, [], "-0.5"])
def test_a_price_that_is_no_price_is_unknown(price: object) -> None:
    assert only(pricing={"prompt": price}).pricing.prompt is None


def test_a_price_is_exact() -> None:
    assert only(pricing={"prompt": "0.00000015"}).pricing.prompt == Decimal("0.00000015")


@pytest.mark.parametrize(
    ("pricing", "free"),
    [
        ({"prompt": "0", "completion": "0"}, True),
        ({"prompt": "0", "completion": "0", "image": "0"}, True),
        ({"prompt": "0", "completion": "0", "image": "0.01"}, False),
        ({"prompt": "0"}, False),
        ({}, False),
    ],
)
def test_free_means_that_every_known_price_is_zero(pricing: dict[str, str], *, free: bool) -> None:
    assert only(pricing=pricing).pricing.free is free


def test_an_unknown_data_policy_is_the_strictest() -> None:
    kept = only(data_policy=None).conduct
    assert kept == only(data_policy={"retains_prompts": True, "trains_on_prompts": True}).conduct
    claims = ("retains_prompts", "trains_on_prompts", "publishes_prompts")
    assert only(data_policy=dict.fromkeys(claims, False)).conduct == ("",)


def test_room_is_the_completion_limit_or_else_the_context() -> None:
    assert only(max_completion_tokens=None).room == 1000
    assert only(max_completion_tokens=10).room == 10


def names(catalogue: Catalogue, name: str) -> str | None:
    model = catalogue.find(name)
    return None if model is None else model.id


def test_a_name_is_found_by_row_then_alias_then_virtual_suffix() -> None:
    rows = [
        {"id": "a/m", "canonical_slug": "a/m-1"},
        {"id": "a/m:free", "canonical_slug": "a/m-1"},
        {"id": "a/n:nitro", "canonical_slug": "a/n"},
        {"id": "~a/latest", "canonical_slug": "~a/latest", "alias_target": {"slug": "a/m"}},
        {"id": "~a/newest", "canonical_slug": "~a/newest", "alias_target": {"slug": "a/m-1"}},
        {"id": "~a/chained", "canonical_slug": "~a/chained", "alias_target": {"slug": "~a/latest"}},
    ]
    catalogue = decode(document(models=rows))
    found = {
        "a/m": "a/m",
        "a/m:nitro": "a/m",
        "a/m:free:floor": "a/m:free",
        "a/m:online:floor": "a/m",
        "a/n:nitro": "a/n:nitro",
        "~a/latest": "a/m",
        "~a/newest": "a/m",
        "~a/chained:exacto": "a/m",
        "a/m:batch": None,
        "a/n": None,
        "A/M": None,
        "a/m-1": None,
        "": None,
        ":nitro": None,
    }
    assert {name: names(catalogue, name) for name in found} == found


def test_equal_facts_of_endpoints_are_one_object() -> None:
    rows = [ENDPOINT | {"tag": tag, "pricing": {"prompt": "0.5"}} for tag in ("x", "y")]
    one, two = decode(json.loads(json.dumps(document(endpoints=rows)))).endpoints
    assert one.pricing is two.pricing
    assert one.conduct is two.conduct


def test_a_catalogue_with_nothing_in_it_is_a_catalogue() -> None:
    catalogue = decode({"models": [], "endpoints": []})
    assert catalogue.endpoints == ()
    assert catalogue.find("a/m") is None
