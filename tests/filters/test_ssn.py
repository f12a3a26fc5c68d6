"""Social security numbers: every assigned one is found whole, and none that cannot be one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.filters.builtin.ssn import COUNTEREXAMPLES, DETECTOR, EXAMPLES
from tests.filters.given import texts

AROUND = [
    "{}",
    "see {}, please",
    "({})",
    "\n{}\n",
    "<{}>",
    "{}.",
    "\U0001f600 {} e\u0301",
    "葉{}葉",
]
CUES = [
    "ssn {}",
    "SSN: {}",
    "my ssn is {}.",
    "SSN#{}",
    "SS# {}",
    "ss no. {}",
    "Social Security Number: {}",
    "social security no. {}",
    "social_security_number={}",
    "Soc. Sec. No. {}",
    'ssn": "{}',
    '{{"userSsn": {}}}',
    "<td>SSN</td><td>{}",
    "número de seguro social {}",
]
BARE = "536228726"
FLOODS = [
    "000-45-6789 ",
    "536-22-8726 ",
    "123456789 ",
    "ssn ",
    "ssn 000000000 ",
    f"ssn {BARE} ",
    "0",
]

areas = st.integers(1, 899).filter(lambda area: area != 666)
separators = st.sampled_from(["-", " ", ".", "\u00a0", "\u2011", "\u2013"])


def found(text: str) -> list[str]:
    return [text[start:end] for start, end, _ in DETECTOR.find(text)]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("sample", EXAMPLES)
def test_an_example_is_found_whole(sample: str, around: str) -> None:
    assert found(around.format(sample)) == [sample]


@pytest.mark.parametrize("around", ["{}", "see {}, please"])
@pytest.mark.parametrize("sample", COUNTEREXAMPLES)
def test_a_counterexample_is_not_found(sample: str, around: str) -> None:
    assert found(around.format(sample)) == []


@given(areas, st.integers(1, 99), st.integers(1, 9999), separators, st.sampled_from(AROUND))
def test_any_assigned_number_is_found_whole(
    area: int, group: int, serial: int, between: str, around: str
) -> None:
    number = between.join([f"{area:03}", f"{group:02}", f"{serial:04}"])
    assert found(around.format(number)) == [number]


@given(st.sampled_from([0, 666, *range(900, 1000)]), separators)
def test_an_area_that_is_never_assigned_makes_no_number(area: int, between: str) -> None:
    assert found(between.join(["ssn", f"{area:03}", "22", "8726"])) == []


@pytest.mark.parametrize("cue", CUES)
def test_bare_digits_are_a_number_right_after_words_that_say_so(cue: str) -> None:
    assert found(cue.format(BARE)) == [BARE]
    assert found(cue.format("536220000")) == []


@given(st.text("0123456789", min_size=1, max_size=20))
def test_bare_digits_alone_are_never_a_number(digits: str) -> None:
    assert found(digits) == found(f"id {digits}") == []


def test_a_placeholder_speaks_for_nothing() -> None:
    assert found(f"[SSN] {BARE}") == []


def test_numbers_listed_after_one_that_words_speak_for_are_found_too() -> None:
    assert found(f"ssns: {BARE}, 536228727 and 536228728; id 536228729") == [
        BARE,
        "536228727",
        "536228728",
    ]


def test_escaped_line_breaks_and_columns_are_borders() -> None:
    assert found(r"name\n536-22-8726\nage") == ["536-22-8726"]
    assert found("Ada\t536-22-8726\t4111-1111") == ["536-22-8726"]
    assert found("1,536-22-8726,x") == ["536-22-8726"]


@given(texts)
def test_spans_are_in_order_apart_and_inside_any_text(text: str) -> None:
    edges = [edge for start, end, _ in DETECTOR.find(text) for edge in (start, end)]
    assert edges == sorted(set(edges))
    assert not edges or (edges[0] >= 0 and edges[-1] <= len(text))
