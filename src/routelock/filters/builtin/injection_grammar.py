"""Grammar of injections: what a rule is, how a phrase is put together, and how it is read."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Part = str | tuple[int, str] | list[tuple["Part", ...]]
"""Words of which one stands there, so many words at most, or one of several sequences of parts."""

GAP = r"[\s\"'`*\x5f~,:()\[\]{}<>/|#=+-]{1,6}"
"""What may stand between two words of a phrase; a full stop may not."""

BEHIND, AHEAD, AROUND = 144, 240, 80
"""How far a rule looks: before a literal, after it, and around what it found there."""


class Rule(NamedTuple):
    """A category and how it reads around the literals by which it is found.

    `after` is the pattern from a literal on, in lower case. `before` is what leads up to it, each
    with a gap after it; then comes `lead`, a pattern that touches the literal. Where they are
    given, `needs` is in the whole and `unless` not in or near it. A rule of a `clause` holds only
    where one starts.
    """

    category: str
    literals: tuple[str, ...]
    after: str
    before: tuple[Part, ...] = ()
    lead: str = ""
    needs: str = ""
    unless: str = ""
    clause: bool = False

    @property
    def backwards(self) -> str:
        """The pattern of all that stands before a literal."""
        return _pattern(self.before) + self.lead

    @property
    def near(self) -> frozenset[str] | None:
        """Every word that may stand right before a literal; `None` if it can be any."""
        words = [self.lead] if self.lead else []
        if not self.lead or self.lead.endswith("?"):
            words += _last(self.before) or ["*"]
        if any(set(word) & _OPEN for word in words if word != NUMBER):
            return None
        ways = (way for word in words if word != NUMBER for way in spelled(word))
        return frozenset(_GAPS.split(way)[-1] for way in ways)


# --- patterns -----------------------------------------------------------------------------------

NUMBER = r"\d{1,4}"


def of(words: str) -> str:
    """The pattern of one of the words; `_` is a gap inside of one."""
    return f"(?:{'|'.join(words.split())})".replace("_", GAP)


def each(words: str) -> tuple[str, ...]:
    """The words one by one."""
    return tuple(words.split())


def some(number: int, words: str) -> str:
    """The pattern of up to so many of the words, each with a gap after it."""
    return f"(?:{of(words)}{GAP}){{0,{number}}}"


def seq(*parts: str) -> str:
    """Patterns with a gap between them."""
    return GAP.join(parts)


def _pattern(parts: tuple[Part, ...]) -> str:
    return "".join(map(_part, parts))


def _part(part: Part) -> str:
    if isinstance(part, str):
        return of(part) + GAP
    if isinstance(part, list):
        return f"(?:{'|'.join(map(_pattern, part))})"
    return some(*part)


def _last(parts: tuple[Part, ...]) -> list[str]:
    """The words that the parts may end with."""
    words: list[str] = []
    for part in reversed(parts):
        if isinstance(part, str):
            return words + part.split()
        if isinstance(part, tuple):
            words += part[1].split()
            continue
        words += [word for way in part for word in _last(way)]
        if all(part):
            return words
    return words


_GAPS = re.compile(GAP)
_OPEN = set("\\.+*{^")
_OPTION = re.compile(r"\(\?:([^()]*)\)(\?)?|\[([a-z]+)\](\?)?|(.)\?")


def spelled(word: str) -> list[str]:
    """All that a word with groups, letters to choose from and `?` in it can be.

    >>> spelled("pre-?existing"), spelled("polic(?:y|ies)"), spelled("di[sz]e")
    (['pre-existing', 'preexisting'], ['policy', 'policies'], ['dise', 'dize'])
    """
    match = _OPTION.search(word)
    if match is None:
        return [word]
    group, maybe, letters, may, letter = match.groups()
    options = group.split("|") if group is not None else [*(letters or letter)]
    if maybe or may or letter:
        options.append("")
    head, tail = word[: match.start()], word[match.end() :]
    return [way for option in options for way in spelled(head + option + tail)]


# --- reading ------------------------------------------------------------------------------------


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
        return re.compile(self._encode((r"(?<![a-z])" if whole else "") + self.rule.after))

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
    """The rules of a literal, by the word that stands before it."""

    def __init__(self) -> None:
        self.readers: list[Reader] = []

    @cached_property
    def always(self) -> tuple[Reader, ...]:
        """The rules that hold after any word."""
        return tuple(reader for reader in self.readers if reader.rule.near is None)

    @cached_property
    def after(self) -> dict[bytes, tuple[Reader, ...]]:
        """The rules that may hold after a word; after others `always` may."""
        near = [(reader, reader.rule.near) for reader in self.readers]
        return {
            word.encode(): tuple(reader for reader, words in near if words is None or word in words)
            for word in {word for _, words in near for word in words or ()}
        }


def entries(rules: Iterable[Rule], encode: Callable[[str], Any]) -> dict[bytes, Entry]:
    """The rules by their literals."""
    found: dict[bytes, Entry] = {}
    for rule in rules:
        reader = Reader(rule, encode)
        for literal in rule.literals:
            found.setdefault(literal.encode(), Entry()).readers.append(reader)
    return found
