"""Paging: which part of a list is wanted (spec 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from routelock.service.parameters import Parameter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from routelock.service.call import Call
    from routelock.service.parameters import Given
    from routelock.store.protocol import Field, Page, Shelf

Row = TypeVar("Row")


class Span(NamedTuple):
    """Some rows: how many are skipped, and how many come; `None` is all that are left."""

    offset: int
    limit: int | None

    @property
    def stop(self) -> int | None:
        """The number of the first row that is not wanted."""
        return None if self.limit is None else self.offset + self.limit


def paged(most: int) -> tuple[Parameter, ...]:
    """The two parameters of a list that gives at most `most` rows at once."""
    limit = {"type": "integer", "minimum": 1, "maximum": most}
    return (
        Parameter("offset", {"type": "integer", "minimum": 0}, "Number of records to skip."),
        Parameter("limit", limit, "Maximum number of records to return."),
    )


SHORT, LONG = 50, 500
"""How many rows come when nothing is said: of a list, and of the models of a user."""


def span(query: Mapping[str, Given]) -> Span:
    """The part of a list that a query asks for."""
    return Span(int(query.get("offset", 0)), int(query.get("limit", SHORT)))


def whole_or_span(query: Mapping[str, Given]) -> Span:
    """The same for the models of a user, where saying nothing asks for all (spec 4.7)."""
    if not query.keys() & {"offset", "limit"}:
        return Span(0, None)
    return Span(int(query.get("offset", 0)), int(query.get("limit", LONG)))


def part(call: Call, shelf: Shelf[Row], *filters: str, **fields: Field) -> Page[Row]:
    """The rows that a call asks for: its span, the filters that it names, and these fields."""
    offset, limit = span(call.query)
    named = {name: call.query[name] for name in filters if name in call.query}
    return shelf.page(call.organization, offset=offset, limit=limit, **named, **fields)
