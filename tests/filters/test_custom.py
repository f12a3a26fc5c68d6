"""Custom patterns: what the dialect means, and what an error says of one that is not in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.filters.custom import PatternError, compile_pattern
from tests.filters.given import CANARY, patterns, texts

SPACES = "\t\n\v\f\r \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"


def found(pattern: str, text: str) -> list[str]:
    return [text[start:end] for start, end, _ in compile_pattern(pattern).find(text)]


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
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
    ],
)  # fmt: skip
def test_a_pattern_of_the_dialect_means_what_the_table_says(
    pattern: str, text: str, expected: list[str]
) -> None:
    assert found(pattern, text) == expected


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
