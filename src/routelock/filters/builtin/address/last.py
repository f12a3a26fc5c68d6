"""Addresses with the number last: `Calle Mayor 5`, `Lange Gasse 3a`, `Király utca 23.`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from routelock.filters.builtin.address import words
from routelock.filters.builtin.address.page import (
    CODE,
    UNIT,
    Page,
    address,
    is_cued,
    is_line,
    is_told,
    tail,
)
from routelock.filters.builtin.gazetteer import COMMON, codes

if TYPE_CHECKING:
    from routelock.filters.detector import Span

_KINDS, _SMALL_KINDS = frozenset(words.KINDS), frozenset(words.SMALL_KINDS)
_ANY_KINDS = _KINDS | frozenset(words.KINDS_TOO)
_ENDINGS, _APART = tuple(words.ENDINGS), frozenset(words.APART)
_NUMBERED = frozenset(words.NUMBERED)
_NUMBER = regex.compile(
    r"\d{1,4}(?:[/-]\d{1,4})?(?:[ ]?[A-Za-z](?![\p{L}\p{N}]))?\.?(?![\p{L}\p{N}]|[.,:/]\d|%)"
)
_YEAR = regex.compile(r"(?:19|20)\d\d(?!\d)")
_NUMERO = regex.compile(r",?[ ]+(?:n[º°o.]*[ ]?)?")
_REACH = 60
_PIECE = regex.compile(r"\p{L}[\p{L}\p{M}\p{N}.'\u2019-]*")
QUOTES = "\"'(<>[{*"


def to_number(page: Page, start: int) -> Span | None:
    """The address whose street ends with the number at `start`."""
    number = _NUMBER.match(page.source, start)
    if not number:
        return None
    end, kinds = tail(page, number.end())
    begin = _of_kind(page, start, kinds)
    if begin is None:
        begin = _of_names(page, start, end, kinds)
    return None if begin is None else address(page, begin, end, kinds, "last")


def _of_kind(page: Page, start: int, kinds: str) -> int | None:
    """Where a street begins that has its kind before its name."""
    line = page.source.rfind("\n", 0, start) + 1
    words_before = _PIECE.finditer(page.source, max(line, start - _REACH), start)
    for piece in reversed([*words_before]):
        word, begin = piece[0], piece.start()
        key = word.rstrip(".").lower()
        if key not in _ANY_KINDS or not (page.small or word[0].isupper() or key in _SMALL_KINDS):
            continue
        sure = key in _KINDS or kinds or is_cued(page.source, begin)
        if sure and _reaches(page, begin, start):
            return int(begin)
    return None


def _reaches(page: Page, begin: int, start: int) -> bool:
    """Whether a street that begins with its kind goes on to the number at `start`."""
    found = page.grammar.after_kind.match(page.source, begin)
    return bool(found) and _NUMERO.fullmatch(page.source, found.end(), start) is not None


def _of_names(page: Page, start: int, end: int, kinds: str) -> int | None:
    """Where a street begins that ends with its kind, or is known by what stands around it."""
    low = max(0, start - _REACH)
    bare = page.grammar.bare.match(page.source, low, start)
    told = bare is not None and is_told(page.source, bare.start())
    ended = page.grammar.ended.match(page.source, low, start)
    likely = kinds or told or not _YEAR.match(page.source, start)
    if ended and likely and _has_ending(ended[0]):
        return int(ended.start())
    if not bare or bare[0].split()[0].strip(".,").lower() in _NUMBERED:
        return None
    lined = CODE in kinds and is_line(page.source, bare.start(), end)
    return int(bare.start()) if told or UNIT in kinds or lined else None


def _has_ending(name: str) -> bool:
    *others, last = name.split()
    word = last.rstrip(".,").lower()
    return ends_street(word) and bool(others or word not in _APART)


def ends_street(word: str) -> bool:
    """Whether a word, in small letters, is or ends with a kind of street."""
    return word in _APART or (word.endswith(_ENDINGS) and not is_common(word))


def is_common(word: str) -> bool:
    """Whether a word, in small letters, is an ordinary English one."""
    return bool(codes().get(word.capitalize(), 0) & COMMON)
