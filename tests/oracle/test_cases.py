"""Cases: what the plain generator reaches, so that a run without differences says something."""

from __future__ import annotations

import copy
import json
from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from routelock.reasons import Code
from routelock.request import Provider, read
from routelock.testing.cases import Case, case
from routelock.testing.cases.guardrails import zdr_fields
from routelock.testing.oracle import decide
from routelock.vendors import Vendors
from routelock.wire import catalogue as catalogues
from routelock.wire import guardrails

if TYPE_CHECKING:
    from collections.abc import Iterator

    Json = dict[str, Any]

MANY = 2_000
NULLABLE = (
    "allowed_providers", "ignored_providers", "allowed_models", "ignored_models", "enforce_zdr",
    "enable_free_model_training", "enable_paid_model_training", "enable_free_model_publication",
    "limit_usd", "reset_interval",
)  # fmt: skip
LISTS = NULLABLE[:4]
PREFERENCES = [
    name for name in Provider.model_fields if not name.startswith(("preferred", "enforce"))
]


@cache
def cases() -> tuple[Case, ...]:
    rng = Random(20260302)  # noqa: S311 (makes inputs, keeps no secret)
    return tuple(case(rng) for _ in range(MANY))


@cache
def answers() -> tuple[Json, ...]:
    return tuple(each.ask(decide) for each in cases())


def documents() -> Iterator[Json]:
    return (paper for each in cases() for _, _, paper in each.guardrails)


def preferences() -> Iterator[Json]:
    bodies = (each.request for each in cases() if each.request is not None)
    return (body.get("provider") or {} for body in bodies)


def reasons(answer: Json) -> Iterator[Json]:
    yield from answer["reasons"]
    for row in answer["excluded"]:
        yield from row["reasons"]


def test_equal_seeds_give_equal_cases_and_others_do_not() -> None:
    def drawn(seed: int) -> list[Case]:
        rng = Random(seed)  # noqa: S311 (makes inputs, keeps no secret)
        return [case(rng) for _ in range(50)]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


OTHERS = {Code.CONTENT_BLOCKED, Code.CONTENT_UNDECIDED, Code.CATALOGUE_CHANGED}
"""What filters say, and what nobody says of a request."""


def test_every_code_of_key_budgets_and_routing_occurs_often() -> None:
    told = Counter(code for answer in answers() for code in {r["code"] for r in reasons(answer)})
    expected = {code.value for code in Code} - OTHERS
    assert set(told) == expected
    assert min(told.values()) >= MANY // 100


@pytest.mark.parametrize("asks", [True, False])
def test_cleared_and_refused_each_make_up_a_good_part(*, asks: bool) -> None:
    outcomes = Counter(
        answer["outcome"]
        for each, answer in zip(cases(), answers(), strict=True)
        if not asks or each.request is not None
    )
    share = outcomes["cleared"] / outcomes.total()
    assert 0.2 < share < 0.8


def test_a_good_part_of_the_requests_has_several_survivors() -> None:
    assert sum(len(answer["endpoints"]) > 1 for answer in answers()) > MANY * 0.3


def test_every_layer_and_every_shape_of_guardrail_name_gives_reasons() -> None:
    told = {(r["layer"], len(r["guardrail"] or "")) for a in answers() for r in reasons(a)}
    named, uuid = 2, 36
    assert told == {
        ("account", named),
        *((layer, size) for layer in ("default", "member", "key") for size in (named, uuid)),
        ("key", 0),
        ("request", 0),
        ("region", 0),
    }


def test_cases_are_small() -> None:
    for each in cases():
        assert 1 <= len(each.catalogue["models"]) <= 12
        assert len(each.catalogue["endpoints"]) <= 30
        assert len(each.guardrails) <= 5


def test_every_case_is_valid_input() -> None:
    for each in cases():
        vendors = Vendors(each.vendors)
        catalogues.decode(each.catalogue)
        for _, _, paper in each.guardrails:
            guardrails.decode(paper, vendors)
        if each.request is not None:
            read(each.request)


