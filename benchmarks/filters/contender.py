"""Contender: one way to look for content in a text, and how to read what it tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.guardrail import Slug

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Kinds = frozenset[str]

PII: Kinds = frozenset({Slug.EMAIL, Slug.PHONE, Slug.SSN, Slug.CREDIT_CARD, Slug.IP_ADDRESS})
SECRETS: Kinds = PII | {Slug.SECRETS}
ADDRESS: Kinds = SECRETS | {Slug.ADDRESS}
INJECTION: Kinds = ADDRESS | {Slug.PROMPT_INJECTION}
NAMES: Kinds = ADDRESS | {Slug.PERSON_NAME}
ALL: Kinds = frozenset(Slug)


class Place(NamedTuple):
    """Where something was found, in code points, and the slug of what it is."""

    start: int
    end: int
    kind: str


class Contender(NamedTuple):
    """Looks for some kinds of content; everything it needs is compiled and loaded.

    `scan` is what is timed. `places` reads what was found where, and may look again for that; it is
    None where only that something was found is told. `placed` are the kinds that `places` tells.
    `most` is the size in bytes beyond which a text is no use, `most_flood` that of a flood.
    """

    kinds: Kinds
    scan: Callable[[str], object]
    places: Callable[[str], Iterable[Place]] | None = None
    placed: Kinds = ALL
    most: int = 1 << 30
    most_flood: int = 1 << 30
    label: str = ""


def described(kinds: Kinds) -> str:
    """A name for kinds: the five of PII together, the others by their words."""
    rest = [slug.value for slug in Slug if slug in kinds and slug not in PII]
    return ", ".join(["PII", *rest] if kinds >= PII else rest)
