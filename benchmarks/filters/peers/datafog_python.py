"""datafog: its engine of regular expressions in Python."""

from __future__ import annotations

from functools import partial

from datafog.engine import scan

from benchmarks.filters.contender import PII, Contender, Place
from routelock.guardrail import Slug

KINDS = {
    "EMAIL": Slug.EMAIL,
    "PHONE": Slug.PHONE,
    "SSN": Slug.SSN,
    "CREDIT_CARD": Slug.CREDIT_CARD,
    "IP_ADDRESS": Slug.IP_ADDRESS,
}


def prepare() -> Contender:
    """Its types of PII, nothing else."""
    search = partial(scan, engine="regex", entity_types=[*KINDS])

    def places(text: str) -> list[Place]:
        return [
            Place(entity.start, entity.end, KINDS[entity.type]) for entity in search(text).entities
        ]

    return Contender(PII, search, places)
