"""Cuts: requests that budgets refuse: first those that may be, then one after the other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from routelock.reasons import Code, Layer, Reason
from routelock.whatif.arrow.asked import Asked, column
from routelock.whatif.arrow.batches import apart, numbered
from routelock.whatif.arrow.codes import WHOLE, Places, count, packed
from routelock.whatif.arrow.columns import Columns, moments, read
from routelock.whatif.arrow.texts import Texts
from routelock.whatif.arrow.totals import SUMS, plain
from routelock.whatif.budgets import Watch, asked, purse, risky, watched
from routelock.whatif.log import NAMES
from routelock.whatif.trial import More

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from routelock.whatif.assignments import Who
    from routelock.whatif.budgets import Hot, Risky
    from routelock.whatif.trial import Trial

    Group = Callable[[Who], int]
    Watches = tuple[tuple[str, int], ...]

PLACE = "place"
"""A column of a log that says where a row stands in it; without it, rows are counted."""

TRIED = pa.schema(
    [
        ("group", WHOLE),
        ("moment", WHOLE),
        (PLACE, WHOLE),
        *((name, pa.string()) for name in NAMES),
        *((name, WHOLE) for name in ("prompt", "completion", "cost")),
        ("byok", pa.bool_()),
        ("more", pa.string()),
    ]
)
"""Requests that a budget may refuse: when, by whom, for what, at what cost; no text."""

_BITS, _SLOT, _DAY = 32, 31, 86_400_000_000


def tried(
    batches: Iterable[pa.RecordBatch], trial: Trial, hot: Hot, group: Group = lambda _: 0
) -> Iterator[pa.RecordBatch]:
    """The rows of a log, in the schema `TRIED`, that one of the purses in `hot` may refuse.

    To be sorted by `moment` and `place`, those of a `group` together, and given to `cuts`.
    """
    sieve = _Sieve(trial, hot, group)
    for batch in batches:
        part = sieve.kept(batch)
        if part.num_rows:
            yield from part.to_batches()


class _People:
    """Who may be cut off, by the place of whoever asks."""

    def __init__(self, asked: Asked, hot: Hot) -> None:
        self.asked, self.hot = asked, hot
        self.own: list[tuple[Risky, Risky]] = []

    def learn(self) -> None:
        """Look at those who were not seen before."""
        for number in self.asked.people.numbers[len(self.own) :].to_pylist():
            before, after = self.asked.trial.purses(self.asked.who(number))
            self.own.append((risky(before, self.hot), risky(after, self.hot)))

    def watched(self, slot: int) -> tuple[Watches, Watches]:
        """What may cut somebody off on a day: their place and the day's number, packed."""
        before, after = self.own[slot >> _SLOT]
        day = (slot & (1 << _SLOT) - 1) - 1
        return (
            watched(before, day, self.hot) if before else (),
            watched(after, day, self.hot) if after else (),
        )


class _Sieve:
    """Finds the rows of people on days on which a budget may refuse them."""

    def __init__(self, trial: Trial, hot: Hot, group: Group) -> None:
        self.asked = Asked(trial)
        self.texts = Texts(self.asked) if trial.filters else None
        self.people = _People(self.asked, hot)
        self.group = group
        self.slots = Places()
        self.watched: list[tuple[bool, bool]] = []
        self.groups: list[int] = []
        self.rows = 0

    def kept(self, batch: pa.RecordBatch) -> pa.Table:
        columns, moment = read(batch), moments(batch.column("ts"))
        rows = numbered(self.asked, columns)
        moment = pc.take(moment, column(rows, "row"))
        people = self.asked.persons(column(rows, "person"))
        _, day, _ = apart(column(rows, "wish"))
        own = self._watched(people, day)
        rows = pa.table(
            {name: rows[name] for name in rows.column_names}
            | {"moment": moment, "who": people, "before": own[0], "after": own[1]}
        ).filter(pc.and_(pc.or_(*own), pc.is_valid(moment)))
        return self._shaped(batch, columns, self._open(rows))

    def _open(self, rows: pa.Table) -> pa.Table:
        """The rows that routing lets through on a side where a budget may not."""
        wish, _, _ = apart(column(rows, "wish"))
        before, after = self.asked.refused(self.asked.of(column(rows, "who"), wish))
        may = [pc.and_not(column(rows, "before"), before), pc.and_not(column(rows, "after"), after)]
        return rows.filter(pc.or_(*may))

    def _watched(self, people: pa.Array, day: pa.Array) -> tuple[pa.Array, pa.Array]:
        slots, new = self.slots.of(packed((people, day), (_BITS, _SLOT)))
        self.people.learn()
        for number in new:
            before, after = self.people.watched(number)
            self.watched.append((bool(before), bool(after)))
        before, after = (
            pa.array([pair[side] for pair in self.watched], pa.bool_()) for side in (0, 1)
        )
        return pc.take(before, slots), pc.take(after, slots)

    def _shaped(self, batch: pa.RecordBatch, columns: Columns, rows: pa.Table) -> pa.Table:
        row = column(rows, "row")
        place = self._places(batch)
        found = {
            "group": self._grouped(column(rows, "who")),
            "moment": column(rows, "moment"),
            PLACE: pc.take(place, row),
            **{name: pc.take(each, row).cast(pa.string()) for name, each in columns.names.items()},
            "prompt": column(rows, "prompt"),
            "completion": column(rows, "completion"),
            "cost": pc.fill_null(column(rows, "nano_before"), 0),
            "byok": pc.take(columns.byok, row),
            "more": self._more(columns, rows),
        }
        return pa.table(found).select(TRIED.names).cast(TRIED)

    def _places(self, batch: pa.RecordBatch) -> pa.Array:
        if PLACE in batch.schema.names:
            return batch.column(PLACE)
        self.rows += batch.num_rows
        return count(batch.num_rows, self.rows - batch.num_rows)

    def _grouped(self, people: pa.Array) -> pa.Array:
        for number in self.asked.people.numbers.to_pylist()[len(self.groups) :]:
            self.groups.append(self.group(self.asked.who(number)))
        return pc.take(pa.array(self.groups, WHOLE), people)

    def _more(self, columns: Columns, rows: pa.Table) -> pa.Array:
        """Why filters refuse a row, as text; null for those that they let pass."""
        nothing = pa.nulls(rows.num_rows, pa.string())
        if self.texts is None or columns.text is None:
            return nothing
        plain_rows = rows.select(["row", "person"])
        found = self.texts.screened(plain_rows, columns.text)
        if found is None:
            return nothing
        screened, now = found
        why = pc.take(pa.array([*map(written, self.asked.more)], pa.string()), now)
        return pc.take(why, pc.index_in(rows["row"].combine_chunks(), column(screened, "row")))


