"""Engine: many rules are one plan, and for each role the strongest of equals wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.errors import DocumentError
from routelock.filters.builtin import BUILTINS
from routelock.filters.custom import PatternError, compile_pattern, sieve
from routelock.filters.detector import Span
from routelock.filters.engine import DetectorError, plan
from routelock.guardrail import Action, Scope, Slug
from routelock.reasons import Layer
from tests.filters.given import ADA, CANARY, CARD, HOST, part, roles, rule, rules, texts

if TYPE_CHECKING:
    import random

    from routelock.filters.finding import Finding
    from routelock.filters.rule import Rule

WORDS = Slug.PROMPT_INJECTION


class Word:
    """A detector of one word, as a user would plug it in."""

    calls = 0

    def find(self, text: str) -> list[Span]:
        self.calls += 1
        at = text.find("override")
        return [Span(at, at + 8, "word")] if at >= 0 else []


DETECTORS = {**BUILTINS, WORDS: Word()}


def scanned(text: str, *rules: Rule, role: str = "user") -> list[Finding]:
    return plan(rules, DETECTORS).scan(part(text, role))


def test_nothing_enabled_finds_nothing() -> None:
    assert scanned(ADA) == []


def test_a_finding_says_where_what_and_who_asked() -> None:
    [found] = scanned(
        f"to {ADA}", rule(Slug.EMAIL, guardrail="g7", field="/content_filter_builtins/2")
    )
    assert found.as_json() == {
        "slug": "email",
        "message": 0,
        "part": "/content",
        "start": 3,
        "end": 18,
        "action": "redact",
        "layer": "key",
        "guardrail": "g7",
        "field": "/content_filter_builtins/2",
        "rule": "address",
        "view": None,
    }


@pytest.mark.parametrize("label", ["ticket", None])
def test_a_finding_of_a_pattern_has_a_label_instead_of_a_slug(label: str | None) -> None:
    [found] = scanned("T-17", rule(r"T-\d+", label=label))
    assert found.slug is None
    assert {**found.as_json(), "start": 0}["label"] == label


@pytest.mark.parametrize(
    ("actions", "wins"),
    [
        ((Action.FLAG, Action.REDACT), Action.REDACT),
        ((Action.REDACT, Action.BLOCK, Action.FLAG), Action.BLOCK),
        ((Action.FLAG, Action.FLAG), Action.FLAG),
    ],
)
@pytest.mark.parametrize("what", [Slug.EMAIL, r"\w+@\w+"])
def test_the_strongest_action_of_the_same_filter_wins(
    what: Slug | str, actions: tuple[Action, ...], wins: Action
) -> None:
    given = [rule(what, action, field=f"/f/{place}") for place, action in enumerate(actions)]
    [found] = scanned(ADA, *given)
    assert found.action is wins
    assert found.field == f"/f/{actions.index(wins)}"


def test_among_equal_actions_layer_then_guardrail_then_field_decides() -> None:
    member, key = Layer.MEMBER, Layer.KEY
    given = [
        rule(Slug.EMAIL, layer=key, guardrail="a", field="/f/0"),
        rule(Slug.EMAIL, layer=member, guardrail="b", field="/f/1"),
        rule(Slug.EMAIL, layer=member, guardrail="a", field="/f/2"),
        rule(Slug.EMAIL, layer=member, guardrail="a", field="/f/1"),
    ]
    [found] = scanned(ADA, *given)
    assert (found.source.layer, found.source.guardrail, found.field) == (member, "a", "/f/1")


@pytest.mark.parametrize(
    ("role", "action"),
    [("user", Action.BLOCK), ("system", Action.FLAG), ("tool", Action.FLAG)],
)
def test_a_rule_for_users_alone_is_strongest_where_it_applies(role: str, action: Action) -> None:
    given = [
        rule(WORDS, Action.BLOCK, scope=Scope.USER_ONLY, field="/f/0"),
        rule(WORDS, Action.FLAG, field="/f/1"),
    ]
    [found] = scanned("override", *given, role=role)
    assert found.action is action


def test_a_scope_on_another_builtin_has_no_effect() -> None:
    assert scanned(ADA, rule(Slug.EMAIL, scope=Scope.USER_ONLY), role="system")


def test_a_rule_for_users_alone_reads_nobody_else() -> None:
    assert scanned("override", rule(WORDS, scope=Scope.USER_ONLY), role="assistant") == []


def test_findings_stand_by_start_longest_first_then_builtin_order_label_and_pattern() -> None:
    given = [
        rule("1 1", label="b"),
        rule(CARD, label="a"),
        rule(f"({CARD})", label="a"),
        rule(CARD.replace(" ", "."), label=None),
        rule(Slug.CREDIT_CARD),
        rule(Slug.EMAIL),
    ]
    found = scanned(f"{CARD} {ADA}", *given)
    assert [(each.start, each.slug or each.label) for each in found] == [
        (0, Slug.CREDIT_CARD), (0, None), (0, "a"), (0, "a"), (3, "b"), (8, "b"), (13, "b"),
        (20, Slug.EMAIL),
    ]  # fmt: skip


def test_the_same_filter_of_several_guardrails_reads_a_text_once() -> None:
    word = Word()
    given = [rule(WORDS, guardrail=name) for name in "abc"]
    plan(given, {WORDS: word}).scan(part("override"))
    assert word.calls == 1


def test_every_builtin_without_a_detector_is_a_problem() -> None:
    given = [
        rule(Slug.PHONE, guardrail="staff", field="/content_filter_builtins/1"),
        rule(Slug.SSN, guardrail="staff", field="/content_filter_builtins/3"),
    ]
    with pytest.raises(DetectorError) as refused:
        plan([*given, rule(Slug.EMAIL)], {Slug.EMAIL: BUILTINS[Slug.EMAIL]})
    assert refused.value.name == "staff"
    assert [problem.path for problem in refused.value.problems] == [
        "$.content_filter_builtins[1].slug",
        "$.content_filter_builtins[3].slug",
    ]
    assert isinstance(refused.value, DocumentError)


def test_every_pattern_that_cannot_be_used_is_a_problem() -> None:
    given = [
        rule("(", field="/content_filters/4"),
        rule("a", field="/f/0"),
        rule("[", field="/content_filters/2"),
    ]
    with pytest.raises(PatternError) as refused:
        plan(given)
    assert [problem.path for problem in refused.value.problems] == [
        "$.content_filters[2].pattern",
        "$.content_filters[4].pattern",
    ]


def test_a_plan_does_not_show_its_patterns() -> None:
    assert CANARY not in repr(plan([rule(CANARY)]))


@given(rules, texts, roles, st.randoms(use_true_random=False))
def test_the_order_of_rules_changes_nothing(
    given: list[Rule], text: str, role: str, chance: random.Random
) -> None:
    shuffled = chance.sample(given, len(given))
    assert scanned(text, *given, role=role) == scanned(text, *shuffled, role=role)


@given(rules, texts, roles)
def test_a_rule_given_twice_counts_once(given: list[Rule], text: str, role: str) -> None:
    assert scanned(text, *given, *given, role=role) == scanned(text, *given, role=role)


@given(rules, texts, roles)
def test_an_added_rule_takes_no_place_away(given: list[Rule], text: str, role: str) -> None:
    places = {(each.start, each.end) for each in scanned(text, *given, role=role)}
    more = {(each.start, each.end) for each in scanned(f"{text}", *given, rule(HOST), role=role)}
    assert places <= more


@given(rules, texts, roles)
def test_many_patterns_find_together_what_each_finds_alone(
    given: list[Rule], text: str, role: str
) -> None:
    """The sieve only says who need not look."""
    customs = [each for each in given if each.pattern]
    alone = {found for each in customs for found in scanned(text, each, role=role)}
    together = scanned(text, *customs, *(rule(f"nowhere {place}") for place in range(5)), role=role)
    assert {each[4:6] for each in together} == {each[4:6] for each in alone}
    assert set(together) <= alone


def test_patterns_that_are_too_large_together_look_one_by_one() -> None:
    large = [rf"(?:{letter}\w{{0,600}}|{letter}!|[\p{{L}}_]{{300}}!)" for letter in "abcdefgh"]
    assert sieve([compile_pattern(each).words for each in large]) is None
    assert len(scanned("a! b!", *map(rule, large))) == 2


def test_patterns_of_several_guardrails_share_one_look() -> None:
    given = [rule("a+", guardrail="g"), rule("a+", guardrail="h"), rule("b"), rule(Slug.EMAIL)]
    ready = plan(given, DETECTORS)
    assert [lane.place for lane in ready.user.lanes] == [None, 0, 1]
    assert [(each.start, each.end) for each in ready.scan(part("caab"))] == [(1, 3), (3, 4)]


def test_two_spellings_of_one_pattern_are_both_found() -> None:
    given = [rule("A+", label="one"), rule(r"\x41+", label="two")]
    assert [each.label for each in scanned("AA", *given)] == ["one", "two"]
