"""Clauses: the ways to refuse an endpoint. A clause can only refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from routelock.catalogue import COLLECTS, PUBLISHES_FREE, TRAINS_FREE, TRAINS_PAID
from routelock.reasons import Code, Reason, Source
from routelock.vendors import OTHER

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from decimal import Decimal

    from routelock.catalogue import Endpoint
    from routelock.vendors import Vendors


class Refusal(Protocol):
    """Anything that can refuse an endpoint; it must be a hashable value and always say the same."""

    @property
    def reason(self) -> Reason:
        """What is said of each endpoint that it refuses."""

    def refuses(self, endpoint: Endpoint) -> bool:
        """Whether this endpoint may not be used."""


class Clause(NamedTuple):
    """One way to refuse, by the names that an endpoint has in one column.

    It refuses what the entries cover or, with `only`, what they do not cover. The columns are
    those of `Endpoint`: `host`, `tags`, `models`, `conduct`, `regions`, `precision`.
    """

    reason: Reason
    column: str
    entries: frozenset[str]
    only: bool = False

    def refuses(self, endpoint: Endpoint) -> bool:
        """Whether this endpoint may not be used."""
        names: tuple[str, ...] = getattr(endpoint, self.column)
        return self.entries.isdisjoint(names) is self.only

    def matched(self, endpoint: Endpoint) -> tuple[str, ...]:
        """The entries that cover this endpoint: the detail behind a reason."""
        names: tuple[str, ...] = getattr(endpoint, self.column)
        return tuple(name for name in names if name in self.entries)


class Kind(NamedTuple):
    """How a field of a document becomes a clause: its code, its column and its sense."""

    code: Code
    column: str
    only: bool


LISTS = {
    "allowed_providers": Kind(Code.PROVIDER_NOT_ALLOWED, "tags", only=True),
    "ignored_providers": Kind(Code.PROVIDER_IGNORED, "tags", only=False),
    "allowed_models": Kind(Code.MODEL_NOT_ALLOWED, "models", only=True),
    "ignored_models": Kind(Code.MODEL_IGNORED, "models", only=False),
}
"""The four lists of a guardrail (spec 2.1)."""

FLAGS = {
    "enable_free_model_training": (Code.FREE_TRAINING_FORBIDDEN, frozenset((TRAINS_FREE,))),
    "enable_paid_model_training": (Code.PAID_TRAINING_FORBIDDEN, frozenset((TRAINS_PAID,))),
    "enable_free_model_publication": (
        Code.FREE_PUBLICATION_FORBIDDEN,
        frozenset((PUBLISHES_FREE,)),
    ),
}
"""The flags that refuse when they are false (spec 2.1), and the conduct that they refuse."""


_new = tuple.__new__  # half the time of a call of the class, a dozen times for each policy


def listed(source: Source, field: str, kind: Kind, entries: Sequence[str]) -> Clause:
    """The clause of one list; hosts are compared without regard to case."""
    reason = _new(Reason, (kind.code, *source, field))
    if kind.column != "tags":
        return _new(Clause, (reason, kind.column, frozenset(entries), kind.only))
    whole = "".join(entries)
    # There are fewer hosts than tags, and most lists name hosts alone, in lower case.
    column = "tags" if "/" in whole else "host"
    folded = entries if whole == whole.casefold() else map(str.casefold, entries)
    return _new(Clause, (reason, column, frozenset(folded), kind.only))


def forbidden(source: Source, field: str, code: Code, deeds: frozenset[str]) -> Clause:
    """The clause that refuses every endpoint whose host does one of `deeds` with prompts."""
    reason = _new(Reason, (code, *source, field))
    return _new(Clause, (reason, "conduct", deeds, False))


_NOBODY: frozenset[str] = frozenset()
_NOT_RETAINED = frozenset(("",))


def no_retention(source: Source, field: str, words: Collection[str], vendors: Vendors) -> Clause:
    """The clause that refuses endpoints that retain prompts, for the authors of these words."""
    reason = _new(Reason, (Code.ZDR_REQUIRED, *source, field))
    authors = vendors.authors
    if OTHER not in words:
        governed = _NOBODY.union(*[authors[word] for word in words])
        return _new(Clause, (reason, "conduct", governed, False))
    spared = [authors[word] for word in authors if word not in words]
    return _new(Clause, (reason, "conduct", _NOT_RETAINED.union(*spared), True))


def collection_denied(source: Source, field: str) -> Clause:
    """The clause of `data_collection: "deny"`: nobody who may train on or publish prompts."""
    return forbidden(source, field, Code.DATA_COLLECTION_DENIED, frozenset((COLLECTS,)))


class PriceAbove(NamedTuple):
    """Refuses an endpoint whose price for one unit is above `most` (USD) or unknown."""

    reason: Reason
    unit: str
    most: Decimal

    def refuses(self, endpoint: Endpoint) -> bool:
        """Whether this endpoint may not be used."""
        price: Decimal | None = getattr(endpoint.pricing, self.unit)
        return price is None or price > self.most


class Unsupported(NamedTuple):
    """Refuses an endpoint that does not list all of these request parameters."""

    reason: Reason
    parameters: frozenset[str]

    def refuses(self, endpoint: Endpoint) -> bool:
        """Whether this endpoint may not be used."""
        return not self.parameters <= endpoint.parameters


class TooLong(NamedTuple):
    """Refuses an endpoint that cannot give `tokens` of completion after `prompt` tokens."""

    reason: Reason
    tokens: int
    prompt: int | None = None

    def refuses(self, endpoint: Endpoint) -> bool:
        """Whether this endpoint may not be used."""
        whole = self.tokens + (self.prompt or 0)
        known = self.prompt is not None
        return self.tokens > endpoint.room or (known and whole > endpoint.context_length)