def test_a_case_is_json_and_shares_nothing_with_the_next() -> None:
    for each in cases()[:200]:
        parts = [each.catalogue, each.request, each.vendors, each.spend, each.key]
        assert json.loads(json.dumps(parts, allow_nan=False)) == parts
    one, two = (case(Random(3)) for _ in range(2))  # noqa: S311 (makes inputs, keeps no secret)
    _spoil(one.catalogue)
    assert two == case(Random(3))  # noqa: S311 (makes inputs, keeps no secret)


def _spoil(value: object) -> None:
    """Empty everything that can be emptied, from the inside out."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            _spoil(inner)
        value.clear()


def test_deciding_changes_no_case() -> None:
    for each in cases()[:200]:
        before = copy.deepcopy(each)
        each.ask(decide)
        assert each == before


@pytest.mark.parametrize("field", NULLABLE)
def test_every_field_comes_in_all_its_states(field: str) -> None:
    states = {repr(paper[field]) if field in paper else "absent" for paper in documents()}
    assert {"absent", "None"} < states
    assert field not in LISTS or "[]" in states


def test_every_flag_of_a_word_stands_beside_every_value_of_the_deprecated_one() -> None:
    seen = {
        (paper.get("enforce_zdr", "absent"), paper.get(field, "absent"))
        for each in cases()
        for _, _, paper in each.guardrails
        for field in zdr_fields(each.vendors)
    }
    values = ("absent", None, False, True)
    assert seen == {(one, other) for one in values for other in values}


@pytest.mark.parametrize("name", PREFERENCES)
def test_every_preference_comes_absent_null_and_said(name: str) -> None:
    states = {repr(said[name]) if name in said else "absent" for said in preferences()}
    assert {"absent", "None"} < states
    assert len(states) > 3


def test_spend_is_below_at_and_above_the_limit() -> None:
    signs = Counter(
        (float(spent["spent_usd"]) > paper["limit_usd"])
        - (float(spent["spent_usd"]) < paper["limit_usd"])
        for each in cases()
        for _, name, paper in each.guardrails
        if paper.get("limit_usd") and (spent := each.spend.get(paper.get("id", name))) is not None
    )
    assert set(signs) == {-1, 0, 1}
    assert min(signs.values()) >= 20


def test_catalogues_hold_the_awkward_rows() -> None:
    seen = Counter(trait for each in cases() for trait in set(_traits(each.catalogue)))
    assert set(seen) == {
        "alias", "alias of an alias", "alias by slug", "alias called like a slug", "shared slug",
        "id is a slug", "row with a virtual suffix", "nobody hosts it", "models interleaved",
        "deep tag", "mixed case", "policy null", "region",
    }  # fmt: skip
    assert min(seen.values()) >= 20


def _traits(rows: Json) -> Iterator[str]:
    real = {row["id"]: row["canonical_slug"] for row in rows["models"] if "alias_target" not in row}
    targets = {r["id"]: r["alias_target"]["slug"] for r in rows["models"] if "alias_target" in r}
    hosted = [row["model_id"] for row in rows["endpoints"]]
    runs = [one for one, other in zip(hosted, [None, *hosted], strict=False) if one != other]
    tags = [row["tag"] for row in rows["endpoints"]]
    traits = {
        "alias": targets,
        "alias of an alias": targets.keys() & targets.values(),
        "alias by slug": set(targets.values()) - {*real, *targets},
        "alias called like a slug": targets.keys() & set(real.values()),
        "shared slug": len(set(real.values())) < len(real),
        "id is a slug": [one for one in real if one in real.values() and real[one] != one],
        "row with a virtual suffix": [one for one in real if one.endswith(":online")],
        "nobody hosts it": real.keys() - set(hosted),
        "models interleaved": len(runs) > len(set(runs)),
        "deep tag": [tag for tag in tags if tag.count("/") > 1],
        "mixed case": [tag for tag in tags if tag != tag.lower()],
        "policy null": [row for row in rows["endpoints"] if row["data_policy"] is None],
        "region": [row for row in rows["endpoints"] if row["regions"]],
    }
    return (trait for trait, found in traits.items() if found)
