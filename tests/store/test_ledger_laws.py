"""Laws of spend: whatever happens in whatever order, every store counts as the shortest one."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from routelock.store.errors import ConflictError
from routelock.store.memory import MemoryStore
from routelock.store.protocol import Bucket, Tally
from tests.store.given import NOW

if TYPE_CHECKING:
    from routelock.store.protocol import Ledger
    from routelock.store.sql import SqlStore

NAMES = ("a", "b", "c")
LIMITS = {"a": 100, "b": 60}
IDS = st.sampled_from(["r1", "r2", "r3", "r4"])
AMOUNTS = st.integers(0, 70)
MINUTES = st.integers(0, 12)
EVENTS = st.one_of(
    st.tuples(
        st.just("reserve"),
        IDS,
        st.lists(st.sampled_from(NAMES), unique=True),
        AMOUNTS,
        st.booleans(),
        MINUTES,
    ),
    st.tuples(st.just("settle"), IDS, AMOUNTS, AMOUNTS),
    st.tuples(st.just("release"), IDS),
    st.tuples(st.just("expire"), MINUTES),
    st.tuples(st.just("forget"), MINUTES),
)
HISTORIES = st.lists(EVENTS, max_size=25)
ORGANIZATIONS = count()


def happen(ledger: Ledger, organization_id: str, event: tuple[Any, ...]) -> object:
    """What a ledger says to one event; time stands in minutes and does not have to go forward."""
    kind, *told = event
    try:
        return EVENT[kind](ledger, organization_id, *told)
    except ConflictError:
        return ConflictError


def _reserve(ledger: Ledger, o: str, *told: Any) -> object:
    name, names, estimate, byok, minute = told
    now = NOW + timedelta(minutes=minute)
    buckets = [Bucket(one, LIMITS.get(one), byok=one == "b") for one in names]
    until = now + timedelta(minutes=5)
    return ledger.reserve(o, name, buckets, estimate, expires_at=until, now=now, byok=byok)


EVENT: Any = {
    "reserve": _reserve,
    "settle": lambda ledger, o, name, cost, own: ledger.settle(o, name, cost=cost, byok_cost=own),
    "release": lambda ledger, o, name: ledger.release(o, name),
    "expire": lambda ledger, o, minute: ledger.expire(o, NOW + timedelta(minutes=minute)),
    "forget": lambda ledger, o, minute: ledger.forget(o, NOW + timedelta(minutes=minute)),
}


@pytest.mark.parametrize("name", ["sqlite", "postgresql"])
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=HISTORIES)
def test_every_store_counts_as_the_shortest_one_does(
    request: pytest.FixtureRequest, name: str, history: list[tuple[Any, ...]]
) -> None:
    store: SqlStore = request.getfixturevalue(name)
    shortest, o = MemoryStore(), f"law{next(ORGANIZATIONS)}"
    end = NOW + timedelta(days=1)
    for event in history:
        assert happen(store.ledger, o, event) == happen(shortest.ledger, o, event)
    assert store.ledger.expire(o, end) >= 0 <= shortest.ledger.expire(o, end)
    assert store.ledger.tallies(o, NAMES) == shortest.ledger.tallies(o, NAMES)


@given(history=HISTORIES)
def test_spend_and_reservations_never_pass_a_limit_that_no_cost_passed(
    history: list[tuple[Any, ...]],
) -> None:
    ledger, over = MemoryStore().ledger, dict.fromkeys(NAMES, 0)
    for event in history:
        before = ledger.tallies("o", NAMES)
        happen(ledger, "o", event)
        for name, tally in ledger.tallies("o", NAMES).items():
            assert min(tally) >= 0
            counted = tally.spent + tally.reserved
            if event[0] == "settle":  # a cost may be more than its estimate
                over[name] += max(0, counted - sum(before[name][::2]))
            elif name in LIMITS:
                assert counted <= LIMITS[name] + over[name]


@given(history=HISTORIES)
def test_nothing_stays_reserved_once_everything_has_expired(
    history: list[tuple[Any, ...]],
) -> None:
    ledger = MemoryStore().ledger
    for event in history:
        happen(ledger, "o", event)
    ledger.expire("o", NOW + timedelta(days=1))
    for tally in ledger.tallies("o", NAMES).values():
        assert tally == Tally(tally.spent, tally.byok_spent)
