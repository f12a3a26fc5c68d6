"""Access: who may do what, as one table (spec 5 and 7)."""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING, NamedTuple

from routelock.service.times import moment

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from routelock.store.protocol import Keys
    from routelock.store.rows import Key


class Access(StrEnum):
    """The four kinds of operation, by whom they refuse and with which status."""

    MANAGEMENT = "management"
    PREVIEW = "preview"
    LISTING = "listing"
    ANY_KEY = "any_key"


class Standing(StrEnum):
    """What somebody who asks has shown."""

    MISSING = "missing"
    WRONG = "wrong"
    DISABLED = "disabled"
    EXPIRED = "expired"
    ORDINARY = "ordinary"
    MANAGEMENT = "management"


_BAD = (Standing.MISSING, Standing.WRONG, Standing.DISABLED, Standing.EXPIRED)


def _statuses(bad: int, ordinary: int | None) -> Mapping[Standing, int]:
    refused = dict.fromkeys(_BAD, bad)
    return refused if ordinary is None else refused | {Standing.ORDINARY: ordinary}


REFUSED: Mapping[Access, Mapping[Standing, int]] = {
    Access.MANAGEMENT: _statuses(401, 401),
    Access.PREVIEW: _statuses(403, 403),
    Access.LISTING: _statuses(401, 403),
    Access.ANY_KEY: _statuses(401, None),
}
"""The status for each standing that is refused; the error lists of spec 4 are what decides."""


class Shown(NamedTuple):
    """A standing, and the key behind it where there is one."""

    standing: Standing
    key: Key | None = None


def shown(authorization: str | None, keys: Keys, now: datetime) -> Shown:
    """What an Authorization header shows at `now`; a key expires at `expires_at`, not after."""
    scheme, _, secret = (authorization or "").strip().partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        return Shown(Standing.MISSING)
    digest = sha256(secret.strip().encode("utf-8", "surrogateescape")).hexdigest()
    key = keys.by_secret(digest)
    # A store finds by an index, whose time may tell; what it found is compared in constant time.
    if key is None or not compare_digest(key.secret_sha256, digest):
        return Shown(Standing.WRONG)
    return Shown(_standing(key, now), key)


def _standing(key: Key, now: datetime) -> Standing:
    if key.disabled:
        return Standing.DISABLED
    if key.expires_at is not None:
        end = moment(key.expires_at)
        if end is None or now >= end:  # a time that nobody can read is over
            return Standing.EXPIRED
    return Standing.MANAGEMENT if key.management else Standing.ORDINARY
