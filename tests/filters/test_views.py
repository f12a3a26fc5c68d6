"""Views: what is hidden in a text comes to light, and each place of it leads back to the text."""

from __future__ import annotations

import base64
import re
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.filters import views
from routelock.filters.text import Text
from routelock.filters.views import DEPTH, View

if TYPE_CHECKING:
    from collections.abc import Callable

PLAIN = "the quick brown fox, no. 7, jumps over\nthe lazy dog"
HIDDEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u200b-\u200f\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]"
)
ENCODINGS: dict[str, Callable[[str], str]] = {
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "url": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
    "html": lambda text: "".join(f"&#{ord(sign)};" for sign in text),
    "unicode": lambda text: "".join(f"\\u{ord(sign):04x}" for sign in text),
}
FORMS: dict[str, Callable[[str], str]] = {
    **ENCODINGS,
    "hex in pairs": lambda text: text.encode().hex(" "),
    "hex with colons": lambda text: text.encode().hex(":"),
    "escaped hex": lambda text: "".join(f"\\x{byte:02x}" for byte in text.encode()),
    "entities in hex": lambda text: "".join(f"&#x{ord(sign):x};" for sign in text),
    "base64 for urls": lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
    "base64 in lines": lambda text: base64.encodebytes((text + text).encode()).decode().rstrip(),
}
NOTHING_ENCODED = [
    "",
    "plain words, 100 % of them & more; a\\b \\n",
    "550e8400-e29b-41d4-a716-446655440000",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJ",
    "self.assertEqual2ndTimeInARowWithUtf8(x86_64)",
    "&unknown; &; &#; %zz %4",
]
FLOODS = [
    *("%41", "%4", "&amp;", "&#105;", "\\x41", "\\u0041", "a1b ", "69 6e ", "4e4f", "QUJD"),
    *("a\u200b", "\uff21", "a\u0301", "\u0301\u0316", "\u2026", "\u0430b", "a b c "),
]

odd = st.text(
    st.one_of(
        st.sampled_from("abc \u00ad\u200b\u2060\u0301\u0327\u0336\uff21\uff76\uff9e\ufb01\u2026"),
        st.sampled_from("\u1112\u1161\u11ab\uac00\u00e9\u1e9b\u00a0\u3000\U0001d400\U0001f600"),
        st.characters(max_codepoint=0x2FFF, exclude_categories=("Cs", "Cn", "Cf", "Co")),
    ),
    max_size=30,
)
CHANGING = [
    sign
    for sign in map(chr, range(0x80, 0x30000))
    if unicodedata.combining(sign) or unicodedata.normalize("NFKC", sign) != sign
]
words = st.sampled_from(["quince", "mango", "of", "42", "Kiwis,", "every", "(wooden)", "-", "7"])


def shown(view: View | None, text: str) -> str:
    return text if view is None else view.text


def assert_leads_back(view: View, text: str) -> None:
    places = [view.back(place, place + 1) for place in range(len(view.text))]
    assert all(0 <= start < end <= len(text) for start, end in places)


@given(odd)
def test_clean_is_normal_form_without_what_has_no_width(text: str) -> None:
    wanted = unicodedata.normalize("NFKC", HIDDEN.sub("", text))
    assert shown(views.clean(text), text) == wanted


@given(odd)
def test_every_place_of_a_clean_text_is_one_of_the_text(text: str) -> None:
    view = views.clean(text)
    if view is not None:
        assert_leads_back(view, text)
        places = [view.back(place, place + 1) for place in range(len(view.text))]
        assert places == sorted(places)


@given(st.text("\u200b\u00ad\ufe0f", min_size=1, max_size=3), st.text(max_size=8), odd)
def test_a_word_with_hidden_characters_is_found_where_it_stands(
    hidden: str, before: str, after: str
) -> None:
    word = hidden.join("password")
    text = f"{before}\n{word}\n{after}"
    view = views.clean(text)
    assert view is not None
    start = view.text.index("\npassword\n") + 1
    first, last = view.back(start, start + len("password"))
    assert HIDDEN.sub("", text[first:last]) == "password"


