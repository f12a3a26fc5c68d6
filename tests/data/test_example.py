from __future__ import annotations

import json
import re
from typing import Any

import pytest

from routelock.data import EXAMPLES, example
from routelock.testing.oracle import decide
from routelock.wire import catalogue as catalogues
from routelock.wire import guardrails, vendors

GUARDRAILS = (("default", "workspace-default"), ("member", "member"), ("key", "key"))


def load(name: str) -> Any:
    return json.loads(example(name))


@pytest.fixture(scope="module")
def catalogue() -> dict[str, Any]:
    document: dict[str, Any] = load("catalogue.json")
    return document


def documents() -> list[tuple[str, str, dict[str, Any]]]:
    return [(layer, name, load(f"{name}.json")) for layer, name in GUARDRAILS]


def decision(catalogue: dict[str, Any]) -> dict[str, Any]:
    given = {"vendors": load("vendors.json"), "spend": load("spend.json")}
    return decide(catalogue, documents(), load("request.json"), **given)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_a_json_object(name: str) -> None:
    assert isinstance(load(name), dict)


@pytest.mark.parametrize("name", ["nothing.json", "../__init__.py", ""])
def test_no_other_file_can_be_read(name: str) -> None:
    with pytest.raises(KeyError):
        example(name)


def test_it_is_small_enough_to_read() -> None:
    assert len(example("catalogue.json")) < 150_000


def test_it_has_some_thirty_models_and_eighty_endpoints(catalogue: dict[str, Any]) -> None:
    assert 28 <= len(catalogue["models"]) <= 32
    assert 75 <= len(catalogue["endpoints"]) <= 90


def test_model_ids_are_unique(catalogue: dict[str, Any]) -> None:
    ids = [model["id"] for model in catalogue["models"]]
    assert len(set(ids)) == len(ids)


def test_a_model_and_a_tag_name_one_endpoint(catalogue: dict[str, Any]) -> None:
    names = [(row["model_id"], row["tag"]) for row in catalogue["endpoints"]]
    assert len(set(names)) == len(names)


def test_endpoints_follow_the_order_of_the_models_and_none_dangles(
    catalogue: dict[str, Any],
) -> None:
    offered = [model["id"] for model in catalogue["models"] if "alias_target" not in model]
    assert list(dict.fromkeys(row["model_id"] for row in catalogue["endpoints"])) == offered
    places = [offered.index(row["model_id"]) for row in catalogue["endpoints"]]
    assert places == sorted(places)


def test_an_endpoint_has_the_canonical_slug_of_its_model(catalogue: dict[str, Any]) -> None:
    slugs = {model["id"]: model["canonical_slug"] for model in catalogue["models"]}
    for row in catalogue["endpoints"]:
        assert row["canonical_slug"] == slugs[row["model_id"]]


def test_the_provider_is_the_first_part_of_the_tag(catalogue: dict[str, Any]) -> None:
    for row in catalogue["endpoints"]:
        assert row["provider"] == row["tag"].split("/")[0]


def test_one_alias_names_an_id_and_one_a_canonical_slug(catalogue: dict[str, Any]) -> None:
    models = [model for model in catalogue["models"] if "alias_target" not in model]
    aliases = [model for model in catalogue["models"] if "alias_target" in model]
    targets = {alias["alias_target"]["slug"] for alias in aliases}
    ids, slugs = ({model[key] for model in models} for key in ("id", "canonical_slug"))
    assert all(re.fullmatch(r"~[\w-]+/[\w-]+-latest", alias["id"]) for alias in aliases)
    assert (len(targets & ids), len(targets & (slugs - ids)), len(aliases)) == (1, 1, 2)


@pytest.mark.parametrize("suffix", [":free", ":batch"])
def test_a_variant_shares_the_canonical_slug_of_its_base(
    catalogue: dict[str, Any], suffix: str
) -> None:
    slugs = {model["id"]: model["canonical_slug"] for model in catalogue["models"]}
    variants = [name for name in slugs if name.endswith(suffix)]
    assert len(variants) >= 2
    for name in variants:
        assert slugs[name] == slugs[name.removesuffix(suffix)]


def test_a_free_variant_costs_nothing_and_others_cost_something(catalogue: dict[str, Any]) -> None:
    for row in catalogue["endpoints"]:
        costs = any(float(price) for price in row["pricing"].values())
        assert costs != row["model_id"].endswith(":free")


