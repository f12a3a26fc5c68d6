"""Planting: the rows that an organization of a seed document means, each with its place."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from routelock.errors import DocumentError, Problem
from routelock.store import rows
from routelock.wire.guardrails import Form, decode, encode, labelled, spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from decimal import Decimal

    from pydantic import BaseModel

    from routelock.store import shapes
    from routelock.vendors import Vendors

Json = dict[str, Any]
Named = tuple[str, Any]
"""A shelf and a row for it; `spend` and what was spent; `problem` and what is wrong."""


class Spend(NamedTuple):
    """USD that an entity has spent, with credits and on its own keys."""

    entity: str
    credits: Decimal
    byok: Decimal


class Placed(NamedTuple):
    """What goes on a shelf, and where in the organization it stands."""

    place: str
    organization_id: str
    shelf: str
    row: Any


class Soil(NamedTuple):
    """What the rows of one organization have in common; `stamp` is the time that rows leave out."""

    organization_id: str
    vendors: Vendors
    stamp: str

    def fields(self, one: BaseModel, *without: str) -> Json:
        """The fields of a row by those of its shape."""
        told = {name: getattr(one, name) for name in type(one).model_fields if name not in without}
        told["created_at"] = told["created_at"] or self.stamp
        return {"organization_id": self.organization_id, **told}

    def updated(self, one: BaseModel, *without: str) -> Json:
        """The same for a row that was updated when it was made, if not later."""
        told = self.fields(one, *without)
        return told | {"updated_at": told["updated_at"] or told["created_at"]}

    def uuid(self, *names: object) -> str:
        """An id for what has none in the document: the same each time."""
        return str(uuid5(NAMESPACE_URL, json.dumps([self.organization_id, *map(str, names)])))

    def document(self, said: object, form: Form) -> Json:
        """The stored form of a document that is its own request (spec 2.1); or `DocumentError`."""
        spelt = spread(said, self.vendors) if isinstance(said, dict) else said
        return labelled(encode(decode(spelt, self.vendors, form)))


def planted(one: shapes.Organization, vendors: Vendors, stamp: str) -> Iterator[Placed]:
    """Every row of an organization, after those that it refers to."""
    soil = Soil(one.id, vendors, stamp)
    for shelf, row in _organization(one, soil):
        yield Placed(".settings" if shelf == "problem" else "", one.id, shelf, row)
    for name, plant in PLANTS.items():
        for number, entry in enumerate(getattr(one, name)):
            for shelf, row in plant(entry, soil):
                yield Placed(f".{name}[{number}]", one.id, shelf, row)


SPENT = ("spent_usd", "byok_usd")


def _organization(one: shapes.Organization, soil: Soil) -> Iterator[Named]:
    settings: Json = {}
    try:
        settings = soil.document(one.settings, Form.ACCOUNT)
    except DocumentError as error:
        yield from _problems(error)
    made: Json = {"created_at": one.created_at or soil.stamp, "settings": _written(settings)}
    yield "organizations", rows.Organization(id=one.id, scim=one.scim, **made)
    yield from _spent("account", one)


def _guardrail(said: Json, soil: Soil) -> Iterator[Named]:
    try:
        found = soil.document(said, Form.FILE)
    except DocumentError as error:
        yield from _problems(error)
        return
    if "id" not in found:
        yield "problem", Problem("$.id", "is missing")
        return
    head = {"id": None, "name": None, "workspace_id": None, "include_byok_in_budgets": False}
    document = head | found | {"created_at": found.get("created_at", soil.stamp)}
    columns: Json = {name: document[name] for name in ("id", "workspace_id", "created_at")}
    owned: Json = {"organization_id": soil.organization_id, "document": _written(document)}
    yield "guardrails", rows.Guardrail(**owned, **columns)


def _workspace(one: shapes.Workspace, soil: Soil) -> Iterator[Named]:
    yield "workspaces", rows.Workspace(**soil.fields(one))


def _member(one: shapes.Member, soil: Soil) -> Iterator[Named]:
    yield "members", rows.Member(**soil.fields(one, "guardrail_id", *SPENT))
    if one.guardrail_id is not None:
        assigned = _assigned(one.guardrail_id, one.id, soil)
        yield "member_assignments", rows.MemberAssignment(member_id=one.id, **assigned)
    yield from _spent(f"member:{one.id}", one)


def _key(one: shapes.Key, soil: Soil) -> Iterator[Named]:
    secret = one.secret or ""
    digest = one.secret_sha256 or sha256(secret.encode()).hexdigest()
    label = f"{secret[:10]}...{secret[-3:]}" if secret else ""
    known: Json = {
        "hash": one.hash or digest,
        "secret_sha256": digest,
        "label": label if one.label is None else one.label,
    }
    yield "keys", rows.Key(**soil.fields(one, "secret", "guardrail_id", *SPENT, *known), **known)
    if one.guardrail_id is not None:
        assigned = _assigned(one.guardrail_id, known["hash"], soil)
        yield "key_assignments", rows.KeyAssignment(key_hash=known["hash"], **assigned)
    yield from _spent(f"key:{known['hash']}", one)


def _group(one: shapes.Group, soil: Soil) -> Iterator[Named]:
    yield "groups", rows.Group(**soil.updated(one))


def _mapping(one: shapes.Mapping, soil: Soil) -> Iterator[Named]:
    yield "mappings", rows.Mapping(**soil.updated(one))


def _preset(one: shapes.Preset, soil: Soil) -> Iterator[Named]:
    versions = [_version(version, one.id, soil) for version in one.versions]
    wanted = one.designated_version or max((row.version for row in versions), default=None)
    designated = next((row.id for row in versions if row.version == wanted), None)
    told = soil.updated(one, "versions", "designated_version")
    yield "presets", rows.Preset(designated_version_id=designated, **told)
    yield from (("versions", row) for row in versions)


def _version(one: shapes.Version, preset_id: str, soil: Soil) -> rows.Version:
    told = soil.updated(one, "id", "config")
    return rows.Version(
        id=one.id or soil.uuid(preset_id, one.version),
        preset_id=preset_id,
        config=_written(one.config),
        **told,
    )


def _video(one: shapes.Video, soil: Soil) -> Iterator[Named]:
    usage: Json = (
        {} if one.usage is None else {"cost": one.usage.cost, "is_byok": one.usage.is_byok}
    )
    told = soil.fields(one, "request", "usage")
    yield "videos", rows.Video(request=_written(one.request), **told, **usage)


PLANTS: Mapping[str, Callable[[Any, Soil], Iterable[Named]]] = {
    "guardrails": _guardrail,
    "workspaces": _workspace,
    "members": _member,
    "keys": _key,
    "groups": _group,
    "mappings": _mapping,
    "presets": _preset,
    "videos": _video,
}


def _assigned(guardrail_id: str, to: str, soil: Soil) -> Json:
    return {
        "organization_id": soil.organization_id,
        "guardrail_id": guardrail_id,
        "id": soil.uuid(guardrail_id, to),
        "created_at": soil.stamp,
    }


def _spent(entity: str, one: Any) -> Iterator[Named]:  # noqa: ANN401 (whatever may spend)
    if one.spent_usd or one.byok_usd:
        yield "spend", Spend(entity, one.spent_usd, one.byok_usd)


def _problems(error: DocumentError) -> Iterator[Named]:
    return (("problem", problem) for problem in error.problems)


def _written(document: Json) -> bytes:
    return json.dumps(document, separators=(",", ":"), allow_nan=False).encode()
