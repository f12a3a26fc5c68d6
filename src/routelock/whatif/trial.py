"""Trial: what becomes of requests when one set of guardrails gives way to another."""

from __future__ import annotations

from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, NamedTuple

from routelock.policy import compose
from routelock.reasons import Code, Layer, Reason
from routelock.whatif.budgets import SIDES, purses
from routelock.whatif.planes import CHANGED, Planes
from routelock.whatif.prices import cheapest
from routelock.whatif.screener import Screener

if TYPE_CHECKING:
    from routelock.catalogue import Catalogue, Model, Pricing
    from routelock.policy import Policy
    from routelock.whatif.assignments import Assignments, Who
    from routelock.whatif.budgets import Purse

UNKNOWN = Reason(Code.MODEL_UNKNOWN, Layer.REQUEST, None, "/model")
"""Said of a request whose model the catalogue does not have."""


class Outcome(NamedTuple):
    """What becomes of such a request: on both sides whether it is refused, and at what price.

    It is refused where no endpoint of its model survives, and rerouted where its own host does not
    survive after the change and another does. `price` is that of the cheapest endpoint that
    survives after it, `None` where none does or none has a known price.
    """

    refused_before: bool
    refused_after: bool
    rerouted: bool
    price: Pricing | None

    def and_refused(self, *, before: bool, after: bool) -> Outcome:
        """The outcome where something beside routing refuses, too: filters, or budgets."""
        if not before and not after:
            return self
        return Outcome(
            self.refused_before or before,
            self.refused_after or after,
            self.rerouted and not after,
            None if after else self.price,
        )

    @property
    def newly_refused(self) -> bool:
        """Whether the change is what refuses it."""
        return self.refused_after and not self.refused_before

    @property
    def newly_allowed(self) -> bool:
        """Whether the change is what lets it through."""
        return self.refused_before and not self.refused_after


class More(NamedTuple):
    """Why something beside routing refuses a request, before and after: filters, or budgets."""

    before: tuple[Reason, ...] = ()
    after: tuple[Reason, ...] = ()


NOTHING = More()
"""Nothing refuses beside routing."""


class Standing:
    """What a policy leaves to somebody, as planes: what survives, and what each setting refuses."""

    __slots__ = ("_parts", "_planes", "_policy", "_settings", "left")

    def __init__(self, parts: tuple[Policy, ...], left: int, planes: Planes) -> None:
        self.left = left
        self._parts, self._planes = parts, planes
        self._policy: Policy | None = None
        self._settings: tuple[tuple[Reason, int], ...] | None = None

    @property
    def policy(self) -> Policy:
        """All that applies, together; put together when somebody asks."""
        if self._policy is None:
            self._policy = compose(self._parts)
        return self._policy

    def reasons(self, rows: int) -> tuple[Reason, ...]:
        """The settings that refuse some of these rows, sorted."""
        if self._settings is None:
            self._settings = tuple(self._planes.settings(self.policy).items())
        return tuple([reason for reason, bits in self._settings if bits & rows])


class Wish(NamedTuple):
    """A model and the host that served it, over the catalogue: its rows, and those at that host.

    `model` is `None` where the catalogue does not have it, `at` where no host is known.
    """

    model: Model | None
    rows: int = 0
    at: int | None = None


class Trial:
    """Two assignments of guardrails over one catalogue; what it says never changes.

    Whoever has the same guardrails has one standing, and each set of survivors one price, so what
    becomes of a request is two `&`. A trial can be pickled, for other processes to ask it.
    `limited` and `filters` say whether any guardrail has a budget, or a content filter.
    """

    def __init__(self, before: Assignments, after: Assignments, catalogue: Catalogue) -> None:
        self.before = before
        self.after = after
        self.catalogue = catalogue
        self.limited = any(one.limits for one in (*before.policies(), *after.policies()))
        self.filters = any(one.rules for one in (*before.policies(), *after.policies()))
        self.screener = Screener()
        self._planes = Planes(catalogue)
        self._standings: dict[tuple[int, ...], Standing] = {}
        self._survivors: dict[int, int] = {}
        self._prices: dict[tuple[str, int], Pricing | None] = {}

    def __reduce__(self) -> tuple[type[Trial], tuple[Assignments, Assignments, Catalogue]]:
        # What it has kept goes by addresses, which mean nothing in another process.
        return Trial, (self.before, self.after, self.catalogue)

    def standings(self, who: Who) -> tuple[Standing, Standing]:
        """What is left to somebody before and after."""
        return self._standing(self.before.parts(who)), self._standing(self.after.parts(who))

    def purses(self, who: Who) -> tuple[tuple[Purse, ...], tuple[Purse, ...]]:
        """What somebody spends from before and after."""
        was, now = (standing.policy for standing in self.standings(who))
        return (*purses(SIDES[0], was, who),), (*purses(SIDES[1], now, who),)

    def wish(self, model: str, host: str | None) -> Wish:
        """What a log names; the host by its slug, or by a tag or the part of one."""
        found = self.catalogue.find(model)
        if found is None:
            return Wish(None)
        rows = ((1 << (found.stop - found.start)) - 1) << found.start
        at = None if host is None else rows & self._planes.named("tags", host.casefold())
        return Wish(found, rows, at)

    def outcome(self, before: Standing, after: Standing, wish: Wish) -> Outcome:
        """What becomes of a request, before and after."""
        model, rows, at = wish
        ours, theirs = before.left & rows, after.left & rows
        rerouted = theirs != 0 and at is not None and theirs & at == 0
        price = None if model is None else self._price(model, theirs)
        return Outcome(ours == 0, theirs == 0, rerouted, price)

    @staticmethod
    def reasons(
        before: Standing, after: Standing, wish: Wish, more: More = NOTHING
    ) -> tuple[Reason, ...]:
        """Why what becomes of a request changes: what refuses it now, or refused it before.

        Where routing does not refuse it, the reasons are those of `more`. For one that is only
        rerouted these are the reasons that its own host is refused for, or that the catalogue does
        not have its model at that host.
        """
        if wish.model is None:
            return (UNKNOWN,)
        for standing, beside in ((after, more.after), (before, more.before)):
            if not standing.left & wish.rows:
                return standing.reasons(wish.rows)
            if beside:
                return beside
        return after.reasons(wish.at or 0) or (CHANGED,)

    def _standing(self, parts: tuple[Policy, ...]) -> Standing:
        known = tuple(map(id, parts))  # a policy lives as long as its assignment does
        standing = self._standings.get(known)
        if standing is None:
            # What survives all survives each: few policies make many sets of them.
            left = reduce(and_, map(self._left, parts), self._planes.there)
            standing = self._standings[known] = Standing(parts, left, self._planes)
        return standing

    def _left(self, policy: Policy) -> int:
        left = self._survivors.get(id(policy))
        if left is None:
            left = self._survivors[id(policy)] = self._planes.left(policy)
        return left

    def _price(self, model: Model, left: int) -> Pricing | None:
        found = (model.id, left)
        if found not in self._prices:
            rows = zip(self.catalogue.of(model), f"{left >> model.start:b}"[::-1], strict=False)
            best = cheapest(endpoint for endpoint, bit in rows if bit == "1")
            self._prices[found] = None if best is None else best.pricing
        return self._prices[found]
