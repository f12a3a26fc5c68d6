"""Names of persons: known given and family names, and the words that stand around a name.

A name is a given name with what follows it (`Ada Lovelace`, `Ludwig van Beethoven`), initials
before a family name, whatever follows a title, `my name is` or `last name:`, a line that signs a
letter, a single given name that is no other word, and a family name to which people's deeds are
ascribed. Titles and the possessive `'s` are left out. Not a name: a street, a place, an
institution, a brand and a thing named after somebody, as far as the words around tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from routelock.filters.builtin.person_name.cues import LITERALS, by_cues
from routelock.filters.builtin.person_name.runs import in_runs
from routelock.filters.builtin.person_name.small import (
    has_joined_scripts,
    in_handles,
    in_joined_scripts,
    in_small_letters,
)
from routelock.filters.builtin.repeats import unrepeated
from routelock.filters.detector import Span, TextDetector

if TYPE_CHECKING:
    from routelock.filters.text import Text

__all__ = ["COUNTEREXAMPLES", "DETECTOR", "EXAMPLES", "LITERALS"]

EXAMPLES = (
    "Ada Lovelace",
    "Margaret Hamilton",
    "Ludwig van Beethoven",
    "John Q. Public",
    "Mary-Anne O'Neil",
    "José García Márquez",
    "Bożena Kowalska",
    "Søren Kierkegaard",
    "Иван Петров",
    "Jennifer",
    "Giovanni",
)
COUNTEREXAMPLES = (
    "New York",
    "San Jose",
    "Stanford University",
    "Washington Street",
    "Will",
    "May",
    "the Johnson report",
    "Mercedes",
    "Main Street",
    "Error Handling",
    "Monday Morning",
    "Apache Kafka",
    "JSON",
    "Lake Victoria",
    "Santa Clara County",
    "General Guidelines",
    "Math.abs(x)",
    "12 Paul Street",
)

_REACH = 400  # what a name can depend on, save what is said of the whole text


def _locate(text: Text) -> list[Span]:
    source = text.original
    found = [*in_runs(source), *by_cues(text)]
    if b"@" in text.ascii:
        found += in_handles(source)
    if source.islower():
        found += in_small_letters(source)
    if not source.isascii() and has_joined_scripts(text):
        found += in_joined_scripts(source)
    return _apart(found)


def _apart(found: list[Span]) -> list[Span]:
    """Spans that do not overlap: the first, of those the longest."""
    kept: list[Span] = []
    for span in sorted(found, key=lambda span: (span.start, -span.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


DETECTOR = TextDetector(unrepeated(_locate, _REACH))