def written(more: More) -> str | None:
    """Reasons as text, nothing for none."""
    if more == More():
        return None
    return json.dumps([[reason.as_json() for reason in side] for side in more])


def meant(text: str | None) -> More:
    """The reasons of a text."""
    if text is None:
        return More()
    before, after = (tuple(_reason(**each) for each in side) for side in json.loads(text))
    return More(before, after)


def _reason(code: str, layer: str, guardrail: str | None, field: str) -> Reason:
    return Reason(Code(code), Layer(layer), guardrail, field)


# --- one after the other --------------------------------------------------------------------------


def cuts(parts: Iterable[pa.Table], trial: Trial, hot: Hot) -> Iterator[pa.RecordBatch]:
    """What budgets refuse, in the schema `TALLY`: what to add to totals, and whom it cut off.

    `parts` are rows of `TRIED` in the order of time and, within a moment, of place, one part after
    the other. All rows of a purse have to be there.
    """
    run = _Run(trial, hot)
    for part in parts:
        if part.num_rows:
            for table in run.corrections(part):
                yield from table.to_batches()
    yield from run.cuts().to_batches()


class _Run:
    """The purses that are watched, and what is left in them."""

    def __init__(self, trial: Trial, hot: Hot) -> None:
        self.asked = Asked(trial)
        self.people = _People(self.asked, hot)
        self.slots = Places()
        self.watches: dict[tuple[str, int], Watch] = {}
        self.own: list[tuple[tuple[Watch, ...], tuple[Watch, ...]]] = []  # by place in `slots`

    def corrections(self, part: pa.Table) -> Iterator[pa.Table]:
        """What to add to totals for the rows of a part that are refused."""
        rows = numbered(self.asked, _columns(part))
        people = self.asked.persons(column(rows, "person"))
        wish, day, _ = apart(column(rows, "wish"))
        asked = self.asked.of(people, wish)
        texts = column(part, "more").dictionary_encode()
        said = [self.asked.beside(meant(text)) for text in texts.dictionary.to_pylist()]
        was = pc.fill_null(pc.take(pa.array(said, WHOLE), texts.indices), 0)
        refused, now = self._refused(part, self._slots(people, day), asked, was)
        if not refused:
            return
        known = pa.table([asked, day, was], ["asked", "day", "was"]).take(pa.array(refused, WHOLE))
        sums = rows.select([*SUMS]).take(pa.array(refused, WHOLE))
        columns = [*known.columns, pa.array(now, WHOLE), *sums.columns]
        yield from self.asked.corrections(pa.table(columns, ["asked", "day", "was", "now", *SUMS]))

    def _slots(self, people: pa.Array, day: pa.Array) -> list[int]:
        slots, new = self.slots.of(packed((people, day), (_BITS, _SLOT)))
        self.people.learn()
        for number in new:
            before, after = self.people.watched(number)
            self.own.append((tuple(map(self._watch, before)), tuple(map(self._watch, after))))
        found: list[int] = slots.to_pylist()
        return found

    def _watch(self, named: tuple[str, int]) -> Watch:
        watch = self.watches.get(named)
        if watch is None:
            watch = self.watches[named] = Watch(purse(named[0]), named[1])
        return watch

    def _refused(
        self, part: pa.Table, slots: list[int], places: pa.Array, was: pa.Array
    ) -> tuple[list[int], list[int]]:
        """The rows that a budget refuses, and the numbers of why."""
        more = [*self.asked.more]
        closed = (each.to_pylist() for each in self.asked.refused(places))
        given = (part[name].to_pylist() for name in ("moment", "cost", "byok"))
        rows, now = [], []
        for row, (slot, before, after, why, moment, cost, byok) in enumerate(
            zip(slots, *closed, was.to_pylist(), *given, strict=True)
        ):
            ours, theirs = self.own[slot]
            old, new = more[why]
            one = () if before or old else asked(ours, moment, cost, byok=byok)
            two = () if after or new else asked(theirs, moment, cost, byok=byok)
            if one or two:
                rows.append(row)
                now.append(self.asked.beside(More(one or old, two or new)))
        return rows, now

    def cuts(self) -> pa.Table:
        """Who was cut off, by purse and window."""
        found = filter(None, (watch.cut for watch in self.watches.values()))
        return plain("cut", {one.written(): (one.refused, one.saved) for one in found})


def _columns(part: pa.Table) -> Columns:
    """Rows of `TRIED` as a batch of a log."""
    part = part.combine_chunks()
    one = {name: column(part, name) for name in part.column_names}
    days = pc.divide(one["moment"], _DAY).cast(pa.int32())
    names = {name: one[name].dictionary_encode() for name in NAMES}
    return Columns(
        names, days, one["prompt"], one["completion"], one["cost"], one["byok"], None, {}
    )
