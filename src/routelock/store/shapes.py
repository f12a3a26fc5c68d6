"""Shapes: the document that `routelock db seed` loads; the docs page of the store explains it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    model_validator,
)
from pydantic_core import PydanticCustomError

from routelock.budget import ZERO
from routelock.guardrail import Interval, Timestamp, Usd, Uuid
from routelock.store.rows import Status

if TYPE_CHECKING:
    from collections.abc import Callable


def _must(pattern: str, what: str) -> Callable[[str], str]:
    whole = re.compile(pattern, re.ASCII)

    def check(text: str) -> str:
        if not whole.fullmatch(text):
            kind, message = "form", f"must be {what}"
            raise PydanticCustomError(kind, message)
        return text

    return check


Json = dict[str, Any]
Text = Annotated[StrictStr, Field(min_length=1)]
Sha256 = Annotated[
    StrictStr, AfterValidator(_must(r"[0-9a-f]{64}", "64 hexadecimal digits in lower case"))
]
Slug = Annotated[StrictStr, AfterValidator(_must(r"[\w.~-]+", "made of letters, digits, -._~"))]
Count = Annotated[StrictInt, Field(ge=1)]


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    created_at: Timestamp | None = None


class _Spender(_Shape):
    """An entity with budgets: what it has spent in the windows of now, and its guardrail."""

    spent_usd: Usd = ZERO
    byok_usd: Usd = ZERO


class Workspace(_Shape):
    """A workspace."""

    id: Uuid
    name: StrictStr = ""
    default_guardrail_id: Uuid | None = None


class Member(_Spender):
    """A member, perhaps with the guardrail assigned to it."""

    id: Text
    name: StrictStr = ""
    guardrail_id: Uuid | None = None


class Key(_Spender):
    """A key: its secret, or the SHA-256 of it, which names the key where `hash` does not."""

    workspace_id: Uuid
    secret: Text | None = Field(default=None, repr=False)
    secret_sha256: Sha256 | None = Field(default=None, repr=False)
    hash: Text | None = None
    name: StrictStr = ""
    label: StrictStr | None = None
    management: StrictBool = False
    disabled: StrictBool = False
    limit: Usd | None = None
    limit_reset: Interval | None = None
    include_byok_in_limit: StrictBool = False
    updated_at: Timestamp | None = None
    expires_at: Timestamp | None = None
    creator_user_id: Text | None = None
    external_user: Text | None = None
    guardrail_id: Uuid | None = None

    @model_validator(mode="after")
    def _one_secret(self) -> Key:
        if (self.secret is None) == (self.secret_sha256 is None):
            kind, message = "secret", "needs either `secret` or `secret_sha256`"
            raise PydanticCustomError(kind, message)
        return self


class Group(_Shape):
    """A SCIM group (spec 2.3)."""

    id: Uuid
    display_name: StrictStr
    external_id: StrictStr
    updated_at: Timestamp | None = None


class Mapping(_Shape):
    """A SCIM group mapping (spec 2.4)."""

    id: Uuid
    scim_group_id: Uuid
    workspace_id: Uuid
    role: Literal["admin", "member"] = "member"
    updated_at: Timestamp | None = None


class Version(_Shape):
    """A version of a preset (spec 2.7)."""

    version: Count
    config: Json
    id: Uuid | None = None
    system_prompt: StrictStr | None = None
    creator_id: Text | None = None
    updated_at: Timestamp | None = None


class Preset(_Shape):
    """A preset (spec 2.7) and its versions; the last one is designated unless another is."""

    id: Uuid
    slug: Slug
    name: StrictStr
    description: StrictStr | None = None
    status: Literal["active", "disabled", "archived"] = "active"
    status_updated_at: Timestamp | None = None
    creator_user_id: Text | None = None
    workspace_id: Uuid | None = None
    updated_at: Timestamp | None = None
    versions: tuple[Version, ...] = ()
    designated_version: Count | None = None

    @model_validator(mode="after")
    def _designated(self) -> Preset:
        numbers = [one.version for one in self.versions]
        if self.designated_version is not None and self.designated_version not in numbers:
            kind, message = "designated", "designates a version that it does not have"
            raise PydanticCustomError(kind, message)
        return self


class Usage(BaseModel):
    """What a video has cost."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    cost: Usd
    is_byok: StrictBool = False


class Video(_Shape):
    """A video job (spec 2.4b)."""

    id: Text
    status: Status = Status.PENDING
    request: Json = Field(default={}, repr=False)
    key_hash: Text | None = None
    generation_id: Text | None = None
    unsigned_urls: tuple[Text, ...] | None = None
    usage: Usage | None = None
    updated_at: Timestamp | None = None


class Organization(_Spender):
    """An organization and everything in it; guardrails and settings are documents of their own."""

    id: Text
    scim: StrictBool = False
    settings: Json = {}
    guardrails: tuple[Json, ...] = ()
    workspaces: tuple[Workspace, ...] = ()
    members: tuple[Member, ...] = ()
    keys: tuple[Key, ...] = ()
    groups: tuple[Group, ...] = ()
    mappings: tuple[Mapping, ...] = ()
    presets: tuple[Preset, ...] = ()
    videos: tuple[Video, ...] = ()


class Seed(BaseModel):
    """The whole document."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    organizations: tuple[Organization, ...]


KNOWN = {
    "$": Seed.model_fields,
    "$.organizations": Organization.model_fields,
    "$.organizations.workspaces": Workspace.model_fields,
    "$.organizations.members": Member.model_fields,
    "$.organizations.keys": Key.model_fields,
    "$.organizations.groups": Group.model_fields,
    "$.organizations.mappings": Mapping.model_fields,
    "$.organizations.presets": Preset.model_fields,
    "$.organizations.presets.versions": Version.model_fields,
    "$.organizations.videos": Video.model_fields,
    "$.organizations.videos.usage": Usage.model_fields,
}
"""The fields of each place: what a misspelt one is compared with."""
