"""datafog-core: the detectors of datafog in Rust, called directly."""

from __future__ import annotations

import datafog_core

from benchmarks.filters.contender import SECRETS, Contender, Place
from routelock.guardrail import Slug

KINDS = {
    "EMAIL": Slug.EMAIL,
    "PHONE": Slug.PHONE,
    "SSN": Slug.SSN,
    "CREDIT_CARD": Slug.CREDIT_CARD,
    "IP_ADDRESS": Slug.IP_ADDRESS,
    "API_KEY": Slug.SECRETS,
    "BEARER_TOKEN": Slug.SECRETS,
    "CREDENTIAL_URI": Slug.SECRETS,
    "JWT": Slug.SECRETS,
    "PRIVATE_KEY": Slug.SECRETS,
}


def prepare() -> Contender:
    """Its detectors for the kinds that we have too."""
    asked: datafog_core._ScanConfig = {"entities": [*KINDS]}

    def places(text: str) -> list[Place]:
        return [
            Place(each.codepoint_range.start, each.codepoint_range.end, KINDS[each.entity_type])
            for each in datafog_core.scan(text, asked)
        ]

    return Contender(SECRETS, lambda text: datafog_core.scan(text, asked), places)
