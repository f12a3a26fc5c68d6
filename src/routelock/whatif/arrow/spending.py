"""Spending: how much each purse would pay for in a log if no budget refused anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from routelock.whatif.arrow.codes import WHOLE
from routelock.whatif.arrow.totals import Sums, plain, summed
from routelock.whatif.budgets import spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from routelock.whatif.arrow.asked import Asked
    from routelock.whatif.budgets import Purse

KEYS = ("person", "day", "byok", "before", "after")


class Spending:
    """The costs of rows with a time, by who asks, the day, who pays and what routing refuses."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.sums = Sums(*KEYS, sums=("nano_before",))

    def add(self, told: pa.Table) -> None:
        """Take rows (`asked`, `person`, `day`, `byok`, sums) of a batch."""
        told = told.filter(pc.not_equal(told["day"], 0))
        before, after = self.asked.refused(told["asked"])
        columns = [told[name] for name in ("person", "day", "byok")]
        table = pa.table([*columns, before, after, told["nano_before"]], [*KEYS, "nano_before"])
        self.sums.add(summed(table, KEYS))

    def totals(self) -> pa.Table:
        """The spend of each purse in each window, in the schema `TALLY`."""
        table = self.sums.table()
        sides = zip(("before", "after"), zip(*self._purses(), strict=True), strict=False)
        found: dict[str, int] = {}
        for side, people in sides if table.num_rows else ():
            rows = table.filter(pc.invert(table[side]))
            found.update(_spent(rows, people))
        return plain("spend", {name: (0, nano) for name, nano in found.items()})

    def _purses(self) -> Iterator[tuple[tuple[Purse, ...], tuple[Purse, ...]]]:
        for number in self.asked.people.numbers.to_pylist():
            yield self.asked.trial.purses(self.asked.who(number))


def _spent(rows: pa.Table, people: Sequence[tuple[Purse, ...]]) -> Iterator[tuple[str, int]]:
    """What each purse pays for: a row counts for every purse of whoever asks."""
    numbers: dict[Purse, int] = {}
    own = [[numbers.setdefault(one, len(numbers)) for one in theirs] for theirs in people]
    lists = pc.take(pa.array(own, pa.list_(WHOLE)), rows["person"].combine_chunks())
    rows = rows.take(pc.list_parent_indices(lists))
    purse, purses = pc.list_flatten(lists), [*numbers]
    byok = pc.take(pa.array([one.limit.byok for one in purses], pa.bool_()), purse)
    free = pc.and_not(pc.equal(rows["byok"], 1), byok)
    nano = pc.if_else(free, 0, rows["nano_before"])
    table = pa.table([purse, rows["day"], nano], ["purse", "day", "nano_before"])
    sums: dict[tuple[int, int], int] = {}
    for number, day, spent in zip(
        *summed(table, ("purse", "day")).to_pydict().values(), strict=True
    ):
        window = number, purses[number].window(day - 1)
        sums[window] = sums.get(window, 0) + spent
    written = [one.written() for one in purses]
    for (number, start), spent in sums.items():
        yield spend(written[number], start), spent
