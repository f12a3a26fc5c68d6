"""Server: uvicorn around the app, from its settings to its last request."""

from __future__ import annotations

import gc
import signal
import socket
import threading
import time
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING

from uvicorn import Config, Server
from uvicorn.supervisors import Multiprocess

from routelock.http import log
from routelock.http.app import Edge, site
from routelock.http.incoming import BOUNDS, Bounds
from routelock.service import snapshot
from routelock.service.rates import TokenBuckets, Unlimited
from routelock.service.world import World
from routelock.store.sql import SqlStore
from routelock.vendors import Vendors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.types import ASGIApp

PREFIX = "/api/v1"
GRACE = 10
"""Seconds that requests have to end in when the server is told to stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a server is started with; every worker makes its own world of it."""

    database: str
    catalogue: bytes = field(repr=False)
    vendors: Mapping[str, tuple[str, ...]]
    regions: Mapping[str, str]
    rate: int | None = None
    requests: bool = False
    bounds: Bounds = BOUNDS


def build(settings: Settings) -> ASGIApp:
    """The app of one worker, on a store of its own."""
    log.take_over()
    rate = settings.rate
    world = World(
        store=SqlStore(settings.database),
        snapshot=snapshot.read(settings.catalogue, PREFIX),
        vendors=Vendors(settings.vendors),
        limiter=Unlimited() if rate is None else TokenBuckets(rate, rate),
        regions=settings.regions,
        prefix=PREFIX,
    )
    gc.freeze()  # the catalogue lives as long as we do: the collector need not look at it again
    told = log.line if settings.requests else log.faults
    quick = settings.database.startswith("sqlite")
    return site(world, Edge(settings.bounds, told, quick=quick))


def run(
    settings: Settings, held: socket.socket, workers: int, ready: Callable[[str], None]
) -> None:
    """Serve until told to stop, and let end what has begun; `ready` is called once with the URL."""
    log.take_over()
    with held:
        config = Config(
            partial(build, settings),
            factory=True,
            workers=workers,
            log_config=None,
            access_log=False,
            lifespan="off",
            ws="none",
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
        )
        address = held.getsockname()[:2]
        threading.Thread(target=_announce, args=(address, ready), daemon=True).start()
        _ends_by_itself()
        if workers == 1:
            Server(config).run(sockets=[held])
        else:
            Multiprocess(config, sockets=[held]).run()


def bound(host: str, port: int) -> socket.socket:
    """A socket at this address, 0 being any free port; `OSError` where it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Said in full: asyncio turns Nagle's delay off only where it reads that this is TCP.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.set_inheritable(True)
    except OSError:
        made.close()
        raise
    return made


def _ends_by_itself() -> None:
    """Without this the signal would be raised again after the last request, and end us badly."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)


ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (compared with, not bound to)


def _announce(address: tuple[str, int], ready: Callable[[str], None]) -> None:
    """Say so once the server answers."""
    host, port = address
    near = ANYWHERE.get(host, host)
    while not _answers(near, port):
        time.sleep(0.05)
    name = f"[{near}]" if ":" in near else near
    ready(f"http://{name}:{port}{PREFIX}")


def _answers(host: str, port: int) -> bool:
    connection = HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == OK
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


OK = 200
