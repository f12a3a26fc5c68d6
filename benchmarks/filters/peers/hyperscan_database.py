"""Hyperscan: all patterns in one database that a text runs through once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import hyperscan

from benchmarks.filters.contender import INJECTION, Contender, Place
from benchmarks.filters.patterns import PATTERNS

if TYPE_CHECKING:
    from collections.abc import Callable


def prepare() -> Contender:
    """Which of the patterns match, each told once: the fastest that it has."""
    return Contender(INJECTION, matching())


def prepare_places() -> Contender:
    """The same first, then the matches of these patterns by `re`: a text seldom has many."""
    which = matching()
    compiled = [(kind, re.compile(pattern, re.ASCII)) for kind, pattern in PATTERNS]

    def scan(text: str) -> list[Place]:
        return [
            Place(*match.span(), compiled[number][0])
            for number in which(text)
            for match in compiled[number][1].finditer(text)
        ]

    return Contender(INJECTION, scan, scan)


def prepare_starts() -> Contender:
    """Every end of every match with the leftmost start that leads to it, as Hyperscan tells it."""
    database = compiled(hyperscan.HS_FLAG_SOM_LEFTMOST)

    def scan(text: str) -> list[tuple[int, int, int]]:
        found: list[tuple[int, int, int]] = []

        def told(number: int, start: int, end: int, *_: object) -> None:
            found.append((number, start, end))

        database.scan(text.encode(), match_event_handler=told)
        return found

    return Contender(INJECTION, scan)


def matching() -> Callable[[str], list[int]]:
    """What gives the numbers of the patterns that match."""
    database = compiled(hyperscan.HS_FLAG_SINGLEMATCH)

    def which(text: str) -> list[int]:
        found: list[int] = []

        def told(number: int, *_: object) -> None:
            found.append(number)

        database.scan(text.encode(), match_event_handler=told)
        return found

    return which


def compiled(flag: int) -> hyperscan.Database:
    """All patterns in one database."""
    words = [pattern.encode() for _, pattern in PATTERNS]
    numbers = [*range(len(words))]
    database = hyperscan.Database()
    database.compile(expressions=words, ids=numbers, elements=len(words), flags=[flag] * len(words))
    return database
