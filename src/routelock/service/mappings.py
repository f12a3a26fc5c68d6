"""Mappings: which role the members of a SCIM group have in a workspace (spec 4.3, 4.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from routelock.service.outcome import DELETED, NOT_FOUND, Outcome, data, listed
from routelock.service.paging import part
from routelock.store import rows

if TYPE_CHECKING:
    from routelock.service.call import Call
    from routelock.service.outcome import Json


def create(call: Call) -> Outcome:
    """A new mapping; 404 where group or workspace is unknown, 409 where the pair has one."""
    row = rows.Mapping(
        id=call.uuid(),
        organization_id=call.organization,
        created_at=call.stamp,
        updated_at=call.stamp,
        **call.body.given(),
    )
    call.store.mappings.add(call.organization, row)
    return data(_shown(row), 201)


def read(call: Call) -> Outcome:
    """One mapping."""
    row = call.store.mappings.get(call.organization, call.path["id"])
    return NOT_FOUND if row is None else data(_shown(row))


def page(call: Call) -> Outcome:
    """The mappings of the organization, or those of one group or workspace."""
    found = part(call, call.store.mappings, "scim_group_id", "workspace_id")
    return listed(map(_shown, found.rows), found.total)


def change(call: Call) -> Outcome:
    """Another role."""
    said = call.body.given() | {"updated_at": call.stamp}
    row = call.store.mappings.update(
        call.organization, call.path["id"], lambda row: replace(row, **said)
    )
    return NOT_FOUND if row is None else data(_shown(row))


def delete(call: Call) -> Outcome:
    """The mapping is gone."""
    gone = call.store.mappings.remove(call.organization, call.path["id"])
    return DELETED if gone else NOT_FOUND


def _shown(row: rows.Mapping) -> Json:
    return {
        "id": row.id,
        "scim_group_id": row.scim_group_id,
        "workspace_id": row.workspace_id,
        "organization_id": row.organization_id,
        "role": row.role,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
    }