def test_the_status_follows_from_the_uptime(catalogue: dict[str, Any]) -> None:
    for row in catalogue["endpoints"]:
        uptime = row["uptime_last_30m"]
        up = 100 if uptime is None else uptime
        assert row["status"] == (0 if up >= 95 else -2 if up >= 80 else -5)


def test_all_rows_of_a_kind_have_the_same_fields(catalogue: dict[str, Any]) -> None:
    assert len({tuple(row) for row in catalogue["endpoints"]}) == 1
    assert len({tuple(key for key in m if key != "alias_target") for m in catalogue["models"]}) == 1


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("data_policy.retains_prompts", {True, False, None}),
        ("data_policy.trains_on_prompts", {True, False, None}),
        ("data_policy.publishes_prompts", {True, False, None}),
        ("regions", {"[]", "['europe']", "['us']"}),
        ("quantization", {"unknown", "fp8", "fp4", "bf16", None}),
        ("status", {0, -2, -5}),
    ],
)
def test_every_kind_of_endpoint_is_there(
    catalogue: dict[str, Any], field: str, values: set[object]
) -> None:
    name, _, part = field.partition(".")
    found = [row[name][part] if part else row[name] for row in catalogue["endpoints"]]
    assert {str(value) if isinstance(value, list) else value for value in found} == values


@pytest.mark.parametrize(
    "field", ["max_completion_tokens", "max_prompt_tokens", "latency_last_30m", "uptime_last_1d"]
)
def test_nullable_limits_and_measures_are_null_somewhere(
    catalogue: dict[str, Any], field: str
) -> None:
    assert {row[field] is None for row in catalogue["endpoints"]} == {True, False}


def test_every_name_in_the_guardrails_is_in_the_catalogue(catalogue: dict[str, Any]) -> None:
    tags = {row["tag"] for row in catalogue["endpoints"]}
    hosts = tags | {row["provider"] for row in catalogue["endpoints"]}
    slugs = {model["canonical_slug"] for model in catalogue["models"]}
    for _, _, document in documents():
        for field in ("allowed_providers", "ignored_providers"):
            assert set(document.get(field, ())) <= hosts
        assert set(document.get("allowed_models", ())) <= slugs


def test_every_vendor_governs_an_author_of_the_catalogue(catalogue: dict[str, Any]) -> None:
    authors = {model["id"].split("/")[0] for model in catalogue["models"]}
    assert all(set(governed) <= authors for governed in load("vendors.json").values())


def test_every_spend_is_that_of_a_guardrail_with_a_limit() -> None:
    limited = {name for _, name, document in documents() if "limit_usd" in document}
    assert set(load("spend.json")) == limited


def test_the_request_is_cleared_and_shows_reasons_of_every_layer(catalogue: dict[str, Any]) -> None:
    outcome = decision(catalogue)
    excluded = [reason for row in outcome["excluded"] for reason in row["reasons"]]
    assert outcome["outcome"] == "cleared"
    assert outcome["endpoints"][0]["tag"] == "google-vertex/europe"
    assert {reason["layer"] for reason in excluded} == {"member", "request"}


def test_over_the_whole_catalogue_every_guardrail_refuses_something(
    catalogue: dict[str, Any],
) -> None:
    outcome = decide(catalogue, documents(), vendors=load("vendors.json"))
    refusals = {reason["guardrail"] for row in outcome["excluded"] for reason in row["reasons"]}
    assert outcome["outcome"] == "cleared"
    assert refusals == {name for _, name in GUARDRAILS}


def test_the_loader_takes_the_catalogue(catalogue: dict[str, Any]) -> None:
    snapshot = catalogues.read(example("catalogue.json"))
    assert len(snapshot.endpoints) == len(catalogue["endpoints"])
    assert len(snapshot.models) + len(snapshot.aliases) == len(catalogue["models"])


@pytest.mark.parametrize("name", [name for _, name in GUARDRAILS])
def test_the_decoder_takes_every_guardrail_and_gives_it_back(name: str) -> None:
    words = vendors.read(example("vendors.json"))
    document = example(f"{name}.json")
    assert guardrails.encode(guardrails.read(document, words)) == json.loads(document)
