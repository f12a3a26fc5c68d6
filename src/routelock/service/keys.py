"""Keys: read, list, create, change and delete (spec 4.2); a secret is shown once."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from routelock.budget import Spent, left
from routelock.service import guardrails, layers
from routelock.service.outcome import DELETED, NOT_FOUND, Outcome, Reply, data, encoded, listed
from routelock.service.paging import part
from routelock.store import rows
from routelock.store.buckets import bucket, buckets, usd
from routelock.store.protocol import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from decimal import Decimal

    from routelock.service.call import Call
    from routelock.service.outcome import Json


def read(call: Call) -> Outcome:
    """The key and what it has spent."""
    row = call.store.keys.get(call.organization, call.path["hash"])
    return NOT_FOUND if row is None else data(_shown(call, row))


def page(call: Call) -> Outcome:
    """The keys of the organization, or of one of its workspaces."""
    found = part(call, call.store.keys, "workspace_id")
    return listed(_all(call, found.rows), found.total)


def create(call: Call) -> Outcome:
    """A new key, and beside it the secret: nobody can ask for it again."""
    said = call.body.given()
    workspace_id = said.pop("workspace_id", call.key.workspace_id)
    if not guardrails.exists(call, workspace_id):
        return NOT_FOUND
    secret = call.world.maker.secret()
    row = rows.Key(
        workspace_id=workspace_id,
        organization_id=call.organization,
        created_at=call.stamp,
        management=said.pop("is_management_key"),
        **({"creator_user_id": call.key.creator_user_id} | said),
        **named(secret),
    )
    call.store.keys.add(call.organization, row)
    return Reply(b'{"data":%b,"key":%b}' % (encoded(_shown(call, row)), encoded(secret)), 201)


def named(secret: str) -> Json:
    """What is kept of a secret: its SHA-256, which names the key too, and a label to tell it by."""
    digest = sha256(secret.encode()).hexdigest()
    return {
        "hash": digest,
        "secret_sha256": digest,
        "label": f"{secret[:10]}...{secret[-3:]}",
    }


def change(call: Call) -> Outcome:
    """What the body mentions is changed, and nothing else."""
    said = call.body.given() | {"updated_at": call.stamp}
    row = call.store.keys.update(
        call.organization, call.path["hash"], lambda row: replace(row, **said)
    )
    return NOT_FOUND if row is None else data(_shown(call, row))


def delete(call: Call) -> Outcome:
    """The key is gone: whoever has its secret has nothing."""
    gone = call.store.keys.remove(call.organization, call.path["hash"])
    return DELETED if gone else NOT_FOUND


def _shown(call: Call, row: rows.Key) -> Json:
    return _all(call, (row,))[0]


def _all(call: Call, found: Iterable[rows.Key]) -> list[Json]:
    """The rows with their counters, all of them asked for at once."""
    keys = [*found]
    names = [name for row in keys for name in buckets(_entity(row), call.now)]
    tallies = call.store.ledger.tallies(call.organization, names) if names else {}
    return [_told(call, row, tallies) for row in keys]


def _entity(row: rows.Key) -> str:
    return f"key:{row.hash}"


COUNTERS = ("usage", "usage_daily", "usage_weekly", "usage_monthly")
"""The counters of spec 2.2 in the order of `buckets`; those of BYOK have `byok_` in front."""


def _told(call: Call, row: rows.Key, tallies: Mapping[str, Tally]) -> Json:
    held = [tallies.get(name, Tally()) for name in buckets(_entity(row), call.now)]
    counters = [*zip(COUNTERS, held, strict=True)]
    return {
        "hash": row.hash,
        "name": row.name,
        "label": row.label,
        "disabled": row.disabled,
        "limit": None if row.limit is None else _number(row.limit),
        "limit_remaining": _remaining(call, row, tallies),
        "limit_reset": row.limit_reset,
        "include_byok_in_limit": row.include_byok_in_limit,
        **{name: _number(usd(tally.spent)) for name, tally in counters},
        **{f"byok_{name}": _number(usd(tally.byok_spent)) for name, tally in counters},
        "created_at": row.created_at,
        "updated_at": row.updated_at,
        "expires_at": row.expires_at,
        "creator_user_id": row.creator_user_id,
        "workspace_id": row.workspace_id,
        "external_user": row.external_user,
        "last_used_at": None,  # beyond the specification: newer clients read it, nobody counts it
    }


def _remaining(call: Call, row: rows.Key, tallies: Mapping[str, Tally]) -> float | None:
    limit = layers.caller(call._replace(key=row)).limit
    if limit is None:
        return None
    tally = tallies.get(bucket(_entity(row), row.limit_reset, call.now), Tally())
    return _number(left(limit, Spent(usd(tally.spent), usd(tally.byok_spent))))


def _number(amount: Decimal) -> int | float:
    """A sum as a JSON number (spec 2.2)."""
    return int(amount) if amount == amount.to_integral_value() else float(amount)
