"""Texts: what content filters find in the texts of a log, and which rows they refuse."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from routelock.whatif.arrow.codes import WHOLE, packed
from routelock.whatif.arrow.totals import SUMS, Sums, plain, summed
from routelock.whatif.budgets import SIDES
from routelock.whatif.trial import More

if TYPE_CHECKING:
    from collections.abc import Iterator

    from routelock.whatif.arrow.asked import Asked

_BITS = 31


class Texts:
    """Screens the texts of rows, each distinct one once for each set of rules."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.sums = Sums("asked", "day", "now")
        self.rules: list[tuple[int, int]] = []  # by the place of who asks
        self.found: Counter[str] = Counter()
        self.rows: Counter[str] = Counter()
        self.blocked: Counter[str] = Counter()

    def refused(self, rows: pa.Table, text: pa.DictionaryArray) -> pa.Table | None:
        """The rows that filters refuse on some side, with why as a number (`now`)."""
        screened = self.screened(rows, text)
        if screened is None:
            return None
        rows, now = screened
        refused = pc.not_equal(now, 0)
        rows = rows.append_column("now", now).filter(refused)
        return rows.drop_columns("row") if rows.num_rows else None

    def screened(
        self, rows: pa.Table, text: pa.DictionaryArray
    ) -> tuple[pa.Table, pa.Array] | None:
        """The rows that have a text and rules, and what refuses each beside routing."""
        codes = pc.take(text.indices, rows["row"].combine_chunks())
        rows = rows.append_column("text", codes).filter(pc.is_valid(codes))
        pairs: dict[tuple[int, int], int] = {}
        people = self.asked.persons(rows["person"].combine_chunks())
        kinds = [pairs.setdefault(pair, len(pairs)) for pair in self._rules()]
        kind = pc.take(pa.array(kinds, WHOLE), people)
        none = pairs.get((0, 0), -1)
        rows = rows.append_column("kind", kind).filter(pc.not_equal(kind, none))
        if not rows.num_rows:
            return None
        number = packed((rows["kind"].combine_chunks(), rows["text"].combine_chunks()), (32, _BITS))
        return rows.drop_columns(["text", "kind"]), self._read(number, [*pairs], text.dictionary)

    def _rules(self) -> list[tuple[int, int]]:
        known = self.asked.trial.screener
        for before, after in self.asked.standings[len(self.rules) :]:
            self.rules.append((known.rules(before.policy.rules), known.rules(after.policy.rules)))
        return self.rules

    def _read(self, numbers: pa.Array, pairs: list[tuple[int, int]], texts: pa.Array) -> pa.Array:
        coded = numbers.dictionary_encode()
        counts = pc.value_counts(coded.indices)
        many = dict(zip(*(counts.field(n).to_pylist() for n in (0, 1)), strict=True))
        now = []
        for place, number in enumerate(coded.dictionary.to_pylist()):
            rules, text = pairs[number >> _BITS], texts[number & (1 << _BITS) - 1].as_py()
            now.append(self._said(rules, text, many[place]))
        return pc.take(pa.array(now, WHOLE), coded.indices)

    def _said(self, rules: tuple[int, int], text: str, many: int) -> int:
        """Why a text is refused that so many rows have; what is found in it is counted."""
        known = self.asked.trial.screener
        verdicts = [known.verdicts[known.verdict(each, text)] for each in rules]
        for side, verdict in zip(SIDES, verdicts, strict=True):
            for entry, count in verdict.found:
                name = json.dumps([side, *entry])
                self.found[name] += count * many
                self.rows[name] += many
        more = More(*(verdict.reasons for verdict in verdicts))
        self.blocked["screened"] += many
        for name, holds in zip(BLOCKED, _blocked(more), strict=True):
            self.blocked[name] += many * holds
        return self.asked.beside(more)

    def add(self, told: pa.Table) -> None:
        """Take rows (`asked`, `day`, `now`, sums) that filters refuse."""
        self.sums.add(summed(told.select([*self.sums.columns]), self.sums.keys))

    def totals(self) -> Iterator[pa.Table]:
        """What was found, and how totals change, in the schema `TALLY`."""
        for dimension, counts in (
            ("findings", self.found),
            ("found", self.rows),
            ("blocked", self.blocked),
        ):
            yield plain(dimension, {name: (count, 0) for name, count in counts.items()})
        table = self.sums.table()
        if table.num_rows:
            was = pa.repeat(pa.scalar(0, WHOLE), table.num_rows)
            rows = table.append_column("was", was).select(["asked", "day", "was", "now", *SUMS])
            yield from self.asked.corrections(rows)


BLOCKED = ("blocked_before", "blocked_after", "newly_blocked", "newly_allowed")


def _blocked(more: More) -> tuple[bool, ...]:
    before, after = map(bool, more)
    return before, after, after and not before, before and not after
