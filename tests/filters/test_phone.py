"""Telephone numbers: found whole by plan, by grouping or by a word; other digits left alone."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.filters.builtin import phone
from routelock.filters.builtin.phone import COUNTEREXAMPLES, DETECTOR, EXAMPLES
from routelock.filters.builtin.phone.plans import LENGTHS, NATIONAL
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
TOLD = [
    "call [5550132]",
    "Call Ada [555-0132]",
    "You can reach our front desk at [4155550132].",
    "Please contact [41555501] to book",
    "Phone:\n[467 3395]",
    "phone number is [33 93 31]",
    "Home phone - [555-0132]",
    "Cell #: [3125550143]",
    "Phone 2: [5550132]",
    "Tel/Fax [030 901820]",
    "Phones: [467 3395], [467 3396] or [4673397]",
    "[555-0132] (home phone)",
    "my number is [4155550132]",
    "My UK number is [7911 123456]",
    "text me on [555.0132]",
    '{"phoneNumber": "[4155550132]", "id": 4155550133}',
    "MOBILE_NUMBER=[4155550132]",
    "<phone>[4155550132]</phone>",
    "<td>Phone</td><td>[41555 50132]</td>",
    "Contact: ada@example.com, [98765 43210]",
    "TEL;TYPE=CELL:[4155550132]",
    "tel:[+14155550132];ext=12",
    "fax [+1 - 0150132]",
    "Tel.: [0049 30 12345678]",
    "Handynummer [015123456789]",
    "Appelez-moi au [612345678]",
    "Ligue para [91234-5678]",
    "Телефон: [89123456789]",
    "请拨打电话[13812345678]咨询",
    "전화번호: [1012345678]",
    "رقم الهاتف [501234567]",
    "फ़ोन नंबर [98765 43210]",
    "Support: [+44 20 7946 0018] 24 hours",
    r"Phone:\n[415-555-0132]\nName",
    "[415-555-0132] / [415-555-0133]",
    "call [415-555-0132 x 77] now",
]
UNTOLD = [
    "call 911",
    "order 4155550132",
    "my lucky number is 5550132",
    "phone -5550132",
    "phone 1234567 1234567 1234567",
    "call 1 2 3 4 5 6 7",
    "calls 5550132 functions",
    "FUNCTION_CALL: 5550132",
    "mobile 2019-2020",
    "phone: 192.168.1.1",
    "phone 1000000",
    "text 5550132",
    "contact/5550132",
    "call 12345678@example.com",
    "phone? 5550132",
    "phone 42, 5550132",
    "5550132 (mobile only today)",
    "[PHONE] 5550132",
]
PLAIN = [re.sub(r"[][]", "", marked) for marked in TOLD]
DENSE = [
    "1234567",
    "12-34",
    "20 20 7",
    "at",
    "5550132 ",
    "2019-11-05",
    "\ud83d",
    "葉",
    "(12) 345-67",
]
FLOODS = [
    "1234567890",
    "1234567 ",
    "1234567\n",
    "12-34-",
    "12.34.",
    "123 ",
    "a 1234567 ",
    "+1 234 ",
    "(123) ",
    "call 1234567 ",
    "call ",
    "phone 1234567x ",
    "1234567 x12",
    "is at 1234567 ",
    "415-555-0132\n",
    "01 42 68 53 ",
    "电话1234567",
    "\u00a012\u201034",
]


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


@pytest.mark.parametrize("marked", TOLD)
def test_words_speak_for_what_stands_in_brackets(marked: str) -> None:
    expected = re.findall(r"\[(.*?)\]", marked)
    text = re.sub(r"[][]", "", marked)
    assert [each.partition(";")[0] for each in found(text)] == expected


@pytest.mark.parametrize("text", UNTOLD)
def test_words_about_something_else_speak_for_nothing(text: str) -> None:
    assert found(text) == []


def test_the_rule_says_what_the_evidence_was() -> None:
    rules = [rule for _, _, rule in DETECTOR.find("+1 415 555 0132, 415-555-0132, call 5550132")]
    assert rules == ["international", "national", "told"]


def test_no_calling_code_is_the_beginning_of_another_one_and_all_keep_to_fifteen_digits() -> None:
    codes = sorted(LENGTHS)
    assert not [pair for pair in pairwise(codes) if pair[1].startswith(pair[0])]
    assert all(len(code) + max(lengths) <= 15 for code, lengths in LENGTHS.items())


@st.composite
def international(draw: st.DrawFn) -> str:
    """A number of some plan in groups with one separator, or without any."""
    code = draw(st.sampled_from(sorted(LENGTHS)))
    size = draw(st.sampled_from(LENGTHS[code])) - 1
    number = draw(st.sampled_from("23456789")) + draw(
        st.text("0123456789", min_size=size, max_size=size)
    )
    between = draw(st.sampled_from(["", " ", "-", "\u00a0", "\u2011"]))
    step = draw(st.integers(2, 4))
    groups = [number[at : at + step] for at in range(0, len(number), step)]
    return f"+{between.join([code, *groups])}"


@given(international(), st.sampled_from(AROUND))
def test_any_number_of_any_plan_is_found_whole(number: str, around: str) -> None:
    assert found(around.format(number)) == [number]


@given(st.from_regex(NATIONAL, fullmatch=True, alphabet=st.characters(codec="ascii")))
def test_any_number_in_an_evident_grouping_is_found_whole(number: str) -> None:
    assert found(f"at {number}.") == [number]


@given(st.text("0123456789", min_size=7, max_size=20))
def test_digits_alone_are_never_a_number(digits: str) -> None:
    assert found(digits) == found(f"id {digits}") == []


@given(
    st.sampled_from(EXAMPLES), st.text(st.characters(exclude_categories=["Nd", "No"]), max_size=20)
)
def test_what_stands_far_off_changes_nothing(sample: str, around: str) -> None:
    assert sample in found(f"{around}\n{'so it is. ' * 9}{sample} that {around}")


@given(texts)
def test_spans_are_in_order_apart_and_inside_any_text(text: str) -> None:
    edges = [edge for start, end, _ in DETECTOR.find(text) for edge in (start, end)]
    assert edges == sorted(set(edges))
    assert not edges or (edges[0] >= 0 and edges[-1] <= len(text))


@pytest.mark.parametrize("flood", ["", "1234567\n", "12-34 ", "x1234567 ", "0000000"])
@pytest.mark.parametrize("place", [0, 4000, 8185, 8192, 20_000])
def test_a_number_is_found_among_any_number_of_digits(flood: str, place: int) -> None:
    before = (flood * place)[:place] if flood else "x" * place
    text = f"{before}\nso, (415) 555-0132\nphone: 467 3395\n{before}"
    assert found(text) == ["(415) 555-0132", "467 3395"]


def test_a_list_goes_on_over_the_edge_of_a_window() -> None:
    numbers = [f"46{number:04}7" for number in range(3000)]
    assert found(f"phones: {', '.join(numbers)}") == numbers


@given(st.lists(st.sampled_from(DENSE), min_size=60, max_size=80), st.data())
def test_skimming_dense_digits_hides_nothing(pieces: list[str], data: st.DataObject) -> None:
    pieces.insert(data.draw(st.integers(0, 60)), data.draw(st.sampled_from([*PLAIN, *EXAMPLES])))
    text = f"{'12-34,' * 3000}{'; '.join(pieces)}{'12-34,' * 3000}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(phone, "_DENSE", len(text))
        slowly = DETECTOR.find(text)
    assert DETECTOR.find(text) == slowly
