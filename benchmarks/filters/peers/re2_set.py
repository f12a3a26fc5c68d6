"""RE2 and its set of patterns: one pass says which of them match, the places cost another each."""

from __future__ import annotations

import re2

from benchmarks.filters.contender import INJECTION, Contender, Place
from benchmarks.filters.patterns import PATTERNS

MEMORY = 256 << 20
"""Bytes that the automata of the set may take: as many as they like."""


def prepare() -> Contender:
    """Which of the patterns match."""
    return Contender(INJECTION, together().Match)


def prepare_places() -> Contender:
    """The set first, then the matches of the patterns that match."""
    which = together().Match
    compiled = [(kind, re2.compile(pattern, quiet())) for kind, pattern in PATTERNS]

    def scan(text: str) -> list[Place]:
        return [
            Place(match.start(), match.end(), compiled[number][0])
            for number in which(text) or ()
            for match in compiled[number][1].finditer(text)
        ]

    return Contender(INJECTION, scan, scan)


def together() -> re2.Set:
    """All patterns as one set."""
    found = re2.Set.SearchSet(quiet())
    for _, pattern in PATTERNS:
        found.Add(pattern)
    found.Compile()
    return found


def quiet() -> re2.Options:
    """Options under which nothing is logged and only whole matches are read."""
    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    options.max_mem = MEMORY
    return options
