"""Incoming: the body of a request, in bounded size and bounded time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import anyio

from routelock.service.outcome import Fault

if TYPE_CHECKING:
    from starlette.types import Receive, Scope


class Bounds(NamedTuple):
    """Bytes of a body, and seconds in which all of them have to be there."""

    largest: int = 2**20
    seconds: float = 10.0


BOUNDS = Bounds()


class BadBodyError(Exception):
    """A body that was not read to its end."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.status)
        self.fault = fault


async def body(scope: Scope, receive: Receive, bounds: Bounds) -> bytes:
    """The whole body, or `BadBodyError`: 413 once it is too large, 408 when it is too slow."""
    declared = header(scope, b"content-length")
    if declared and declared.isdigit() and int(declared) > bounds.largest:
        raise BadBodyError(Fault(413))
    try:
        with anyio.fail_after(bounds.seconds):
            return await _whole(receive, bounds.largest)
    except TimeoutError:
        raise BadBodyError(Fault(408)) from None


async def _whole(receive: Receive, largest: int) -> bytes:
    read = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadBodyError(Fault(400))
        read += message.get("body", b"")
        if len(read) > largest:
            raise BadBodyError(Fault(413))
        if not message.get("more_body"):
            return bytes(read)


def header(scope: Scope, name: bytes) -> str | None:
    """The value of the first header of this name, in lower case."""
    for found, value in scope["headers"]:
        if found == name:
            text: str = value.decode("latin-1")
            return text
    return None
