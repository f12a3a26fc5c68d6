"""Clearance: a policy over one catalogue: what is left, and why the rest is not."""

from __future__ import annotations

from itertools import compress, repeat
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from routelock.clauses import Clause, Refusal
from routelock.lanes import WIDTH, lane, plane

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from routelock.catalogue import Catalogue, Endpoint, Model
    from routelock.policy import Policy
    from routelock.reasons import Reason

_FREE = b"\x01" + bytes(255)


Excluded = tuple["Endpoint", tuple["Reason", ...]]
"""An endpoint that may not be used, with every reason, sorted."""


class Verdict(NamedTuple):
    """What a policy says of one model: the endpoints that are left, and the others with reasons."""

    model: Model
    survivors: tuple[Endpoint, ...]
    excluded: tuple[Excluded, ...]


class Clearance:
    """A policy over a numbered snapshot: immutable, safe to share, cheap to keep.

    Each model is decided when it is first asked for and remembered; the catalogue as a whole is
    swept in lanes of bytes. Both read the same clauses, so the answer and its reasons agree.
    """

    __slots__ = ("_verdicts", "catalogue", "clauses", "observed", "policy")

    policy: Policy
    catalogue: Catalogue
    clauses: tuple[Refusal, ...]
    observed: Clearance | None

    def __init__(self, policy: Policy, catalogue: Catalogue) -> None:
        self.policy = policy
        self.catalogue = catalogue
        self.clauses = tuple(sorted(policy.clauses, key=_place))
        self._verdicts = _Verdicts(self.clauses, catalogue)
        self.observed = Clearance(policy.observed, catalogue) if policy.observed else None

    def verdict(self, name: str) -> Verdict | None:
        """The verdict on the model that a request means by `name`, `None` for an unknown one."""
        return self._verdicts[name]

    def survivors(self) -> tuple[Endpoint, ...]:
        """Every endpoint that no clause refuses, in catalogue order."""
        whole = self._lanes()
        free = [cells.translate(_FREE) for cells in whole]
        if not free:
            return self.catalogue.endpoints
        everywhere = free[0] if len(free) == 1 else bytes(map(all, zip(*free, strict=True)))
        return tuple(compress(self.catalogue.endpoints, everywhere))

    def models(self) -> tuple[str, ...]:
        """The ids of the models of which an endpoint survives, in catalogue order."""
        return tuple(dict.fromkeys(endpoint.model.id for endpoint in self.survivors()))

    def reasons(self) -> list[tuple[Reason, ...]]:
        """Why each endpoint of the catalogue is refused, by its number; `()` for a survivor."""
        whole, table = self._lanes(), _Reasons(self.clauses)
        if len(whole) == 1:
            return [*map(table.__getitem__, whole[0])]
        if not whole:
            return [()] * len(self.catalogue.endpoints)
        rows = map(bytes, zip(*whole, strict=True))
        return [table[int.from_bytes(row, "little")] for row in rows]

    def why(self, endpoint: Endpoint) -> tuple[Refusal, ...]:
        """Every clause that refuses this endpoint; none for a survivor."""
        return tuple(clause for clause in self.clauses if clause.refuses(endpoint))

    def alone(self) -> Mapping[Refusal, tuple[Endpoint, ...]]:
        """For each clause the endpoints that it holds back and no other clause does."""
        planes = {clause: plane(self.catalogue, clause) for clause in self.clauses}
        once = twice = 0
        for bits in planes.values():
            once, twice = once | bits, twice | once & bits
        return {clause: self._picked(bits & ~twice) for clause, bits in planes.items()}

    def release(self, name: str) -> Excluded | None:
        """The fewest settings whose release lets an endpoint of a model through.

        `None` for an unknown model, for one without endpoints and for one that has a survivor.
        """
        verdict = self.verdict(name)
        if verdict is None or verdict.survivors or not verdict.excluded:
            return None
        return min(verdict.excluded, key=lambda row: len(row[1]))

    def _lanes(self) -> list[bytes]:
        return [lane(self.catalogue, part) for part in _parts(self.clauses)]

    def _picked(self, bits: int) -> tuple[Endpoint, ...]:
        digits = f"{bits:b}".encode()[::-1]
        return tuple(compress(self.catalogue.endpoints, map((48).__ne__, digits)))

    def __repr__(self) -> str:
        return f"<Clearance: {len(self.clauses)} clauses over {self.catalogue!r}>"


