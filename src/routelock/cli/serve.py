"""Serve: the API over HTTP on a database."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from routelock.cli import files
from routelock.cli.db import DATABASE
from routelock.data import example
from routelock.errors import RoutelockError
from routelock.wire import catalogue as catalogues
from routelock.wire import vendors as words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from routelock.service.demo import Demo
    from routelock.vendors import Vendors

EXAMPLE = """\b
Example:
  routelock serve --demo --port 8080"""


EXTRA = ("alembic", "anyio", "sqlalchemy", "starlette", "uvicorn")


class ServeError(RoutelockError):
    """The server cannot start as it was asked to."""


def region_host(value: str) -> tuple[str, str]:
    """`HOST=REGION`.

    >>> region_host("EU.example.com=europe")
    ('eu.example.com', 'europe')
    """
    host, equals, region = value.partition("=")
    if not (host and equals and region):
        message = f"`{value}` is no HOST=REGION: write it like eu.example.com=europe"
        raise click.BadParameter(message)
    return host.lower(), region


@click.command(epilog=EXAMPLE)
@click.option("--database", metavar="URL", help=f"Keep everything there, not in {DATABASE}.")
@click.option(
    "--catalogue", metavar="FILE", help="Take models and endpoints from FILE, not the example."
)
@click.option("--vendors", metavar="FILE", help="Take the authors of each vendor word from FILE.")
@click.option("--host", default="127.0.0.1", metavar="HOST", help="Listen on this address.")
@click.option(
    "--port",
    default=8080,
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Listen on this port; 0 takes a free one.",
)
@click.option(
    "--region-host",
    "regions",
    type=region_host,
    multiple=True,
    metavar="HOST=REGION",
    help="Requests to HOST stay in REGION. Repeatable.",
)
@click.option(
    "--rate",
    type=click.IntRange(min=1),
    metavar="N",
    help="Let each key ask N times a second, in each worker.",
)
@click.option(
    "--workers", default=1, type=click.IntRange(min=1), metavar="N", help="Start N processes."
)
@click.option("--log-requests", is_flag=True, help="Log every request, not faults alone.")
@click.option("--demo", is_flag=True, help="Serve seeded data from a database that is thrown away.")
def serve(  # noqa: PLR0913 (click hands over each option by its name)
    *,
    database: str | None,
    catalogue: str | None,
    vendors: str | None,
    host: str,
    port: int,
    regions: tuple[tuple[str, str], ...],
    rate: int | None,
    workers: int,
    log_requests: bool,
    demo: bool,
) -> int:
    """Serve the management and catalogue API.

    Once it is ready it prints one line: a JSON object with the `url`, and with the keys and ids of
    the demo. The log is JSON lines on standard error. SIGTERM lets requests end and stops it.
    """
    if demo and database is not None:
        message = "a demo has a database of its own"
        raise click.UsageError(message)
    with ExitStack() as held, _installed():
        from routelock.http import server  # noqa: PLC0415 (an extra brings it)

        rows, governed = _catalogue(catalogue), _vendors(vendors, demo=demo)
        try:
            address = held.enter_context(server.bound(host, port))
        except OSError as error:
            message = f"cannot listen on {host}:{port}: {(error.strerror or 'no address').lower()}"
            raise ServeError(message) from None
        url = held.enter_context(_throw_away()) if demo else database or DATABASE
        seeded = _prepared(url, governed, demo=demo)
        settings = server.Settings(
            database=url,
            catalogue=rows,
            vendors={word: tuple(names) for word, names in governed.authors.items()},
            regions=dict(regions),
            rate=rate,
            requests=log_requests,
        )
        server.run(settings, address, workers, _announcing(seeded))
    return 0


@contextmanager
def _installed() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in EXTRA:
            raise
        message = 'the server is not installed: pip install "routelock[server]"'
        raise ServeError(message) from None


def _vendors(file: str | None, *, demo: bool) -> Vendors:
    """The words of a file; without one those of the specification, or of the example in a demo."""
    return words.read(example("vendors.json")) if demo and file is None else files.vendors(file)


def _catalogue(file: str | None) -> bytes:
    """The bytes of a catalogue that is known to be one."""
    if file is None:
        return example("catalogue.json")
    data = files.contents(file)
    with files.about(file):
        catalogues.read(data)
    return data


@contextmanager
def _throw_away() -> Iterator[str]:
    with TemporaryDirectory(prefix="routelock-", ignore_cleanup_errors=True) as folder:
        yield f"sqlite:///{Path(folder) / 'demo.db'}"


def _prepared(url: str, vendors: Vendors, *, demo: bool) -> Demo | None:
    """A database in its newest form, written under these words; a PostgreSQL is only looked at."""
    from routelock.service.demo import seed  # noqa: PLC0415 (an extra brings it)
    from routelock.service.world import Maker  # noqa: PLC0415
    from routelock.store.migrations import upgrade  # noqa: PLC0415
    from routelock.store.sql import SqlStore  # noqa: PLC0415
    from routelock.store.words import check_words  # noqa: PLC0415

    if url.startswith("sqlite"):
        upgrade(url)
    store = SqlStore(url)
    try:
        store.check()
        check_words(store, vendors)
        return seed(store, vendors, Maker(), datetime.now(UTC)) if demo else None
    finally:
        store.close()


def _announcing(seeded: Demo | None) -> Callable[[str], None]:
    told: Mapping[str, str] = {} if seeded is None else asdict(seeded)

    def announce(url: str) -> None:
        sys.stdout.write(json.dumps({"url": url, **told}) + "\n")
        sys.stdout.flush()

    return announce
