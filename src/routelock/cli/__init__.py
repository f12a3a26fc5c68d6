"""Command line: the edge, where files, clock and terminal are."""

from __future__ import annotations

import sys
from typing import NoReturn

__all__ = ["main"]

EXTRA = ("click", "rich")
"""What the extra `cli` installs."""


def _without() -> NoReturn:
    """One sentence, for a machine that has the library without the extra."""
    sys.stderr.write('the command line is not installed: pip install "routelock[cli]"\n')
    raise SystemExit(2)


try:
    from routelock.cli.commands import main
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] not in EXTRA:
        raise
    main = _without  # type: ignore[assignment]  # called alike, and has no commands to offer
