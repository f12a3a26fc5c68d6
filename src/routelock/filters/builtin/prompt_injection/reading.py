"""Reading of injections: the rules of a literal, and what they find around it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

import regex

from routelock.filters.builtin.prompt_injection.grammar import AROUND, BEHIND, Rule
from routelock.filters.builtin.prompt_injection.walk import Walk, following, leading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Reader:
    """A rule with its patterns, which are compiled when a literal of it is first seen.

    `encode` makes them patterns of bytes or leaves them patterns of text.
    """

    def __init__(self, rule: Rule, encode: Callable[[str], Any]) -> None:
        self.rule = rule
        self._encode = encode

    @cached_property
    def _after(self) -> re.Pattern[Any]:
        whole = not self.rule.backwards and self._encode is not str  # scripts without gaps
        return re.compile(self._encode((r"(?<![a-z])" if whole else "") + self.rule.forwards))

    @cached_property
    def _before(self) -> re.Pattern[Any] | None:
        backwards = self.rule.backwards
        if not backwards:
            return None
        pattern: re.Pattern[Any] = regex.compile(self._encode(f"(?r)(?<![a-z]){backwards}"))
        return pattern

    @cached_property
    def _needs(self) -> re.Pattern[Any]:
        return re.compile(self._encode(self.rule.needs), re.IGNORECASE)

    @cached_property
    def _unless(self) -> re.Pattern[Any]:
        return re.compile(self._encode(self.rule.unless), re.IGNORECASE)

    def span(self, lowered: str | bytes, place: int) -> tuple[int, int] | None:
        """What a text in lower case reads like the rule, at a literal that stands at a place."""
        after = self._after.match(lowered, place)
        if after is None:
            return None
        if self._before is None:
            return place, after.end()
        before = self._before.match(lowered, max(0, place - BEHIND), place)
        return (before.start(), after.end()) if before else None

    def holds(self, source: str | bytes, start: int, end: int) -> bool:
        """Whether that has what the rule needs, and nothing that speaks against it."""
        if self.rule.needs and not self._needs.search(source[start:end]):
            return False
        if not self.rule.unless:
            return True
        return not self._unless.search(source[max(0, start - AROUND) : end + AROUND])


class Entry:
    """The rules of a literal, and which of them the words around it leave.

    A set of rules is a number here, in which each has a bit.
    """

    def __init__(self) -> None:
        self.readers: list[Reader] = []

    def among(self, folded: bytes, source: bytes, place: int) -> int:
        """The rules that may hold at a place, by the words before it and after it."""
        left = self._always
        if self._after:
            words = folded[max(0, place - _WORD) : place].split()
            left = self._after.get(words[-1] if words else b"", left)
            if not left:
                return 0
        low, high = max(0, place - _BACK), place + _ON
        if left & ~self._leading.free:
            tokens = source[low:place].translate(_LETTERS).split()
            if is_cut := low > 0:
                del tokens[:1]
            tokens.reverse()
            left = self._leading.allow(tokens, left, is_cut=is_cut)
        if left & ~self._following.free:
            tokens = source[place:high].translate(_LETTERS).split()
            if is_cut := high < len(source):
                del tokens[-1:]
            left = self._following.allow(tokens[1:], left, is_cut=is_cut)
        return left

    @cached_property
    def numbered(self) -> list[tuple[int, Reader]]:
        """The rules, each with its bit."""
        return [(1 << place, reader) for place, reader in enumerate(self.readers)]

    @cached_property
    def _always(self) -> int:
        """The rules that may hold after any word."""
        return sum(bit for bit, reader in self.numbered if reader.rule.near is None)

    @cached_property
    def _after(self) -> dict[bytes, int]:
        """The rules that may hold after a word; after others `always` may."""
        found: dict[bytes, int] = {}
        for bit, reader in self.numbered:
            for word in reader.rule.near or ():
                found[word.encode()] = found.get(word.encode(), self._always) | bit
        return found

    @cached_property
    def _leading(self) -> Walk:
        return Walk([(bit, leading(reader.rule)) for bit, reader in self.numbered])

    @cached_property
    def _following(self) -> Walk:
        return Walk([(bit, following(reader.rule)) for bit, reader in self.numbered])


_WORD = 32
_BACK, _ON = 48, 64
_LETTERS = bytes(code if code in range(97, 123) else 32 for code in bytes(range(256)).lower())


def entries(rules: Iterable[Rule], encode: Callable[[str], Any]) -> dict[bytes, Entry]:
    """The rules by their literals."""
    found: dict[bytes, Entry] = {}
    for rule in rules:
        reader = Reader(rule, encode)
        for literal in rule.literals:
            found.setdefault(literal.encode(), Entry()).readers.append(reader)
    return found
