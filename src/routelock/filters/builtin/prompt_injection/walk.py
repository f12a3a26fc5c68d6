"""Walk: the words next to a literal, by which most rules are ruled out before a pattern is tried."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from routelock.filters.builtin.prompt_injection.grammar import NUMBER, OPEN, Part, Rule, spelled

if TYPE_CHECKING:
    from collections.abc import Iterable


class Path(NamedTuple):
    """The words that a phrase has next to a literal, up to those of `ends`, one of which it has."""

    words: frozenset[bytes]
    ends: frozenset[bytes]


class Walk:
    """Which of several phrases may be said, word by word from a literal to one of their ends."""

    def __init__(self, paths: Iterable[tuple[int, Path | None]]) -> None:
        self.free = 0
        """Those of which nothing is known."""
        self._known: dict[bytes, tuple[int, int]] = {}
        for bit, path in paths:
            if path is None:
                self.free |= bit
                continue
            for word in path.words:
                goes_on, ends = self._known.get(word, (0, 0))
                self._known[word] = goes_on | bit, ends | (bit if word in path.ends else 0)

    def allow(self, words: Iterable[bytes], left: int, *, is_cut: bool) -> int:
        """Those that may be said with these words; if they are cut off, those that may go on."""
        found, left = left & self.free, left & ~self.free
        known = self._known
        for word in words:
            if word not in known:
                return found
            goes_on, ends = known[word]
            found |= left & ends
            left &= goes_on
            if not left:
                return found
        return found | left if is_cut else found


def leading(rule: Rule) -> Path | None:
    """What leads up to a literal, as far as it is known word by word."""
    lead = (1, rule.lead) if not rule.lead or rule.lead.endswith("?") else rule.lead
    words, ends, _ = _outwards([lead, *reversed(rule.before)], 0)
    return Path(words, ends) if ends else None


def following(rule: Rule) -> Path | None:
    """What follows the word of a literal, as far as it is known word by word."""
    words, ends, _ = _outwards(rule.words[1:], -1)
    more = (token for way in _ways(rule.words[:1]) for token in way)
    return Path(words.union(more), ends) if ends else None


def _outwards(parts: Iterable[Part], end: int) -> tuple[frozenset[bytes], frozenset[bytes], bool]:
    """The words of parts from a literal outwards, up to one that can be any word.

    With them the outermost words (by their place in a part) of the last part that must be there,
    and whether these are all parts.
    """
    words, ends = frozenset[bytes](), frozenset[bytes]()
    for part in parts:
        if isinstance(part, list):
            inner = [_outwards(way if end else way[::-1], end) for way in part]
            is_whole, is_sure = (all(each[place] for each in inner) for place in (2, 1))
            if is_whole or is_sure:
                words = words.union(*(each[0] for each in inner))
            if is_sure:
                ends = frozenset[bytes]().union(*(each[1] for each in inner))
            if not is_whole:
                return words, ends, False
            continue
        ways = _ways([part])
        if not ways or (isinstance(part, str) and not all(ways)):
            return words, ends, False
        words = words.union(*ways)
        if isinstance(part, str):
            ends = frozenset(way[end] for way in ways)
    return words, ends, True


def _ways(parts: Iterable[Part]) -> list[tuple[bytes, ...]]:
    """The runs of letters of all that parts without alternatives can say; none if it can be any."""
    words = [
        word for part in parts for word in (part if isinstance(part, str) else str(part[1])).split()
    ]
    found = [_tokens(word) for word in words if word != NUMBER] or [((),)]
    return [way for each in found for way in each] if all(found) else []


@cache
def _tokens(word: str) -> tuple[tuple[bytes, ...], ...]:
    """The runs of letters of all that a word can be; nothing if it can be any."""
    if set(word) & OPEN or "(?!" in word:
        return ()
    return tuple(tuple(_LETTER_RUN.findall(way.encode())) for way in spelled(word))


_LETTER_RUN = re.compile(rb"[a-z]+")
