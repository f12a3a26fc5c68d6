"""Guardrail documents: three states, every problem at once, the deprecated flag, new words."""

import json
from decimal import Decimal
from typing import Any

import pytest
from pydantic import MISSING

from routelock.errors import DocumentError, VendorsError
from routelock.guardrail import Action, Guardrail, Scope, Slug
from routelock.vendors import Vendors
from routelock.wire.guardrails import Form, decode, encode, migrate, read, spread, stored

VENDORS = Vendors({"anthropic": ["anthropic"], "openai": ["openai"], "xai": ["x-ai"]})
WIRE = {
    "id": "123e4567-e89b-42d3-a456-426614174000",
    "name": "staff",
    "workspace_id": None,
    "include_byok_in_budgets": False,
    "created_at": "2026-11-21T09:00:00.123Z",
}
NULLABLE = [
    "updated_at", "description", "limit_usd", "reset_interval", "allowed_providers",
    "ignored_providers", "allowed_models", "ignored_models", "content_filter_builtins",
    "content_filters", "enable_free_model_publication", "enable_free_model_training",
    "enable_paid_model_training", "enforce_zdr", "enforce_zdr_openai", "enforce_zdr_other",
]  # fmt: skip
EMPTY = [
    "allowed_providers", "ignored_providers", "allowed_models", "ignored_models",
    "content_filter_builtins", "content_filters",
]  # fmt: skip


def places(document: object, form: Form = Form.FILE) -> list[str]:
    with pytest.raises(DocumentError) as caught:
        decode(document, VENDORS, form)
    assert all("\n" not in str(problem) for problem in caught.value.problems)
    return [problem.path for problem in caught.value.problems]


@pytest.mark.parametrize("field", NULLABLE)
def test_null_is_told_apart_from_absent(field: str) -> None:
    document = {"name": "a", field: None}
    assert encode(decode(document, VENDORS)) == document
    assert encode(decode({"name": "a"}, VENDORS)) == {"name": "a"}


@pytest.mark.parametrize("field", EMPTY)
def test_an_empty_list_is_told_apart_from_null(field: str) -> None:
    document: dict[str, Any] = {"name": "a", field: []}
    assert encode(decode(document, VENDORS)) == document
    assert decode(document, VENDORS) != decode({"name": "a", field: None}, VENDORS)


def test_every_field_comes_back_as_it_was_written() -> None:
    document = WIRE | {
        "updated_at": "2026-11-21T09:00:00+01:00",
        "description": "",
        "limit_usd": 12.345,
        "reset_interval": "weekly",
        "allowed_providers": ["Google-Vertex/europe", "openai", "openai"],
        "ignored_models": ["openai/gpt-5"],
        "content_filter_builtins": [
            {"slug": "email", "action": "redact"},
            {"slug": "regex-prompt-injection", "action": "block", "scan_scope": "user_only"},
        ],
        "content_filters": [
            {"pattern": "a+", "action": "flag"},
            {"pattern": "b", "action": "block", "label": None},
            {"pattern": "c", "action": "redact", "label": ""},
        ],
        "enable_free_model_publication": False,
        "enable_paid_model_training": True,
        "enforce_zdr": False,
        "enforce_zdr_openai": True,
        "enforce_zdr_other": None,
    }
    guardrail = decode(document, VENDORS, Form.WIRE)
    assert encode(guardrail) == document
    assert decode(encode(guardrail), VENDORS) == guardrail
    assert stored(json.dumps(document).encode(), VENDORS) == guardrail


def test_values_are_those_of_the_core() -> None:
    builtin = {"slug": "ssn", "action": "flag", "scan_scope": "all_messages"}
    document = {"name": "a", "limit_usd": 0.1, "content_filter_builtins": [builtin]}
    guardrail = decode(document, VENDORS)
    assert guardrail.limit_usd == Decimal("0.1")
    assert guardrail.allowed_models is MISSING
    (entry,) = guardrail.content_filter_builtins  # type: ignore[misc]
    assert (entry.slug, entry.action, entry.scan_scope) == (
        Slug.SSN,
        Action.FLAG,
        Scope.ALL_MESSAGES,
    )


def test_the_label_of_a_builtin_is_read_only_and_dropped() -> None:
    entry = {"slug": "email", "action": "redact"}
    sent = {"name": "a", "content_filter_builtins": [entry | {"label": "[MAIL]"}]}
    assert encode(decode(sent, VENDORS)) == {"name": "a", "content_filter_builtins": [entry]}


