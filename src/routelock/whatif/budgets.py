"""Budgets: whose spend reaches its limit in a log, and when: nothing is guessed, all in order."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import ROUND_CEILING, Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.budget import Limit, window
from routelock.caller import Caller, budgets
from routelock.guardrail import Interval
from routelock.reasons import Layer, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from routelock.policy import Policy
    from routelock.reasons import Reason
    from routelock.whatif.assignments import Who

NANO = 1_000_000_000
Hot = Mapping[str, frozenset[int]]
"""Purses that may cut somebody off, as they are written, and the windows in which they may."""

SIDES = ("before", "after")
LIFETIME = 0
"""The window of a limit without an interval."""

_EPOCH = date(1970, 1, 1)


class Purse(NamedTuple):
    """What one entity may spend under one limit, on one side of a change."""

    side: str
    entity: str
    limit: Limit

    @property
    def most(self) -> int:
        """The spend in nano-USD from which on it refuses."""
        return int((self.limit.amount * NANO).to_integral_value(ROUND_CEILING))

    def window(self, day: int) -> int:
        """The first day of the window that holds a day, both in days since 1970."""
        return _first(self.limit.interval, day)

    def written(self) -> str:
        """The purse as text: equal purses are written alike, whoever writes them."""
        source, field, amount, interval, byok = self.limit
        limit = [*source, field, str(amount), interval, byok]
        return json.dumps([self.side, self.entity, *limit], separators=(",", ":"))


def purse(written: str) -> Purse:
    """The purse that was written.

    >>> limit = Limit(Source(Layer.KEY, "g"), "/limit_usd", Decimal(5), Interval.DAILY)
    >>> purse(Purse("after", "key:k1", limit).written()).limit == limit
    True
    """
    side, entity, layer, guardrail, field, amount, interval, byok = json.loads(written)
    source = Source(Layer(layer), guardrail)
    kind = None if interval is None else Interval(interval)
    return Purse(side, entity, Limit(source, field, Decimal(amount), kind, byok))


def purses(side: str, policy: Policy, who: Who) -> Iterator[Purse]:
    """The purses that somebody spends from."""
    if not policy.limits:
        return
    for budget, limit in budgets(policy.limits, Caller(who.key or "", who.member)):
        yield Purse(side, budget.entity, limit)


@lru_cache(maxsize=10_000)
def _first(interval: Interval | None, day: int) -> int:
    midnight = datetime.combine(_EPOCH + timedelta(days=day), datetime.min.time(), UTC)
    start = window(interval, midnight).start
    return LIFETIME if start is None else (start.date() - _EPOCH).days


# --- who can be cut off at all --------------------------------------------------------------------


def spend(written: str, start: int) -> str:
    """The name that the spend of a purse in a window has in a tally."""
    return f"{start} {written}"


def reached(tally: Iterable[Mapping[str, Any]]) -> Hot:
    """The purses whose limit the spend of a log would reach, and the windows it would do so in.

    That spend is what nothing but routing keeps back, so no other purse can cut anybody off.
    """
    sums: dict[str, int] = {}
    for row in tally:
        if row["dimension"] == "spend":
            sums[row["name"]] = sums.get(row["name"], 0) + row["nano_before"]
    found: dict[str, set[int]] = {}
    known: dict[str, int] = {}
    for name, spent in sums.items():
        start, _, written = name.partition(" ")
        most = known.get(written)
        if most is None:
            most = known[written] = purse(written).most
        if spent >= most:
            found.setdefault(written, set()).add(int(start))
    return {written: frozenset(starts) for written, starts in found.items()}


Risky = tuple[tuple[str, Purse], ...]
"""Purses of somebody that may cut them off at some time, as they are written and as they are."""


def risky(own: tuple[Purse, ...], hot: Hot) -> Risky:
    """Those of somebody's purses that may cut them off."""
    named = ((one.written(), one) for one in own) if hot else ()
    return tuple((written, one) for written, one in named if written in hot)


