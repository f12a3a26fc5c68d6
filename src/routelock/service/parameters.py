"""Parameters: what stands in a path or behind the `?`, and how it is read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from routelock.errors import Problem, RequestError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from routelock.service.outcome import Json

Given = int | bool | str
FARTHEST = 2**62
"""No table has as many rows; an offset beyond is taken for this one."""


class Parameter(NamedTuple):
    """A query parameter: its name, its JSON Schema (an integer, a boolean or a uuid), its use."""

    name: str
    schema: Json
    about: str


class Place(NamedTuple):
    """A path parameter: what it looks like, and the status for one that cannot be one."""

    schema: Json
    pattern: re.Pattern[str]
    misfit: int = 404


_UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_TEXT = re.compile(r"[^\x00]+")
URL_SAFE = r"^[A-Za-z0-9._~-]+$"

# A misshapen id is an id that nobody has: those operations list no 400 (spec 4.1, 4.4, 4.9).
PLACES: Mapping[str, Place] = {
    "id": Place({"type": "string", "format": "uuid"}, _UUID),
    "hash": Place({"type": "string"}, _TEXT),
    "slug": Place(
        {"type": "string", "minLength": 1, "pattern": URL_SAFE}, re.compile(URL_SAFE[1:-1]), 400
    ),
    "jobId": Place({"type": "string", "minLength": 1}, _TEXT),
    "author": Place({"type": "string", "minLength": 1}, _TEXT),
    "model": Place({"type": "string", "minLength": 1}, _TEXT),
}
"""Every path parameter by name."""


def misfits(path: Mapping[str, str]) -> tuple[int, tuple[Problem, ...]] | None:
    """The status for a path that can name nothing, and what is wrong with it where it is 400."""
    for name, text in path.items():
        place = PLACES[name]
        if not place.pattern.fullmatch(text):
            hint = "use letters, digits, `.`, `_`, `~` and `-`"
            told = (Problem(f"$.path.{name}", "is not URL-safe", hint),)
            return place.misfit, told if place.misfit == _BAD else ()
    return None


_BAD = 400


def read(parameters: Sequence[Parameter], given: Sequence[tuple[str, str]]) -> Mapping[str, Given]:
    """The parameters that were given, by name; `RequestError` with all that is wrong.

    Names that nobody knows are left alone, as anywhere on the web.
    """
    found: dict[str, Given] = {}
    wrong: list[Problem] = []
    for parameter in parameters:
        values = [value for name, value in given if name == parameter.name]
        wrong += _twice(parameter.name, values)
        for value in values[:1]:
            read_ = _READERS[parameter.schema["type"]](value, parameter.schema)
            if isinstance(read_, _Misfit):
                wrong.append(Problem(f"$.query.{parameter.name}", read_.message))
            else:
                found[parameter.name] = read_
    if wrong:
        raise RequestError(wrong)
    return found


class _Misfit(NamedTuple):
    message: str


def _twice(name: str, values: Sequence[str]) -> Iterator[Problem]:
    if len(values) > 1:
        yield Problem(f"$.query.{name}", "stands there twice", "keep one of them")


def _integer(text: str, schema: Json) -> Given | _Misfit:
    least, most = schema["minimum"], schema.get("maximum")
    span = f"{least} to {most}" if most is not None else f"{least} or more"
    if not re.fullmatch("[0-9]+", text):
        return _Misfit(f"must be a whole number, {span}")
    digits = text.lstrip("0") or "0"
    number = int(digits) if len(digits) < len(str(FARTHEST)) else FARTHEST
    if number < least or (most is not None and number > most):
        return _Misfit(f"must be {span}")
    return number


def _boolean(text: str, _: Json) -> Given | _Misfit:
    words = {"true": True, "false": False}
    return words.get(text, _Misfit("must be `true` or `false`"))


def _uuid(text: str, _: Json) -> Given | _Misfit:
    return text if _UUID.fullmatch(text) else _Misfit("must be a uuid")


_READERS = {"integer": _integer, "boolean": _boolean, "string": _uuid}
