"""Stream: a text of any size screened from file to standard output, its findings to a file."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from routelock.cli.chunks import about, check_apart, chunks, opened, status, texts
from routelock.cli.terminal import drawn
from routelock.explain import Column, Report, Table
from routelock.filters.stream import stream
from routelock.guardrail import Action

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from routelock.cli.chunks import Source
    from routelock.filters.engine import Plan
    from routelock.filters.finding import Finding

    Tell = Callable[[Iterable[Finding]], None]
    Counts = Counter[tuple[str, Action]]

_SHOWN = ("slug", "label", "start", "end", "action", "undecided")


def place(finding: Finding) -> dict[str, str | int | None]:
    """A finding as the command line prints it."""
    told = finding.as_json()
    return {name: told[name] for name in _SHOWN if name in told}


def put(text: str) -> None:
    """Write a text to standard output as it is."""
    with about("standard output", "written"):
        click.echo(text.encode(), nl=False)


def streamed(source: Source, plan: Plan, findings: str | None) -> Action | None:
    """Print a text as it comes, and at the end how much was found of what; the verdict."""
    check_apart(source, lambda: os.fstat(1), "the output")
    counts: Counts = Counter()
    with _sink(source, findings) as tell, _progress(source) as bar:
        for piece in stream(texts(source.name, _watched(source, bar)), plan):
            tell(piece.findings)
            counts.update(map(_kind, piece.findings))
            put(piece.text)
    verdict = min((action for _, action in counts), key=[*Action].index, default=None)
    click.echo(drawn(_summary(counts, verdict), stderr=True), err=True)
    return verdict


@contextmanager
def _sink(source: Source, name: str | None) -> Iterator[Tell]:
    """What takes findings: a file with a line of JSON for each, or nothing at all."""
    if name is None:
        yield lambda _: None
        return
    check_apart(source, Path(name).stat, "the file of findings")
    with opened(name, "wb") as file:

        def tell(findings: Iterable[Finding]) -> None:
            with about(name, "written"):
                file.writelines(f"{json.dumps(place(finding))}\n".encode() for finding in findings)
                file.flush()

        yield tell


_VERDICTS = {Action.BLOCK: "blocked", Action.REDACT: "redacted", Action.FLAG: "flagged"}


def _summary(counts: Counts, verdict: Action | None) -> Report:
    """How much was found of what; there may be too many findings for a table of them."""
    if verdict is None:
        return Report("nothing found", ())
    total = counts.total()
    columns = tuple(map(Column, ("what", "action", "findings")))
    rows = sorted((kind, action.value, f"{count:,}") for (kind, action), count in counts.items())
    said = f"{_VERDICTS[verdict]}: {total:,} finding{'' if total == 1 else 's'}"
    return Report(said, (Table("found in the text", columns, tuple(rows)),))


def _kind(finding: Finding) -> tuple[str, Action]:
    """What was found, and what was done for it."""
    kind = finding.slug.value if finding.slug else "custom pattern"
    action = Action.BLOCK if finding.refuses else finding.action
    return (f"{kind} (undecided)" if finding.undecided else kind), action


def _progress(source: Source) -> Progress:
    """A bar on standard error, where that is a terminal that the text does not go to."""
    console = Console(stderr=True)
    shown = console.is_terminal and not sys.stdout.isatty()
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    bar = Progress(
        *columns, console=console, transient=True, redirect_stdout=False, disable=not shown
    )
    known = status(source)
    bar.add_task("", total=known and known.st_size)
    return bar


def _watched(source: Source, bar: Progress) -> Iterator[bytes]:
    [task] = bar.task_ids
    for chunk in chunks(source):
        yield chunk
        bar.advance(task, len(chunk))
