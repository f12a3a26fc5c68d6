"""Moves: which state of a video job may follow which (spec 3); a terminal state is for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from routelock.store.errors import ConflictError
from routelock.store.rows import Status, Video

if TYPE_CHECKING:
    from collections.abc import Mapping

_ENDS = {Status.COMPLETED, Status.FAILED, Status.CANCELLED, Status.EXPIRED}

MOVES: Mapping[Status, frozenset[Status]] = {
    Status.PENDING: frozenset({Status.IN_PROGRESS, Status.CANCELLED, Status.EXPIRED}),
    Status.IN_PROGRESS: frozenset(_ENDS),
    **dict.fromkeys(_ENDS, frozenset[Status]()),
}
"""The states that may follow each state; staying is no move."""

TERMINAL = frozenset(status for status, following in MOVES.items() if not following)
"""The states that nothing follows."""


def check_move(before: Video, after: Video) -> None:
    """Nothing where the job may become this, else `ConflictError`; an ended one never changes.

    >>> from dataclasses import replace
    >>> job = Video(id="v", organization_id="o", created_at="2026-11-21T09:00:00Z")
    >>> check_move(job, replace(job, status=Status.IN_PROGRESS))
    >>> check_move(job, replace(job, status=Status.COMPLETED))
    Traceback (most recent call last):
        ...
    routelock.store.errors.ConflictError: a video that is `pending` cannot become `completed`
    """
    if before == after:
        return
    if before.status in TERMINAL:
        message = f"a video that is `{before.status}` never changes"
        raise ConflictError(message)
    if after.status != before.status and after.status not in MOVES[before.status]:
        message = f"a video that is `{before.status}` cannot become `{after.status}`"
        raise ConflictError(message)
