"""Sight: builtins see through what hides a text from them, and say where it stands."""

from __future__ import annotations

import base64
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.filters import sight
from routelock.filters.builtin import BUILTINS, MODULES
from routelock.filters.detector import Span, TextDetector, prepared
from routelock.filters.engine import plan
from routelock.filters.screen import screen, screen_text
from routelock.filters.text import Text
from routelock.guardrail import Action, Slug
from tests.filters.given import ADA, arguments, every, part, rule, texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from routelock.filters.finding import Finding

KEY = "ghp_wL1wHTHi0dEpAsensts8fKup3SUiqd50R2Lh"
READERS = [slug for slug in MODULES if slug is not Slug.PROMPT_INJECTION]
CASES = [
    (slug, text)
    for slug in READERS
    for text in import_module(f"routelock.filters.builtin.{MODULES[slug]}").EXAMPLES
    if text.isascii()
]


def wide(sign: str) -> str:
    return chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign


def bold(sign: str) -> str:
    first = {sign.isupper(): 0x1D400 - 65, sign.islower(): 0x1D41A - 97, sign.isdigit(): 0x1D7CE}
    return chr(ord(sign) + first[True] - 48 * sign.isdigit()) if sign.isalnum() else sign


DISGUISES: dict[str, Callable[[str], str]] = {
    "a space of no width": lambda sign: f"{sign}\u200b",
    "a soft hyphen": lambda sign: f"{sign}\u00ad",
    "several hidden characters": lambda sign: f"{sign}\u2060\ufe0f\u200d",
    "wide forms": wide,
    "mathematical letters and digits": bold,
}
ENCODINGS: dict[str, Callable[[str], str]] = {
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "url": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
    "html": lambda text: "".join(f"&#{ord(sign)};" for sign in text),
}


def found(text: str, *slugs: Slug) -> list[Finding]:
    return plan(map(rule, slugs)).scan(part(text))


def places(text: str, *slugs: Slug) -> list[tuple[int, int]]:
    return [(each.start, each.end) for each in found(text, *slugs)]


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize(("slug", "text"), CASES)
def test_a_disguised_example_is_found_where_it_stands(slug: Slug, text: str, disguise: str) -> None:
    hidden = [DISGUISES[disguise](sign) for sign in text]
    starts = [sum(map(len, hidden[:place])) for place in range(len(text))]
    seen = places("".join(hidden), slug)
    for start, end in places(text, slug):
        first, last = starts[start], starts[end - 1] + 1
        assert any(low <= first and last <= high for low, high in seen)


@pytest.mark.parametrize(
    ("text", "slug", "place"),
    [
        ("to ada\uff20example.com, please", Slug.EMAIL, (3, 18)),
        ("to a\u00adda@exam\u00adple.com, please", Slug.EMAIL, (3, 20)),
        ("card 41\u200b11\u200b1111\u200b11111111!", Slug.CREDIT_CARD, (5, 24)),
        ("card \uff14111 1111 1111 1111!", Slug.CREDIT_CARD, (5, 24)),
        ("ip 10\u20240.0.1 is down", Slug.IP_ADDRESS, (3, 11)),
        ("ip \uff11\uff10\uff0e\uff10\uff0e\uff10\uff0e\uff11 is down", Slug.IP_ADDRESS, (3, 11)),
        ("ssn: \U0001d7d3\U0001d7d1\U0001d7d7-12-3456.", Slug.SSN, (5, 16)),
        (f"key {KEY[:9]}\u200b{KEY[9:]} here", Slug.SECRETS, (4, 45)),
    ],
)
def test_a_place_in_a_view_is_that_of_the_original(
    text: str, slug: Slug, place: tuple[int, int]
) -> None:
    assert places(text, slug) == [place]
    assert [each.view for each in found(text, slug)] == ["clean"]


def test_what_the_text_itself_shows_is_found_once() -> None:
    [each] = found(f"caf\u00e9\u200b: {ADA}", Slug.EMAIL)
    assert each.view == ""


def test_what_reaches_further_in_a_view_is_kept_beside_it() -> None:
    text = "a\u200bda@example.com"
    assert screen_text(text, every(Action.REDACT))[2] == "[EMAIL]"


def test_a_gate_that_the_text_does_not_pass_is_tried_on_what_hides_in_it() -> None:
    hidden = "\uff14\uff11\uff11\uff11 " + "\uff11\uff11\uff11\uff11 " * 3
    ready = plan([rule(Slug.CREDIT_CARD)])
    assert not ready.passes(part(hidden))
    assert not ready.passes_all([part("hello"), part(hidden)])
    assert ready.passes_all([part("h\u00e9llo"), part("a\u00adb")])
    assert screen(arguments(f'{{"card": "{hidden}"}}'), ready).findings