BAD: dict[str, tuple[Any, list[str]]] = {
    "a list where an object belongs": ([], ["$"]),
    "text where an object belongs": ("name", ["$"]),
    "no name": ({}, ["$.name"]),
    "a misspelt field": ({"name": "a", "ignored_provider": []}, ["$"]),
    "the inner name of the flags": ({"name": "a", "zdr": {}}, ["$"]),
    "an unknown vendor word": ({"name": "a", "enforce_zdr_mistral": True}, ["$"]),
    "a number as name": ({"name": 1}, ["$.name"]),
    "text as limit": ({"name": "a", "limit_usd": "12"}, ["$.limit_usd"]),
    "true as limit": ({"name": "a", "limit_usd": True}, ["$.limit_usd"]),
    "a negative limit": ({"name": "a", "limit_usd": -0.01}, ["$.limit_usd"]),
    "an infinite limit": ({"name": "a", "limit_usd": float("inf")}, ["$.limit_usd"]),
    "text as list": ({"name": "a", "allowed_models": "x"}, ["$.allowed_models"]),
    "an object as list": ({"name": "a", "ignored_models": {"x": 1}}, ["$.ignored_models"]),
    "null in a list": ({"name": "a", "allowed_providers": ["x", None]}, ["$.allowed_providers[1]"]),
    "1 as flag": ({"name": "a", "enforce_zdr": 1}, ["$.enforce_zdr"]),
    "text as vendor flag": ({"name": "a", "enforce_zdr_xai": "yes"}, ["$.enforce_zdr_xai"]),
    "an unknown interval": ({"name": "a", "reset_interval": "hourly"}, ["$.reset_interval"]),
    "no uuid": ({"name": "a", "id": "g1"}, ["$.id"]),
    "null as id": ({"name": "a", "id": None}, ["$.id"]),
    "no timestamp": ({"name": "a", "created_at": "2026-13-01T00:00:00Z"}, ["$.created_at"]),
    "an unknown slug": (
        {"name": "a", "content_filter_builtins": [{"slug": "emial", "action": "redact"}]},
        ["$.content_filter_builtins[0].slug"],
    ),
    "a filter without action": (
        {"name": "a", "content_filters": [{"pattern": "x"}]},
        ["$.content_filters[0].action"],
    ),
    "an empty pattern": (
        {"name": "a", "content_filters": [{"pattern": "", "action": "flag"}]},
        ["$.content_filters[0].pattern"],
    ),
    "a pattern that does not compile": (
        {"name": "a", "content_filters": [{"pattern": "a(b", "action": "flag"}]},
        ["$.content_filters[0].pattern"],
    ),
    "a label of 101 characters": (
        {"name": "a", "content_filters": [{"pattern": "x", "action": "flag", "label": "x" * 101}]},
        ["$.content_filters[0].label"],
    ),
    "a builtin's label of 101 characters": (
        {
            "name": "a",
            "content_filter_builtins": [{"slug": "ssn", "action": "flag", "label": "x" * 101}],
        },
        ["$.content_filter_builtins[0].label"],
    ),
    "a scope on a custom filter": (
        {
            "name": "a",
            "content_filters": [{"pattern": "x", "action": "flag", "scan_scope": "user_only"}],
        },
        ["$.content_filters[0]"],
    ),
}


@pytest.mark.parametrize(("document", "expected"), BAD.values(), ids=BAD)
def test_a_bad_document_is_told_with_its_place(document: object, expected: list[str]) -> None:
    assert places(document) == expected


@pytest.mark.parametrize("field", [*Guardrail.model_fields])
def test_an_object_of_nonsense_is_wrong_in_every_field(field: str) -> None:
    if field != "zdr":
        assert places({"name": "a"} | {field: {"non": "sense"}}) == [f"$.{field}"]


def test_all_problems_are_told_at_once() -> None:
    document = {"limit_usd": "x", "allowed_models": [1], "enforce_zdr_mistral": True}
    assert sorted(places(document)) == ["$", "$.allowed_models[0]", "$.limit_usd", "$.name"]


def test_a_misspelt_field_comes_with_the_right_one() -> None:
    with pytest.raises(DocumentError, match="did you mean `ignored_providers`"):
        decode({"name": "a", "ignored_provider": []}, VENDORS)
    with pytest.raises(DocumentError, match="did you mean `enforce_zdr_openai`"):
        decode({"name": "a", "enforce_zdr_opena": True}, VENDORS)


@pytest.mark.parametrize("field", [*WIRE])
def test_over_the_wire_five_fields_are_required(field: str) -> None:
    without = {name: value for name, value in WIRE.items() if name != field}
    assert places(without, Form.WIRE) == [f"$.{field}"]


def test_account_settings_need_no_name() -> None:
    assert decode({}, VENDORS, Form.ACCOUNT).name is MISSING


def test_a_key_twice_is_an_error_in_a_file() -> None:
    with pytest.raises(DocumentError):
        read(b'{"name": "a", "ignored_models": ["x"], "ignored_models": []}', VENDORS)


def test_a_stored_row_is_read_leniently_and_keeps_what_it_has() -> None:
    entry = {"slug": "email", "action": "flag", "newer": {}}
    document: dict[str, Any] = {"name": "a", "from_the_future": [1]}
    document |= {"content_filter_builtins": [entry], "enforce_zdr_mistral": True}
    guardrail = stored(json.dumps(document).encode(), VENDORS)
    assert guardrail.zdr == {"mistral": True}
    assert encode(guardrail) == document


@pytest.mark.parametrize("row", [b"{", b"[]", b'{"allowed_models": 1}'])
def test_a_damaged_row_is_an_error_of_ours(row: bytes) -> None:
    with pytest.raises(DocumentError):
        stored(row, VENDORS)


@pytest.mark.parametrize("value", [True, False, None])
def test_the_old_flag_goes_to_every_word_that_the_body_does_not_mention(value: object) -> None:
    body = {"enforce_zdr": value, "enforce_zdr_openai": None, "enforce_zdr_xai": False}
    once = spread(body, VENDORS)
    filled = {"enforce_zdr_anthropic": value, "enforce_zdr_other": value}
    assert once == body | filled
    assert spread(once, VENDORS) == once


def test_a_body_without_the_old_flag_stays_as_it_is() -> None:
    assert spread({"enforce_zdr_xai": True}, VENDORS) == {"enforce_zdr_xai": True}


@pytest.mark.parametrize("value", [True, False, None])
def test_a_new_word_takes_the_value_of_other(value: object) -> None:
    after = Vendors({**VENDORS.authors, "mistral": ["mistralai"]})
    row = {"name": "a", "enforce_zdr_other": value}
    assert migrate(row, VENDORS, after) == row | {"enforce_zdr_mistral": value}
    assert migrate({"name": "a"}, VENDORS, after) == {"name": "a"}


def test_a_word_in_use_cannot_be_taken_away() -> None:
    with pytest.raises(VendorsError):
        migrate({}, VENDORS, Vendors({}))
