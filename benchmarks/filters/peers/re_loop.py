"""A loop over compiled patterns, one `finditer` after the other: what most people write."""

from __future__ import annotations

import re

from benchmarks.filters.contender import INJECTION, Contender, Place
from benchmarks.filters.patterns import PATTERNS


def prepare() -> Contender:
    """All matches of all patterns; ASCII classes, as everybody else here has them."""
    compiled = [(kind, re.compile(pattern, re.ASCII)) for kind, pattern in PATTERNS]

    def scan(text: str) -> list[Place]:
        return [
            Place(*match.span(), kind)
            for kind, pattern in compiled
            for match in pattern.finditer(text)
        ]

    return Contender(INJECTION, scan, scan)
