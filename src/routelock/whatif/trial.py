"""Trial: what becomes of requests when one set of guardrails gives way to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.policy import compose
from routelock.reasons import Code, Layer, Reason
from routelock.whatif.planes import CHANGED, Planes
from routelock.whatif.prices import cheapest

if TYPE_CHECKING:
    from routelock.catalogue import Catalogue, Model, Pricing
    from routelock.policy import Policy
    from routelock.whatif.assignments import Assignments, Who

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

    @property
    def newly_refused(self) -> bool:
        """Whether the change is what refuses it."""
        return self.refused_after and not self.refused_before

    @property
    def newly_allowed(self) -> bool:
        """Whether the change is what lets it through."""
        return self.refused_before and not self.refused_after


class Standing:
    """What a policy leaves to somebody, as planes: what survives, and what each setting refuses."""

    __slots__ = ("_planes", "_settings", "left", "policy")

    def __init__(self, policy: Policy, planes: Planes) -> None:
        self.policy = policy
        self.left = planes.left(policy)
        self._planes = planes
        self._settings: tuple[tuple[Reason, int], ...] | None = None

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
    """

    def __init__(self, before: Assignments, after: Assignments, catalogue: Catalogue) -> None:
        self.before = before
        self.after = after
        self.catalogue = catalogue
        self._planes = Planes(catalogue)
        self._standings: dict[tuple[int, ...], Standing] = {}
        self._prices: dict[tuple[str, int], Pricing | None] = {}

    def __reduce__(self) -> tuple[type[Trial], tuple[Assignments, Assignments, Catalogue]]:
        # What it has kept goes by addresses, which mean nothing in another process.
        return Trial, (self.before, self.after, self.catalogue)

    def standings(self, who: Who) -> tuple[Standing, Standing]:
        """What is left to somebody before and after."""
        return self._standing(self.before.parts(who)), self._standing(self.after.parts(who))

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
    def reasons(before: Standing, after: Standing, wish: Wish) -> tuple[Reason, ...]:
        """Why what becomes of a request changes: what refuses it now, or refused it before.

        For one that is only rerouted these are the reasons that its own host is refused for, or
        that the catalogue does not have its model at that host.
        """
        if wish.model is None:
            return (UNKNOWN,)
        survives = after.left & wish.rows
        if not survives:
            return after.reasons(wish.rows)
        if not before.left & wish.rows:
            return before.reasons(wish.rows)
        return after.reasons(wish.at or 0) or (CHANGED,)

    def _standing(self, parts: tuple[Policy, ...]) -> Standing:
        known = tuple(map(id, parts))  # a policy lives as long as its assignment does
        standing = self._standings.get(known)
        if standing is None:
            standing = self._standings[known] = Standing(compose(parts), self._planes)
        return standing

    def _price(self, model: Model, left: int) -> Pricing | None:
        found = (model.id, left)
        if found not in self._prices:
            rows = zip(self.catalogue.of(model), f"{left >> model.start:b}"[::-1], strict=False)
            best = cheapest(endpoint for endpoint, bit in rows if bit == "1")
            self._prices[found] = None if best is None else best.pricing
        return self._prices[found]
