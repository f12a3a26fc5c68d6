"""Totals: tables of sums, and what they come to once it is known what becomes of each request."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from routelock.whatif.trial import Outcome

SUMS = ("rows", "known", "prompt", "completion", "nano_before")
"""What is added up: rows, those with known tokens, their tokens, and costs in nano-USD."""

FLAGS = ("refused_before", "refused_after", "newly_refused", "newly_allowed", "rerouted")
"""What becomes of a row, as attributes of its outcome."""

COUNTS = ("rows", *FLAGS, "unpriced", "nano_before")

TALLY = pa.schema(
    [
        pa.field("dimension", pa.string(), nullable=False),
        pa.field("name", pa.string()),
        *(pa.field(name, pa.int64(), nullable=False) for name in COUNTS),
        pa.field("cost_after", pa.decimal128(38, 14), nullable=False),
    ]
)
"""What comes out of a batch function: several rows of one dimension and name are to be added."""

MOST = 500_000
_FROM_NOTHING = pc.ScalarAggregateOptions(min_count=0)
_PRICE = pa.decimal128(17, 14)
_COUNT = pa.decimal128(19, 0)  # digits of an int64; with those of a price the most that there are
_TOO_DEAR = Decimal(999)


class Sums:
    """Sums by keys, added up whenever they have become many rows."""

    def __init__(self, *keys: str, sums: Sequence[str] = SUMS) -> None:
        self.keys = keys
        self.columns = [*keys, *sums]
        self._parts: list[pa.Table] = []
        self._most = MOST

    def add(self, part: pa.Table) -> None:
        """Take a table of keys and sums; keys may stand there often."""
        self._parts.append(part.select(self.columns))
        if sum(part.num_rows for part in self._parts) > self._most:
            whole = self.table()
            self._parts = [whole]
            self._most = max(MOST, 2 * whole.num_rows)

    def table(self) -> pa.Table:
        """The sums, one row for each of the keys."""
        return summed(pa.concat_tables(self._parts), self.keys) if self._parts else pa.table({})


def summed(table: pa.Table, keys: Sequence[str]) -> pa.Table:
    """A table with its other columns added up by keys; what is null adds nothing."""
    names = [name for name in table.column_names if name not in keys]
    sums = table.group_by([*keys], use_threads=False).aggregate(
        [(name, "sum", _FROM_NOTHING) for name in names]
    )
    return sums.rename_columns([name.removesuffix("_sum") for name in sums.column_names])


def counted(table: pa.Table, which: pa.Array, outcomes: Sequence[Outcome]) -> pa.Table:
    """The sums of a table as counts and costs; `which` is the outcome of each row, by number."""
    rows = table["rows"]
    flags = {name: pa.array([int(getattr(one, name)) for one in outcomes]) for name in FLAGS}
    counts = {name: pc.multiply(rows, pc.take(flag, which)) for name, flag in flags.items()}
    prices = [_price(one) for one in outcomes]
    priced = pc.take(pa.array([int(price is not None) for price in prices], pa.int64()), which)
    served = pc.subtract(rows, counts["refused_after"])
    counts["unpriced"] = pc.subtract(served, pc.multiply(table["known"], priced))
    costs = [
        pc.multiply(
            table[name].cast(_COUNT),
            pc.take(pa.array([price[unit] if price else 0 for price in prices], _PRICE), which),
        )
        for unit, name in enumerate(("prompt", "completion"))
    ]
    told = {"rows": rows, **counts, "nano_before": table["nano_before"]}
    return pa.table({**told, "cost_after": pc.add(*costs).cast(TALLY.field("cost_after").type)})


def _price(outcome: Outcome) -> tuple[Decimal, Decimal] | None:
    """USD for a token of prompt and of completion; none where a sum could not hold them."""
    price = outcome.price
    if price is None or price.prompt is None or price.completion is None:
        return None
    if max(price.prompt, price.completion) > _TOO_DEAR:
        return None
    digits = Decimal(1).scaleb(-_PRICE.scale)
    return price.prompt.quantize(digits), price.completion.quantize(digits)


def named(dimension: str, names: pa.Array, told: pa.Table) -> pa.Table:
    """A table of the schema `TALLY`: counts by the name of each row in one dimension."""
    sums = summed(told.append_column("name", names), ("name",))
    columns = {name: sums[name] for name in sums.column_names}
    table = pa.table({"dimension": pa.repeat(dimension, sums.num_rows)} | columns)
    return table.select(TALLY.names).cast(TALLY)


def plain(dimension: str, counts: Mapping[str, tuple[int, int]]) -> pa.Table:
    """A table of the schema `TALLY` that has nothing but rows and nano-USD by name."""
    zeros = pa.repeat(0, len(counts))
    columns = dict.fromkeys(TALLY.names[2:], zeros) | {
        "dimension": pa.repeat(dimension, len(counts)),
        "name": pa.array([*counts], pa.string()),
        "rows": pa.array([rows for rows, _ in counts.values()], pa.int64()),
        "nano_before": pa.array([nano for _, nano in counts.values()], pa.int64()),
    }
    return pa.table(columns).select(TALLY.names).cast(TALLY)
