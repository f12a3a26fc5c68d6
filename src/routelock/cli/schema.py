"""Schema: the JSON Schema of a guardrail file."""

from __future__ import annotations

import json

import click

from routelock.cli import files
from routelock.wire.schema import schema as drawn

EXAMPLE = """\b
Example:
  routelock schema --vendors vendors.json > guardrail.schema.json"""


@click.command(epilog=EXAMPLE)
@click.option("--vendors", metavar="FILE", help="Take the authors of each vendor word from FILE.")
def schema(*, vendors: str | None) -> int:
    """Print the JSON Schema of a guardrail file."""
    click.echo(json.dumps(drawn(files.vendors(vendors)), indent=2))
    return 0
