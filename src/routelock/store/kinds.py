"""Kinds: what a store keeps, as one table: ids, what is searched, unique, referred to, guarded."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from routelock.store import rows
from routelock.store.errors import ConflictError
from routelock.store.moves import check_move

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Row = TypeVar("Row")


class Unique(NamedTuple):
    """Fields whose values together stand once in an organization, or once `everywhere`."""

    fields: tuple[str, ...]
    everywhere: bool = False


def _free(_before: object, _after: object) -> None:
    """Any change is allowed."""


def _never(before: object, after: object) -> None:
    if before != after:
        message = "a version of a preset never changes: add the next one"
        raise ConflictError(message)


@dataclass(frozen=True, slots=True, eq=False)
class Kind(Generic[Row]):
    """One kind of row: `name` is its attribute of the store and its table.

    `wall` is the field with its organization, which owns it. `finds` are the fields that `find`
    and `page` take. `owners` maps a field to the kind that it refers to; a row goes when its owner
    goes, and a field of `links` becomes null. `check` raises where a row may not become another.
    """

    name: str
    row: type[Row]
    id: str = "id"
    wall: str = "organization_id"
    finds: tuple[str, ...] = ()
    unique: tuple[Unique, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    check: Callable[[Row, Row], None] = _free

    def id_of(self, row: Row) -> str:
        """The id of a row of this kind."""
        found: str = getattr(row, self.id)
        return found


ORGANIZATIONS = Kind("organizations", rows.Organization, wall="id")
WORKSPACES = Kind("workspaces", rows.Workspace, links={"default_guardrail_id": "guardrails"})
MEMBERS = Kind("members", rows.Member)
KEYS = Kind(
    "keys",
    rows.Key,
    id="hash",
    finds=("workspace_id", "creator_user_id"),
    unique=(Unique(("secret_sha256",), everywhere=True),),
)
GUARDRAILS = Kind("guardrails", rows.Guardrail, finds=("workspace_id",))
KEY_ASSIGNMENTS = Kind(
    "key_assignments",
    rows.KeyAssignment,
    id="key_hash",
    finds=("id", "guardrail_id"),
    owners={"key_hash": "keys", "guardrail_id": "guardrails"},
)
MEMBER_ASSIGNMENTS = Kind(
    "member_assignments",
    rows.MemberAssignment,
    id="member_id",
    finds=("id", "guardrail_id"),
    owners={"member_id": "members", "guardrail_id": "guardrails"},
)
GROUPS = Kind("groups", rows.Group, finds=("external_id",))
MAPPINGS = Kind(
    "mappings",
    rows.Mapping,
    finds=("scim_group_id", "workspace_id"),
    unique=(Unique(("scim_group_id", "workspace_id")),),
    owners={"scim_group_id": "groups", "workspace_id": "workspaces"},
)
PRESETS = Kind("presets", rows.Preset, finds=("slug", "workspace_id"), unique=(Unique(("slug",)),))
VERSIONS = Kind(
    "versions",
    rows.Version,
    finds=("preset_id", "version"),
    unique=(Unique(("preset_id", "version")),),
    owners={"preset_id": "presets"},
    check=_never,
)
VIDEOS = Kind("videos", rows.Video, finds=("status", "key_hash"), check=check_move)

KINDS: tuple[Kind[Any], ...] = (
    ORGANIZATIONS,
    GUARDRAILS,
    WORKSPACES,
    MEMBERS,
    KEYS,
    KEY_ASSIGNMENTS,
    MEMBER_ASSIGNMENTS,
    GROUPS,
    MAPPINGS,
    PRESETS,
    VERSIONS,
    VIDEOS,
)
"""Every kind, after those that it refers to."""


def references(kind: Kind[Any]) -> dict[str, str]:
    """The fields of a kind that refer to a row, and the kind of that row."""
    wall = {} if kind is ORGANIZATIONS else {kind.wall: ORGANIZATIONS.name}
    return {**wall, **kind.owners, **kind.links}


def taken(kind: Kind[Any]) -> str:
    """What is said of a row that cannot be added beside those that are there.

    >>> taken(MAPPINGS)
    'mappings: the `id` or the `scim_group_id`, `workspace_id` is there already'
    """
    sets = [(kind.id,), *(unique.fields for unique in kind.unique)]
    told = " or the ".join(", ".join(f"`{name}`" for name in names) for names in sets)
    return f"{kind.name}: the {told} is there already"


def dangling(kind: Kind[Any]) -> str:
    """What is said of a row that refers to what is not there.

    >>> dangling(VERSIONS)
    'versions: what `organization_id` or `preset_id` refers to is not there'
    """
    told = " or ".join(f"`{name}`" for name in references(kind))
    return f"{kind.name}: what {told} refers to is not there"


def fit(value: object) -> bool:
    r"""Whether every database can hold it: no NUL, no half a character, no number above 64 bits.

    >>> fit("caf\u00e9"), fit("a\0b"), fit("\ud800"), fit(2**63)
    (True, False, False, False)
    """
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    if not isinstance(value, str) or value.isprintable():
        return True
    return "\0" not in value and not any("\ud800" <= sign <= "\udfff" for sign in value)


def check_row(organization_id: str, row: Any) -> None:  # noqa: ANN401 (a row of any kind)
    """Nothing where the row may stand in this organization, else `ValueError`."""
    if row.organization_id != organization_id:
        message = "the row belongs to another organization"
        raise ValueError(message)
    for name in (one.name for one in fields(row)):
        value = getattr(row, name)
        if not all(map(fit, value if isinstance(value, tuple) else (value,))):
            message = f"`{name}` holds NUL, half a character or too large a number"
            raise ValueError(message)


def check_change(kind: Kind[Row], organization_id: str, before: Row, after: Row) -> None:
    """Nothing where the row may become the other, else `ValueError` or what the kind raises."""
    check_row(organization_id, after)
    if kind.id_of(before) != kind.id_of(after):
        message = f"`{kind.id}` of a row never changes"
        raise ValueError(message)
    kind.check(before, after)


def check_fields(kind: Kind[Any], named: Mapping[str, object]) -> None:
    """Nothing where the kind is searched by these fields, else `TypeError`."""
    for name in named:
        if name not in kind.finds:
            message = f"`{kind.name}` cannot be searched by `{name}`"
            raise TypeError(message)
