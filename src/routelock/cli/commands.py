"""Commands: the one program, and what becomes of everything that can go wrong in it."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

import click

from routelock import __version__
from routelock.cli.db import db
from routelock.cli.decide import decide
from routelock.cli.diff import diff
from routelock.cli.lint import lint
from routelock.cli.replay import replay
from routelock.cli.schema import schema
from routelock.cli.screen import screen
from routelock.cli.serve import serve
from routelock.errors import RoutelockError

if TYPE_CHECKING:
    from click import Context

BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
"""Exit statuses; the last two are 128 and the number of the signal, as in a shell."""


class Edge(click.Group):
    """Commands that return their exit status; an error is one sentence for each problem."""

    def invoke(self, ctx: Context) -> None:
        """Run the command and exit with its status."""
        ctx.exit(self._status(ctx))

    def _status(self, ctx: Context) -> int:
        try:
            _write_anything()
            status: int = super().invoke(ctx)
            sys.stdout.flush()
        except RoutelockError as error:
            click.echo(error, err=True)
            return BAD_INPUT
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:
            _hush()
            return BROKEN_PIPE
        return status


def _write_anything() -> None:
    """A character that the terminal does not have is written as its number."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _hush() -> None:
    """Nobody reads any more; the interpreter would still flush at its end, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    cls=Edge,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 cleared or clean, 1 refused, blocked or remarked on, 2 bad input.",
)
@click.version_option(__version__)
def main() -> None:
    """Decide which model endpoints a request may use, and why no other."""


for command in (decide, diff, replay, screen, lint, schema, db, serve):
    main.add_command(command)
