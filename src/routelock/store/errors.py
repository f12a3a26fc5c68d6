"""Errors of a store: fixed sentences with names of kinds and fields, never what stands in them."""

from __future__ import annotations

from routelock.errors import RoutelockError


class StoreError(RoutelockError):
    """Base of what a store raises; nothing of the call that raised it has been written."""


class ConflictError(StoreError):
    """What is to be written is there already, or the state that a row is in forbids it."""


class AbsentError(StoreError):
    """What a row refers to is not there, or it is another organization's."""


class UnavailableError(StoreError):
    """The database cannot be used now: locked, full, gone, or not upgraded; later it may be."""


class WordsError(StoreError):
    """The store was written under other vendor words: they have to be migrated first."""
