from __future__ import annotations

from routelock.service.memo import Memo


def test_a_value_is_made_once() -> None:
    fresh = iter("xyz")
    memo = Memo[str](2)
    assert [memo.get("a", lambda: next(fresh)) for _ in range(3)] == ["x"] * 3


def test_the_least_used_goes_first() -> None:
    memo = Memo[int](2)
    memo.get("a", lambda: 1)
    memo.get("b", lambda: 1)
    memo.get("a", lambda: 2)
    memo.get("c", lambda: 1)
    assert (memo.get("a", lambda: 2), memo.get("b", lambda: 2), len(memo)) == (1, 2, 2)
