"""Journal: dictionaries whose changes can be taken back, so that a block is all or nothing."""

from __future__ import annotations

from collections import defaultdict
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

Name = tuple["str | None", ...]


class Journal:
    """Tables by name, each from key to value; one thread at a time is inside a `block`."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._tables: defaultdict[Name, dict[Hashable, Any]] = defaultdict(dict)
        self._undo: list[tuple[Name, Hashable, Any]] = []
        self._depth = 0

    @contextmanager
    def block(self) -> Iterator[None]:
        """What is written inside stays when the block ends and goes when it raises; they nest."""
        with self._lock:
            mark = len(self._undo)
            self._depth += 1
            try:
                yield
            except BaseException:  # whatever ends the block, an interrupt too; it goes on from here
                self._back(mark)
                raise
            finally:
                self._depth -= 1
                if not self._depth:
                    self._undo.clear()

    def table(self, name: Name) -> Mapping[Hashable, Any]:
        """A table, to be read inside a block."""
        return self._tables.get(name, {})

    def names(self) -> tuple[Name, ...]:
        """The names of the tables that were ever written to."""
        return tuple(self._tables)

    def write(self, name: Name, key: Hashable, value: Any) -> None:  # noqa: ANN401 (tables of anything)
        """The key has this value; with `None` it is not there."""
        self._undo.append((name, key, self._tables[name].get(key)))
        self._put(name, key, value)

    def _put(self, name: Name, key: Hashable, value: object) -> None:
        if value is None:
            self._tables[name].pop(key, None)
        else:
            self._tables[name][key] = value

    def _back(self, mark: int) -> None:
        while len(self._undo) > mark:
            self._put(*self._undo.pop())
