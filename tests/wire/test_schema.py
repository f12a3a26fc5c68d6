"""Schema: it accepts what decode accepts, and tells an editor what a person would ask."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from routelock.data import example
from routelock.errors import DocumentError
from routelock.guardrail import Guardrail
from routelock.vendors import Vendors
from routelock.wire.guardrails import decode
from routelock.wire.schema import FIELDS, schema
from routelock.wire.vendors import read

VENDORS = Vendors({"openai": ["openai"], "xai": ["x-ai"]})
SCHEMA = schema(VENDORS)
VALIDATOR = Draft202012Validator(SCHEMA)
LONG = "x" * 101


def fits(document: object) -> bool:
    return VALIDATOR.is_valid(document)


def decodes(document: object) -> bool:
    try:
        decode(document, VENDORS)
    except DocumentError:
        return False
    return True


def test_it_is_a_json_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


@pytest.mark.parametrize("name", ["workspace-default", "member", "key"])
def test_the_bundled_guardrails_fit(name: str) -> None:
    words = read(example("vendors.json"))
    document = json.loads(example(f"{name}.json"))
    assert Draft202012Validator(schema(words)).is_valid(document)


def test_every_field_has_a_description_and_no_other_has() -> None:
    parts = [SCHEMA, *SCHEMA["$defs"].values()]
    fields = [field for part in parts for field in part.get("properties", {}).items()]
    named = {name for name, _ in fields if not name.startswith("enforce_zdr_")}
    assert all(field["description"].endswith(".") for _, field in fields)
    assert named == set(FIELDS)


def test_the_flat_flags_of_the_vendor_words_stand_for_the_map_of_the_model() -> None:
    flags = {name for name in SCHEMA["properties"] if name.startswith("enforce_zdr_")}
    assert flags == {"enforce_zdr_openai", "enforce_zdr_xai", "enforce_zdr_other"}
    assert set(SCHEMA["properties"]) - flags == set(Guardrail.model_fields) - {"zdr"}


@pytest.mark.parametrize(
    ("vendors", "word", "named"),
    [
        (VENDORS, "xai", "of x-ai."),
        (VENDORS, "other", "of everybody but openai, x-ai."),
        (Vendors({}), "other", "of everybody."),
        (Vendors({"none": []}), "none", "of nobody."),
    ],
)
def test_a_flag_says_whom_it_governs(vendors: Vendors, word: str, named: str) -> None:
    field = schema(vendors)["properties"][f"enforce_zdr_{word}"]
    assert field["description"].endswith(named)


def test_an_editor_is_told_what_is_deprecated_and_what_is_read_only() -> None:
    assert SCHEMA["properties"]["enforce_zdr"]["deprecated"] is True
    assert SCHEMA["$defs"]["BuiltinFilter"]["properties"]["label"]["readOnly"] is True
    assert "readOnly" not in SCHEMA["$defs"]["CustomFilter"]["properties"]["label"]


def test_nothing_in_it_is_about_python() -> None:
    assert not {
        word for word in ("MISSING", "None", ">>>", "pydantic") if word in json.dumps(SCHEMA)
    }


UUID = "123e4567-e89b-42d3-a456-426614174000"
CUSTOM = {"pattern": "a+", "action": "flag"}
BUILTIN = {"slug": "email", "action": "redact"}
VALUES: list[Any] = [
    None, True, False, 0, -1, 12.5, 1e300, "", "text", LONG, UUID, UUID[:-1], "daily", "yearly",
    "2026-11-21T09:00:00Z", "2026-11-21", "2026-13-01T00:00:00Z", "12.5", {}, {"name": "a"},
    [], ["a", "a"], [1], [None], [[]], "a,b",
    [BUILTIN], [BUILTIN | {"label": "[X]"}], [BUILTIN | {"label": LONG}],
    [BUILTIN | {"label": None}],
    [BUILTIN | {"scan_scope": "user_only"}], [BUILTIN | {"scan_scope": None}], [BUILTIN | {"x": 1}],
    [{"slug": "email"}], [{"slug": "emial", "action": "redact"}], [BUILTIN, CUSTOM],
    [CUSTOM], [CUSTOM | {"label": None}], [CUSTOM | {"label": LONG}], [CUSTOM | {"pattern": ""}],
    [CUSTOM | {"action": "drop"}], [{"pattern": "a+"}], [CUSTOM | {"slug": "email"}],
]  # fmt: skip
STRANGE = ["zdr", "enforce_zdr_", "enforce_zdr_google", "ignored_provider", "Name", "$schema", ""]
FIELD_NAMES = [*SCHEMA["properties"], *STRANGE]


@pytest.mark.parametrize("field", FIELD_NAMES)
def test_each_value_of_each_field_fits_if_it_decodes(field: str) -> None:
    for value in VALUES:
        document = {"name": "a", field: value}
        assert fits(document) is decodes(document), document


@pytest.mark.parametrize("document", [None, [], "text", 1, {}, {"name": None}, {"name": "a"}])
def test_each_document_fits_if_it_decodes(document: object) -> None:
    assert fits(document) is decodes(document)


@given(st.dictionaries(st.sampled_from(FIELD_NAMES), st.sampled_from(VALUES)))
def test_whatever_fits_decodes_and_the_other_way_round(document: dict[str, Any]) -> None:
    assert fits(document) is decodes(document)
