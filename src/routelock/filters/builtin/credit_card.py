"""Card numbers: ISO/IEC 7812 issuer ranges, the lengths that each issuer uses, Luhn's check digit.

A number stands bare, or in the groups that are printed on cards, with one and the same separator.
Not a card: part of a longer number, of a word or of a decimal fraction, a telephone number with
its `+`, an IBAN, one group out of a list of four-digit numbers.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from routelock.filters.builtin.repeats import unrepeated
from routelock.filters.detector import Span, TextDetector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from routelock.filters.text import Text

EXAMPLES = (
    "4111111111111111",
    "4111 1111 1111 1111",
    "5555-5555-5555-4444",
    "3782 822463 10005",
    "3056 930902 5904",
    "4222222222222",
    "6304 0000 0000",
    "6212345678901232",
    "6222020212345678909",
    "6222 0202 1234 5678 909",
    "4111.1111.1111.1111",
    "4111\u00a01111\u00a01111\u00a01111",
    "2200000000000004",
    "122000000000003",
    "3530111333300000",
)
COUNTEREXAMPLES = (
    "4111111111111112",
    "1748503543012",
    "1700000000000000",
    "0.4111111111111111",
    "4111111111111111.5",
    "x4111111111111111",
    "94111111111111111",
    "41111111111111111",
    "+4222222222222",
    "4111 1111-1111 1111",
    "1234 4111 1111 1111 1111",
    "FR14 4111 1111 1111 1111",
    "123e4567-e89b-12d3-a456-630400000000",
)

# Issuers: first and last prefix, lengths. A prefix may fall into several rows.
_ISSUERS = (
    ("4", "4", (13, 16, 19)),  # Visa
    ("51", "55", (16,)),  # Mastercard
    ("2221", "2720", (16,)),
    ("34", "34", (15,)),  # American Express
    ("37", "37", (15,)),
    ("300", "305", range(14, 20)),  # Diners Club
    ("3095", "3095", range(14, 20)),
    ("36", "36", range(14, 20)),
    ("38", "39", range(14, 20)),
    ("35", "35", range(16, 20)),  # JCB, which issues from 3528 on and has the rest to itself
    ("1800", "1800", (15,)),
    ("2131", "2131", (15,)),
    ("6011", "6011", range(16, 20)),  # Discover
    ("644", "659", range(16, 20)),
    ("62", "62", range(16, 20)),  # UnionPay
    ("81", "81", range(16, 20)),
    ("5018", "5018", range(12, 20)),  # Maestro
    ("5020", "5020", range(12, 20)),
    ("5038", "5038", range(12, 20)),
    ("5612", "5612", range(12, 20)),
    ("5893", "5893", range(12, 20)),
    ("6304", "6304", range(12, 20)),
    ("6390", "6390", range(12, 20)),
    ("6759", "6759", range(12, 20)),
    ("6761", "6763", range(12, 20)),
    ("5019", "5019", (16,)),  # Dankort
    ("2200", "2204", range(16, 20)),  # Mir
    ("508", "508", (16,)),  # RuPay
    ("60", "60", (16,)),
    ("82", "82", (16,)),
    ("5060", "5061", (16, 18, 19)),  # Verve
    ("5078", "5079", (16, 18, 19)),
    ("637", "639", (16,)),  # InstaPayment
    ("9792", "9792", (16,)),  # Troy
    ("8600", "8600", (16,)),  # UzCard
    ("9860", "9860", (16,)),  # Humo
    ("1", "1", (15,)),  # UATP
)

_SHAPES = (b"000000000000", b"0000-0000-", b"0000.0000.", b"0000-000000-")

# In the shape of a text. A run of groups of four may hold several cards, one after the other.
_PLACE = re.compile(
    rb"0000(?<![0ax]0000)(?<!\+0000)(?<!0\.0000)"
    rb"(?:0{8,15}"
    rb"|-000000-00000?"
    rb"|(?<!\b0000-0000)(?:-0000){2,}(?:-0{1,3})?"
    rb"|(?:\.0000){2,}(?:\.0{1,3})?)"
    rb"(?![0ax])(?!\.0)"
)
_IBAN = re.compile(rb"[A-Za-z]{2}[0-9]{2}[ -](?:[A-Za-z]{4}[ -])?\Z")
_IBAN_HEAD = 10
_REACH = 160  # what a card can depend on
_SHORTEST, _LONGEST = 12, 23  # characters, separators included
_SEPARATORS = b" -.?"
_DOUBLED = bytes.maketrans(b"0123456789", b"0246813579")


def _luhn(digits: bytes) -> bool:
    """The check of ISO/IEC 7812-1: every second digit from the right counts double, sum mod 10."""
    total = sum(digits[-1::-2]) + sum(digits[-2::-2].translate(_DOUBLED))
    return (total - ord("0") * len(digits)) % 10 == 0


@lru_cache(10_000)
def _sizes(prefix: bytes) -> frozenset[int]:
    """How many digits the numbers have that begin with these four."""
    return frozenset(
        length
        for first, last, lengths in _ISSUERS
        if first <= prefix[: len(first)].decode() <= last
        for length in lengths
    )


def _is_card(place: bytes) -> bool:
    digits = place if place.isdigit() else place.replace(place[4:5], b"")
    uniform = digits.isdigit()  # or separators differ
    return uniform and len(digits) in _sizes(digits[:4]) and _luhn(digits)


def _cards(place: bytes) -> Iterator[tuple[int, int]]:
    """Card after card from the start of a place, the longest reading first."""
    start, size = 0, len(place)
    while start < size:
        for end in range(min(start + _LONGEST, size), start + _SHORTEST - 1, -1):
            if (end == size or place[end] in _SEPARATORS) and _is_card(place[start:end]):
                yield start, end
                start = end + 1
                break
        else:
            return


def _is_other(source: bytes, start: int, end: int) -> bool:
    """Whether what stands before makes this the rest of an IBAN or of a UUID."""
    if end - start == _SHORTEST and source[start - 1 : start] == b"-":
        return True
    if not source[start - 2 : start - 1].isalnum():
        return False
    return _IBAN.search(source, max(0, start - _IBAN_HEAD), start) is not None


def _locate(text: Text) -> list[Span]:
    source = text.ascii
    found: list[Span] = []
    for place in _PLACE.finditer(text.shape):
        start, end = place.span()
        digits = source[start:end]
        if end - start <= _LONGEST and _is_card(digits):
            spans = [_span((start, end, "card"))]
        else:
            spans = [_span((start + low, start + high, "card")) for low, high in _cards(digits)]
        if spans and not _is_other(source, start, end):
            found += spans
    return found


_span: Callable[[tuple[int, int, str]], Span] = partial(tuple.__new__, Span)
DETECTOR = TextDetector(unrepeated(_locate, _REACH), shapes=_SHAPES)
