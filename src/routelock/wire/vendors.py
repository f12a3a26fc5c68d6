"""Vendor words as a document: an object that maps each word to the authors that it governs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from routelock.errors import Problem, VendorsError
from routelock.problems import kind, path
from routelock.vendors import Vendors
from routelock.wire.reading import read_json

if TYPE_CHECKING:
    from collections.abc import Iterator


def read(data: bytes) -> Vendors:
    """The vendor words of a file; `VendorsError` names everything that is wrong with it.

    >>> read(b'{"xai": ["x-ai"]}')
    Vendors({'xai': ['x-ai']})
    """
    document = read_json(data, VendorsError)
    if not isinstance(document, dict):
        raise VendorsError([Problem("$", f"must be an object, got {kind(document)}")])
    if found := [problem for item in document.items() for problem in _wrong(*item)]:
        raise VendorsError(found)
    return Vendors(document)


def _wrong(word: str, authors: object) -> Iterator[Problem]:
    if not isinstance(authors, list):
        hint = 'write ["author"]'
        yield Problem(path((word,)), f"must be an array of authors, got {kind(authors)}", hint)
        return
    for place, author in enumerate(authors):
        if not isinstance(author, str):
            yield Problem(path((word, place)), f"must be text, got {kind(author)}")
