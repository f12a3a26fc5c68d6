"""Asked: who asks for what at which host, as numbers, and what becomes of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from routelock.whatif.arrow.codes import WHOLE, Codes, Places, packed, parts, unpacked
from routelock.whatif.arrow.totals import SUMS, counted, named, summed
from routelock.whatif.assignments import Who
from routelock.whatif.trial import NOTHING, More

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from routelock.reasons import Reason
    from routelock.whatif.arrow.columns import Columns
    from routelock.whatif.trial import Outcome, Standing, Trial, Wish

# How many bits a number has that stands for a name, or for the place of somebody who asks.
PERSON = {"api_key": 24, "member": 22, "workspace": 16}
WISH = {"model": 18, "provider": 18}
WHO_BITS, WISH_BITS = 27, 36
ASKED = {"who": WHO_BITS, **WISH}


class Asked:
    """Numbers everything that is asked, in the order in which it is first seen.

    `standings` is by place in `people`, `outcomes` by place in `asked`, `more` by the numbers that
    `beside` gives: 0 is nothing beside routing.
    """

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.codes = {name: Codes(name, bits) for name, bits in {**PERSON, **WISH}.items()}
        self.people, self.asked = Places(), Places()
        self.standings: list[tuple[Standing, Standing]] = []
        self.wishes: dict[int, Wish] = {}
        self.numbering: dict[Outcome, int] = {}
        self.outcomes = pa.array([], WHOLE)
        self._same: dict[tuple[int, int, int], int] = {}
        self.more: dict[More, int] = {NOTHING: 0}

    def coded(self, columns: Columns) -> Mapping[str, pa.Array]:
        """The names of a batch as codes."""
        return {name: each.of(columns.names[name]) for name, each in self.codes.items()}

    def persons(self, packs: pa.Array) -> pa.Array:
        """The places of people by the codes of their names."""
        places, strangers = self.people.of(packs)
        self.standings += [self.trial.standings(self.who(number)) for number in strangers]
        return places

    def of(self, people: pa.Array, wish: pa.Array) -> pa.Array:
        """The places of what is asked; what was not asked before is decided by the core."""
        asked, new = self.asked.of(packed((people, wish), (WHO_BITS, WISH_BITS)))
        self.outcomes = pa.concat_arrays([self.outcomes, pa.array(map(self._decided, new), WHOLE)])
        return asked

    def _decided(self, number: int) -> int:
        """The number of an outcome; who is left the same endpoints of a model has the same."""
        before, after, wish = self._meant(number)
        code, rows = number & (1 << WISH_BITS) - 1, wish.rows
        left = code, before.left & rows, after.left & rows
        known = self._same.get(left)
        if known is None:
            known = self._same[left] = self.number(self.trial.outcome(before, after, wish))
        return known

    def number(self, outcome: Outcome) -> int:
        """The number of an outcome."""
        return self.numbering.setdefault(outcome, len(self.numbering))

    def beside(self, more: More) -> int:
        """The number of what refuses beside routing."""
        return self.more.setdefault(more, len(self.more))

    def refused(self, asked: pa.Array) -> tuple[pa.Array, pa.Array]:
        """Whether routing refuses what is asked, before and after."""
        which, outcomes = pc.take(self.outcomes, asked), [*self.numbering]
        before = pa.array([one.refused_before for one in outcomes], pa.bool_())
        after = pa.array([one.refused_after for one in outcomes], pa.bool_())
        return pc.take(before, which), pc.take(after, which)

    def who(self, number: int) -> Who:
        """Whose codes these are."""
        return Who(*map(self._name, PERSON, parts(number, PERSON)))

    def _meant(self, number: int) -> tuple[Standing, Standing, Wish]:
        place, code = number >> WISH_BITS, number & (1 << WISH_BITS) - 1
        wish = self.wishes.get(code)
        if wish is None:
            model, host = map(self._name, WISH, parts(code, WISH))
            wish = self.wishes[code] = self.trial.wish(model or "", host)
        return (*self.standings[place], wish)

    def _name(self, column: str, code: int) -> str | None:
        return self.codes[column].names[code]

    # --- totals -----------------------------------------------------------------------------------

    def tallies(self, asked: pa.Table) -> Iterator[pa.Table]:
        """The totals of what was asked (`asked`, sums), by everything but the day."""
        told = counted(asked, pc.take(self.outcomes, asked["asked"]), [*self.numbering])
        yield from self._tallies(asked["asked"], told, None)

    def corrections(self, rows: pa.Table) -> Iterator[pa.Table]:
        """What to add to totals for rows of which it turned out that something else refuses them.

        Rows (`asked`, `day`, `was`, `now`, sums) are taken out as what they were, and put in as
        what they are now.
        """
        sums = summed(rows, ("asked", "day", "was", "now"))
        more = [*self.more]
        for column, sign in (("was", -1), ("now", 1)):
            signed = [pc.multiply(sums[name], sign) for name in SUMS]
            part = pa.table([sums["asked"], sums[column], *signed], ["asked", "more", *SUMS])
            which = self._with(part)
            told = counted(part, which, [*self.numbering])
            yield from self._tallies(
                part["asked"], told, [more[number] for number in part["more"].to_pylist()]
            )
            yield named("day", dates(sums["day"]), told)

    def _with(self, part: pa.Table) -> pa.Array:
        """The outcomes where more than routing refuses."""
        numbers = packed(
            (pc.take(self.outcomes, column(part, "asked")), column(part, "more")), (32, 31)
        )
        outcomes, more, known = [*self.numbering], [*self.more], Places()
        places, new = known.of(numbers)
        found = []
        for number in new:
            before, after = map(bool, more[number & (1 << 31) - 1])
            outcome = outcomes[number >> 31].and_refused(before=before, after=after)
            found.append(self.number(outcome))
        return pc.take(pa.array(found, WHOLE), places)

    def _tallies(
        self, asked: pa.ChunkedArray, told: pa.Table, more: Sequence[More] | None
    ) -> Iterator[pa.Table]:
        yield named("total", pa.repeat("", told.num_rows), told)
        for name, values in self._names(asked.combine_chunks()).items():
            yield named(name, values, told)
        yield self._by_reason(asked, told, more)

    def _names(self, asked: pa.Array) -> Mapping[str, pa.Array]:
        found = unpacked(pc.take(self.asked.numbers, asked), ASKED)
        found |= unpacked(pc.take(self.people.numbers, found.pop("who")), PERSON)
        return {
            name: pc.take(pa.array(codes.names, pa.string()), found[name])
            for name, codes in self.codes.items()
        }

    def _by_reason(
        self, asked: pa.ChunkedArray, told: pa.Table, more: Sequence[More] | None
    ) -> pa.Table:
        """What each reason is behind: a request with several reasons is counted under each."""
        changed = pc.not_equal(
            pc.add(told["newly_refused"], pc.add(told["newly_allowed"], told["rerouted"])), 0
        )
        places = pc.indices_nonzero(changed).to_pylist()
        numbers = pc.take(self.asked.numbers, asked.filter(changed)).to_pylist()
        beside = [NOTHING] * len(places) if more is None else [more[place] for place in places]
        reasons: list[tuple[Reason, ...]] = [
            self.trial.reasons(*self._meant(number), why)
            for number, why in zip(numbers, beside, strict=True)
        ]
        said = {reason for why in reasons for reason in why}
        written = {reason: json.dumps(reason.as_json()) for reason in said}
        rows = [place for place, why in zip(places, reasons, strict=True) for _ in why]
        names = [written[reason] for why in reasons for reason in why]
        return named("reason", pa.array(names, pa.string()), told.take(pa.array(rows, WHOLE)))


def dates(numbers: pa.ChunkedArray) -> pa.ChunkedArray:
    """Days that are numbered from 1 on as dates; 0 is none."""
    days = pc.if_else(pc.equal(numbers, 0), None, pc.subtract(numbers, 1))
    return days.cast(pa.int32()).cast(pa.date32()).cast(pa.string())


def column(table: pa.Table, name: str) -> pa.Array:
    """A column in one piece."""
    return table[name].combine_chunks()
