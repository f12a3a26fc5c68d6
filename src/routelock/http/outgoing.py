"""Outgoing: a reply or a fault as a response, and one line in the log about it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from time import perf_counter
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from routelock.http import errors
from routelock.service.outcome import Fault, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import Send

Log = Callable[[Mapping[str, Any]], None]
"""Where lines of a log go, each a flat object."""

Header = tuple[bytes, bytes]

_ALWAYS: tuple[Header, ...] = (
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
)


def silent(_: Mapping[str, Any]) -> None:
    """Nobody wants to know."""


class Exchange:
    """One request on its way out: it has an id that the client is given and the log has too.

    The log is told the operation, the status and the time; of a fault its kind and where it
    happened, never what it says, since that may hold what was sent.
    """

    __slots__ = ("_log", "_send", "_since", "fault", "operation", "request_id")

    def __init__(self, send: Send, log: Log, operation: str) -> None:
        self._send, self._log, self.operation = send, log, operation
        self._since = perf_counter()
        self.request_id = secrets.token_hex(12)
        self.fault: Exception | None = None

    async def send(self, outcome: Outcome, more: Iterable[Header] = ()) -> None:
        """Send it, and say so."""
        if isinstance(outcome, Fault):
            body, told = errors.body(outcome, self.request_id), errors.headers(outcome)
        else:
            body, told = outcome.body, ()
        headers = [
            *_ALWAYS,
            (b"content-length", b"%d" % len(body)),
            (b"x-request-id", self.request_id.encode()),
            *told,
            *more,
        ]
        start = {"type": "http.response.start", "status": outcome.status, "headers": headers}
        self._tell(outcome.status)  # first: who has the id of a request finds it in the log
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})

    def _tell(self, status: int) -> None:
        took = round((perf_counter() - self._since) * 1000, 3)
        line = {
            "event": "request",
            "request_id": self.request_id,
            "operation": self.operation,
            "status": status,
            "ms": took,
        }
        self._log(line if self.fault is None else line | told(self.fault))


def told(error: BaseException) -> dict[str, Any]:
    """The kind of a fault and where it happened; not its words."""
    trace = extract_tb(error.__traceback__)
    frames = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in trace]
    cause = error.__cause__ or error.__context__
    kinds = [type(fault).__name__ for fault in (error, cause) if fault is not None]
    return {"fault": kinds, "at": frames}
