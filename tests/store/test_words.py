"""Vendor words: a store remembers those it was written under, and is migrated to more."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from routelock.errors import VendorsError
from routelock.store import kinds
from routelock.store.errors import WordsError
from routelock.store.words import add_words, check_words
from routelock.vendors import Vendors
from tests.store.given import MADE, furnish

if TYPE_CHECKING:
    from routelock.store.protocol import Store

OLD = Vendors({"openai": ["openai"]})
NEW = Vendors({"openai": ["openai"], "xai": ["x-ai"]})

MIGRATED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {}),
    ({"enforce_zdr_other": True}, {"enforce_zdr_xai": True}),
    ({"enforce_zdr_other": False}, {"enforce_zdr_xai": False}),
    ({"enforce_zdr_other": None}, {"enforce_zdr_xai": None}),
    ({"enforce_zdr": True}, {}),  # it speaks for every word that is missing
    ({"enforce_zdr": True, "enforce_zdr_other": False}, {"enforce_zdr_xai": False}),
]


def put(store: Store, document: dict[str, Any]) -> None:
    """A guardrail and account settings with this document in each of two organizations."""
    data = json.dumps(document).encode()
    for o in ("a", "b"):
        store.organizations.add(o, replace(MADE[kinds.ORGANIZATIONS](o, ""), settings=data))
        store.guardrails.add(o, replace(MADE[kinds.GUARDRAILS](o, ""), document=data))


def documents(store: Store) -> list[dict[str, Any]]:
    return [
        json.loads(data)
        for o in ("a", "b")
        for data in (
            store.organizations.page(o).rows[0].settings,
            store.guardrails.page(o).rows[0].document,
        )
    ]


def test_an_empty_store_takes_the_words_of_the_first_server(store: Store) -> None:
    assert store.words() is None
    check_words(store, OLD)
    check_words(store, OLD)
    assert store.words() == ("openai", "other")


def test_a_server_with_other_words_does_not_start(store: Store) -> None:
    check_words(store, OLD)
    for other in (NEW, Vendors({}), Vendors()):
        with pytest.raises(WordsError, match="`openai`, `other`"):
            check_words(store, other)
    assert store.words() == ("openai", "other")


def test_servers_that_start_at_once_on_an_empty_store_agree(store: Store) -> None:
    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(check_words, store, words) for words in [OLD, NEW] * 8]
    refused = [one.exception() for one in asked if one.exception()]
    assert len(refused) == 8
    assert all(isinstance(error, WordsError) for error in refused)
    assert store.words() in {OLD.words, NEW.words}


def test_the_order_of_words_does_not_matter(store: Store) -> None:
    check_words(store, Vendors({"a": ["a"], "b": ["b"]}))
    check_words(store, Vendors({"b": ["b"], "a": ["a"]}))


@pytest.mark.parametrize(("before", "added"), MIGRATED)
def test_a_new_word_takes_over_the_value_of_other(
    store: Store, before: dict[str, Any], added: dict[str, Any]
) -> None:
    check_words(store, OLD)
    put(store, before)
    assert add_words(store, NEW) == ("xai",)
    assert documents(store) == [before | added] * 4
    check_words(store, NEW)
    assert add_words(store, NEW) == ()
    assert documents(store) == [before | added] * 4


def test_a_word_is_never_lost(store: Store) -> None:
    check_words(store, NEW)
    put(store, {"enforce_zdr_xai": True})
    with pytest.raises(VendorsError):
        add_words(store, OLD)
    assert store.words() == ("openai", "xai", "other")
    assert documents(store) == [{"enforce_zdr_xai": True}] * 4


def test_a_document_without_the_flag_stays_byte_for_byte(store: Store) -> None:
    check_words(store, OLD)
    furnish(store, "o")
    add_words(store, NEW)
    assert store.guardrails.get("o", "guardrail") == MADE[kinds.GUARDRAILS]("o", "")


def test_a_migration_that_fails_has_changed_nothing(store: Store) -> None:
    check_words(store, OLD)
    put(store, {"enforce_zdr_other": True})
    store.guardrails.update("b", "guardrail", lambda row: replace(row, document=b"no JSON"))
    with pytest.raises(json.JSONDecodeError):
        add_words(store, NEW)
    assert store.words() == ("openai", "other")
    found = store.guardrails.get("a", "guardrail")
    assert found is not None
    assert json.loads(found.document) == {"enforce_zdr_other": True}
