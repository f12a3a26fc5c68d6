"""App: the Starlette adapter, generated from the table of operations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import anyio.to_thread
from starlette.routing import Mount, Route, Router

from routelock.http.incoming import BOUNDS, BadBodyError, Bounds, body, header
from routelock.http.openapi import document
from routelock.http.outgoing import Exchange, Log, silent
from routelock.http.plain import Nowhere, Plain
from routelock.service.answer import Asked, answer
from routelock.service.operations import OPERATIONS, Operation
from routelock.service.outcome import Fault, Outcome, Reply, encoded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import Receive, Scope, Send

    from routelock.service.world import World


@dataclass(frozen=True, slots=True)
class Edge:
    """How a deployment meets the outside: bounds of bodies, where it logs, who waits for the store.

    `quick` says that reading the store takes microseconds (memory, SQLite), so that reads need no
    thread; writes, which may have to wait for each other, always have one.
    """

    bounds: Bounds = BOUNDS
    log: Log = silent
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Door:
    """One path and its operations by method."""

    world: World
    edge: Edge
    operations: Mapping[str, Operation]
    allow: bytes = field(init=False)

    def __post_init__(self) -> None:
        allow = ", ".join(sorted(self.operations)).encode()
        object.__setattr__(self, "allow", allow)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; whatever goes wrong inside is 500, and told in the log alone."""
        operation = self.operations.get(scope["method"])
        name = "unknown" if operation is None else operation.name
        exchange = Exchange(send, self.edge.log, name)
        if operation is None:
            await exchange.send(Fault(405), ((b"allow", self.allow),))
            return
        try:
            outcome = await self._outcome(operation, scope, receive)
        except BadBodyError as error:
            outcome = error.fault
        except Exception as error:  # noqa: BLE001 (a fault inside must not reach the client)
            exchange.fault = error
            outcome = Fault(500)
        await exchange.send(outcome)

    async def _outcome(self, operation: Operation, scope: Scope, receive: Receive) -> Outcome:
        asked = Asked(
            header(scope, b"authorization"),
            scope["path_params"],
            _query(scope["query_string"]) if operation.query else (),
            await body(scope, receive, self.edge.bounds) if operation.body else b"",
            _host(scope),
        )
        if self.edge.quick and not operation.writes:
            return answer(self.world, operation, asked)
        return await anyio.to_thread.run_sync(answer, self.world, operation, asked)


def api(world: World, edge: Edge | None = None) -> Router:
    """The operations and their schema, without a prefix: mount it where you like.

    It is an ASGI application: `fastapi_app.mount("/api/v1", api(world))`.
    """
    meets = edge or Edge()
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS:
        by_path.setdefault(operation.path, {})[operation.method] = operation
    doors = {path: Door(world, meets, _with_head(found)) for path, found in by_path.items()}
    routes = [Route(path, door) for path, door in doors.items()]
    schema = Reply(encoded(document(world)))
    routes.append(Route("/openapi.json", Plain("openapi", lambda: schema, meets.log)))
    return Router(routes, redirect_slashes=False, default=Nowhere(meets.log))


def site(world: World, edge: Edge | None = None) -> Router:
    """The whole server: the operations under the prefix, `/healthz` and `/readyz`."""
    meets = edge or Edge()

    def ready() -> Outcome:
        world.store.check()
        return Reply(b'{"status":"ready"}')

    routes = [
        Mount(world.prefix, api(world, meets)),
        Route("/healthz", Plain("healthz", lambda: Reply(b'{"status":"ok"}'), meets.log)),
        Route("/readyz", Plain("readyz", ready, meets.log)),
    ]
    return Router(routes, redirect_slashes=False, default=Nowhere(meets.log))


def _with_head(found: Mapping[str, Operation]) -> dict[str, Operation]:
    return {**found, **({"HEAD": found["GET"]} if "GET" in found else {})}


def _query(raw: bytes) -> list[tuple[str, str]]:
    return parse_qsl(raw.decode("latin-1"), keep_blank_values=True)


def _host(scope: Scope) -> str:
    """The hostname without its port, in lower case."""
    host = (header(scope, b"host") or "").lower()
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host
