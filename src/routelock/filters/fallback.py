"""Fallback: patterns that RE2 rejects, run by a backtracking engine in windows against a clock."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import regex

from routelock.filters.detector import Span, TextDetector
from routelock.filters.dialect import translated_richly
from routelock.filters.finding import UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from routelock.filters.text import Text


class Fallback(NamedTuple):
    """Leave to run what RE2 rejects, and how far it may go.

    `clock` gives seconds and is asked between windows; `time.thread_time` is a good one, since it
    stands still while other threads work. `deadline` holds for each pattern and text. `window` and
    `longest` count code points: a match, with what the pattern looks at behind it, is seen up to
    `longest`; what would be longer is cut there, or not found.

    >>> import time
    >>> Fallback(time.thread_time).longest
    1024
    """

    clock: Callable[[], float]
    deadline: float = 0.05
    window: int = 32_768
    longest: int = 1_024


class FallbackError(Exception):
    """Why the second engine cannot have a pattern either, in words that do not repeat it."""


_RULE = "pattern"
_DEEP = "its groups are nested too deeply"
_UNKNOWN = "it is too large, or it names what the engine does not know"
_TRIES = 8
_MOST_PATIENCE = 16


def backtracking(pattern: str, fallback: Fallback) -> TextDetector:
    """A detector of what a pattern of the dialect matches, or of an undecided text.

    Where time runs out, what was found until then is followed by one span over the whole text with
    the rule `undecided`. Raises `FallbackError` or `UntranslatableError`.
    """
    words = translated_richly(pattern)
    try:
        compiled = regex.compile(words, cache_pattern=False)
    except RecursionError:
        raise FallbackError(_DEEP) from None
    except (regex.error, OverflowError, MemoryError):
        raise FallbackError(_UNKNOWN) from None
    return TextDetector(partial(_locate, compiled, fallback))


def _locate(compiled: regex.Pattern[str], fallback: Fallback, text: Text) -> list[Span]:
    # Same length: a lone surrogate becomes U+FFFD, which is one code point as well.
    source = text.original if text.utf8 is text.ascii else text.utf8.decode()
    spans: list[Span] = []
    try:
        spans.extend(_found(compiled, fallback, source))
    except TimeoutError:
        spans.append(Span(0, len(source), UNDECIDED))
    return spans


def _found(compiled: regex.Pattern[str], fallback: Fallback, source: str) -> Iterator[Span]:
    left = _Time(fallback)
    at = 0
    while at < len(source):
        stop = at + fallback.window
        for start, end in _read(compiled, left, source, at, stop + fallback.longest):
            if start >= stop:
                break
            at = end
            if start < end:
                yield Span(start, end, _RULE)
        at = max(at, stop)


def _read(
    compiled: regex.Pattern[str], left: _Time, source: str, at: int, stop: int
) -> Iterator[tuple[int, int]]:
    """The matches from one place to another; one that was interrupted too early goes on."""
    while True:
        patience = left.patience()
        try:
            for match in compiled.finditer(source, at, stop, timeout=patience):
                yield match.span()
                at = match.end()
        except TimeoutError:
            left.interrupted()
        else:
            return


class _Time:
    """What is left of a deadline.

    The engine's own clock counts the work of all threads, so it interrupts a search early where
    others are busy. The clock that was given decides whether time is up; until then the search is
    tried again with more patience, a bounded number of times even where that clock stands still.
    """

    def __init__(self, fallback: Fallback) -> None:
        self.clock = fallback.clock
        self.ends = self.clock() + fallback.deadline
        self.tries = 0

    def patience(self) -> float:
        """Seconds that the engine's clock may count; `TimeoutError` where none are left."""
        left = self.ends - self.clock()
        if left <= 0 or self.tries > _TRIES:
            raise TimeoutError
        return left * min(1 << self.tries, _MOST_PATIENCE)

    def interrupted(self) -> None:
        """One more search that the engine's clock has ended."""
        self.tries += 1
