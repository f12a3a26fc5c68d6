"""Bodies: what may be sent, as models; strict, and every problem is told at once."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    MISSING,
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictStr,
    ValidationError,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from routelock.errors import Problem, RequestError
from routelock.guardrail import Interval, Timestamp, Usd, Uuid
from routelock.problems import kind, problems
from routelock.service.outcome import encoded
from routelock.service.parameters import PLACES, URL_SAFE
from routelock.service.times import moment
from routelock.wire.reading import read_json

LARGEST = 2**20
"""Bytes of a body."""

LONGEST, MOST = 1_000, 100
"""Characters of a name, and entries of a list of names."""


def _whole(text: str) -> str:
    if "\x00" in text:  # no database keeps it
        code, message = "control", "holds a character that no text has (U+0000)"
        raise PydanticCustomError(code, message)
    return text


def _url_safe(text: str) -> str:
    if not PLACES["slug"].pattern.fullmatch(text):
        code, message = "slug", "is not url-safe: use letters, digits, `.`, `_`, `~` and `-`"
        raise PydanticCustomError(code, message)
    return text


def _exists(text: str) -> str:
    if moment(text) is None:
        code, message = "moment", "is no time that ever comes"
        raise PydanticCustomError(code, message)
    return text


def _json_number(value: object) -> object:
    if isinstance(value, str):
        code, message = "number", "must be a number, got text"
        raise PydanticCustomError(code, message)
    return value


_TEXT = {"type": "string", "maxLength": LONGEST, "pattern": "^[^\\u0000]*$"}
_AMOUNT = {"type": "number", "minimum": 0, "maximum": 1e9}
_CUT = Field(max_length=LONGEST)

Prose = Annotated[
    StrictStr,
    AfterValidator(_whole),
    WithJsonSchema({"type": "string", "pattern": _TEXT["pattern"]}),
]
Name = Annotated[
    StrictStr,
    Field(min_length=1, max_length=LONGEST),
    AfterValidator(_whole),
    WithJsonSchema({**_TEXT, "minLength": 1}),
]
Slug = Annotated[
    StrictStr, _CUT, AfterValidator(_url_safe),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": URL_SAFE}),
]  # fmt: skip
Id = Annotated[Uuid, WithJsonSchema({"type": "string", "format": "uuid"})]
Time = Annotated[
    Timestamp, AfterValidator(_exists), WithJsonSchema({"type": "string", "format": "date-time"})
]
Amount = Annotated[Usd, Field(le=10**9), BeforeValidator(_json_number), WithJsonSchema(_AMOUNT)]
Names = Annotated[tuple[Name, ...], Field(min_length=1, max_length=MOST)]


class Body(BaseModel):
    """What may be sent; a field that nobody knows is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    def given(self) -> dict[str, Any]:
        """The fields that the body mentions."""
        return {
            name: value
            for name in type(self).model_fields
            if (value := getattr(self, name)) is not MISSING
        }


class MappingBody(Body):
    """A new SCIM group mapping (spec 4.3)."""

    scim_group_id: Id
    workspace_id: Id
    role: Literal["admin", "member"] = "member"


class MappingChange(Body):
    """Another role for the members of a group."""

    role: Literal["admin", "member"]


class KeyBody(Body):
    """A new key (spec 2.2)."""

    name: Name
    limit: Amount | None = None
    limit_reset: Interval | None = None
    include_byok_in_limit: StrictBool = False
    expires_at: Time | None = None
    workspace_id: Id | MISSING = MISSING
    creator_user_id: Name | MISSING | None = MISSING
    external_user: Name | None = None
    is_management_key: StrictBool = False


class KeyChange(Body):
    """What may be changed of a key; what is not mentioned stays."""

    name: Name | MISSING = MISSING
    disabled: StrictBool | MISSING = MISSING
    limit: Amount | MISSING | None = MISSING
    limit_reset: Interval | MISSING | None = MISSING
    include_byok_in_limit: StrictBool | MISSING = MISSING
    expires_at: Time | MISSING | None = MISSING


class PresetBody(Body):
    """A new preset (spec 2.7) and its first version."""

    slug: Slug
    name: Name
    description: Prose | None = None
    config: dict[str, Any] = Field(default_factory=dict)
    system_prompt: Prose | None = None
    workspace_id: Id | MISSING = MISSING


class PresetChange(Body):
    """What may be changed of a preset; `config` and `system_prompt` make a new version."""

    name: Name | MISSING = MISSING
    description: Prose | MISSING | None = MISSING
    status: Literal["active", "disabled", "archived"] | MISSING = MISSING
    config: dict[str, Any] | MISSING = MISSING
    system_prompt: Prose | MISSING | None = MISSING


class KeysBody(Body):
    """The keys that a guardrail is assigned to or taken from."""

    key_hashes: Names


class MembersBody(Body):
    """The members that a guardrail is assigned to or taken from."""

    member_user_ids: Names


def value(data: bytes) -> Any:  # noqa: ANN401 (JSON may be anything)
    """The JSON object of a body; `RequestError` with all that is wrong with it."""
    found = read_json(data, RequestError, largest=None)
    if not isinstance(found, dict):
        raise RequestError([Problem("$", f"must be an object, got {kind(found)}")])
    try:
        encoded(found)  # a number such as 1e999 is read, and cannot be written
    except (ValueError, RecursionError):
        raise RequestError([Problem("$", "holds a number that is not finite")]) from None
    return found


def read(data: bytes, shape: type[Body]) -> Body:
    """The body that bytes hold; `RequestError` with every problem, never with what was sent."""
    found = value(data)
    try:
        return shape.model_validate(found)
    except ValidationError as error:
        raise RequestError(problems(error, {"$": shape.model_fields}, private=True)) from None
