"""Buckets: what a spend counter is called, with its window in the name, and nano-USD.

A reset needs no job: when a window ends, the next one has another name.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import TYPE_CHECKING

from routelock.budget import window
from routelock.guardrail import Interval

if TYPE_CHECKING:
    from datetime import datetime

NANO = 10**9
MOST = 2**53
"""The largest amount of one request in nano-USD; above nine million USD."""
MOST_LIMIT = 2**62
"""The largest limit in nano-USD; above four billion USD."""

WINDOWS: tuple[Interval | None, ...] = (None, *Interval)
"""The windows that every entity is counted in: for ever, the day, the week, the month."""


def bucket(entity: str, interval: Interval | None, now: datetime) -> str:
    """The name of what `entity` spends in the window that holds `now` (`Caller.entity` names it).

    >>> from datetime import datetime, UTC
    >>> bucket("key:k1", Interval.WEEKLY, datetime(2026, 11, 21, 9, tzinfo=UTC))
    'key:k1@weekly:2026-11-16'
    """
    start = window(interval, now).start
    return f"{entity}@ever" if start is None else f"{entity}@{interval}:{start:%Y-%m-%d}"


def buckets(entity: str, now: datetime) -> tuple[str, ...]:
    """The names of what an entity spends in each of `WINDOWS`: a request counts in all of them."""
    return tuple(bucket(entity, interval, now) for interval in WINDOWS)


def nano(usd: Decimal) -> int:
    """USD as nano-USD, rounded up; more than `MOST` is `MOST`. For a cost, once per request.

    >>> nano(Decimal("0.0000000001")), nano(Decimal("12.5"))
    (1, 12500000000)
    """
    return _whole(usd, _UP, MOST)


def limit_nano(usd: Decimal) -> int:
    """A limit in nano-USD, rounded down; more than `MOST_LIMIT` is that."""
    return _whole(usd, _DOWN, MOST_LIMIT)


def usd(nanos: int) -> Decimal:
    """Nano-USD as USD, exact.

    >>> usd(12_500_000_001)
    Decimal('12.500000001')
    """
    return Decimal(nanos).scaleb(-9)


# more digits than any amount has: what does not fit rounds as the whole number does
_UP = Context(prec=50, rounding=ROUND_CEILING)
_DOWN = Context(prec=50, rounding=ROUND_FLOOR)


def _whole(usd: Decimal, context: Context, most: int) -> int:
    nanos = context.multiply(usd, NANO)
    return most if nanos >= most else int(nanos.to_integral_value(context=context))
