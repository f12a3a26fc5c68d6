"""Report: a comparison or a replay for people, as one sentence and tables."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING

from routelock.explain import Column, Report, Table, sentence, setting
from routelock.reasons import Code, Layer, Reason
from routelock.whatif.budgets import as_json
from routelock.whatif.log import KNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from routelock.catalogue import Endpoint
    from routelock.reasons import Source
    from routelock.whatif.budgets import Cut
    from routelock.whatif.comparison import (
        Change,
        Cheapest,
        Comparison,
        Cost,
        Lonely,
        Setting,
    )
    from routelock.whatif.replayed import Content, Replayed, Totals

MILLION = 1_000_000


def compared(told: Comparison) -> Report:
    """What there is to say of a comparison; a table for each part that is not empty."""
    tables = (
        _models("models lost", told.models_lost),
        _models("models gained", told.models_gained),
        _settings(told.settings),
        _idle(told.idle),
        _lonely(told.single_host),
        _cheapest(told.cheapest),
        _changes("lost", "because", told.endpoints_lost),
        _changes("gained", "what fell away", told.endpoints_gained),
    )
    return Report(_headline(told), tuple(table for table in tables if table.rows))


def shortened(told: Report, most: int) -> Report:
    """The same report with at most so many rows in a table, and how many were left out.

    >>> cut = shortened(Report("", (Table("lost", (Column("model"),), (("a",), ("b",))),)), 1)
    >>> cut.tables[0].title
    'lost (1 of 2 shown)'
    """
    return told._replace(tables=tuple(_cut(table, most) for table in told.tables))


def _cut(table: Table, most: int) -> Table:
    if len(table.rows) <= most:
        return table
    title = f"{table.title} ({most} of {len(table.rows)} shown)"
    return table._replace(title=title, rows=table.rows[:most])


def _headline(told: Comparison) -> str:
    endpoints, models = told.after
    left = f"{_count(endpoints, 'endpoint')} of {_count(models, 'model')} left"
    if told.alike:
        return f"the same endpoints survive: {left}"
    lost, gained = len(told.endpoints_lost), len(told.endpoints_gained)
    gone, come = len(told.models_lost), len(told.models_gained)
    return (
        f"{_count(lost, 'endpoint')} lost, {gained} gained; "
        f"{_count(gone, 'model')} lost, {come} gained; {left}"
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _changes(title: str, why: str, changes: Iterable[Change]) -> Table:
    rows = tuple(
        (f"{_shown(one.model_id)}\n{_shown(one.tag)}", "\n".join(map(sentence, one.reasons)))
        for one in changes
    )
    return Table(title, (Column("endpoint", names=True), Column(why)), rows)


def _models(title: str, models: Iterable[str]) -> Table:
    return Table(title, (Column("model", names=True),), tuple((_shown(one),) for one in models))


def _settings(settings: Iterable[Setting]) -> Table:
    rows = tuple(
        (
            setting(one.reason),
            _became(one),
            _arrow(one.before, one.after, "refuses"),
            _arrow(one.before, one.after, "alone"),
        )
        for one in settings
    )
    titles = ("setting", "change", "excludes", "alone")
    return Table("settings", tuple(map(Column, titles)), rows)


def _became(one: Setting) -> str:
    if one.before is None:
        return "new"
    if one.after is None:
        return "gone"
    return "changed" if one.changed else ""


def _arrow(before: Cost | None, after: Cost | None, field: str) -> str:
    """A count on both sides; one number where it stays the same."""
    counts = [str(getattr(cost, field)) if cost else "-" for cost in (before, after)]
    return counts[0] if counts[0] == counts[1] else " → ".join(counts)


def _idle(sources: Iterable[Source]) -> Table:
    rows = tuple((layer.value, _shown(name or "")) for layer, name in sources)
    columns = (Column("layer"), Column("guardrail", names=True))
    return Table("guardrails that change nothing", columns, rows)


def _lonely(rows: Iterable[Lonely]) -> Table:
    """Only models that the change left with one host."""
    new = tuple(
        (_shown(model), _shown(host), str(before)) for model, host, before in rows if before > 1
    )
    columns = (Column("model", names=True), Column("host", names=True), Column("hosts before"))
    return Table("left with one host", columns, new)


def _cheapest(rows: Iterable[Cheapest]) -> Table:
    """Only models that stay and of which the cheapest price is another."""
    changed = tuple(
        (_shown(model), _price(before), _price(after))
        for model, before, after in rows
        if before and after and _price(before) != _price(after)
    )
    columns = (Column("model", names=True), Column("before"), Column("after"))
    return Table("cheapest (USD per million tokens of prompt + completion)", columns, changed)


def _price(endpoint: Endpoint) -> str:
    prompt, completion = endpoint.pricing.prompt, endpoint.pricing.completion
    return " + ".join(
        "?" if price is None else f"{(price * MILLION).normalize():f}"
        for price in (prompt, completion)
    )


def _shown(name: str) -> str:
    """A name that can neither break a table nor command a terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)


