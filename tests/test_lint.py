"""Lint: one row for each doubt and one for its neighbour that is none, in one table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock import Catalogue, Clearance, Layer, Source, Vendors, resolve
from routelock.catalogue import DataPolicy, Listing, Offer
from routelock.guardrail import Guardrail
from routelock.lint import Applied, Remark, RemarkCode, lint
from routelock.wire.guardrails import decode

VENDORS = Vendors({"openai": ["openai"], "xai": ["x-ai"], "nobody": []})
CATALOGUE = Catalogue(
    [
        Listing("openai/gpt-5", "openai/gpt-5-2025"),
        Listing("openai/gpt-5:free", "openai/gpt-5-2025"),
        Listing("openai/solo", "openai/solo-2025"),
        Listing("meta/llama", "meta/llama"),
        Listing("meta/llama:free", "meta/llama"),
        Listing("~openai/latest", "~openai/latest", alias_of="openai/gpt-5"),
    ],
    [
        Offer("openai/gpt-5", "azure/eu", 1000),
        Offer("openai/gpt-5", "azure/us", 1000),
        Offer("openai/gpt-5:free", "openai", 1000),
        Offer("openai/solo", "openai", 1000, policy=DataPolicy(retains=False, trains=False)),
        Offer("meta/llama", "Groq", 1000),
        Offer("meta/llama:free", "together/fp8", 1000),
    ],
)

Document = dict[str, Any]


def applied(document: Document, name: str = "g", layer: Layer = Layer.KEY) -> Applied:
    return Applied(Source(layer, name), decode({"name": name, **document}, VENDORS))


def remarks(*documents: Document, catalogue: Catalogue | None = CATALOGUE) -> tuple[Remark, ...]:
    given = [applied(document, f"g{place}") for place, document in enumerate(documents)]
    return lint(given, VENDORS, catalogue)


def said(*documents: Document, catalogue: Catalogue | None = CATALOGUE) -> list[tuple[str, str]]:
    found = remarks(*documents, catalogue=catalogue)
    return [(remark.code.value, remark.path) for remark in found]


def pattern(text: str) -> Document:
    return {"content_filters": [{"pattern": text, "action": "redact"}]}


def builtin(*entries: str) -> Document:
    """Entries as `slug action [scope]`."""
    names = ("slug", "action", "scan_scope")
    rows = [dict(zip(names, entry.split(), strict=False)) for entry in entries]
    return {"content_filter_builtins": rows}


INJECTION = "regex-prompt-injection"

DOUBTS: list[tuple[Document, list[tuple[str, str]]]] = [
    ({}, []),
    ({"allowed_providers": []}, [("allows_nothing", "$.allowed_providers")]),
    ({"allowed_models": []}, [("allows_nothing", "$.allowed_models")]),
    ({"allowed_models": None, "ignored_models": [], "ignored_providers": []}, []),
    ({"ignored_providers": ["gorq"]}, [("host_unknown", "$.ignored_providers[0]")]),
    (
        {"ignored_providers": ["GROQ", "azure", "Azure/EU"]},
        [("shadowed", "$.ignored_providers[2]")],
    ),
    ({"ignored_providers": ["azur"]}, [("host_unknown", "$.ignored_providers[0]")]),
    ({"ignored_models": ["openai/gpt-6"]}, [("model_unknown", "$.ignored_models[0]")]),
    ({"ignored_models": ["openai/gpt-5:nitro"]}, [("model_unknown", "$.ignored_models[0]")]),
    ({"ignored_models": ["openai/gpt-5-2025", "meta/llama"]}, []),
    ({"ignored_models": ["openai/gpt-5"]}, [("one_variant", "$.ignored_models[0]")]),
    ({"ignored_models": ["openai/gpt-5:free", "openai/solo"]}, []),
    ({"ignored_models": ["~openai/latest"]}, [("alias_moves", "$.ignored_models[0]")]),
    ({"ignored_providers": ["groq", "azure", "Groq"]}, [("repeated", "$.ignored_providers[2]")]),
    (
        {"ignored_models": ["openai/gpt-5-2025", "openai/gpt-5:free"]},
        [("shadowed", "$.ignored_models[1]")],
    ),
    ({"allowed_providers": ["azure/us", "azure"]}, [("shadowed", "$.allowed_providers[0]")]),
    (
        {"allowed_providers": ["azure/us", "groq"], "ignored_providers": ["azure"]},
        [("allowed_and_ignored", "$.allowed_providers[0]")],
    ),
    ({"allowed_providers": ["azure"], "ignored_providers": ["azure/us"]}, []),
    (
        {"allowed_providers": ["azure"], "ignored_providers": ["azure/us", "groq"]},
        [("unreached", "$.ignored_providers[1]")],
    ),
    (
        {"allowed_models": ["openai/gpt-5-2025"], "ignored_models": ["openai/gpt-5:free"]},
        [],
    ),
    (
        {"allowed_models": ["openai/gpt-5-2025"], "ignored_models": ["meta/llama"]},
        [("unreached", "$.ignored_models[0]")],
    ),
    (
        {
            "allowed_models": ["openai/gpt-5:free", "meta/llama"],
            "ignored_models": ["openai/gpt-5-2025"],
        },
        [("allowed_and_ignored", "$.allowed_models[0]")],
    ),
    (
        {"allowed_providers": ["groq"], "allowed_models": ["openai/solo-2025"]},
        [("nothing_left", "$")],
    ),
    ({"enforce_zdr": None}, [("deprecated", "$.enforce_zdr")]),
    ({"enforce_zdr_xai": True}, [("no_author", "$.enforce_zdr_xai")]),
    ({"enforce_zdr_nobody": True}, [("no_author", "$.enforce_zdr_nobody")]),
    ({"enforce_zdr_xai": False, "enforce_zdr_openai": True}, []),
    ({"enable_paid_model_training": True}, [("permits_nothing", "$.enable_paid_model_training")]),
    ({"enable_paid_model_training": False, "enable_free_model_training": None}, []),
    ({"limit_usd": 0}, [("limit_zero", "$.limit_usd")]),
    ({"limit_usd": 1, "reset_interval": "daily", "include_byok_in_budgets": True}, []),
    ({"reset_interval": "daily"}, [("no_limit", "$.reset_interval")]),
    ({"reset_interval": None, "include_byok_in_budgets": False, "limit_usd": None}, []),
    (
        {"limit_usd": None, "include_byok_in_budgets": True},
        [("no_limit", "$.include_byok_in_budgets")],
    ),
    (
        builtin("email redact user_only"),
        [("scope_unused", "$.content_filter_builtins[0].scan_scope")],
    ),
    (builtin(f"{INJECTION} block user_only"), []),
    (builtin("email redact", "email redact"), [("repeated", "$.content_filter_builtins[1]")]),
    (builtin("email redact", "email flag"), [("several_actions", "$.content_filter_builtins[1]")]),
    (builtin(f"{INJECTION} flag", f"{INJECTION} block user_only"), []),
    (builtin("email redact", "phone redact"), []),
    (pattern(r"\[EMAIL\]"), [("matches_placeholder", "$.content_filters[0].pattern")]),
    (pattern(r"REDACTED"), [("matches_placeholder", "$.content_filters[0].pattern")]),
    (pattern(r"PRJ-\d+"), []),
    (pattern(r"\d*"), [("matches_empty", "$.content_filters[0].pattern")]),
    (pattern(r"\d+|\b"), [("matches_empty", "$.content_filters[0].pattern")]),
    (pattern(r"\d+|q$"), []),
]


@pytest.mark.parametrize(("document", "expected"), DOUBTS)
def test_a_document_raises_these_doubts_and_no_other(
    document: Document, expected: list[tuple[str, str]]
) -> None:
    assert said(document) == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ({"allowed_providers": ["azure"]}, {"allowed_providers": ["azure/eu"]}, []),
        (
            {"allowed_providers": ["azure/us"]},
            {"allowed_providers": ["azure/eu"]},
            [("nothing_left", "$"), ("contradictory", "$.allowed_providers")],
        ),
        ({"allowed_models": ["openai/gpt-5-2025"]}, {"allowed_models": ["openai/gpt-5:free"]}, []),
        (
            {"allowed_models": ["openai/gpt-5-2025"]},
            {"allowed_models": ["meta/llama"]},
            [("contradictory", "$.allowed_models"), ("nothing_left", "$")],
        ),
        ({"allowed_providers": ["groq"]}, {"ignored_providers": ["groq"]}, [("nothing_left", "$")]),
    ],
)
def test_guardrails_that_apply_together_raise_these_doubts(
    first: Document, second: Document, expected: list[tuple[str, str]]
) -> None:
    assert sorted(said(first, second)) == sorted(expected)


def test_a_doubt_about_all_together_names_no_guardrail_and_one_about_two_names_the_second() -> None:
    both = remarks({"allowed_providers": ["azure/us"]}, {"allowed_providers": ["azure/eu"]})
    named = {remark.code: (remark.layer, remark.guardrail) for remark in both}
    assert named[RemarkCode.NOTHING_LEFT] == (None, None)
    assert named[RemarkCode.CONTRADICTORY] == (Layer.KEY, "g1")


def test_a_guardrail_that_leaves_nothing_alone_is_named() -> None:
    found = remarks({}, {"allowed_providers": ["nowhere"]})
    alone = [remark.guardrail for remark in found if remark.code is RemarkCode.NOTHING_LEFT]
    assert alone == ["g1"]


def test_every_code_is_in_the_tables_above() -> None:
    told = {code for _, doubts in DOUBTS for code, _ in doubts}
    assert told | {"contradictory"} == {code.value for code in RemarkCode}


@pytest.mark.parametrize(
    ("field", "entry", "meant"),
    [
        ("ignored_providers", "gorq", "`groq`"),
        ("ignored_models", "openai/gtp-5-2025", "`openai/gpt-5-2025`"),
        ("ignored_models", "openai/gpt-5:nitro", "`openai/gpt-5`"),
        ("ignored_models", "openai/gpt-5", "`openai/gpt-5-2025`"),
        ("ignored_models", "~openai/latest", "`openai/gpt-5-2025`"),
    ],
)
def test_the_hint_says_what_may_be_meant(field: str, entry: str, meant: str) -> None:
    assert meant in remarks({field: [entry]})[0].hint


def test_without_a_catalogue_only_the_documents_are_compared() -> None:
    doubtful = {
        "allowed_models": ["openai/gpt-5", "openai/gpt-5"],
        "ignored_models": ["openai/gpt-5-2025"],
        "ignored_providers": ["gorq"],
        "enforce_zdr_xai": True,
    }
    other = {"allowed_models": ["meta/llama"]}
    assert said(doubtful, other, catalogue=None) == [("repeated", "$.allowed_models[1]")]


def test_an_empty_catalogue_is_no_doubt_about_a_guardrail() -> None:
    assert said({"enforce_zdr_other": False}, catalogue=Catalogue([], [])) == []


def test_remarks_sort_by_layer_guardrail_and_place_with_numbers_as_numbers() -> None:
    many = {"ignored_providers": [f"host{place}" for place in range(12)]}
    given = [applied(many, "b"), applied(many, "a"), applied(many, "z", Layer.ACCOUNT)]
    found = lint(given, VENDORS, CATALOGUE)
    assert [remark.guardrail for remark in found] == ["z"] * 12 + ["a"] * 12 + ["b"] * 12
    assert [remark.path for remark in found[:12]] == [
        f"$.ignored_providers[{place}]" for place in range(12)
    ]


HOSTS = st.lists(st.sampled_from(["azure", "azure/eu", "Groq", "groq", "nope"]), max_size=4)
MODELS = st.lists(
    st.sampled_from(["openai/gpt-5", "openai/gpt-5-2025", "~openai/latest", "meta/llama", "no/pe"]),
    max_size=4,
)
LISTS = st.fixed_dictionaries(
    {},
    optional={
        "allowed_providers": HOSTS,
        "ignored_providers": HOSTS,
        "allowed_models": MODELS,
        "ignored_models": MODELS,
    },
)


@given(st.lists(LISTS, max_size=3))
def test_the_order_of_guardrails_changes_nothing_but_who_contradicts_whom(
    documents: list[Document],
) -> None:
    given_ = [applied(document, f"g{place}") for place, document in enumerate(documents)]
    pairs = [RemarkCode.CONTRADICTORY]
    there, back = (
        [remark for remark in lint(order, VENDORS, CATALOGUE) if remark.code not in pairs]
        for order in (given_, given_[::-1])
    )
    assert there == back


@given(LISTS)
def test_a_repeated_or_shadowed_entry_can_go_without_changing_what_is_left(
    document: Document,
) -> None:
    gone = {RemarkCode.REPEATED, RemarkCode.SHADOWED, RemarkCode.UNREACHED}
    paths = {remark.path for remark in remarks(document) if remark.code in gone}
    kept = {
        field: [entry for place, entry in enumerate(names) if f"$.{field}[{place}]" not in paths]
        for field, names in document.items()
    }
    assert survivors(kept) == survivors(document)


def survivors(document: Document) -> tuple[object, ...]:
    source, guardrail = applied(document)
    return Clearance(resolve(guardrail, source, VENDORS), CATALOGUE).survivors()


def test_a_remark_is_plain_data_on_the_wire() -> None:
    (remark,) = remarks({"allowed_models": []})
    assert remark.as_json() == {
        "code": "allows_nothing",
        "path": "$.allowed_models",
        "message": remark.message,
        "hint": remark.hint,
        "layer": "key",
        "guardrail": "g0",
    }
    assert type(remark.as_json()["code"]) is str


def test_a_long_list_takes_no_longer_than_its_length() -> None:
    hosts = [f"host{place}/eu" for place in range(5_000)]
    assert said({"allowed_providers": hosts, "ignored_providers": hosts[:1]}, catalogue=None) == [
        ("allowed_and_ignored", "$.allowed_providers[0]")
    ]


def test_a_pattern_for_the_second_engine_is_not_tried_here() -> None:
    guardrail = Guardrail.model_validate({"name": "g", **pattern(r"(?=.*x)\[EMAIL\]")})
    assert lint([Applied(Source(Layer.KEY, "g"), guardrail)], VENDORS) == ()
