"""Tables: the parts that every page of figures is made of."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Cells = Sequence[str]

NOTHING = "-"


def section(title: str, head: Cells, rows: Iterable[Cells]) -> Iterator[str]:
    """A heading and a table."""
    yield from ("", f"## {title}", "", row(head), row(["---"] * len(head)))
    yield from map(row, rows)


def row(cells: Cells) -> str:
    """One line of a table."""
    return f"| {' | '.join(cells)} |"


def number(value: float) -> str:
    """Three digits, or all of a bigger number."""
    digits = max(0, 2 - floor(log10(value))) if value > 0 else 0
    return f"{value:,.{min(digits, 3)}f}"
