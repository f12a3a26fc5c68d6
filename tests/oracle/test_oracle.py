"""The oracle by hand: what guardrails, layers, budgets and keys refuse, on tiny documents."""

from __future__ import annotations

import ast
import inspect
import sys
import tokenize

import pytest

from routelock.testing import oracle
from routelock.testing.oracle import decide
from tests.oracle.small import (
    FREE,
    NOON,
    PAID,
    PUBLISHES,
    RETAINS,
    TRAINS,
    UNKNOWN,
    Applied,
    Json,
    catalogue,
    endpoint,
    pairs,
    tags,
    why,
)

# --- guardrails: every field, one endpoint --------------------------------------------------------

HOSTS_AND_MODELS = [
    ({"allowed_providers": ["alpha"]}, {}, []),
    ({"allowed_providers": ["beta"]}, {}, ["provider_not_allowed /allowed_providers"]),
    ({"allowed_providers": []}, {}, ["provider_not_allowed /allowed_providers"]),
    ({"allowed_providers": None}, {}, []),
    ({"allowed_providers": ["ALPHA"]}, {"tag": "Alpha/EU"}, []),
    ({"allowed_providers": ["alpha/eu"]}, {"tag": "alpha/eu/fp8"}, []),
    (
        {"allowed_providers": ["alpha/eu"]},
        {"tag": "alpha"},
        ["provider_not_allowed /allowed_providers"],
    ),
    ({"ignored_providers": ["alpha"]}, {}, ["provider_ignored /ignored_providers"]),
    ({"ignored_providers": ["alpha"]}, {"tag": "alphabet"}, []),
    ({"ignored_providers": ["alpha/e"]}, {"tag": "alpha/eu"}, []),
    ({"ignored_providers": []}, {}, []),
    ({"ignored_providers": None}, {}, []),
    ({"ignored_providers": ["qwen"]}, {}, []),
    ({"allowed_models": ["qwen/m"]}, {}, []),
    ({"allowed_models": ["Qwen/m"]}, {}, ["model_not_allowed /allowed_models"]),
    ({"allowed_models": []}, {}, ["model_not_allowed /allowed_models"]),
    ({"allowed_models": ["nobody/knows"]}, {}, ["model_not_allowed /allowed_models"]),
    ({"allowed_models": ["qwen/m:nitro"]}, {}, ["model_not_allowed /allowed_models"]),
    ({"allowed_models": None}, {}, []),
    ({"ignored_models": ["qwen/m"]}, {}, ["model_ignored /ignored_models"]),
    ({"ignored_models": []}, {}, []),
    (
        {"allowed_models": ["qwen/m"], "ignored_models": ["qwen/m"]},
        {},
        ["model_ignored /ignored_models"],
    ),
]
FLAGS = [
    (
        {"enable_free_model_training": False},
        {"pricing": FREE, "data_policy": TRAINS},
        ["free_training_forbidden /enable_free_model_training"],
    ),
    ({"enable_free_model_training": False}, {"data_policy": TRAINS}, []),
    ({"enable_free_model_training": False}, {"pricing": FREE}, []),
    ({"enable_free_model_training": True}, {"pricing": FREE, "data_policy": TRAINS}, []),
    ({"enable_free_model_training": None}, {"pricing": FREE, "data_policy": TRAINS}, []),
    (
        {"enable_free_model_training": False},
        {"pricing": FREE, "data_policy": None},
        ["free_training_forbidden /enable_free_model_training"],
    ),
    (
        {"enable_paid_model_training": False},
        {"data_policy": TRAINS},
        ["paid_training_forbidden /enable_paid_model_training"],
    ),
    (
        {"enable_paid_model_training": False},
        {"data_policy": UNKNOWN},
        ["paid_training_forbidden /enable_paid_model_training"],
    ),
    ({"enable_paid_model_training": False}, {"pricing": FREE, "data_policy": TRAINS}, []),
    (
        {"enable_free_model_publication": False},
        {"pricing": FREE, "data_policy": PUBLISHES},
        ["free_publication_forbidden /enable_free_model_publication"],
    ),
    ({"enable_free_model_publication": False}, {"data_policy": PUBLISHES}, []),
]
RETENTION = [
    ({"enforce_zdr_other": True}, {"data_policy": RETAINS}, ["zdr_required /enforce_zdr_other"]),
    ({"enforce_zdr_other": True}, {"data_policy": UNKNOWN}, ["zdr_required /enforce_zdr_other"]),
    ({"enforce_zdr_other": True}, {"data_policy": None}, ["zdr_required /enforce_zdr_other"]),
    ({"enforce_zdr_other": True}, {"data_policy": TRAINS}, []),
    ({"enforce_zdr_other": False}, {"data_policy": RETAINS}, []),
    ({"enforce_zdr_other": None}, {"data_policy": RETAINS}, []),
    ({"enforce_zdr_vendor_a": True}, {"data_policy": RETAINS}, []),
    ({"enforce_zdr": True}, {"data_policy": RETAINS}, ["zdr_required /enforce_zdr"]),
    ({"enforce_zdr": None}, {"data_policy": RETAINS}, []),
    ({"enforce_zdr": True, "enforce_zdr_other": None}, {"data_policy": RETAINS}, []),
    ({"enforce_zdr": True, "enforce_zdr_other": False}, {"data_policy": RETAINS}, []),
    (
        {"enforce_zdr": False, "enforce_zdr_other": True},
        {"data_policy": RETAINS},
        ["zdr_required /enforce_zdr_other"],
    ),
    (
        {"enforce_zdr": True, "enforce_zdr_vendor_a": False},
        {"data_policy": RETAINS},
        ["zdr_required /enforce_zdr"],
    ),
]


