"""Reservation: what is reserved where, when a limit refuses it, and what its end changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.store.buckets import MOST
from routelock.store.errors import ConflictError
from routelock.store.protocol import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from routelock.store.protocol import Bucket


class Reservation(NamedTuple):
    """An estimate in nano-USD that each of these buckets holds back, until it has expired."""

    names: tuple[str, ...]
    estimate: int
    byok: bool
    expires_at: datetime
    expired: bool = False

    def held(self) -> Tally:
        """What reserving it adds to each bucket."""
        if self.byok:
            return Tally(byok_reserved=self.estimate)
        return Tally(reserved=self.estimate)

    def freed(self) -> Tally:
        """What its end adds; one that has expired is free already."""
        return Tally() if self.expired else minus(Tally(), self.held())

    def settled(self, cost: int, byok_cost: int) -> Tally:
        """What settling it adds: its cost, and what its end does."""
        return plus(self.freed(), Tally(spent=cost, byok_spent=byok_cost))

    def check_held(self, now: datetime) -> None:
        """Nothing where it can be granted again, else `ConflictError`."""
        if self.expired or self.expires_at <= now:
            message = "reservations: this one has expired"
            raise ConflictError(message)


def reservation(
    buckets: Iterable[Bucket], estimate: int, expires_at: datetime, *, byok: bool
) -> Reservation:
    """The reservation of an estimate: each bucket once, by name, which is the order of locks."""
    check_amounts(estimate)
    return Reservation(tuple(sorted({one.name for one in buckets})), estimate, byok, expires_at)


def refusing(
    buckets: Iterable[Bucket], before: Mapping[str, Tally], estimate: int, *, byok: bool
) -> Bucket | None:
    """The first bucket whose limit does not let the estimate in, given what is in each before."""
    return next((one for one in buckets if _full(one, before[one.name], estimate, byok=byok)), None)


def plus(one: Tally, two: Tally) -> Tally:
    """Two tallies together."""
    return Tally(one[0] + two[0], one[1] + two[1], one[2] + two[2], one[3] + two[3])


def minus(one: Tally, two: Tally) -> Tally:
    """A tally without another."""
    return Tally(one[0] - two[0], one[1] - two[1], one[2] - two[2], one[3] - two[3])


def check_amounts(*amounts: int) -> None:
    """Nothing where each is an amount that a ledger counts, else `ValueError`."""
    if not all(0 <= amount <= MOST for amount in amounts):
        message = f"an amount is a number of nano-USD from 0 to {MOST}"
        raise ValueError(message)


def _full(bucket: Bucket, tally: Tally, estimate: int, *, byok: bool) -> bool:
    if bucket.limit is None:
        return False
    own_keys = tally.byok_spent + tally.byok_reserved if bucket.byok else 0
    counted = tally.spent + tally.reserved + own_keys
    added = 0 if byok and not bucket.byok else estimate
    return counted >= bucket.limit or counted + added > bucket.limit
