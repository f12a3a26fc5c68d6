"""Masked: the outline of what was found, by which a person who knows the text can tell it."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

from routelock.guardrail import Slug

if TYPE_CHECKING:
    from routelock.filters.finding import Finding

LONG, LONG_SECRET = 8, 16
"""From how many code points on an outline has the first and the last letter or digit."""
WIDEST = 24
"""How many signs an outline has at most; the middle of a longer one is a `…`."""


def masked(finding: Finding, text: str) -> str:
    """What stands at a finding in the text of its part, with a `*` for every letter and digit.

    Spaces and ASCII punctuation stay, as the shape of the format; all other signs are a `*`, too.
    Only of what has `LONG` code points the first and the last sign stay if they are letters or
    digits. Secrets and matches of custom patterns have no punctuation, and ends from `LONG_SECRET`
    on.

    >>> from routelock.filters.engine import plan
    >>> from routelock.filters.rule import Rule
    >>> from routelock.filters.screen import screen_text
    >>> from routelock.guardrail import Action
    >>> from routelock.reasons import Layer, Source
    >>> rule = Rule(Source(Layer.REQUEST), "/0", Action.FLAG, slug=Slug.EMAIL)
    >>> [found], *_ = screen_text("to ada@example.com", plan([rule]))
    >>> masked(found, "to ada@example.com")
    'a**@*******.**m'
    """
    value = text[finding.start : finding.end]
    is_secret = finding.slug in _SECRET
    kept = "" if is_secret else _PUNCTUATION
    signs = [sign if sign in kept else "*" for sign in value]
    if len(value) >= (LONG_SECRET if is_secret else LONG):
        for end in (0, -1):
            signs[end] = value[end] if value[end].isalnum() else signs[end]
    outline = "".join(signs)
    half = WIDEST // 2
    return outline if len(outline) <= WIDEST else f"{outline[: half - 1]}…{outline[-half:]}"


_SECRET = frozenset({Slug.SECRETS, None})
_PUNCTUATION = f" {string.punctuation}"
