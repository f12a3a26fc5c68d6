"""Memo: a bounded table of values that are dear to make; the least used one goes first."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Value = TypeVar("Value")


class Memo(Generic[Value]):
    """At most `most` values; making one is pure, so threads that both make it cannot disagree.

    >>> memo = Memo[int](2)
    >>> [memo.get(word, lambda: len(word)) for word in ("a", "bb", "ccc")], len(memo)
    ([1, 2, 3], 2)
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: dict[Hashable, Value] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value under `key`, made if it is not there."""
        with self._lock:
            if key in self._kept:
                self._kept[key] = value = self._kept.pop(key)
                return value
        value = make()
        with self._lock:
            self._kept[key] = value
            while len(self._kept) > self.most:
                del self._kept[next(iter(self._kept))]
        return value

    def __len__(self) -> int:
        return len(self._kept)
