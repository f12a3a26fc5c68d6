"""Log: JSON lines on standard error, with nothing in them that anybody sent."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

FAULT = 500
"""The first status that is ours to explain."""


def line(told: Mapping[str, Any]) -> None:
    """One object with the time in front; whoever closed standard error is not told."""
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    try:
        sys.stderr.write(json.dumps({"time": at, **told}) + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass  # a log that nobody reads must not stop the server


def faults(told: Mapping[str, Any]) -> None:
    """The same for what went wrong inside alone."""
    if told["status"] >= FAULT:
        line(told)


class Lines(logging.Handler):
    """What the server itself has to say, as lines; of an exception only its kind."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record."""
        told = {"event": "server", "level": record.levelname.lower(), "said": record.getMessage()}
        kind = record.exc_info[0] if record.exc_info else None
        line(told if kind is None else told | {"fault": [kind.__name__]})


def take_over() -> None:
    """Let the server speak in lines, and nobody else."""
    server = logging.getLogger("uvicorn")
    server.handlers, server.propagate = [Lines()], False
    server.setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").setLevel(logging.INFO)