# --- a replay -------------------------------------------------------------------------------------


def replayed(told: Replayed) -> Report:
    """What there is to say of a replay; names with rows that change nothing are left out."""
    tables = [
        _totals("by reason", told.by["by_reason"], sentences=True),
        *(_totals(title, told.by[name]) for name, title in TITLES.items()),
        _budgets(told.budgets),
        _content(told.content),
        _unusable(told.unusable),
    ]
    return Report(_effect(told.total), tuple(table for table in tables if table.rows))


TITLES = {
    "by_day": "by day",
    "by_model": "by model",
    "by_host": "by host",
    "by_workspace": "by workspace",
    "by_member": "by member",
    "by_key": "by key",
}
COUNTED = ("rows", "newly_refused", "newly_allowed", "rerouted")


def _effect(total: Totals) -> str:
    counts = f"{total.newly_refused} newly refused, {total.newly_allowed} newly allowed"
    prices = f"{_usd(total.cost_before)} USD before, {_usd(total.cost_after)} USD after"
    unpriced = f" ({_count(total.unpriced, 'row')} without a price)" if total.unpriced else ""
    return f"{_count(total.rows, 'row')}: {counts}, {total.rerouted} rerouted; {prices}{unpriced}"


def _usd(amount: Decimal) -> str:
    """Cents for what costs a dollar or more, else enough digits to see something."""
    return f"{amount:.2f}" if amount >= 1 or not amount else f"{amount:.3g}"


def _totals(title: str, named: Mapping[str | None, Totals], *, sentences: bool = False) -> Table:
    changed = {
        name: totals
        for name, totals in named.items()
        if totals.newly_refused or totals.newly_allowed or totals.rerouted
    }
    rows = tuple(
        (
            _said(name) if sentences else _shown(name or "-"),
            *(str(getattr(totals, count)) for count in COUNTED),
            _usd(totals.cost_before),
            _usd(totals.cost_after),
        )
        for name, totals in changed.items()
    )
    titles = ("rows", "refused", "allowed", "rerouted", "USD", "USD after")
    return Table(title, (Column("", names=not sentences), *map(Column, titles)), rows)


def _budgets(cuts: Iterable[Cut]) -> Table:
    """Who was cut off, in the order of time."""
    rows = tuple(
        (
            one["side"],
            f"{_shown(one['guardrail'] or '-')}\n{_shown(one['entity']['id'] or '-')}",
            str(one["at"])[:16].replace("T", " "),
            f"{one['limit_usd']:g}",
            str(one["refused"]),
            _usd(Decimal(str(one["not_spent_usd"]))),
        )
        for one in map(as_json, cuts)
    )
    who = Column("guardrail and who", names=True)
    others = map(Column, ("first refused", "limit", "rows", "not spent"))
    return Table("budgets reached", (Column("side"), who, *others), rows)


def _content(content: Content) -> Table:
    rows = tuple(
        (one.side, _shown(one.guardrail or "-"), _shown(one.slug or one.label or "-"), one.action,
         str(one.rows), str(one.findings))
        for one in content.findings
    )  # fmt: skip
    names = (Column("guardrail", names=True), Column("filter", names=True))
    others = map(Column, ("action", "rows", "findings"))
    return Table("content filters", (Column("side"), *names, *others), rows)


def _said(written: str | None) -> str:
    code, layer, guardrail, field = json.loads(written or "").values()
    return sentence(Reason(Code(code), Layer(layer), guardrail, field))


def _unusable(counts: Mapping[str, int]) -> Table:
    rows = tuple((name, str(count), WITHOUT[name]) for name, count in counts.items())
    titles = ("column", "rows without a usable value", "what they cannot tell")
    return Table("unusable", tuple(map(Column, titles)), rows)


WITHOUT = {field.name: field.without or "" for field in KNOWN}
