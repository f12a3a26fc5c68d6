"""Redact: put placeholders where findings are."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from routelock.filters.finding import Finding


def redact(text: str, findings: Iterable[Finding]) -> str:
    """The text with a placeholder for each span; spans that share a code point become one.

    The findings are those of this text, in order: what becomes one has the placeholder of the
    first. Spans that only touch stay two. What no span covers is as it was.
    """
    end = 0
    pieces: list[str] = []
    for start, stop, placeholder in _merged(findings):
        pieces += (text[end:start], placeholder)
        end = stop
    return "".join(chain(pieces, [text[end:]]))


def _merged(findings: Iterable[Finding]) -> Iterator[tuple[int, int, str]]:
    start, end, placeholder = 0, 0, ""
    for finding in findings:
        if finding.start < end:
            end = max(end, finding.end)
            continue
        if end:
            yield start, end, placeholder
        start, end, placeholder = finding.start, finding.end, finding.placeholder
    if end:
        yield start, end, placeholder
