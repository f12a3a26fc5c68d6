"""Replay: what a change of guardrails would have done to the requests of a log."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import click

from routelock import explain
from routelock.cli import files
from routelock.cli.answers import answers
from routelock.cli.conditions import Share, failed
from routelock.cli.engines import ENGINES, engine
from routelock.cli.options import layered
from routelock.cli.reports import writer
from routelock.cli.sides import attempted, both, side
from routelock.cli.terminal import drawn
from routelock.problems import suggestion
from routelock.whatif.log import KNOWN
from routelock.whatif.replayed import gathered
from routelock.whatif.report import replayed, shortened
from routelock.whatif.trial import Trial
from routelock.wire import catalogue as catalogues

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from routelock.cli.conditions import Condition
    from routelock.cli.files import Layered
    from routelock.whatif.replayed import Replayed

EXAMPLE = """\b
Example:
  routelock replay march.parquet --before old.json --after new.json \\
    --catalogue catalogue.json --fail-on 'refused>0.5%'"""

MOST = 20
"""Rows of a table that people read; `--json` has all of them."""

FORMS: Mapping[str, Callable[[Replayed], str]] = {
    "table": lambda told: drawn(shortened(replayed(told), MOST)),
    "markdown": lambda told: explain.markdown(shortened(replayed(told), MOST)),
    "json": lambda told: json.dumps(told.as_json(), indent=2),
}

MEASURES: Mapping[str, Callable[[Replayed], Share]] = {
    "refused": lambda told: Share(told.total.newly_refused, told.total.rows),
    "allowed": lambda told: Share(told.total.newly_allowed, told.total.rows),
    "rerouted": lambda told: Share(told.total.rerouted, told.total.rows),
    "unusable": lambda told: Share(told.unusable.get("model", 0), told.total.rows),
}

COLUMN = "NAME=COLUMN"


def column(value: str) -> tuple[str, str]:
    """`NAME=COLUMN`: what a column is called in the log; nothing after `=` where there is none.

    >>> column("model=model_id"), column("member=")
    (('model', 'model_id'), ('member', ''))
    """
    name, equals, called = value.partition("=")
    known = [field.name for field in KNOWN]
    if equals and name in known:
        return name, called
    hint = suggestion(name, known) or f"it is one of {', '.join(known)}"
    message = f"`{value}` names no column as {COLUMN} ({hint})"
    raise click.BadParameter(message)


@click.command(epilog=EXAMPLE)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--before", required=True, type=layered, metavar="PATH", help="What applied.")
@click.option("--after", required=True, type=layered, metavar="PATH", help="What is to apply.")
@click.option(
    "--catalogue", required=True, metavar="FILE", help="Take models and endpoints from FILE."
)
@click.option("--vendors", metavar="FILE", help="Take the authors of each vendor word from FILE.")
@click.option(
    "--column",
    "columns",
    type=column,
    metavar=COLUMN,
    multiple=True,
    help="Say what a column is called in the log. Repeatable.",
)
@click.option(
    "--engine",
    "where",
    type=click.Choice([*ENGINES]),
    default="process",
    help="Run in this process (the default) or on Spark.",
)
@answers(FORMS, MEASURES)
def replay(  # noqa: PLR0913 (click hands over each option by its name)
    *,
    logs: tuple[str, ...],
    before: Layered,
    after: Layered,
    catalogue: str,
    vendors: str | None,
    columns: tuple[tuple[str, str], ...],
    where: str,
    form: str | None,
    out: str | None,
    conditions: tuple[Condition, ...],
) -> int:
    """Say what a change would have done to the requests of a log.

    Logs are Parquet, CSV or JSON Lines. PATH is a manifest that says which guardrail file applies
    to whom; a guardrail file or a folder of them applies to everybody.
    """
    run, write, words = engine(where), writer(out), files.vendors(vendors)
    sides, snapshot = both(
        partial(attempted, [partial(side, one, words) for one in (before, after)]),
        partial(files.loaded, catalogue, catalogues.read),
    )
    old, new = sides
    trial = Trial(old.assignments, new.assignments, snapshot)
    told = gathered(run(logs, dict(columns), trial))
    named = {"before": before.file, "after": after.file, "catalogue": catalogue}
    write(told, {**named, "log" if len(logs) == 1 else "logs": ", ".join(logs)})
    click.echo(FORMS[form or "table"](told))
    return failed(conditions, {name: of(told) for name, of in MEASURES.items()})