def watched(own: Risky, day: int, hot: Hot) -> tuple[tuple[str, int], ...]:
    """Those, with the window of a day, that may cut them off on it."""
    named = ((written, one.window(day)) for written, one in own)
    return tuple((written, start) for written, start in named if start in hot[written])


def groups(people: Iterable[tuple[Who, tuple[Purse, ...]]], hot: Hot) -> Mapping[Who, int]:
    """Whose requests have to be looked at together: who shares a purse, over any number of steps.

    Those who have no purse that may cut them off are left out.
    """
    first: dict[str, int] = {}
    above: list[int] = []
    mine: dict[Who, int] = {}
    for who, own in people:
        names = [written for one in own if (written := one.written()) in hot]
        for name in names:
            if name not in first:
                first[name] = len(above)
                above.append(len(above))
            above[_top(above, first[name])] = _top(above, first[names[0]])
        if names:
            mine[who] = first[names[0]]
    return {who: _top(above, place) for who, place in mine.items()}


def _top(above: list[int], place: int) -> int:
    while above[place] != place:
        above[place] = above[above[place]]
        place = above[place]
    return place


# --- one after the other --------------------------------------------------------------------------


class Watch:
    """A purse in one window, spent from request by request in the order of time."""

    __slots__ = ("at", "byok", "most", "purse", "reason", "refused", "saved", "spent", "start")

    def __init__(self, purse: Purse, start: int) -> None:
        self.purse, self.start = purse, start
        self.most, self.byok, self.reason = purse.most, purse.limit.byok, purse.limit.reason
        self.spent = self.refused = self.saved = 0
        self.at: int | None = None

    def refuse(self, moment: int, cost: int) -> Reason:
        """One more request that may not be made, at what it did cost; and why."""
        self.at = moment if self.at is None else self.at
        self.refused += 1
        self.saved += cost
        return self.reason

    @property
    def cut(self) -> Cut | None:
        """What it refused, if it refused something."""
        if self.at is None:
            return None
        return Cut(self.purse, self.start, self.at, self.refused, self.saved)


def asked(watches: Iterable[Watch], moment: int, cost: int, *, byok: bool) -> tuple[Reason, ...]:
    """Why a request may not be made; where it may, its cost is spent from every purse.

    Semantics of a budget: what is refused spends nothing, and a limit refuses when as much has
    been spent as it says.
    """
    over = [watch for watch in watches if watch.spent >= watch.most]
    if over:
        return tuple([watch.refuse(moment, cost) for watch in over])
    for watch in watches:
        if watch.byok or not byok:
            watch.spent += cost
    return ()


class Cut(NamedTuple):
    """An entity that was cut off: when first, and how much it could not do in that window.

    `at` is in microseconds since 1970, `saved` in nano-USD.
    """

    purse: Purse
    start: int
    at: int
    refused: int
    saved: int

    def written(self) -> str:
        """What it is about, as text."""
        return json.dumps([self.purse.written(), self.start, self.at])


def cut(row: Mapping[str, Any]) -> Cut:
    """The cut of a row of a tally."""
    written, start, at = json.loads(row["name"])
    return Cut(purse(written), start, at, row["rows"], row["nano_before"])


def as_json(one: Cut) -> dict[str, Any]:
    """Plain values, ready for a JSON encoder; times are in UTC, money in USD."""
    (side, entity, limit), start = one.purse, one.start
    kind, _, name = entity.partition(":")
    first = None if limit.interval is None else (_EPOCH + timedelta(days=start)).isoformat()
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=one.at)
    return {
        "side": side,
        "layer": limit.source.layer.value,
        "guardrail": limit.source.guardrail,
        "field": limit.field,
        "entity": {"kind": kind, "id": name or None},
        "interval": limit.interval and limit.interval.value,
        "window": first,
        "limit_usd": float(limit.amount),
        "at": at.isoformat().replace("+00:00", "Z"),
        "refused": one.refused,
        "not_spent_usd": one.saved / NANO,
    }
