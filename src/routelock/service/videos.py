"""Videos: jobs that are submitted, polled and cancelled; an operator's worker moves them on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from routelock.gate import Refused, Stage
from routelock.reasons import Code
from routelock.service import layers
from routelock.service.outcome import NOT_FOUND, Fault, Outcome, Reply, encoded
from routelock.store import rows
from routelock.store.errors import ConflictError
from routelock.store.moves import TERMINAL
from routelock.store.rows import Status

if TYPE_CHECKING:
    from routelock.service.call import Call
    from routelock.service.outcome import Json


def submit(call: Call) -> Outcome:
    """A new job, if the request may go: its body is kept as it may be sent upstream.

    Screened and routed as any request is: 404 where no endpoint survives or the model is unknown,
    403 for a budget or a filter, with the reasons.
    """
    home = layers.workspace(call)
    if home is None:
        return NOT_FOUND
    ready = layers.gate(call, home)
    outcome = ready.decide(call.body, layers.spend(call, ready), call.now)
    if isinstance(outcome, Refused):
        return Fault(_status(outcome), reasons=outcome.reasons)
    row = rows.Video(
        id=call.uuid(),
        organization_id=call.organization,
        created_at=call.stamp,
        request=encoded(dict(outcome.body)),
        key_hash=call.key.hash,
    )
    call.store.videos.add(call.organization, row)
    return Reply(_shown(call, row), 202)


def read(call: Call) -> Outcome:
    """How far a job has come, and its content where it has completed."""
    row = call.store.videos.get(call.organization, call.path["jobId"])
    return NOT_FOUND if row is None else Reply(_shown(call, row))


def cancel(call: Call) -> Outcome:
    """The job is cancelled; 409 where it has ended already."""
    row = call.store.videos.update(
        call.organization, call.path["jobId"], lambda row: _cancelled(row, call.stamp)
    )
    return NOT_FOUND if row is None else Reply(_shown(call, row))


def _cancelled(row: rows.Video, at: str) -> rows.Video:
    if row.status in TERMINAL:  # a job that was cancelled in this millisecond too
        message = f"a video that is `{row.status}` never changes"
        raise ConflictError(message)
    return replace(row, status=Status.CANCELLED, updated_at=at)


def _status(refused: Refused) -> int:
    unknown = any(reason.code is Code.MODEL_UNKNOWN for reason in refused.reasons)
    return 404 if unknown or refused.stage is Stage.ROUTING else 403


def _shown(call: Call, row: rows.Video) -> bytes:
    told: Json = {
        "id": row.id,
        "polling_url": f"{call.world.prefix}/videos/{row.id}",
        "status": row.status,
    }
    if row.generation_id is not None:
        told["generation_id"] = row.generation_id
    if row.status is Status.COMPLETED:
        told["unsigned_urls"] = [*(row.unsigned_urls or ())]
        cost = None if row.cost is None else float(row.cost)
        told["usage"] = {"cost": cost, "is_byok": bool(row.is_byok)}
    return encoded(told)
