"""Repeats: what is cut out of a flood is found all the same."""

from __future__ import annotations

from typing import Any

import pytest

from routelock.filters.builtin import address, person_name
from routelock.filters.builtin.repeats import unrepeated
from routelock.filters.detector import Span, TextDetector
from routelock.filters.text import Text

DETECTORS = {"person-name": person_name.DETECTOR, "address": address.DETECTOR}
FLOODS = [
    "John ",
    "John Smith ",
    "John Smith, ",
    "Mr. ",
    "Mr. Smith ",
    "Dear ",
    "my name is ",
    "Paul said ",
    "first name: ",
    "regards,\nA\n",
    "@john_smith ",
    "@",
    "J. K. ",
    "van de ",
    "JOHN ",
    "Anne-Marie ",
    "john smith ",
    "\u0418\u0432\u0430\u043d ",
    "\u00e9",
    "xJohn",
    "General ",
    "San Jose ",
    "X",
    "12 Main Street ",
    "12 ",
    "1 N ",
    "Main Street 12 ",
    "rue de 5 ",
    "12 rue ",
    "Box 12 ",
    "po box ",
    "corner of a and B ",
    "Unit 5 Box 6 ",
    "12 A B C D E F G H ",
    "Apt 5 ",
    "St 5\n",
    "lives at 5 ",
    "Foo 5, 12345 Bar ",
    "12 Foo, Bar, TX 78701 ",
    "12 St, ",
    "1/2 Oak ",
    "12-",
    "5 \u00e9 ",
    "via 1 ",
]
SIZE = 30_000


def cut_nowhere(detector: TextDetector) -> TextDetector:
    """The same detector as it reads a text to its end."""
    cells: list[Any] = [cell.cell_contents for cell in detector.locate.__closure__ or ()]
    [locate] = (cell for cell in cells if callable(cell))
    return TextDetector(locate)


@pytest.mark.parametrize("slug", DETECTORS)
@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_is_found_as_if_it_were_read_to_its_end(flood: str, slug: str) -> None:
    detector = DETECTORS[slug]
    for text in ((flood * SIZE)[:SIZE], f"Hi. {(flood * SIZE)[:SIZE]} and 5 Elm Street, said Bob"):
        assert sorted(detector.find(text)) == sorted(cut_nowhere(detector).find(text))


def test_places_whose_pattern_has_another_length_than_the_text_repeat_too() -> None:
    """Every third `ab` is a place: the places repeat after six characters, the text after two."""

    def locate(text: Text) -> list[Span]:
        return [Span(at, at + 2, "third") for at in range(0, len(text.original) - 1, 6)]

    text = Text("ab" * 20_000)
    assert sorted(unrepeated(locate, 100)(text)) == locate(text)


def test_places_that_never_repeat_are_read_to_the_end() -> None:
    def locate(_: Text) -> list[Span]:
        return [Span(at * at, at * at + 1, "square") for at in range(1, 150)]

    text = Text("ab" * 20_000)
    assert unrepeated(locate, 100)(text) == locate(text)
