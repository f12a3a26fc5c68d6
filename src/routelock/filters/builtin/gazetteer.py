"""Gazetteer: which words are used as names, read once from the list that the package carries.

A word is looked up as it stands, with a capital letter and without the marks of its letters. Its
code says how surely it is a given name and a family name (0 to 4: none, rather another word,
either, a name, a frequent name), and whether it is a place or an ordinary English word.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from functools import cache
from importlib.resources import files

COMMON, PLACE = 0o100, 0o200
NONE, RATHER_NOT, EITHER, NAME, FREQUENT = range(5)

_BARE = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th"}
    | {"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "đ": "d", "Đ": "D", "\u0131": "i", "ħ": "h"}
    | {"\u2019": "'", "\u02bc": "'"}
)
_MARKS = re.compile("[\u0300-\u036f]+")


def code(given: int, family: int) -> int:
    """How surely a word is a given name and a family name, as one number."""
    return given | family << 3


def given(code: int) -> int:
    """How surely it is a given name."""
    return code & 7


def family(code: int) -> int:
    """How surely it is a family name."""
    return code >> 3 & 7


def fold(word: str) -> str:
    """The word in letters without marks.

    >>> fold("Åsgeirsdóttir"), fold("Żółć")
    ('Asgeirsdottir', 'Zolc')
    """
    if word.isascii():
        return word
    return _MARKS.sub("", unicodedata.normalize("NFD", word.translate(_BARE)))


@cache
def codes() -> dict[str, int]:
    """The code of each word that has one; the first call takes some 50 ms."""
    packed = files("routelock").joinpath("data", "names", "words.z").read_bytes()
    made: dict[str, int] = {}
    for line in zlib.decompress(packed).decode().split("\n"):
        key, *words = line.split("\t")
        made |= dict.fromkeys(words, int(key))
    return made
