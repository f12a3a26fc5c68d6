"""One document with all that a deployment starts with: loaded whole or not at all."""

from __future__ import annotations

import json
from copy import deepcopy
from decimal import Decimal
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from routelock.guardrail import Interval
from routelock.store import kinds
from routelock.store.buckets import buckets
from routelock.store.errors import WordsError
from routelock.store.memory import MemoryStore
from routelock.store.protocol import Tally
from routelock.store.rows import Status
from routelock.store.seed import SeedError, seed
from routelock.vendors import Vendors
from tests.store.given import NOW, shelf

if TYPE_CHECKING:
    from collections.abc import Callable

    from routelock.store.protocol import Store

VENDORS = Vendors({"xai": ["x-ai"]})
SECRET = "sk-or-v1-0123456789abcdef"  # noqa: S105 (of nobody)
DIGEST = sha256(SECRET.encode()).hexdigest()


def uuid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012}"


GUARDRAIL = {
    "id": uuid(1),
    "name": "staff",
    "allowed_models": None,
    "ignored_models": [],
    "limit_usd": 12.5,
    "enforce_zdr": True,
    "enforce_zdr_xai": None,
    "content_filter_builtins": [{"slug": "email", "action": "redact"}],
}
ACME: dict[str, Any] = {
    "id": "acme",
    "created_at": "2025-01-01T00:00:00Z",
    "scim": True,
    "settings": {"enforce_zdr": True, "ignored_providers": ["slow"]},
    "guardrails": [GUARDRAIL],
    "workspaces": [{"id": uuid(2), "name": "Main", "default_guardrail_id": uuid(1)}],
    "members": [{"id": "ada", "guardrail_id": uuid(1), "spent_usd": "0.25"}],
    "keys": [
        {
            "secret": SECRET,
            "workspace_id": uuid(2),
            "name": "CI",
            "management": True,
            "limit": 10.1,
            "limit_reset": "monthly",
            "creator_user_id": "ada",
            "guardrail_id": uuid(1),
            "spent_usd": "1.5",
            "byok_usd": "0.0000000001",
        },
        {"secret_sha256": "f" * 64, "hash": "named", "workspace_id": uuid(2), "disabled": True},
    ],
    "groups": [{"id": uuid(3), "display_name": "Staff", "external_id": "staff"}],
    "mappings": [{"id": uuid(4), "scim_group_id": uuid(3), "workspace_id": uuid(2)}],
    "presets": [
        {
            "id": uuid(5),
            "slug": "short",
            "name": "Short",
            "versions": [
                {"version": 1, "config": {"temperature": 0.2}},
                {"version": 2, "config": {"temperature": None}, "system_prompt": "Be short."},
            ],
        }
    ],
    "videos": [
        {
            "id": "job",
            "status": "completed",
            "request": {"prompt": "a cat"},
            "unsigned_urls": ["https://a.test/1"],
            "usage": {"cost": 0.25},
        }
    ],
}


def document(*organizations: dict[str, Any]) -> bytes:
    return json.dumps({"organizations": organizations or [ACME]}).encode()


def test_everything_of_the_document_is_in_the_store(store: Store) -> None:
    counted = seed(store, document(), VENDORS, NOW)
    assert dict(counted) == {
        "organizations": 1, "guardrails": 1, "workspaces": 1, "members": 1, "member_assignments": 1,
        "keys": 2, "key_assignments": 1, "groups": 1, "mappings": 1, "presets": 1, "versions": 2,
        "videos": 1, "spend": 2,
    }  # fmt: skip
    for kind in kinds.KINDS:
        assert shelf(store, kind).page("acme").total == counted[kind.name]
    assert store.words() == ("xai", "other")


def test_a_guardrail_is_stored_as_a_write_would_store_it(store: Store) -> None:
    seed(store, document(), VENDORS, NOW)
    row = store.guardrails.get("acme", uuid(1))
    assert row is not None
    stored = json.loads(row.document)
    assert stored == {
        **GUARDRAIL,
        "workspace_id": None,
        "include_byok_in_budgets": False,
        "created_at": "2026-11-21T09:00:00.000Z",
        "enforce_zdr_other": True,
        "content_filter_builtins": [{"slug": "email", "action": "redact", "label": "[EMAIL]"}],
    }
    account = store.organizations.get("acme", "acme")
    assert account is not None
    assert json.loads(account.settings) == {
        "enforce_zdr": True,
        "enforce_zdr_xai": True,
        "enforce_zdr_other": True,
        "ignored_providers": ["slow"],
    }


def test_of_a_secret_only_its_sha256_is_kept(store: Store) -> None:
    seed(store, document(), VENDORS, NOW)
    key = store.keys.by_secret(DIGEST)
    assert key is not None
    assert (key.hash, key.label, key.management) == (DIGEST, "sk-or-v1-0...def", True)
    assert (key.limit, key.limit_reset) == (Decimal("10.1"), Interval.MONTHLY)
    assert key.created_at == "2026-11-21T09:00:00.000Z"
    other = store.keys.by_secret("f" * 64)
    assert other is not None
    assert (other.hash, other.disabled) == ("named", True)


def test_a_guardrail_is_assigned_to_a_key_and_to_a_member(store: Store) -> None:
    seed(store, document(), VENDORS, NOW)
    to_key = store.key_assignments.get("acme", DIGEST)
    to_member = store.member_assignments.get("acme", "ada")
    assert to_key is not None
    assert to_member is not None
    assert to_key.guardrail_id == to_member.guardrail_id == uuid(1)


