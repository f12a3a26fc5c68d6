"""Defaults: the guardrail that applies to everybody in a workspace."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from routelock.service import guardrails
from routelock.service.outcome import DELETED, NOT_FOUND, Outcome, data, encoded

if TYPE_CHECKING:
    from routelock.service.call import Call
    from routelock.store.rows import Guardrail


def read(call: Call) -> Outcome:
    """The workspace default; 404 until it has been configured, though it is in force and empty."""
    row = _configured(call)
    return NOT_FOUND if row is None else data(row.document)


def configure(call: Call) -> Outcome:
    """The body becomes the workspace default; one that is there keeps its id and its creation."""
    store, here = call.store, call.path["id"]
    fresh = guardrails.made(call, here, guardrails.HOMED)
    with store.transaction() as inside:
        if inside.workspaces.get(call.organization, here) is None:
            return NOT_FOUND
        row = _configured(call._replace(world=replace(call.world, store=inside)))
        if row is not None:
            said = json.loads(fresh.document)
            kept = {"id": row.id, "created_at": row.created_at, "updated_at": call.stamp}
            fresh = replace(row, document=encoded(said | kept))
            inside.guardrails.update(call.organization, row.id, lambda _: fresh)
        else:
            inside.guardrails.add(call.organization, fresh)
            inside.workspaces.update(
                call.organization, here, lambda home: replace(home, default_guardrail_id=fresh.id)
            )
    return data(fresh.document)


def delete(call: Call) -> Outcome:
    """The default is as it was before it was configured."""
    row = _configured(call)
    gone = row is not None and call.store.guardrails.remove(call.organization, row.id)
    return DELETED if gone else NOT_FOUND


def _configured(call: Call) -> Guardrail | None:
    home = call.store.workspaces.get(call.organization, call.path["id"])
    if home is None or home.default_guardrail_id is None:
        return None
    return call.store.guardrails.get(call.organization, home.default_guardrail_id)
