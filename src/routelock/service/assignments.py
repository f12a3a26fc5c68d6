"""Assignments: the one guardrail of a key, and the one of a member."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from routelock.errors import Problem
from routelock.service.outcome import NOT_FOUND, Fault, Outcome, Reply, encoded, listed
from routelock.service.paging import part
from routelock.store import rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from routelock.service.call import Call
    from routelock.service.outcome import Json
    from routelock.store.protocol import Shelf, Store

Row = TypeVar("Row", rows.KeyAssignment, rows.MemberAssignment)


class Kind(NamedTuple, Generic[Row]):
    """Keys or members: the field that names them, their shelf and that of their assignments."""

    field: str
    owners: Callable[[Store], Shelf[Any]]
    shelf: Callable[[Store], Shelf[Row]]
    made: Callable[[Call, str], Row]
    shown: Callable[[Call, Row], Json]


def keys(call: Call) -> Outcome:
    """The keys that this guardrail is assigned to."""
    return _page(call, KEYS)


def members(call: Call) -> Outcome:
    """The members that this guardrail is assigned to."""
    return _page(call, MEMBERS)


def assign_keys(call: Call) -> Outcome:
    """These keys have this guardrail now and no other; none has, and 409, if one is unknown."""
    return _assign(call, KEYS)


def assign_members(call: Call) -> Outcome:
    """These members have this guardrail now and no other; none has, and 409, if one is unknown."""
    return _assign(call, MEMBERS)


def remove_keys(call: Call) -> Outcome:
    """None of these keys has this guardrail any more."""
    return _remove(call, KEYS)


def remove_members(call: Call) -> Outcome:
    """None of these members has this guardrail any more."""
    return _remove(call, MEMBERS)


def _page(call: Call, kind: Kind[Row]) -> Outcome:
    if not _known(call, call.store):
        return NOT_FOUND
    found = part(call, kind.shelf(call.store), guardrail_id=call.path["id"])
    return listed((kind.shown(call, row) for row in found.rows), found.total)


def _assign(call: Call, kind: Kind[Row]) -> Outcome:
    with call.store.transaction() as inside:
        if not _known(call, inside):
            return NOT_FOUND
        if unknown := _unknown(call, kind, inside):
            return Fault(409, unknown)
        fresh = [name for name in _named(call, kind) if not _has(call, kind, inside, name)]
        for name in fresh:
            kind.shelf(inside).remove(call.organization, name)
        kind.shelf(inside).add(call.organization, *(kind.made(call, name) for name in fresh))
    return Reply(encoded({"assigned_count": len(fresh)}))


def _remove(call: Call, kind: Kind[Row]) -> Outcome:
    with call.store.transaction() as inside:
        if not _known(call, inside):
            return NOT_FOUND
        having = [name for name in _named(call, kind) if _has(call, kind, inside, name)]
        for name in having:
            kind.shelf(inside).remove(call.organization, name)
    return Reply(encoded({"unassigned_count": len(having)}))


def _known(call: Call, store: Store) -> bool:
    return store.guardrails.get(call.organization, call.path["id"]) is not None


def _named(call: Call, kind: Kind[Row]) -> Sequence[str]:
    return tuple(dict.fromkeys(getattr(call.body, kind.field)))


def _unknown(call: Call, kind: Kind[Row], store: Store) -> tuple[Problem, ...]:
    owners = kind.owners(store)
    return tuple(
        Problem(f"$.{kind.field}[{place}]", "is not there", "nothing was assigned")
        for place, name in enumerate(getattr(call.body, kind.field))
        if owners.get(call.organization, name) is None
    )


def _has(call: Call, kind: Kind[Row], store: Store, name: str) -> bool:
    row = kind.shelf(store).get(call.organization, name)
    return row is not None and row.guardrail_id == call.path["id"]


def _head(call: Call) -> Json:
    """What every new assignment has."""
    return {
        "id": call.uuid(),
        "organization_id": call.organization,
        "guardrail_id": call.path["id"],
        "created_at": call.stamp,
        "assigned_by": call.key.creator_user_id,
    }


def _key_row(call: Call, name: str) -> rows.KeyAssignment:
    return rows.KeyAssignment(key_hash=name, **_head(call))


def _member_row(call: Call, name: str) -> rows.MemberAssignment:
    return rows.MemberAssignment(member_id=name, **_head(call))


def _of_key(call: Call, row: rows.KeyAssignment) -> Json:
    key = call.store.keys.get(call.organization, row.key_hash)
    return {
        "id": row.id,
        "guardrail_id": row.guardrail_id,
        "key_hash": row.key_hash,
        "key_name": "" if key is None else key.name,
        "key_label": "" if key is None else key.label,
        "assigned_by": row.assigned_by,
        "created_at": row.created_at,
    }


def _of_member(_: Call, row: rows.MemberAssignment) -> Json:
    return {
        "id": row.id,
        "guardrail_id": row.guardrail_id,
        "user_id": row.member_id,
        "organization_id": row.organization_id,
        "assigned_by": row.assigned_by,
        "created_at": row.created_at,
    }


KEYS: Kind[rows.KeyAssignment] = Kind(
    "key_hashes", attrgetter("keys"), attrgetter("key_assignments"), _key_row, _of_key
)
MEMBERS: Kind[rows.MemberAssignment] = Kind(
    "member_user_ids", attrgetter("members"), attrgetter("member_assignments"),
    _member_row, _of_member,
)  # fmt: skip
