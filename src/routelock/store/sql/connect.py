"""Connect: the database of a URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from routelock.store.errors import StoreError
from routelock.store.sql.postgresql import Postgresql
from routelock.store.sql.sqlite import Sqlite

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from routelock.store.sql.database import Pool

WAIT = 5.0
"""Seconds to wait for a lock or a connection before the store counts as unavailable."""


class UrlError(StoreError):
    """The URL of a database is none that the store can use."""


def connect(url: str, wait: float = WAIT) -> Pool:
    """The database of `sqlite:///FILE` or `postgresql://HOST/NAME`; it is not asked anything yet.

    Raises `UrlError` for another URL, and for SQLite without a file, which no two could share.
    """
    found = _url(url)
    name = found.get_backend_name() if found else ""
    if found is None or name not in _POOLS or _nowhere(found):
        message = "a database is `sqlite:///FILE` or `postgresql://HOST/NAME`"
        raise UrlError(message)
    driver, pool = _POOLS[name]
    return pool(found.set(drivername=driver), wait)


_POOLS: Mapping[str, tuple[str, Callable[[URL, float], Pool]]] = {
    "sqlite": ("sqlite", Sqlite),
    "postgresql": ("postgresql+psycopg", Postgresql),
    "postgres": ("postgresql+psycopg", Postgresql),
}


def _url(url: str) -> URL | None:
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        return None


def _nowhere(url: URL) -> bool:
    return url.get_backend_name() == "sqlite" and url.database in {None, "", ":memory:"}
