"""World: what a deployment is; everything that an operation may ask for is in it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from routelock.service.memo import Memo
from routelock.service.rates import Limiter, Unlimited
from routelock.vendors import Vendors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from routelock.policy import Policy
    from routelock.service.outcome import Reply
    from routelock.service.snapshot import Snapshot
    from routelock.store.protocol import Store


def _now() -> datetime:
    return datetime.now(UTC)


def _uuid() -> str:
    return str(uuid4())


def _secret() -> str:
    return f"rl-v1-{secrets.token_hex(32)}"


class Maker(NamedTuple):
    """What makes new names: ids (uuid) and the secrets of keys; tests pass their own."""

    uuid: Callable[[], str] = _uuid
    secret: Callable[[], str] = _secret


class Views(NamedTuple):
    """What was made of guardrails before: policies by their documents, listings by policy."""

    policies: Memo[tuple[Policy, str]]
    models: Memo[tuple[tuple[bytes, ...], Reply]]
    preview: Memo[Reply]


def _views() -> Views:
    return Views(Memo(1024), Memo(32), Memo(32))


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A deployment: its store, its catalogue, its vendor words, and what it takes from outside.

    `regions` maps a hostname, in lower case and without a port, to the region that it stands for.
    `prefix` is the path under which the operations are, for the paths that replies contain.
    """

    store: Store
    snapshot: Snapshot
    vendors: Vendors = field(default_factory=Vendors)
    clock: Callable[[], datetime] = _now
    maker: Maker = field(default_factory=Maker)
    limiter: Limiter = field(default_factory=Unlimited)
    regions: Mapping[str, str] = field(default_factory=dict)
    prefix: str = "/api/v1"
    views: Views = field(default_factory=_views)
