"""Strategies: every document is valid, every promised shape is drawn, and all of it shrinks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
import re2
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from routelock.request import read
from routelock.testing.oracle import decide
from routelock.testing.strategies import (
    PATTERNS,
    catalogues,
    guardrail_documents,
    layers,
    messages,
    requests,
    vendor_words,
)
from routelock.vendors import Vendors
from routelock.wire import catalogue as wire_catalogue
from routelock.wire import guardrails as wire_guardrails

if TYPE_CHECKING:
    from collections.abc import Callable

    Json = dict[str, Any]

T = TypeVar("T")


SMALLEST = settings(phases=(Phase.generate, Phase.shrink), max_examples=2_000, database=None)


def smallest(said: st.SearchStrategy[T], wanted: Callable[[T], object]) -> T:
    """The smallest drawn value of which something holds."""
    return find(said, lambda drawn: bool(wanted(drawn)), settings=SMALLEST)


@given(vendor_words())
def test_vendor_words_share_no_author(words: dict[str, list[str]]) -> None:
    assert set(Vendors(words).words) == {*words, "other"}


@given(st.data())
def test_the_oracle_accepts_whatever_is_drawn(data: st.DataObject) -> None:
    words, rows = data.draw(vendor_words()), data.draw(catalogues())
    applied, body = data.draw(layers(words, rows)), data.draw(st.none() | requests(rows))
    answer = decide(rows, applied, body, vendors=words)
    assert answer["outcome"] in {"cleared", "refused"}
    assert json.loads(json.dumps([rows, applied, body])) == [rows, [*map(list, applied)], body]


@given(catalogues())
def test_a_drawn_catalogue_is_readable(rows: Json) -> None:
    real = [row["id"] for row in rows["models"] if "alias_target" not in row]
    assert [*wire_catalogue.decode(rows).models] == real


@given(st.data())
def test_a_drawn_guardrail_survives_a_round_trip(data: st.DataObject) -> None:
    words = data.draw(st.none() | vendor_words())
    document = data.draw(guardrail_documents(words))
    vendors = Vendors(words)
    assert wire_guardrails.encode(wire_guardrails.decode(document, vendors)) == document


@given(layers(most=4))
def test_drawn_layers_have_names_of_their_own_and_account_settings_no_identity(
    applied: list[tuple[str, str, Json]],
) -> None:
    names = [paper.get("id", name) for _, name, paper in applied]
    assert len(set(names)) == len(names) <= 4
    accounts = [paper for layer, _, paper in applied if layer == "account"]
    assert all("id" not in paper and "limit_usd" not in paper for paper in accounts)


@given(st.data())
def test_a_drawn_request_is_readable(data: st.DataObject) -> None:
    rows = data.draw(st.none() | catalogues())
    assert read(data.draw(requests(rows))).candidates


SHAPES: dict[str, Callable[[Json], object]] = {
    "text": lambda said: isinstance(said["content"], str),
    "text part": lambda said: "text" in _kinds(said),
    "image part": lambda said: "image_url" in _kinds(said),
    "name": lambda said: "name" in said,
    "tool call": lambda said: "tool_calls" in said,
    "tool result": lambda said: said["role"] == "tool",
    "arguments that are an object": lambda said: _arguments(said).startswith('{"'),
    "arguments that are no JSON": lambda said: _arguments(said).startswith("hello"),
}


def _kinds(said: Json) -> set[str]:
    parts = said["content"]
    return {part["type"] for part in parts} if isinstance(parts, list) else set()


def _arguments(said: Json) -> str:
    text: str = said.get("tool_calls", [{"function": {"arguments": ""}}])[0]["function"][
        "arguments"
    ]
    return text


@pytest.mark.parametrize("shape", SHAPES)
def test_messages_come_in_every_shape(shape: str) -> None:
    drawn = smallest(messages(), lambda found: any(SHAPES[shape](said) for said in found))
    assert [said for said in drawn if SHAPES[shape](said)]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(
            (field, None)
            for field in ("allowed_models", "limit_usd", "content_filters", "enforce_zdr")
        ),
        *((field, []) for field in ("allowed_providers", "ignored_models", "content_filters")),
        ("enforce_zdr_other", False),
        ("enable_paid_model_training", True),
        ("reset_interval", "weekly"),
    ],
)
def test_a_state_of_a_field_is_found_and_shrinks_to_it_alone(field: str, value: object) -> None:
    absent = object()
    said = guardrail_documents()
    document = smallest(said, lambda paper: paper.get(field, absent) == value)
    assert {name for name in document if name != "name"} == {field}


def test_what_is_drawn_shrinks_to_next_to_nothing() -> None:
    rows = smallest(catalogues(), lambda _: True)
    assert (len(rows["models"]), len(rows["endpoints"])) == (1, 0)
    assert smallest(layers(), lambda _: True) == []
    assert smallest(requests(), lambda _: True) == {"messages": [], "model": "vendor_a/m0"}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_is_safe_for_re2(pattern: str) -> None:
    assert re2.compile(pattern).search("") is None or pattern == "x*"
