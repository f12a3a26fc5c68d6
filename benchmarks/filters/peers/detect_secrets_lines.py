"""detect-secrets: all its plugins and filters, on the lines of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from detect_secrets.core import scan as detect_secrets
from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.settings import cache_bust, configure_settings_from_baseline

from benchmarks.filters.contender import Contender, Place
from routelock.guardrail import Slug

if TYPE_CHECKING:
    from collections.abc import Iterator

    from detect_secrets.core.potential_secret import PotentialSecret

MOST = 32 << 10
"""Bytes that take it a third of a second."""


def prepare() -> Contender:
    """What it does with a file, without the file."""
    plugins = [{"name": each.__name__} for each in get_mapping_from_secret_type_to_class().values()]
    cache_bust()
    configure_settings_from_baseline({"plugins_used": plugins})

    def places(text: str) -> Iterator[Place]:
        lines = text.splitlines(keepends=True)
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line))
        for found in scan(text):
            line, secret = found.line_number - 1, found.secret_value or ""
            at = starts[line] + max(0, lines[line].find(secret))
            yield Place(at, at + len(secret), Slug.SECRETS)

    return Contender(frozenset({Slug.SECRETS}), scan, places, most=MOST)


def scan(text: str) -> list[PotentialSecret]:
    """The secrets in a text; `scan_line`, which is public, makes its filters anew every time."""
    lines = [*enumerate(text.splitlines(), start=1)]
    return [*detect_secrets._process_line_based_plugins(lines, "text")]  # noqa: SLF001
