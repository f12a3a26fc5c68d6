"""Stream: window by window a text comes out as if it had been read whole."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from routelock.filters.builtin import BUILTINS
from routelock.filters.detector import Span
from routelock.filters.engine import Plan, plan
from routelock.filters.finding import UNDECIDED
from routelock.filters.screen import screen_text
from routelock.filters.stream import LONGEST, STRETCH, Piece, stream
from routelock.guardrail import Action, Slug
from tests.filters.given import ADA, CANARY, CARD, HOST, actions, every, rule, texts
from tests.filters.given import rules as some_rules

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator

    from routelock.filters.finding import Finding
    from routelock.filters.rule import Rule

SMALL = {"longest": 100, "stretch": 400}
"""So small that a page of text is a stream of many windows."""

edges = st.builds(
    rule,
    st.sampled_from([r"^\w+", r"\w+$", r"^.*", r"\s+$", r"(?m)^\S+", r"(?m)\S+$", r"\d{4}"]),
    actions,
)
rules = st.one_of(some_rules, st.lists(edges, min_size=1, max_size=3))
separators = st.sampled_from([" ", "\n", ", ", "\r\n", "; "])


@st.composite
def pages(draw: st.DrawFn) -> str:
    """Some two thousand characters, in which nothing goes on for very long."""
    pieces = draw(st.lists(texts.filter(lambda text: len(text) < 80), min_size=1, max_size=8))
    between = draw(st.lists(separators, min_size=1, max_size=3))
    chance = draw(st.randoms(use_true_random=True))
    return "".join(chance.choice(pieces) + chance.choice(between) for _ in range(80))


def cut(text: str, chance: random.Random) -> Iterator[str]:
    """The text in chunks of any length, empty ones and characters alone among them."""
    while text:
        size = chance.choice([0, 1, 7, 100, 1000])
        yield text[:size]
        text = text[size:]


def put_together(pieces: Iterable[Piece]) -> tuple[str, list[Finding]]:
    held = list(pieces)
    return "".join(piece.text for piece in held), [
        each for piece in held for each in piece.findings
    ]


def streamed(chunks: Iterable[str], plan: Plan) -> tuple[str, list[Finding]]:
    return put_together(stream(chunks, plan, **SMALL))


def blocks(found: Iterable[Finding]) -> bool:
    return any(each.action is Action.BLOCK for each in found)


@given(pages(), rules, st.randoms(use_true_random=True))
def test_a_stream_is_the_text_read_whole(
    text: str, given: list[Rule], chance: random.Random
) -> None:
    ready = plan(given)
    whole, _, left = screen_text(text, ready)
    assume(all(each.end - each.start <= SMALL["longest"] for each in whole))
    output, found = streamed(cut(text, chance), ready)
    if left is None:
        assert found == list(whole[: len(found)])
        assert blocks(found)
    else:
        assert (output, found) == (left, list(whole))


@given(pages(), rules, st.randoms(use_true_random=True))
def test_how_a_text_is_cut_into_chunks_changes_nothing(
    text: str, given: list[Rule], chance: random.Random
) -> None:
    ready = plan(given)
    assert [*stream(cut(text, chance), ready, **SMALL)] == [*stream([text], ready, **SMALL)]


@pytest.mark.parametrize("line", ["", "\n", "é", "\U0001f600"])
@pytest.mark.parametrize("found", [ADA, HOST, CARD])
def test_a_finding_is_whole_wherever_it_stands(found: str, line: str) -> None:
    ready = every(Action.REDACT)
    for place in range(300, 450):
        text = ("." * place + line + " " + found + " ").ljust(900)
        output, told = streamed([text], ready)
        whole, _, left = screen_text(text, ready)
        assert (output, told) == (left, list(whole))
        assert len(told) == 1


@pytest.mark.parametrize(
    "place", [STRETCH - 8, STRETCH // 2, STRETCH + 2 * LONGEST - 8, 3 * STRETCH]
)
def test_a_finding_of_the_greatest_length_is_whole_in_windows_of_the_usual_size(place: int) -> None:
    token = "t" + "0" * (LONGEST - 1)
    text = ("." * place + token).ljust(4 * STRETCH, ".")
    output, found = put_together(stream([text], plan([rule(r"t\d+")])))
    assert [(each.start, each.end) for each in found] == [(place, place + LONGEST)]
    assert output == text.replace(token, "[REDACTED]")


def test_what_has_no_end_is_found_in_parts_that_leave_nothing_out() -> None:
    text = "a" * 5000
    output, found = streamed([text], plan([rule("a+")]))
    assert set(output.split("[REDACTED]")) == {""}
    assert [found[0].start, *(each.end for each in found)] == [
        *(each.start for each in found),
        len(text),
    ]


@pytest.mark.parametrize(
    ("pattern", "places"),
    [("^a", [(0, 1)]), ("a$", [(1998, 1999)]), (r"^.*", [(0, 1)]), ("(?m)^a$", 1000)],
)
def test_the_ends_of_the_text_are_those_of_the_whole_input(
    pattern: str, places: list[tuple[int, int]] | int
) -> None:
    text = "\n".join("a" * 1000)
    _, found = streamed([text], plan([rule(pattern)]))
    told = [(each.start, each.end) for each in found]
    assert (told if isinstance(places, list) else len(told)) == places


def test_no_other_place_is_taken_for_the_start_however_long_a_line_is() -> None:
    text = "first\n" + "a" * 5000
    assert streamed([text], plan([rule("^.*")]))[0] == "[REDACTED]\n" + "a" * 5000


def test_what_follows_one_upon_the_other_without_an_end_is_counted_as_in_the_whole() -> None:
    text = "x" + "0123456789" * 500
    _, found = streamed([text], plan([rule(r"\d{3}")]))
    assert [each.start for each in found] == list(range(1, 4999, 3))


def test_a_stretch_that_is_blocked_ends_the_text_before_it_and_nothing_is_read_after_it() -> None:
    ready = plan([rule(Slug.EMAIL, Action.BLOCK), rule(Slug.IP_ADDRESS)])
    read: list[int] = []

    def chunks() -> Iterator[str]:
        for chunk in range(100):
            read.append(chunk)
            yield (f"{ADA if chunk == 20 else HOST} ".rjust(99, ".") + "\n")

    output, found = streamed(chunks(), ready)
    assert blocks(found)
    assert len(read) < 30
    assert HOST not in output
    assert 12 < output.count("[IP_ADDRESS]") <= 20
    assert "[EMAIL]" not in output


def test_what_is_let_out_does_not_wait_for_the_end() -> None:
    endless = (f"line {number}\n" for number in iter(int, 1))
    first = next(stream(endless, every(Action.REDACT), **SMALL))
    assert first.text.startswith("line 0\nline 0\n")


def test_what_comes_to_light_after_a_redaction_is_redacted_too() -> None:
    text = "10.0.0.1.x.10.0.0.2\n" * 200
    ready = plan([rule(r"\.x\.", label=" "), rule(Slug.IP_ADDRESS)])
    assert streamed([text], ready)[0] == "[IP_ADDRESS] [IP_ADDRESS]\n" * 200


class Spy:
    """A detector that finds the first character, always, and remembers how much it was shown."""

    longest = 0

    def find(self, text: str) -> list[Span]:
        self.longest = max(self.longest, len(text))
        return [Span(0, 1, "x")] if text else []


def test_a_stretch_that_never_comes_clean_becomes_one_placeholder() -> None:
    hungry = plan([rule(Slug.SECRETS)], {Slug.SECRETS: Spy()})
    output, _ = streamed(["abc"], hungry)
    assert output == screen_text("abc", hungry)[2] == "[SECRETS]"


class Slow:
    """A detector that does not come to an end wherever it is shown a certain word."""

    def find(self, text: str) -> list[Span]:
        return [Span(0, len(text), UNDECIDED)] if "slow" in text else []


SLOW = (f"{ADA} {HOST}\n" * 100) + "slow\n" + (f"{ADA} {HOST}\n" * 100)


def test_what_is_undecided_ends_the_text_where_it_would_have_been_redacted() -> None:
    ready = plan([rule(Slug.SECRETS), rule(Slug.EMAIL)], {**BUILTINS, Slug.SECRETS: Slow()})
    output, found = streamed([SLOW], ready)
    assert "slow" not in output
    assert output.count("[EMAIL]") < 100
    assert any(each.undecided for each in found)


def test_what_is_undecided_and_only_flagged_changes_nothing_of_the_text() -> None:
    given = [rule(Slug.SECRETS, Action.FLAG), rule(Slug.EMAIL)]
    ready = plan(given, {**BUILTINS, Slug.SECRETS: Slow()})
    output, found = streamed([SLOW], ready)
    assert output == SLOW.replace(ADA, "[EMAIL]")
    assert any(each.undecided for each in found)


@pytest.mark.parametrize("size", [1, 5000, 200_000])
def test_a_detector_never_sees_more_than_a_window(size: int) -> None:
    spy = Spy()
    ready = plan([rule(Slug.SECRETS, Action.FLAG)], {Slug.SECRETS: spy})
    assert put_together(stream(("a" * size for _ in range(3)), ready, **SMALL))[0] == "a" * 3 * size
    assert spy.longest <= 400 + 6 * 100


def test_an_empty_text_has_nothing_to_let_out() -> None:
    assert [*stream([], every(Action.REDACT))] == []
    assert [*stream(["", ""], every(Action.REDACT))] == []


def test_a_piece_does_not_show_its_text() -> None:
    [piece] = islice(stream([CANARY], every(Action.REDACT)), 1)
    assert CANARY not in repr(piece)