def test_a_pattern_reads_the_original_only() -> None:
    assert plan([rule("ada@")]).scan(part("a\u200bda@example.com \uff41da@")) == []


def test_a_detector_that_is_plugged_in_reads_views_too() -> None:
    class Word:
        def find(self, text: str) -> list[Span]:
            at = text.find("hush")
            return [Span(at, at + 4, "word")] if at >= 0 else []

    for slug, text in [(Slug.PERSON_NAME, "h\u00adush"), (Slug.SECRETS, "%68ush")]:
        [each] = plan([rule(slug)], {slug: Word()}).scan(part(text))
        assert (each.start, each.end, each.rule) == (0, len(text), "word")
        assert each.view in {"clean", "url"}
    assert plan([rule(Slug.EMAIL)], {Slug.EMAIL: Word()}).scan(part("%68ush")) == []


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_secret_in_an_encoded_run_is_that_run(encoding: str) -> None:
    code = ENCODINGS[encoding](f"x {KEY}")
    text = f"caf\u00e9 run {code} now"
    [each] = found(text, Slug.SECRETS)
    assert each.view == encoding
    redacted = screen_text(text, every(Action.REDACT))[2]
    assert redacted is not None
    assert (redacted.startswith("caf\u00e9 run "), redacted[-13:]) == (True, "[SECRETS] now")


@pytest.mark.parametrize(
    "text",
    [
        "go?next=%2Fcb%3Faccess_token%3D8sJq2nVb51LxQz7Tg0Wc",
        "&quot;password&quot;: &quot;Tr0ub4dor&amp;3xK9&quot;",
        f"data: {ENCODINGS['base64'](f'user: ci, token: {KEY}')}",
        ENCODINGS["base64"](f"user: ci, token: {KEY}").replace("a", "a\u200b"),
        ENCODINGS["url"](ENCODINGS["base64"](f"token: {KEY}")),
    ],
)
def test_a_secret_behind_an_encoding_is_found(text: str) -> None:
    assert found(text, Slug.SECRETS)


@pytest.mark.parametrize("slug", [slug for slug in READERS if slug not in sight.DECODING])
def test_no_other_builtin_reads_what_is_encoded(slug: Slug) -> None:
    module = import_module(f"routelock.filters.builtin.{MODULES[slug]}")
    hidden = [base64.b64encode(text.encode()).decode() for text in module.EXAMPLES]
    assert not [text for text in hidden if any(each.view for each in found(text, slug))]


def test_where_a_view_is_cut_off_nothing_is_found() -> None:
    """A token of which a view shows the end alone is none."""
    text = f"{'x' * 300}{KEY} {'x' * 120} %41%42"
    assert found(text, Slug.SECRETS) == []


def test_an_ascii_text_without_an_encoding_has_no_view() -> None:
    text = Text("nothing hidden, 100 % of it & more")
    assert (sight.clean(text), sight.decoded(text)) == (None, [])


def test_the_views_of_a_text_are_made_once_for_all() -> None:
    text = Text("caf\u00e9\u200b %41%42")
    assert sight.clean(text) is sight.clean(text)
    assert sight.decoded(text) is sight.decoded(text)


def test_a_detector_that_looks_by_itself_is_left_alone() -> None:
    own = TextDetector(lambda _: [], looks=True)
    assert sight.seeing(own, Slug.PROMPT_INJECTION) is own
    assert sight.seeing(sight.seeing(prepared(BUILTINS[Slug.EMAIL]), Slug.EMAIL), Slug.EMAIL).looks


hidden = st.sampled_from(["", "\u200b", "\u00ad", "\u0301", "\uff0e", "\u2024", "%40", "&#64;"])
disguised = st.lists(st.tuples(texts, hidden, texts).map("".join), max_size=3).map("".join)
widened = st.tuples(texts, st.sets(st.integers(0, 60))).map(
    lambda drawn: "".join(
        wide(sign) if place in drawn[1] else sign for place, sign in enumerate(drawn[0])
    )
)


@given(st.one_of(disguised, widened))
def test_nothing_is_found_in_what_a_redaction_left(text: str) -> None:
    ready = every(Action.REDACT)
    left = screen_text(text, ready)[2]
    assert left is not None
    assert screen_text(left, ready) == ((), None, left)


@given(st.one_of(disguised, widened))
def test_a_place_is_one_of_the_text_whatever_shows_it(text: str) -> None:
    seen = found(text, *READERS)
    assert all(0 <= each.start < each.end <= len(text) for each in seen)
    assert len({each[:7] for each in seen}) == len(seen)


@given(texts)
def test_a_view_takes_no_finding_of_the_text_away(text: str) -> None:
    for slug in READERS:
        alone = {(each.start, each.end) for each in BUILTINS[slug].find(text)}
        assert alone <= set(places(text, slug))
