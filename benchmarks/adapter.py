"""Adapter: the builtin detectors in the form that accuracy scorers ask for."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from routelock.filters.builtin import BUILTINS
from routelock.filters.engine import Plan, plan
from routelock.filters.rule import Rule
from routelock.guardrail import Action
from routelock.message import Part
from routelock.reasons import Layer, Source

if TYPE_CHECKING:
    from collections.abc import Iterable

NAME = "routelock"
SLUGS = frozenset(slug.value for slug in BUILTINS)


def scan(text: str, slugs: Iterable[str]) -> list[tuple[int, int, str]]:
    """Start and end in code points and slug of every finding; an unknown slug finds nothing."""
    found = _plan(SLUGS.intersection(slugs)).scan(Part(None, "/prompt", "user", text))
    return [(finding.start, finding.end, str(finding.slug)) for finding in found]


@cache
def _plan(slugs: frozenset[str]) -> Plan:
    source = Source(Layer.KEY)
    return plan(Rule(source, "", Action.FLAG, slug) for slug in BUILTINS if slug in slugs)
