from __future__ import annotations

import pytest

from routelock.service.rates import TokenBuckets, Unlimited


def test_a_key_may_ask_as_often_as_its_bucket_holds() -> None:
    buckets = TokenBuckets(rate=10, burst=3)
    assert [buckets.wait("a", 0.0) > 0 for _ in range(5)] == [False] * 3 + [True] * 2


def test_whoever_waits_as_long_as_told_may_ask_again() -> None:
    buckets = TokenBuckets(rate=4, burst=1)
    assert buckets.wait("a", 0.0) == 0
    wait = buckets.wait("a", 0.0)
    assert (wait, buckets.wait("a", wait)) == (0.25, 0.0)


def test_one_key_does_not_wait_for_another() -> None:
    buckets = TokenBuckets(rate=1, burst=1)
    assert [buckets.wait(key, 0.0) for key in "ab"] == [0.0, 0.0]


@pytest.mark.parametrize("later", [0.0, -100.0])
def test_a_clock_that_stands_or_goes_back_gives_nothing(later: float) -> None:
    buckets = TokenBuckets(rate=1, burst=1)
    buckets.wait("a", 0.0)
    assert buckets.wait("a", later) > 0


def test_full_buckets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "MOST", 10)
    buckets = TokenBuckets(rate=1, burst=1)
    for number in range(100):
        buckets.wait(str(number), float(number * 2))
    assert len(buckets._levels) <= 11  # noqa: SLF001 (that it is bounded is what is tested)


def test_nobody_waits_without_a_limit() -> None:
    assert Unlimited().wait("a", 0.0) == 0
