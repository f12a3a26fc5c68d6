"""Custom patterns: what the dialect means, and what an error says of one that is not in it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.errors import DocumentError
from routelock.filters import custom
from routelock.filters.custom import PatternError, compile_pattern
from routelock.filters.detector import Span
from routelock.filters.fallback import Fallback, backtracking
from routelock.filters.finding import UNDECIDED
from routelock.vendors import Vendors
from routelock.wire.guardrails import ALLOWED, Allowed, decode
from tests.filters.given import CANARY, patterns, texts

IN_TIME = Fallback(time.thread_time, deadline=5.0)
SPACES = "\t\n\v\f\r \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"


def found(pattern: str, text: str) -> list[str]:
    return [text[start:end] for start, end, _ in compile_pattern(pattern).find(text)]


MEANINGS = [
    (r"\d+", "12 \u0664\u0662 3", ["12", "3"]),
    (r"\w+", "na\u00efve_1", ["na", "ve_1"]),
    (r"\bve", "na\u00efve", ["ve"]),
    (r"\s+", f"a{SPACES}b", [SPACES]),
    (r"\S+", f"a{SPACES}b\u200b", ["a", "b\u200b"]),
    (r"[\s]+", SPACES, [SPACES]),
    (r"[^\S\n]+", " \n\u00a0", [" ", "\u00a0"]),
    (r".+", "a\nb\rc\u2028d\u2029e", ["a", "b", "c", "d", "e"]),
    (r"(?s).+", "a\n\u2028b", ["a\n\u2028b"]),
    (r"(?s:.).", "\na\n\n", ["\na"]),
    (r"(?s)(?-s:.)", "\na", ["a"]),
    (r"((?s).).", "\n\na", ["\na"]),
    (r"a$", "a\na", ["a"]),
    (r"^a", "a\na", ["a"]),
    (r"(?m)^a$", "a\na", ["a", "a"]),
    (r"secret", "SECRET secret", ["secret"]),
    (r"(?i)secret", "SECRET secret", ["SECRET", "secret"]),
    (r"(?i:s)ecret", "SECRET Secret", ["Secret"]),
    (r"(?<year>\d{4})", "in 2024", ["2024"]),
    (r"(?P<year>\d{4})", "in 2024", ["2024"]),
    (r"(?:ab)+", "ababc", ["abab"]),
    (r"\u00e9|\xe8|\u{1F600}", "\u00e9\u00e8\U0001f600", ["\u00e9", "\u00e8", "\U0001f600"]),
    (r"\ud83d\ude00", "\U0001f600", ["\U0001f600"]),
    (r"\ud83d", "\ud83d \ufffd", ["\ud83d", "\ufffd"]),
    ("\ud83d", "\ud83d", ["\ud83d"]),
    (r"\t\n\v\f\r\0\cJ", "\t\n\v\f\r\0\n", ["\t\n\v\f\r\0\n"]),
    (r"\/\.\-\@\_\é", "/.-@_é", ["/.-@_é"]),
    (r"\p{Lu}\p{Script=Greek}", "\u00c9\u03b1", ["\u00c9\u03b1"]),
    (r"[\p{Lu}\P{L}]+", "A1b", ["A1"]),
    (r"[^]", "\n", ["\n"]),
    (r"[]|a", "a", ["a"]),
    (r"[\b]", "\b", ["\b"]),
    (r"[[:a]+", "[:a", ["[:a"]),
    (r"[\w-.]+", "a-.b", ["a-.b"]),
    (r"[a-]+", "a-", ["a-"]),
    (r"[\]\\]+", r"\]", [r"\]"]),
    (r"[a-c\u0064-f]+", "abcdefg", ["abcdef"]),
    (r"a{2}b{1,}c{0,1}", "aabbc", ["aabbc"]),
    (r"a{,2}", "a{,2}", ["a{,2}"]),
    (r"a}]", "a}]", ["a}]"]),
    (r"a+?", "aa", ["a", "a"]),
    (r"a|ab", "ab", ["a"]),
    (r"x*", "axxa", ["xx"]),
    (r"x*", "é葉xx\U0001f600", ["xx"]),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "text", "expected"), MEANINGS)
def test_a_pattern_of_the_dialect_means_what_the_table_says(
    pattern: str, text: str, expected: list[str]
) -> None:
    assert found(pattern, text) == expected


@pytest.mark.parametrize(("pattern", "text", "expected"), MEANINGS)
def test_it_means_the_same_to_the_second_engine(
    pattern: str, text: str, expected: list[str]
) -> None:
    read = backtracking(pattern, IN_TIME).find(text)
    assert [text[start:end].replace("\ud83d", "\ufffd") for start, end, _ in read] == [
        each.replace("\ud83d", "\ufffd") for each in expected
    ]


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        (r"ab(?=c)", "abab abc", ["ab"]),
        (r"a(?!b)\w", "ab ac", ["ac"]),
        (r"(?<=\$)\d+", "7 $12", ["12"]),
        (r"(?<!\$)\b\d+", "7 $12", ["7"]),
        (r"(\w)\1", "aabcc", ["aa", "cc"]),
        (r"(?<q>['\"]).*?\k<q>", "'a\"' \"b'\"", ["'a\"'", '"b\'"']),
        (r"(?:(a)|b)\1", "aa b", ["aa", "b"]),
        (r"a{1001}", "a" * 1001, ["a" * 1001]),
        (r"(?i)straSSe(?=!)", "strasse! stra\u00dfe!", ["strasse"]),
        (r"(?<=\d)\w$", "1a\n", []),
        (r"(?m)(?<=\d)\w$", "1a\n", ["a"]),
        (r"(?<=\u00e9)\u845b?\ud83d", "\u00e9\ufffd", ["\ufffd"]),
    ],
)
def test_what_is_not_in_re2_runs_where_that_is_allowed(
    pattern: str, text: str, expected: list[str]
) -> None:
    read = compile_pattern(pattern, IN_TIME).find(text)
    assert [text[start:end] for start, end, _ in read] == expected


@pytest.mark.parametrize(
    ("pattern", "position"),
    [
        (r"(a)\2", 3),
        (r"\k<n>", 0),
        (r"\k(?=a)", 0),
        (r"(?=a", 0),
        (r"(?=a)**", 6),
        (r"(?=a)\q", 5),
        (r"a{1,65535}", 1),
        (r"((?=a)b{999}){999}", 13),
        (r"(?=a)(?x)b", 5),
    ],
)
def test_what_neither_engine_has_is_refused_with_its_position(pattern: str, position: int) -> None:
    with pytest.raises(PatternError) as refused:
        compile_pattern(pattern, IN_TIME)
    [problem] = refused.value.problems
    assert problem.message.endswith(f"at position {position}")


@pytest.mark.parametrize("pattern", [f"(?=x){'(' * 500}a{')' * 500}", r"(?=a)\p{Nowhere}"])
def test_what_the_second_engine_refuses_is_a_problem_too(pattern: str) -> None:
    with pytest.raises(PatternError) as refused:
        compile_pattern(pattern, IN_TIME)
    assert len(refused.value.problems) == 1


@given(patterns, texts)
def test_the_engines_agree_on_what_both_have(pattern: str, text: str) -> None:
    assert backtracking(pattern, IN_TIME).find(text) == compile_pattern(pattern).find(text)


@given(st.text("ab\u00e9 ", max_size=80), st.integers(1, 20))
def test_a_window_cuts_no_match_that_is_short_enough(text: str, window: int) -> None:
    windowed = IN_TIME._replace(window=window, longest=8)
    for pattern in (r"(?<=a)b{1,7}(?!b)", r"(?<!\u00e9)a\b", r"(\w)\1"):
        whole = compile_pattern(pattern, IN_TIME).find(text)
        assert compile_pattern(pattern, windowed).find(text) == whole


@given(st.text("xy\u00e9", min_size=1, max_size=60), st.sampled_from([r"x*y|x", r"x+", "x*?y|é?"]))
def test_a_text_that_is_full_of_matches_is_read_the_same(text: str, pattern: str) -> None:
    """What stands nearby decides: so much of it that a repeated text never needs more."""
    flood = " ".join([text] * 3)
    exact = compile_pattern(pattern).find(flood)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(custom, "_SURE", -8 * 10**6)
        assert compile_pattern(pattern).find(flood) == exact


def test_nothing_is_missed_where_matches_are_many() -> None:
    """The near view is left where a match ends outside of it, or where there is none."""
    text = f"{'x' * 9000}{'-' * 5000}{'y' * 3000}-x"
    spans = compile_pattern("x|y+").find(text)
    assert len(spans) == 9002
    assert (spans[-2].start, spans[-2].end) == (14_000, 17_000)


@pytest.mark.parametrize(
    ("filters", "allowed", "path"),
    [
        (["a"] * 101, ALLOWED, "$.content_filters"),
        (["a"] * 2, Allowed(most=1), "$.content_filters"),
        (["a", "b" * 100_001], ALLOWED, "$.content_filters[1].pattern"),
        (["aa"], Allowed(longest=1), "$.content_filters[0].pattern"),
        (["(?=a)"], ALLOWED, "$.content_filters[0].pattern"),
    ],
)
def test_a_guardrail_has_only_so_many_patterns_of_such_a_length(
    filters: list[str], allowed: Allowed, path: str
) -> None:
    entries = [{"pattern": each, "action": "flag"} for each in filters]
    with pytest.raises(DocumentError) as refused:
        decode({"name": "g", "content_filters": entries}, Vendors(), allowed=allowed)
    assert [problem.path for problem in refused.value.problems] == [path]


def test_a_guardrail_may_have_what_the_deployment_allows() -> None:
    entries = [{"pattern": each, "action": "flag"} for each in ["b" * 100_000, "(?=a)", *"c" * 98]]
    document = {"name": "g", "content_filters": entries}
    guardrail = decode(document, Vendors(), allowed=Allowed(fallback=IN_TIME))
    assert guardrail.content_filters


@pytest.mark.parametrize(
    ("pattern", "position"),
    [
        (r"ab(?=c)", 2),
        (r"ab(?!c)", 2),
        (r"(?<=a)b", 0),
        (r"é(?<!a)b", 1),
        (r"(a)\1", 3),
        (r"(?<n>a)\k<n>", 7),
        (r"a(?>b)", 1),
        (r"a(?#b)", 1),
        (r"(?x)a", 0),
        (r"(?P=n)", 0),
        (r"(?<1n>a)", 0),
        (r"(?", 0),
        (r"(?)", 0),
        (r"a(b", 1),
        (r"a)b", 1),
        (r"a[b", 1),
        (r"a[b-", 1),
        (r"[", 0),
        (r"*a", 0),
        (r"a**", 2),
        (r"a|+", 2),
        (r"(?:+)", 3),
        (r"a{3}{4}", 4),
        (r"^*", 1),
        (r"\b+", 2),
        (r"a{1001}", 1),
        (r"a{99999999999999999999}", 1),
        (r"a{3,2}", 1),
        (r"[z-a]", 1),
        ("a\\", 1),
        (r"a\q", 1),
        (r"\A", 0),
        (r"\x4", 0),
        (r"\012", 0),
        (r"[\B]", 1),
        (r"\u{110000}", 0),
        (r"\p{no such}", 0),
    ],
)
def test_what_is_not_in_the_dialect_is_refused_with_its_position(
    pattern: str, position: int
) -> None:
    with pytest.raises(PatternError) as refused:
        compile_pattern(pattern)
    [problem] = refused.value.problems
    assert problem.message.endswith(f"at position {position}")
    assert problem.path == "$"


@pytest.mark.parametrize("pattern", [r"(a{900}){900}", r"\p{Nowhere}", r"((a{99}){99}){99}"])
def test_what_the_engine_refuses_is_a_problem_too(pattern: str) -> None:
    with pytest.raises(PatternError) as refused:
        compile_pattern(pattern)
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize(
    "broken", ["(", "[", r"\q", "(?=x)", "{9,1}", r"\p{%s}", "(?<%s>", "(a{900}){900}"]
)
def test_an_error_does_not_repeat_the_pattern(
    broken: str, capfd: pytest.CaptureFixture[str]
) -> None:
    pattern = CANARY + (broken % CANARY if "%s" in broken else broken)
    with pytest.raises(PatternError) as refused:
        compile_pattern(pattern)
    assert CANARY not in f"{refused.value}{refused.value!r}{refused.value.__cause__!r}"
    assert CANARY not in "".join(capfd.readouterr())


def test_a_detector_does_not_show_its_pattern() -> None:
    assert CANARY not in repr(compile_pattern(CANARY))


def test_a_deeply_nested_pattern_is_compiled_or_refused() -> None:
    deep = f"{'(' * 5000}a{')' * 5000}"
    try:
        assert found(deep, "a") == ["a"]
    except PatternError as error:
        assert error.problems  # noqa: PT017 - either is fine, a crash is not


@given(patterns, texts)
def test_places_count_code_points_of_the_original(pattern: str, text: str) -> None:
    """A lone surrogate counts as one U+FFFD, so replacing it first changes no place."""
    clean = "".join("\ufffd" if "\ud800" <= each <= "\udfff" else each for each in text)
    assert compile_pattern(pattern).find(text) == compile_pattern(pattern).find(clean)
    for start, end, _ in compile_pattern("é|葉").find(text):
        assert text[start:end] in {"é", "葉"}


@given(st.text(max_size=20))
def test_any_text_is_a_pattern_or_refused(pattern: str) -> None:
    try:
        compile_pattern(pattern)
    except PatternError as error:
        assert len(error.problems) == 1  # noqa: PT017 - either is fine, a crash is not


@given(st.text(min_size=1, max_size=10))
def test_a_text_with_its_signs_escaped_matches_itself(text: str) -> None:
    escaped = "".join(each if each.isalnum() else f"\\{each}" for each in text)
    assert found(escaped, text) == [text]


@given(st.text(min_size=1, max_size=6))
def test_a_character_by_its_number_is_that_character(text: str) -> None:
    written = "".join(f"\\u{{{ord(each):x}}}" for each in text)
    assert found(written, text) == [text]


def test_an_empty_pattern_is_refused() -> None:
    with pytest.raises(PatternError) as refused:
        compile_pattern("")
    assert [problem.path for problem in refused.value.problems] == ["$"]


def test_a_pattern_that_matches_too_often_is_undecided() -> None:
    most = custom.MOST_FOUND
    assert len(compile_pattern("a").find("a" * most)) == most
    *found, last = compile_pattern("a").find("a" * (most + 1) + "\u00e9")
    assert len(found) == most
    assert last == Span(0, most + 2, UNDECIDED)
