from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from routelock.service.access import REFUSED, Access, Standing, shown
from routelock.service.keys import named
from routelock.store.memory import MemoryStore
from routelock.store.rows import Key, Organization, Workspace

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
AT = "2026-11-20T09:00:00Z"
KEY = Key(organization_id="o", workspace_id="w", created_at=AT, **named("secret"))


def standing(header: str | None, key: Key = KEY) -> Standing:
    store = MemoryStore()
    store.organizations.add("o", Organization(id="o", created_at=AT))
    store.workspaces.add("o", Workspace(id="w", organization_id="o", created_at=AT))
    store.keys.add("o", key)
    return shown(header, store.keys, NOW).standing


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (None, Standing.MISSING),
        ("", Standing.MISSING),
        ("Bearer ", Standing.MISSING),
        ("Basic secret", Standing.MISSING),
        ("Bearer other", Standing.WRONG),
        (f"Bearer {KEY.hash}", Standing.WRONG),
        ("Bearer secret secret", Standing.WRONG),
        ("Bearer \udcff", Standing.WRONG),
        ("Bearer secret", Standing.ORDINARY),
        ("BEARER   secret  ", Standing.ORDINARY),
    ],
)
def test_a_header_shows_a_standing(header: str | None, expected: Standing) -> None:
    assert standing(header) is expected


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ((NOW - timedelta(microseconds=1)).isoformat(), Standing.EXPIRED),
        (NOW.isoformat(), Standing.EXPIRED),
        ((NOW + timedelta(microseconds=1)).isoformat(), Standing.ORDINARY),
        ("2026-11-21T09:00:00", Standing.EXPIRED),
        ("2026-11-21T10:00:00+02:00", Standing.EXPIRED),
        ("2026-11-21t09:00:01z", Standing.ORDINARY),
        ("some day", Standing.EXPIRED),
    ],
)
def test_a_key_expires_at_its_time(end: str, expected: Standing) -> None:
    assert standing("Bearer secret", replace(KEY, expires_at=end)) is expected


def test_a_disabled_key_is_disabled_whatever_else_it_is() -> None:
    off = replace(KEY, disabled=True, management=True, expires_at=AT)
    assert standing("Bearer secret", off) is Standing.DISABLED


@pytest.mark.parametrize("access", Access)
def test_a_management_key_may_do_everything(access: Access) -> None:
    assert Standing.MANAGEMENT not in REFUSED[access]


@pytest.mark.parametrize("access", Access)
@pytest.mark.parametrize(
    "bad", [Standing.MISSING, Standing.WRONG, Standing.DISABLED, Standing.EXPIRED]
)
def test_a_bad_credential_may_do_nothing(access: Access, bad: Standing) -> None:
    assert REFUSED[access][bad] in (401, 403)
