"""The oracle by hand: what a request names and prefers, on tiny documents."""

from __future__ import annotations

import pytest

from routelock.testing.oracle import decide
from tests.oracle.small import (
    FREE,
    PAID,
    PUBLISHES,
    RETAINS,
    TRAINS,
    UNKNOWN,
    Json,
    catalogue,
    endpoint,
    pairs,
    tags,
    why,
)

# --- preferences ----------------------------------------------------------------------------------

PREFERENCES = [
    ({"only": ["ALPHA"]}, {}, []),
    ({"only": ["beta"]}, {}, ["provider_not_allowed /provider/only"]),
    ({"only": []}, {}, ["provider_not_allowed /provider/only"]),
    ({"only": None}, {}, []),
    ({"ignore": ["alpha"]}, {"tag": "alpha/eu"}, ["provider_ignored /provider/ignore"]),
    ({"ignore": []}, {}, []),
    ({"zdr": True}, {"data_policy": RETAINS}, ["zdr_required /provider/zdr"]),
    ({"zdr": False}, {"data_policy": RETAINS}, []),
    ({"zdr": None}, {"data_policy": RETAINS}, []),
    (
        {"data_collection": "deny"},
        {"data_policy": TRAINS},
        ["data_collection_denied /provider/data_collection"],
    ),
    (
        {"data_collection": "deny"},
        {"data_policy": PUBLISHES},
        ["data_collection_denied /provider/data_collection"],
    ),
    (
        {"data_collection": "deny"},
        {"data_policy": UNKNOWN},
        ["data_collection_denied /provider/data_collection"],
    ),
    ({"data_collection": "deny"}, {"data_policy": RETAINS}, []),
    ({"data_collection": "allow"}, {"data_policy": TRAINS}, []),
    ({"quantizations": ["fp8"]}, {}, []),
    ({"quantizations": ["int4"]}, {}, ["quantization_mismatch /provider/quantizations"]),
    ({"quantizations": []}, {}, ["quantization_mismatch /provider/quantizations"]),
    ({"quantizations": ["unknown"]}, {"quantization": None}, []),
    (
        {"quantizations": ["fp8"]},
        {"quantization": None},
        ["quantization_mismatch /provider/quantizations"],
    ),
    ({"max_price": {"prompt": 1, "completion": 2}}, {}, []),
    ({"max_price": {"prompt": 0.15}}, {"pricing": {"prompt": "0.00000015"}}, []),
    ({"max_price": {"prompt": 0.99}}, {}, ["price_exceeded /provider/max_price/prompt"]),
    (
        {"max_price": {"prompt": 0, "completion": 1.5}},
        {},
        [
            "price_exceeded /provider/max_price/completion",
            "price_exceeded /provider/max_price/prompt",
        ],
    ),
    ({"max_price": {"request": 0.7}}, {"pricing": {**PAID, "request": "0.7"}}, []),
    ({"max_price": {"image": 0.002}}, {"pricing": {**PAID, "image": "0.002"}}, []),
    (
        {"max_price": {"image": 0.001}},
        {"pricing": {**PAID, "image": "0.002"}},
        ["price_exceeded /provider/max_price/image"],
    ),
    (
        {"max_price": {"request": 100}},
        {"pricing": {**PAID, "request": "-1"}},
        ["price_exceeded /provider/max_price/request"],
    ),
    (
        {"max_price": {"image": 100}},
        {"pricing": {**PAID, "image": None}},
        ["price_exceeded /provider/max_price/image"],
    ),
    ({"max_price": {"image": None}}, {"pricing": {}}, []),
    ({"max_price": None}, {}, []),
    ({"preferred_max_latency": 1}, {}, []),
]


@pytest.mark.parametrize(("preferences", "facts", "expected"), PREFERENCES)
def test_a_preference_can_only_restrict(
    preferences: Json, facts: Json, expected: list[str]
) -> None:
    body = {"model": "qwen/m", "provider": preferences}
    answer = decide(catalogue(endpoint(**facts)), [], body)
    assert why(answer) == pairs(answer["reasons"]) == expected
    assert {reason["layer"] for reason in answer["reasons"]} <= {"request"}


def test_a_null_provider_object_says_nothing() -> None:
    assert why(decide(catalogue(endpoint()), [], {"model": "qwen/m", "provider": None})) == []


