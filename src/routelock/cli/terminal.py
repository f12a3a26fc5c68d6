"""Terminal: a report laid out for the width of a terminal, in colour where there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

if TYPE_CHECKING:
    from routelock.explain import Report, Table


def drawn(report: Report, *, stderr: bool = False) -> str:
    """The report for standard output or standard error; 80 columns where neither is a terminal."""
    console = Console(stderr=stderr, markup=False, highlight=False, emoji=False)
    with console.capture() as held:
        console.print(Text(report.sentence, "bold"))
        for table in report.tables:
            console.print()
            console.print(Text(table.title, "bold cyan"))
            console.print(_grid(table))
    return "\n".join(line.rstrip() for line in held.get().splitlines())


def _grid(table: Table) -> Grid:
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in table.columns:
        grid.add_column(Text(column.title), overflow="fold")
    for row in table.rows:
        grid.add_row(*map(Text, row))
    return grid
