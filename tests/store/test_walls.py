"""Organizations are walls: whatever is asked, another one's ids give nothing and change nothing."""

from __future__ import annotations

import inspect
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from routelock.store import kinds, protocol
from routelock.store.errors import AbsentError, ConflictError
from routelock.store.protocol import Bucket, Page, Tally
from tests.store.given import MADE, NOW, furnish, shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from routelock.store.kinds import Kind
    from routelock.store.protocol import Ledger, Shelf, Store

OURS, THEIRS = "ours", "theirs"
SOON, LATE = NOW + timedelta(minutes=5), NOW + timedelta(days=1)


def _methods(*protocols: type) -> set[str]:
    return {
        name
        for of in protocols
        for name, _ in inspect.getmembers(of, inspect.isfunction)
        if not name.startswith("_")
    }


def _added(there: Shelf[Any], row: Any) -> object:
    try:
        there.add(THEIRS, row)
    except ValueError:
        return None
    return "added"


SHELF: Mapping[str, Callable[[Shelf[Any], Kind[Any], Any], object]] = {
    "get": lambda there, kind, row: there.get(THEIRS, kind.id_of(row)),
    "find": lambda there, kind, row: [
        found for name in kind.finds if (found := there.find(THEIRS, **{name: getattr(row, name)}))
    ],
    "page": lambda there, kind, row: [
        there.page(THEIRS).rows,
        *(there.page(THEIRS, limit=None, **{n: getattr(row, n)}).rows for n in kind.finds),
    ],
    "add": lambda there, _, row: _added(there, row),
    "update": lambda there, kind, row: there.update(THEIRS, kind.id_of(row), lambda one: one),
    "remove": lambda there, kind, row: there.remove(THEIRS, kind.id_of(row)),
}

LEDGER: Mapping[str, Callable[[Ledger], object]] = {
    # what is full in here is not full in there
    "reserve": lambda ledger: ledger.reserve(
        THEIRS, "held", [Bucket("b", 60)], 60, expires_at=SOON, now=NOW
    ),
    "settle": lambda ledger: ledger.settle(THEIRS, "held", cost=1),
    "release": lambda ledger: ledger.release(THEIRS, "held"),
    "expire": lambda ledger: ledger.expire(THEIRS, LATE),
    "forget": lambda ledger: ledger.forget(THEIRS, LATE),
    "tallies": lambda ledger: [*filter(any, ledger.tallies(THEIRS, ["b"]).values())],
}


def test_every_method_of_a_shelf_and_of_the_ledger_is_tried() -> None:
    assert set(SHELF) == _methods(protocol.Shelf)
    assert set(LEDGER) == _methods(protocol.Ledger)


def test_every_method_names_an_organization_first() -> None:
    whole_deployment = {"by_secret", "transaction", "words", "set_words", "check", "close"}
    for of in (protocol.Shelf, protocol.Keys, protocol.Ledger, protocol.Store):
        for name in _methods(of) - whole_deployment:
            first = [*inspect.signature(getattr(of, name)).parameters][1]
            assert first == "organization_id", name


@pytest.mark.parametrize("kind", kinds.KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("method", SHELF)
def test_nothing_of_another_organization_is_there(
    store: Store, kind: Kind[Any], method: str
) -> None:
    furnish(store, OURS)
    row = MADE[kind](OURS, "")
    given = SHELF[method](shelf(store, kind), kind, row)
    assert not (any(given) if isinstance(given, list) else given)
    for other in kinds.KINDS:
        assert shelf(store, other).page(OURS) == Page((MADE[other](OURS, ""),), 1)
        assert shelf(store, other).page(THEIRS) == Page((), 0)


@pytest.mark.parametrize("kind", kinds.KINDS, ids=lambda kind: kind.name)
def test_rows_of_the_same_ids_are_two_rows(store: Store, kind: Kind[Any]) -> None:
    furnish(store, OURS)
    furnish(store, THEIRS)
    assert shelf(store, kind).remove(THEIRS, kind.id_of(MADE[kind](THEIRS, "")))
    mine = MADE[kind](OURS, "")
    assert shelf(store, kind).get(OURS, kind.id_of(mine)) == mine


@pytest.mark.parametrize("method", LEDGER)
def test_the_ledger_of_another_organization_is_another_one(store: Store, method: str) -> None:
    ledger = store.ledger
    assert ledger.reserve(OURS, "held", [Bucket("b", 60)], 60, expires_at=SOON, now=NOW) is None
    assert not LEDGER[method](ledger)
    assert ledger.tallies(OURS, ["b"]) == {"b": Tally(reserved=60)}
    assert ledger.settle(OURS, "held", cost=50)


def test_a_row_cannot_be_moved_over_the_wall(store: Store) -> None:
    furnish(store, OURS)
    furnish(store, THEIRS, "2")
    with pytest.raises(ValueError, match="another organization"):
        store.keys.update(OURS, "key", lambda key: replace(key, organization_id=THEIRS))
    with pytest.raises(AbsentError):
        store.workspaces.update(
            OURS, "workspace", lambda one: replace(one, default_guardrail_id="guardrail2")
        )


def test_an_error_says_nothing_of_what_stands_in_a_row(store: Store) -> None:
    furnish(store, OURS)
    with pytest.raises(ConflictError) as conflict:
        store.keys.add(OURS, MADE[kinds.KEYS](OURS, ""))
    with pytest.raises(AbsentError) as absent:
        store.mappings.add(OURS, replace(MADE[kinds.MAPPINGS](OURS, "2"), workspace_id="workspace"))
    for error in (conflict.value, absent.value):
        assert OURS not in str(error)
        assert "2" not in str(error).replace("sha256", "")
