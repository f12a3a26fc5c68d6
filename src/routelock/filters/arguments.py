"""Arguments of tool calls: JSON in a string, whose keys, strings and numbers are texts each."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from routelock.message import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TOKEN = re.compile(
    r'(?P<text>"[^"\\]*+(?:\\.[^"\\]*+)*+")|(?P<number>-?[0-9][0-9.eE+-]*+)|[][{},:]', re.DOTALL
)


ARGUMENTS = "/arguments"
"""How the path of a part ends that holds arguments."""


class Literal(NamedTuple):
    """One text inside a part: its own part, where it stands in the source, whether as JSON."""

    part: Part
    start: int
    end: int
    quoted: bool

    def __repr__(self) -> str:
        return f"Literal({self.part!r})"


def literals(part: Part) -> Iterator[Literal]:
    """The texts of arguments: their keys, strings and numbers, or one text if they are not JSON.

    The path of each goes on after a `#` with positions: `#/2/0` is the first item of the third
    value. A key has the path of its value and one more `#`. Positions stand for names, since names
    are text of the request. A number is read as it is written.

    >>> from routelock.message import Part
    >>> part = Part(0, "/tool_calls/0/function/arguments", "assistant", '{"city": ["Oslo", 7]}')
    >>> [(literal.part.path[32:], literal.part.text) for literal in literals(part)]
    [('#/0#', 'city'), ('#/0/0', 'Oslo'), ('#/0/1', '7')]
    """
    return _walk(part) if _is_json(part.text) else iter([whole(part)])


def whole(part: Part) -> Literal:
    """A part that is one text."""
    return Literal(part, 0, len(part.text), quoted=False)


def replaced(source: str, texts: Iterable[tuple[Literal, str]]) -> str:
    """The source with other texts for some of its literals, in order; JSON stays valid JSON.

    >>> from routelock.message import Part
    >>> part = Part(0, "/tool_calls/0/function/arguments", "assistant", '{"n":  4.50, "m": 1}')
    >>> [key, number, *_] = literals(part)
    >>> replaced(part.text, [(number, "[N]")])
    '{"n":  "[N]", "m": 1}'
    """
    pieces, end = [], 0
    for literal, text in texts:
        pieces += [source[end : literal.start], json.dumps(text) if literal.quoted else text]
        end = literal.end
    return "".join((*pieces, source[end:]))


def _is_json(source: str) -> bool:
    try:
        _DECODER.decode(source)
    except (ValueError, RecursionError):
        return False  # nested too deep to be read as JSON by anybody: it is read as text
    return True


def _no_constant(_: str) -> NoReturn:
    raise ValueError


# Raw line breaks inside strings are let through, as lenient readers upstream may do; numbers stay
# as they are written, since thousands of digits would be refused as an int.
_DECODER = json.JSONDecoder(
    strict=False, parse_int=str, parse_float=str, parse_constant=_no_constant
)


def _walk(part: Part) -> Iterator[Literal]:
    """The literals of valid JSON, by a stack instead of recursion: nesting may be deep."""
    outside: list[tuple[str, int, bool]] = []
    path, position, in_object, is_key = f"{part.path}#", 0, False, False
    for token in _TOKEN.finditer(part.text):
        kind, mark = token.lastgroup, token[0]
        here = f"{path}/{position}" if outside else path
        if kind is not None:
            at = f"{here}#" if is_key else here
            text = _decoded(mark) if kind == "text" else mark
            inner = Part(part.message, at, part.role, text)
            yield Literal(inner, *token.span(), quoted=True)
        elif mark in "[{":
            outside.append((path, position, in_object))
            path, position, in_object = here, 0, mark == "{"
            is_key = in_object
        elif mark in "]}":
            path, position, in_object = outside.pop()
        elif mark == ",":
            position, is_key = position + 1, in_object
        else:
            is_key = False


def _decoded(literal: str) -> str:
    if "\\" not in literal:
        return literal[1:-1]
    text: str = _DECODER.decode(literal)
    return text
