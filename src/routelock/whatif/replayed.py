"""Replayed: what a change would have done to a log of requests, as a frozen value."""

from __future__ import annotations

import json
from decimal import Decimal
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.whatif import notebook
from routelock.whatif.budgets import Cut, as_json, cut
from routelock.whatif.log import KNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Json = dict[str, Any]

NANO = Decimal(1_000_000_000)

DIMENSIONS = {
    "by_reason": "reason",
    "by_key": "api_key",
    "by_member": "member",
    "by_workspace": "workspace",
    "by_model": "model",
    "by_host": "provider",
    "by_day": "day",
}
"""By what totals are given, and what those dimensions are called in a tally."""


class Totals(NamedTuple):
    """Counts of rows, and USD. An unpriced row is served and nobody knows what it would cost."""

    rows: int = 0
    refused_before: int = 0
    refused_after: int = 0
    newly_refused: int = 0
    newly_allowed: int = 0
    rerouted: int = 0
    unpriced: int = 0
    cost_before: Decimal = Decimal(0)
    cost_after: Decimal = Decimal(0)

    def plus(self, other: Totals) -> Totals:
        """The totals of both."""
        return Totals(*map(add, self, other))

    def as_json(self) -> Json:
        """Counts as they are, USD as numbers."""
        told = self._asdict()
        return told | {name: float(told[name]) for name in ("cost_before", "cost_after")}


class Found(NamedTuple):
    """What an entry of content filters finds on one side, and in how many rows."""

    side: str
    layer: str
    guardrail: str | None
    field: str
    slug: str | None
    label: str | None
    action: str
    findings: int
    rows: int


class Content(NamedTuple):
    """What content filters do: rows that have a text and a filter, rows blocked, and findings."""

    screened: int = 0
    blocked_before: int = 0
    blocked_after: int = 0
    newly_blocked: int = 0
    newly_allowed: int = 0
    findings: tuple[Found, ...] = ()

    def as_json(self) -> Json:
        """The counts, and the findings as objects."""
        return self._asdict() | {"findings": [one._asdict() for one in self.findings]}


class Replayed(NamedTuple):
    """The totals of a log, in all and by the names of each of `DIMENSIONS`, the most rows first.

    `unusable` counts, by column, the rows that have no usable value there. Those without a model
    are in `total.rows` and in nothing else. `budgets` has a value for each entity and window that
    was cut off, in the order of time; `content` says what filters do.
    """

    total: Totals
    unusable: Mapping[str, int]
    by: Mapping[str, Mapping[str | None, Totals]]
    budgets: tuple[Cut, ...] = ()
    content: Content = Content()

    def as_json(self) -> Json:
        """What `routelock replay --json` prints, ready for a JSON encoder."""
        told = {
            name: [{"name": each, **totals.as_json()} for each, totals in self.by[name].items()]
            for name in DIMENSIONS
        }
        for row in told["by_reason"]:
            row["reason"] = json.loads(row.pop("name"))
        return {
            **self.total.as_json(),
            "unusable": dict(self.unusable),
            "budgets": [*map(as_json, self.budgets)],
            "content": self.content.as_json(),
            **told,
        }

    def _repr_html_(self) -> str:
        return notebook.html(self.as_json())


def gathered(tally: Iterable[Mapping[str, Any]]) -> Replayed:
    """The totals that the rows of a tally come to, whichever engines they are from."""
    found: dict[str, dict[str | None, Totals]] = {}
    cuts: list[Cut] = []
    for row in tally:
        if row["dimension"] == "cut":
            cuts.append(cut(row))
        names = found.setdefault(row["dimension"], {})
        names[row["name"]] = names.get(row["name"], Totals()).plus(_totals(row))
    counts = _rows(found, "unusable")
    unusable = {field.name: counts[field.name] for field in KNOWN if field.name in counts}
    total = found.get("total", {}).get("", Totals())
    total = total._replace(rows=total.rows + unusable.get("model", 0))
    by = {name: _sorted(found.get(each, {})) for name, each in DIMENSIONS.items()}
    by["by_day"] = dict(sorted(by["by_day"].items(), key=lambda row: row[0] or ""))
    cuts.sort(key=lambda one: (one.at, one.written()))
    return Replayed(total, unusable, by, tuple(cuts), _content(found))


def _rows(found: Mapping[str, Mapping[str | None, Totals]], dimension: str) -> dict[str, int]:
    return {name or "": totals.rows for name, totals in found.get(dimension, {}).items()}


def _content(found: Mapping[str, Mapping[str | None, Totals]]) -> Content:
    rows, findings = _rows(found, "found"), _rows(found, "findings")
    told = [
        Found._make((*json.loads(name), findings[name], rows[name])) for name in sorted(findings)
    ]
    return Content(**_rows(found, "blocked"), findings=tuple(told))


def _totals(row: Mapping[str, Any]) -> Totals:
    counts = {name: row[name] for name in Totals._fields if name in row}
    return Totals(**counts, cost_before=row["nano_before"] / NANO)


def _sorted(named: Mapping[str | None, Totals]) -> dict[str | None, Totals]:
    there = [item for item in named.items() if item[1].rows]  # others were taken back
    return dict(sorted(there, key=lambda row: (-row[1].rows, row[0] or "")))
