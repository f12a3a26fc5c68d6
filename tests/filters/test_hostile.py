"""Hostile patterns: none of them takes a text for itself; it is read, refused or undecided."""

from __future__ import annotations

import itertools
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from routelock.filters.custom import PatternError, compile_pattern
from routelock.filters.engine import plan
from routelock.filters.fallback import Fallback
from routelock.filters.screen import screen
from routelock.gate import Cleared, Gate, Refused
from routelock.guardrail import Action
from routelock.policy import Policy, observe
from routelock.reasons import Layer
from routelock.wire import guardrails
from tests.filters.given import body, part, rule
from tests.world import VENDORS, cleared

SIZE = 1 << 18
FALLBACK = Fallback(time.thread_time)
UP = itertools.count(step=1.0)
OUT_OF_TIME = Fallback(lambda: next(UP), deadline=0.5)
NESTED = f"{'(' * 500}a{')' * 500}"

# A pattern, and a text that is worst when it is repeated and ends in a sign that spoils the match.
LINEAR = [
    (r"(a+)+$", "a"), (r"(a+)+b", "a"), (r"(a|aa)+b", "a"), (r"(a|a)*b", "a"), (r"(a|a?)+b", "a"),
    (r"(.*)*x", "a"), (r"(.*a){25}c", "a"), (r"([a-z]+)*\d", "a"), (r"(x+x+)+y", "x"),
    (r"(\w+\s?)*:", "ab "), (r"^(\w+\s?)*$", "ab "), (r"(a?){500}a{500}b", "a"),
    (r"(?:a?){1000}c", "a"), (r"(([ab]{1,30}){1,30})c", "ab"), (r"\w*\w*\w*\w*c!", "a"),
    (r".*.*.*=.*", "a"), (r"(a*)*", "b"), (r"(a*)*", "a"), (r"(.*?,){11}P", "1,"),
    (r"(\d+,)*\d+\.", "1,"), (r"<.*>.*</.*>", "<"), (r'"(\\.|[^"\\])*"', '"\\'),
    (r"(\[)*\]", "["), (f"{NESTED}b", "a"), (r"(([a-z])+.)+[A-Z]([a-z])+$", "a"),
    (r"[ab]*a[ab]{12}c", "ab"), (r"(e?){50}e{50}x", "e"), (r"(ab?)*?c", "ab"),
]  # fmt: skip
ELSEWHERE = [
    (r"(a+)\1+b", "a"), (r"(a*)*\1c", "a"), (r"(?=(a+))\1*b", "a"), (r"(a+)+(?=b)", "a"),
    (r"(?<!a.*a.*b)c", "a"), (r"(?=.*a.*a.*a.*b)a", "a"), (r"(a|a)+(?!a)b", "a"),
    (r"^(?=(a+)+$)x*", "a"), (r"a{1001}b", "a"), (r"(.*)\1(.*)\2z", "a"),
    (r"(?:a?){30}a{1200}b", "a"), (r"(\w+)\s\1\s\1!", "a "),
]  # fmt: skip
TOO_LARGE = [r"(a{900}){900}", r"(a{1,65535}){1,65535}b", f"(?=a){NESTED}", r"((a{99}){99}){99}"]
FLOODS = [(r"x*y|x", "x"), (r"a.*b|a", "a"), (r"\s+$|\s", " "), (r"\w", "a")]


def seconds(pattern: str, text: str, fallback: Fallback | None = None) -> float:
    """What the search costs this thread, at best."""
    find = compile_pattern(pattern, fallback).find
    best = float("inf")
    for _ in range(3):
        start = time.thread_time()
        find(text)
        best = min(best, time.thread_time() - start)
    return best


def worst(unit: str, size: int = SIZE) -> str:
    return f"{(unit * size)[:size]}!"


@pytest.mark.parametrize(("pattern", "unit"), LINEAR)
def test_what_re2_runs_takes_no_time_to_speak_of(pattern: str, unit: str) -> None:
    """A quarter of a MiB in a quarter of 100 ms, and some room for a slow machine."""
    assert seconds(pattern, worst(unit)) < 0.1


@pytest.mark.parametrize(("pattern", "unit"), ELSEWHERE)
def test_what_it_rejects_ends_with_its_deadline(pattern: str, unit: str) -> None:
    with pytest.raises(PatternError):
        compile_pattern(pattern)
    assert seconds(pattern, worst(unit), FALLBACK) < FALLBACK.deadline + 0.1


