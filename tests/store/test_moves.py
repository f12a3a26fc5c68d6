"""The states of a video job, as a table, on every store."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from routelock.store import kinds
from routelock.store.errors import ConflictError
from routelock.store.rows import Status
from tests.store.given import MADE, furnish

if TYPE_CHECKING:
    from routelock.store.protocol import Store

TABLE = """
from        | pending in_progress completed failed cancelled expired
pending     | stays   yes         no        no     yes       yes
in_progress | no      stays       yes       yes    yes       yes
completed   | no      no          stays     no     no        no
failed      | no      no          no        stays  no        no
cancelled   | no      no          no        no     stays     no
expired     | no      no          no        no     no        stays
"""
HEAD, *ROWS = [line.replace("|", "").split() for line in TABLE.strip().splitlines()]
MOVES = [
    (Status(before), Status(after), said)
    for before, *cells in ROWS
    for after, said in zip(HEAD[1:], cells, strict=True)
]
ENDS = [Status(before) for before, *cells in ROWS if "yes" not in cells]


def test_the_table_names_every_state() -> None:
    assert {before for before, _, _ in MOVES} == set(Status)


@pytest.mark.parametrize(("before", "after", "said"), MOVES)
def test_a_job_moves_as_the_table_says(
    store: Store, before: Status, after: Status, said: str
) -> None:
    furnish(store, "o", but=kinds.VIDEOS)
    store.videos.add("o", replace(MADE[kinds.VIDEOS]("o", ""), status=before))
    if said == "no":
        with pytest.raises(ConflictError):
            store.videos.update("o", "video", lambda job: replace(job, status=after))
    else:
        store.videos.update("o", "video", lambda job: replace(job, status=after))
    job = store.videos.get("o", "video")
    assert job is not None
    assert job.status == (before if said == "no" else after)


@pytest.mark.parametrize("end", ENDS)
def test_nothing_of_a_job_that_has_ended_changes(store: Store, end: Status) -> None:
    furnish(store, "o", but=kinds.VIDEOS)
    store.videos.add("o", replace(MADE[kinds.VIDEOS]("o", ""), status=end))
    with pytest.raises(ConflictError):
        store.videos.update("o", "video", lambda job: replace(job, generation_id="another"))
    assert store.videos.update("o", "video", lambda job: job) is not None


def test_a_job_that_goes_on_may_be_told_more(store: Store) -> None:
    furnish(store, "o")
    job = store.videos.update("o", "video", lambda old: replace(old, generation_id="g"))
    assert job is not None
    assert job.generation_id == "g"
