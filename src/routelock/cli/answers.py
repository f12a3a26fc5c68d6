"""Answers: the options of what a comparison or a replay prints, writes and ends with."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click

from routelock.cli.conditions import CONDITION, condition
from routelock.cli.reports import html

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    Command = TypeVar("Command", bound=Callable[..., object])


def answers(forms: Collection[str], measures: Collection[str]) -> Callable[[Command], Command]:
    """`--format` and its short names, `--html`, and `--fail-on` over these measures."""
    options = (
        click.option(
            "--format",
            "form",
            type=click.Choice([*forms]),
            help="Print a table (the default), Markdown or JSON.",
        ),
        click.option("--json", "form", flag_value="json", help="Print one JSON object."),
        click.option("--markdown", "form", flag_value="markdown", help="Print Markdown."),
        html,
        click.option(
            "--fail-on",
            "conditions",
            type=condition(measures),
            metavar=CONDITION,
            multiple=True,
            help=f"Exit with 1 where MEASURE is above N: {', '.join(measures)}. Repeatable.",
        ),
    )

    def given(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return given
