"""One contract for every kind of row on every store."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from routelock.store import kinds
from routelock.store.errors import AbsentError, ConflictError
from routelock.store.protocol import Page
from tests.store.given import AT, DOCUMENT, MADE, furnish, shelf

if TYPE_CHECKING:
    from routelock.store.kinds import Kind
    from routelock.store.protocol import Store

O = "organization"  # noqa: E741 (stands in every line)
LATER = "2026-11-22T09:00:00.123Z"


def named(value: object) -> str:
    """What a case is called."""
    if isinstance(value, kinds.Unique):
        return "+".join(value.fields)
    return str(getattr(value, "name", value))


every_kind = pytest.mark.parametrize("kind", kinds.KINDS, ids=lambda kind: kind.name)
walled = [kind for kind in kinds.KINDS if kind is not kinds.ORGANIZATIONS]
every_walled_kind = pytest.mark.parametrize("kind", walled, ids=lambda kind: kind.name)


def added(store: Store, kind: Kind[Any], n: str = "") -> Any:
    furnish(store, O, n, but=kind)
    row = MADE[kind](O, n)
    if kind is not kinds.ORGANIZATIONS or store.organizations.get(O, O) is None:
        shelf(store, kind).add(O, row)
    return row


@every_kind
def test_a_row_comes_back_as_it_was_added(store: Store, kind: Kind[Any]) -> None:
    row = added(store, kind)
    assert shelf(store, kind).get(O, kind.id_of(row)) == row
    assert shelf(store, kind).page(O) == Page((row,), 1)


@every_kind
def test_a_row_that_was_never_added_is_not_there(store: Store, kind: Kind[Any]) -> None:
    there = shelf(store, kind)
    assert there.get(O, "nobody") is None
    assert there.page(O) == Page((), 0)
    assert there.update(O, "nobody", lambda row: row) is None
    assert not there.remove(O, "nobody")


@every_kind
def test_an_id_that_no_database_can_hold_is_not_there(store: Store, kind: Kind[Any]) -> None:
    added(store, kind)
    for odd in ("a\0b", "\ud800", "'; DROP TABLE keys; --", "x" * 100_000, ""):
        assert shelf(store, kind).get(O, odd) is None
        assert shelf(store, kind).update(O, odd, lambda row: row) is None
        assert not shelf(store, kind).remove(O, odd)
        assert shelf(store, kind).get(odd, odd) is None
    assert store.keys.by_secret("a\0b") is None


@every_kind
def test_an_id_is_there_once(store: Store, kind: Kind[Any]) -> None:
    row = added(store, kind)
    with pytest.raises(ConflictError):
        shelf(store, kind).add(O, replace(row, created_at=LATER))
    assert shelf(store, kind).page(O) == Page((row,), 1)


@every_kind
def test_what_is_removed_is_gone_and_can_be_added_again(store: Store, kind: Kind[Any]) -> None:
    row = added(store, kind)
    assert shelf(store, kind).remove(O, kind.id_of(row))
    assert not shelf(store, kind).remove(O, kind.id_of(row))
    assert shelf(store, kind).get(O, kind.id_of(row)) is None
    shelf(store, kind).add(O, row)
    assert shelf(store, kind).get(O, kind.id_of(row)) == row


@every_kind
def test_an_update_gives_and_keeps_what_the_change_made(store: Store, kind: Kind[Any]) -> None:
    row = added(store, kind)
    if kind is kinds.VERSIONS:
        return
    after = shelf(store, kind).update(
        O, kind.id_of(row), lambda old: replace(old, created_at=LATER)
    )
    assert after == replace(row, created_at=LATER)
    assert shelf(store, kind).get(O, kind.id_of(row)) == after


@every_kind
def test_what_a_change_raises_comes_out_and_nothing_is_written(
    store: Store, kind: Kind[Any]
) -> None:
    row = added(store, kind)

    def broken(_: object) -> object:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        shelf(store, kind).update(O, kind.id_of(row), broken)
    assert shelf(store, kind).get(O, kind.id_of(row)) == row


@every_walled_kind
def test_the_id_and_the_organization_of_a_row_never_change(store: Store, kind: Kind[Any]) -> None:
    row = added(store, kind)
    for name in (kind.id, kind.wall):
        change = partial(replace, **{name: "other"})
        with pytest.raises(ValueError, match=r"never changes|another organization"):
            shelf(store, kind).update(O, kind.id_of(row), change)
    assert shelf(store, kind).page(O) == Page((row,), 1)


@every_walled_kind
def test_a_row_needs_its_organization(store: Store, kind: Kind[Any]) -> None:
    with pytest.raises(AbsentError):
        shelf(store, kind).add("nowhere", MADE[kind]("nowhere", ""))
    assert shelf(store, kind).page("nowhere").total == 0


REFERENCES = [(kind, field) for kind in kinds.KINDS for field in {**kind.owners, **kind.links}]


@pytest.mark.parametrize(("kind", "field"), REFERENCES, ids=named)
def test_what_a_row_refers_to_has_to_be_there(store: Store, kind: Kind[Any], field: str) -> None:
    furnish(store, O, but=kind)
    with pytest.raises(AbsentError):
        shelf(store, kind).add(O, replace(MADE[kind](O, ""), **{field: "nobody"}))
    assert shelf(store, kind).page(O).total == 0


@pytest.mark.parametrize(("kind", "field"), REFERENCES, ids=named)
def test_what_another_organization_has_is_not_there_to_refer_to(
    store: Store, kind: Kind[Any], field: str
) -> None:
    furnish(store, "theirs", "2")
    furnish(store, O, but=kind)
    their = getattr(MADE[kind]("theirs", "2"), field)
    with pytest.raises(AbsentError):
        shelf(store, kind).add(O, replace(MADE[kind](O, ""), **{field: their}))


OWNED = [(kind, owner) for kind in kinds.KINDS for owner in kind.owners.items()]


@pytest.mark.parametrize(("kind", "owner"), OWNED, ids=named)
def test_a_row_goes_with_its_owner(store: Store, kind: Kind[Any], owner: tuple[str, str]) -> None:
    furnish(store, O)
    field, name = owner
    row = MADE[kind](O, "")
    assert getattr(store, name).remove(O, getattr(row, field))
    assert shelf(store, kind).get(O, kind.id_of(row)) is None


def test_everything_goes_with_its_organization_and_nothing_of_another(store: Store) -> None:
    furnish(store, O)
    furnish(store, "other", "2")
    assert store.organizations.remove(O, O)
    for kind in kinds.KINDS:
        assert shelf(store, kind).page(O).total == 0
        assert shelf(store, kind).page("other").total == 1
    assert store.keys.by_secret(f"{O}/") is None


def test_a_workspace_loses_the_default_guardrail_that_is_removed(store: Store) -> None:
    furnish(store, O)
    assert store.guardrails.remove(O, "guardrail")
    workspace = store.workspaces.get(O, "workspace")
    assert workspace is not None
    assert workspace.default_guardrail_id is None


def test_a_key_keeps_the_id_of_a_workspace_that_is_gone(store: Store) -> None:
    furnish(store, O)
    assert store.workspaces.remove(O, "workspace")
    key = store.keys.get(O, "key")
    assert key is not None
    assert key.workspace_id == "workspace"


UNIQUE = [(kind, unique) for kind in kinds.KINDS for unique in kind.unique]


@pytest.mark.parametrize(("kind", "unique"), UNIQUE, ids=named)
def test_what_is_unique_is_there_once(store: Store, kind: Kind[Any], unique: kinds.Unique) -> None:
    first = added(store, kind)
    furnish(store, O, "2", but=kind)
    second = MADE[kind](O, "2")
    same = replace(second, **{name: getattr(first, name) for name in unique.fields})
    with pytest.raises(ConflictError):
        shelf(store, kind).add(O, same)
    shelf(store, kind).add(O, second)
    if kind is not kinds.VERSIONS:
        with pytest.raises(ConflictError):
            shelf(store, kind).update(O, kind.id_of(second), lambda _: same)
    assert shelf(store, kind).get(O, kind.id_of(second)) == second


@pytest.mark.parametrize(("kind", "unique"), UNIQUE, ids=named)
def test_what_is_unique_is_free_again_when_its_row_is_removed_or_changed(
    store: Store, kind: Kind[Any], unique: kinds.Unique
) -> None:
    first = added(store, kind)
    furnish(store, O, "2", but=kind)
    second = MADE[kind](O, "2")
    shelf(store, kind).remove(O, kind.id_of(first))
    values: dict[str, Any] = {name: getattr(first, name) for name in unique.fields}
    shelf(store, kind).add(O, replace(second, **values))
    assert shelf(store, kind).page(O).total == 1


def test_one_pair_of_group_and_workspace_may_stand_in_two_organizations(store: Store) -> None:
    furnish(store, O)
    furnish(store, "other")
    assert store.mappings.page("other").total == 1


def test_a_secret_is_one_key_in_all_organizations(store: Store) -> None:
    furnish(store, O)
    furnish(store, "other", "2", but=kinds.KEYS)
    theirs = replace(MADE[kinds.KEYS]("other", "2"), secret_sha256=f"{O}/")
    with pytest.raises(ConflictError):
        store.keys.add("other", theirs)


def test_a_key_is_found_by_its_secret_in_whatever_organization(store: Store) -> None:
    furnish(store, O)
    furnish(store, "other", "2")
    for organization_id, secret in ((O, f"{O}/"), ("other", "other/2")):
        key = store.keys.by_secret(secret)
        assert key is not None
        assert key.organization_id == organization_id
    assert store.keys.by_secret("unheard of") is None


def test_the_secret_of_a_key_can_be_changed(store: Store) -> None:
    furnish(store, O)
    store.keys.update(O, "key", lambda key: replace(key, secret_sha256="f" * 64))
    assert store.keys.by_secret(f"{O}/") is None
    assert store.keys.by_secret("f" * 64) == store.keys.get(O, "key")


@every_walled_kind
def test_rows_of_one_call_are_all_added_or_none(store: Store, kind: Kind[Any]) -> None:
    first = added(store, kind)
    furnish(store, O, "2", but=kind)
    with pytest.raises(ConflictError):
        shelf(store, kind).add(O, MADE[kind](O, "2"), first)
    assert shelf(store, kind).page(O) == Page((first,), 1)
    shelf(store, kind).add(O)
    assert shelf(store, kind).page(O).total == 1


def test_a_listing_is_in_order_of_age_then_id_and_comes_in_pages(store: Store) -> None:
    furnish(store, O, but=kinds.GROUPS)
    ages = {"b": AT, "C": AT, "a": LATER, "é": AT, "d-": AT, "d": AT}
    store.groups.add(
        O, *(replace(MADE[kinds.GROUPS](O, ""), id=n, created_at=at) for n, at in ages.items())
    )
    listed = ["C", "b", "d", "d-", "é", "a"]
    assert [row.id for row in store.groups.page(O).rows] == listed
    for offset in (*range(8), 10**30):
        for limit in (0, 1, 2, 100, 10**30, None):
            page = store.groups.page(O, offset=offset, limit=limit)
            end = None if limit is None else offset + limit
            assert [row.id for row in page.rows] == listed[offset:end]
            assert page.total == len(listed)


FINDS = [(kind, field) for kind in kinds.KINDS for field in kind.finds]


@pytest.mark.parametrize(("kind", "field"), FINDS, ids=named)
def test_a_kind_is_searched_by_its_fields(store: Store, kind: Kind[Any], field: str) -> None:
    first = added(store, kind)
    added(store, kind, "2")
    found = shelf(store, kind).page(O, limit=None, **{field: getattr(first, field)})
    assert first in found.rows
    assert found.total == len(found.rows)
    assert all(getattr(row, field) == getattr(first, field) for row in found.rows)
    assert shelf(store, kind).find(O, **{field: getattr(first, field)}) in found.rows
    assert shelf(store, kind).find(O, **{field: 7 if field == "version" else "nobody"}) is None
    for odd in ("a\0b", 2**70):
        assert shelf(store, kind).page(O, **dict[str, Any]({field: odd})) == Page((), 0)


def test_a_field_may_be_searched_for_null(store: Store) -> None:
    furnish(store, O)
    assert store.guardrails.page(O, workspace_id=None).total == 1
    assert store.guardrails.page(O, workspace_id="workspace").total == 0


@every_kind
def test_a_kind_is_not_searched_by_any_other_field(store: Store, kind: Kind[Any]) -> None:
    for field in ("secret_sha256", "document", "nothing"):
        with pytest.raises(TypeError):
            shelf(store, kind).page(O, **dict[str, Any]({field: "x"}))
        with pytest.raises(TypeError):
            shelf(store, kind).find(O, **{field: "x"})


@pytest.mark.parametrize("odd", ["a\0b", "half \udfff"])
def test_a_text_that_no_database_can_hold_is_refused_by_every_store(store: Store, odd: str) -> None:
    furnish(store, O, but=kinds.KEYS)
    key = MADE[kinds.KEYS](O, "")
    with pytest.raises(ValueError, match="NUL, half a character"):
        store.keys.add(O, replace(key, name=odd))
    store.keys.add(O, key)
    with pytest.raises(ValueError, match="NUL, half a character"):
        store.keys.update(O, "key", lambda old: replace(old, name=odd))


@pytest.mark.parametrize(
    "document", [b"{}", b'{"a": null}', b'{"a": []}', b'{ "a":1.0 }', DOCUMENT]
)
def test_a_document_is_kept_byte_for_byte(store: Store, document: bytes) -> None:
    furnish(store, O, but=kinds.GUARDRAILS)
    store.guardrails.add(O, replace(MADE[kinds.GUARDRAILS](O, ""), document=document))
    found = store.guardrails.get(O, "guardrail")
    assert found is not None
    assert found.document == document


def test_a_version_of_a_preset_never_changes(store: Store) -> None:
    row = added(store, kinds.VERSIONS)
    with pytest.raises(ConflictError):
        store.versions.update(O, "version", lambda old: replace(old, config=b"{}"))
    assert store.versions.update(O, "version", lambda old: old) == row


def _write_and_fail(store: Store) -> None:
    with store.transaction() as held:
        held.guardrails.remove(O, "guardrail")
        assert held.guardrails.get(O, "guardrail") is None
        furnish(held, "other", "2")
        held.set_words(["other"], lambda document: document)
        raise ZeroDivisionError


def test_a_transaction_that_raises_has_written_nothing(store: Store) -> None:
    furnish(store, O)
    with pytest.raises(ZeroDivisionError):
        _write_and_fail(store)
    assert store.guardrails.get(O, "guardrail") is not None
    assert store.key_assignments.get(O, "key") is not None
    assert store.organizations.get("other", "other") is None
    assert store.words() is None


def test_a_transaction_inside_a_transaction_may_fail_alone(store: Store) -> None:
    with store.transaction() as held:
        furnish(held, O, but=kinds.MEMBERS)
        with pytest.raises(ZeroDivisionError):
            _write_and_fail(held)
        with pytest.raises(ConflictError):
            held.organizations.add(O, MADE[kinds.ORGANIZATIONS](O, ""))
    assert store.workspaces.get(O, "workspace") is not None
    assert store.guardrails.get(O, "guardrail") is not None
    assert store.organizations.get("other", "other") is None


@every_kind
def test_a_row_shows_no_secret_and_no_document(kind: Kind[Any]) -> None:
    hidden = {"secret_sha256", "document", "settings", "config", "request", "system_prompt"}
    shown = repr(MADE[kind](O, ""))
    assert not [name for name in hidden if f"{name}=" in shown]
