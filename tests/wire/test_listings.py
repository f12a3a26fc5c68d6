from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from routelock.data import example
from routelock.errors import CatalogueError
from routelock.wire.listings import catalogue_document

UNKNOWN = {
    "retains_prompts": None,
    "retention_days": None,
    "trains_on_prompts": None,
    "publishes_prompts": None,
}
CLEAN = {
    "retains_prompts": False,
    "retention_days": 0,
    "trains_on_prompts": False,
    "publishes_prompts": False,
}
DERIVED = ("canonical_slug", "provider", "regions", "data_policy")
MODELS = {"data": [{"id": "a/b", "canonical_slug": "a/b-1"}]}


def split(document: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The public lists and the table of policies that a catalogue could have come from."""
    lists: dict[str, Any] = {}
    policies: dict[str, Any] = {}
    for row in document["endpoints"]:
        body = lists.setdefault(row["model_id"], {"data": {"id": row["model_id"], "endpoints": []}})
        body["data"]["endpoints"].append({key: row[key] for key in row if key not in DERIVED})
        tags = policies.setdefault(row["provider"], {"tags": {}})["tags"]
        tags[row["tag"]] = {"regions": row["regions"], "data_policy": row["data_policy"]}
    return {"data": document["models"]}, lists, policies


def rows(*endpoints: dict[str, Any]) -> dict[str, Any]:
    return {"a/b": {"data": {"endpoints": [*endpoints]}}}


def joined(tag: str, policies: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = catalogue_document(MODELS, rows({"tag": tag}), policies)["endpoints"][0]
    return row


def paths(models: Any, endpoints: Any, policies: Any) -> list[str]:
    with pytest.raises(CatalogueError) as caught:
        catalogue_document(models, endpoints, policies)
    return [problem.path for problem in caught.value.problems]


def test_the_example_split_into_public_lists_and_policies_comes_back_whole() -> None:
    document = json.loads(example("catalogue.json"))
    again = catalogue_document(*split(document), version=document["version"])
    assert again == {key: document[key] for key in ("version", "models", "endpoints")}


def test_both_forms_of_an_endpoint_list_mean_the_same() -> None:
    row = {"tag": "host", "model_id": "a/b"}
    flat = catalogue_document(MODELS, {"a/b": {"data": [row]}}, {})
    assert flat == catalogue_document(MODELS, rows(row), {})


def test_a_host_that_the_table_lacks_has_an_unknown_policy_and_no_region() -> None:
    row = joined("host/eu", {"other": {"data_policy": CLEAN, "regions": ["europe"]}})
    assert (row["data_policy"], row["regions"]) == (UNKNOWN, [])


@pytest.mark.parametrize("facts", [{}, {"data_policy": None}, {"data_policy": {}}])
def test_what_a_policy_does_not_say_is_unknown(facts: dict[str, Any]) -> None:
    assert joined("host", {"host": facts})["data_policy"] == UNKNOWN


@pytest.mark.parametrize(
    ("tag", "policy", "regions"),
    [
        ("host", CLEAN, ["us"]),
        ("host/us", CLEAN, ["us"]),
        ("host/eu", CLEAN, ["europe"]),
        ("HOST/EU", CLEAN, ["europe"]),
        ("host/eu/fp8", CLEAN, ["europe"]),
        ("host/eu/free", UNKNOWN, ["europe"]),
        ("host/europe", CLEAN, ["us"]),
        ("hosts", UNKNOWN, []),
    ],
)
def test_the_deepest_entry_at_or_above_a_tag_decides_field_by_field(
    tag: str, policy: dict[str, Any], regions: list[str]
) -> None:
    below = {"host/eu/free": {"data_policy": None}, "host/eu": {"regions": ["europe"]}}
    row = joined(tag, {"host": {"data_policy": CLEAN, "regions": ["us"], "tags": below}})
    assert (row["data_policy"], row["regions"]) == (policy, regions)


def test_no_list_speaks_for_its_own_policy() -> None:
    boast = {"tag": "host", "data_policy": CLEAN, "regions": ["europe"], "provider": "saint"}
    row = catalogue_document(MODELS, rows(boast), {})["endpoints"][0]
    assert (row["data_policy"], row["regions"], row["provider"]) == (UNKNOWN, [], "host")


def test_unknown_fields_of_rows_are_kept() -> None:
    model = {**MODELS["data"][0], "mood": "good"}
    document = catalogue_document({"data": [model]}, rows({"tag": "host", "colour": 3}), {})
    assert (document["models"][0]["mood"], document["endpoints"][0]["colour"]) == ("good", 3)


def test_endpoints_come_in_the_order_of_the_models() -> None:
    models = {"data": [{"id": name, "canonical_slug": name} for name in ("a/2", "a/1", "a/3")]}
    lists = {name: {"data": [{"tag": "x"}, {"tag": "y"}]} for name in ("a/1", "a/2")}
    found = [row["model_id"] for row in catalogue_document(models, lists, {})["endpoints"]]
    assert found == ["a/2", "a/2", "a/1", "a/1"]


def test_what_is_listed_under_an_alias_is_left_to_its_target() -> None:
    alias = {"id": "~a/latest", "canonical_slug": "~a/latest", "alias_target": {"slug": "a/b"}}
    lists = {**rows({"tag": "host"}), "~a/latest": {"data": [{"tag": "host", "model_id": "a/b"}]}}
    document = catalogue_document({"data": [*MODELS["data"], alias]}, lists, {})
    assert [row["model_id"] for row in document["endpoints"]] == ["a/b"]
    assert document["models"][1] == alias


def test_no_argument_is_changed() -> None:
    given = split(json.loads(example("catalogue.json")))
    kept = copy.deepcopy(given)
    document = catalogue_document(*given)
    document["endpoints"][0]["regions"].append("moon")
    document["endpoints"][0]["data_policy"].clear()
    assert given == kept


@pytest.mark.parametrize("wrong", [None, 3, "text", [], True])
def test_every_argument_has_to_be_an_object(wrong: object) -> None:
    assert paths(wrong, wrong, wrong) == ["$.models", "$.endpoints", "$.policies"]


@pytest.mark.parametrize(
    ("models", "path"),
    [
        ({}, "$.models.data"),
        ({"data": {}}, "$.models.data"),
        ({"data": [3]}, "$.models.data[0]"),
        ({"data": [{"canonical_slug": "a/b"}]}, "$.models.data[0].id"),
        ({"data": [{"id": "a/b", "canonical_slug": ""}]}, "$.models.data[0].canonical_slug"),
        ({"data": [{"id": 3, "canonical_slug": "a/b"}]}, "$.models.data[0].id"),
    ],
)
def test_a_misfit_in_the_list_of_models_is_placed(models: dict[str, Any], path: str) -> None:
    assert paths(models, {}, {}) == [path]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ([], ""),
        ({}, ".data"),
        ({"data": None}, ".data"),
        ({"data": {}}, ".data.endpoints"),
        ({"data": {"endpoints": {}}}, ".data.endpoints"),
        ({"data": {"id": "a/c", "endpoints": []}}, ".data.id"),
        ({"data": {"endpoints": ["host"]}}, ".data.endpoints[0]"),
        ({"data": [{}]}, ".data[0].tag"),
        ({"data": [{"tag": "host"}, {"tag": None}]}, ".data[1].tag"),
        ({"data": [{"tag": ""}]}, ".data[0].tag"),
        ({"data": [{"tag": "/eu"}]}, ".data[0].tag"),
        ({"data": [{"tag": "host", "model_id": "a/c"}]}, ".data[0].model_id"),
    ],
)
def test_a_misfit_in_a_list_of_endpoints_is_placed(body: object, path: str) -> None:
    assert paths(MODELS, {"a/b": body}, {}) == [f'$.endpoints["a/b"]{path}']


def test_endpoints_of_a_model_that_is_not_listed_are_refused() -> None:
    assert paths(MODELS, {"a/c": {"data": []}}, {}) == ['$.endpoints["a/c"]']


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ({"h": None}, '["h"]'),
        ({"H": {}}, '["H"]'),
        ({"h": {"data_polcy": {}}}, '["h"]'),
        ({"h": {"data_policy": []}}, '["h"].data_policy'),
        ({"h": {"data_policy": {"trains": False}}}, '["h"].data_policy'),
        ({"h": {"data_policy": {"retains_prompts": 0}}}, '["h"].data_policy.retains_prompts'),
        ({"h": {"data_policy": {"retention_days": True}}}, '["h"].data_policy.retention_days'),
        ({"h": {"data_policy": {"retention_days": -1}}}, '["h"].data_policy.retention_days'),
        ({"h": {"regions": "europe"}}, '["h"].regions'),
        ({"h": {"regions": ["us", None]}}, '["h"].regions[1]'),
        ({"h": {"tags": []}}, '["h"].tags'),
        ({"h": {"tags": {"h/eu": {"tags": {}}}}}, '["h"].tags["h/eu"]'),
        ({"h": {"tags": {"h/EU": {}}}}, '["h"].tags["h/EU"]'),
        ({"h": {"tags": {"hh/eu": {}}}}, '["h"].tags["hh/eu"]'),
        ({"h": {"tags": {"h/eu": None}}}, '["h"].tags["h/eu"]'),
    ],
)
def test_a_misfit_in_the_table_of_policies_is_placed(host: dict[str, Any], path: str) -> None:
    assert paths(MODELS, {}, host) == [f"$.policies{path}"]


def test_all_misfits_of_all_three_arguments_come_at_once() -> None:
    models = {"data": [{"id": 1, "canonical_slug": 2}, {"id": "a/b", "canonical_slug": "a/b"}]}
    endpoints = {"a/b": {"data": {"endpoints": [{"tag": 1}]}}, "a/c": {"data": 1}}
    assert paths(models, endpoints, {"h": {"regions": [1]}}) == [
        "$.models.data[0].id",
        "$.models.data[0].canonical_slug",
        '$.endpoints["a/b"].data.endpoints[0].tag',
        '$.endpoints["a/c"].data',
        '$.policies["h"].regions[0]',
    ]


def test_a_long_value_is_cut_short_in_its_error() -> None:
    with pytest.raises(CatalogueError) as caught:
        catalogue_document(MODELS, rows({"tag": "/" + "x" * 10_000}), {})
    assert len(str(caught.value)) < 200