@pytest.mark.parametrize(
    ("body", "required", "refused"),
    [
        ({"seed": 1}, True, False),
        ({"top_k": 1}, True, True),
        ({"nobody_lists_this": 1}, True, False),
        ({"seed": 1, "top_k": None}, True, True),
        ({"top_k": 1}, False, False),
        ({"top_k": 1}, None, False),
    ],
)
def test_required_parameters_are_keys_that_some_endpoint_lists(
    body: Json, *, required: bool | None, refused: bool
) -> None:
    rows = catalogue(endpoint(), endpoint("qwen/n", supported_parameters=["top_k"]))
    body = {"model": "qwen/m", "provider": {"require_parameters": required}, **body}
    expected = ["parameter_unsupported /provider/require_parameters"] if refused else []
    assert why(decide(rows, [], body)) == expected


@pytest.mark.parametrize(
    ("body", "tokens", "facts", "fields"),
    [
        ({"max_tokens": 1_000}, None, {}, []),
        ({"max_tokens": 1_001}, None, {}, ["/max_tokens"]),
        ({"max_completion_tokens": 1_000}, None, {}, []),
        ({"max_tokens": 64}, None, {"max_completion_tokens": 64}, []),
        ({"max_tokens": 65}, None, {"max_completion_tokens": 64}, ["/max_tokens"]),
        ({"max_tokens": 2_000}, None, {"max_completion_tokens": 2_000}, []),
        ({"max_tokens": 2_000}, 0, {"max_completion_tokens": 2_000}, ["/max_tokens"]),
        ({"max_tokens": 600}, 400, {}, []),
        ({"max_tokens": 600}, 401, {}, ["/max_tokens"]),
        ({"max_tokens": None}, 1_000, {}, []),
        ({"max_tokens": None}, 1_001, {}, ["/messages"]),
        ({}, 1_001, {}, ["/messages"]),
        ({"max_tokens": 1}, 1_001, {}, ["/max_tokens"]),
        (
            {"max_tokens": 601, "max_completion_tokens": 601},
            400,
            {},
            ["/max_completion_tokens", "/max_tokens"],
        ),
        ({"max_tokens": 1, "max_completion_tokens": 601}, 400, {}, ["/max_completion_tokens"]),
    ],
)
def test_prompt_and_completion_must_fit(
    body: Json, tokens: int | None, facts: Json, fields: list[str]
) -> None:
    rows = catalogue(endpoint(**facts))
    answer = decide(rows, [], {"model": "qwen/m", **body}, prompt_tokens=tokens)
    assert why(answer) == [f"length_exceeded {field}" for field in fields]


# --- order ----------------------------------------------------------------------------------------

LINE = catalogue(
    endpoint(tag="alpha/eu", latency_last_30m={"p50": 30}, throughput_last_30m=None),
    endpoint(tag="beta", pricing={**PAID, "prompt": "-1"}, throughput_last_30m={"p50": 5}),
    endpoint(tag="gamma", pricing=FREE, latency_last_30m={"p50": 0.5}),
    endpoint(tag="delta", latency_last_30m={"p50": 30}, throughput_last_30m={"p50": 90.5}),
)


@pytest.mark.parametrize(
    ("preferences", "expected"),
    [
        ({}, ["alpha/eu", "beta", "gamma", "delta"]),
        ({"order": ["DELTA", "alpha"]}, ["delta", "alpha/eu", "beta", "gamma"]),
        ({"order": ["delta", "alpha/eu", "alpha"]}, ["delta", "alpha/eu", "beta", "gamma"]),
        ({"order": ["nobody"]}, ["alpha/eu", "beta", "gamma", "delta"]),
        ({"sort": "price"}, ["gamma", "alpha/eu", "delta", "beta"]),
        ({"sort": "latency"}, ["gamma", "alpha/eu", "delta", "beta"]),
        ({"sort": "throughput"}, ["delta", "beta", "alpha/eu", "gamma"]),
        ({"sort": None}, ["alpha/eu", "beta", "gamma", "delta"]),
        ({"sort": "price", "order": ["beta"]}, ["beta", "alpha/eu", "gamma", "delta"]),
        ({"sort": "price", "order": None}, ["gamma", "alpha/eu", "delta", "beta"]),
        ({"sort": "price", "order": []}, ["gamma", "alpha/eu", "delta", "beta"]),
        ({"sort": "price", "ignore": ["gamma"]}, ["alpha/eu", "delta", "beta"]),
    ],
)
def test_survivors_come_in_the_order_that_was_asked_for(
    preferences: Json, expected: list[str]
) -> None:
    assert tags(decide(LINE, [], {"model": "qwen/m", "provider": preferences})) == expected


