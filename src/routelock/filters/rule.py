"""Rule: a detector, an action and a scope, and the document that asked for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.guardrail import Action, Scope, Slug

if TYPE_CHECKING:
    from routelock.reasons import Source


class Rule(NamedTuple):
    """One content filter of one guardrail, ready to be planned.

    `slug` names a builtin and is `None` for a custom rule, which has a `pattern` instead; `field`
    is the JSON pointer of the entry (`/content_filters/0`). An empty or null label is `None`.
    """

    source: Source
    field: str
    action: Action
    slug: Slug | None = None
    pattern: str | None = None
    label: str | None = None
    scope: Scope = Scope.ALL_MESSAGES
