from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any

import pytest

from routelock.testing.catalogues import VENDORS, generate, guardrails
from routelock.testing.market import MOST
from routelock.testing.oracle import decide
from routelock.wire.catalogue import decode

SIZES = (1, 117, 200, 2_000, 20_000)


@pytest.fixture(scope="module", params=SIZES, ids=str)
def sized(request: pytest.FixtureRequest) -> tuple[int, dict[str, Any]]:
    return request.param, generate(request.param)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return generate(2_000)


def runs(document: dict[str, Any]) -> list[int]:
    """Endpoints of each model, but for the last, which is cut to size."""
    return [*Counter(row["model_id"] for row in document["endpoints"]).values()][:-1]


def test_it_has_exactly_as_many_endpoints_as_asked(sized: tuple[int, dict[str, Any]]) -> None:
    size, document = sized
    assert len(document["endpoints"]) == size


def test_the_number_of_hosts_does_not_depend_on_the_size(
    sized: tuple[int, dict[str, Any]],
) -> None:
    size, document = sized
    assert len({row["provider"] for row in document["endpoints"]}) == min(117, size)


@pytest.mark.parametrize("hosts", [MOST, 60, 300])
def test_it_has_as_many_hosts_as_asked(hosts: int) -> None:
    rows = generate(2_000, hosts=hosts)["endpoints"]
    assert len({row["provider"] for row in rows}) == hosts


def test_there_are_between_five_and_six_and_a_half_endpoints_a_model() -> None:
    for size in (2_000, 20_000):
        assert 5.2 < size / len(generate(size)["models"]) < 6.2


def test_the_number_of_endpoints_a_model_is_drawn_alike_at_every_size() -> None:
    for size in (2_000, 20_000):
        drawn = runs(generate(size))
        shares = [sum(run <= most for run in drawn) / len(drawn) for most in (1, 5, 14, MOST)]
        assert shares == pytest.approx([0.27, 0.65, 0.92, 1.0], abs=0.06)


def test_no_model_has_more_endpoints_than_the_most() -> None:
    assert max(runs(generate(20_000))) == MOST


def test_equal_arguments_give_equal_documents() -> None:
    assert generate(500, seed=3) == generate(500, seed=3)


def test_another_seed_gives_another_document() -> None:
    assert generate(500, seed=3)["endpoints"] != generate(500, seed=4)["endpoints"]


def test_every_python_gives_the_same_document() -> None:
    document = generate(2_000, seed=1)
    text = json.dumps([document, guardrails(document)])
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "9227f83e86ca66e6"


def test_ids_are_unique_and_a_model_and_a_tag_name_one_endpoint(
    sized: tuple[int, dict[str, Any]],
) -> None:
    _, document = sized
    ids = [model["id"] for model in document["models"]]
    names = [(row["model_id"], row["tag"]) for row in document["endpoints"]]
    assert (len(set(ids)), len(set(names))) == (len(ids), len(names))


def test_endpoints_of_a_model_are_adjacent_in_the_order_of_the_models(
    sized: tuple[int, dict[str, Any]],
) -> None:
    _, document = sized
    offered = [model["id"] for model in document["models"] if "alias_target" not in model]
    places = {name: place for place, name in enumerate(offered)}
    found = [places[row["model_id"]] for row in document["endpoints"]]
    assert found == sorted(found)
    assert set(found) == set(range(len(offered)))


def test_the_loader_takes_every_document(sized: tuple[int, dict[str, Any]]) -> None:
    size, document = sized
    assert len(decode(document).endpoints) == size


def test_rows_agree_with_their_models_and_tags(document: dict[str, Any]) -> None:
    slugs = {model["id"]: model["canonical_slug"] for model in document["models"]}
    for row in document["endpoints"]:
        assert row["canonical_slug"] == slugs[row["model_id"]]
        assert row["provider"] == row["tag"].split("/")[0]
        assert (row["max_completion_tokens"] or 0) <= row["context_length"]


def test_aliases_and_variants_name_a_model_of_the_catalogue(document: dict[str, Any]) -> None:
    slugs = {model["id"]: model["canonical_slug"] for model in document["models"]}
    aliases = [model["alias_target"] for model in document["models"] if "alias_target" in model]
    variants = [name for name in slugs if ":" in name]
    assert aliases
    assert {name.partition(":")[2] for name in variants} == {"batch", "free"}
    assert all(target["slug"] in slugs for target in aliases)
    assert all(slugs[name] == slugs[name.partition(":")[0]] for name in variants)


@pytest.mark.parametrize(
    ("field", "least"),
    [("regions", 3), ("data_policy", 7), ("quantization", 8), ("status", 3), ("pricing", 20)],
)
def test_every_kind_of_endpoint_occurs(document: dict[str, Any], field: str, least: int) -> None:
    assert len({str(row[field]) for row in document["endpoints"]}) >= least


@pytest.mark.parametrize("field", ["pricing", "latency_last_30m", "throughput_last_30m"])
def test_equal_prices_and_measures_recur(document: dict[str, Any], field: str) -> None:
    assert len({str(row[field]) for row in document["endpoints"]}) < 300


def test_changing_one_document_changes_no_other() -> None:
    kept = json.dumps(generate(200))
    spoilt = generate(200)
    for row in (*spoilt["models"], *spoilt["endpoints"]):
        for part in row.values():
            if isinstance(part, list | dict):
                part.clear()
    assert json.dumps(generate(200)) == kept


@pytest.mark.parametrize(("endpoints", "hosts"), [(0, 117), (-1, 117), (10, MOST - 1)])
def test_sizes_that_cannot_be_are_refused(endpoints: int, hosts: int) -> None:
    with pytest.raises(ValueError, match="hosts"):
        generate(endpoints, hosts=hosts)


def test_the_guardrails_say_what_was_asked_of_them(document: dict[str, Any]) -> None:
    default, member, key = guardrails(document)
    assert len(default["ignored_providers"]) == 2
    assert default["enable_free_model_training"] is False
    assert default["enable_paid_model_training"] is False
    assert len(member["allowed_providers"]) == 45
    assert sum(member.get(f"enforce_zdr_{word}", False) for word in VENDORS) == 2
    assert len(key["allowed_models"]) == 30


def test_the_guardrails_refuse_much_and_leave_something(document: dict[str, Any]) -> None:
    layers = zip(("default", "member", "key"), "abc", guardrails(document), strict=True)
    outcome = decide(document, [*layers], vendors=VENDORS)
    assert 0 < len(outcome["endpoints"]) < len(outcome["excluded"])


def test_guardrails_over_a_small_catalogue_name_what_there_is() -> None:
    default, member, key = guardrails(generate(1))
    lists = (default["ignored_providers"], member["allowed_providers"], key["allowed_models"])
    assert [len(entries) for entries in lists] == [1, 1, 1]