def test_without_fallbacks_only_the_first_of_what_survives_is_kept() -> None:
    preferences = {"order": ["beta", "delta"], "ignore": ["beta"], "allow_fallbacks": False}
    answer = decide(LINE, [], {"model": "qwen/m", "provider": preferences})
    assert tags(answer) == ["delta"]
    assert [(row["tag"], pairs(row["reasons"])) for row in answer["excluded"]] == [
        ("alpha/eu", ["not_first_choice /provider/allow_fallbacks"]),
        ("beta", ["provider_ignored /provider/ignore"]),
        ("gamma", ["not_first_choice /provider/allow_fallbacks"]),
    ]
    assert answer["outcome"] == "cleared"
    assert answer["reasons"] == []


# --- names ----------------------------------------------------------------------------------------

NAMED = catalogue(
    *(endpoint(name) for name in ("qwen/m", "qwen/m:free", "qwen/m:online", "qwen/n")),
    slugs={"qwen/m": "qwen/m-1", "qwen/m:free": "qwen/m-1", "qwen/m:online": "qwen/m-1"},
    aliases={"~qwen/latest": "qwen/m-1", "~qwen/newest": "~qwen/latest"},
)


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("qwen/m", "qwen/m"),
        ("qwen/m:nitro", "qwen/m"),
        ("qwen/m:floor", "qwen/m"),
        ("qwen/m:exacto", "qwen/m"),
        ("qwen/m:extended", "qwen/m"),
        ("qwen/m:online", "qwen/m:online"),  # a row of its own goes before the virtual suffix
        ("qwen/n:online", "qwen/n"),
        ("qwen/n:online:nitro", "qwen/n"),
        ("qwen/m:online:nitro", "qwen/m:online"),
        ("qwen/m:free:nitro", "qwen/m:free"),
        ("~qwen/latest", "qwen/m"),
        ("~qwen/newest:floor", "qwen/m"),
        ("qwen/n:free", None),
        ("qwen/m-1", None),
        ("Qwen/m", None),
        (":nitro", None),
        ("", None),
    ],
)
def test_a_request_names_a_row_an_alias_or_either_with_virtual_suffixes(
    name: str, model: str | None
) -> None:
    answer = decide(NAMED, [], {"model": name})
    assert answer["models"] == ([model] if model else [])
    assert pairs(answer["reasons"]) == ([] if model else ["model_unknown /model"])


def test_an_alias_by_slug_means_the_base_model_before_its_variants() -> None:
    rows = catalogue(
        *(endpoint(name) for name in ("qwen/m:free", "qwen/m", "qwen/twin")),
        slugs=dict.fromkeys(("qwen/m:free", "qwen/m", "qwen/twin"), "qwen/m-1"),
        aliases={"~qwen/latest": "qwen/m-1"},
    )
    assert decide(rows, [], {"model": "~qwen/latest"})["models"] == ["qwen/m"]


def test_fallback_models_come_after_the_model_and_each_once() -> None:
    cheap = endpoint("qwen/a", "z", pricing=FREE)
    rows = catalogue(cheap, endpoint("qwen/b", "y"), endpoint("qwen/c", "x"))
    body = {"model": "qwen/c", "models": ["qwen/a", "qwen/c:nitro", "qwen/a"]}
    answer = decide(rows, [], body)
    assert answer["models"] == ["qwen/c", "qwen/a"]
    assert tags(answer) == ["x", "z"]
    assert tags(decide(rows, [], {"models": ["qwen/b"]})) == ["y"]
    assert tags(decide(rows, [], {**body, "provider": {"sort": "price"}})) == ["x", "z"]
    assert tags(decide(rows, [], {**body, "provider": {"allow_fallbacks": False}})) == ["x"]


def test_an_unknown_fallback_is_told_only_when_nothing_survives() -> None:
    body = {"models": ["nobody/knows", "qwen/m", "nobody/else"]}
    cleared = decide(catalogue(endpoint()), [], body)
    refused = decide(catalogue(endpoint()), [("key", "g", {"allowed_models": []})], body)
    assert (cleared["outcome"], cleared["reasons"]) == ("cleared", [])
    assert pairs(refused["reasons"]) == [
        "model_not_allowed /allowed_models",
        "model_unknown /models/0",
        "model_unknown /models/2",
    ]


def test_a_model_that_nobody_hosts_is_unknown() -> None:
    answer = decide(catalogue(slugs={"qwen/m": "qwen/m"}), [], {"model": "qwen/m"})
    assert (answer["outcome"], pairs(answer["reasons"])) == ("refused", ["model_unknown /model"])
