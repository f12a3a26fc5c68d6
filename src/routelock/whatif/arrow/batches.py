"""Batches: the one function that every engine runs: record batches of a log in, totals out.

It adds rows up by who asked for what at which host on which day, and asks the core once for each of
those: whether routing refuses a request depends on nothing else. Filters read the texts in between.
What budgets refuse goes by the order of requests, so that has a function of its own (`cuts`).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from routelock.whatif.arrow.asked import PERSON, WISH, Asked, column, dates
from routelock.whatif.arrow.codes import WHOLE, count, packed
from routelock.whatif.arrow.columns import LAST_DAY, read
from routelock.whatif.arrow.spending import Spending
from routelock.whatif.arrow.texts import Texts
from routelock.whatif.arrow.totals import SUMS, Sums, counted, named, plain, summed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from routelock.whatif.arrow.columns import Columns
    from routelock.whatif.trial import Trial

DAY = {"day": 20, "byok": 1}
KEYS = ("person", "wish")


def tallied(batches: Iterable[pa.RecordBatch], trial: Trial) -> Iterator[pa.RecordBatch]:
    """The totals of a log in the schema `TALLY`, once all of it has been read, budgets left out.

    Memory goes by how many different (key, member, workspace, model, host) there are, not by rows.
    Raises `LogError` where a column is missing or of a type that cannot be used.
    """
    ledger = _Ledger(trial)
    for batch in batches:
        ledger.add(read(batch))
    for part in ledger.totals():
        yield from part.to_batches()


class _Ledger:
    """What has been added up so far, by what was asked and by day."""

    def __init__(self, trial: Trial) -> None:
        self.asked = Asked(trial)
        self.by_asked, self.by_day = Sums("asked"), Sums("day", "outcome")
        self.spending = Spending(self.asked) if trial.limited else None
        self.texts = Texts(self.asked) if trial.filters else None
        self.unusable: Counter[str] = Counter()

    def add(self, columns: Columns) -> None:
        self.unusable.update(columns.unusable)
        rows = numbered(self.asked, columns)
        told = self._told(summed(rows.drop_columns("row"), KEYS))
        self.by_asked.add(told)
        self.by_day.add(summed(told.select(["day", "outcome", *SUMS]), ("day", "outcome")))
        if self.spending:
            self.spending.add(told)
        if self.texts and columns.text is not None:
            refused = self.texts.refused(rows, columns.text)
            if refused is not None:
                self.texts.add(self._told(summed(refused, (*KEYS, "now"))))

    def _told(self, groups: pa.Table) -> pa.Table:
        """Groups of rows with the places of what they ask for."""
        people = self.asked.persons(column(groups, "person"))
        wish, day, byok = apart(column(groups, "wish"))
        asked = self.asked.of(people, wish)
        known = {"asked": asked, "outcome": pc.take(self.asked.outcomes, asked)}
        known |= {"person": people, "day": day, "byok": byok}
        others = {name: groups[name] for name in groups.column_names if name not in KEYS}
        return pa.table(known | others)

    # --- at the end -------------------------------------------------------------------------------

    def totals(self) -> Iterator[pa.Table]:
        """The totals by each dimension, as tables of the schema `TALLY`."""
        yield plain("unusable", {name: (count, 0) for name, count in self.unusable.items()})
        if not self.asked.numbering:
            return
        yield from self.asked.tallies(self.by_asked.table())
        days = self.by_day.table()
        told = counted(days, days["outcome"], [*self.asked.numbering])
        yield named("day", dates(days["day"]), told)
        if self.spending:
            yield self.spending.totals()
        if self.texts:
            yield from self.texts.totals()


def numbered(asked: Asked, columns: Columns) -> pa.Table:
    """Rows as numbers: `row`, who (`person`), what and on which day (`wish`), and what to add up.

    Those without a model are nobody's wish and left out.
    """
    codes = {**asked.coded(columns), "day": _numbered(columns.day), "byok": columns.byok}
    rows = {
        "row": count(len(columns.day)),
        "person": packed((codes[name] for name in PERSON), [*PERSON.values()]),
        "wish": packed((codes[name] for name in (*WISH, *DAY)), [*WISH.values(), *DAY.values()]),
        "rows": pa.repeat(1, len(columns.day)),
        "known": pc.is_valid(columns.prompt).cast(WHOLE),
        "prompt": columns.prompt,
        "completion": columns.completion,
        "nano_before": columns.cost,
    }
    return pa.table(rows).filter(pc.not_equal(codes["model"], 0))


def apart(wishes: pa.Array) -> tuple[pa.Array, pa.Array, pa.Array]:
    """What is asked for, the day, and whether the caller's own key pays."""
    byok = pc.bit_wise_and(wishes, 1)
    day = pc.bit_wise_and(pc.shift_right(wishes, DAY["byok"]), (1 << DAY["day"]) - 1)
    return pc.shift_right(wishes, sum(DAY.values())), day, byok


def _numbered(days: pa.Array) -> pa.Array:
    """Days as numbers from 1 on; 0 where none is known, or one before 1970."""
    usable = pc.and_(pc.greater_equal(days, 0), pc.less_equal(days, LAST_DAY))
    return pc.fill_null(pc.if_else(usable, pc.add(days, 1), None), 0)
