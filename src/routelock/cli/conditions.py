"""Conditions: when a command is to fail, as a pipeline says it: `lost-models`, `refused>0.5%`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

import click

from routelock.problems import suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

CONDITION = "MEASURE[>N[%]]"

_FORM = re.compile(r"([a-z-]+)(?:>(\d+(?:\.\d+)?)(%?))?")


class Share(NamedTuple):
    """A count, and the count of what it is a part of."""

    part: int
    whole: int


class Condition(NamedTuple):
    """A measure and what it may not exceed: a count, or percents of the whole."""

    measure: str
    most: Decimal = Decimal(0)
    percent: bool = False

    def met(self, measures: Mapping[str, Share]) -> bool:
        """Whether the measure is above the most that is allowed."""
        part, whole = measures[self.measure]
        return part * 100 > self.most * whole if self.percent else part > self.most

    def __str__(self) -> str:
        return f"{self.measure}>{self.most}{'%' if self.percent else ''}"


def condition(measures: Collection[str]) -> Callable[[str], Condition]:
    """What reads a condition over these measures.

    >>> str(condition(["refused"])("refused>0.5%"))
    'refused>0.5%'
    """

    def read(value: str) -> Condition:
        form = _FORM.fullmatch(value)
        if form is None or form[1] not in measures:
            word = form[1] if form else value
            known = ", ".join(measures)
            hint = suggestion(word, measures) or f"it is one of {known}, and may end in >5 or >0.5%"
            message = f"`{value}` is no condition ({hint})"
            raise click.BadParameter(message)
        return Condition(form[1], Decimal(form[2] or 0), bool(form[3]))

    return read


def failed(conditions: Collection[Condition], measures: Mapping[str, Share]) -> int:
    """The exit status: 1 where a condition is met, which is said on standard error."""
    met = [one for one in conditions if one.met(measures)]
    for one in met:
        part, whole = measures[one.measure]
        click.echo(f"failed on {one}: {part} of {whole}", err=True)
    return int(bool(met))
