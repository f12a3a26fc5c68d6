"""Codes: names as small whole numbers, and several of those packed into one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from routelock.errors import Problem
from routelock.whatif.log import LogError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WHOLE = pa.int64()


class Codes:
    """Numbers for the names of one column, in the order in which they are first seen; 0 is null.

    Raises `LogError` when there are more names than `bits` can number.
    """

    def __init__(self, column: str, bits: int) -> None:
        self.column = column
        self.most = (1 << bits) - 1
        self.names: list[str | None] = [None]
        self._codes: dict[str | None, int] = {None: 0}
        self._last: tuple[pa.Array, pa.Array] | None = None

    def of(self, column: pa.DictionaryArray) -> pa.Array:
        """The number of the name of each row."""
        if self._last is None or not self._last[0].equals(column.dictionary):
            self._last = column.dictionary, self._numbered(column.dictionary)
        return pc.fill_null(pc.take(self._last[1], column.indices), 0)

    def _numbered(self, names: pa.Array) -> pa.Array:
        codes = [self._code(name) for name in names.to_pylist()]
        if len(self.names) > self.most:
            message = f"has more than {self.most - 1} different names"
            hint = "is this the right column?"
            raise LogError([Problem(f"$.{self.column}", message, hint)])
        return pa.array(codes, WHOLE)

    def _code(self, name: str | None) -> int:
        code = self._codes.setdefault(name, len(self.names))
        if code == len(self.names):
            self.names.append(name)
        return code


class Places:
    """Whole numbers, each with its place in the order in which they are first seen."""

    def __init__(self) -> None:
        self.numbers = pa.array([], WHOLE)

    def of(self, numbers: pa.Array) -> tuple[pa.Array, list[int]]:
        """The place of each number, and those that were not seen before."""
        places = pc.index_in(numbers, value_set=self.numbers)
        if not places.null_count:
            return places, []
        known, new = len(self.numbers), numbers.filter(pc.is_null(places)).unique()
        self.numbers = pa.concat_arrays([self.numbers, new])
        beyond = pc.add(pc.index_in(numbers, value_set=new), pa.scalar(known, pa.int32()))
        return pc.coalesce(places, beyond), new.to_pylist()


def count(many: int, first: int = 0) -> pa.Array:
    """So many whole numbers, one after the other.

    >>> count(3, 5).to_pylist()
    [5, 6, 7]
    """
    return pc.cumulative_sum(pa.repeat(pa.scalar(1, WHOLE), many), start=first - 1)


def packed(columns: Iterable[pa.Array], bits: Sequence[int]) -> pa.Array:
    """One whole number for each row: the number of the first column stands highest.

    >>> packed([pa.array([1]), pa.array([2])], (8, 4)).to_pylist()
    [18]
    """
    first, *others = columns
    whole = first.cast(WHOLE)
    for column, width in zip(others, bits[1:], strict=True):
        whole = pc.bit_wise_or(pc.shift_left(whole, width), column.cast(WHOLE))
    return whole


def unpacked(numbers: pa.Array, bits: dict[str, int]) -> dict[str, pa.Array]:
    """The columns that were packed, by name; `bits` names them from the highest to the lowest.

    >>> [part.to_pylist() for part in unpacked(pa.array([18]), {"a": 8, "b": 4}).values()]
    [[1], [2]]
    """
    found = {}
    for name in reversed(bits):
        found[name] = pc.bit_wise_and(numbers, (1 << bits[name]) - 1)
        numbers = pc.shift_right(numbers, bits[name])
    return {name: found[name] for name in bits}


def parts(number: int, bits: dict[str, int]) -> tuple[int, ...]:
    """What `unpacked` gives, for one number.

    >>> parts(18, {"a": 8, "b": 4})
    (1, 2)
    """
    found = []
    for width in reversed([*bits.values()]):
        found.append(number & (1 << width) - 1)
        number >>= width
    return (*reversed(found),)
