"""Presets: named request configurations, each change of one a version (spec 4.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from routelock.service import guardrails
from routelock.service.outcome import NOT_FOUND, Outcome, data, encoded, listed
from routelock.service.paging import part
from routelock.store import rows

if TYPE_CHECKING:
    from collections.abc import Mapping

    from routelock.service.call import Call
    from routelock.service.outcome import Json
    from routelock.store.protocol import Store

CONTENT = ("config", "system_prompt")
"""The fields of a body that belong to a version."""


def read(call: Call) -> Outcome:
    """The preset with its designated version inline."""
    row = _named(call)
    return NOT_FOUND if row is None else data(_whole(row, _designated(call.store, row)))


def page(call: Call) -> Outcome:
    """The presets of the organization, without their versions."""
    found = part(call, call.store.presets)
    return listed(map(_shown, found.rows), found.total)


def versions(call: Call) -> Outcome:
    """Every version of one preset, the oldest first."""
    row = _named(call)
    if row is None:
        return NOT_FOUND
    found = part(call, call.store.versions, preset_id=row.id)
    return listed(map(_version, found.rows), found.total)


def create(call: Call) -> Outcome:
    """A new preset and its first version, designated."""
    said = call.body.given()
    content = {name: said.pop(name) for name in CONTENT}
    workspace_id = said.pop("workspace_id", call.key.workspace_id)
    if not guardrails.exists(call, workspace_id):
        return NOT_FOUND
    preset_id, version_id = call.uuid(), call.uuid()
    row = rows.Preset(
        id=preset_id,
        organization_id=call.organization,
        workspace_id=workspace_id,
        created_at=call.stamp,
        updated_at=call.stamp,
        creator_user_id=call.key.creator_user_id,
        designated_version_id=version_id,
        **said,
    )
    first = _made(call, version_id, preset_id, 1, content)
    with call.store.transaction() as inside:
        inside.presets.add(call.organization, row)
        inside.versions.add(call.organization, first)
    return data(_whole(row, first), 201)


def change(call: Call) -> Outcome:
    """What the body mentions is changed; a new `config` or `system_prompt` is a new version."""
    said = call.body.given()
    content = {name: said.pop(name) for name in CONTENT if name in said}
    with call.store.transaction() as inside:
        row = inside.presets.find(call.organization, slug=call.path["slug"])
        if row is None:
            return NOT_FOUND
        version = _designated(inside, row)
        if content:
            version = _next(call, inside, row, content)
            said["designated_version_id"] = version.id
        if said.get("status", row.status) != row.status:
            said["status_updated_at"] = call.stamp
        said["updated_at"] = call.stamp
        changed = replace(row, **said)
        inside.presets.update(call.organization, row.id, lambda _: changed)
    return data(_whole(changed, version))


def _named(call: Call) -> rows.Preset | None:
    return call.store.presets.find(call.organization, slug=call.path["slug"])


def _designated(store: Store, row: rows.Preset) -> rows.Version | None:
    if row.designated_version_id is None:
        return None
    return store.versions.get(row.organization_id, row.designated_version_id)


def _next(call: Call, store: Store, row: rows.Preset, content: Mapping[str, Any]) -> rows.Version:
    """The version after the last one; what the body leaves out comes from the designated one."""
    before = _designated(store, row)
    kept = (
        {"config": b"{}", "system_prompt": None}
        if before is None
        else {"config": before.config, "system_prompt": before.system_prompt}
    )
    # Versions are never deleted, so their count is the number of the last one.
    last = store.versions.page(row.organization_id, limit=0, preset_id=row.id).total
    version = _made(call, call.uuid(), row.id, last + 1, kept | dict(content))
    store.versions.add(row.organization_id, version)
    return version


def _made(
    call: Call, version_id: str, preset_id: str, number: int, content: Mapping[str, Any]
) -> rows.Version:
    return rows.Version(
        id=version_id,
        organization_id=call.organization,
        preset_id=preset_id,
        version=number,
        created_at=call.stamp,
        updated_at=call.stamp,
        config=encoded(content["config"]),
        system_prompt=content["system_prompt"],
        creator_id=call.key.creator_user_id or call.key.hash,
    )


def _shown(row: rows.Preset) -> Json:
    return {
        "id": row.id,
        "name": row.name,
        "slug": row.slug,
        "description": row.description,
        "status": row.status,
        "status_updated_at": row.status_updated_at,
        "designated_version_id": row.designated_version_id,
        "creator_user_id": row.creator_user_id,
        "workspace_id": row.workspace_id,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
    }


def _whole(row: rows.Preset, version: rows.Version | None) -> bytes:
    inline = b"null" if version is None else _version(version)
    return b'%b,"designated_version":%b}' % (encoded(_shown(row))[:-1], inline)


def _version(row: rows.Version) -> bytes:
    told = {
        "id": row.id,
        "preset_id": row.preset_id,
        "version": row.version,
        "system_prompt": row.system_prompt,
        "creator_id": row.creator_id,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
    }
    return b'%b,"config":%b}' % (encoded(told)[:-1], row.config)
