"""Names of persons: what a name is made of, what stands around it, and what only looks like one."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.filters.builtin import gazetteer
from routelock.filters.builtin.gazetteer import FREQUENT, codes, family, fold
from routelock.filters.builtin.person_name import COUNTEREXAMPLES, DETECTOR, EXAMPLES
from routelock.filters.builtin.person_name.cues import LITERALS, at
from routelock.filters.builtin.person_name.lexicon import SPEAKING, code_of
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
_SHORTEST = 4


def found(text: str) -> list[str]:
    return [text[start:end] for start, end, _ in DETECTOR.find(text)]


def is_plain(word: str, code: int) -> bool:
    return word.isascii() and len(word) >= _SHORTEST and not (code | code_of(word)) & SPEAKING


GIVEN = [
    w for w, code in codes().items() if gazetteer.given(code) == FREQUENT and is_plain(w, code)
]
FAMILY = [w for w, code in codes().items() if family(code) == FREQUENT and is_plain(w, code)]
# frozen for speed: a sample of many thousands
givens = st.sampled_from(random.Random(1).sample(sorted(GIVEN), 500))  # noqa: S311 - not secret
families = st.sampled_from(random.Random(2).sample(sorted(FAMILY), 500))  # noqa: S311 - not secret


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("sample", EXAMPLES)
def test_an_example_is_found_whole(sample: str, around: str) -> None:
    assert found(around.format(sample)) == [sample]


@pytest.mark.parametrize("around", ["{}", "see {}, please"])
@pytest.mark.parametrize("sample", COUNTEREXAMPLES)
def test_a_counterexample_is_not_found(sample: str, around: str) -> None:
    assert found(around.format(sample)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dear Mr. Okonkwo-Bright, thank you", ["Okonkwo-Bright"]),
        ("please ask Dr. Vance Ulrich about it", ["Vance Ulrich"]),
        ("my name is wilhelmina", ["wilhelmina"]),
        ("Her maiden name is Quillfeather.", ["Quillfeather"]),
        ("People call me Zebulon", ["Zebulon"]),
        ("je m'appelle Amélie", ["Amélie"]),
        ("Ich heiße Jürgen Quast", ["Jürgen Quast"]),
        ("Last name: Thistlewood, first name: Ignatius", ["Thistlewood", "Ignatius"]),
        ('{"first_name": "Rosalind", "last_name": "Ashgrove"}', ["Rosalind", "Ashgrove"]),
        ("See you soon.\n\nKind regards,\n\nFenwick Tolliver\nSales", ["Fenwick Tolliver"]),
        ("Many thanks - Beatrix", ["Beatrix"]),
        ("Jennifer's brother", ["Jennifer"]),
        ("They are Quentin, Jennifer and Abigail.", ["Quentin", "Jennifer", "Abigail"]),
        ("Linda Holloway left. Later Holloway came back.", ["Linda Holloway", "Holloway"]),
        ("Kowalczyk denied it, said the judge", ["Kowalczyk"]),
        ("a study by Kowalczyk et al.", ["Kowalczyk"]),
        ("J. R. Kowalczyk wrote it", ["J. R. Kowalczyk"]),
        ("CONTACT: JENNIFER KOWALCZYK", ["JENNIFER KOWALCZYK"]),
        (
            "thanks @jennifer_kowalczyk and @jenniferkowalczyk!",
            ["jennifer_kowalczyk", "jenniferkowalczyk"],
        ),
        (
            "please ask jennifer kowalczyk about mr. thistlewood",
            ["jennifer kowalczyk", "thistlewood"],
        ),
        ("我叫王小明\uff0c很高兴", ["王小明"]),
        ("李明先生\uff0c您好", ["李明"]),
        ("私の名前は佐藤健です", ["佐藤健"]),
        ("田中さん、こんにちは", ["田中"]),
        ("제 이름은 김철수입니다", ["김철수"]),
        ("Меня зовут Иван Петров", ["Иван Петров"]),
        ("Jennifer Kowalczyk University", []),
        ("12 Jennifer Street", []),
        ("in Jennifer, a town", []),
        ("the Jennifer effect", []),
        ("Jennifer(x) and user.Jennifer and Jennifer_1", []),
        ("General Guidelines and Private Data", []),
        ("@dataclass @property @jennifer.setter", []),
        ("name is not defined", []),
        ("first name: required, last name: string", []),
        ("Kind regards,\n\nThe Support Team", []),
    ],
)  # fmt: skip
def test_what_stands_around_decides(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@given(givens, families, st.sampled_from(AROUND))
def test_a_known_given_name_and_a_known_family_name_are_found_whole(
    first: str, last: str, around: str
) -> None:
    assert found(around.format(f"{first} {last}")) == [f"{first} {last}"]


@given(givens, families, st.sampled_from(["Mr. ", "Mrs ", "Dr. ", "Dear Ms. "]))
def test_a_title_is_left_out(first: str, last: str, title: str) -> None:
    assert found(f"{title}{first} {last} called.") == [f"{first} {last}"]


@given(st.lists(st.one_of(texts, givens, families, st.sampled_from(EXAMPLES)), max_size=8))
def test_any_text_is_read_and_its_spans_are_in_order_and_apart(pieces: list[str]) -> None:
    text = " ".join(pieces)
    spans = DETECTOR.find(text)
    edges = [edge for start, end, _ in spans for edge in (start, end)]
    assert edges == sorted(edges)
    assert all(0 <= start < end <= len(text) for start, end, _ in spans)


def test_a_cue_can_be_read_by_its_literal_alone() -> None:
    text = Text("Her maiden name: Quillfeather")
    place = LITERALS.index(b"maiden name")
    span = at(text, place, text.ascii.lower().index(b"maiden name") + len(b"maiden name"))
    assert span is not None
    assert text.original[span.start : span.end] == "Quillfeather"


@pytest.mark.parametrize(
    ("word", "folded"), [("Bożena", "Bozena"), ("Þór", "Thor"), ("Größe", "Grosse"), ("Ada", "Ada")]
)
def test_a_word_is_looked_up_without_its_marks(word: str, folded: str) -> None:
    assert fold(word) == folded


def test_the_lists_are_small_on_disk_and_say_where_they_are_from() -> None:
    folder = files("routelock").joinpath("data", "names")
    assert len(folder.joinpath("words.z").read_bytes()) <= 600_000
    assert "MIT License" in folder.joinpath("NOTICE").read_text(encoding="utf-8")
