"""Cues: names that the words before them tell: `my name is`, `last name:`, the end of a letter."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import regex
from ahocorasick_rs import BytesAhoCorasick, MatchKind

from routelock.filters.builtin.gazetteer import EITHER, NAME, family, given
from routelock.filters.builtin.person_name import words
from routelock.filters.builtin.person_name.lexicon import PART, PARTICLES, SPEAKING, START, code_of
from routelock.filters.detector import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from routelock.filters.text import Text

# How the cues end, in small letters, `?` for what is not ASCII.
_NAMINGS = (
    b"name is", b"name was", b"call me", b"call him", b"call her", b" named ", b" called ",
    b"appelle ", b" llamo ", b" llama ", b"nombre es ", b"name ist ", b"hei?e ", b"heisse ",
    b" chiamo ", b" chiama ", b"meu nome ?", b" heter ", b"navn er ", b"naam is ", b"ik heet ",
)  # fmt: skip
_LABELS = (
    b"first name", b"last name", b"full name", b"first_name", b"last_name", b"full_name",
    b"firstname", b"lastname", b"fullname", b"surname", b"given name", b"given_name",
    b"family name", b"family_name", b"middle name", b"maiden name", b"holder name",
    b"patient name", b"customer name", b"contact name",
)  # fmt: skip
_CLOSINGS = (
    b"regards", b"incerely", b" wishes", b"thanks", b"thank you", b"cheers", b"the best",
    b"take care", b"best,", b"love,", b"faithfully", b" truly", b"signed:", b"cordialement",
    b"saludos", b"elijke groet", b"hilsen", b"gr??e", b"gruesse", b" saluti",
)  # fmt: skip

_NAME = (
    rf"(?P<name>{PART}(?:[ \u00a0](?:(?:{PARTICLES})[ \u00a0]){{0,2}}"
    rf"(?:{PART}|\p{{Lu}}\.?(?!\p{{L}}))){{0,3}}+)"
)
_SMALL = r"\p{Ll}[\p{Ll}\p{M}'\u2019-]++(?:[ ]\p{Ll}[\p{Ll}\p{M}'\u2019-]++){0,2}"
_NAMING = regex.compile(rf"(?ri)(?<![\p{{L}}\p{{N}}_])(?:{words.NAMING})\s?")
_NAMED = regex.compile(rf"[\s:,\"'\u201c\u201e«(-]{{0,3}}(?:{_NAME}|(?P<small>{_SMALL}))")
_LABELLED = regex.compile(
    rf"(?:[ ](?:is|was)\b)?[\"'`]?[ ]?[:=,\t|?]?[\s\"'`>*]{{0,4}}{_NAME}(?![\p{{L}}\p{{N}}_(=])"
)
_SIGNED = regex.compile(
    r"(?:,?[ ](?:again|so much|a lot|in advance|you|for all|all))?[,.! ]{0,4}"
    r"(?:[ \t]{0,4}(?:\r?\n[> \t]{0,4}){1,3}[-\u2013\u2014*~]{0,2}[ ]?"
    r"|[ ]?[-\u2013\u2014.]{1,2}[ ]?)"
    rf"{_NAME}[ \t]{{0,4}}[,.]?(?=\r?\n|\Z)"
)
_PIECE = regex.compile(r"[^ \u00a0]+")
_LONGEST_NAMING = 32


class Cue(NamedTuple):
    """What stands before a name, how the name goes on, and which words may belong to it."""

    rule: str
    before: regex.Pattern[str] | None
    after: regex.Pattern[str]
    keeps: Callable[[str, int], bool]


def _is_named(word: str, place: int) -> bool:
    code = code_of(word)
    if word in words.PARTICLES:
        return place > 0
    if word[0].islower():
        known = code_of(word.capitalize())
        return max(given(known), family(known)) >= NAME and not known & SPEAKING
    return not code & START or (given(code) > 0 and not place)


def _is_signed(word: str, _: int) -> bool:
    code = code_of(word)
    is_initial = len(word.rstrip(".")) == 1
    return not code & SPEAKING or given(code) >= EITHER or family(code) >= NAME or is_initial


_CUES = (
    (_NAMINGS, Cue("named", _NAMING, _NAMED, _is_named)),
    (_LABELS, Cue("labelled", None, _LABELLED, _is_named)),
    (_CLOSINGS, Cue("signed", None, _SIGNED, _is_signed)),
)
_OF_LITERAL = tuple((literal, cue) for literals, cue in _CUES for literal in literals)
LITERALS = tuple(literal for literal, _ in _OF_LITERAL)
"""How the cues end, in the small letters of `Text.ascii`."""

# Up to sixteen literals run on vector instructions; a short text is read in one go instead.
_LONG, _GROUP = 4096, 16


@cache
def _gates(group: int) -> tuple[tuple[int, BytesAhoCorasick], ...]:
    starts = range(0, len(LITERALS), group)
    return tuple(
        (
            start,
            BytesAhoCorasick(LITERALS[start : start + group], matchkind=MatchKind.LeftmostFirst),
        )
        for start in starts
    )


def by_cues(text: Text) -> list[Span]:
    """Names after `my name is`, in fields for names, and in the line that signs a letter."""
    found: list[Span] = []
    for end, index in _hits(text.ascii.lower()):
        if not (found and end < found[-1].end) and (span := at(text, index, end)):
            found.append(span)
    return found


def _hits(small: bytes) -> list[tuple[int, int]]:
    """Where each literal ends, in order, and its index."""
    gates = _gates(_GROUP if len(small) > _LONG else len(LITERALS))
    hits = [
        (end, first + index)
        for first, gate in gates
        for index, _, end in gate.find_matches_as_indexes(small)
    ]
    return sorted(hits) if len(gates) > 1 else hits


def at(text: Text, index: int, end: int) -> Span | None:
    """The name after the literal of that index, which ends at `end`."""
    source, cue = text.original, _OF_LITERAL[index][1]
    if cue.before and not cue.before.match(source, max(0, end - _LONGEST_NAMING), end):
        return None
    found = cue.after.match(source, end)
    if not found:
        return None
    start, stop = found.span("name")
    if start < 0:
        start, stop = found.span("small")
    size = _kept(source[start:stop], cue.keeps)
    return Span(start, start + size, cue.rule) if size else None


def _kept(name: str, keeps: Callable[[str, int], bool]) -> int:
    """How much of it is a name."""
    size = 0
    for place, word in enumerate(_PIECE.finditer(name)):
        if not keeps(word[0], place):
            break
        size = size if word[0] in words.PARTICLES else word.end()
    return size
