"""Addresses: the orders they are written in, how far they go, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.filters.builtin.address import COUNTEREXAMPLES, DETECTOR, EXAMPLES, words
from routelock.filters.builtin.address.page import Reader
from routelock.filters.text import Text
from tests.filters.given import texts

AROUND = [
    "{}",
    "see {}, please",
    "({})",
    "\n{}\n",
    "<{}>",
    "{}.",
    "\U0001f600 {} e\u0301",
    "\ud83d{}",
]


def found(text: str) -> list[str]:
    return [text[start:end] for start, end, _ in DETECTOR.find(text)]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("sample", EXAMPLES)
def test_an_example_is_found_whole(sample: str, around: str) -> None:
    expected = [f"{sample}." if around == "{}." and sample.endswith("St") else sample]
    assert found(around.format(sample)) == expected


@pytest.mark.parametrize("around", ["{}", "see {}, please"])
@pytest.mark.parametrize("sample", COUNTEREXAMPLES)
def test_a_counterexample_is_not_found(sample: str, around: str) -> None:
    assert found(around.format(sample)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live at 12 oak street in town", ["12 oak street"]),
        (
            "ship it to 9 elm rd apt 4, springfield, il 62704",
            ["9 elm rd apt 4, springfield, il 62704"],
        ),
        ("12 OAK ST SPRINGFIELD IL 62704", ["12 OAK ST SPRINGFIELD IL 62704"]),
        ("at 1200 Harbor Blvd. The view is nice.", ["1200 Harbor Blvd."]),
        ("at 1200 Harbor Street. The view is nice.", ["1200 Harbor Street"]),
        (
            "3 Elm Ave\nApt. 12\nSpringfield, IL 62704\nUSA",
            ["3 Elm Ave\nApt. 12\nSpringfield, IL 62704\nUSA"],
        ),
        ("Unit 7, 3 Elm Ave, Springfield, IL 62704", ["Unit 7, 3 Elm Ave, Springfield, IL 62704"]),
        ("144 S 500 E, Salt Lake City, UT 84102", ["144 S 500 E, Salt Lake City, UT 84102"]),
        (
            "4600 US Highway 12 South, Unity, WI 54488",
            ["4600 US Highway 12 South, Unity, WI 54488"],
        ),
        ("7 Rosewood, Springfield, IL 62704", ["7 Rosewood, Springfield, IL 62704"]),
        ("he lives on Skovkilden 14 now", ["Skovkilden 14"]),
        ("Lindenallee 7 and Lindenallee 9", ["Lindenallee 7", "Lindenallee 9"]),
        ("Király utca 23., 1075 Budapest", ["Király utca 23., 1075 Budapest"]),
        (
            "26 boulevard Voltaire, 75011 Paris, France",
            ["26 boulevard Voltaire, 75011 Paris, France"],
        ),
        ("4 via Roma", []),
        ("send it to P.O. Box 9, Salem, OR 97301.", ["P.O. Box 9, Salem, OR 97301"]),
        ("USS Harrier\nFPO AP 96601", ["USS Harrier\nFPO AP 96601"]),
        ('{"street": "12 Oak Lane", "city": "Springfield"}', ["12 Oak Lane"]),
        ("Gate 13 is closed, as of Spring 2007", []),
        ("bought 3 boxes, box 12 was empty", []),
        ("a 2015 Cabernet from Napa Valley.\n2014 Merlot", []),
        ("see RFC 2231\n# No change", []),
        ("the 5 S rules in 10 steps", []),
        ("room 12 on floor 3", []),
        ("v12 Main Street and 1:12 Main Street", []),
    ],
)  # fmt: skip
def test_what_stands_around_decides(text: str, expected: list[str]) -> None:
    assert found(text) == expected


names = st.sampled_from(["Oak", "Elm Tree", "Harbour", "Old Mill", "Quarry", "Saint Mark"])
kinds = st.sampled_from([kind.capitalize() for kind in words.STREETS])
sides = st.sampled_from(["", "N ", "SW ", "East "])
units = st.sampled_from(["", " Apt 4B", ", Suite 300", " # 12", ", 3rd Floor", "\nUnit 9"])
states = st.sampled_from([row.rpartition(" ")[2] for row in words.STATES[:50]])
codes = st.integers(10_000, 99_999).map(str)
towns = st.sampled_from(["Springfield", "Salt Lake City", "St. Paul", "Fairview"])
numbers = st.integers(1, 99_999).map(str)


@given(numbers, sides, names, kinds, st.sampled_from(AROUND[:5]))
def test_a_number_a_name_and_a_kind_of_street_are_found(
    number: str, side: str, name: str, kind: str, around: str
) -> None:
    sample = f"{number} {side}{name} {kind}"
    assert found(around.format(sample)) == [sample]


@given(numbers, sides, names, kinds, units, towns, states, codes)
def test_all_that_goes_on_with_a_street_belongs_to_its_address(  # noqa: PLR0913, PLR0917 - its parts
    number: str, side: str, name: str, kind: str, unit: str, town: str, state: str, code: str
) -> None:
    sample = f"{number} {side}{name} {kind}{unit}, {town}, {state} {code}"
    assert found(f"Send it to {sample}, please.") == [sample]


glued = st.sampled_from(
    ["straße", "weg", "gasse", "platz", "allee", "straat", "laan", "vej", "gatan"]
)


@given(st.sampled_from(["Linden", "Kirch", "Mühlen"]), glued, st.integers(1, 200).map(str), codes)
def test_a_street_with_its_number_last_is_found_with_code_and_town(
    name: str, kind: str, number: str, code: str
) -> None:
    sample = f"{name}{kind} {number}, {code} Neustadt"
    assert found(f"Ship it to {sample}, please.") == [sample]


@given(st.lists(st.one_of(texts, st.sampled_from(EXAMPLES), numbers, kinds), max_size=8))
def test_any_text_is_read_and_its_spans_are_in_order_and_apart(pieces: list[str]) -> None:
    text = " ".join(pieces)
    edges = [edge for start, end, _ in DETECTOR.find(text) for edge in (start, end)]
    assert edges == sorted(edges)
    assert not edges or (edges[0] >= 0 and edges[-1] <= len(text))


def test_a_reader_does_not_show_its_text() -> None:
    assert "canary" not in repr(Reader(Text("canary 12 Main Street")))
