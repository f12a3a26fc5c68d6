"""Message: every text that is covered is read once, and nothing that hides one is let through."""

from __future__ import annotations

from copy import deepcopy
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.errors import RequestError
from routelock.message import Part, parts, problems, rewritten

CALL = {"function": {"name": "f", "arguments": "{}"}}
EVERYTHING = {
    "prompt": ["one", "two"],
    "model": "a/b",
    "messages": [
        {"role": "system", "content": "be kind"},
        {"name": "ada", "role": "user", "content": [{"type": "text", "text": "hello"}]},
        {"role": "assistant", "content": None, "tool_calls": [CALL, CALL]},
        {"role": "tool", "tool_call_id": "c", "content": "sunny"},
        {"role": "assistant", "content": "", "function_call": {"arguments": "[]"}},
        {"role": "assistant", "tool_calls": [{"custom": {"name": "f", "input": "run"}}]},
    ],
}


def message(**fields: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", **fields}]}


def test_every_covered_text_is_a_part_with_its_place_and_role() -> None:
    assert parts(EVERYTHING) == [
        Part(0, "/content", "system", "be kind"),
        Part(1, "/name", "user", "ada"),
        Part(1, "/content/0/text", "user", "hello"),
        Part(2, "/tool_calls/0/function/arguments", "assistant", "{}"),
        Part(2, "/tool_calls/1/function/arguments", "assistant", "{}"),
        Part(3, "/content", "tool", "sunny"),
        Part(4, "/content", "assistant", ""),
        Part(4, "/function_call/arguments", "assistant", "[]"),
        Part(5, "/tool_calls/0/custom/input", "assistant", "run"),
        Part(None, "/prompt/0", "user", "one"),
        Part(None, "/prompt/1", "user", "two"),
    ]


def test_the_prompt_may_be_one_text() -> None:
    assert parts({"prompt": "hello"}) == [Part(None, "/prompt", "user", "hello")]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"messages": []},
        {"messages": None, "prompt": None},
        message(content=None, name=None, tool_calls=None, function_call=None),
        message(content=[]),
        message(tool_calls=[{"function": {}}, {"function": None}]),
        {"tools": [{"function": {"description": "text of a definition"}}]},
        message(content=[{"type": "image_url", "image_url": {"url": "data:"}, "text": None}]),
    ],
)
def test_what_is_not_there_or_no_text_is_no_part(body: dict[str, Any]) -> None:
    assert parts(body) == []


@pytest.mark.parametrize("kind", ["text", "input_text", "TEXT", 5, None])
def test_a_text_is_read_whatever_its_type_says(kind: object) -> None:
    body = message(content=[{"type": kind, "text": "hello"}])
    assert [part.text for part in parts(body)] == ["hello"]


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ({"messages": {"role": "user"}}, ["$.messages"]),
        ({"messages": "hello"}, ["$.messages"]),
        ({"messages": ["hello"]}, ["$.messages[0]"]),
        ({"messages": [{"content": "hello"}]}, ["$.messages[0].role"]),
        (
            {"messages": [{"role": ["user"], "content": 5}]},
            ["$.messages[0].role", "$.messages[0].content"],
        ),
        (message(content=5), ["$.messages[0].content"]),
        (message(content={"text": "hello"}), ["$.messages[0].content"]),
        (message(content=["hello"]), ["$.messages[0].content[0]"]),
        (message(content=[{"type": "text"}]), ["$.messages[0].content[0].text"]),
        (message(content=[{"type": "text", "text": ["x"]}]), ["$.messages[0].content[0].text"]),
        (message(content=[{"type": "other", "text": {}}]), ["$.messages[0].content[0].text"]),
        (message(name=["x"]), ["$.messages[0].name"]),
        (message(tool_calls={}), ["$.messages[0].tool_calls"]),
        (message(tool_calls=["x"]), ["$.messages[0].tool_calls[0]"]),
        (message(tool_calls=[{"function": "x"}]), ["$.messages[0].tool_calls[0].function"]),
        (
            message(tool_calls=[{"function": {"arguments": {"city": "x"}}}]),
            ["$.messages[0].tool_calls[0].function.arguments"],
        ),
        (message(function_call="x"), ["$.messages[0].function_call"]),
        (message(function_call={"arguments": 5}), ["$.messages[0].function_call.arguments"]),
        ({"prompt": {"text": "x"}}, ["$.prompt"]),
        ({"prompt": [17, 4]}, ["$.prompt[0]", "$.prompt[1]"]),
        (
            {"messages": [1, {"role": "user", "content": 2}], "prompt": 3},
            ["$.messages[0]", "$.messages[1].content", "$.prompt"],
        ),
    ],
)
def test_a_text_in_a_malformed_shape_does_not_pass(body: dict[str, Any], places: list[str]) -> None:
    assert [problem.path for problem in problems(body)] == places
    with pytest.raises(RequestError) as refused:
        parts(body)
    assert refused.value.problems == tuple(problems(body))


def test_neither_a_problem_nor_a_part_shows_a_text() -> None:
    hidden = {"role": "canary", "content": ["canary"], "name": {"canary": 1}}
    assert "canary" not in repr(problems({"messages": [hidden, "canary"], "prompt": {"canary": 1}}))
    assert "canary" not in f"{Part(0, '/content', 'canary', 'canary')!r}"


def test_a_body_may_be_any_mapping() -> None:
    frozen = MappingProxyType({"messages": [MappingProxyType({"role": "user", "content": "a"})]})
    assert [part.text for part in parts(frozen)] == ["a"]


def test_a_rewritten_body_has_the_new_texts_and_shares_the_rest() -> None:
    before = deepcopy(EVERYTHING)
    after = rewritten(EVERYTHING, [(part, f"<{part.text}>") for part in parts(EVERYTHING)[1:4]])
    assert [part.text for part in parts(after)][:5] == ["be kind", "<ada>", "<hello>", "<{}>", "{}"]
    assert before == EVERYTHING
    assert after["messages"][0] is EVERYTHING["messages"][0]
    assert after["messages"][2]["tool_calls"][1] is CALL


KEYS = ["role", "content", "text", "type", "name", "tool_calls", "function", "arguments"]
shapes: st.SearchStrategy[Any] = st.deferred(
    lambda: st.one_of(
        st.none(),
        st.integers(),
        st.text(max_size=3),
        st.lists(shapes, max_size=3),
        st.dictionaries(st.sampled_from(KEYS), shapes, max_size=4),
    )
)
bodies = st.fixed_dictionaries(
    {"messages": st.lists(shapes, max_size=4)}, optional={"prompt": shapes}
)


@given(bodies)
def test_a_body_is_read_exactly_where_nothing_is_wrong_with_it(body: dict[str, Any]) -> None:
    if problems(body):
        with pytest.raises(RequestError):
            parts(body)
    else:
        assert rewritten(body, [(part, part.text) for part in parts(body)]) == body
