"""Grammar of injections: what a rule is, and how a phrase is put together."""

from __future__ import annotations

import re
from typing import NamedTuple

Part = str | tuple[int, str] | list[tuple["Part", ...]]
"""Words of which one stands there, so many words at most, or one of several sequences of parts."""

GAP = r"[\s\"'`*\x5f~,:()\[\]{}<>/|#=+-]{1,6}"
"""What may stand between two words of a phrase; a full stop may not."""

BEHIND, AHEAD, AROUND = 144, 240, 80
"""How far a rule looks: before a literal, after it, and around what it found there."""


class Rule(NamedTuple):
    """A category and how it reads around the literals by which it is found.

    `words` are what is said from a literal on, with gaps between them, and `after` the pattern of
    what comes right after the last of them, which ends there; both in lower case. `before` is what
    leads up to a literal, each with a gap after it; then comes `lead`, a pattern that touches the
    literal. Where they are given, `needs` is in the whole and `unless` not in or near it. A rule of
    a `clause` holds only where one starts.
    """

    category: str
    literals: tuple[str, ...]
    after: str
    before: tuple[Part, ...] = ()
    lead: str = ""
    needs: str = ""
    unless: str = ""
    clause: bool = False
    words: tuple[Part, ...] = ()

    @property
    def forwards(self) -> str:
        """The pattern of all that stands from a literal on."""
        last = "".join(of(part) for part in self.words[-1:] if isinstance(part, str))
        return _pattern(self.words[:-1]) + last + self.after

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
        if any(set(word) & OPEN for word in words if word != NUMBER):
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
OPEN = set("\\.+*{^")
"""Signs of a word that can be any of very many."""

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
