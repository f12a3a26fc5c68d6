"""Floods: a text of nothing but near misses costs work in proportion to its length."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from routelock.filters.builtin import BUILTINS, prompt_injection, repeats
from routelock.filters.custom import MOST_COUNTED, PatternError, compile_pattern
from routelock.filters.detector import Span
from routelock.filters.engine import plan
from routelock.filters.finding import Finding
from routelock.filters.many import findings
from routelock.guardrail import Action, Slug
from tests.filters.floods import NAMES, flood
from tests.filters.given import part, rule

if TYPE_CHECKING:
    from types import FrameType

SIZE = 20_000
LONGER = {Slug.SECRETS: 90_000}
ALL = plan(rule(slug, Action.FLAG) for slug in BUILTINS)


def work(text: str) -> int:
    """How many functions are called to read a text: that does not depend on the machine."""
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    given = part(text)
    ALL.scan(given)  # what is made once is made
    sys.setprofile(count)
    try:
        ALL.scan(given)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("name", NAMES)
def test_twice_the_flood_takes_at_most_twice_the_work(name: str) -> None:
    assert work(flood(name, 2 * SIZE)) < 2.2 * work(flood(name, SIZE)) + 500


@pytest.mark.parametrize("slug", BUILTINS)
@pytest.mark.parametrize("name", NAMES)
def test_a_flood_is_found_as_if_it_were_read_to_its_end(
    name: str, slug: Slug, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"Hi, {flood(name, LONGER.get(slug, SIZE))} 1 bye"
    found = sorted(BUILTINS[slug].find(text))
    for module in (repeats, prompt_injection):
        monkeypatch.setattr(module, "folded", lambda *_: None)
    assert found == sorted(BUILTINS[slug].find(text))


def test_many_findings_at_once_are_those_that_are_made_one_by_one() -> None:
    asked, given = rule(Slug.EMAIL, label=None), part("x" * 9)
    made = [*findings([Span(1, 3, "address"), Span(4, 9, "address/base64")], asked, given)]
    source, field = asked.source, asked.field
    assert made == [
        Finding(Slug.EMAIL, None, 0, "/content", *place, asked.action, source, field, *names)
        for place, names in [((1, 3), ("address", "")), ((4, 9), ("address", "base64"))]
    ]
    assert {type(each) for each in made} == {Finding}


def test_a_place_that_reaches_over_a_repetition_is_not_cut_short() -> None:
    """What is left out may be a part of a place, so such a text is read to its end."""

    def find(source: str) -> list[Span]:
        return [Span(0, len(source), "whole")]

    assert repeats.folded(find, "ab" * SIZE, 100) is None


def test_places_far_longer_than_a_period_are_all_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "password=\xe9Willow-6K2UbW7JqOqglEoJHiLN0SEy" * 3_000
    found = sorted(BUILTINS[Slug.SECRETS].find(text))
    monkeypatch.setattr(repeats, "folded", lambda *_: None)
    assert found == sorted(BUILTINS[Slug.SECRETS].find(text))


@pytest.mark.parametrize("pattern", ["a[ab]{1000}", "(?:a{100}){10}", ".{0,300}"])
def test_a_pattern_may_count_far_but_not_without_end(pattern: str) -> None:
    compile_pattern(pattern)
    with pytest.raises(PatternError) as caught:
        compile_pattern(pattern * 10)
    assert f"{MOST_COUNTED:,}" in str(caught.value)


@pytest.mark.parametrize("pattern", [r"\p{L}{3,60}@", "|".join(f"w{n}" for n in range(9999))])
def test_what_a_character_may_be_and_how_many_words_there_are_counts_for_nothing(
    pattern: str,
) -> None:
    assert compile_pattern(pattern).find("abc@ w7") != []
