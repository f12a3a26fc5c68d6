"""Batches: the one function that every engine runs: record batches of a log in, totals out.

It adds rows up by who asked for what at which host on which day, and asks the core once for each of
those: whether a request is refused depends on nothing else.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from routelock.whatif.arrow.codes import WHOLE, Codes, Places, packed, parts, unpacked
from routelock.whatif.arrow.columns import read
from routelock.whatif.arrow.totals import COUNTS, SUMS, TALLY, Sums, counted, summed
from routelock.whatif.assignments import Who

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from routelock.whatif.arrow.columns import Columns
    from routelock.whatif.trial import Outcome, Standing, Trial, Wish

# How many bits a number has that stands for a name, or for the place of somebody who asks.
PERSON = {"api_key": 24, "member": 22, "workspace": 16}
WISH = {"model": 18, "provider": 18}
DAY = {"day": 20}
WHO_BITS, WISH_BITS = 27, 36
ASKED = {"who": WHO_BITS, **WISH}


def tallied(batches: Iterable[pa.RecordBatch], trial: Trial) -> Iterator[pa.RecordBatch]:
    """The totals of a log in the schema `TALLY`, once all of it has been read.

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
        self.trial = trial
        self.codes = {name: Codes(name, bits) for name, bits in {**PERSON, **WISH}.items()}
        self.people, self.asked = Places(), Places()
        self.standings: list[tuple[Standing, Standing]] = []  # by place in `people`
        self.wishes: dict[int, Wish] = {}
        self.numbering: dict[Outcome, int] = {}
        self.outcomes = pa.array([], WHOLE)  # by place in `asked`
        self.by_asked, self.by_day = Sums("asked"), Sums("day", "outcome")
        self.unusable: Counter[str] = Counter()

    def add(self, columns: Columns) -> None:
        self.unusable.update(columns.unusable)
        groups = self._grouped(columns)
        people, strangers = self.people.of(_column(groups, "person"))
        self.standings += [self.trial.standings(self._who(number)) for number in strangers]
        wish = _column(groups, "wish")
        numbers = packed((people, pc.shift_right(wish, DAY["day"])), (WHO_BITS, WISH_BITS))
        asked, new = self.asked.of(numbers)
        self._decide(new)
        day = unpacked(wish, DAY)["day"]
        outcome = pc.take(self.outcomes, asked)
        sums = [groups[name] for name in SUMS]
        told = pa.table([asked, day, outcome, *sums], ["asked", "day", "outcome", *SUMS])
        self.by_asked.add(told)
        self.by_day.add(summed(told.drop_columns("asked"), ("day", "outcome")))

    def _grouped(self, columns: Columns) -> pa.Table:
        """Rows added up within the batch; those without a model are nobody's wish."""
        codes = {name: each.of(columns.names[name]) for name, each in self.codes.items()}
        codes["day"] = _numbered(columns.day)
        rows = {
            "person": packed((codes[name] for name in PERSON), [*PERSON.values()]),
            "wish": packed(
                (codes[name] for name in (*WISH, *DAY)), [*WISH.values(), *DAY.values()]
            ),
            "rows": pa.repeat(1, len(columns.day)),
            "known": pc.is_valid(columns.prompt).cast(WHOLE),
            "prompt": columns.prompt,
            "completion": columns.completion,
            "nano_before": columns.cost,
        }
        table = pa.table(rows).filter(pc.not_equal(codes["model"], 0))
        return summed(table, ("person", "wish"))

    def _decide(self, numbers: list[int]) -> None:
        """Ask the core what becomes of requests that were not seen before."""
        outcomes = [self.trial.outcome(*self._asked(number)) for number in numbers]
        known = [self.numbering.setdefault(one, len(self.numbering)) for one in outcomes]
        self.outcomes = pa.concat_arrays([self.outcomes, pa.array(known, WHOLE)])

    def _asked(self, number: int) -> tuple[Standing, Standing, Wish]:
        place, code = number >> WISH_BITS, number & (1 << WISH_BITS) - 1
        wish = self.wishes.get(code)
        if wish is None:
            model, host = map(self._name, WISH, parts(code, WISH))
            wish = self.wishes[code] = self.trial.wish(model or "", host)
        return (*self.standings[place], wish)

    def _who(self, number: int) -> Who:
        return Who(*map(self._name, PERSON, parts(number, PERSON)))

    def _name(self, column: str, code: int) -> str | None:
        return self.codes[column].names[code]

    # --- at the end -------------------------------------------------------------------------------

    def totals(self) -> Iterator[pa.Table]:
        """The totals by each dimension, as tables of the schema `TALLY`."""
        yield from _unusable(self.unusable)
        asked, outcomes = self.by_asked.table(), [*self.numbering]
        if not outcomes:
            return
        told = counted(asked, pc.take(self.outcomes, asked["asked"]), outcomes)
        yield _tally("total", pa.repeat("", told.num_rows), told)
        names = self._names(_column(asked, "asked"))
        for column, values in names.items():
            yield _tally(column, values, told)
        yield self._by_reason(asked, told)
        days = self.by_day.table()
        yield _tally("day", _dates(_column(days, "day")), counted(days, days["outcome"], outcomes))

    def _names(self, asked: pa.Array) -> Mapping[str, pa.Array]:
        found = unpacked(pc.take(self.asked.numbers, asked), ASKED)
        found |= unpacked(pc.take(self.people.numbers, found.pop("who")), PERSON)
        return {
            name: pc.take(pa.array(codes.names, pa.string()), found[name])
            for name, codes in self.codes.items()
        }

    def _by_reason(self, asked: pa.Table, told: pa.Table) -> pa.Table:
        """What each reason is behind: a request with several reasons is counted under each."""
        changed = pc.not_equal(
            pc.add(told["newly_refused"], pc.add(told["newly_allowed"], told["rerouted"])), 0
        )
        numbers = pc.take(self.asked.numbers, asked["asked"].filter(changed)).to_pylist()
        reasons = [self.trial.reasons(*self._asked(number)) for number in numbers]
        places = [place for place, why in enumerate(reasons) for _ in why]
        said = {reason for why in reasons for reason in why}
        written = {reason: json.dumps(reason.as_json()) for reason in said}
        names = [written[reason] for why in reasons for reason in why]
        told = told.filter(changed).take(pa.array(places, WHOLE))
        return _tally("reason", pa.array(names, pa.string()), told)