@given(st.one_of(odd, st.text(CHANGING)))
def test_the_way_back_is_that_of_the_text_which_is_shown(text: str) -> None:
    """A text that is mostly ASCII is read in another way than one that is not."""
    rest = "\n" + "a" * 9 * len(text)
    dense, sparse = views.clean(text), views.clean(text + rest)
    assert len(shown(sparse, text + rest)) == len(shown(dense, text)) + len(rest)
    if dense and sparse:
        assert_leads_back(dense, text)
        places = [(place, place + 1) for place in range(len(dense.text))]
        assert [dense.back(*each) for each in places] == [sparse.back(*each) for each in places]


@given(
    st.lists(st.sampled_from(["\u00e9", "\U0001f600", "\ud800", "?", "a" * 99, " "])).map("".join)
)
def test_between_the_places_of_what_is_odd_all_is_ascii(text: str) -> None:
    characters, places, plain = views.odd(text + "." * 600)
    ends = [0, *(end for _, end in places)]
    starts = [*(start for start, _ in places), len(plain)]
    text += "." * 600
    between = [text[end:start] for end, start in zip(ends, starts, strict=True)]
    assert "".join(between).isascii()
    assert characters == "".join(sign for sign in text if sign in "\u00e9\U0001f600")
    assert len(plain) == len(text)


@given(odd, st.lists(odd, max_size=3))
def test_a_long_text_is_folded_as_its_parts_are(text: str, others: list[str]) -> None:
    parts = [shown(views.clean(part), part) for part in (text, *others)]
    gap = " " * 700
    folded = [shown(views.folded(part), part) for part in parts]
    mixed = [shown(views.folded(f"x\u0430{part}"), part)[2:] for part in parts]
    whole = shown(views.folded(gap.join(parts)), gap.join(parts))
    assert whole in {gap.join(folded), gap.join(mixed)}


def test_of_many_marks_in_a_row_thirty_are_read() -> None:
    view = views.clean("a" + "\u0316" * 1_000 + "b")
    assert view is not None
    assert view.text == "a" + "\u0316" * 30 + "b"
    assert view.back(31, 32) == (1_001, 1_002)


def test_ascii_and_text_in_normal_form_need_no_cleaning() -> None:
    assert all(views.clean(text) is None for text in ["", "abc", "caf\u00e9", "\u8449 \u05e9"])


def test_tag_characters_count_as_the_ascii_that_they_hide() -> None:
    text = "hi" + "".join(chr(0xE0000 + ord(letter)) for letter in "secret")
    assert shown(views.clean(text), text) == "hisecret"


@pytest.mark.parametrize("form", FORMS)
def test_what_is_encoded_is_read_among_what_stands_around_it(form: str) -> None:
    code = FORMS[form](PLAIN)
    text = f"caf\u00e9: {code} \U0001f600"
    (view,) = views.decoded(Text(text))
    start = view.text.index(PLAIN)
    first, last = view.back(start, start + len(PLAIN))
    assert first == len("caf\u00e9: ")
    assert text[first:last] in code
    assert view.text.startswith("caf\u00e9: ")
    assert view.text.endswith(" \U0001f600")


@given(st.sampled_from(sorted(ENCODINGS)), st.lists(words, min_size=14, max_size=40))
def test_words_come_out_of_each_encoding(kind: str, chosen: list[str]) -> None:
    text = " ".join(chosen)
    assert text in [view.text for view in views.decoded(Text(ENCODINGS[kind](text)))]


def test_a_place_in_an_encoding_of_fixed_width_leads_back_to_its_characters() -> None:
    (view,) = views.decoded(Text("see %41%42%43"))
    assert (view.name, view.text) == ("url", "see ABC")
    assert view.back(5, 6) == (7, 10)


