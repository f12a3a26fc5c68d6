"""Groups: the SCIM groups of an organization (spec 4.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from routelock.service.outcome import NOT_FOUND, Outcome, listed
from routelock.service.paging import part

if TYPE_CHECKING:
    from routelock.service.call import Call
    from routelock.service.outcome import Json
    from routelock.store.rows import Group


def page(call: Call) -> Outcome:
    """The groups; 404 where the organization has no SCIM set up."""
    organization = call.store.organizations.get(call.organization, call.organization)
    if organization is None or not organization.scim:
        return NOT_FOUND
    found = part(call, call.store.groups)
    return listed(map(_shown, found.rows), found.total)


def _shown(row: Group) -> Json:
    return {
        "id": row.id,
        "display_name": row.display_name,
        "external_id": row.external_id,
        "organization_id": row.organization_id,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
    }
