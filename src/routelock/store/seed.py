"""Seed: one document with all that a deployment starts with, loaded whole or not at all."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from pydantic import ValidationError

from routelock.errors import InputError, Problem
from routelock.problems import problems
from routelock.store import shapes
from routelock.store.buckets import buckets, nano
from routelock.store.errors import AbsentError, ConflictError
from routelock.store.planting import Placed, Spend, planted
from routelock.store.protocol import Bucket
from routelock.store.words import check_words
from routelock.wire.reading import read_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from routelock.store.protocol import Store
    from routelock.vendors import Vendors

LARGEST = 256 * 2**20
"""Bytes of a seed document at most."""


class SeedError(InputError):
    """Whoever wrote the seed document has to mend it."""

    what = "seed"


def seed(store: Store, data: bytes, vendors: Vendors, now: datetime) -> Mapping[str, int]:
    """How many rows the document `data` has put on each shelf of the store.

    All of it or nothing: `SeedError` has every problem with its JSON path, also that of a row that
    the store has already. `WordsError` where the store was written under other vendor words. Times
    that the document leaves out are `now`; what was spent counts in the windows of `now`.

    >>> from datetime import datetime
    >>> from routelock.store.memory import MemoryStore
    >>> from routelock.vendors import Vendors
    >>> now = datetime(2026, 11, 21, 9, tzinfo=UTC)
    >>> dict(seed(MemoryStore(), b'{"organizations": [{"id": "acme"}]}', Vendors(), now))
    {'organizations': 1}
    """
    read = _read(data)
    stamp = now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    found: list[Problem] = []
    counted: Counter[str] = Counter()
    with store.transaction() as held:
        check_words(held, vendors)
        for number, one in enumerate(read.organizations):
            for placed in planted(one, vendors, stamp):
                found += _put(held, placed, f"$.organizations[{number}]", now)
                counted[placed.shelf] += 1
        if found:
            raise SeedError(found)
    return counted


def _read(data: bytes) -> shapes.Seed:
    document = read_json(data, SeedError, largest=LARGEST)
    try:
        return shapes.Seed.model_validate(document)
    except ValidationError as error:
        raise SeedError(problems(error, shapes.KNOWN)) from None


def _put(store: Store, placed: Placed, where: str, now: datetime) -> Iterator[Problem]:
    place, organization_id, shelf, row = placed
    if isinstance(row, Problem):
        yield row._replace(path=where + place + row.path.removeprefix("$"))
        return
    try:
        if isinstance(row, Spend):
            _spend(store, organization_id, row, now)
        else:
            getattr(store, shelf).add(organization_id, row)
    except (AbsentError, ConflictError, ValueError) as error:
        yield Problem(where + place, str(error))


def _spend(store: Store, organization_id: str, row: Spend, now: datetime) -> None:
    named = (organization_id, f"seed:{row.entity}")
    into = [Bucket(name) for name in buckets(row.entity, now)]
    store.ledger.reserve(*named, into, 0, expires_at=now + timedelta(days=1), now=now)
    store.ledger.settle(*named, cost=nano(row.credits), byok_cost=nano(row.byok))
