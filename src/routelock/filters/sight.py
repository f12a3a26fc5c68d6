"""Sight: what builtin detectors read beside a text, and where it stands in that text.

All read a text without what hides in it; those of `DECODING` read what is encoded in it, too. The
views of a text are made once for all detectors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.filters import views
from routelock.filters.detector import Span, TextDetector
from routelock.filters.reach import beyond
from routelock.filters.text import Text, once
from routelock.guardrail import Slug

if TYPE_CHECKING:
    from collections.abc import Iterable

    from routelock.filters.views import View

DECODING = frozenset({Slug.SECRETS, Slug.PROMPT_INJECTION})
"""The builtins that read what is encoded."""


class Sight(NamedTuple):
    """A view, and its text in the forms that detectors read."""

    view: View
    text: Text


@once
def odd(text: Text) -> views.Odd:
    """What of a text is not ASCII."""
    return views.odd(text.original, text.ascii)


@once
def clean(text: Text) -> Sight | None:
    """A text without what hides in it, if that makes a difference."""
    view = None if text.original.isascii() else views.clean(text.original, odd(text))
    return None if view is None else Sight(view, Text(view.text))


@once
def decoded(text: Text) -> list[Sight]:
    """What is encoded in a text, and what only comes to light without what hides in it."""
    found = views.decoded(text)
    if not text.original.isascii() and (seen := clean(text)):
        known = {view.text for view in found}
        inner = (view for view in views.decoded(seen.text) if view.text not in known)
        found += [views.then(seen.view, view) for view in inner]
    return [Sight(view, Text(view.text)) for view in found]


def seeing(detector: TextDetector, slug: Slug) -> TextDetector:
    """A detector that reads what the builtin of this slug is to read, not the text alone.

    A span of a view is what produced it in the text. It is left out where the text itself, or a
    view before, has a span that covers it.
    """
    if detector.looks:
        return detector
    locate, decodes = detector.locate, slug in DECODING

    def look(text: Text) -> list[Span]:
        found = locate(text)
        if not text.original.isascii() and (seen := clean(text)):
            found = found + beyond(found, _shown(seen, locate(seen.text)))
        for seen in decoded(text) if decodes else ():
            found = found + beyond(found, _revealed(seen, locate(seen.text), text.original))
        return found

    # What is encoded has another shape than the text, so a gate could not tell that it is there.
    return TextDetector(look, () if decodes else detector.shapes, looks=True)


def _shown(seen: Sight, spans: Iterable[Span]) -> list[Span]:
    back, name = seen.view.back, seen.view.name
    return [Span(*back(start, end), f"{rule}/{name}") for start, end, rule in spans]


def _revealed(seen: Sight, spans: list[Span], source: str) -> list[Span]:
    """The spans in a text, save those of what is not encoded where a view of it is cut off."""
    shown = seen.view.text
    return [
        there
        for (start, end, _), there in zip(spans, _shown(seen, spans), strict=True)
        if source[there.start : there.end] != shown[start:end]
        or views.CUT not in shown[max(0, start - _NEAR) : end + _NEAR]
    ]


_NEAR = 80  # what a detector may want to see on both sides of what it finds
