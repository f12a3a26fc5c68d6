"""What the store's tests put into it: one good row of each kind, and what it refers to."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from routelock.guardrail import Interval
from routelock.store import kinds, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from routelock.store.kinds import Kind
    from routelock.store.protocol import Shelf, Store

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
AT = "2026-11-21T09:00:00.123Z"
DOCUMENT = b'{"b": null,"a":[],  "limit_usd": 12.50, "name": "caf\\u00e9 \xc3\xa9 \\u0000"}'


def _organization(o: str, n: str) -> rows.Organization:  # noqa: ARG001 (it is its own wall)
    return rows.Organization(id=o, created_at=AT, settings=DOCUMENT, scim=True)


def _guardrail(o: str, n: str) -> rows.Guardrail:
    return rows.Guardrail(
        id=f"guardrail{n}", organization_id=o, workspace_id=None, created_at=AT, document=DOCUMENT
    )


def _workspace(o: str, n: str) -> rows.Workspace:
    return rows.Workspace(
        id=f"workspace{n}", organization_id=o, created_at=AT, default_guardrail_id=f"guardrail{n}"
    )


def _member(o: str, n: str) -> rows.Member:
    return rows.Member(id=f"member{n}", organization_id=o, created_at=AT, name="Ada")


def _key(o: str, n: str) -> rows.Key:
    return rows.Key(
        hash=f"key{n}",
        organization_id=o,
        workspace_id=f"workspace{n}",
        created_at=AT,
        secret_sha256=f"{o}/{n}",
        name="caf\xe9 \U0001f600 \\ 'quoted' \"twice\"\n",
        management=True,
        limit=Decimal("0.30"),
        limit_reset=Interval.MONTHLY,
        expires_at=AT,
        creator_user_id=f"member{n}",
    )


def _key_assignment(o: str, n: str) -> rows.KeyAssignment:
    return rows.KeyAssignment(
        key_hash=f"key{n}",
        organization_id=o,
        guardrail_id=f"guardrail{n}",
        id=f"assigned{n}",
        created_at=AT,
    )


def _member_assignment(o: str, n: str) -> rows.MemberAssignment:
    return rows.MemberAssignment(
        member_id=f"member{n}",
        organization_id=o,
        guardrail_id=f"guardrail{n}",
        id=f"assigned{n}",
        created_at=AT,
        assigned_by="member",
    )


def _group(o: str, n: str) -> rows.Group:
    return rows.Group(
        id=f"group{n}",
        organization_id=o,
        display_name="Staff",
        external_id=f"ext{n}",
        created_at=AT,
        updated_at=AT,
    )


def _mapping(o: str, n: str) -> rows.Mapping:
    return rows.Mapping(
        id=f"mapping{n}",
        organization_id=o,
        scim_group_id=f"group{n}",
        workspace_id=f"workspace{n}",
        role="member",
        created_at=AT,
        updated_at=AT,
    )


def _preset(o: str, n: str) -> rows.Preset:
    return rows.Preset(
        id=f"preset{n}",
        organization_id=o,
        slug=f"slug{n}",
        name="Preset",
        created_at=AT,
        updated_at=AT,
        designated_version_id=f"version{n}",
    )


def _version(o: str, n: str) -> rows.Version:
    return rows.Version(
        id=f"version{n}",
        organization_id=o,
        preset_id=f"preset{n}",
        version=2**40,
        created_at=AT,
        updated_at=AT,
        config=DOCUMENT,
    )


def _video(o: str, n: str) -> rows.Video:
    return rows.Video(
        id=f"video{n}",
        organization_id=o,
        created_at=AT,
        request=DOCUMENT,
        unsigned_urls=("https://a.test/1", "https://a.test/2"),
        cost=Decimal("1.10"),
        is_byok=False,
    )


MADE: Mapping[Kind[Any], Callable[[str, str], Any]] = {
    kinds.ORGANIZATIONS: _organization,
    kinds.GUARDRAILS: _guardrail,
    kinds.WORKSPACES: _workspace,
    kinds.MEMBERS: _member,
    kinds.KEYS: _key,
    kinds.KEY_ASSIGNMENTS: _key_assignment,
    kinds.MEMBER_ASSIGNMENTS: _member_assignment,
    kinds.GROUPS: _group,
    kinds.MAPPINGS: _mapping,
    kinds.PRESETS: _preset,
    kinds.VERSIONS: _version,
    kinds.VIDEOS: _video,
}
"""How to make a row of each kind in an organization; rows of one number belong together."""


def shelf(store: Store, kind: Kind[Any]) -> Shelf[Any]:
    """The shelf of a kind."""
    found: Shelf[Any] = getattr(store, kind.name)
    return found


def furnish(
    store: Store, organization_id: str, n: str = "", *, but: Kind[Any] | None = None
) -> None:
    """Put one row of every kind before `but` (of all kinds without it) into an organization."""
    for kind, made in MADE.items():
        if kind is but:
            return
        if kind is kinds.ORGANIZATIONS and store.organizations.get(
            organization_id, organization_id
        ):
            continue
        shelf(store, kind).add(organization_id, made(organization_id, n))
