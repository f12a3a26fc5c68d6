"""Our plans: the builtin filters of any kinds, and custom filters of the peers' patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.contender import Absent
from benchmarks.filters.contender import (
    ADDRESS,
    ALL,
    INJECTION,
    NAMES,
    PII,
    SECRETS,
    Contender,
    Place,
    described,
)
from benchmarks.filters.patterns import PATTERNS
from routelock.filters.builtin import BUILTINS
from routelock.filters.custom import PatternError
from routelock.filters.engine import plan
from routelock.filters.rule import Rule
from routelock.guardrail import Action, Slug
from routelock.message import Part
from routelock.reasons import Layer, Source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks.filters.contender import Kinds

SETTINGS: tuple[Kinds, ...] = (PII, SECRETS, ADDRESS, NAMES, INJECTION, ALL)
"""What policies ask for, from few kinds to all; the plan for each is measured on its own."""

CUSTOM = "routelock, these patterns as custom filters"
SOURCE = Source(Layer.KEY)


def label(kinds: Kinds) -> str:
    """The name of our plan for some kinds."""
    return f"routelock: {described(kinds)}"


def available() -> Kinds:
    """The kinds that this version has a detector for."""
    return frozenset(BUILTINS)


def builtins(kinds: Kinds) -> Contender:
    """The plan of a policy that flags some kinds."""
    rules = [Rule(SOURCE, "", Action.FLAG, Slug(kind)) for kind in sorted(kinds)]
    return scanning(rules, kinds)._replace(label=label(kinds))


def custom() -> Contender | Absent:
    """The plan of a policy that flags what the patterns match, each as a filter of its own."""
    rules = [
        Rule(SOURCE, "", Action.FLAG, pattern=pattern, label=kind) for kind, pattern in PATTERNS
    ]
    try:
        return scanning(rules, INJECTION)._replace(label=CUSTOM)
    except PatternError as error:
        return Absent(CUSTOM, f"refused: {error.problems[0].message}")


def scanning(rules: Iterable[Rule], kinds: Kinds) -> Contender:
    """A contender out of rules."""
    scan = plan(rules).scan

    def places(text: str) -> Iterable[Place]:
        found = scan(Part(None, "/prompt", "user", text))
        return (Place(each.start, each.end, str(each.slug or each.label)) for each in found)

    return Contender(kinds, lambda text: scan(Part(None, "/prompt", "user", text)), places)
