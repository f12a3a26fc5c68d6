"""Problems: what pydantic says of an input, told as places, sentences and hints."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from routelock.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from pydantic import ValidationError

SHOWN = 40
"""Characters of an offending word that an error repeats; longer ones are not shown."""


def problems(
    error: ValidationError, known: Mapping[str, Iterable[str]], *, private: bool = False
) -> Iterator[Problem]:
    """Every problem of one validation, with JSON paths.

    `known` lists the field names of each place, by its path without indices (`$`, `$.provider`):
    what a misspelt field is compared with. `private` input is never repeated, not by a word.
    """
    for line in error.errors(include_url=False, include_context=True):
        places = line["loc"]
        told = _SAID.get(line["type"])
        if line["type"] == "extra_forbidden":
            name = str(places[-1])
            yield unknown(
                path(places[:-1]), name, known.get(_field(places[:-1]), ()), private=private
            )
        elif told is None:
            yield Problem(path(places), line["msg"].lower())
        else:
            shown = kind if private else quoted
            yield Problem(path(places), told({**line, "shown": shown}), _hint(line))


def unknown(where: str, name: str, known: Iterable[str], *, private: bool = False) -> Problem:
    """The problem of a field that nobody knows, with the nearest one that is known.

    >>> print(unknown("$", "ignored_provider", ["ignored_providers", "name"]))
    $: unknown field `ignored_provider` (did you mean `ignored_providers`?)
    """
    shown = "" if private else f" {quoted(name)}"
    return Problem(where, f"unknown field{shown}", suggestion(name, known))


def suggestion(word: str, known: Iterable[str]) -> str:
    """The known word nearest to a misspelt one, as a question; empty where none is near."""
    near = get_close_matches(word[:200], list(known), n=1, cutoff=0.6)
    return f"did you mean `{near[0]}`?" if near else ""


def quoted(value: object) -> str:
    """A short value in backticks, for an error; a long one, or no plain word, by its kind alone."""
    if isinstance(value, str) and value.isprintable() and len(value) <= SHOWN:
        return f"`{value}`"
    return kind(value)


def kind(value: object) -> str:
    """The JSON kind of a value."""
    return _KINDS.get(type(value), "something that is no JSON")


def path(places: Iterable[int | str]) -> str:
    """A JSON path: `$.content_filters[0].action`.

    >>> path(("content_filters", 0, "action")), path(("a b",))
    ('$.content_filters[0].action', '$["a b"]')
    """
    return "$" + "".join(map(_step, places))


def _step(place: int | str) -> str:
    if isinstance(place, int):
        return f"[{place}]"
    return f".{place}" if place.isidentifier() else f"[{quoted(place)}]".replace("`", '"')


def _field(places: Iterable[int | str]) -> str:
    return "$" + "".join(f".{place}" for place in places if isinstance(place, str))


_KINDS = {
    dict: "an object", list: "an array", tuple: "an array", str: "text", bool: "a boolean",
    int: "a number", float: "a number", type(None): "null",
}  # fmt: skip

Line = Any


def _must(what: str) -> Callable[[Line], str]:
    return lambda line: f"must be {what}, got {kind(line['input'])}"


def _word(line: Line) -> str:
    expected = line["ctx"]["expected"].replace("'", "`")
    return f"must be {expected}, got {line['shown'](line['input'])}"


def _hint(line: Line) -> str:
    if line["type"] == "enum" and isinstance(line["input"], str):
        return suggestion(line["input"], re.findall("'(.*?)'", line["ctx"]["expected"]))
    if line["type"] == "string_pattern_mismatch":
        return _SUCH_AS[_format(line)]
    return _HINTS.get(line["type"], "")


def _length(line: Line) -> str:
    return f"has {len(line['input'])} characters, at most {line['ctx']['max_length']} are allowed"


def _format(line: Line) -> str:
    """What a pattern of ours stands for; the pattern itself would help nobody."""
    pattern = line["ctx"]["pattern"]
    return next(said for mark, said in _FORMATS.items() if mark in pattern)


_SAID: Mapping[str, Callable[[Line], str]] = {
    "missing": lambda _: "is missing",
    "string_type": _must("text"),
    "bool_type": _must("true or false"),
    "int_type": _must("a whole number"),
    "number_type": _must("a number"),
    "decimal_type": _must("a number"),
    "decimal_parsing": _must("a number"),
    "tuple_type": _must("an array"),
    "dict_type": _must("an object"),
    "mapping_type": _must("an object"),
    "model_type": _must("an object"),
    "model_attributes_type": _must("an object"),
    "finite_number": lambda _: "must be a finite number",
    "greater_than_equal": lambda line: f"must be {line['ctx']['ge']} or more",
    "string_too_short": lambda _: "must not be empty",
    "string_too_long": _length,
    "string_pattern_mismatch": _format,
    "string_unicode": lambda _: "is not valid Unicode: it holds a lone surrogate",
    "enum": _word,
    "literal_error": _word,
}
_FORMATS = {
    "Tt": "must be a timestamp",
    "a-fA-F": "must be a uuid",
    "/": "must be author/slug",
}
_SUCH_AS = {
    "must be a timestamp": "such as 2026-11-21T09:00:00Z",
    "must be a uuid": "such as 123e4567-e89b-42d3-a456-426614174000",
    "must be author/slug": "such as mistralai/mistral-large",
}
_HINTS = {"number_type": "write it without quotes"}
