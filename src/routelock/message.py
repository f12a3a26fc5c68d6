"""Message: the texts of a request body that filters read, each with its place, role and reader."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.errors import Problem, RequestError
from routelock.problems import kind, path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Steps = tuple[str | int, ...]
    Reading = Iterator[tuple[str, object, str]]  # pointer, what stands there, what should

TEXT = "text"


class Part(NamedTuple):
    """One text of a request: the index of its message, its JSON pointer in there, its role.

    The legacy `prompt` belongs to no message: `message` is `None`, the pointer starts at the body,
    the role is `user`. A pointer holds names of the wire format and positions, never a word of the
    request, and neither does `repr`.

    >>> Part(0, "/content/1/text", "user", "call me on Monday")
    Part(message=0, path='/content/1/text')
    """

    message: int | None
    path: str
    role: str
    text: str

    def __repr__(self) -> str:
        return f"Part(message={self.message!r}, path={self.path!r})"

    @property
    def steps(self) -> Steps:
        """The keys and indices that lead from the body to the text."""
        return _steps(self.message, self.path)


def parts(body: Mapping[str, Any]) -> list[Part]:
    """Every text that content filters cover, in the order in which it stands in the body.

    These are content (a string, or the text of each part of a list) and `name` of every message,
    arguments of tool calls, and the legacy `prompt`. A body in which one of them has another shape
    raises `RequestError` with all `problems`: what cannot be read must not go on unread.

    >>> body = {"messages": [{"role": "user", "name": "ada", "content": "hello"}]}
    >>> [part.path for part in parts(body)]
    ['/name', '/content']
    """
    found: list[Part] = []
    for index, message in enumerate(_listed(body.get("messages"))):
        # Almost every message is a role and a string; the rest of the file is for the others.
        if (
            type(message) is dict
            and len(message) == 2  # noqa: PLR2004 - role and content
            and type(text := message.get("content")) is str
            and type(role := message.get("role")) is str
        ):
            found.append(_new(Part, (index, "/content", role, text)))
        else:
            found += _sound(_message(index, message), body)
    if not found or body.get("prompt") is not None:
        found += _sound(_around(body), body)
    return found


def problems(body: Mapping[str, Any]) -> list[Problem]:
    """Everything that is malformed about the texts of a body, with JSON paths, never with a text.

    >>> print(*problems({"messages": [{"role": "user", "content": 5}], "prompt": [1, 2]}), sep="; ")
    $.messages[0].content: must be text, got a number; $.prompt[0]: must be text, got a number; \
$.prompt[1]: must be text, got a number
    """
    items = [
        item
        for index, message in enumerate(_listed(body.get("messages")))
        for item in _message(index, message)
    ]
    return [item for item in (*items, *_around(body)) if isinstance(item, Problem)]


def rewritten(body: Mapping[str, Any], texts: Iterable[tuple[Part, str]]) -> dict[str, Any]:
    """A body with other texts in the places of some parts; only what leads to them is copied.

    >>> body = {"messages": [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]}
    >>> after = rewritten(body, [(parts(body)[0], "c")])
    >>> after["messages"][0]["content"], after["messages"][1] is body["messages"][1]
    ('c', True)
    """
    fresh: dict[Steps, Any] = {(): dict(body)}
    for part, text in texts:
        *way, last = part.steps
        parent = fresh[()]
        for depth, step in enumerate(way, 1):
            here = tuple(way[:depth])
            if here not in fresh:
                fresh[here] = parent[step] = copy(parent[step])
            parent = fresh[here]
        parent[last] = text
    result: dict[str, Any] = fresh[()]
    return result


_new = tuple.__new__  # a third of the time of `Part(...)`, on the path of every request


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _sound(items: Iterable[Part | Problem], body: Mapping[str, Any]) -> Iterator[Part]:
    for item in items:
        if isinstance(item, Problem):
            raise RequestError(problems(body))
        yield item


def _message(index: int, message: object) -> Iterator[Part | Problem]:
    if not isinstance(message, Mapping):
        yield _problem(index, "", "an object", message)
        return
    role = message.get("role")
    if not isinstance(role, str):
        yield _problem(index, "/role", TEXT, role)
        role = ""
    for key, value in message.items():
        if key in _READERS and value is not None:
            yield from _checked(index, role, _READERS[key](f"/{key}", value))


def _around(body: Mapping[str, Any]) -> Iterator[Part | Problem]:
    """What stands beside the messages, and whether there is a list of them at all."""
    messages, prompt = body.get("messages"), body.get("prompt")
    if messages is not None and not isinstance(messages, list):
        yield _problem(None, "/messages", "an array", messages)
    if prompt is not None:
        yield from _checked(None, "user", _prompt("/prompt", prompt))


def _checked(index: int | None, role: str, reading: Reading) -> Iterator[Part | Problem]:
    for pointer, value, expected in reading:
        if expected is TEXT and isinstance(value, str):
            yield Part(index, pointer, role, value)
        else:
            yield _problem(index, pointer, expected, value)


def _text(at: str, value: object) -> Reading:
    yield at, value, TEXT


def _prompt(at: str, value: object) -> Reading:
    if not isinstance(value, list):
        yield at, value, TEXT
    else:
        for index, item in enumerate(value):
            yield f"{at}/{index}", item, TEXT


def _content(at: str, value: object) -> Reading:
    if not isinstance(value, list):
        yield at, value, TEXT
    else:
        for index, item in enumerate(value):
            yield from _piece(f"{at}/{index}", item)


def _piece(at: str, value: object) -> Reading:
    if not isinstance(value, Mapping):
        yield at, value, "an object"
    elif value.get("type") == "text" or value.get("text") is not None:
        # A text under another type is read too: some upstreams look at the key alone.
        yield f"{at}/text", value.get("text"), TEXT


def _calls(at: str, value: object) -> Reading:
    if not isinstance(value, list):
        yield at, value, "an array"
    else:
        for index, call in enumerate(value):
            yield from _call(f"{at}/{index}", call)


def _call(at: str, value: object) -> Reading:
    if not isinstance(value, Mapping):
        yield at, value, "an object"
        return
    for holder, field in (("function", "arguments"), ("custom", "input")):
        if value.get(holder) is not None:
            yield from _field(f"{at}/{holder}", value[holder], field)


def _arguments(at: str, value: object) -> Reading:
    yield from _field(at, value, "arguments")


def _field(at: str, value: object, field: str) -> Reading:
    if not isinstance(value, Mapping):
        yield at, value, "an object"
    elif value.get(field) is not None:
        yield f"{at}/{field}", value[field], TEXT


_READERS = {
    "content": _content,
    "name": _text,
    "tool_calls": _calls,
    "function_call": _arguments,
}


def _steps(index: int | None, pointer: str) -> Steps:
    steps = tuple(int(step) if step.isdigit() else step for step in pointer.split("/")[1:])
    return steps if index is None else ("messages", index, *steps)


def _problem(index: int | None, pointer: str, expected: str, value: object) -> Problem:
    return Problem(path(_steps(index, pointer)), f"must be {expected}, got {kind(value)}")
