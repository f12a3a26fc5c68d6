"""Diff: what a change of guardrails or of the catalogue takes away, gives back and costs."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import click

from routelock import explain
from routelock.clearance import Clearance
from routelock.cli import files
from routelock.cli.answers import answers
from routelock.cli.conditions import Share, failed
from routelock.cli.options import layered
from routelock.cli.reports import writer
from routelock.cli.sides import attempted, both, side
from routelock.cli.terminal import drawn
from routelock.whatif import compare
from routelock.whatif.report import compared, shortened
from routelock.wire import catalogue as catalogues

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from routelock.cli.conditions import Condition
    from routelock.cli.files import Layered
    from routelock.whatif import Comparison

EXAMPLE = """\b
Example:
  routelock diff old/ new/ --catalogue catalogue.json --fail-on lost-models"""

MOST = 50
"""Rows of a table in Markdown: what people post a comment with has a limit of its own."""

FORMS: Mapping[str, Callable[[Comparison], str]] = {
    "table": lambda told: drawn(compared(told)),
    "markdown": lambda told: explain.markdown(shortened(compared(told), MOST)),
    "json": lambda told: json.dumps(told.as_json(), indent=2),
}

MEASURES: Mapping[str, Callable[[Comparison], Share]] = {
    "lost-endpoints": lambda told: Share(len(told.endpoints_lost), told.before.endpoints),
    "gained-endpoints": lambda told: Share(len(told.endpoints_gained), told.after.endpoints),
    "lost-models": lambda told: Share(len(told.models_lost), told.before.models),
    "gained-models": lambda told: Share(len(told.models_gained), told.after.models),
    "single-host": lambda told: Share(
        sum(row.hosts_before > 1 for row in told.single_host), told.after.models
    ),
}


@click.command(epilog=EXAMPLE)
@click.argument("before", type=layered, metavar="BEFORE")
@click.argument("after", type=layered, metavar="AFTER")
@click.option(
    "--catalogue", required=True, metavar="FILE", help="Take models and endpoints from FILE."
)
@click.option(
    "--catalogue-after",
    metavar="FILE",
    help="Take those of AFTER from FILE: the catalogue changes.",
)
@click.option("--vendors", metavar="FILE", help="Take the authors of each vendor word from FILE.")
@answers(FORMS, MEASURES)
def diff(  # noqa: PLR0913 (click hands over each option by its name)
    *,
    before: Layered,
    after: Layered,
    catalogue: str,
    catalogue_after: str | None,
    vendors: str | None,
    form: str | None,
    out: str | None,
    conditions: tuple[Condition, ...],
) -> int:
    """Say which endpoints a change loses and gains, and which setting did it.

    BEFORE and AFTER are guardrail files, folders of them, or manifests; all guardrails of one apply
    together. `LAYER=` before a file or folder says where: account, default, member or key (the
    default).
    """
    write, words = writer(out), files.vendors(vendors)
    snapshots = (
        [catalogue] if catalogue_after in {None, catalogue} else [catalogue, catalogue_after]
    )
    sides, read = both(
        partial(attempted, [partial(side, one, words) for one in (before, after)]),
        partial(attempted, [partial(files.loaded, one, catalogues.read) for one in snapshots]),
    )
    old, new = sides
    told = compare(
        Clearance(old.assignments.together, read[0]),
        Clearance(new.assignments.together, read[-1]),
        new.sources,
    )
    named = {"before": before.file, "after": after.file, "catalogue": catalogue}
    write(told, named | ({"catalogue after": catalogue_after} if catalogue_after else {}))
    click.echo(FORMS[form or "table"](told))
    return failed(conditions, {name: of(told) for name, of in MEASURES.items()})
