"""Strict JSON: every oddity is an error with its place, and never shows what it read."""

import pytest

from routelock.errors import DocumentError
from routelock.wire.reading import LARGEST, read_json

BAD = {
    "not JSON": (b"{name: 1}", "$"),
    "nothing at all": (b"", "$"),
    "two values": (b"{} {}", "$"),
    "not UTF-8": (b'{"name": "\xff"}', "$"),
    "NaN": (b'{"limit_usd": NaN}', "$.limit_usd"),
    "Infinity": (b'{"a": [1, Infinity]}', "$.a[1]"),
    "minus Infinity": (b'{"a": {"b": -Infinity}}', "$.a.b"),
    "half a character": (b'{"name": "\\ud800"}', "$.name"),
    "half a character in upper case": (b'{"name": "\\uDFFF"}', "$.name"),
    "half a character in a key": (b'{"a": {"\\ud800": 1}}', "$.a"),
    "a key twice": (b'{"name": "a", "name": "b"}', "$.name"),
    "a key twice, deep down": (b'{"a": [{"b": 1, "b": 1}]}', "$.a[0].b"),
    "deep nesting": (b"[" * 100_000, "$"),
    "a number of 5,000 digits": (b"1" * 5000, "$"),
    "10 MB": (b'"' + b"x" * 10_000_000 + b'"', "$"),
}


@pytest.mark.parametrize(("data", "place"), BAD.values(), ids=BAD)
def test_what_is_no_strict_json_is_told_with_its_place(data: bytes, place: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read_json(data, DocumentError)
    assert [problem.path for problem in caught.value.problems] == [place]
    assert len(str(caught.value)) < 200


def test_every_oddity_is_told_at_once() -> None:
    with pytest.raises(DocumentError) as caught:
        read_json(b'{"a": NaN, "b": "\\ud800", "b": [Infinity]}', DocumentError)
    assert [problem.path for problem in caught.value.problems] == ["$.b", "$.a", "$.b[0]"]


def test_a_whole_pair_of_surrogates_is_one_character() -> None:
    assert read_json(b'{"a": "\\ud83d\\ude00"}', DocumentError) == {"a": "\U0001f600"}


def test_a_larger_document_is_read_where_the_caller_allows_it() -> None:
    data = b'"' + b"x" * LARGEST + b'"'
    assert read_json(data, DocumentError, largest=None) == "x" * LARGEST


def test_an_error_does_not_repeat_what_it_read() -> None:
    with pytest.raises(DocumentError) as caught:
        read_json(b'{"canary-7f3a" "canary-7f3a"}', DocumentError)
    assert "canary" not in repr(caught.value) + str(caught.value)
