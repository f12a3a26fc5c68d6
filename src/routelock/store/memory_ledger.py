"""Memory ledger: reservations and tallies in dictionaries; every call is a block of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from routelock.store.protocol import Tally
from routelock.store.reservation import check_amounts, plus, refusing, reservation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from routelock.store.journal import Journal
    from routelock.store.protocol import Bucket
    from routelock.store.reservation import Reservation


class MemoryLedger:
    """`Ledger` over a journal: one table of tallies and one of reservations per organization."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

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
        with self._journal.block():
            known = self._find(organization_id, reservation_id)
            if known is not None:
                known.check_held(now)
                return None
            self.expire(organization_id, now)
            before = self.tallies(organization_id, wanted.names)
            refused = refusing(buckets, before, estimate, byok=byok)
            if refused is None:
                self._count(organization_id, wanted.names, wanted.held())
                self._note(organization_id, reservation_id, wanted)
            return refused

    def settle(
        self, organization_id: str, reservation_id: str, /, *, cost: int = 0, byok_cost: int = 0
    ) -> bool:
        """See `Ledger.settle`."""
        check_amounts(cost, byok_cost)
        with self._journal.block():
            known = self._find(organization_id, reservation_id)
            if known is None:
                return False
            self._count(organization_id, known.names, known.settled(cost, byok_cost))
            self._note(organization_id, reservation_id, None)
            return True

    def release(self, organization_id: str, reservation_id: str, /) -> bool:
        """See `Ledger.release`."""
        with self._journal.block():
            known = self._find(organization_id, reservation_id)
            if known is None or known.expired:
                return False
            self._count(organization_id, known.names, known.freed())
            self._note(organization_id, reservation_id, None)
            return True

    def expire(self, organization_id: str, /, now: datetime) -> int:
        """See `Ledger.expire`."""
        with self._journal.block():
            late = [
                (key, one)
                for key, one in self._all(organization_id)
                if not one.expired and one.expires_at <= now
            ]
            for key, one in late:
                self._count(organization_id, one.names, one.freed())
                self._note(organization_id, key, one._replace(expired=True))
            return len(late)

    def forget(self, organization_id: str, /, before: datetime) -> int:
        """See `Ledger.forget`."""
        with self._journal.block():
            over = [
                key
                for key, one in self._all(organization_id)
                if one.expired and one.expires_at < before
            ]
            for key in over:
                self._note(organization_id, key, None)
            return len(over)

    def tallies(self, organization_id: str, names: Iterable[str], /) -> Mapping[str, Tally]:
        """See `Ledger.tallies`."""
        with self._journal.block():
            table = self._journal.table(("buckets", organization_id))
            return {name: table.get(name, Tally()) for name in names}

    def _all(self, organization_id: str) -> Iterable[tuple[Any, Reservation]]:
        return [*self._journal.table(("reservations", organization_id)).items()]

    def _find(self, organization_id: str, reservation_id: str) -> Reservation | None:
        return self._journal.table(("reservations", organization_id)).get(reservation_id)

    def _note(self, organization_id: str, reservation_id: str, state: Reservation | None) -> None:
        self._journal.write(("reservations", organization_id), reservation_id, state)

    def _count(self, organization_id: str, names: Iterable[str], added: Tally) -> None:
        for name, tally in self.tallies(organization_id, names).items():
            self._journal.write(("buckets", organization_id), name, plus(tally, added))
