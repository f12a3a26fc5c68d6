"""Text: what a detector reads, and the byte forms of it that all detectors of a plan share."""

from __future__ import annotations

import re
import string
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    Made = TypeVar("Made")

_LONE_SURROGATES = re.compile("[\ud800-\udfff]")


def _table() -> bytes:
    kinds = {"0": string.digits, "a": "abcdefABCDEF", "-": " -?", **{c: c for c in ".:@%/+[]()"}}
    table = bytearray(b"," * 256)
    table[ord("_")] = ord("x")
    for letter in string.ascii_letters.encode():
        table[letter] = ord("x")
    for shape, characters in kinds.items():
        for character in characters.encode():
            table[character] = ord(shape)
    return bytes(table)


_SHAPE = _table()


class Text:
    """A text in the forms that gates read; an index into one of them is an index into each.

    `original` is the text itself. `ascii` has one byte for each of its code points, `?` where that
    is not ASCII. `shape` has a `0` for a digit, an `a` for a letter that can be a hexadecimal
    digit, an `x` for other letters and `_`, a `-` for a space, a hyphen and whatever is not ASCII,
    the characters `.:@%/+[]()` as they are and a `,` for the rest. `utf8` alone has more bytes
    than the text has code points. `made` keeps what functions under `once` have made of it.

    >>> text = Text("café: 10.0.0.1 port_80")
    >>> text.ascii, text.shape
    (b'caf?: 10.0.0.1 port_80', b'aaa-:-00.0.0.0-xxxxx00')
    """

    __slots__ = ("_shape", "_utf8", "ascii", "made", "original")

    def __init__(self, original: str) -> None:
        plain = original.isascii()
        self.original = original
        self.ascii = original.encode() if plain else original.encode("ascii", "replace")
        self._shape: bytes | None = None
        self._utf8 = self.ascii if plain else None
        self.made: dict[object, Any] = {}

    @property
    def shape(self) -> bytes:
        """The kinds of its characters, made when they are first asked for."""
        if self._shape is None:
            self._shape = self.ascii.translate(_SHAPE)
        return self._shape

    @property
    def utf8(self) -> bytes:
        """Its encoding, a lone surrogate as U+FFFD; `ascii` itself where that is the same."""
        if self._utf8 is None:
            self._utf8 = _LONE_SURROGATES.sub("\ufffd", self.original).encode()
        return self._utf8

    def __repr__(self) -> str:
        return f"<Text: {len(self.ascii)} characters>"


def once(make: Callable[[Text], Made]) -> Callable[[Text], Made]:
    """A function of a text that does its work once for each, whoever asks."""

    @wraps(make)
    def made(text: Text) -> Made:
        if make not in text.made:
            text.made[make] = make(text)
        known: Made = text.made[make]
        return known

    return made
