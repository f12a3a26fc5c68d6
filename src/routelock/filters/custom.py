"""Custom patterns: a regular expression of the dialect as a detector, run by RE2 in linear time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import re2

from routelock.errors import DocumentError, Problem
from routelock.filters.detector import Span, TextDetector
from routelock.filters.dialect import UntranslatableError, translated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from routelock.filters.text import Text


class PatternError(DocumentError):
    """A pattern that cannot be used; it says where in the pattern and why, not what it says."""


_OPTIONS = re2.Options()
_OPTIONS.log_errors = False  # RE2 would write the pattern to stderr
_OPTIONS.never_capture = True  # only the whole match is read
_RULE = "pattern"


def compile_pattern(pattern: str) -> TextDetector:
    r"""A detector of what a pattern matches: leftmost, first alternative first, not overlapping.

    An empty match is nothing. Raises `PatternError` with one problem at `$`, the place of the
    pattern, that names the position in it (code points, from 0) where one can be named.

    >>> compile_pattern(r"\bT-\d{4}\b").find("ticket T-1234")
    [Span(start=7, end=13, rule='pattern')]
    """
    if not pattern:
        raise PatternError([Problem("$", "the pattern is empty", "leave the entry out")])
    try:
        return TextDetector(partial(_locate, re2.compile(translated(pattern), _OPTIONS)))
    except UntranslatableError as error:
        message = f"the pattern has {error.what}, at position {error.position}"
        raise PatternError([Problem("$", message, error.hint)]) from None
    except re2.error as error:
        # RE2 says what is wrong, a colon, and the words of the pattern that we do not repeat.
        reason = error.args[0].decode().partition(":")[0]
        hint = "make the pattern smaller or simpler"
        raise PatternError(
            [Problem("$", f"the pattern cannot be compiled: {reason}", hint)]
        ) from None


def _locate(compiled: re2._Regexp, text: Text) -> list[Span]:
    source = text.utf8
    matches = (match.span() for match in compiled.finditer(source))
    # RE2 finds the empty match between the bytes of a character too, where no code point starts.
    spans = [(start, end) for start, end in matches if start < end]
    places = spans if source is text.ascii else _counted(source, spans)
    return [Span(start, end, _RULE) for start, end in places]


def _counted(source: bytes, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Places in UTF-8 as places in code points, in one walk over the source."""
    byte = point = 0
    for start, end in spans:
        first = point + len(source[byte:start].decode())
        byte, point = end, first + len(source[start:end].decode())
        yield first, point
