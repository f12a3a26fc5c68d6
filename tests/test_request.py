"""Requests: what routing reads of a body, and every way in which a body can be wrong."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from routelock.errors import RequestError
from routelock.request import read


def body(**fields: Any) -> dict[str, Any]:
    return {"model": "a/m", "messages": [{"role": "user", "content": "canary-9b1d"}], **fields}


def test_candidates_are_the_model_and_then_the_fallbacks() -> None:
    found = read(body(models=["a/n", "a/o"])).candidates
    assert [tuple(row) for row in found] == [
        ("/model", "a/m"), ("/models/0", "a/n"), ("/models/1", "a/o"),
    ]  # fmt: skip


def test_a_body_may_name_fallbacks_alone() -> None:
    assert [row.field for row in read({"models": ["a/n"]}).candidates] == ["/models/0"]


@pytest.mark.parametrize("fields", [{}, {"provider": None}, {"max_tokens": None}, {"models": None}])
def test_null_says_nothing(fields: dict[str, Any]) -> None:
    request = read(body(**fields))
    assert (request.provider, request.lengths, len(request.candidates)) == (None, (), 1)


def test_both_names_of_the_completion_limit_are_read() -> None:
    limits = {"max_tokens": 0, "max_completion_tokens": 7}
    assert read(body(**limits)).lengths == (("max_tokens", 0), ("max_completion_tokens", 7))


@pytest.mark.parametrize("price", [2, 2.0, "2", "2.0"])
def test_a_price_may_be_a_number_or_decimal_text(price: object) -> None:
    provider = read(body(provider={"max_price": {"prompt": price}})).provider
    assert provider is not None
    assert provider.max_price is not None
    assert provider.max_price.prompt == Decimal(2)


def test_preferences_of_public_gateways_that_no_rule_reads_pass() -> None:
    passed = {"preferred_min_throughput": 10, "preferred_max_latency": {"p50": 1}}
    request = read(body(provider=passed))
    assert request.body["provider"] == passed


BAD: dict[str, tuple[Any, list[str]]] = {
    "not JSON": (b"{canary-9b1d", ["$"]),
    "nothing": (b"", ["$"]),
    "an array": (b"[]", ["$"]),
    "NaN": (b'{"model": "a/m", "temperature": NaN}', ["$"]),
    "half a character": (b'{"model": "a/m", "x": "\\ud800"}', ["$"]),
    "not UTF-8": (b'{"model": "\xff"}', ["$"]),
    "deep nesting": (b'{"model":' + b"[" * 5000, ["$"]),
    "no model": ({"messages": []}, ["$.model"]),
    "no fallback": ({"models": []}, ["$.model"]),
    "a number as model": (body(model=1), ["$.model"]),
    "text as fallbacks": (body(models="a/n"), ["$.models"]),
    "a number as fallback": (body(models=["a/n", 2]), ["$.models[1]"]),
    "negative tokens": (body(max_tokens=-1), ["$.max_tokens"]),
    "text as tokens": (body(max_tokens="5"), ["$.max_tokens"]),
    "true as tokens": (body(max_tokens=True), ["$.max_tokens"]),
    "half a token": (body(max_completion_tokens=0.5), ["$.max_completion_tokens"]),
    "an array as preferences": (body(provider=[]), ["$.provider"]),
    "an unknown preference": (body(provider={"ingore-canary": ["x"]}), ["$.provider"]),
    "text as hosts": (body(provider={"only": "x"}), ["$.provider.only"]),
    "a number as host": (body(provider={"ignore": [3]}), ["$.provider.ignore[0]"]),
    "1 as zdr": (body(provider={"zdr": 1}), ["$.provider.zdr"]),
    "an unknown sort": (body(provider={"sort": "canary"}), ["$.provider.sort"]),
    "an unknown collection": (
        body(provider={"data_collection": "no"}),
        ["$.provider.data_collection"],
    ),
    "a negative price": (
        body(provider={"max_price": {"prompt": -1}}),
        ["$.provider.max_price.prompt"],
    ),
    "no price": (body(provider={"max_price": {"image": "canary"}}), ["$.provider.max_price.image"]),
    "true as price": (
        body(provider={"max_price": {"image": True}}),
        ["$.provider.max_price.image"],
    ),
    "an infinite price": (
        body(provider={"max_price": {"prompt": "Infinity"}}),
        ["$.provider.max_price.prompt"],
    ),
    "an unknown unit": (body(provider={"max_price": {"promt": 1}}), ["$.provider.max_price"]),
    "several": (
        body(max_tokens="x", provider={"zdr": "y", "order": {}}),
        ["$.provider.order", "$.provider.zdr", "$.max_tokens"],
    ),
}


@pytest.mark.parametrize(("sent", "expected"), BAD.values(), ids=BAD)
def test_a_bad_body_is_told_with_its_place(sent: Any, expected: list[str]) -> None:
    with pytest.raises(RequestError) as caught:
        read(sent)
    assert [problem.path for problem in caught.value.problems] == expected


@pytest.mark.parametrize("sent", [row for row, _ in BAD.values()], ids=BAD)
def test_an_error_never_holds_text_of_the_request(sent: Any) -> None:
    with pytest.raises(RequestError) as caught:
        read(sent)
    error = caught.value
    assert "canary" not in f"{error} {error!r} {error.__cause__!r}"
    assert error.__suppress_context__ or error.__context__ is None


def test_a_request_shows_no_text() -> None:
    assert "canary" not in repr(read(body()))
