"""Finding: a place in a request that a rule is about, without the text that stands there."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from routelock.guardrail import Action

if TYPE_CHECKING:
    from routelock.guardrail import Slug
    from routelock.reasons import Source

UNLABELLED = "[REDACTED]"
"""The placeholder of a custom rule without a label."""
UNDECIDED = "undecided"
"""The rule of a span over a text that a detector could not read to the end."""


class Finding(NamedTuple):
    """What was found: kind, place, action, and the document and field that asked for it.

    `slug` names a builtin; it is `None` for a custom rule, which may have a `label`. `message` and
    `part` are those of the `Part`; `start` and `end` (exclusive) count code points of its text.
    `rule` says which rule of the detector it was, and `view` in which view of the text, where the
    text itself does not show it (`base64`, or `clean/base64` for a view of a view). The rule
    `undecided` is that of no match but of a search that did not end, and `as_json` says so too.
    The text itself is nowhere in it.

    >>> from routelock.guardrail import Action, Slug
    >>> from routelock.reasons import Layer, Source
    >>> place = {"message": 0, "part": "/content", "start": 3, "end": 18}
    >>> origin = {"source": Source(Layer.KEY, "g1"), "field": "/content_filter_builtins/0"}
    >>> Finding(Slug.EMAIL, None, **place, action=Action.REDACT, **origin).as_json()["slug"]
    'email'
    """

    slug: Slug | None
    label: str | None
    message: int | None
    part: str
    start: int
    end: int
    action: Action
    source: Source
    field: str
    rule: str = ""
    view: str = ""

    @property
    def undecided(self) -> bool:
        """Whether nobody knows what there is, since a search did not end in time."""
        return self.rule == UNDECIDED

    @property
    def refuses(self) -> bool:
        """Whether it stops the request: what cannot be redacted for sure is not sent."""
        return self.action is Action.BLOCK or (self.undecided and self.action is Action.REDACT)

    @property
    def placeholder(self) -> str:
        """What stands in the place of the text after a redaction."""
        return self.slug.placeholder if self.slug else self.label or UNLABELLED

    def as_json(self) -> dict[str, str | int | None]:
        """Plain values under the names of the contract, ready for a JSON encoder."""
        kind = {"slug": self.slug.value} if self.slug else {"label": self.label}
        told: dict[str, str | int | None] = {
            **kind,
            "message": self.message,
            "part": self.part,
            "start": self.start,
            "end": self.end,
            "action": self.action.value,
            "layer": self.source.layer.value,
            "guardrail": self.source.guardrail,
            "field": self.field,
            "rule": self.rule,
            "view": self.view or None,
        }
        return told | {UNDECIDED: True} if self.undecided else told


def in_order(findings: list[Finding]) -> list[Finding]:
    """Findings of one part by start, longest first; equal spans stay in the order of the rules."""
    longest_first = sorted(findings, key=_END, reverse=True)
    return sorted(longest_first, key=_START)


_START, _END = (itemgetter(Finding._fields.index(name)) for name in ("start", "end"))
