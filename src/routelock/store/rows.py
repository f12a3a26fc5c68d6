"""Rows: the values that a store keeps. All times are text with the precision it was written with.

A `document` is JSON text in UTF-8, kept byte for byte, so that absent, null and `[]` stay apart.
What could be secret or personal is left out of every `repr`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from routelock.guardrail import Interval  # noqa: TC001 (a store makes rows by their types)

Money = Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Organization:
    """A wall: everything else belongs to one organization, and no other one sees it.

    `settings` is the account settings document (the fields of a guardrail without its identity).
    """

    id: str
    created_at: str
    settings: bytes = field(default=b"{}", repr=False)
    scim: bool = False

    @property
    def organization_id(self) -> str:
        """An organization belongs to itself."""
        return self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """A workspace and the guardrail that is its default: null where none was configured."""

    id: str
    organization_id: str
    created_at: str
    name: str = ""
    default_guardrail_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A user of an organization."""

    id: str
    organization_id: str
    created_at: str
    name: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """An API key (spec 2.2) without its counters, which the ledger has.

    `hash` names it in paths; `secret_sha256` (64 hexadecimal digits, lower case) is all that is
    kept of its secret. `management` says what it may do. `limit` is USD.
    """

    hash: str
    organization_id: str
    workspace_id: str
    created_at: str
    secret_sha256: str = field(repr=False)
    name: str = field(default="", repr=False)
    label: str = field(default="", repr=False)
    management: bool = False
    disabled: bool = False
    limit: Money | None = None
    limit_reset: Interval | None = None
    include_byok_in_limit: bool = False
    updated_at: str | None = None
    expires_at: str | None = None
    creator_user_id: str | None = None
    external_user: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guardrail:
    """A guardrail (spec 2.1): its whole wire document, and beside it what is searched."""

    id: str
    organization_id: str
    workspace_id: str | None
    created_at: str
    document: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyAssignment:
    """The one guardrail that is assigned to a key."""

    key_hash: str
    organization_id: str
    guardrail_id: str
    id: str
    created_at: str
    assigned_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberAssignment:
    """The one guardrail that is assigned to a member."""

    member_id: str
    organization_id: str
    guardrail_id: str
    id: str
    created_at: str
    assigned_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A SCIM group (spec 2.3)."""

    id: str
    organization_id: str
    display_name: str = field(repr=False)
    external_id: str = field(repr=False)
    created_at: str
    updated_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapping:
    """A SCIM group's role in a workspace (spec 2.4); a pair of the two has one mapping at most."""

    id: str
    organization_id: str
    scim_group_id: str
    workspace_id: str
    role: str
    created_at: str
    updated_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A preset (spec 2.7); its slug is its own within the organization."""

    id: str
    organization_id: str
    slug: str
    name: str
    created_at: str
    updated_at: str
    status: str = "active"
    description: str | None = None
    status_updated_at: str | None = None
    designated_version_id: str | None = None
    creator_user_id: str | None = None
    workspace_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version of a preset (spec 2.7): never changed; its number is its own within the preset."""

    id: str
    organization_id: str
    preset_id: str
    version: int
    created_at: str
    updated_at: str
    config: bytes = field(repr=False)
    system_prompt: str | None = field(default=None, repr=False)
    creator_id: str | None = None


class Status(StrEnum):
    """The states of a video job (spec 3)."""

    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Video:
    """A video job (spec 2.4b): the body it was submitted with, and how far it has come.

    `cost` (USD) and `is_byok` are its `usage`, null until it has completed.
    """

    id: str
    organization_id: str
    created_at: str
    status: Status = Status.PENDING
    request: bytes = field(default=b"{}", repr=False)
    key_hash: str | None = None
    updated_at: str | None = None
    generation_id: str | None = None
    unsigned_urls: tuple[str, ...] | None = field(default=None, repr=False)
    cost: Money | None = None
    is_byok: bool | None = None
