"""Screen: what filters find in a text, and the text with placeholders."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import click

from routelock.cli import files
from routelock.cli.chunks import chunks, source, texts
from routelock.cli.options import REGEX, SLUG, Sought, builtin, pattern
from routelock.cli.stream import place, put, streamed
from routelock.cli.terminal import drawn
from routelock.explain import how, looked, screened
from routelock.filters.builtin import BUILTINS
from routelock.filters.engine import plan
from routelock.filters.masked import masked
from routelock.filters.rule import Rule
from routelock.filters.screen import screen_text
from routelock.guardrail import Action
from routelock.reasons import Layer, Source

if TYPE_CHECKING:
    from routelock.filters.engine import Plan
    from routelock.filters.finding import Finding

EXAMPLE = """\b
Example:
  routelock screen --builtin email:block --pattern 'PRJ-[0-9]+' notes.txt
  routelock screen --stream --findings found.jsonl server.log > clean.log"""


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
@click.option("--explain", is_flag=True, help="Tell what found each, and its masked form.")
@click.option("--stream", "in_pieces", is_flag=True, help="Take a text of any size, bit by bit.")
@click.option("--findings", metavar="FILE", help="With --stream: write findings as JSON Lines.")
@click.argument("file", default=files.STDIN, metavar="[FILE]")
def screen(  # noqa: PLR0913 - one for each option
    *,
    builtins: tuple[Sought, ...],
    patterns: tuple[Sought, ...],
    as_json: bool,
    explain: bool,
    in_pieces: bool,
    findings: str | None,
    file: str,
) -> int:
    """Print a text with placeholders for what filters find.

    The text goes to standard output, what was found to standard error. ACTION is redact (the
    default), block or flag. Nothing named, every builtin filter is used. FILE is standard input
    by default.
    """
    _check(as_json=as_json, explain=explain, in_pieces=in_pieces, findings=findings)
    wanted = (*builtins, *patterns) or tuple(Sought(slug, None) for slug in BUILTINS)
    ready = plan(_rule(index, sought) for index, sought in enumerate(wanted))
    with source(file) as opened:
        if in_pieces:
            return _status(streamed(opened, ready, findings))
        text = "".join(texts(file, chunks(opened)))
    return _status(_whole(text, ready, as_json=as_json, explain=explain))


def _check(*, as_json: bool, explain: bool, in_pieces: bool, findings: str | None) -> None:
    if findings is not None and not in_pieces:
        message = "`--findings` needs `--stream` (`--json` prints the findings of a whole text)"
        raise click.UsageError(message)
    if as_json and in_pieces:
        message = "`--json` holds a whole text and `--stream` does not: use `--findings FILE`"
        raise click.UsageError(message)
    if explain and in_pieces:
        message = "`--explain` is about a whole text and `--stream` never has one: leave out either"
        raise click.UsageError(message)


def _rule(index: int, sought: Sought) -> Rule:
    slug, pattern, action = sought
    return Rule(Source(Layer.REQUEST), f"/{index}", action, slug=slug, pattern=pattern)


def _whole(text: str, plan: Plan, *, as_json: bool, explain: bool) -> Action | None:
    findings, verdict, left = screen_text(text, plan)
    if as_json:
        tell = partial(_told, text=text) if explain else place
        places = [*map(tell, findings)]
        answer = {"verdict": verdict and verdict.value, "text": left, "findings": places}
        put(json.dumps(answer, indent=2) + "\n")
    else:
        put(left or "")
        told = looked(findings, verdict, text) if explain else screened(findings, verdict)
        click.echo(drawn(told, stderr=True), err=True)
    return verdict


def _told(finding: Finding, text: str) -> dict[str, str | int | None]:
    said = {"rule": finding.rule, "how": how(finding), "masked": masked(finding, text)}
    return {**place(finding), **said}


def _status(verdict: Action | None) -> int:
    return 1 if verdict is Action.BLOCK else 0