@pytest.mark.parametrize(("document", "facts", "expected"), HOSTS_AND_MODELS + FLAGS + RETENTION)
def test_a_field_refuses_what_it_says_and_silence_refuses_nothing(
    document: Json, facts: Json, expected: list[str]
) -> None:
    assert why(decide(catalogue(endpoint(**facts)), [("key", "g", document)])) == expected


@pytest.mark.parametrize(
    ("pricing", "free"),
    [
        (FREE, True),
        (PAID, False),
        ({"prompt": "0", "completion": "0"}, True),
        ({**FREE, "image": None, "request": "-1"}, True),
        ({**FREE, "image": "0.001"}, False),
        ({**FREE, "prompt": None}, False),
        ({**FREE, "completion": "-1"}, False),
        ({}, False),
    ],
)
def test_free_means_prompt_and_completion_known_and_every_known_price_zero(
    pricing: Json, *, free: bool
) -> None:
    rows = catalogue(endpoint(pricing=pricing, data_policy=TRAINS))
    answer = decide(rows, [("key", "g", {"enable_free_model_training": False})])
    assert (answer["outcome"] == "refused") is free


@pytest.mark.parametrize(
    ("vendors", "model_id", "field"),
    [
        (None, "vendor_a/m", "enforce_zdr_vendor_a"),
        (None, "openai/m", "enforce_zdr_other"),
        ({"xai": ["x-ai", "grok"]}, "x-ai/m", "enforce_zdr_xai"),
        ({"xai": ["x-ai"]}, "xai/m", "enforce_zdr_other"),
        ({"xai": ["x-ai"]}, "vendor_a/m", "enforce_zdr_other"),
        ({}, "vendor_a/m", "enforce_zdr_other"),
    ],
)
def test_the_author_of_the_model_picks_the_vendor_word(
    vendors: dict[str, list[str]] | None, model_id: str, field: str
) -> None:
    rows = catalogue(endpoint(model_id, tag="vendor_a", data_policy=RETAINS))
    answer = decide(rows, [("key", "g", {field: True})], vendors=vendors)
    assert why(answer) == [f"zdr_required /{field}"]


# --- models in lists ------------------------------------------------------------------------------

