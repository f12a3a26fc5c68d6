"""Words: a store remembers the vendor words it was written under, and is migrated to new ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from routelock.store.errors import ConflictError, WordsError
from routelock.vendors import OTHER, Vendors
from routelock.wire.guardrails import migrate

if TYPE_CHECKING:
    from routelock.store.protocol import Store


def check_words(store: Store, vendors: Vendors) -> None:
    """Nothing where the store was written under these words, else `WordsError`.

    A store that nobody wrote to yet takes these. A server does this before it serves: a flag under
    a word that it does not know would be lost in silence (semantics of spec 2.1, `enforce_zdr_*`).
    """
    try:
        _check(store, vendors)
    except ConflictError:  # another server was first, so there are words to compare with now
        _check(store, vendors)


def _check(store: Store, vendors: Vendors) -> None:
    with store.transaction() as held:
        written = held.words()
        if written is None:
            held.set_words(vendors.words, lambda document: document)
        elif set(written) != set(vendors.words):
            raise WordsError(_told(written, vendors))


def add_words(store: Store, vendors: Vendors) -> tuple[str, ...]:
    """The words that were new: each stored document has them now, with its value of `other`.

    All or nothing. `VendorsError` where a word would be lost. No server should run meanwhile: what
    one writes under the old words is not migrated.
    """
    with store.transaction() as held:
        written = held.words() or (OTHER,)
        before = Vendors({word: (word,) for word in written if word != OTHER})
        migrate({}, before, vendors)  # says so where a word would be lost, documents or none
        held.set_words(vendors.words, lambda document: _migrated(document, before, vendors))
    return tuple(word for word in vendors.words if word not in written)


def _migrated(document: bytes, before: Vendors, after: Vendors) -> bytes:
    old = json.loads(document)
    new = migrate(old, before, after)
    return document if new == old else json.dumps(new).encode()


def _told(written: tuple[str, ...], vendors: Vendors) -> str:
    stored, given = (", ".join(f"`{word}`" for word in words) for words in (written, vendors.words))
    hint = "run `routelock db words --vendors FILE`, or start with the words of the store"
    return f"the store was written under the vendor words {stored}, not {given} ({hint})"
