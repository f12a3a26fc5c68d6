"""Plain: paths that are no operation: health, the description, and those that are not there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio.to_thread

from routelock.http.outgoing import Exchange, Log
from routelock.service.outcome import Fault, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Receive, Scope, Send


@dataclass(frozen=True, slots=True)
class Plain:
    """A path that anybody may read: what `make` gives, or 500 where it raises."""

    name: str
    make: Callable[[], Outcome]
    log: Log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        del receive
        exchange = Exchange(send, self.log, self.name)
        if scope["method"] not in ("GET", "HEAD"):
            await exchange.send(Fault(405), ((b"allow", b"GET, HEAD"),))
            return
        try:
            outcome = await anyio.to_thread.run_sync(self.make)
        except Exception as error:  # noqa: BLE001 (a fault inside must not reach the client)
            exchange.fault = error
            outcome = Fault(500)
        await exchange.send(outcome)


@dataclass(frozen=True, slots=True)
class Nowhere:
    """Every path that is not there."""

    log: Log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say so."""
        del receive
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
            return
        await Exchange(send, self.log, "unknown").send(Fault(404))
