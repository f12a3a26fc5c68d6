"""Street addresses and PO boxes, in the orders of North America, the British Isles and Europe.

The number stands before the street (`12 Main St`, `12 rue de Rivoli`) or after it (`Calle Mayor 5`,
`Lange Gasse 3`); the unit, the town, the state, the postal code and the country that go on with it
belong to the address. Written after USPS Publication 28 and the Universal Postal Union's country
sheets. A street alone, a town alone and a number of anything else are no address.
"""

from __future__ import annotations

import string
from functools import cache
from typing import TYPE_CHECKING

import regex
from ahocorasick_rs import BytesAhoCorasick, MatchKind

from routelock.filters.builtin.address import words
from routelock.filters.builtin.address.box import LITERALS, at_word
from routelock.filters.builtin.address.first import from_number
from routelock.filters.builtin.address.grammar import STATE_CODES
from routelock.filters.builtin.address.last import QUOTES, ends_street, is_common, to_number
from routelock.filters.builtin.address.page import CLOSE, Page, Reader
from routelock.filters.builtin.repeats import unrepeated
from routelock.filters.detector import Span, TextDetector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from routelock.filters.text import Text

EXAMPLES = (
    "12 Main Street",
    "12 Oak St.",
    "4502 N. Lincoln Ave, Chicago, IL 60625",
    "77 Massachusetts Avenue, Cambridge, MA 02139-4307, USA",
    "1600 SW Alder Dr Apt 4B, Portland, OR 97205",
    "350 Fifth Avenue, 21st Floor, New York, NY 10118",
    "8 SHORE RD NE APT 12 SEATTLE WA 98105",
    "19 County Road 42, Ashford, AL 36312",
    "815 W Adams, Chicago, IL 60607",
    "Apt 5, 12 Rosewood Avenue, Leeds LS1 4DY",
    "221B Baker Street, London NW1 6XE",
    "7 Wattle Grove, Richmond VIC 3121",
    "PO Box 1234",
    "P.O. Box 88, Salem, OR 97301",
    "RR 2 Box 51, Elkton, SD 57026",
    "PSC 802 Box 74, APO AE 09499",
    "Musterstraße 12a, 10115 Berlin",
    "Lange Gasse 3, 1080 Wien",
    "12 rue de la Paix, 75002 Paris",
    "Calle Mayor 45, 28013 Madrid",
    "Via Garibaldi 9, 16124 Genova",
    "ul. Długa 7, 31-147 Kraków",
    "Keizersgracht 174, 1016 DW Amsterdam",
    "Storgatan 8, 111 23 Stockholm",
    "Mannerheimintie 30, 00100 Helsinki",
    "Rua Augusta 100, 1100-053 Lisboa",
    "Postfach 1020",
    "12 Elm Street\nSuite 300\nDenver, CO 80202",
    "the corner of Pine Street and Fourth Avenue",
)
COUNTEREXAMPLES = (
    "12 people",
    "Main Street",
    "Chicago, IL 60625",
    "in 2015 the street",
    "3 way street",
    "5 minute drive",
    "a 4 lane road",
    "10 Best Places to Live",
    "Chapter 12",
    "March 15",
    "Version 3",
    "During 1996",
    "Spring 2007",
    "Python 3",
    "a box 12 cm wide",
    "Section 4, paragraph 2",
    "1.2 Main Street",
    "$12 Main Street",
    "12:30 Main Street",
    "10 Downing",
)


@cache
def _gate(literals: tuple[bytes, ...]) -> Callable[[bytes], list[tuple[int, int, int]]]:
    # Leftmost matching is the one that the library runs on vector instructions.
    gate = BytesAhoCorasick(literals, matchkind=MatchKind.LeftmostFirst)
    find: Callable[[bytes], list[tuple[int, int, int]]] = gate.find_matches_as_indexes
    return find


def _seen(listed: Iterable[str], *, small: bool = True, big: bool = True) -> frozenset[bytes]:
    """Words as they are seen in the bytes of a text, in small letters or with capitals."""
    seen = {word.encode("ascii", "replace") for word in listed}
    capital = {form for word in seen for form in (word.capitalize(), word.upper())}
    return frozenset((seen if small else set()) | (capital if big else set()))


def _locate(text: Text) -> list[Span]:
    has_number = b"0" in text.shape
    if not has_number and b"corner of" not in text.ascii.lower():
        return []  # of the words of their own this alone goes without a number
    found = [*_first(text), *_last(text), *_words(text)] if has_number else [*_words(text)]
    return _whole(text.original, _joined(found)) if found else found


