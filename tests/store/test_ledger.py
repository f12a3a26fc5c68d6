"""Spend: what a reservation holds back, what a limit refuses, and what the end of one counts."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from routelock.guardrail import Interval
from routelock.store.buckets import MOST, MOST_LIMIT, bucket, buckets, limit_nano, nano, usd
from routelock.store.errors import ConflictError
from routelock.store.protocol import Bucket, Tally
from tests.store.given import NOW

if TYPE_CHECKING:
    from datetime import datetime

    from routelock.store.protocol import Ledger, Store

SOON, LATER = NOW + timedelta(minutes=5), NOW + timedelta(minutes=10)


def reserve(
    ledger: Ledger,
    name: str,
    estimate: int,
    *at: Bucket,
    now: datetime = NOW,
    byok: bool = False,
) -> Bucket | None:
    """Reserve for five minutes."""
    return ledger.reserve(
        "o", name, at, estimate, expires_at=now + timedelta(minutes=5), now=now, byok=byok
    )


def tally(ledger: Ledger, name: str = "b") -> Tally:
    """What is in one bucket."""
    return ledger.tallies("o", [name])[name]


def test_what_is_reserved_is_held_back_until_it_is_settled(store: Store) -> None:
    ledger, limited = store.ledger, Bucket("b", 100)
    assert reserve(ledger, "r1", 60, limited) is None
    assert tally(ledger) == Tally(reserved=60)
    assert reserve(ledger, "r2", 60, limited) == limited
    assert ledger.settle("o", "r1", cost=30)
    assert tally(ledger) == Tally(spent=30)
    assert reserve(ledger, "r2", 60, limited) is None
    assert tally(ledger) == Tally(spent=30, reserved=60)


@pytest.mark.parametrize(
    ("limit", "spent", "estimate", "granted"),
    [
        (100, 0, 100, True),
        (100, 0, 101, False),
        (100, 40, 60, True),
        (100, 40, 61, False),
        (100, 99, 1, True),
        (100, 99, 0, True),
        (100, 100, 0, False),  # spent + reserved >= limit refuses, whatever is asked for
        (100, 120, 0, False),
        (0, 0, 0, False),
        (None, 10**15, 10**15, True),
        (MOST_LIMIT, 10**15, MOST, True),
    ],
)
def test_a_limit_refuses_when_it_is_reached_or_would_be_passed(
    store: Store, limit: int | None, spent: int, estimate: int, *, granted: bool
) -> None:
    ledger, limited = store.ledger, Bucket("b", limit)
    reserve(ledger, "r1", 0, Bucket("b"))
    ledger.settle("o", "r1", cost=spent)
    assert reserve(ledger, "r2", estimate, limited) == (None if granted else limited)


def test_a_reservation_is_in_every_bucket_or_in_none(store: Store) -> None:
    ledger = store.ledger
    full = Bucket("full", 10)
    assert reserve(ledger, "r", 11, Bucket("a", 100), full, Bucket("z", 100)) == full
    assert ledger.tallies("o", ["a", "full", "z"]) == dict.fromkeys(["a", "full", "z"], Tally())
    assert not ledger.settle("o", "r", cost=5)


def test_the_first_bucket_that_refuses_is_named(store: Store) -> None:
    two = (Bucket("z", 5), Bucket("a", 5))
    assert reserve(store.ledger, "r", 6, *two) == two[0]


def test_one_bucket_may_have_several_limits_and_counts_once(store: Store) -> None:
    ledger, low = store.ledger, Bucket("b", 50)
    assert reserve(ledger, "r1", 40, Bucket("b"), Bucket("b", 100), low) is None
    assert tally(ledger) == Tally(reserved=40)
    assert reserve(ledger, "r2", 40, Bucket("b", 100), low) == low


def test_settling_twice_counts_once(store: Store) -> None:
    ledger = store.ledger
    reserve(ledger, "r", 60, Bucket("b", 100))
    assert [ledger.settle("o", "r", cost=30) for _ in range(3)] == [True, False, False]
    assert not ledger.release("o", "r")
    assert tally(ledger) == Tally(spent=30)


def test_releasing_gives_back_and_counts_nothing(store: Store) -> None:
    ledger = store.ledger
    reserve(ledger, "r", 60, Bucket("b", 100))
    assert [ledger.release("o", "r") for _ in range(2)] == [True, False]
    assert not ledger.settle("o", "r", cost=30)
    assert tally(ledger) == Tally()


def test_what_nobody_reserved_is_not_settled(store: Store) -> None:
    assert not store.ledger.settle("o", "nothing", cost=30)
    assert not store.ledger.release("o", "nothing")


def test_a_cost_may_pass_what_was_reserved(store: Store) -> None:
    ledger = store.ledger
    reserve(ledger, "r", 60, Bucket("b", 100))
    assert ledger.settle("o", "r", cost=130)
    assert tally(ledger) == Tally(spent=130)


def test_the_same_reservation_again_is_granted_again_and_counts_once(store: Store) -> None:
    ledger = store.ledger
    assert [reserve(ledger, "r", 60, Bucket("b", 100)) for _ in range(3)] == [None] * 3
    assert tally(ledger) == Tally(reserved=60)


def test_what_has_expired_holds_nothing_back(store: Store) -> None:
    ledger, limited = store.ledger, Bucket("b", 100)
    for n in range(10):
        assert reserve(ledger, f"r{n}", 10, limited) is None
    assert reserve(ledger, "late", 60, limited, now=SOON - timedelta(microseconds=1)) == limited
    assert reserve(ledger, "late", 60, limited, now=SOON) is None
    assert tally(ledger) == Tally(reserved=60)


def test_a_sweep_frees_what_has_expired_and_nothing_else(store: Store) -> None:
    ledger = store.ledger
    reserve(ledger, "old", 10, Bucket("b"), Bucket("c"))
    reserve(ledger, "new", 20, Bucket("b"), now=NOW + timedelta(minutes=1))
    assert [ledger.expire("o", SOON) for _ in range(2)] == [1, 0]
    assert tally(ledger) == Tally(reserved=20)
    assert tally(ledger, "c") == Tally()


def test_what_expired_is_counted_when_it_is_settled_late(store: Store) -> None:
    ledger = store.ledger
    reserve(ledger, "r", 60, Bucket("b", 100))
    ledger.expire("o", SOON)
    assert not ledger.release("o", "r")
    assert [ledger.settle("o", "r", cost=30) for _ in range(2)] == [True, False]
    assert tally(ledger) == Tally(spent=30)


def test_a_reservation_that_has_expired_cannot_be_had_again(store: Store) -> None:
    reserve(store.ledger, "r", 60, Bucket("b", 100))
    with pytest.raises(ConflictError):
        reserve(store.ledger, "r", 60, Bucket("b", 100), now=SOON)
    assert store.ledger.expire("o", SOON) in {0, 1}
    with pytest.raises(ConflictError):
        reserve(store.ledger, "r", 60, Bucket("b", 100), now=SOON)
    assert tally(store.ledger) == Tally()


def test_what_expired_long_ago_can_be_forgotten(store: Store) -> None:
    ledger = store.ledger
    reserve(ledger, "old", 10, Bucket("b"))
    reserve(ledger, "held", 10, Bucket("b"), now=SOON)
    ledger.expire("o", SOON)
    assert ledger.forget("o", SOON) == 0
    assert ledger.forget("o", LATER + timedelta(days=1)) == 1
    assert not ledger.settle("o", "old", cost=5)
    assert ledger.settle("o", "held", cost=5)


def test_a_sweep_may_free_thousands_at_once(store: Store) -> None:
    ledger = store.ledger
    with store.transaction() as held:
        for n in range(1200):
            reserve(held.ledger, f"r{n}", 1, Bucket(f"b{n}"), Bucket("all"))
    assert tally(ledger, "all") == Tally(reserved=1200)
    assert ledger.expire("o", SOON) == 1200
    names = [f"b{n}" for n in range(1200)]
    assert set(ledger.tallies("o", [*names, "all"]).values()) == {Tally()}


@pytest.mark.parametrize(
    ("estimated", "counted", "estimate", "granted"),
    [
        (False, False, 60, False),  # 50 spent with credits, limit 100
        (False, False, 50, True),
        (False, True, 10, False),  # and 45 on the caller's own keys
        (False, True, 5, True),
        (True, False, 10**9, True),  # own keys, and the limit leaves them out
        (True, True, 10, False),
        (True, True, 5, True),
    ],
)
def test_own_key_spend_counts_where_the_limit_says_so(
    store: Store, *, estimated: bool, counted: bool, estimate: int, granted: bool
) -> None:
    ledger, limited = store.ledger, Bucket("b", 100, counted)
    reserve(ledger, "r1", 0, Bucket("b"))
    ledger.settle("o", "r1", cost=50, byok_cost=45)
    assert tally(ledger) == Tally(spent=50, byok_spent=45)
    refused = reserve(ledger, "r2", estimate, limited, byok=estimated)
    assert refused == (None if granted else limited)


def test_an_estimate_on_own_keys_is_held_apart(store: Store) -> None:
    ledger = store.ledger
    reserve(ledger, "r", 60, Bucket("b", 100), byok=True)
    assert tally(ledger) == Tally(byok_reserved=60)
    ledger.settle("o", "r", cost=5, byok_cost=20)
    assert tally(ledger) == Tally(spent=5, byok_spent=20)


def test_settling_counts_in_the_window_of_the_reserve(store: Store) -> None:
    ledger = store.ledger
    midnight = NOW.replace(hour=23, minute=59)
    today = bucket("key:k", Interval.DAILY, midnight)
    tomorrow = bucket("key:k", Interval.DAILY, midnight + timedelta(minutes=2))
    assert today != tomorrow
    reserve(ledger, "r", 10, Bucket(today, 10), now=midnight)
    ledger.settle("o", "r", cost=9)
    assert ledger.tallies("o", [today, tomorrow]) == {today: Tally(spent=9), tomorrow: Tally()}


@pytest.mark.parametrize("amount", [-1, MOST + 1])
def test_an_amount_that_no_ledger_counts_is_refused(store: Store, amount: int) -> None:
    with pytest.raises(ValueError, match="nano-USD"):
        reserve(store.ledger, "r", amount, Bucket("b"))
    reserve(store.ledger, "r", 1, Bucket("b"))
    for costs in ({"cost": amount}, {"byok_cost": amount}):
        with pytest.raises(ValueError, match="nano-USD"):
            store.ledger.settle("o", "r", **costs)
    assert tally(store.ledger) == Tally(reserved=1)


def test_a_reservation_needs_no_bucket(store: Store) -> None:
    assert reserve(store.ledger, "r", 10) is None
    assert store.ledger.settle("o", "r", cost=10)
    assert store.ledger.tallies("o", []) == {}


def test_spend_is_part_of_a_transaction(store: Store) -> None:
    with pytest.raises(ZeroDivisionError):
        _spend_and_fail(store)
    assert tally(store.ledger) == Tally()
    with store.transaction() as held:
        assert reserve(held.ledger, "r1", 60, Bucket("b", 100)) is None
        assert reserve(held.ledger, "r2", 60, Bucket("b", 100)) == Bucket("b", 100)
    assert tally(store.ledger) == Tally(reserved=60)


def _spend_and_fail(store: Store) -> None:
    with store.transaction() as held:
        reserve(held.ledger, "r", 60, Bucket("b"))
        raise ZeroDivisionError


def test_a_window_is_part_of_the_name_of_a_bucket() -> None:
    assert buckets("member:m", NOW) == (
        "member:m@ever",
        "member:m@daily:2026-11-21",
        "member:m@weekly:2026-11-16",
        "member:m@monthly:2026-11-01",
    )


@pytest.mark.parametrize(
    ("amount", "up", "down"),
    [
        ("0", 0, 0),
        ("0.000000001", 1, 1),
        ("0.0000000011", 2, 1),
        ("1e-1000", 1, 0),
        ("12.5", 12_500_000_000, 12_500_000_000),
        ("0.30000000000000000000000000000000000000000000000000001", 300_000_001, 300_000_000),
        ("1e300", MOST, MOST_LIMIT),
    ],
)
def test_a_cost_is_rounded_up_and_a_limit_down(amount: str, up: int, down: int) -> None:
    assert nano(Decimal(amount)) == up
    assert limit_nano(Decimal(amount)) == down


def test_nano_usd_are_usd_exactly() -> None:
    assert nano(usd(12_500_000_001)) == 12_500_000_001
