"""Process: the logs one after the other in this process, in batches."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from routelock.cli.engines.days import Days
from routelock.cli.files import shown
from routelock.cli.logs import batches
from routelock.whatif.arrow import cuts, tallied, tried
from routelock.whatif.budgets import reached

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyarrow import RecordBatch

    from routelock.whatif.trial import Trial

    Tell = Callable[[str, int], object]


def tally(
    files: Sequence[str], columns: Mapping[str, str], trial: Trial
) -> Iterator[dict[str, Any]]:
    """The tally of all logs; a count of rows on standard error where that is a terminal.

    Where a budget may have been spent, the logs are read once more: those rows wait on the disk,
    day by day, and are then gone through in the order of time.
    """
    with _counter() as tell, _settled():
        told = [
            row
            for part in tallied(_batches(files, columns, tell), trial)
            for row in part.to_pylist()
        ]
        yield from told
        if hot := reached(told):
            with TemporaryDirectory(prefix="routelock-") as folder:
                days = Days(Path(folder))
                for part in tried(_batches(files, columns, tell), trial, hot):
                    days.add(part)
                for part in cuts(days.sorted(), trial, hot):
                    yield from part.to_pylist()


def _batches(files: Sequence[str], columns: Mapping[str, str], tell: Tell) -> Iterator[RecordBatch]:
    rows = 0
    for file in files:
        for batch in batches(file, columns):
            rows += batch.num_rows
            tell(file, rows)
            yield batch


@contextmanager
def _settled() -> Iterator[None]:
    """What has been read stays: the collector need not look at it again and again."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@contextmanager
def _counter() -> Iterator[Tell]:
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _, __: None
        return
    text = TextColumn("{task.fields[file]}: {task.completed:,.0f} rows", markup=False)
    with Progress(
        SpinnerColumn(), text, TimeElapsedColumn(), console=console, transient=True
    ) as bar:
        task = bar.add_task("", total=None, file="")
        yield lambda file, rows: bar.update(task, completed=rows, file=shown(file))