def _joined(found: list[Span]) -> list[Span]:
    """Spans in order, those that overlap as one."""
    kept: list[Span] = []
    for span in sorted(found):
        if kept and span.start < kept[-1].end:
            kept[-1] = kept[-1]._replace(end=max(span.end, kept[-1].end))
        else:
            kept.append(span)
    return kept


_LONGEST_LINE, _REACH = 160, 600
_PROSE = regex.compile(
    r"[.!?:;][ ]|[()=<>{}@]"
    r"|\b(?:is|are|was|were|in|on|at|and|for|to|with|please|the|has|have|from|as|you|i|we)\b"
)


def _whole(source: str, found: list[Span]) -> list[Span]:
    """In a text that is one line and begins with its address, the rest belongs to it too."""
    last = found[-1]
    if len(source) > _LONGEST_LINE or source[: last.start].strip(" \"'"):
        return found
    rest = source[last.end :].rstrip(" \"'\n.")
    if not rest or "\n" in source.strip() or _PROSE.search(rest):
        return found
    return [*found[:-1], last._replace(end=last.end + len(rest))]


_CLEAR = bytes.maketrans(b",.#\n\"'()<>:[]{}*", b" " * 16)
_MOST_WORDS = 7

# --- the number first ---------------------------------------------------------------------------

# 12 Main, 12b Main, 12 5th Street: what follows the last digit, and the letters glued to it.
_FIRST_SHAPES = (b"0-x", b"0-a", b"0x-", b"0a-", b"0xx-", b"0xa-")
_GLUED = (0, 0, 1, 1, 2, 2)
_AHEAD, _LONGEST_NUMBER = 60, 13
_LETTERS = string.ascii_letters.encode()
_NO_NUMBER = b".,:/$#%&=+_\\@*-"

# What has to stand somewhere after a number: small after a small word, else in any letters.
_SURE = (
    *(*words.STREETS, *words.DIRECTIONS, *words.HIGHWAYS),
    *(*words.NAMED, *words.KINDS, *words.KINDS_TOO),
)
_UNSURE = (*words.OTHERS, *words.UNITS)
_AFTER_SMALL = _seen(set(_SURE) - {*words.OFTEN}, big=False)
_AFTER_BIG = _seen(_SURE) | _seen((*_UNSURE, *STATE_CODES), small=False)
_AFTER_ANY = _AFTER_BIG | _seen(_UNSURE)
_COUNTED = _seen(words.COUNTED, big=False)
_LONGEST_COUNTED = max(map(len, _COUNTED)) + 2


def _first(text: Text) -> Iterator[Span]:
    hits = _gate(_FIRST_SHAPES)(text.shape)
    if not hits:
        return
    plain, reader, before = text.ascii, Reader(text), -CLOSE
    for which, hit, _ in hits:
        gap = hit + 1 + _GLUED[which]
        if hit < reader.done or plain[gap] != ord(" "):
            continue
        is_close, before = hit < before + CLOSE, hit
        word, space, _ = plain[gap + 1 : gap + _LONGEST_COUNTED].partition(b" ")
        if space and word in _COUNTED:
            continue
        small = reader.small or hit < _LONGEST_NUMBER
        if not (is_close or _tells(plain[gap : gap + _AHEAD], small=small)):
            continue
        if span := reader.read(gap, _ahead):
            yield span


def _ahead(page: Page, gap: int) -> Span | None:
    """The address whose number ends before the space at `gap`."""
    if not _tells(page.plain[gap : gap + _AHEAD], small=page.small or gap < _LONGEST_NUMBER):
        return None
    letters = gap - len(page.plain[:gap].rstrip(_LETTERS))
    begin = _begin(page.plain, gap - 1 - letters, is_ordinal=letters > 1)
    return from_number(page, begin) if begin >= 0 else None


def _tells(head: bytes, *, small: bool) -> bool:
    """Whether what stands after a number speaks of a street."""
    tokens = head.translate(_CLEAR).split(maxsplit=_MOST_WORDS)
    if not tokens or tokens[0] in _COUNTED:
        return False
    if small:
        return not _AFTER_ANY.isdisjoint(tokens)
    return not (_AFTER_SMALL if tokens[0][:1].islower() else _AFTER_BIG).isdisjoint(tokens)