def _numbered(days: pa.Array) -> pa.Array:
    """Days as numbers from 1 on; 0 where none is known, or one before 1970."""
    most = (1 << DAY["day"]) - 2
    usable = pc.and_(pc.greater_equal(days, 0), pc.less_equal(days, most))
    return pc.fill_null(pc.if_else(usable, pc.add(days, 1), None), 0)


def _dates(numbers: pa.Array) -> pa.Array:
    days = pc.if_else(pc.equal(numbers, 0), None, pc.subtract(numbers, 1))
    return days.cast(pa.int32()).cast(pa.date32()).cast(pa.string())


def _tally(dimension: str, names: pa.Array, told: pa.Table) -> pa.Table:
    sums = summed(told.append_column("name", names), ("name",))
    return (
        pa.table({"dimension": pa.repeat(dimension, sums.num_rows)} | _columns(sums))
        .select(TALLY.names)
        .cast(TALLY)
    )


def _unusable(counts: Mapping[str, int]) -> Iterator[pa.Table]:
    """How many rows have no usable value in a column."""
    for name, count in counts.items():
        row = {"dimension": "unusable", "name": name, **dict.fromkeys(COUNTS, 0), "rows": count}
        yield pa.Table.from_pylist([{**row, "cost_after": 0}], TALLY)


def _columns(table: pa.Table) -> dict[str, pa.ChunkedArray]:
    return {name: table[name] for name in table.column_names}


def _column(table: pa.Table, name: str) -> pa.Array:
    return table[name].combine_chunks()
