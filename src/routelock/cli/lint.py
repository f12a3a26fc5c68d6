"""Lint: doubts about guardrail files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from routelock.cli import files
from routelock.cli.files import shown
from routelock.cli.options import LAYERED, layered
from routelock.errors import Problem
from routelock.lint import lint as lint_guardrails
from routelock.reasons import Source
from routelock.wire import catalogue as catalogues

if TYPE_CHECKING:
    from collections.abc import Mapping

    from routelock.cli.files import Layered
    from routelock.lint import Remark

EXAMPLE = """\b
Example:
  routelock lint --catalogue catalogue.json default=workspace.json key.json"""


@click.command(epilog=EXAMPLE)
@click.option("--catalogue", metavar="FILE", help="Compare with the models and endpoints of FILE.")
@click.option("--vendors", metavar="FILE", help="Take the authors of each vendor word from FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.argument("guardrails", type=layered, nargs=-1, required=True, metavar=f"{LAYERED}...")
def lint(
    *, catalogue: str | None, vendors: str | None, as_json: bool, guardrails: tuple[Layered, ...]
) -> int:
    """Report settings that do nothing or refuse everything.

    The guardrails are taken to apply together. LAYER is account, default, member or key (the
    default).
    """
    words = files.vendors(vendors)
    applied = [files.applied(named, words) for named in guardrails]
    known = None if catalogue is None else files.loaded(catalogue, catalogues.read)
    remarks = lint_guardrails(applied, words, known)
    if as_json:
        click.echo(json.dumps({"remarks": [remark.as_json() for remark in remarks]}, indent=2))
    else:
        named = {
            one.source: shown(given.file) for one, given in zip(applied, guardrails, strict=True)
        }
        lines = [_line(remark, named) for remark in remarks]
        click.echo("\n".join(lines or ["nothing to remark on"]))
    return 1 if remarks else 0


def _line(remark: Remark, named: Mapping[Source, str]) -> str:
    """The file, the place, what and what to do, and the code that the documentation explains."""
    where = "" if remark.layer is None else named[Source(remark.layer, remark.guardrail)] + ": "
    problem = Problem(remark.path, remark.message, remark.hint)
    return f"{where}{problem} [{remark.code.value}]"