def _begin(plain: bytes, hit: int, *, is_ordinal: bool = False) -> int:
    """Where the number begins; -1 where it is a part of something else."""
    begin = hit
    while begin > max(0, hit - _LONGEST_NUMBER) and _is_of_number(plain, begin - 1):
        begin -= 1
    if not begin:
        return begin
    before = plain[begin - 1 : begin]
    if is_ordinal and before == b" ":
        before_that = plain[begin - 2 : begin - 1]
        return _begin(plain, begin - 2) if before_that.isdigit() else -1
    bullet = before in b"-*" and plain[begin - 2 : begin - 1].isspace()
    return -1 if before.isalnum() or (before in _NO_NUMBER and not bullet) else begin


def _is_of_number(plain: bytes, at: int) -> bool:
    character = plain[at : at + 1]
    return character.isdigit() or (character in b"-/" and plain[at - 1 : at].isdigit())


# --- the number last ----------------------------------------------------------------------------

_BEHIND, _LONGEST_WORD = 60, 30
_WORD_ENDS = _LETTERS + b"?.,"
_WORD_STARTS = string.ascii_uppercase.encode() + b"?\"'(<>[{*"
_APART = _seen(words.APART, big=False)
_SOME_KINDS = _seen((*words.KINDS, *words.KINDS_TOO), small=False) | _seen(words.SMALL_KINDS)
_ANY_KINDS = _seen((*words.KINDS, *words.KINDS_TOO))
_NO_STREET = frozenset((*words.NUMBERED, *words.UNITS))
_ROADS = frozenset(words.HIGHWAYS)
_SAYING, _UNITS = _seen(words.SAYING, big=False), _seen(words.UNITS)


def _last(text: Text) -> Iterator[Span]:
    hits = _gate((b"-0",))(text.shape)
    if not hits:
        return
    plain, reader, before = text.ascii, Reader(text), -CLOSE
    for _, gap, _ in hits:
        if gap < reader.done or plain[gap] not in b" ?":
            continue
        is_close, before = gap < before + CLOSE, gap
        if not _is_named(plain, gap, small=reader.small):
            continue
        if not (is_close or _may_end(text.original, plain, gap + 1, small=reader.small)):
            continue
        if span := reader.read(gap + 1, _behind):
            yield span


def _behind(page: Page, start: int) -> Span | None:
    """The address whose street ends with the number at `start`."""
    ends = _may_end(page.source, page.plain, start, small=page.small)
    return to_number(page, start) if ends else None


def _is_named(plain: bytes, gap: int, *, small: bool) -> bool:
    """Whether the word before begins with a capital, or is a kind of street."""
    if not gap or plain[gap - 1] not in _WORD_ENDS:
        return False
    begin = plain.rfind(b" ", max(0, gap - _LONGEST_WORD), gap) + 1
    if small or plain[begin] in _WORD_STARTS or b"\n" in plain[begin:gap]:
        return True
    return plain[begin:gap].rstrip(b",.") in _APART


def _may_end(source: str, plain: bytes, start: int, *, small: bool) -> bool:
    """Whether the words before a number may be a street."""
    low = max(0, start - _BEHIND)
    head = source[low:start].rpartition("\n")[2]
    word = head.rstrip(" \u00a0,.").rpartition(" ")[2].lstrip(QUOTES).lower()
    if not word or word in _NO_STREET:
        return False
    seen = plain[low:start].translate(_CLEAR).split()
    if b"?" in plain[low:start]:
        seen += [token.lstrip(b"?") for token in seen if token.startswith(b"?")]
    kinds = _ANY_KINDS if small else _SOME_KINDS
    if not kinds.isdisjoint(seen) or ends_street(word):
        return True
    after = plain[start : start + _LONGEST_WORD].translate(_CLEAR).split()
    if not _UNITS.isdisjoint(after):
        return True
    has_code = any(map(bytes.isdigit, after[2:]))
    is_told = has_code or not _SAYING.isdisjoint(map(bytes.lower, seen))
    return is_told and (word in _ROADS or not is_common(word))


# --- words of their own -------------------------------------------------------------------------


def _words(text: Text) -> Iterator[Span]:
    hits = _gate(LITERALS)(text.ascii.lower())
    reader = Reader(text) if hits else None
    for _, start, _ in hits:
        if reader and start >= reader.done and (span := reader.read(start, at_word)):
            yield span


DETECTOR = TextDetector(unrepeated(_locate, _REACH))
