"""Floods: a text of nothing but near misses costs work in proportion to its length."""

from __future__ import annotations

import gc
from time import process_time

import pytest

from routelock.guardrail import Action
from tests.filters.given import every, part

FLOODS = [
    "@", "a@", "a@a.", "@a.", "1.", "1.1.1.1 ", "1.1.1.1.", ":", "::", "::1 ", "1:", "a:", "x::",
    "1::1 ", "12:34:56 ", "1:1:1:1:1:1:1:1 ", "4111 1111 ", "4111 1111 1111 1111 ", "4111-",
    "0", "4111111111111111 ", "1 ", "0.0.", "0000.", "a.a.", "a+", '"@', '"a@', "葉@", "@例.",
    "é@é.éé ", "://a@", f"{'a' * 63}@", f"a@{'a' * 62}.", "10.0.0.0/8 ", "fe80::1%eth0 ",
]  # fmt: skip
SIZE = 30_000
ALL = every(Action.FLAG)


def seconds(text: str) -> float:
    given = part(text)
    best = float("inf")
    for _ in range(3):
        start = process_time()
        ALL.scan(given)
        best = min(best, process_time() - start)
    return best


@pytest.mark.parametrize("flood", FLOODS)
def test_four_times_the_flood_takes_about_four_times_the_work(flood: str) -> None:
    """Quadratic work would be sixteen times; the bound leaves room for a busy machine."""
    gc.disable()  # or the findings of one flood are weighed with the garbage of another
    try:
        short = seconds((flood * SIZE)[:SIZE])
        long = seconds((flood * 4 * SIZE)[: 4 * SIZE])
    finally:
        gc.enable()
    assert long < 9 * short + 0.005
