"""Models: those that a key may use (spec 4.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from routelock.clearance import Clearance
from routelock.service import layers
from routelock.service.outcome import NOT_FOUND, Outcome, Reply, encoded
from routelock.service.paging import whole_or_span

if TYPE_CHECKING:
    from routelock.policy import Policy
    from routelock.service.call import Call
    from routelock.service.paging import Span
    from routelock.service.world import World

Rows = tuple[bytes, ...]


def of_user(call: Call) -> Outcome:
    """The models of which an endpoint survives all that applies to the key and the hostname."""
    home = layers.workspace(call)
    if home is None:
        return NOT_FOUND
    world = call.world
    place = world.regions.get(call.host)
    policy, digest = layers.named(world, layers.applied(call, home), place)
    key = (digest, world.snapshot.catalogue.version)
    rows, everything = world.views.models.get(key, lambda: _listed(world, policy))
    wanted = whole_or_span(call.query)
    if wanted.limit is None:
        return everything
    return _page(rows[wanted.offset : wanted.stop], len(rows), _next(world, wanted, len(rows)))


def _listed(world: World, policy: Policy) -> tuple[Rows, Reply]:
    left = frozenset(Clearance(policy, world.snapshot.catalogue).models())
    # An alias is on the list where the model that it stands for is.
    rows = tuple(row.body for row in world.snapshot.models if row.model_id in left)
    return rows, _page(rows, len(rows), None)


def _page(rows: Rows, total: int, following: str | None) -> Reply:
    links = encoded({"next": following})
    return Reply(b'{"data":[%b],"links":%b,"total_count":%d}' % (b",".join(rows), links, total))


def _next(world: World, wanted: Span, total: int) -> str | None:
    if wanted.stop is None or wanted.stop >= total:
        return None
    query = urlencode({"offset": wanted.stop, "limit": wanted.limit})
    return f"{world.prefix}/models/user?{query}"
