"""Vendor words: which model authors stand behind each `enforce_zdr_<word>` of a deployment."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from routelock.errors import Problem, VendorsError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

OTHER = "other"
"""The word that is always there: it governs every author that no other word claims."""

PREFIX = "enforce_zdr_"
"""What stands before the word in the name of a field."""

_WORD = re.compile(r"[a-z][a-z0-9_]*")


class Vendors:
    """An immutable map from vendor word to the model authors that it governs (spec 2.1).

    The default is the four words of the specification, each governing the author of its own name.
    Raises `VendorsError` with every problem: an ill-formed word, `other`, an author claimed twice.

    >>> vendors = Vendors({"anthropic": ["anthropic"], "xai": ["x-ai"]})
    >>> list(vendors)
    ['anthropic', 'xai', 'other']
    >>> vendors.word("x-ai"), vendors.word("mistralai")
    ('xai', 'other')
    """

    __slots__ = ("authors", "claimed", "words")

    authors: Mapping[str, frozenset[str]]
    claimed: frozenset[str]
    words: tuple[str, ...]

    def __init__(self, authors: Mapping[str, Iterable[str]] | None = None) -> None:
        given = _SPECIFIED if authors is None else authors
        groups = {word: frozenset(names) for word, names in given.items()}
        if problems := [*_problems(groups)]:
            raise VendorsError(problems)
        set_once = object.__setattr__
        set_once(self, "authors", MappingProxyType(groups))
        set_once(self, "claimed", frozenset().union(*groups.values()))
        set_once(self, "words", (*groups, OTHER))

    def __setattr__(self, name: str, value: object) -> None:
        message = f"vendors are immutable: `{name}` cannot be set"
        raise AttributeError(message)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vendors) and dict(self.authors) == dict(other.authors)

    def __hash__(self) -> int:
        return hash(frozenset(self.authors.items()))

    def __repr__(self) -> str:
        groups = {word: sorted(names) for word, names in self.authors.items()}
        return f"Vendors({groups!r})"

    @staticmethod
    def field(word: str) -> str:
        """The wire name of the flag of a word (spec 2.1)."""
        return f"{PREFIX}{word}"

    def word(self, author: str) -> str:
        """The one word that governs the models of `author`."""
        return next((word for word, names in self.authors.items() if author in names), OTHER)


_SPECIFIED = {f"vendor_{letter}": (f"vendor_{letter}",) for letter in "abcd"}


def _problems(groups: Mapping[str, frozenset[str]]) -> Iterator[Problem]:
    claimed: dict[str, str] = {}
    for word, authors in groups.items():
        if word == OTHER:
            yield Problem("$.other", "`other` is always there", "leave it out")
        elif not _WORD.fullmatch(word):
            hint = "use lower-case letters, digits and `_`, a letter first"
            yield Problem("$", f"the word `{word}` cannot be part of a field name", hint)
        for author in sorted(authors):
            if author in claimed:
                message = f"the author `{author}` is already governed by `{claimed[author]}`"
                yield Problem(f"$.{word}", message, "name each author under one word")
            claimed.setdefault(author, word)
