"""Clearance: a policy over one catalogue: what is left, and why the rest is not."""

from __future__ import annotations

import re
from itertools import compress
from typing import TYPE_CHECKING

from routelock.clauses import Clause, Refusal
from routelock.lanes import WIDTH, lane, plane

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from routelock.catalogue import Catalogue, Endpoint, Model
    from routelock.policy import Policy
    from routelock.reasons import Reason

Names = tuple[str, ...]
Placed = tuple[int, frozenset[str], bool]  # the bit of a clause, its entries, its sense

_ONE = re.compile("1")
_FREE = b"\x01" + bytes(255)


Excluded = tuple["Endpoint", tuple["Reason", ...]]
"""An endpoint that may not be used, with every reason, sorted."""


class Verdict:
    """What a policy says of one model; immutable.

    `survivors` are the endpoints that are left. `reasons` stand beside all endpoints of the model,
    in catalogue order: `()` for a survivor. `excluded` are the others with their reasons.
    """

    __slots__ = ("_catalogue", "_excluded", "model", "reasons", "survivors")

    def __init__(
        self, model: Model, reasons: tuple[tuple[Reason, ...], ...], catalogue: Catalogue
    ) -> None:
        self.model = model
        self.reasons = reasons
        self._catalogue = catalogue
        self._excluded: tuple[Excluded, ...] | None = None
        self.survivors: tuple[Endpoint, ...] = ()
        if () in reasons:
            rows = zip(catalogue.of(model), reasons, strict=True)
            self.survivors = tuple([endpoint for endpoint, why in rows if not why])

    @property
    def excluded(self) -> tuple[Excluded, ...]:
        """The endpoints that may not be used, each with every reason; put together when asked."""
        if self._excluded is None:
            rows = zip(self._catalogue.of(self.model), self.reasons, strict=True)
            self._excluded = tuple([row for row in rows if row[1]])
        return self._excluded

    def __repr__(self) -> str:
        counts = f"{len(self.survivors)} of {len(self.reasons)} endpoints"
        return f"<Verdict: {counts} of {self.model.id}>"


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
        whole, table = self._lanes(), self._verdicts.reasons
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
        digits = f"{bits:b}"[::-1]
        return tuple([self.catalogue.endpoints[found.start()] for found in _ONE.finditer(digits)])

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

    __slots__ = ("named", "placed")

    def __init__(self, named: Sequence[Names], placed: Sequence[Placed]) -> None:
        self.named = named
        self.placed = placed

    def __missing__(self, number: int) -> int:
        names, bits = self.named[number], 0
        for bit, entries, only in self.placed:
            if entries.isdisjoint(names) is only:
                bits |= bit
        self[number] = bits
        return bits


class _Verdicts(dict[str, Verdict | None]):
    """The verdicts asked for so far, by names that the catalogue has: at most one fill each.

    Filling is idempotent, so threads cannot disagree; a name that the catalogue does not have is
    never kept, so callers cannot make it grow.
    """

    __slots__ = (
        "by_conduct", "by_host", "by_model", "catalogue", "conducts", "hosts", "others", "reasons",
    )  # fmt: skip

    def __init__(self, clauses: Sequence[Refusal], catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.reasons = _Reasons(clauses)
        placed: dict[str, list[Placed]] = {"host": [], "conduct": [], "models": []}
        self.others: list[tuple[int, Refusal]] = []
        for place, clause in enumerate(clauses):
            if isinstance(clause, Clause) and clause.column in placed:
                placed[clause.column].append((1 << place, clause.entries, clause.only))
            else:
                self.others.append((1 << place, clause))
        hosts, conducts = catalogue.columns["host"], catalogue.columns["conduct"]
        self.by_host, self.hosts = _Bits(hosts.values, placed["host"]), hosts.numbers
        self.by_conduct, self.conducts = _Bits(conducts.values, placed["conduct"]), conducts.numbers
        self.by_model = placed["models"]

    def __missing__(self, name: str) -> Verdict | None:
        model = self.catalogue.models.get(name) or self.catalogue.find(name)
        if model is None:
            return None
        if name != model.id:
            verdict = self[model.id]
            if name in self.catalogue.aliases:
                self[name] = verdict
            return verdict
        # Of two threads that decide at once, both get what the first one kept.
        return self.setdefault(name, Verdict(model, self._reasons(model), self.catalogue))

    def _reasons(self, model: Model) -> tuple[tuple[Reason, ...], ...]:
        """One pass over the few rows of a model: a plain loop, since a short one is fastest."""
        _, _, _, names, start, stop, _ = model
        against = 0
        for bit, entries, only in self.by_model:
            if entries.isdisjoint(names) is only:
                against |= bit
        by_host, by_conduct, reasons = self.by_host, self.by_conduct, self.reasons
        rows = zip(self.hosts[start:stop], self.conducts[start:stop], strict=False)
        if not self.others:
            return tuple(
                [reasons[against | by_host[host] | by_conduct[deeds]] for host, deeds in rows]
            )
        found = zip(self.catalogue.of(model), rows, strict=True)
        return tuple(
            [
                reasons[against | by_host[host] | by_conduct[deeds] | self._others(endpoint)]
                for endpoint, (host, deeds) in found
            ]
        )

    def _others(self, endpoint: Endpoint) -> int:
        return sum(bit for bit, clause in self.others if clause.refuses(endpoint))
