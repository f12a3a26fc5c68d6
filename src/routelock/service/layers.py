"""Layers: the guardrails that apply to a key, put together by the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.budget import Limit, Spent
from routelock.caller import Caller
from routelock.clauses import no_retention
from routelock.clearance import Clearance
from routelock.gate import Gate
from routelock.policy import Policy, compose, region, resolve
from routelock.reasons import Layer, Source
from routelock.service.times import moment
from routelock.store.buckets import bucket, usd
from routelock.wire.guardrails import stored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from routelock.budget import Budget
    from routelock.service.call import Call
    from routelock.service.world import World
    from routelock.store.rows import Workspace


class Applied(NamedTuple):
    """One document and where it applies; account settings have no id."""

    layer: Layer
    guardrail: str | None
    document: bytes


def account(call: Call) -> Applied:
    """The account settings of the organization."""
    row = call.store.organizations.get(call.organization, call.organization)
    return Applied(Layer.ACCOUNT, None, b"{}" if row is None else row.settings)


def workspace(call: Call) -> Workspace | None:
    """The workspace of the key, where it still exists."""
    return call.store.workspaces.get(call.organization, call.key.workspace_id)


def applied(call: Call, home: Workspace) -> tuple[Applied, ...]:
    """Everything that applies to this key: account, workspace default, its member's, its own.

    A guardrail that merely belongs to the workspace applies to nothing (spec 1).
    """
    return account(call), *(
        Applied(layer, row.id, row.document)
        for layer, guardrail in _assigned(call, home)
        if guardrail and (row := call.store.guardrails.get(call.organization, guardrail))
    )


def _assigned(call: Call, home: Workspace) -> Iterator[tuple[Layer, str | None]]:
    store, organization, key = call.store, call.organization, call.key
    yield Layer.DEFAULT, home.default_guardrail_id
    if key.creator_user_id is not None:
        of_member = store.member_assignments.get(organization, key.creator_user_id)
        yield Layer.MEMBER, None if of_member is None else of_member.guardrail_id
    of_key = store.key_assignments.get(organization, key.hash)
    yield Layer.KEY, None if of_key is None else of_key.guardrail_id


def policy(world: World, layers: tuple[Applied, ...], place: str | None = None) -> Policy:
    """What the layers mean together, and the region of the hostname where it has one."""
    return named(world, layers, place)[0]


def named(
    world: World, layers: tuple[Applied, ...], place: str | None = None
) -> tuple[Policy, str]:
    """The same with its digest, both remembered by the documents themselves."""
    return world.views.policies.get((layers, place), lambda: _composed(world, layers, place))


def _composed(world: World, layers: tuple[Applied, ...], place: str | None) -> tuple[Policy, str]:
    parts = [
        resolve(stored(document, world.vendors), Source(layer, name), world.vendors)
        for layer, name, document in layers
    ]
    whole = compose((*parts, *([] if place is None else [region(place)])))
    return whole, whole.digest


def zero_retention(world: World) -> Policy:
    """The ZDR clause of every vendor word, as a request's `zdr: true` has it."""
    words = world.vendors.words
    clause = no_retention(Source(Layer.REQUEST), "/provider/zdr", words, world.vendors)
    return Policy(frozenset((clause,)))


def gate(call: Call, home: Workspace) -> Gate:
    """All of it for this key, ready for a request."""
    place = call.world.regions.get(call.host)
    whole = policy(call.world, applied(call, home), place)
    return Gate(Clearance(whole, call.world.snapshot.catalogue), caller(call))


def caller(call: Call) -> Caller:
    """The key as the core sees it; its own limit is one more budget."""
    key = call.key
    limit = None
    if key.limit is not None:
        source = Source(Layer.KEY)
        limit = Limit(source, "/limit", key.limit, key.limit_reset, key.include_byok_in_limit)
    end = None if key.expires_at is None else moment(key.expires_at)
    return Caller(key.hash, key.creator_user_id, key.disabled, end, limit)


def spend(call: Call, ready: Gate) -> dict[Budget, Spent]:
    """What the ledger says was spent of each budget that the gate looks at."""
    names = {
        budget: bucket(budget.entity, limit.interval, call.now) for budget, limit in ready.budgets
    }
    tallies = call.store.ledger.tallies(call.organization, names.values())
    return {
        budget: Spent(usd(tallies[name].spent), usd(tallies[name].byok_spent))
        for budget, name in names.items()
    }
