"""Patterns: forty that take some engine for ever, each with the text that is worst for it."""

from __future__ import annotations

import random
from typing import NamedTuple

SIZE = 1 << 20
"""Code points of a text."""

DEPTH, LINE = 500, 2_000
DRAWN = "".join(random.Random(1).choices("ab", k=5_003))
"""A text in which anything may have begun anywhere: no table of states is large enough for it."""


class Hostile(NamedTuple):
    """A pattern, and a text: a start, one piece over and over, an end that spoils every match.

    The start, or every piece, has what each match needs, or else a look for one character that is
    nowhere is all it takes.
    """

    family: str
    pattern: str
    piece: str
    start: str = ""
    end: str = "!"

    def text(self, size: int = SIZE) -> str:
        """So many code points."""
        room = size - len(self.start) - len(self.end)
        return self.start + (self.piece * (room // len(self.piece) + 1))[:room] + self.end


NESTED = "nested quantifiers"
OVERLAP = "overlapping alternatives"
BACK = "backreferences"
LOOK = "look-around"
COUNTED = "counted repeats"
POLYNOMIAL = "polynomial"
AHEAD = "long look for the first match"
DEEP = "deep nesting"

HOSTILE = (
    Hostile(NESTED, r"(a+)+$", "a"),
    Hostile(NESTED, r"(a*)*b", "a", "b!"),
    Hostile(NESTED, r"(x+x+)+y", "x", "y!"),
    Hostile(NESTED, r"([a-z]+)*[0-9]", "abc", "0!"),
    Hostile(NESTED, r"^(\w+\s?)*$", "word "),
    Hostile(NESTED, r"(\p{L}+)+\d", "é", "0!"),
    Hostile(NESTED, r"^(([a-z])+.)+[A-Z]([a-z])+$", "a"),
    Hostile(OVERLAP, r"(a|aa)+$", "a"),
    Hostile(OVERLAP, r"(a|ab|b)*c", "ab", "c!"),
    Hostile(OVERLAP, r"(\d|\d\d|\d\d\d)+x", "1", "x!"),
    Hostile(OVERLAP, r"(?:\w|\d|_)*@", "a1_", "@!"),
    Hostile(OVERLAP, r"(.|\n)*END", "line\n"),
    Hostile(OVERLAP, r"(?:foo|foob|fooba|foobar|bar)*!", "foobar", "!?", "?"),
    Hostile(BACK, r"(a+)b\1b\1c", "aab", "c!"),
    Hostile(BACK, r"^(.*)\1\1$", "ab"),
    Hostile(BACK, r"(\w+) (\w+) \1 \2;", "one two ", ";!"),
    Hostile(BACK, r"(?:(a*)\1)+b", "a" * LINE + "!b!"),
    Hostile(LOOK, r"(?=(a+))a*b", "a" * LINE + "!b!"),
    Hostile(LOOK, r"(?=.*x)(?=.*y)(?=.*z).*w", "xyz" * LINE + "\nw\n"),
    Hostile(LOOK, r"^(?=(?:[a-z]+\s?)+$).*\d", "word ", end="0!"),
    Hostile(LOOK, r"(?<!\w)(\w+)+(?!\w|!)", "a"),
    Hostile(LOOK, r"(?<=^[ab]+)b", "ab"),
    Hostile(COUNTED, r"(?:a?){500}a{500}b", "a", "b!"),
    Hostile(COUNTED, r"a{1,1000}b", "a", "b!"),
    Hostile(COUNTED, r"(?:(?:a{1,10}){1,10}){1,10}b", "a", "b!"),
    Hostile(COUNTED, r"(?:.{0,100}x){5}y", "x", "y\n"),
    Hostile(COUNTED, r"a{5000}b", "a", "b!"),
    Hostile(COUNTED, r"(?:[a-z]{1,30} ){30}\d", "word ", "0!"),
    Hostile(COUNTED, r"a[ab]{100}c", DRAWN, "c!"),
    Hostile(COUNTED, r"(?:a|b)*a(?:a|b){500}c", DRAWN, "c!"),
    Hostile(POLYNOMIAL, r"\s+$", " "),
    Hostile(POLYNOMIAL, r"\n.*.*=.*", "a", "=\n"),
    Hostile(POLYNOMIAL, r"[\w.]+@[\w.]+\.com", "a.", "@!.com!"),
    Hostile(POLYNOMIAL, r'"[^"]*"[^"]*"[^"]*";', '"a', ";!"),
    Hostile(POLYNOMIAL, r"<[^>]*>[^<]*</[^>]*>!", "<a", "!>/?", "?"),
    Hostile(POLYNOMIAL, r"(?i)select.*from.*where.*;", "select from where ", ";\n"),
    Hostile(AHEAD, r"x*y|x", "x", "y!"),
    Hostile(AHEAD, r"a.*b|a{64}", "a", "b!"),
    Hostile(AHEAD, r"\w+\s+\w+:|\w{256}", "a", ":!"),
    Hostile(DEEP, "(" * DEPTH + "a" + ")*" * DEPTH + "b", "a", "b!"),
)
