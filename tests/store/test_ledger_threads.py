"""Concurrent spend: no number of callers passes a limit, in one process or in several."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING

from routelock.store.protocol import Bucket, Tally
from tests.store.given import NOW

if TYPE_CHECKING:
    from routelock.store.protocol import Ledger, Store
    from routelock.store.sql import SqlStore

THREADS, CALLS, LIMIT, ESTIMATE = 8, 2_000, 500_000, 1_000
FEW = Bucket("few", 100 * ESTIMATE)
SOON = NOW + timedelta(minutes=5)
LIMITED = (Bucket("member:m", LIMIT), Bucket("key:k", LIMIT * 2), Bucket("account"))


def reserve(ledger: Ledger, name: object, *buckets: Bucket) -> bool:
    """Whether it was granted."""
    told = ledger.reserve("o", f"{name}", buckets or LIMITED, ESTIMATE, expires_at=SOON, now=NOW)
    return told is None


def test_thousands_of_concurrent_reservations_never_pass_a_limit(store: Store) -> None:
    with ThreadPoolExecutor(THREADS) as threads:
        granted = [*threads.map(lambda n: reserve(store.ledger, n), range(CALLS))]
    assert granted.count(True) == LIMIT // ESTIMATE
    for tally in store.ledger.tallies("o", [one.name for one in LIMITED]).values():
        assert tally == Tally(reserved=LIMIT)


def test_threads_that_settle_and_reserve_at_once_never_pass_a_limit(store: Store) -> None:
    def turn(n: int) -> int:
        if not reserve(store.ledger, n):
            return 0
        cost = ESTIMATE - n % 3
        assert store.ledger.settle("o", f"{n}", cost=cost)
        assert not store.ledger.settle("o", f"{n}", cost=cost)
        return cost

    with ThreadPoolExecutor(THREADS) as threads:
        spent = sum(threads.map(turn, range(CALLS // 3)))
    assert spent <= LIMIT
    for tally in store.ledger.tallies("o", [one.name for one in LIMITED]).values():
        assert tally == Tally(spent=spent)


def test_buckets_that_overlap_in_any_order_do_not_lock_each_other_out(store: Store) -> None:
    names = [Bucket(name, LIMIT) for name in "abcdef"]

    def turn(n: int) -> bool:
        some = [*names[n % 6 :], *names[: n % 6]]
        chosen = some[: 2 + n % 4] if n % 2 else some[::-1][: 2 + n % 4]
        return reserve(store.ledger, n, *chosen) and store.ledger.settle("o", f"{n}", cost=1)

    with ThreadPoolExecutor(THREADS) as threads:
        assert all(threads.map(turn, range(600)))


def test_one_reservation_that_many_ask_for_is_held_once(store: Store) -> None:
    with ThreadPoolExecutor(THREADS) as threads:
        assert all(threads.map(lambda _: reserve(store.ledger, "same"), range(200)))
    assert store.ledger.tallies("o", ["account"])["account"] == Tally(reserved=ESTIMATE)


def test_one_id_that_is_reserved_and_settled_at_once_leaves_nothing_reserved(store: Store) -> None:
    def turn(n: int) -> bool:
        reserve(store.ledger, f"id{n % 3}", Bucket("b"))
        return store.ledger.settle("o", f"id{n % 3}", cost=1)

    with ThreadPoolExecutor(THREADS) as threads:
        settled = sum(threads.map(turn, range(600)))
    assert store.ledger.tallies("o", ["b"])["b"] == Tally(spent=settled)


OTHER_PROCESS = """
import sys
from tests.store.test_ledger_threads import FEW, reserve
from routelock.store.sql import SqlStore
store = SqlStore(sys.argv[1], wait=30)
print(sum(reserve(store.ledger, f"{sys.argv[2]}-{n}", FEW) for n in range(200)))
"""


def test_several_processes_share_one_limit(database: SqlStore) -> None:
    command = [sys.executable, "-c", OTHER_PROCESS, database.url]
    started = [
        subprocess.Popen([*command, str(n)], stdout=subprocess.PIPE, text=True) for n in range(2)
    ]
    granted = sum(int(process.communicate(timeout=60)[0]) for process in started)
    assert granted == 100
    assert database.ledger.tallies("o", ["few"])["few"] == Tally(reserved=100 * ESTIMATE)
