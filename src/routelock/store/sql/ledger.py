"""Ledger: spend in two tables; a reservation adds, looks, and is taken back where it is too much.

One statement locks every bucket in the order of their names, adds to each, and tells what is in
them now; no other writer comes between. The statements are written out for the driver, since what
stands above it would take longer than they do.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from routelock.store.protocol import Bucket, Tally
from routelock.store.reservation import (
    Reservation,
    check_amounts,
    minus,
    plus,
    refusing,
    reservation,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from routelock.store.sql.database import Cursor, Database

NOTE = """
INSERT INTO reservations (organization_id, id, names, estimate, byok, expires_at, expired)
VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"""
HELD = """
SELECT names, estimate, byok, expires_at, expired FROM reservations
WHERE organization_id = ? AND id = ?"""
SETTLE = """
DELETE FROM reservations WHERE organization_id = ? AND id = ?
RETURNING names, estimate, byok, expires_at, expired"""
RELEASE = """
DELETE FROM reservations WHERE organization_id = ? AND id = ? AND NOT expired
RETURNING names, estimate, byok, expires_at, expired"""
EXPIRE = """
UPDATE reservations SET expired = (1 = 1) WHERE organization_id = ? AND id IN (
SELECT id FROM reservations WHERE organization_id = ? AND expires_at <= ? AND NOT expired
ORDER BY id{lock})
RETURNING names, estimate, byok, expires_at, (1 = 0)"""
FORGET = "DELETE FROM reservations WHERE organization_id = ? AND expires_at < ? AND expired"
TALLIES = """
SELECT name, spent, byok_spent, reserved, byok_reserved FROM buckets
WHERE organization_id = ? AND name IN ({values})"""
COUNT = """
INSERT INTO buckets (organization_id, name, spent, byok_spent, reserved, byok_reserved)
VALUES {values} ON CONFLICT (organization_id, name) DO UPDATE SET
spent = buckets.spent + excluded.spent,
byok_spent = buckets.byok_spent + excluded.byok_spent,
reserved = buckets.reserved + excluded.reserved,
byok_reserved = buckets.byok_reserved + excluded.byok_reserved
RETURNING name, spent, byok_spent, reserved, byok_reserved"""

MANY = 500
"""Buckets of one statement at most: databases limit its parameters."""

_listed = json.JSONEncoder().encode
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)


class _FullError(Exception):
    """A bucket refuses: what was added to the others goes back with the block that it ends."""

    def __init__(self, bucket: Bucket) -> None:
        super().__init__()
        self.bucket = bucket


class SqlLedger:
    """`Ledger` over the tables of buckets and reservations."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._mark, self._lock, _ = database.dialect

    def reserve(  # noqa: PLR0913 (see `Ledger.reserve`)
        self,
        organization_id: str,
        reservation_id: str,
        /,
        buckets: Sequence[Bucket],
        estimate: int,
        *,
        expires_at: datetime,
        now: datetime,
        byok: bool = False,
    ) -> Bucket | None:
        """See `Ledger.reserve`."""
        wanted = reservation(buckets, estimate, expires_at, byok=byok)
        named = (organization_id, reservation_id)
        try:
            self._reserve(named, wanted, buckets, now)
        except _FullError:
            # Only now does it matter what has expired.
            self.expire(organization_id, now)
        else:
            return None
        try:
            self._reserve(named, wanted, buckets, now)
        except _FullError as full:
            return full.bucket
        return None

    def settle(
        self, organization_id: str, reservation_id: str, /, *, cost: int = 0, byok_cost: int = 0
    ) -> bool:
        """See `Ledger.settle`."""
        check_amounts(cost, byok_cost)
        with self._database.cursor() as cursor:
            ended = self._run(cursor, SETTLE, organization_id, reservation_id)
            for one in map(_reservation, ended):
                added = dict.fromkeys(one.names, one.settled(cost, byok_cost))
                self._count(cursor, organization_id, added)
            return bool(ended)

    def release(self, organization_id: str, reservation_id: str, /) -> bool:
        """See `Ledger.release`."""
        with self._database.cursor() as cursor:
            ended = self._run(cursor, RELEASE, organization_id, reservation_id)
            self._free(cursor, organization_id, ended)
            return bool(ended)

    def expire(self, organization_id: str, /, now: datetime) -> int:
        """See `Ledger.expire`."""
        with self._database.cursor() as cursor:
            late = (organization_id, organization_id, _ticks(now))
            ended = self._run(cursor, EXPIRE.format(lock=self._lock), *late)
            self._free(cursor, organization_id, ended)
            return len(ended)

    def forget(self, organization_id: str, /, before: datetime) -> int:
        """See `Ledger.forget`."""
        with self._database.cursor() as cursor:
            self._execute(cursor, FORGET, organization_id, _ticks(before))
            return cursor.rowcount

    def tallies(self, organization_id: str, names: Iterable[str], /) -> Mapping[str, Tally]:
        """See `Ledger.tallies`."""
        found = dict.fromkeys(names, Tally())
        for some in _batches(sorted(found)):
            statement = _marked(_tallies(len(some)), self._mark)
            rows = self._database.look(statement, (organization_id, *some))
            found |= {row[0]: Tally._make(row[1:]) for row in rows}
        return found

    def _reserve(
        self,
        named: tuple[str, str],
        wanted: Reservation,
        buckets: Sequence[Bucket],
        now: datetime,
    ) -> None:
        with self._database.cursor() as cursor:
            if self._held(cursor, named, wanted, now):
                return
            held = wanted.held()
            after = self._count(cursor, named[0], dict.fromkeys(wanted.names, held))
            before = {name: minus(tally, held) for name, tally in after.items()}
            full = refusing(buckets, before, wanted.estimate, byok=wanted.byok)
            if full is not None:
                raise _FullError(full)

    def _held(
        self, cursor: Cursor, named: tuple[str, str], wanted: Reservation, now: datetime
    ) -> bool:
        """Whether it is held already; else it is noted now, and its buckets are to be counted."""
        while True:
            self._execute(cursor, NOTE, *named, *_noted(wanted))
            if cursor.rowcount:
                return False
            for known in self._run(cursor, HELD, *named):
                _reservation(known).check_held(now)
                return True
            # It was there, and ended before it could be read: now there is room for the new one.

    def _free(self, cursor: Cursor, organization_id: str, ended: Iterable[Any]) -> None:
        freed: dict[str, Tally] = {}
        for one in map(_reservation, ended):
            for name in one.names:
                freed[name] = plus(freed.get(name, Tally()), one.freed())
        self._count(cursor, organization_id, freed)

    def _count(
        self, cursor: Cursor, organization_id: str, added: Mapping[str, Tally]
    ) -> dict[str, Tally]:
        """What is in the buckets after adding to them, which locks them until the block ends."""
        after: dict[str, Tally] = {}
        for some in _batches(sorted(added)):
            values: list[object] = []
            for name in some:
                values += (organization_id, name, *added[name])
            for row in self._run(cursor, _count(len(some)), *values):
                after[row[0]] = Tally._make(row[1:])
        return after

    def _run(self, cursor: Cursor, statement: str, *values: object) -> Sequence[Any]:
        cursor.execute(_marked(statement, self._mark), values)
        return cursor.fetchall()

    def _execute(self, cursor: Cursor, statement: str, *values: object) -> None:
        cursor.execute(_marked(statement, self._mark), values)


@cache
def _marked(statement: str, mark: str) -> str:
    return statement.replace("?", mark)


@cache
def _count(buckets: int) -> str:
    return COUNT.format(values=", ".join(["(?, ?, ?, ?, ?, ?)"] * buckets))


@cache
def _tallies(buckets: int) -> str:
    return TALLIES.format(values=", ".join("?" * buckets))


def _batches(names: Sequence[str]) -> Iterable[Sequence[str]]:
    if len(names) <= MANY:
        return (names,) if names else ()
    return (names[start : start + MANY] for start in range(0, len(names), MANY))


def _noted(one: Reservation) -> tuple[object, ...]:
    return (_listed(one.names), one.estimate, one.byok, _ticks(one.expires_at), one.expired)


def _reservation(values: Sequence[Any]) -> Reservation:
    names, estimate, byok, expires_at, expired = values
    at = _EPOCH + expires_at * _TICK
    return Reservation(tuple(json.loads(names)), estimate, bool(byok), at, bool(expired))


def _ticks(moment: datetime) -> int:
    return (moment - _EPOCH) // _TICK
