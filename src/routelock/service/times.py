"""Times: moments as the text that the wire and the store have."""

from __future__ import annotations

from datetime import UTC, datetime


def stamp(now: datetime) -> str:
    """A moment as the wire writes it: UTC, with milliseconds (spec 2.3).

    >>> stamp(datetime(2026, 11, 21, 9, tzinfo=UTC))
    '2026-11-21T09:00:00.000Z'
    """
    return now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(text: str) -> datetime | None:
    """The moment that a timestamp names, UTC where it has no zone; `None` where it names none."""
    try:
        read = datetime.fromisoformat(text.upper())
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