def test_the_last_version_of_a_preset_is_designated_unless_another_is(store: Store) -> None:
    other = deepcopy(ACME["presets"][0]) | {
        "id": uuid(6), "slug": "other", "designated_version": 1
    }  # fmt: skip
    seed(store, document(ACME | {"presets": [*ACME["presets"], other]}), VENDORS, NOW)
    for slug, number in (("short", 2), ("other", 1)):
        preset = store.presets.find("acme", slug=slug)
        assert preset is not None
        version = store.versions.get("acme", preset.designated_version_id or "")
        assert version is not None
        assert version.version == number


def test_spend_counts_in_every_window_of_now(store: Store) -> None:
    seed(store, document(), VENDORS, NOW)
    names = buckets(f"key:{DIGEST}", NOW)
    tallies = store.ledger.tallies("acme", names)
    assert tallies == dict.fromkeys(names, Tally(1_500_000_000, 1))


def test_a_video_may_have_ended(store: Store) -> None:
    seed(store, document(), VENDORS, NOW)
    video = store.videos.get("acme", "job")
    assert video is not None
    assert (video.status, video.cost, video.is_byok) == (Status.COMPLETED, Decimal("0.25"), False)


def changed(**fields: Any) -> Callable[[], bytes]:
    return lambda: document(deepcopy(ACME) | fields)


KEY = {"workspace_id": uuid(2)}
WRONG: dict[str, tuple[Callable[[], bytes], list[str]]] = {
    "not JSON": (lambda: b"{", ["$"]),
    "no organizations": (lambda: b"{}", ["$.organizations"]),
    "an unknown field": (changed(workspace=[]), ["$.organizations[0]"]),
    "a bad uuid": (changed(groups=[{"id": "x", "display_name": "", "external_id": ""}]),
                   ["$.organizations[0].groups[0].id"]),
    "no secret": (changed(keys=[KEY]), ["$.organizations[0].keys[0]"]),
    "two secrets": (changed(keys=[KEY | {"secret": "a", "secret_sha256": "0" * 64}]),
                    ["$.organizations[0].keys[0]"]),
    "a bad setting": (changed(settings={"ignored_provider": []}),
                      ["$.organizations[0].settings"]),
    "two bad guardrails": (
        changed(guardrails=[
            GUARDRAIL,
            {"id": uuid(8), "name": 1},
            {"name": "no id"},
            {"id": uuid(9), "name": "re", "content_filters": [{"pattern": "(", "action": "flag"}]},
        ]),
        ["$.organizations[0].guardrails[1].name", "$.organizations[0].guardrails[2].id",
         "$.organizations[0].guardrails[3].content_filters[0].pattern"],
    ),
    "a group that is not there": (
        changed(mappings=[{"id": uuid(4), "scim_group_id": uuid(7), "workspace_id": uuid(2)}]),
        ["$.organizations[0].mappings[0]"],
    ),
    "a workspace with a guardrail that is not there": (
        changed(workspaces=[{"id": uuid(2), "default_guardrail_id": uuid(7)}], mappings=[]),
        ["$.organizations[0].workspaces[0]"],
    ),
    "the same twice": (changed(members=[{"id": "ada"}, {"id": "ada"}]),
                       ["$.organizations[0].members[1]"]),
    "an organization twice": (lambda: document({"id": "o"}, {"id": "o"}), ["$.organizations[1]"]),
    "a version that is not there": (
        changed(presets=[{"id": uuid(5), "slug": "s", "name": "", "designated_version": 3}]),
        ["$.organizations[0].presets[0]"],
    ),
    "a slug that is no part of a URL": (
        changed(presets=[{"id": uuid(5), "slug": "a/b", "name": ""}]),
        ["$.organizations[0].presets[0].slug"],
    ),
    "NUL": (changed(members=[{"id": "a\0b"}]), ["$.organizations[0].members[0]"]),
    "a negative spend": (changed(members=[{"id": "ada", "spent_usd": "-1"}]),
                         ["$.organizations[0].members[0].spent_usd"]),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_every_problem_is_told_with_its_path_and_nothing_is_loaded(store: Store, name: str) -> None:
    made, paths = WRONG[name]
    with pytest.raises(SeedError) as error:
        seed(store, made(), VENDORS, NOW)
    assert [problem.path for problem in error.value.problems] == paths
    assert store.organizations.page("acme").total == 0
    assert store.words() is None


def test_what_is_there_already_is_a_problem_and_stays(store: Store) -> None:
    seed(store, document(), VENDORS, NOW)
    with pytest.raises(SeedError) as error:
        seed(store, document({"id": "new"}, ACME), VENDORS, NOW)
    assert error.value.problems[0].path == "$.organizations[1]"
    assert store.organizations.get("new", "new") is None


def test_a_document_under_other_vendor_words_is_not_loaded(store: Store) -> None:
    seed(store, document(), VENDORS, NOW)
    with pytest.raises(WordsError):
        seed(store, document({"id": "new"}), Vendors(), NOW)


def test_an_error_shows_no_secret() -> None:
    keys = [KEY | {"secret": SECRET, "secret_sha256": SECRET, "nme": "x"}]
    with pytest.raises(SeedError) as error:
        seed(MemoryStore(), document(ACME | {"keys": keys}), VENDORS, NOW)
    assert SECRET not in f"{error.value} {error.value!r}"
