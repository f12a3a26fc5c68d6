"""Repeats: a text that says the same over and over is read as far as it says something new.

A flood that is made of one piece is the cheapest to send and the dearest to read. Cutting periods
out of the middle of a periodic stretch changes nothing for a detector that looks no further than
`reach` characters around a place: what is found in one period stands for all that were cut out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.filters.detector import Span
from routelock.filters.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    Locate = Callable[[Text], list[Span]]

_LEAST = 1 << 14
_PROBE, _LONGEST, _STEP = 64, 512, 1 << 12
_MOST_PERIODS = 24


class Stretch(NamedTuple):
    """From `start` to `end` each character is the one that stands `period` before it."""

    start: int
    end: int
    period: int


def unrepeated(locate: Locate, reach: int) -> Locate:
    """The same places, found without reading a long repetition to its end."""

    def located(text: Text) -> list[Span]:
        stretch = _stretch(text.original)
        found = _folded(locate, text.original, stretch, reach) if stretch else None
        return locate(text) if found is None else found

    return located


def _stretch(source: str) -> Stretch | None:
    """The periodic stretch around the middle of a text, if there is a long one."""
    if len(source) < _LEAST:
        return None
    middle = len(source) // 2
    probe = source[middle : middle + _PROBE]
    again = source.find(probe, middle + 1, middle + 1 + _LONGEST + _PROBE)
    if again < 0:
        return None
    period = again - middle
    end = _same(source, middle, period)
    start = len(source) - _same(source[::-1], len(source) - end, period)
    return Stretch(start, end, period) if end - start >= _LEAST else None


def _same(source: str, start: int, period: int) -> int:
    """How far the text goes on with that period."""
    end, step = start + period, _STEP
    while step:
        if (
            end + step <= len(source)
            and source[end : end + step] == source[end - period : end - period + step]
        ):
            end += step
        else:
            step //= 2
    return end


def _folded(locate: Locate, source: str, stretch: Stretch, reach: int) -> list[Span] | None:
    """What is found in a text without some of the periods, and again in each that was left out."""
    start, end, period = stretch
    kept = 2 * reach + 2 * _MOST_PERIODS * period
    spare = (end - start - kept) // period * period
    if spare < kept:
        return None
    pivot = start + reach
    cycle = _cycle(locate(Text(source[:pivot] + source[pivot + spare :])), pivot, period)
    if not cycle:
        return None
    spare -= spare % cycle
    found = locate(Text(source[:pivot] + source[pivot + spare :]))
    if any(span.end - span.start > reach for span in found):
        return None  # it may well reach over all that was cut out
    unit = [span for span in found if pivot <= span.start < pivot + cycle]
    return [
        *(span for span in found if span.start < pivot),
        *(Span(s + by, e + by, rule) for by in range(0, spare, cycle) for s, e, rule in unit),
        *(Span(s + spare, e + spare, rule) for s, e, rule in found if s >= pivot),
    ]


def _cycle(found: list[Span], pivot: int, period: int) -> int:
    """After how many characters the places repeat; 0 if they do not."""
    last = pivot + 2 * _MOST_PERIODS * period
    places = {(s, e, rule) for s, e, rule in found if pivot <= s < last}
    for cycle in range(period, (_MOST_PERIODS + 1) * period, period):
        early = {(s + cycle, e + cycle, rule) for s, e, rule in places if s + cycle < last}
        if early == {each for each in places if each[0] >= pivot + cycle}:
            return cycle
    return 0