@pytest.mark.parametrize("text", NOTHING_ENCODED)
def test_what_holds_no_text_is_left_alone(text: str) -> None:
    assert list(views.decoded(Text(text))) == []


def test_encodings_are_opened_to_a_depth_and_no_further() -> None:
    text = PLAIN
    for _ in range(DEPTH):
        text = ENCODINGS["base64"](text)
    assert [view.text for view in views.decoded(Text(text))][-1] == PLAIN
    seen = list(views.decoded(Text(ENCODINGS["base64"](text))))
    assert len(seen) == DEPTH
    assert all(PLAIN not in view.text for view in seen)


def test_a_nested_view_names_each_encoding_and_leads_back_to_the_outermost() -> None:
    code = ENCODINGS["base64"](ENCODINGS["url"](PLAIN))
    *_, view = views.decoded(Text(f"x {code} y"))
    start = view.text.index("quick")
    assert view.name == "base64/url"
    assert view.back(start, start + 5) == (2, 2 + len(code))


@given(st.lists(st.one_of(st.sampled_from(FLOODS), st.text(max_size=6)), max_size=12).map("".join))
def test_no_view_is_longer_than_the_text_and_each_leads_back(text: str) -> None:
    for view in views.decoded(Text(text)):
        assert len(view.text) <= len(text)
        assert_leads_back(view, text)


def test_far_from_an_encoding_a_view_has_nothing() -> None:
    text = f"{'a ' * 5_000}%41%42{' b' * 5_000}"
    (view,) = views.decoded(Text(text))
    assert len(view.text) < 1_000
    start = view.text.index("AB")
    assert view.back(start, start + 2) == (10_000, 10_006)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\u00e7a va d\u00e9j\u00e0", "ca va deja"),
        ("\u0131\u015f\u0131\u011f\u0131", "isigi"),
        ("i\u0336g\u0301n\u0323o\u0308re", "ignore"),
        ("\u0440\u0430ssw\u043erd", "password"),
        ("\u1d0f\u1d18\u1d07\u0274", "open"),
        ("\u201cyes\u201d \u2014 no", '"yes" - no'),
        ("\u8449", "?"),
        ("\u0441\u043e\u0432\u0430", "????"),
    ],
)
def test_folded_text_is_ascii(text: str, plain: str) -> None:
    assert shown(views.folded(text), text) == plain


@given(odd)
def test_every_place_of_a_folded_text_is_one_of_the_text(text: str) -> None:
    view = views.folded(text)
    if view is not None:
        assert view.text.isascii()
        assert_leads_back(view, text)


@pytest.mark.parametrize("gap", [" ", "-", ".", "_", "*"])
def test_letters_that_stand_apart_are_joined(gap: str) -> None:
    apart = f"{gap.join('open')}  {gap.join('sesame')}"
    view = views.joined(apart)
    assert view is not None
    assert view.text == "open  sesame"
    assert apart[slice(*view.back(6, 12))] == gap.join("sesame")


def test_words_are_not_joined() -> None:
    assert views.joined("a well-known state of the art") is None


def test_scrambled_words_are_set_right_where_they_are_known() -> None:
    words = {views.scrambled(word): word for word in ("kitchen", "table")}
    view = views.unscrambled("the kithcen tbale is heavy", words)
    assert view is not None
    assert view.text == "the kitchen table is heavy"


def test_letters_read_other_ways() -> None:
    assert views.leet("7h3 c4k3 15 4 l13").text == "the cake is a lie"
    assert views.rot13(views.rot13("Hello").text).text == "Hello"
    assert views.mirrored("abc").back(0, 1) == (2, 3)


def test_a_view_shows_none_of_its_text() -> None:
    view = views.clean("canary\u200b7f3a9c")
    assert view is not None
    assert "7f3a9c" not in repr(view)
