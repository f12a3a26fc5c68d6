"""Arguments: JSON stays valid JSON, and what is not redacted stays as it was written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.filters.arguments import literals, replaced
from routelock.filters.screen import screen
from routelock.guardrail import Action
from routelock.message import Part
from tests.filters.given import ADA, CANARY, CARD, HOST, arguments, every, json_values

PATH = "/tool_calls/0/function/arguments"


def of(source: str) -> Part:
    return Part(0, PATH, "assistant", source)


def read(source: str) -> list[tuple[str, str]]:
    return [(each.part.path.removeprefix(PATH), each.part.text) for each in literals(of(source))]


def redacted(source: str) -> str:
    body = screen(arguments(source), every(Action.REDACT)).body
    assert body is not None
    result: str = body["messages"][0]["tool_calls"][0]["function"]["arguments"]
    return result


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("{}", []),
        (' "a" ', [("#", "a")]),
        ("17", [("#", "17")]),
        ("[true, null, false]", []),
        ('{"a": "b"}', [("#/0#", "a"), ("#/0", "b")]),
        ('{"a": ["b", -1.50e3]}', [("#/0#", "a"), ("#/0/0", "b"), ("#/0/1", "-1.50e3")]),
        ('[[], {"a": {}}, ["b"]]', [("#/1/0#", "a"), ("#/2/0", "b")]),
        ('[{"a": 1}, "b"]', [("#/0/0#", "a"), ("#/0/0", "1"), ("#/1", "b")]),
        ('{"a": {"b": [2]}}', [("#/0#", "a"), ("#/0/0#", "b"), ("#/0/0/0", "2")]),
        (r'{"\u0061\n": "\ud83d\ude00"}', [("#/0#", "a\n"), ("#/0", "\U0001f600")]),
        (r'["\ud83d"]', [("#/0", "\ud83d")]),
        ('{"a": 1, "a": 2}', [("#/0#", "a"), ("#/0", "1"), ("#/1#", "a"), ("#/1", "2")]),
        ('["a\nb"]', [("#/0", "a\nb")]),
        (f"[{'9' * 5000}]", [("#/0", "9" * 5000)]),
        ("", [("", "")]),
        ("{a: 1}", [("", "{a: 1}")]),
        ("[NaN]", [("", "[NaN]")]),
        ('{"a": 1} {"b": 2}', [("", '{"a": 1} {"b": 2}')]),
        (r'["\x41"]', [("", r'["\x41"]')]),
    ],
)  # fmt: skip
def test_each_key_string_and_number_is_a_text(source: str, texts: list[tuple[str, str]]) -> None:
    assert read(source) == texts


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (f'{{"to":  "{ADA}" , "n": 1.50}}', '{"to":  "[EMAIL]" , "n": 1.50}'),
        (f'{{"{ADA}": 1, "{ADA}": 2}}', '{"[EMAIL]": 1, "[EMAIL]": 2}'),
        ('{"card": 4111111111111111}', '{"card": "[CREDIT_CARD]"}'),
        (r'{"to": "ada\u0040example.com", "é": "\u00e9"}', r'{"to": "[EMAIL]", "é": "\u00e9"}'),
        (r'["say \"hi\" to ada@example.com\n"]', r'["say \"hi\" to [EMAIL]\n"]'),
        (f'["\U0001f600 {HOST}"]', r'["\ud83d\ude00 [IP_ADDRESS]"]'),
        (rf'["\ud83d {HOST}"]', r'["\ud83d [IP_ADDRESS]"]'),
        (f'["{CARD}", "kept"]', '["[CREDIT_CARD]", "kept"]'),
        (f"mail {ADA}", "mail [EMAIL]"),
        (f'{{"to": "{ADA}"', '{"to": "[EMAIL]"'),
    ],
)
def test_a_redacted_literal_is_replaced_in_place(source: str, expected: str) -> None:
    assert redacted(source) == expected


def test_what_a_redaction_turns_into_json_is_read_as_json() -> None:
    source = r'{"a": "to "ada"@example.com", "b": "bob\u0040example.com"}'
    assert redacted(source) == '{"a": "to [EMAIL]", "b": "[EMAIL]"}'


def test_offsets_count_in_the_decoded_value() -> None:
    [found] = screen(arguments(r'["\u0041\u0041 10.0.0.1"]'), every(Action.FLAG)).findings
    assert (found.part, found.start, found.end) == (f"{PATH}#/0", 3, 11)


@pytest.mark.parametrize("depth", [50, 900, 100_000])
def test_deep_nesting_is_read(depth: int) -> None:
    source = f'{"[" * depth}"{ADA}"{"]" * depth}'
    assert redacted(source) == source.replace(ADA, "[EMAIL]")


def test_a_path_and_a_repr_show_no_key() -> None:
    [key, value] = literals(of(f'{{"{CANARY}": "{CANARY}"}}'))
    assert CANARY not in f"{key}{value!r}{key.part.path}{value.part.path}"


def shape(value: Any) -> Any:
    """A value without its texts and numbers: what a redaction may not change."""
    if isinstance(value, dict):
        return [shape(each) for each in value.values()]
    if isinstance(value, list):
        return [shape(each) for each in value]
    return value if value is None or isinstance(value, bool) else "text"


@given(json_values)
def test_arguments_stay_valid_json_of_the_same_shape(value: Any) -> None:
    source = json.dumps(value)
    pairs = json.loads(redacted(source), object_pairs_hook=lambda pairs: dict(enumerate(pairs)))
    before = json.loads(source, object_pairs_hook=lambda pairs: dict(enumerate(pairs)))
    assert shape(_values(pairs)) == shape(_values(before))


def _values(value: Any) -> Any:
    """An object as the list of its values: two keys may have become the same."""
    if isinstance(value, dict):
        return [_values(item) for _, item in value.values()]
    return [_values(item) for item in value] if isinstance(value, list) else value


@given(json_values, st.booleans())
def test_arguments_that_need_not_be_read_have_no_findings(value: Any, plainly: bool) -> None:
    source = json.dumps(value, ensure_ascii=plainly)
    ready = every(Action.FLAG)
    slowly = [found for each in literals(of(source)) for found in ready.scan(each.part)]
    assert list(screen(arguments(source), ready).findings) == slowly


@given(json_values)
def test_putting_every_text_back_changes_nothing_but_how_it_is_written(value: Any) -> None:
    part = of(json.dumps(value))
    again = replaced(part.text, [(each, each.part.text) for each in literals(part)])
    assert [each.part.text for each in literals(of(again))] == [
        each.part.text for each in literals(part)
    ]
    assert replaced(part.text, []) == part.text