FAMILY = catalogue(
    endpoint("qwen/m"),
    endpoint("qwen/m:free"),
    endpoint("qwen/n"),
    endpoint("qwen/x"),
    slugs={
        "qwen/m": "qwen/m-1",
        "qwen/m:free": "qwen/m-1",
        "qwen/n": "qwen/n-1",
        "qwen/x": "qwen/n",
    },
    aliases={"~qwen/by-id": "qwen/m", "~qwen/by-slug": "qwen/m-1", "~qwen/other": "~qwen/by-id"},
)


@pytest.mark.parametrize(
    ("entry", "covered"),
    [
        ("qwen/m-1", ["qwen/m", "qwen/m:free"]),
        ("qwen/m", ["qwen/m"]),
        ("qwen/m:free", ["qwen/m:free"]),
        ("qwen/n", ["qwen/x"]),  # somebody's slug first, so not the id
        ("qwen/n-1", ["qwen/n"]),
        ("~qwen/by-id", ["qwen/m"]),
        ("~qwen/by-slug", ["qwen/m"]),
        ("~qwen/other", ["qwen/m"]),
        ("qwen/m:nitro", []),
        ("nobody/knows", []),
    ],
)
def test_a_list_entry_is_a_canonical_slug_or_else_one_id(entry: str, covered: list[str]) -> None:
    allowing = decide(FAMILY, [("key", "g", {"allowed_models": [entry]})])
    ignoring = decide(FAMILY, [("key", "g", {"ignored_models": [entry]})])
    assert allowing["models"] == covered
    assert [row["model_id"] for row in ignoring["excluded"]] == covered


def test_a_model_survives_when_one_of_its_endpoints_does() -> None:
    rows = catalogue(endpoint(tag="alpha"), endpoint(tag="beta"), endpoint("qwen/n", "alpha"))
    answer = decide(rows, [("key", "g", {"ignored_providers": ["alpha"]})])
    assert answer["models"] == ["qwen/m"]
    assert answer["outcome"] == "cleared"
    assert answer["reasons"] == []


# --- layers ---------------------------------------------------------------------------------------


def test_allow_lists_intersect_and_ignore_lists_add_up() -> None:
    rows = catalogue(*(endpoint(tag=tag) for tag in ("alpha", "beta", "gamma", "delta")))
    applied: Applied = [
        ("account", "a", {"allowed_providers": ["alpha", "beta", "gamma"]}),
        ("member", "b", {"allowed_providers": ["beta", "gamma", "delta"]}),
        ("key", "c", {"ignored_providers": ["gamma"]}),
    ]
    assert tags(decide(rows, applied)) == ["beta"]
    assert tags(decide(rows, applied[::-1])) == ["beta"]


def test_no_layer_relaxes_another() -> None:
    rows = catalogue(endpoint(data_policy=RETAINS))
    strict, lax = {"enforce_zdr": True}, {"enforce_zdr": False, "enforce_zdr_other": False}
    answer = decide(
        rows,
        [("account", "strict", strict), ("key", "lax", lax)],
        {"model": "qwen/m", "provider": {"zdr": False}},
    )
    assert why(answer) == ["zdr_required /enforce_zdr"]


def test_reasons_go_by_layer_then_guardrail_then_field_and_equal_ones_come_once() -> None:
    document = {"ignored_providers": ["alpha"], "allowed_models": [], "enforce_zdr": True}
    applied: Applied = [
        ("key", "b", document),
        ("key", "a", document),
        ("key", "a", document),
        ("account", "z", {"name": "z", "ignored_models": ["qwen/m"]}),
        ("key", "c", {"id": "0", "ignored_models": ["qwen/m"]}),
    ]
    answer = decide(
        catalogue(endpoint(data_policy=RETAINS)),
        applied,
        {"model": "qwen/m", "provider": {"zdr": True}},
        region="us",
    )
    fields = ["/allowed_models", "/enforce_zdr", "/ignored_providers"]
    assert [(r["layer"], r["guardrail"], r["field"]) for r in answer["reasons"]] == [
        ("account", "z", "/ignored_models"),
        ("key", "0", "/ignored_models"),
        *(("key", name, field) for name in "ab" for field in fields),
        ("request", None, "/provider/zdr"),
        ("region", None, "/region"),
    ]
    assert answer["excluded"][0]["reasons"] == answer["reasons"]


