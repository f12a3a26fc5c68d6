"""Demo: a small organization to try the API on; every name in it can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from routelock.service.keys import named
from routelock.service.outcome import encoded
from routelock.service.times import stamp
from routelock.store import rows
from routelock.wire.guardrails import labelled, spread

if TYPE_CHECKING:
    from datetime import datetime

    from routelock.service.outcome import Json
    from routelock.service.world import Maker
    from routelock.store.protocol import Store
    from routelock.vendors import Vendors


@dataclass(frozen=True, slots=True)
class Demo:
    """What somebody who tries it needs to know: the two secrets, and an id of each kind."""

    management_key: str
    ordinary_key: str
    guardrail_id: str
    key_hash: str
    workspace_id: str
    scim_group_id: str
    mapping_id: str
    preset_slug: str
    video_job_id: str


ORGANIZATION, MEMBER = "org_demo", "user_demo"
GUARDRAIL = {
    "name": "Demo guardrail",
    "description": "Two hosts are out, addresses are replaced, 25 USD a day.",
    "limit_usd": 25,
    "reset_interval": "daily",
    "ignored_providers": ["deepseek", "siliconflow"],
    "content_filter_builtins": [{"slug": "email", "action": "redact"}],
    "content_filters": [{"pattern": "PRJ-[0-9]{4,6}", "action": "redact", "label": "[PROJECT]"}],
    "enforce_zdr": False,
}


def seed(store: Store, vendors: Vendors, maker: Maker, now: datetime) -> Demo:
    """Put the demo into an empty store; its guardrail applies to the ordinary key alone."""
    told = Demo(
        management_key=maker.secret(),
        ordinary_key=(ordinary := maker.secret()),
        guardrail_id=maker.uuid(),
        key_hash=named(ordinary)["hash"],
        workspace_id=maker.uuid(),
        scim_group_id=maker.uuid(),
        mapping_id=maker.uuid(),
        preset_slug="demo",
        video_job_id=maker.uuid(),
    )
    with store.transaction() as inside:
        _people(inside, told, stamp(now))
        _guardrail(inside, told, vendors, maker.uuid(), stamp(now))
        _scim(inside, told, maker.uuid(), stamp(now))
        _preset(inside, told, (maker.uuid(), maker.uuid()), stamp(now))
        _video(inside, told, stamp(now))
    return told


def _people(store: Store, told: Demo, at: str) -> None:
    owned = {"organization_id": ORGANIZATION, "created_at": at}
    store.organizations.add(
        ORGANIZATION, rows.Organization(id=ORGANIZATION, created_at=at, scim=True)
    )
    store.workspaces.add(ORGANIZATION, rows.Workspace(id=told.workspace_id, name="Demo", **owned))
    store.members.add(ORGANIZATION, rows.Member(id=MEMBER, name="Demo member", **owned))
    mine: Json = {"workspace_id": told.workspace_id, "creator_user_id": MEMBER, **owned}
    store.keys.add(
        ORGANIZATION,
        rows.Key(name="Demo management key", management=True, **mine, **named(told.management_key)),
        rows.Key(name="Demo key", **mine, **named(told.ordinary_key)),
    )


def _guardrail(store: Store, told: Demo, vendors: Vendors, assignment: str, at: str) -> None:
    owned = {"organization_id": ORGANIZATION, "created_at": at}
    head = {"id": told.guardrail_id, "name": "", "workspace_id": told.workspace_id}
    times = {"include_byok_in_budgets": False, "created_at": at, "updated_at": None}
    document = head | labelled(spread(GUARDRAIL, vendors)) | times
    store.guardrails.add(
        ORGANIZATION,
        rows.Guardrail(
            id=told.guardrail_id,
            workspace_id=told.workspace_id,
            document=encoded(document),
            **owned,
        ),
    )
    store.key_assignments.add(
        ORGANIZATION,
        rows.KeyAssignment(
            key_hash=told.key_hash, guardrail_id=told.guardrail_id, id=assignment, **owned
        ),
    )


def _scim(store: Store, told: Demo, mapped: str, at: str) -> None:
    owned = {"organization_id": ORGANIZATION, "created_at": at, "updated_at": at}
    store.groups.add(
        ORGANIZATION,
        rows.Group(id=mapped, display_name="Research", external_id="ext-research", **owned),
        rows.Group(
            id=told.scim_group_id, display_name="Support", external_id="ext-support", **owned
        ),
    )
    store.mappings.add(
        ORGANIZATION,
        rows.Mapping(
            id=told.mapping_id,
            scim_group_id=mapped,
            workspace_id=told.workspace_id,
            role="member",
            **owned,
        ),
    )


def _preset(store: Store, told: Demo, ids: tuple[str, str], at: str) -> None:
    preset_id, version_id = ids
    owned = {"organization_id": ORGANIZATION, "created_at": at, "updated_at": at}
    store.presets.add(
        ORGANIZATION,
        rows.Preset(
            id=preset_id,
            slug=told.preset_slug,
            name="Demo preset",
            description="Short answers.",
            creator_user_id=MEMBER,
            workspace_id=told.workspace_id,
            status_updated_at=at,
            designated_version_id=version_id,
            **owned,
        ),
    )
    store.versions.add(
        ORGANIZATION,
        rows.Version(
            id=version_id,
            preset_id=preset_id,
            version=1,
            config=encoded({"model": "openai/gpt-5", "temperature": 0.2}),
            system_prompt="You answer in one sentence.",
            creator_id=MEMBER,
            **owned,
        ),
    )


def _video(store: Store, told: Demo, at: str) -> None:
    video = rows.Video(
        id=told.video_job_id,
        organization_id=ORGANIZATION,
        created_at=at,
        updated_at=at,
        status=rows.Status.COMPLETED,
        key_hash=told.key_hash,
        generation_id="gen-demo",
        unsigned_urls=("https://videos.example/demo.mp4",),
        cost=Decimal("0.25"),
        is_byok=False,
    )
    store.videos.add(ORGANIZATION, video)
