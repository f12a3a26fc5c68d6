"""Together: the text parts of one message, which prompt injection also reads as one text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from routelock.filters.reach import beyond
from routelock.guardrail import Slug

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from routelock.filters.finding import Finding
    from routelock.message import Part

    Scan = Callable[[Part], list[Finding]]

VIEW = "parts"
"""The view of a finding that only all parts together show."""

_PIECE = "/content/"  # how the path begins of a text that is one of several, perhaps
_ORDER = {slug: place for place, slug in enumerate((*Slug, None))}


def units(found: Iterable[Part]) -> list[list[Part]]:
    """All parts in order, those together that are texts of one content; the others alone.

    >>> from routelock.message import parts
    >>> content = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    >>> messages = [{"role": "user", "content": content}, {"role": "user", "content": "c"}]
    >>> [len(unit) for unit in units(parts({"messages": messages}))]
    [2, 1]
    """
    together: list[list[Part]] = []
    last = None
    for part in found:
        message = part.message if part.path.startswith(_PIECE) else None
        if message is not None and message == last:
            together[-1].append(part)
        else:
            together.append([part])
        last = message
    return together


def across(unit: Sequence[Part], found: Sequence[list[Finding]], scan: Scan) -> list[list[Finding]]:
    """What is found in each part of a unit, with what a scan finds in all of them as one text.

    A finding over several parts is one in each, of the piece of it that stands there. What lies in
    a finding that is known already is left out.
    """
    more: list[list[Finding]] = [[] for _ in unit]
    for between in _ways(unit):
        for place, finding in _pieces(unit, between, scan):
            more[place].append(finding)
    return [*map(_merged, found, more)]


def _ways(unit: Sequence[Part]) -> Iterable[str]:
    """What to put between parts: nothing, and where that makes one word of two a line end, too."""
    torn = any(one.text[-1:].isalnum() and two.text[:1].isalnum() for one, two in pairwise(unit))
    return ("", "\n") if torn else ("",)


def _pieces(unit: Sequence[Part], between: str, scan: Scan) -> Iterator[tuple[int, Finding]]:
    """What a scan finds in all parts as one text, cut at their ends, with the place of the part."""
    text = between.join(part.text for part in unit)
    starts = [*accumulate((len(part.text) + len(between) for part in unit), initial=0)]
    for finding in scan(unit[0]._replace(text=text)):
        view = "/".join(filter(None, (VIEW, finding.view)))
        first, end = bisect_right(starts, finding.start) - 1, bisect_left(starts, finding.end)
        for place in range(first, end):
            part, start = unit[place], starts[place]
            low, high = max(finding.start - start, 0), min(finding.end - start, len(part.text))
            if low < high:
                yield place, finding._replace(part=part.path, start=low, end=high, view=view)


def _merged(known: list[Finding], more: list[Finding]) -> list[Finding]:
    alike = {each.slug for each in more}
    added = beyond([each for each in known if each.slug in alike], more)
    return sorted([*known, *added], key=_rank) if added else known


def _rank(finding: Finding) -> tuple[int, int, int]:
    return finding.start, -finding.end, _ORDER[finding.slug]