@pytest.mark.parametrize(
    ("regions", "expected"),
    [
        (["us"], []),
        (["europe", "us"], []),
        (["europe"], ["region_mismatch /region"]),
        ([], ["region_mismatch /region"]),
        (None, ["region_mismatch /region"]),
    ],
)
def test_an_endpoint_without_the_region_does_not_satisfy_it(
    regions: list[str] | None, expected: list[str]
) -> None:
    rows = catalogue(endpoint(regions=regions))
    assert why(decide(rows, [], region="us")) == expected
    assert why(decide(rows, [])) == []


# --- the whole catalogue --------------------------------------------------------------------------


def test_without_a_request_the_whole_catalogue_is_asked_in_its_order() -> None:
    rows = catalogue(endpoint("qwen/b"), endpoint("qwen/a"), endpoint("qwen/c"))
    rows["endpoints"].reverse()  # the models have the say
    answer = decide(rows, [("default", "g", {"ignored_models": ["qwen/a"]})])
    assert answer["models"] == ["qwen/b", "qwen/c"]
    assert [row["model_id"] for row in answer["endpoints"]] == ["qwen/b", "qwen/c"]
    assert [row["model_id"] for row in answer["excluded"]] == ["qwen/a"]


def test_without_a_request_refused_means_that_nothing_survives() -> None:
    spent = {"limit_usd": 0}
    answer = decide(catalogue(endpoint()), [("key", "g", spent)], key={"disabled": True}, now=NOON)
    assert (answer["outcome"], answer["reasons"]) == ("cleared", [])
    nothing = decide(catalogue(endpoint()), [("key", "g", {"allowed_models": []})])
    assert nothing["outcome"] == "refused"
    assert pairs(nothing["reasons"]) == ["model_not_allowed /allowed_models"]


# --- budgets and the state of a key ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "spent", "refused"),
    [
        ({"limit_usd": 10}, {"spent_usd": "9.999999999"}, False),
        ({"limit_usd": 10}, {"spent_usd": "10"}, True),
        ({"limit_usd": 0.1}, {"spent_usd": "0.1"}, True),
        ({"limit_usd": 0.3}, {"spent_usd": "0.29999999999999998"}, False),
        ({"limit_usd": 0}, {}, True),
        ({"limit_usd": 10}, {}, False),
        ({"limit_usd": None}, {"spent_usd": "99"}, False),
        ({}, {"spent_usd": "99"}, False),
        ({"limit_usd": 10}, {"spent_usd": "9", "byok_usd": "1"}, False),
        (
            {"limit_usd": 10, "include_byok_in_budgets": True},
            {"spent_usd": "9", "byok_usd": "1"},
            True,
        ),
        ({"limit_usd": 10, "include_byok_in_budgets": True}, {"spent_usd": "9"}, False),
        (
            {"limit_usd": 10, "include_byok_in_budgets": False},
            {"spent_usd": "9", "byok_usd": "1"},
            False,
        ),
    ],
)
def test_a_budget_refuses_as_soon_as_it_is_spent(
    document: Json, spent: Json, *, refused: bool
) -> None:
    applied = [("member", "g", document)]
    answer = decide(catalogue(endpoint()), applied, {"model": "qwen/m"}, spend={"g": spent})
    assert pairs(answer["reasons"]) == (["budget_exceeded /limit_usd"] if refused else [])
    assert tags(answer) == ["alpha"]  # a budget takes no endpoint away


