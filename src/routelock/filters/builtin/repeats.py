"""Repeats: a text that says the same over and over is read as far as it says something new.

A flood that is made of one piece is the cheapest to send and the dearest to read. Cutting periods
out of the middle of a periodic stretch changes nothing for a detector that looks no further than
`reach` characters around a place: what is found in one period stands for all that were cut out.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.filters.detector import Span
from routelock.filters.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeVar

    Locate = Callable[[Text], list[Span]]
    Source = TypeVar("Source", str, bytes)

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
        found = folded(lambda source: locate(Text(source)), text.original, reach)
        return locate(text) if found is None else found

    return located


def folded(find: Callable[[Source], list[Span]], source: Source, reach: int) -> list[Span] | None:
    """What is found in a source, without reading a long repetition in it; `None` without one."""
    stretch = _stretch(source)
    return _folded(find, source, stretch, reach) if stretch else None


def _stretch(source: Source) -> Stretch | None:
    """The periodic stretch around the middle of a text, if there is a long one."""
    if len(source) < _LEAST:
        return None
    middle = len(source) // 2
    probe = source[middle : middle + _PROBE]
    again = source.find(probe, middle + 1, middle + 1 + _LONGEST + _PROBE)
    if again < 0:
        return None
    period = again - middle
    start, end = _start(source, middle, period), _end(source, middle, period)
    return Stretch(start, end, period) if end - start >= _LEAST else None


def _end(source: Source, place: int, period: int) -> int:
    """How far the text goes on with that period."""
    end, step = place + period, _STEP
    while step:
        high = end + step
        if high <= len(source) and source[end:high] == source[end - period : high - period]:
            end = high
        else:
            step //= 2
    return end


def _start(source: Source, place: int, period: int) -> int:
    """From where on it has that period."""
    start, step = place, _STEP
    while step:
        low = start - step
        if low >= 0 and source[low:start] == source[low + period : start + period]:
            start = low
        else:
            step //= 2
    return start


def _folded(
    find: Callable[[Source], list[Span]], source: Source, stretch: Stretch, reach: int
) -> list[Span] | None:
    """What is found in a text without some of the periods, and again in each that was left out."""
    start, end, period = stretch
    view = max(reach, 2 * _MOST_PERIODS * period)
    kept = 2 * reach + view
    spare = (end - start - kept) // period * period
    if spare < kept:
        return None
    pivot = start + reach
    found = find(source[:pivot] + source[pivot + spare :])
    cycle = _cycle(found, pivot, pivot + view, period)
    if not cycle:
        return None
    cut = spare // cycle * cycle
    if cut != spare:
        found = find(source[:pivot] + source[pivot + cut :])
    if any(s < pivot + cycle and e > pivot + cycle + reach for s, e, _ in found):
        return None  # a place reaches over what was cut out
    return _unfolded(found, pivot, cycle, cut)


def _unfolded(found: list[Span], pivot: int, cycle: int, cut: int) -> list[Span]:
    """The places in a whole text, by those in the text without what was cut out at the pivot."""
    unit = [span for span in found if pivot <= span.start < pivot + cycle]
    return [
        *(span for span in found if span.start < pivot),
        *chain.from_iterable(zip(*(_series(span, cut, cycle) for span in unit), strict=True)),
        *(Span(s + cut, e + cut, rule) for s, e, rule in found if s >= pivot),
    ]


_span: Callable[[Iterable[Any]], Span] = partial(tuple.__new__, Span)


def _series(span: Span, length: int, step: int) -> Iterator[Span]:
    """A span again and again, each so many characters on, over a length; there may be many."""
    start, end, rule = span
    places = range(start, start + length, step), range(end, end + length, step)
    return map(_span, zip(*places, repeat(rule), strict=False))


def _cycle(found: list[Span], pivot: int, last: int, period: int) -> int:
    """After how many characters the places between two others repeat; 0 if they do not."""
    if any(s < pivot and e > last - 2 * period for s, e, _ in found):
        return 0  # one place hides the next ones
    places = {(s, e, rule) for s, e, rule in found if pivot <= s < last}
    for cycle in range(period, (_MOST_PERIODS + 1) * period, period):
        early = {(s + cycle, e + cycle, rule) for s, e, rule in places if s + cycle < last}
        if early == {each for each in places if each[0] >= pivot + cycle}:
            return cycle
    return 0
