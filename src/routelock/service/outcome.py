"""Outcome: what an operation gives back: a reply, or a fault with its status."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from routelock.errors import Problem
    from routelock.reasons import Reason

Json = dict[str, Any]


class Reply(NamedTuple):
    """JSON that is ready to be sent, and its status."""

    body: bytes
    status: int = 200


class Fault(NamedTuple):
    """What went wrong: its status (spec 7), and what is known of it as data.

    `problems` are those of an input, `reasons` those of a refusal; `retry_after` is in seconds,
    `user_id` whoever created the key that asked.
    """

    status: int
    problems: tuple[Problem, ...] = ()
    reasons: tuple[Reason, ...] = ()
    retry_after: int | None = None
    user_id: str | None = None
    sentence: str = ""


Outcome = Reply | Fault
NOT_FOUND = Fault(404)


def encoded(value: object) -> bytes:
    """JSON of a value; bytes are JSON already. `ValueError` for what JSON does not have.

    >>> encoded({"a": [1, None]}), encoded(b"{}")
    (b'{"a":[1,null]}', b'{}')
    """
    if isinstance(value, bytes):
        return value
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def data(value: object, status: int = 200) -> Reply:
    """A reply with the value under `data`, as every operation but the video ones gives it."""
    return Reply(b'{"data":' + encoded(value) + b"}", status)


def listed(rows: Iterable[object], total: int) -> Reply:
    """A reply with a page of rows under `data` and how many there are in all."""
    joined = b",".join(map(encoded, rows))
    return Reply(b'{"data":[%b],"total_count":%d}' % (joined, total))


DELETED = Reply(b'{"deleted":true}')