@pytest.mark.parametrize("pattern", TOO_LARGE)
def test_what_would_fill_the_memory_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        compile_pattern(pattern, FALLBACK)


@pytest.mark.parametrize(("pattern", "unit"), FLOODS)
def test_a_flood_of_matches_costs_by_their_number(pattern: str, unit: str) -> None:
    """Looking ahead for each match to the end of the text would be sixteen times."""
    short, long = (seconds(pattern, worst(unit, size)) for size in (20_000, 80_000))
    assert long < 9 * short + 0.02


def test_a_search_that_runs_out_of_time_leaves_its_text_undecided() -> None:
    [span] = compile_pattern(r"(a+)\1+b", OUT_OF_TIME).find("aaa")
    assert span == (0, 3, "undecided")


def test_what_was_found_before_time_ran_out_stays_found() -> None:
    ticks = Fallback(iter([0.0, 0.0, 9.0]).__next__, deadline=1.0, window=10, longest=5)
    spans = compile_pattern(r"T(?=-)", ticks).find(f"T- {'a' * 100}")
    assert spans == [(0, 1, "pattern"), (0, 103, "undecided")]


def test_a_clock_that_stands_still_does_not_keep_a_search_alive() -> None:
    stopped = Fallback(lambda: 0.0, deadline=0.001)
    [span] = compile_pattern(r"(a+)+(?=b)", stopped).find("a" * 1000)
    assert span.rule == "undecided"


def test_an_empty_text_is_decided_without_a_clock() -> None:
    assert compile_pattern(r"(?=b)", OUT_OF_TIME).find("") == []


@pytest.mark.parametrize(
    ("action", "verdict"),
    [
        (Action.BLOCK, Action.BLOCK),
        (Action.REDACT, Action.BLOCK),
        (Action.FLAG, Action.FLAG),
    ],
)
def test_an_undecided_text_is_refused_unless_it_is_only_flagged(
    action: Action, verdict: Action
) -> None:
    asked = body("aaa")
    screening = screen(asked, plan([rule(r"(a+)\1+b", action)], fallback=OUT_OF_TIME))
    assert screening.verdict is verdict
    assert screening.body == (asked if action is Action.FLAG else None)
    [found] = screening.findings
    assert found.as_json()["undecided"] is True
    assert found.action is action


def test_a_plan_runs_both_kinds_of_patterns_side_by_side() -> None:
    ready = plan([rule(r"b(?=c)"), rule("a+"), rule("x")], fallback=FALLBACK)
    assert [(each.start, each.end) for each in ready.scan(part("aabc"))] == [(0, 2), (2, 3)]


def hostile(action: str) -> Policy:
    entries = [{"pattern": r"(a+)\1+b", "action": action}]
    allowed = guardrails.Allowed(fallback=OUT_OF_TIME)
    guardrail = guardrails.decode(
        {"name": "g", "content_filters": entries}, VENDORS, allowed=allowed
    )
    return guardrails.policy(guardrail, Layer.KEY, VENDORS, "g")


def decided(policy: Policy) -> Cleared | Refused:
    asked: dict[str, Any] = body("aaa", model="openai/gpt")
    gate = Gate(cleared(policy), fallback=OUT_OF_TIME)
    return gate.decide(asked, {}, datetime(2026, 11, 21, tzinfo=UTC))


@pytest.mark.parametrize("action", ["block", "redact"])
def test_a_gate_says_that_a_text_was_undecided(action: str) -> None:
    outcome = decided(hostile(action))
    assert isinstance(outcome, Refused)
    assert [(str(each.code), each.field) for each in outcome.reasons] == [
        ("content_undecided", "/content_filters/0")
    ]


def test_a_gate_records_an_undecided_text_that_is_only_flagged() -> None:
    outcome = decided(hostile("flag"))
    assert isinstance(outcome, Cleared)
    assert [finding.undecided for finding in outcome.findings] == [True]


def test_an_observed_guardrail_says_what_it_could_not_decide() -> None:
    outcome = decided(observe(hostile("block")))
    assert isinstance(outcome, Cleared)
    assert outcome.observed
    assert [str(each.code) for each in outcome.observed.reasons] == ["content_undecided"]


def test_a_gate_without_a_fallback_refuses_the_pattern() -> None:
    with pytest.raises(PatternError):
        Gate(cleared(hostile("flag")))