def test_budgets_are_never_merged_and_are_kept_by_id_before_name() -> None:
    applied: Applied = [
        ("default", "g", {"limit_usd": 5}),
        ("member", "m", {"id": "7", "limit_usd": 100}),
        ("key", "k", {"id": "8", "limit_usd": 1}),
    ]
    spend = {"g": {"spent_usd": "5"}, "7": {"spent_usd": "6"}, "k": {"spent_usd": "9"}}
    answer = decide(catalogue(endpoint()), applied, {"model": "qwen/m"}, spend=spend)
    assert [(reason["layer"], reason["guardrail"]) for reason in answer["reasons"]] == [
        ("default", "g")
    ]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ({"disabled": False, "expires_at": None}, []),
        ({"disabled": True, "expires_at": None}, ["key_disabled /disabled"]),
        ({"disabled": False, "expires_at": "2026-03-02T12:00:01Z"}, []),
        ({"disabled": False, "expires_at": "2026-03-02T12:00:00Z"}, ["key_expired /expires_at"]),
        (
            {"disabled": False, "expires_at": "2026-03-02T13:30:00+02:00"},
            ["key_expired /expires_at"],
        ),
        (
            {"disabled": True, "expires_at": "2026-03-01T00:00:00Z"},
            ["key_disabled /disabled", "key_expired /expires_at"],
        ),
        ({"limit": 10, "limit_remaining": 0}, ["budget_exceeded /limit"]),
        ({"limit": 10, "limit_remaining": 0.01}, []),
        ({"limit": None, "limit_remaining": None}, []),
        (None, []),
    ],
)
def test_a_key_refuses_when_disabled_expired_or_spent(
    key: Json | None, expected: list[str]
) -> None:
    answer = decide(catalogue(endpoint()), [], {"model": "qwen/m"}, key=key, now=NOON)
    assert pairs(answer["reasons"]) == expected
    assert {(r["layer"], r["guardrail"]) for r in answer["reasons"]} <= {("key", None)}


def test_a_key_that_expires_is_refused_where_nobody_knows_the_time() -> None:
    key = {"disabled": False, "expires_at": "2099-01-01T00:00:00Z"}
    answer = decide(catalogue(endpoint()), [], {"model": "qwen/m"}, key=key)
    assert pairs(answer["reasons"]) == ["key_expired /expires_at"]


def test_every_stage_that_refuses_gives_its_reasons() -> None:
    document = {"limit_usd": 0, "allowed_providers": []}
    applied: Applied = [("member", "g", document)]
    key = {"disabled": True, "expires_at": None}
    answer = decide(catalogue(endpoint()), applied, {"model": "qwen/m"}, key=key, now=NOON)
    assert pairs(answer["reasons"]) == [
        "provider_not_allowed /allowed_providers",
        "budget_exceeded /limit_usd",
        "key_disabled /disabled",
    ]


# --- the file -------------------------------------------------------------------------------------


def test_the_answer_has_the_parts_of_the_contract() -> None:
    answer = decide(catalogue(endpoint()), [], {"model": "qwen/m"})
    assert answer == {
        "outcome": "cleared",
        "endpoints": [{"model_id": "qwen/m", "tag": "alpha"}],
        "models": ["qwen/m"],
        "excluded": [],
        "reasons": [],
    }


def test_the_oracle_imports_the_standard_library_alone() -> None:
    imported = {
        name for node in ast.walk(ast.parse(inspect.getsource(oracle))) for name in _imported(node)
    }
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [node.module or "."]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_the_oracle_is_under_150_lines_of_code() -> None:
    assert len(_lines_of_code(inspect.getsource(oracle))) < 150


def _lines_of_code(source: str) -> set[int]:
    """The lines that are not blank, comment or docstring."""
    blank = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    tokens = [*tokenize.generate_tokens(iter(source.splitlines(keepends=True)).__next__)]
    said = [token for token in tokens if token.type not in blank and token.string]
    prose = [
        statement
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node)
        for statement in node.body[:1]
    ]
    docstrings = {line for node in prose for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    lines = {line for token in said for line in range(token.start[0], token.end[0] + 1)}
    return lines - docstrings
