"""Screen: what filters find in a text, and the text with placeholders."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from routelock.cli import files
from routelock.cli.options import REGEX, SLUG, Sought, builtin, pattern
from routelock.cli.terminal import drawn
from routelock.explain import screened
from routelock.filters.builtin import BUILTINS
from routelock.filters.engine import plan
from routelock.filters.rule import Rule
from routelock.filters.screen import screen_text
from routelock.guardrail import Action
from routelock.reasons import Layer, Source

if TYPE_CHECKING:
    from routelock.filters.finding import Finding

EXAMPLE = """\b
Example:
  routelock screen --builtin email:block --pattern 'PRJ-[0-9]+' notes.txt"""


@click.command(epilog=EXAMPLE)
@click.option(
    "--builtin",
    "builtins",
    type=builtin,
    metavar=SLUG,
    multiple=True,
    help="Look for what this builtin finds. Repeatable.",
)
@click.option(
    "--pattern",
    "patterns",
    type=pattern,
    metavar=REGEX,
    multiple=True,
    help="Look for what this pattern matches. Repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.argument("file", default=files.STDIN, metavar="[FILE]")
def screen(
    *, builtins: tuple[Sought, ...], patterns: tuple[Sought, ...], as_json: bool, file: str
) -> int:
    """Print a text with placeholders for what filters find.

    The text goes to standard output, what was found to standard error. ACTION is redact (the
    default), block or flag. Nothing named, every builtin filter is used. FILE is standard input
    by default.
    """
    wanted = (*builtins, *patterns) or tuple(Sought(slug, None) for slug in BUILTINS)
    rules = [_rule(place, sought) for place, sought in enumerate(wanted)]
    findings, verdict, left = screen_text(_text(file), plan(rules))
    if as_json:
        places = [_place(finding) for finding in findings]
        answer = {"verdict": verdict and verdict.value, "text": left, "findings": places}
        click.echo(json.dumps(answer, indent=2))
    else:
        click.echo((left or "").encode(), nl=False)
        click.echo(drawn(screened(findings, verdict), stderr=True), err=True)
    return 1 if verdict is Action.BLOCK else 0


_SHOWN = ("slug", "label", "start", "end", "action")


def _text(file: str) -> str:
    data = files.contents(file)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        message = f"{files.shown(file)}: byte {error.start} is not UTF-8"
        raise files.FileError(message) from None


def _rule(place: int, sought: Sought) -> Rule:
    slug, pattern, action = sought
    return Rule(Source(Layer.REQUEST), f"/{place}", action, slug=slug, pattern=pattern)


def _place(finding: Finding) -> dict[str, str | int | None]:
    told = finding.as_json()
    return {name: told[name] for name in _SHOWN if name in told}
