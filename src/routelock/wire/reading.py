"""Reading: strict JSON; a repeated key, NaN or half a character is an error with its place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.errors import InputError, Problem
from routelock.problems import path

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 4 * 2**20
"""Bytes of a guardrail document, unless the caller allows more."""


class _Constant(NamedTuple):
    """NaN or an infinity, which Python's parser reads and JSON does not have."""

    word: str


class _Object(dict[str, Any]):
    """A JSON object that remembers which of its keys stood there twice."""

    __slots__ = ("repeated",)
    repeated: tuple[str, ...]


def read_json(data: bytes, error: type[InputError], *, largest: int | None = LARGEST) -> object:
    """The value that `data` holds, or `error` with all that is wrong with it as JSON.

    >>> from routelock.errors import DocumentError
    >>> read_json(b'{"name": "a", "name": "b"}', DocumentError)
    Traceback (most recent call last):
        ...
    routelock.errors.DocumentError: guardrail: $.name: stands there twice (keep one of them)
    """
    if largest is not None and len(data) > largest:
        hint = "is this the right file?"
        raise error([Problem("$", f"has {len(data)} bytes, at most {largest} are read", hint)])
    value, doubtful = _parsed(data, error)
    if doubtful and (found := [*_oddities(value, ())]):
        raise error(found)
    return value


def _parsed(data: bytes, error: type[InputError]) -> tuple[Any, bool]:
    odd: list[object] = []

    def constant(word: str) -> _Constant:
        odd.append(word)
        return _Constant(word)

    def together(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        marked = _Object(found)
        keys = [key for key, _ in pairs]
        marked.repeated = tuple(key for key in found if keys.count(key) > 1)
        odd.append(marked)
        return marked

    try:
        value = json.loads(data, object_pairs_hook=together, parse_constant=constant)
    except RecursionError:
        problem = Problem("$", "is nested too deeply", "no document of ours needs ten levels")
        raise error([problem]) from None
    except ValueError as wrong:
        hint = "one JSON value in UTF-8 is expected"
        raise error([Problem("$", f"is not JSON: {_reason(wrong)}", hint)]) from None
    return value, bool(odd) or b"\\ud" in data.lower()


def _reason(wrong: ValueError) -> str:
    """What is wrong, never the bytes that are."""
    if isinstance(wrong, UnicodeDecodeError):
        return f"byte {wrong.start} is not UTF-8"
    if isinstance(wrong, json.JSONDecodeError):
        return f"{wrong.msg.lower()} at line {wrong.lineno} column {wrong.colno}"
    return "a number has too many digits"


def _oddities(value: object, places: tuple[int | str, ...]) -> Iterator[Problem]:
    """Repeated keys, lone surrogates and constants, wherever they are; no recursion of ours."""
    waiting = [(value, places)]
    while waiting:
        here, at = waiting.pop()
        yield from _odd(here, at)
        if isinstance(here, dict):
            waiting += [(below, (*at, key)) for key, below in reversed(here.items())]
        elif isinstance(here, list):
            waiting += [(below, (*at, n)) for n, below in reversed([*enumerate(here)])]


def _odd(here: object, at: tuple[int | str, ...]) -> Iterator[Problem]:
    if isinstance(here, _Constant):
        yield Problem(
            path(at), f"{here.word} is no JSON number", "leave the field out or write null"
        )
    if isinstance(here, str) and not _whole(here):
        yield Problem(path(at), "holds half a character (a lone surrogate)", "write both halves")
    if isinstance(here, _Object):
        for key in here.repeated:
            yield Problem(path((*at, key)), "stands there twice", "keep one of them")
    if isinstance(here, dict) and not all(map(_whole, here)):
        yield Problem(path(at), "has a key with half a character (a lone surrogate)")


def _whole(text: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in text)