def _place(clause: Refusal) -> tuple[int, str, str, str]:
    return clause.reason.sort_key()


def _parts(clauses: Sequence[Refusal]) -> Iterator[Sequence[Refusal]]:
    return (clauses[start : start + WIDTH] for start in range(0, len(clauses), WIDTH))


class _Reasons(dict[int, tuple["Reason", ...]]):
    """The reasons behind each pattern of clause bits, put together when first seen."""

    __slots__ = ("said",)

    def __init__(self, clauses: Sequence[Refusal]) -> None:
        self.said = {1 << place: clause.reason for place, clause in enumerate(clauses)}
        self[0] = ()

    def __missing__(self, bits: int) -> tuple[Reason, ...]:
        lowest = bits & -bits
        reason, rest = self.said[lowest], self[bits ^ lowest]
        # Clauses are sorted by reason: equal reasons are neighbours, and are said once.
        self[bits] = reasons = rest if rest[:1] == (reason,) else (reason, *rest)
        return reasons


class _Bits(dict[int, int]):
    """Which clauses a value of a column calls up, worked out when the value is first seen."""

    __slots__ = ("placed", "values_")

    def __init__(
        self, values: Sequence[tuple[str, ...]], placed: Sequence[tuple[int, Clause]]
    ) -> None:
        self.values_ = values
        self.placed = placed

    def __missing__(self, number: int) -> int:
        self[number] = bits = _covering(self.placed, self.values_[number])
        return bits


def _covering(placed: Sequence[tuple[int, Clause]], names: tuple[str, ...]) -> int:
    bits = 0
    for bit, clause in placed:
        if clause.entries.isdisjoint(names) is clause.only:
            bits |= bit
    return bits


class _Verdicts(dict[str, Verdict | None]):
    """The verdicts asked for so far, by names that the catalogue has: at most one fill each.

    Filling is idempotent, so threads cannot disagree; a name that the catalogue does not have is
    never kept, so callers cannot make it grow.
    """

    __slots__ = ("by_model", "catalogue", "columns", "others", "reasons")

    def __init__(self, clauses: Sequence[Refusal], catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.reasons = _Reasons(clauses)
        placed: dict[str, list[tuple[int, Clause]]] = {}
        self.others: list[tuple[int, Refusal]] = []
        for place, clause in enumerate(clauses):
            if isinstance(clause, Clause):
                placed.setdefault(clause.column, []).append((1 << place, clause))
            else:
                self.others.append((1 << place, clause))
        self.by_model = placed.pop("models", ())
        self.columns = [
            (column.numbers, _Bits(column.values, part))
            for column, part in ((catalogue.columns[name], part) for name, part in placed.items())
        ]

    def __missing__(self, name: str) -> Verdict | None:
        model = self.catalogue.find(name)
        if model is None:
            return None
        verdict = self[model.id] if name != model.id else self._decide(model)
        if name in self.catalogue.models or name in self.catalogue.aliases:
            self[name] = verdict
        return verdict

    def _decide(self, model: Model) -> Verdict:
        endpoints = self.catalogue.of(model)
        survivors, excluded, reasons = [], [], self.reasons
        for endpoint, bits in zip(endpoints, self._bits(model, endpoints), strict=False):
            if bits:
                excluded.append((endpoint, reasons[bits]))
            else:
                survivors.append(endpoint)
        return Verdict(model, tuple(survivors), tuple(excluded))

    def _bits(self, model: Model, endpoints: Sequence[Endpoint]) -> Iterator[int]:
        bits: Iterator[int] = repeat(_covering(self.by_model, model.names), len(endpoints))
        for numbers, table in self.columns:
            bits = map(or_, bits, map(table.__getitem__, numbers[model.start : model.stop]))
        for bit, clause in self.others:
            bits = map(
                or_, bits, [bit if clause.refuses(endpoint) else 0 for endpoint in endpoints]
            )
        return bits
