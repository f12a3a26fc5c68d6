"""Detector: anything that finds spans in a text; the builtin ones share the forms of a `Text`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from routelock.filters.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Span(NamedTuple):
    """A place in a text: start and end (exclusive) in code points, and the rule that found it.

    The rule is a name of the detector's own, never of the text. Behind a `/` it tells the view that
    the place was found in, where the text itself does not show it.
    """

    start: int
    end: int
    rule: str


class Detector(Protocol):
    """What can be plugged in for a builtin slug: any object with this one method.

    The spans may come in any order and overlap. Those that reach over an end of the text are cut
    to it, empty ones count as nothing. An error of a detector is the error of the whole screening:
    a text that could not be read does not pass.
    """

    def find(self, text: str, /) -> Iterable[Span]:
        """Every place of `text` that this detector is about."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class TextDetector:
    """A detector that reads a `Text`, so that the forms of one text are made once for all.

    `shapes` are literals: a text whose `shape` has none of them has no finding, and in a plan the
    detector is then not called. Without any it is always called. They hold no `,`, which stands
    for too much to tell anything. One that `looks` reads views of the text by itself.
    """

    locate: Callable[[Text], list[Span]]
    shapes: tuple[bytes, ...] = ()
    looks: bool = False

    def find(self, text: str, /) -> list[Span]:
        """What `locate` finds in a plain string."""
        return self.locate(Text(text))


def prepared(detector: Detector) -> TextDetector:
    """Any detector as one that reads a `Text`, its spans cut to what the text has."""
    if isinstance(detector, TextDetector):
        return detector

    def locate(text: Text) -> list[Span]:
        end = len(text.original)
        spans = (Span(max(s, 0), min(e, end), rule) for s, e, rule in detector.find(text.original))
        return [span for span in spans if span.start < span.end]

    return TextDetector(locate)
