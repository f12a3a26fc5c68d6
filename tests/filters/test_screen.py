"""Screen: what may go on, by the laws of redaction, and nothing that came in is touched."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.errors import RequestError
from routelock.filters.builtin import BUILTINS
from routelock.filters.detector import Span
from routelock.filters.engine import plan
from routelock.filters.screen import screen, screen_text
from routelock.guardrail import Action, Slug
from routelock.message import parts
from tests.filters.given import (
    ADA,
    HOST,
    MODULES,
    arguments,
    body,
    builtin_rules,
    every,
    roles,
    rule,
    rules,
    texts,
)

if TYPE_CHECKING:
    from routelock.filters.rule import Rule

bodies = st.lists(
    st.one_of(
        st.fixed_dictionaries({"role": roles, "content": texts}),
        st.fixed_dictionaries({"role": roles, "content": texts, "name": texts}),
        texts.map(lambda text: arguments(text)["messages"][0]),
        texts.map(lambda text: {"role": "user", "content": [{"type": "text", "text": text}]}),
    ),
    max_size=3,
).map(lambda messages: {"model": "a/b", "messages": messages})
TEXT = {"type": "text", "text": ADA}
redacting = st.lists(
    builtin_rules.map(lambda each: each._replace(action=Action.REDACT)), max_size=4
)


def left(screening_body: Any) -> list[str]:
    return [part.text for part in parts(screening_body)]


def test_a_clean_request_goes_on_as_the_same_object() -> None:
    clean = body("hello")
    screening = screen(clean, every(Action.BLOCK))
    assert screening.body is clean
    assert (screening.findings, screening.verdict) == ((), None)


@pytest.mark.parametrize("action", Action)
def test_the_verdict_is_the_strongest_action_found(action: Action) -> None:
    rules = [rule(Slug.EMAIL, action), rule(Slug.IP_ADDRESS, Action.FLAG)]
    screening = screen(body(HOST, ADA), plan(rules))
    assert screening.verdict is action
    assert [each.message for each in screening.findings] == [0, 1]


def test_a_blocked_request_leaves_no_body() -> None:
    rules = [rule(Slug.EMAIL, Action.BLOCK), rule(Slug.IP_ADDRESS)]
    screening = screen(body(ADA, HOST), plan(rules))
    assert screening.body is None
    assert len(screening.findings) == 2


def test_a_flagged_request_goes_on_as_the_same_object() -> None:
    flagged = body(ADA)
    screening = screen(flagged, every(Action.FLAG))
    assert screening.body is flagged
    assert screening.verdict is Action.FLAG


def test_redaction_changes_the_texts_and_shares_the_rest() -> None:
    before = body(f"mail {ADA}", "hello", tools=[{"type": "function"}], stop=None)
    after = screen(before, every(Action.REDACT)).body
    assert after == {
        **before,
        "messages": [{"role": "user", "content": "mail [EMAIL]"}, before["messages"][1]],
    }
    assert after["messages"][1] is before["messages"][1]
    assert after["tools"] is before["tools"]


def test_every_covered_place_is_redacted() -> None:
    before: dict[str, Any] = {
        "messages": [
            {"role": "user", "name": ADA, "content": [TEXT, {"type": "image_url"}]},
            *arguments(f'{{"to": "{ADA}"}}')["messages"],
            {"role": "tool", "tool_call_id": "c", "content": ADA},
        ],
        "prompt": [ADA, "hello"],
        "tools": [{"function": {"description": ADA}}],
    }  # fmt: skip
    screening = screen(before, every(Action.REDACT))
    assert screening.body is not None
    assert left(screening.body) == [
        "[EMAIL]",
        "[EMAIL]",
        '{"to": "[EMAIL]"}',
        "[EMAIL]",
        "[EMAIL]",
        "hello",
    ]
    assert screening.body["tools"] is before["tools"]
    assert [(each.message, each.part) for each in screening.findings] == [
        (0, "/name"),
        (0, "/content/0/text"),
        (1, "/tool_calls/0/function/arguments#/0"),
        (2, "/content"),
        (None, "/prompt/0"),
    ]


def test_a_malformed_message_raises_even_where_no_rule_reads() -> None:
    with pytest.raises(RequestError):
        screen({"messages": [{"role": "user", "content": {"text": ADA}}]}, plan([]))


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        ([rule(Slug.EMAIL), rule(r"\S+", label="[W]")], f"x {ADA}", "[W] [EMAIL]"),
        ([rule(Slug.EMAIL), rule(r"to \S+", label="[W]")], f"to {ADA}", "[W]"),
        ([rule(Slug.EMAIL), rule("example", Action.FLAG)], ADA, "[EMAIL]"),
        ([rule("a+"), rule("b+", label="B")], "aabb", "[REDACTED]B"),
        ([rule("secret", label="x@y.zz"), rule(Slug.EMAIL)], "secret", "[EMAIL]"),
        ([rule(r"[A-Z]+", label="ABC")], "XY", "ABC"),
    ],
)
def test_placeholders_stand_where_findings_were(
    rules: list[Rule], text: str, expected: str
) -> None:
    assert screen_text(text, plan(rules))[2] == expected


def test_what_comes_to_light_after_a_redaction_is_redacted_too() -> None:
    # Between the two chains of numbers stands what kept both from being addresses.
    rules = [rule(r"\.x\.", label=" "), rule(Slug.IP_ADDRESS)]
    text = "10.0.0.1.x.10.0.0.2"
    assert screen_text(text, plan([rules[1]]))[2] == text
    assert screen_text(text, plan(rules))[2] == "[IP_ADDRESS] [IP_ADDRESS]"


class Hungry:
    """A detector that finds its own placeholder: nothing it could be given would satisfy it."""

    def find(self, text: str) -> list[Span]:
        return [Span(0, 1, "x")] if text else []


def test_a_part_that_never_comes_clean_becomes_one_placeholder() -> None:
    hungry = plan([rule(Slug.SECRETS)], {Slug.SECRETS: Hungry()})
    assert screen_text("abc", hungry)[2] == "[SECRETS]"
    screening = screen(arguments('{"a": [1, "b"]}'), hungry)
    assert screening.body is not None
    assert left(screening.body) == ['{"[SECRETS]": ["[SECRETS]", "[SECRETS]"]}']


def test_a_text_alone_is_screened_like_the_message_of_a_user() -> None:
    findings, verdict, text = screen_text(f"to {ADA}", every(Action.REDACT))
    assert [(each.start, each.end) for each in findings] == [(3, 18)]
    assert (verdict, text) == (Action.REDACT, "to [EMAIL]")
    assert screen_text(ADA, every(Action.BLOCK))[1:] == (Action.BLOCK, None)
    assert screen_text("hello", every(Action.BLOCK)) == ((), None, "hello")


@given(bodies, rules)
def test_no_input_is_mutated(given: dict[str, Any], rules: list[Rule]) -> None:
    before = deepcopy(given)
    screen(given, plan(rules))
    assert given == before


@given(bodies, rules)
def test_the_body_has_the_shape_that_came_in(given: dict[str, Any], rules: list[Rule]) -> None:
    after = screen(given, plan(rules)).body
    if after is not None:
        assert [part[:3] for part in parts(after)] == [part[:3] for part in parts(given)]


@given(bodies, redacting)
def test_redacting_again_changes_nothing_with_builtin_rules(
    given: dict[str, Any], rules: list[Rule]
) -> None:
    ready = plan(rules)
    once = screen(given, ready).body
    assert once is not None
    again = screen(once, ready)
    assert again.body is once
    assert again.findings == ()


@given(bodies, rules)
def test_flag_changes_nothing_but_the_findings(given: dict[str, Any], rules: list[Rule]) -> None:
    others = [each for each in rules if each.action is not Action.FLAG]
    flags = [each for each in rules if each.action is Action.FLAG]
    assert screen(given, plan([*others, *flags])).body == screen(given, plan(others)).body


@given(bodies, rules)
def test_a_verdict_is_what_the_findings_say(given: dict[str, Any], rules: list[Rule]) -> None:
    screening = screen(given, plan(rules))
    actions = {each.action for each in screening.findings}
    assert screening.verdict is next((action for action in Action if action in actions), None)
    assert (screening.body is None) == (Action.BLOCK in actions)
    assert (screening.body is given) == (not actions or actions == {Action.FLAG})


@given(texts)
def test_kept_intervals_and_placeholders_make_the_output(text: str) -> None:
    """With every builtin, by the one pass that suffices when nothing new comes to light."""
    findings, _, output = screen_text(text, every(Action.REDACT))
    covered = {place for each in findings for place in range(each.start, each.end)}
    kept = "".join(letter if place not in covered else "\0" for place, letter in enumerate(text))
    pieces = [re.escape(piece) for piece in re.split("\0+", kept.replace("\0\0", "\0"))]
    assert output is not None
    if "\0" not in text and not _comes_to_light(kept):
        marks = "(?:" + "|".join(re.escape(slug.placeholder) for slug in Slug) + ")+"
        assert re.fullmatch(marks.join(pieces), output)


def _comes_to_light(kept: str) -> bool:
    gone = re.sub("\0+", "[EMAIL]", kept)
    return any(BUILTINS[slug].find(gone) for slug in MODULES)
