"""Call: one request to an operation, read and allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.service.times import stamp

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from routelock.service.parameters import Given
    from routelock.service.world import World
    from routelock.store.protocol import Store
    from routelock.store.rows import Key


class Call(NamedTuple):
    """Who asks (`key`), for what (`path`, `query`, `body`), where (`host`) and when (`now`).

    `body` is what the operation's reader made of the bytes.
    """

    world: World
    key: Key
    now: datetime
    path: Mapping[str, str]
    query: Mapping[str, Given]
    body: Any = None
    host: str = ""

    @property
    def store(self) -> Store:
        """Where everything is kept."""
        return self.world.store

    @property
    def organization(self) -> str:
        """The wall behind which the key is: every query names it."""
        return self.key.organization_id

    @property
    def stamp(self) -> str:
        """Now, as rows have it."""
        return stamp(self.now)

    def uuid(self) -> str:
        """A new id."""
        return self.world.maker.uuid()

    def __repr__(self) -> str:
        return f"<Call of {self.organization}>"  # never what was sent
