"""Lexicon: what a word may be in a run of capital words, by the gazetteer and by our tables."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from routelock.filters.builtin.gazetteer import (
    COMMON,
    EITHER,
    FREQUENT,
    NAME,
    PLACE,
    code,
    codes,
    family,
    fold,
    given,
)
from routelock.filters.builtin.person_name import words

TITLE, RANK, HEAD, START, LOCAL, BRAND = (1 << bit for bit in range(8, 14))
SPEAKING = COMMON | PLACE | TITLE | RANK | HEAD | START | LOCAL | BRAND
"""Whatever a word can be when it is not a name."""

PART = r"\p{Lu}[\p{L}\p{M}]*(?:['\u2019]\p{L}{2,})?(?:-\p{Lu}[\p{L}\p{M}]+)*"
"""A pattern of a word of a name: `Ada`, `O'Neil`, `McKay`, `Anne-Marie`, an initial; no `'s`."""

PARTICLES = "|".join(sorted(words.PARTICLES, key=len, reverse=True))
"""A pattern of a small word within a name."""

_TABLES = (
    (TITLE, words.TITLES),
    (RANK, words.RANKS),
    (HEAD, words.HEADS),
    (START, words.STARTS),
    (LOCAL, words.BEFORE_PLACES),
    (BRAND, words.BRANDS),
)
_ENDING = re.compile(rf"\w{{3}}(?:{'|'.join(fold(each) for each in words.ENDINGS)})$")
_BY_ENDING = code(0, NAME)
_SHORTEST_CAPITALS = 4


class Word(NamedTuple):
    """A word of a run: where it stands, what it is, what it may be, whether its letter is big."""

    start: int
    end: int
    text: str
    code: int
    big: bool


@cache
def lexicon() -> dict[str, int]:
    """The code of each word that has one; of frequent given names in capitals too."""
    made = dict(codes())
    for bit, listed in _TABLES:
        for word in listed:
            made[fold(word)] = made.get(fold(word), 0) | bit
    capitals = {
        word.upper(): each
        for word, each in made.items()
        if given(each) == FREQUENT and len(word) >= _SHORTEST_CAPITALS and not each & SPEAKING
    }
    return made | capitals


@cache
def triggers() -> frozenset[str]:
    """The words that are worth a look wherever they stand."""
    return frozenset(word for word, each in lexicon().items() if _triggers(each))


def _triggers(each: int) -> bool:
    if each & (START | HEAD | BRAND):
        return False
    return bool(each & (TITLE | RANK)) or given(each) >= EITHER or family(each) >= NAME


def code_of(word: str) -> int:
    """The code of a word as it stands in a text; of a compound, the surest of its parts."""
    known = lexicon()
    if word in known:
        return known[word]
    key = fold(word).replace("'", "")
    if "-" not in key:
        return known.get(key.capitalize()) or (_BY_ENDING if _ENDING.search(key) else 0)
    parts = [known.get(part.capitalize(), 0) for part in key.split("-")]
    return code(max(map(given, parts)), max(map(family, parts)))


def is_ordinary(each: int, least: int = NAME) -> bool:
    """Whether a word is an English one and not as surely a name."""
    return bool(each & COMMON) and family(each) < least and given(each) < NAME
