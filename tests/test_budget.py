"""Budgets: windows in UTC, what counts, what is left."""

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pytest

from routelock.budget import Limit, Spent, Window, exceeded, left, window
from routelock.guardrail import Interval
from routelock.reasons import Layer, Source

SOURCE = Source(Layer.KEY, "g")
SATURDAY = datetime(2026, 11, 21, 23, 59, 59, tzinfo=UTC)


def limit(amount: str, *, byok: bool = False) -> Limit:
    return Limit(SOURCE, "/limit_usd", Decimal(amount), byok=byok)


@pytest.mark.parametrize(
    ("interval", "start", "end"),
    [
        (Interval.DAILY, "2026-11-21", "2026-11-22"),
        (Interval.WEEKLY, "2026-11-16", "2026-11-23"),
        (Interval.MONTHLY, "2026-11-01", "2026-12-01"),
    ],
)
def test_a_window_is_a_calendar_window_in_utc(interval: Interval, start: str, end: str) -> None:
    found = window(interval, SATURDAY)
    assert [str(bound)[:10] for bound in found] == [start, end]


def test_a_window_is_that_of_the_instant_whatever_zone_it_is_told_in() -> None:
    east = SATURDAY.astimezone(timezone(timedelta(hours=14)))
    assert east.day == 22
    assert window(Interval.DAILY, east) == window(Interval.DAILY, SATURDAY)


@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_ends_where_the_next_begins(month: int) -> None:
    found = window(Interval.MONTHLY, datetime(2028, month, 1, tzinfo=UTC))
    assert found.end is not None
    assert window(Interval.MONTHLY, found.end).start == found.end


def test_a_limit_without_interval_lasts_for_ever() -> None:
    assert window(None, SATURDAY) == Window(None, None)


def test_a_time_without_zone_has_no_window() -> None:
    with pytest.raises(ValueError, match="time zone"):
        window(Interval.DAILY, SATURDAY.replace(tzinfo=None))


@pytest.mark.parametrize(
    ("spent", "over"), [("9.999999999", False), ("10", True), ("10.000000001", True)]
)
def test_a_limit_is_reached_when_spend_equals_it(spent: str, *, over: bool) -> None:
    assert exceeded(limit("10"), Spent(Decimal(spent))) is over


def test_spend_on_own_keys_counts_only_where_the_limit_says_so() -> None:
    spent = Spent(Decimal(4), byok=Decimal(6))
    assert exceeded(limit("10", byok=True), spent)
    assert not exceeded(limit("10"), spent)


def test_what_is_left_is_never_below_nothing() -> None:
    assert left(limit("10"), Spent(Decimal("2.5"))) == Decimal("7.5")
    assert left(limit("10"), Spent(Decimal(11))) == 0


def test_a_limit_of_nothing_refuses_from_the_start() -> None:
    assert exceeded(limit("0"), Spent())
