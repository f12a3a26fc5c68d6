"""US social security numbers: area, group and serial, nine digits, as the SSA assigns them.

Area 000, 666 and 900 to 999, group 00 and serial 0000 are never assigned (POMS RM 10201).
Written with equal separators a number speaks for itself; nine bare digits need words that say so
right before them. Not a number: a part of a longer chain of numbers, a fraction, half of a word.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import regex

from routelock.filters.builtin.repeats import unrepeated
from routelock.filters.detector import Span, TextDetector

if TYPE_CHECKING:
    from collections.abc import Callable

    from routelock.filters.text import Text

EXAMPLES = (
    "536-22-8726",
    "536 22 8726",
    "536.22.8726",
    "001-01-0001",
    "899-99-9999",
    "536\u00a022\u00a08726",
    "536\u201122\u20118726",
)
COUNTEREXAMPLES = (
    "000-22-8726",
    "666-22-8726",
    "900-22-8726",
    "987-65-4320",
    "536-00-8726",
    "536-22-0000",
    "536-22 8726",
    "536.22-8726",
    "53-622-8726",
    "536-22-87261",
    "1536-22-8726",
    "1-536-22-8726",
    "536-22-8726-1",
    "x536-22-8726",
    "536-22-8726b",
    "0.536.22.8726",
    "12 536 22 8726",
    "536 22 8726 12",
    "536228726",
    "ssn:1536228726",
    "ssn 000228726",
    "lessn 536228726",
    "invoice 536228726",
    "ssn. Invoice 536228726",
)

_SHAPES = (b"000-00-0000", b"000.00.0000", b"000000000")

# In the shape of a text; a letter before may be the end of an escape (`\n`) in quoted text.
_PLACE = re.compile(
    rb"000(?<![0a]000)(?<![^,]x000)(?:-00-0000|\.00\.0000|(000000))(?![0ax])(?!\.0)"
)

# In the text, its dashes and spaces made plain. Groups with spaces are none of a row of numbers.
_NUMBER = re.compile(
    r"(?:(?<![A-Za-z_])|(?<=\\[nrt]))(?<![0-9][-./])(?!(?<=[0-9] )[0-9]{3} )"
    r"(?!000|666|9)[0-9]{3}(?P<between>[-. ]?)(?!00)[0-9]{2}(?P=between)(?!0000)[0-9]{4}"
    r"(?!(?P=between)[0-9]|[-./][0-9])"
)
_PLAIN = str.maketrans("\u00a0\u2009\u202f\u2010\u2011\u2012\u2013\u2014\u2212", "   ------")
_AROUND = 3

# A placeholder, `[SSN]`, speaks for nothing that stands after it.
_CUE = regex.compile(
    r"(?ri)(?:(?<![a-z])ssn|(?-i:(?<=[a-z])S(?:SN|sn))|social[ _-]?security|soc\.?[ _-]?sec"
    r"|(?<![a-z])ss[ _]?(?:#|no\b|number)|seguro[ _-]?social)(?:[^0-9.;\]]|(?<=no|nr|sec)\.){0,24}"
)
_CUE_WORDS = (b"ssn", b"soc", b"ss#", b"ss #", b"ss n", b"ss_n")
_CUE_REACH = 48
_REACH = 160  # what a number can depend on
_MANY = 32
_NEXT = re.compile(r"\s*+(?:[,;/|&]|and|or)?+\s*+")


_span: Callable[[tuple[int, int, str]], Span] = partial(tuple.__new__, Span)


def _locate(text: Text) -> list[Span]:
    source = text.original
    found: list[Span] = []
    listed = -1  # where a number ended that a cue vouches for, and for those listed after it
    untold = 0
    plain = source.isascii()
    for place in _PLACE.finditer(text.shape):
        start, end = place.span()
        bare = place[1]
        if (bare and untold < 0) or not (
            _NUMBER.match(source, start) if plain else _is_number(source, start, end)
        ):
            continue
        if not bare:
            found.append(_span((start, end, "separated")))
        elif _is_told(source, start) or _is_listed(source, listed, start):
            listed = end
            found.append(_span((start, end, "told")))
        else:
            untold += 1
            if untold == _MANY and not _speaks(text.ascii):
                untold = -1  # nor will any other one be told
    return found


def _speaks(source: bytes) -> bool:
    """Whether a word of a cue stands anywhere."""
    plain = source.lower()
    return any(word in plain for word in _CUE_WORDS)


def _is_number(source: str, start: int, end: int) -> bool:
    """The same in a text that may have other dashes and spaces."""
    first = max(0, start - _AROUND)
    plain = source[first : end + _AROUND].translate(_PLAIN)
    return _NUMBER.match(plain, start - first) is not None


def _is_told(source: str, start: int) -> bool:
    return _CUE.match(source, max(0, start - _CUE_REACH), start) is not None


def _is_listed(source: str, last: int, start: int) -> bool:
    return last >= 0 and _NEXT.fullmatch(source, last, start) is not None


DETECTOR = TextDetector(unrepeated(_locate, _REACH), _SHAPES)
