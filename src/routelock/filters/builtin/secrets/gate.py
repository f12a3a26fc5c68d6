"""Gate: where literals stand in bytes, found fast also in a text that is made of little else.

An automaton is fast as long as it finds little: a hit costs as much as hundreds of bytes without
one. Where hits are dense, a piece of the text is first asked whether any of them can matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import re2
from ahocorasick_rs import BytesAhoCorasick, Implementation, MatchKind

if TYPE_CHECKING:
    from collections.abc import Callable

    Find = Callable[[bytes], list[tuple[int, int, int]]]
    Groups = tuple[tuple[int, Find], ...]  # the place of the first literal, and what finds them

_GROUP = 45  # so many literals of one automaton still run on vector instructions
_SHORT = 4  # bytes of a literal: an automaton is as fast as its shortest one lets it be
_PIECE, _BLOCK = 4_096, 131_072  # what one automaton for all is best for; what groups read at once
_BEFORE, _AFTER = 96, 320  # what a pattern has to see around a piece
_FEW, _SPARSE = 32, 48  # hits that are few in any text; bytes for each hit where there are more
_MOST = _FEW + _PIECE // _SPARSE  # hits in a piece


@dataclass(frozen=True)
class Gate:
    """Literals, the short ones last, and what must be near them for one of them to matter.

    That is a pattern of RE2 that a piece of text with a hit of interest has a match of. It sees a
    line feed before the text, so that it need not ask for its start.
    """

    literals: tuple[bytes, ...]
    needed: str

    def hits(self, source: bytes) -> list[tuple[int, int]]:
        """Starts and literals (by their place here), in order, save such as cannot matter."""
        if len(source) <= _PIECE:
            ((_, find),) = self._whole
            short = [(place, literal) for literal, place, _ in find(source)]
            return short if len(short) <= _MOST else self._in_pieces(source, 0)
        found: list[tuple[int, int]] = []
        for start in (0, *range(_PIECE, len(source), _BLOCK)):
            end = start + _BLOCK if start else _PIECE
            hits = _in_block(source, start, end, self._groups if start else self._whole)
            if len(hits) > _FEW + (end - start) // _SPARSE:
                return found + self._in_pieces(source, start)
            found += hits
        return found

    def _in_pieces(self, source: bytes, start: int) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for place in range(start, len(source), _PIECE):
            before = source[max(0, place - _BEFORE) : place] or b"\n"
            if self._is_needed(before + source[place : place + _PIECE + _AFTER]):
                found += _in_block(source, place, place + _PIECE, self._whole)
        return found

    @cached_property
    def opens(self) -> Callable[[bytes], object]:
        """Whether any literal stands in bytes, best if they are few."""
        ((_, find),) = self._whole
        return find

    @cached_property
    def _is_needed(self) -> Callable[[bytes], object]:
        options = re2.Options()
        options.log_errors = False
        options.encoding = re2.Options.Encoding.LATIN1
        search: Callable[[bytes], object] = re2.compile(self.needed.encode(), options).search
        return search

    @cached_property
    def _whole(self) -> Groups:
        few = len(self.literals) <= _GROUP
        return ((0, _finder(self.literals, None if few else Implementation.DFA)),)

    @cached_property
    def _groups(self) -> Groups:
        size = len(self.literals)
        if size <= _GROUP:
            return self._whole
        long = sum(len(literal) >= _SHORT for literal in self.literals)
        bounds = (*_bounds(0, long), *_bounds(long, size), size)
        return tuple((first, _finder(self.literals[first:end])) for first, end in pairwise(bounds))


def _in_block(source: bytes, start: int, end: int, groups: Groups) -> list[tuple[int, int]]:
    """The hits that begin in a block, in order."""
    block = source[start : end + _AFTER]
    size = end - start
    found = [
        (start + place, first + literal)
        for first, find in groups
        for literal, place, _ in find(block)
        if place < size
    ]
    found.sort()
    return found


def _bounds(start: int, end: int) -> range:
    """Where groups of about the same size begin."""
    groups = -(-(end - start) // _GROUP)
    return range(start, end, -(-(end - start) // groups)) if groups else range(0)


def _finder(literals: tuple[bytes, ...], implementation: Implementation | None = None) -> Find:
    automaton = BytesAhoCorasick(
        literals, matchkind=MatchKind.LeftmostFirst, implementation=implementation
    )
    find: Find = automaton.find_matches_as_indexes
    return find
