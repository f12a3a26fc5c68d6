"""Telephone numbers: international ones by ITU-T E.164, national ones by grouping or by a word.

A `+` with a calling code and as many digits as that code's plan has is evidence enough, and so is
a national grouping that hardly anything else is written in. Other groupings, and digits without
any, need a word right before them that says what they are. An extension belongs to its number.
Not a number: ids, times, dates, IP addresses, decimal numbers, rows of numbers, parts of a word.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

import re2
from ahocorasick_rs import BytesAhoCorasick, MatchKind

from routelock.filters.builtin.phone.cues import CUES, SIGNS, is_cued, names, vouches
from routelock.filters.builtin.phone.plans import (
    LENGTHS,
    NATIONAL,
    NATIONAL_SHAPE,
    is_international,
)
from routelock.filters.builtin.repeats import unrepeated
from routelock.filters.detector import Span, TextDetector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from routelock.filters.text import Text

EXAMPLES = (
    "+14155550132",
    "+1 415 555 0132",
    "+1-415-555-0132",
    "+1 (415) 555-0132",
    "(+44) 20 7946 0018",
    "+44 (0)20 7946 0018",
    "+44 20 7946 0018",
    "+49 30 901820",
    "+33 1 42 68 53 00",
    "+39 06 6982",
    "+7 912 345-67-89",
    "+45 - 31226543",
    "+290 51234",
    "+49 800 1234567890",
    "+44\u00a020\u00a07946\u00a00018",
    "(415) 555-0132",
    "(415)555-0132 x12",
    "415-555-0132",
    "415\u2011555\u20110132",
    "415.555.0132 ext. 12",
    "415 555 0132",
    "1-800-555-0199",
    "001-415-555-0132",
    "8 (495) 123-45-67",
    "(11) 91234-5678",
    "(02) 9876 5432",
    "01 42 68 53 00",
    "020 7946 0018",
    "07700 900123",
    "(01632) 960983",
    "030/12345678",
    "090-1234-5678",
    "0487 98 11 92",
    "06-12345678",
)
COUNTEREXAMPLES = (
    "4155550132",
    "1700000000",
    "1700000000123",
    "415-555-01325",
    "x415-555-0132",
    "3415-555-0132",
    "INV-415-555-0132",
    "9.415.555.0132",
    "200 415 555 0132",
    "415 555 0132 77",
    "$415 555 0132",
    "555-0132",
    "9469 9966",
    "+1 015 555 0132",
    "+999 12345678",
    "+35236450.6",
    "+4612-05957",
    "a+14155550132",
    "1.2.3+20210101",
    "2019-11-05",
    "01-02-2020 12:30:45",
    "2021-03-04T12:30:45+01:00",
    "192.168.100.200",
    "37.7749295, -122.4194155",
    "0123.456789",
    "01 02 03 04 05",
    "00 11 22 33 44 55",
    "4111 1111 1111 1111",
    "123e4567-e89b-12d3-a456-426655440000",
    "ISBN 978-3-16-148410-0",
    "iPhone 5550132",
    "phone id 5550132",
    "call order 4155550132",
    "function call 4155550132",
    "call(4155550132)",
    "my order number is 4155550132",
    "phone 1.4155550132",
    "fax 2019-11-05",
    "mobile users grew to 5550132",
)

_SHAPES = (b"0000000", b"00-00", b"00.00", b"00/00", b"00-0-00", b"0)00", b"0)-00", b"0).00")

# In the shape of a text: digits with what may stand between them, and how far before a hint, one
# of the shapes, they may start.
_RUN = re.compile(rb"0++(?:[-./()]{1,3}+0++)*+")
_BETWEEN, _WITHIN = b"-./()", b"0-./()"
_HEAD = 24

# Most runs are of a few shapes, so what those can be is remembered: a grouping is the shape of a
# national number, and what is no number is one in full if it stands apart.
_GROUPING = re.compile(rf"(?<!0){NATIONAL_SHAPE}(?!0)".encode())
_GROUPS, _QUAD = re.compile(rb"0+(?:[-./]0+)*"), re.compile(rb"0{1,3}(?:\.0{1,3}){3}")
_OPENING = frozenset((b"+", b"("))
_APART = frozenset(bytes([sign]) for sign in b" \t\r\n|,;\"'")
_USUAL = 32  # characters of a run that may be remembered
_FLAT = bytes(ord("0") if byte in _WITHIN else ord(",") for byte in range(256))
_MANY = 12  # hints in a window that make up for a flat form of the text
_SIGNS = SIGNS.encode()
_NEAR, _SINGLE = 8, re.compile(rb"(?<!0)0(?!0)")

# A window with more hints than this is skimmed before it is read, so that texts of nothing but
# digits cost little: without any grouping, calling code or word of a cue there is no number.
_WINDOW, _DENSE, _REACH = 8192, 48, 80
_OVERLAP = max(map(len, _SHAPES)) - 1
_hints = BytesAhoCorasick(list(_SHAPES), matchkind=MatchKind.LeftmostFirst).find_matches_as_indexes

# In the text, its dashes and spaces made plain.
_PLAIN = str.maketrans("\u00a0\u2009\u202f\u2010\u2011\u2012\u2013\u2014\u2212", "   ------")
_BEFORE, _AFTER = 5, 18  # characters around a run: a `+` and its neighbour, an extension
_NAMED = _AFTER + 2  # up to where words in parentheses may begin that say what a number is
_LEFT = r"(?:(?<![0-9A-Za-z_])|(?<=\\[nrt]))"
_RIGHT = r"(?![0-9A-Za-z_@]|[-.:][0-9A-Za-z]|%)"
_EXTENSION = (
    r"(?:(?:;ext=|[ ,;]{0,2}(?i:x|ext(?:n|ension)?|poste|ramal|anexo|interno|durchwahl|доб)\.?"
    r" ?:? ?| ?#)[0-9]{1,6})?"
)
_GROUPED = (
    r"(?:(?:\(\+?[0-9]{1,3}\)|\+?\(?[0-9]{1,3}\)?)[-. /]{0,3}\([0-9]{1,5}\)[-. /]?"
    r"|\(\+?[0-9]{1,5}\)[-. /]{0,3}|\+\([0-9]{1,3}\)[-. /]?|\+?[0-9]{1,3}(?: [-/] |  ))?"
    r"\+?[0-9]++(?:[-. /][0-9]++)*+"
)
_EVIDENT = re.compile(
    rf"{_LEFT}(?<![0-9A-Za-z]-)(?<![0-9][.:])(?<![$€£¥#])"
    rf"(?:(?=\(?\+)(?<![)\]+])(?P<international>{_GROUPED})"
    rf"|(?<![0-9A-Za-z]/)(?P<national>{NATIONAL}){_EXTENSION}{_RIGHT})"
)
_OTHER = re.compile(rf"{_LEFT}(?<![0-9][-./:])(?<![A-Za-z\s=(,]-){_GROUPED}")
_TAIL = re.compile(_EXTENSION + _RIGHT)
_GROUP = re.compile(r"\(0\)|[0-9]+")  # the trunk prefix counts for nothing behind a calling code
_DIGITS = re.compile(r"[0-9]+")
_BLANKS = re.compile(r"[0-9]+ ")

# What digits that a word speaks for have to be, and what their groups must not be: dates and
# years, addresses of hosts, decimal numbers.
_FEWEST, _MOST, _MOST_BARE, _MOST_GROUPS = 7, 15, 12, 6
_PAIRS = [2, 2, 2]
_FAR = 400  # what a number can depend on; a run that is longer is none
_LONG = 8  # digits that need no groups to be like a number
_ROUND = re.compile(r"[0-9]{1,3}0*\Z")
_ELSE = re.compile(
    r"(?:19|20)[0-9]{2}(?:([-./ ])[0-9]{1,2}\1[0-9]{1,2}|[-/ ](?:19|20)[0-9]{2})(?![0-9])"
    r"|[0-9]{1,2}([-./])[0-9]{1,2}\2(?:19|20)[0-9]{2}(?![0-9])"
    r"|[0-9]{2}([./])[0-9]{2}\3[0-9]{2}\Z"
    r"|(?:[0-9]{1,3}\.){3}[0-9]{1,3}\Z|(?!...\.....\Z)[0-9]+\.[0-9]+\Z"
)
_NEXT = re.compile(r"\s*+(?:[,;]\s|[/|&]|and|or|und|oder|et|ou|y|e|o)\s*+")


_span: Callable[[tuple[int, int, str | None]], Span] = partial(tuple.__new__, Span)


class Sort(Enum):
    """What a run of digits can be."""

    EVIDENT = "a number by itself"
    TOLD = "a number if words say so"
    NEVER = "another kind of number, whatever words say"


_EVIDENTLY, _IF_TOLD, _NEVER = Sort  # a name of the module is faster than one of the class


def _locate(text: Text) -> list[Span]:
    found: list[Span] = []
    source, listed = text.original, -1
    for start, end, sort in _runs(text, found):
        if sort is _EVIDENTLY and (whole := _whole(source, start, end)):
            told = [whole]
        elif sort is _EVIDENTLY or (sort is _IF_TOLD and _may_be_told(text, start, end, listed)):
            numbers = _numbers(source, text.shape, start, end, sort)
            told = [*_told(source, numbers, found[-1:])]
        else:
            continue
        if told:
            found += told
            listed = _listed(source, told[-1][1])
    return found


def _runs(text: Text, found: Sequence[Span]) -> Iterator[tuple[int, int, Sort]]:
    """Runs of digits in which numbers may be, window after window; `found` is what was found."""
    source, shape, flat, done = text.original, text.shape, b"", 0
    for low in range(0, len(shape), _WINDOW):
        hints = _hints(shape[low : low + _WINDOW + _OVERLAP])
        listing = found and found[-1].end + _WINDOW > low
        if len(hints) > _DENSE and not listing and not _may_have(source, low, low + _WINDOW):
            continue
        if len(hints) > _MANY and not flat:
            flat = shape.translate(_FLAT)
        for _, hint, _ in hints:
            if low + hint >= done:
                start, done, sort = _run(shape, flat, done, low + hint)
                yield start, done, _sort_here(text.ascii, start, done, sort)


def _run(shape: bytes, flat: bytes, done: int, hint: int) -> tuple[int, int, Sort]:
    """The digits around a hint with what may stand between them, and what they can be."""
    low = max(done, hint - _HEAD)
    if flat and (high := flat.find(b",", hint, hint + _USUAL)) >= 0:
        low = flat.rfind(b",", low, hint) + 1 or low
        start, end, sort = _read(shape[low:high])
        return low + start, low + end, sort
    head = shape[low:hint]
    inner = len(head) - len(head.rstrip(_WITHIN))
    start = hint - len(head[-inner:].lstrip(_BETWEEN)) if inner else hint
    run = _RUN.match(shape, start)
    end = run.end() if run else hint + 1
    return start, end, _sort(shape[start:end]) if end - start <= _USUAL else _EVIDENTLY


@lru_cache(1024)
def _read(stretch: bytes) -> tuple[int, int, Sort]:
    """The first run in digits and what may stand between some."""
    run = _RUN.search(stretch)
    start, end = run.span() if run else (0, 0)
    return start, end, _sort(stretch[start:end])


def _listed(source: str, end: int) -> int:
    """Where a number begins that is next in a list after one with this end."""
    following = _NEXT.match(source, end)
    return following.end() if following else -1


def _sort_here(source: bytes, start: int, end: int, sort: Sort) -> Sort:
    """What a run can be by the sign before it, if that is not what its shape says."""
    before = source[start - 1 : start]
    if before in _OPENING:
        return _EVIDENTLY
    if sort is _NEVER and (before not in _APART or source.find(b"?", start, end) >= 0):
        return _IF_TOLD  # it may begin later, or end earlier
    return sort


@lru_cache(1024)
def _sort(run: bytes) -> Sort:
    if _GROUPING.search(run):
        return _EVIDENTLY
    digits = run.count(b"0")
    groups = _GROUPS.fullmatch(run) and (digits > _MOST or digits < sum(_PAIRS))
    return _NEVER if groups or _QUAD.fullmatch(run) else _IF_TOLD


def _may_be_told(text: Text, start: int, end: int, listed: int) -> bool:
    """Whether a list goes on with a run, or words may stand beside it that make it a number."""
    if listed >= start - _BEFORE:
        return True
    named = text.shape.find(b"(", start, end + _NAMED)
    if named >= 0 and (named <= end + 1 or text.shape.find(b"0", end, named) >= 0):
        return True
    return not _is_next(text, start, end) and is_cued(text, start - _BEFORE, end)


def _is_next(text: Text, start: int, end: int) -> bool:
    """Whether another number comes between a run, and any group of it, and the words before."""
    before = text.ascii[max(0, start - _NEAR) : start].rstrip(_SIGNS)
    if not before[-2:].isdigit():
        return False
    single = _SINGLE.search(text.shape, start, end) or text.ascii.find(b"?", start, end) >= 0
    return not single


def _may_have(source: str, low: int, high: int) -> bool:
    """Whether a part of a text with very many digits is worth a closer look."""
    part = source[max(0, low - _REACH) : high + _REACH]
    plain = part if part.isascii() else part.translate(_PLAIN)
    return _skim().search(plain.encode(errors="replace")) is not None


@cache
def _skim() -> re2._Regexp:
    options = re2.Options()
    options.never_capture, options.case_sensitive = True, False
    either = (r"\+\(?[1-9](?:[-. /()]*[0-9]){5}", NATIONAL, *CUES)
    return re2.compile("|".join(either), options)


def _whole(source: str, start: int, end: int) -> Span | None:
    """The number that all of a run is, if it needs no words."""
    if not source[max(0, start - _BEFORE) : end + _AFTER].isascii():
        return None
    low = start
    while low > 0 and source[low - 1] in "(+" and start - low < _BEFORE:
        low -= 1
    place = _EVIDENT.match(source, low, end + _AFTER)
    if place is None or place.end() < end:
        return None
    high = _evident_end(source, place)
    return None if high is None or high < end else _span((low, high, place.lastgroup))


def _numbers(source: str, shape: bytes, start: int, end: int, sort: Sort) -> list[Span]:
    """Numbers in a run, and between them what would be numbers if words said so."""
    if _is_none(shape, start, end) or (end - start > _WINDOW and not _may_have(source, start, end)):
        return []
    first = max(0, start - _BEFORE)
    plain = source[first : end + _AFTER]
    if not plain.isascii():
        plain = plain.translate(_PLAIN)
    done, stop = len(plain[: start - first].rstrip("(+")), end - first
    found: list[Span] = []
    for place in _EVIDENT.finditer(plain, done) if sort is _EVIDENTLY else ():
        low, rule = place.start(), place.lastgroup or ""
        if low >= stop:
            break
        if high := _evident_end(plain, place):
            if low - done >= _FEWEST:
                found += _others(plain, first, done, low)
            found.append(Span(first + low, first + high, rule))
            done = high
    if stop - done >= _FEWEST:
        found += _others(plain, first, done, stop)
    return found


def _is_none(shape: bytes, start: int, end: int) -> bool:
    """Whether a run has too few digits, or a word runs into the only ones, as in a hash."""
    digits = shape.count(b"0", start, end)
    if digits < end - start:
        return digits < sum(_PAIRS)
    before = shape[max(0, start - 2) : start]  # an escape, `\n`, is no word
    return shape[end : end + 1] == b"a" or (before[-1:] in (b"a", b"x") and before != b",x")


def _others(plain: str, first: int, start: int, end: int) -> Iterator[Span]:
    whole = _OTHER.match(plain, start)
    for place in (whole,) if whole and whole.end() == end else _OTHER.finditer(plain, start):
        if place.end() > end:
            return
        tail = _TAIL.match(plain, place.end())
        if tail and _is_plausible(place[0]):
            yield Span(first + place.start(), first + tail.end(), "told")


def _evident_end(plain: str, place: re.Match[str]) -> int | None:
    if place.lastgroup == "international":
        return _international_end(plain, place)
    start, end = place.span()
    blank = plain.find(" ", start, end) >= 0
    return None if blank and _is_in_row(plain, start, end) else end


def _is_in_row(plain: str, start: int, end: int) -> bool:
    """Whether groups with blanks between them go on as a row of numbers."""
    if not _BLANKS.match(plain, start):
        return False
    before, after = plain[max(0, start - 2) : start], plain[end : end + 2]
    behind = before[:1].isdigit() and before[1:] == " "
    return behind or (after[:1] == " " and after[1:].isdigit())


def _international_end(plain: str, place: re.Match[str]) -> int | None:
    """Where the longest number ends that is as long as the plan of its calling code says."""
    start, end = place.span()
    written = _DIGITS.findall(plain, start, end)
    usual = 2 < len(written) <= _MOST and "0" not in written  # noqa: PLR2004
    whole = usual and is_international("".join(written))
    if whole and (tail := _TAIL.match(plain, end, place.endpos)):
        return tail.end()
    groups = [group for group in _GROUP.finditer(plain, start, end) if group[0] != "(0)"]
    digits, stop = "", None
    for group in groups[:_MOST]:
        digits += group[0]
        if is_international(digits):
            stop = group.end()
    if stop is None or (len(groups) == 2 and _is_fraction(plain, groups)):  # noqa: PLR2004
        return None
    tail = _TAIL.match(plain, stop, place.endpos)
    if tail:
        return tail.end()
    return stop if stop < end and plain[stop] in " /" else None


def _is_fraction(plain: str, groups: list[re.Match[str]]) -> bool:
    """Whether two groups are a decimal number or coordinates, with a sign before."""
    return groups[0][0] not in LENGTHS and plain[groups[0].end()] != " "


def _is_plausible(number: str) -> bool:
    """Whether a word may make these digits a number."""
    if number.isdigit():
        return _FEWEST <= len(number) <= _MOST_BARE and not _ROUND.match(number)
    sizes = [len(group) for group in _GROUP.findall(number)]
    if len(sizes) > _MOST_GROUPS or max(sizes) == 1 or _ELSE.match(number):
        return False
    return _FEWEST <= sum(sizes) <= _MOST or sizes == _PAIRS


def _told(source: str, numbers: list[Span], found: list[Span]) -> Iterator[Span]:
    """The numbers that need no words or have them, or are listed after one that has."""
    last = found[0] if found else None
    for number in numbers:
        if number.rule != "told" or _is_told(source, number, last):
            yield number
            last = number


def _is_told(source: str, number: Span, last: Span | None) -> bool:
    digits = source[number.start : number.end]
    bare = digits.isdigit()
    return (
        _is_listed(source, number, last, bare=bare)
        or vouches(source, number.start, short=bare and len(digits) < _LONG)
        or names(source, number.end)
    )


def _is_listed(source: str, number: Span, last: Span | None, *, bare: bool) -> bool:
    """Whether a number is next in a list; bare digits are only where words spoke for the list."""
    if last is None or (bare and last.rule != "told"):
        return False
    return _NEXT.fullmatch(source, last.end, number.start) is not None


DETECTOR = TextDetector(unrepeated(_locate, _FAR), _SHAPES)
