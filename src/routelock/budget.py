"""Budgets as pure functions: windows, what counts, what is left. `now` and the spend are given."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from routelock.guardrail import Interval
from routelock.reasons import Code, Reason, Source

ZERO = Decimal(0)


class Limit(NamedTuple):
    """An amount of USD that one entity may spend per interval; without one, for ever.

    `byok` says whether spend on the caller's own provider keys counts (`include_byok_in_budgets`).
    """

    source: Source
    field: str
    amount: Decimal
    interval: Interval | None = None
    byok: bool = False

    @property
    def reason(self) -> Reason:
        """What is said when this limit refuses."""
        return Reason(Code.BUDGET_EXCEEDED, *self.source, self.field)


class Budget(NamedTuple):
    """Whose spend counts against which guardrail: the key under which spend is given."""

    entity: str
    guardrail: str | None


class Spent(NamedTuple):
    """USD spent by one entity in the current window: with credits, and on its own keys (BYOK)."""

    credits: Decimal = ZERO
    byok: Decimal = ZERO


class Window(NamedTuple):
    """A span of time, its end excluded; `None` where it has no bound."""

    start: datetime | None
    end: datetime | None


def window(interval: Interval | None, now: datetime) -> Window:
    """The fixed UTC calendar window that holds `now`: day, week from Monday, month from the 1st.

    `now` must know its time zone, else `ValueError`.

    >>> window(Interval.WEEKLY, datetime(2026, 11, 21, 9, tzinfo=UTC)).start.isoformat()
    '2026-11-16T00:00:00+00:00'
    """
    if now.tzinfo is None:
        message = "`now` has no time zone: windows are calendar windows in UTC"
        raise ValueError(message)
    day = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return Window(None, None) if interval is None else _WINDOWS[interval](day)


def _daily(day: datetime) -> Window:
    return Window(day, day + timedelta(days=1))


def _weekly(day: datetime) -> Window:
    monday = day - timedelta(days=day.weekday())
    return Window(monday, monday + timedelta(days=7))


def _monthly(day: datetime) -> Window:
    first = day.replace(day=1)
    return Window(first, (first + timedelta(days=31)).replace(day=1))


_WINDOWS = {Interval.DAILY: _daily, Interval.WEEKLY: _weekly, Interval.MONTHLY: _monthly}


def counted(limit: Limit, spent: Spent) -> Decimal:
    """The part of the spend that this limit looks at."""
    return spent.credits + spent.byok if limit.byok else spent.credits


def exceeded(limit: Limit, spent: Spent) -> bool:
    """Whether nothing more may be spent: `decide` refuses when spent ≥ limit."""
    return counted(limit, spent) >= limit.amount


def left(limit: Limit, spent: Spent) -> Decimal:
    """USD that may still be spent in this window, never below 0.

    >>> from routelock.reasons import Layer
    >>> left(Limit(Source(Layer.KEY, "g"), "/limit_usd", Decimal(10)), Spent(Decimal("12.5")))
    Decimal('0')
    """
    return max(ZERO, limit.amount - counted(limit, spent))
