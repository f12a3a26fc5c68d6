"""Guardrails: read, list, create, change and delete (spec 4.1)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from routelock.errors import DocumentError, Problem, RequestError
from routelock.service.outcome import DELETED, NOT_FOUND, Outcome, data, encoded, listed
from routelock.service.paging import part
from routelock.store import rows
from routelock.wire.guardrails import Form, decode, encode, labelled, spread

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from routelock.service.call import Call

Json = dict[str, Any]

OURS = ("id", "created_at", "updated_at")
"""What the server sets: a body that has it is an error, since it would be ignored otherwise."""

HOMED = (*OURS, "workspace_id")
"""The same where the workspace is settled too."""


def read(call: Call) -> Outcome:
    """The document as it is kept."""
    row = call.store.guardrails.get(call.organization, call.path["id"])
    return NOT_FOUND if row is None else data(row.document)


def page(call: Call) -> Outcome:
    """The guardrails of the organization, or of one of its workspaces."""
    found = part(call, call.store.guardrails, "workspace_id")
    return listed((row.document for row in found.rows), found.total)


def create(call: Call) -> Outcome:
    """A new guardrail; it belongs to the workspace of the key where the body names none."""
    row = made(call, call.body.get("workspace_id", call.key.workspace_id))
    if row.workspace_id is not None and not exists(call, row.workspace_id):
        return NOT_FOUND
    call.store.guardrails.add(call.organization, row)
    return data(row.document, 201)


def made(call: Call, workspace_id: str | None, ours: Iterable[str] = OURS) -> rows.Guardrail:
    """The row of a new guardrail as the body says."""
    identity: Json = {"id": call.uuid(), "workspace_id": workspace_id, "created_at": call.stamp}
    return rows.Guardrail(
        **identity,
        organization_id=call.organization,
        document=_document(written(call, Form.FILE, ours), identity | {"updated_at": None}),
    )


def exists(call: Call, workspace_id: str) -> bool:
    """Whether the organization has this workspace."""
    return call.store.workspaces.get(call.organization, workspace_id) is not None


def change(call: Call) -> Outcome:
    """The body merged into what is kept: absent stays, null is null, a value is the value."""
    said = written(call, Form.ACCOUNT, HOMED)
    now = {"updated_at": call.stamp}
    row = call.store.guardrails.update(
        call.organization,
        call.path["id"],
        lambda row: replace(row, document=_document(json.loads(row.document), said | now)),
    )
    return NOT_FOUND if row is None else data(row.document)


def delete(call: Call) -> Outcome:
    """The guardrail is gone, and with it every place where it applied."""
    gone = call.store.guardrails.remove(call.organization, call.path["id"])
    return DELETED if gone else NOT_FOUND


def written(call: Call, form: Form, ours: Iterable[str] = OURS) -> Json:
    """The document that a body means: its old flag spread, its builtins labelled.

    Spread before anything is merged, so an old value that the body does not mention is overwritten
    (spec 2.1). Raises `RequestError` with all that is wrong.
    """
    vendors = call.world.vendors
    refused = [*_refused(call.body, ours)]
    try:
        said = encode(decode(spread(call.body, vendors), vendors, form))
    except DocumentError as error:
        raise RequestError([*refused, *error.problems]) from None
    if refused:
        raise RequestError(refused)
    return labelled(said)


def _refused(body: Mapping[str, Any], ours: Iterable[str]) -> Iterator[Problem]:
    for name in ours:
        if name in body:
            yield Problem(f"$.{name}", "is set by the server", "leave it out")


def _document(said: Json, more: Json) -> bytes:
    """The wire document: the five required fields first."""
    head = {"id": None, "name": None, "workspace_id": None, "include_byok_in_budgets": False}
    return encoded(head | said | more)
