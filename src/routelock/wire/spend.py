"""Spend as a document: what the entity that asks has spent, by guardrail (USD as decimal text)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from routelock.budget import ZERO, Budget, Limit, Spent
from routelock.errors import InputError
from routelock.guardrail import Usd
from routelock.problems import problems
from routelock.wire.reading import read_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class SpendError(InputError):
    """Whoever keeps the ledger has to mend the spend document."""

    what = "spend"


class _Spent(BaseModel):
    model_config = ConfigDict(extra="forbid")

    spent_usd: Usd = ZERO
    byok_usd: Usd = ZERO


_SPEND = TypeAdapter(dict[str, _Spent])
_KNOWN = _Spent.model_fields


def read(data: bytes) -> dict[str, Spent]:
    """Spend by guardrail id or file stem; `SpendError` names everything that is wrong with it.

    >>> read(b'{"g": {"spent_usd": "12.5"}}')["g"].credits
    Decimal('12.5')
    """
    document = read_json(data, SpendError)
    try:
        rows = _SPEND.validate_python(document)
    except ValidationError as error:
        names = document if isinstance(document, dict) else ()
        raise SpendError(problems(error, {f"$.{name}": _KNOWN for name in names})) from None
    return {name: Spent(row.spent_usd, row.byok_usd) for name, row in rows.items()}


def amounts(row: object) -> Spent:
    """The spend of one entity from its decoded row; `SpendError` where it is wrong."""
    try:
        found = _Spent.model_validate(row)
    except ValidationError as error:
        raise SpendError(problems(error, {"$": _KNOWN})) from None
    return Spent(found.spent_usd, found.byok_usd)


def by_budget(
    spent: Mapping[str, Spent], budgets: Iterable[tuple[Budget, Limit]]
) -> dict[Budget, Spent]:
    """The same spend under the keys that `Gate.decide` looks it up by."""
    return {
        budget: spent[budget.guardrail]
        for budget, _ in budgets
        if budget.guardrail is not None and budget.guardrail in spent
    }
