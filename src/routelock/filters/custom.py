"""Custom patterns: a regular expression of the dialect as a detector, run by RE2 in linear time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import re2

from routelock.errors import DocumentError, Problem
from routelock.filters.detector import Span, TextDetector
from routelock.filters.dialect import UntranslatableError, translated
from routelock.filters.fallback import FallbackError, backtracking
from routelock.filters.finding import UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from routelock.filters.fallback import Fallback
    from routelock.filters.text import Text


class PatternError(DocumentError):
    """A pattern that cannot be used; it says where in the pattern and why, not what it says."""


@dataclass(frozen=True, slots=True, repr=False)
class PatternDetector(TextDetector):
    """A detector of one pattern; `words` are those of RE2, empty where that does not run it."""

    words: str = ""


class Expression(NamedTuple):
    """A pattern as RE2 has it, and what it can start with where it matches the empty text too."""

    whole: re2._Regexp
    first: re2._Regexp | None


MOST_COUNTED = 2_000
"""So many steps a pattern may count in all, so that no text takes more than some 12 s for 1 MB."""

MOST_FOUND = 50_000
"""So many matches of one pattern are told of a text; where there are more, it is undecided."""

_OPTIONS = re2.Options()
_OPTIONS.log_errors = False  # RE2 would write the pattern to stderr
_OPTIONS.never_capture = True  # only the whole match is read
_RULE = "pattern"


def compile_pattern(pattern: str, fallback: Fallback | None = None) -> PatternDetector:
    r"""A detector of what a pattern matches: leftmost, first alternative first, not overlapping.

    An empty match is nothing. What RE2 rejects runs elsewhere if there is a `fallback`. Raises
    `PatternError` with one problem at `$`, the place of the pattern, that names the position in it
    (code points, from 0) where one can be named.

    >>> compile_pattern(r"\bT-\d{4}\b").find("ticket T-1234")
    [Span(start=7, end=13, rule='pattern')]
    """
    if not pattern:
        raise PatternError([Problem("$", "the pattern is empty", "leave the entry out")])
    try:
        return _linear(pattern)
    except UntranslatableError as error:
        if fallback is None or not error.elsewhere:
            raise _told(error) from None
    except re2.error as error:
        if fallback is None:
            raise _told(error) from None
    try:
        return PatternDetector(backtracking(pattern, fallback).locate)
    except (UntranslatableError, FallbackError) as error:
        raise _told(error) from None


def _linear(pattern: str) -> PatternDetector:
    words = translated(pattern)
    whole = re2.compile(words, _OPTIONS)
    if (steps := _counted_steps(words)) > MOST_COUNTED:
        raise PatternError([Problem("$", _COUNTS.format(steps, MOST_COUNTED), _COUNT_LESS)])
    first = re2.compile(_first(words), _OPTIONS) if whole.fullmatch(b"") else None
    return PatternDetector(partial(_locate, Expression(whole, first)), words=words)


def _counted_steps(words: str) -> int:
    """How much longer the program of a pattern is for what it counts: `[ab]{100}` is 100 steps.

    In a text that can be in all of them at once, as one of `a` and `b` can in `a[ab]{100}c`, each
    byte costs some 6 ns for each step.
    """
    if not _COUNT.search(words):
        return 0
    signs = _SIGN.sub("a", words)  # of what characters there are to choose from, nothing depends
    counted, plain = (re2.compile(each, _OPTIONS) for each in (signs, _COUNT.sub("", signs)))
    return int(counted.programsize - plain.programsize)


_COUNT = re.compile(r"(?<!\\)(?<!\\[xpP])\{[0-9]+(?:,[0-9]*)?\}")
_COUNTS = "the pattern counts to {:,}, all repeats multiplied out, and {:,} is the most"
_COUNT_LESS = "make the counts smaller, or write `*` or `+`"


def _first(words: str) -> str:
    """A pattern of one character: whatever a pattern in words of RE2 can start with, and more."""
    return f"(?i:{'|'.join(sorted({*_SIGN.findall(words)})) or _NOTHING})"


_SIGN = re.compile(r"\[[^\]]*\]|\\(?:x\{\w+\}|[pP]\{\w+\}|[dDwW])|\(\?s:\.\)")
_NOTHING = r"[^\x{0}-\x{10ffff}]"


def _told(error: UntranslatableError | FallbackError | re2.error) -> PatternError:
    if isinstance(error, UntranslatableError):
        message = f"the pattern has {error.what}, at position {error.position}"
        return PatternError([Problem("$", message, error.hint)])
    # RE2 says what is wrong, a colon, and the words of the pattern that we do not repeat.
    said = error.args[0]
    reason = (said.decode() if isinstance(said, bytes) else said).partition(":")[0]
    hint = "make the pattern smaller or simpler"
    return PatternError([Problem("$", f"the pattern cannot be compiled: {reason}", hint)])


def sieve(patterns: Iterable[str]) -> Callable[[Text], Collection[int]] | None:
    """One look at a text for many patterns in words of RE2: the places of those that match there.

    `None` where it would not help, or where the patterns are too large to be looked for together.
    """
    words = [*patterns]
    if len(words) < _FEWEST_TOGETHER:
        return None
    together = re2.Set.SearchSet(_OPTIONS)
    for each in words:
        together.Add(each)
    try:
        together.Compile()
    except re2.error:
        return None
    return lambda text: together.Match(text.utf8) or ()


_FEWEST_TOGETHER = 2


def _locate(expression: Expression, text: Text) -> list[Span]:
    source = text.utf8
    # RE2 finds the empty match between the bytes of a character too, where no code point starts.
    matches = ((start, end) for start, end in _matches(expression, source) if start < end)
    spans = [*islice(matches, MOST_FOUND + 1)]
    places = spans if source is text.ascii else _counted(source, spans)
    found = [Span(start, end, _RULE) for start, end in places]
    if len(found) > MOST_FOUND:
        found[-1] = Span(0, len(text.original), UNDECIDED)
    return found


def _matches(expression: Expression, source: bytes) -> Iterator[tuple[int, int]]:
    """The matches in a text, in time that grows with its length and with their number.

    What a match may become decides how far RE2 looks ahead: `x*y|x` looks at all of `xxxx` before
    each `x`. So when the matches may have cost some 50 ms, which a text of 4 KiB never does, the
    next ones are first looked for nearby, and farther away only where there is none.
    """
    left = _SURE + 8 * len(source)
    for match in expression.whole.finditer(source):
        start, end = match.span()
        yield start, end
        left -= len(source) - end
        if left < 0:
            yield from _nearby(expression, source, max(end, start + 1))
            return


def _nearby(expression: Expression, source: bytes, at: int) -> Iterator[tuple[int, int]]:
    """The matches from one place on, each decided by what stands near it."""
    whole, first = expression
    view = _VIEW
    while first is None or (sign := first.search(source, at)):
        at = at if first is None else sign.start()
        before, stop = at, at + view
        for match in whole.finditer(source, at, stop):
            start, end = match.span()
            if end > stop - _AHEAD and stop < len(source):
                break
            yield start, end
            at = max(end, start + 1)
        if stop >= len(source):
            return
        view = _VIEW if at > before else 2 * view


_SURE = 1 << 25
_VIEW, _AHEAD = 768, 512  # bytes


def _counted(source: bytes, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Places in UTF-8 as places in code points, in one walk over the source."""
    byte = point = 0
    for start, end in spans:
        first = point + len(source[byte:start].decode())
        byte, point = end, first + len(source[start:end].decode())
        yield first, point
