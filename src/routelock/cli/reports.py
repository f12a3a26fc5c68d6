"""Reports: what `--html` writes, whole or not at all."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from routelock.cli.engines import MissingExtraError
from routelock.cli.files import FileError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from routelock.whatif import Comparison
    from routelock.whatif.replayed import Replayed

    Write = Callable[[Comparison | Replayed, Mapping[str, str]], None]

NEEDS = ("jinja2", "vl_convert")

html = click.option(
    "--html", "out", metavar="OUT", help="Write a report with charts to OUT, one HTML file."
)
"""The option; `writer` says what becomes of it."""


def writer(out: str | None) -> Write:
    """What writes a report to a file; what can be wrong with that is told now, not after the work.

    Without a file it writes nothing.
    """
    if out is None:
        return lambda _told, _subject: None
    if missing := [module for module in NEEDS if find_spec(module) is None]:
        message = f'`--html` needs {" and ".join(missing)}: pip install "routelock[report]"'
        raise MissingExtraError(message)
    path = _place(out)
    return lambda told, subject: _write(path, told, subject)


def _place(out: str) -> Path:
    """Where the file comes to be, links followed."""
    try:
        path = Path(out).resolve()
        wrong = path.exists() and not path.is_file()
        if wrong or not path.parent.is_dir():
            raise _unwritable(out, "is no file" if wrong else "its folder does not exist")
    except (OSError, ValueError, RuntimeError):
        raise _unwritable(out, "not a name that a file can have") from None
    return path


def _write(path: Path, told: Comparison | Replayed, subject: Mapping[str, str]) -> None:
    from routelock.integrations import report  # noqa: PLC0415 (an extra, and slow to load)

    whole(path, report.html(told, {name: shown(value) for name, value in subject.items()}))


def whole(path: Path, text: str) -> None:
    """The text as a file: who reads it meets all of it or what was there before.

    It is written beside the file, and then takes its place.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    except OSError as error:
        raise _unwritable(str(path), (error.strerror or "failed").lower()) from None
    finally:
        part.unlink(missing_ok=True)


def _unwritable(out: str, why: str) -> FileError:
    message = f"{shown(out)}: cannot be written: {why}"
    return FileError(message)
