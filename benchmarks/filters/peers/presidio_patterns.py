"""presidio's recognizers that need no language model, called one after the other."""

from __future__ import annotations

import tldextract
from presidio_analyzer.predefined_recognizers import (
    CreditCardRecognizer,
    EmailRecognizer,
    IpRecognizer,
    PhoneRecognizer,
    UsSsnRecognizer,
)

from benchmarks.filters.contender import PII, Contender, Place
from routelock.guardrail import Slug

KINDS = {
    "EMAIL_ADDRESS": Slug.EMAIL,
    "PHONE_NUMBER": Slug.PHONE,
    "US_SSN": Slug.SSN,
    "CREDIT_CARD": Slug.CREDIT_CARD,
    "IP_ADDRESS": Slug.IP_ADDRESS,
}


def prepare() -> Contender:
    """The five recognizers."""
    offline()
    recognizers = [
        EmailRecognizer(),
        PhoneRecognizer(),
        UsSsnRecognizer(),
        CreditCardRecognizer(),
        IpRecognizer(),
    ]
    asked = [(each, each.supported_entities) for each in recognizers]

    def scan(text: str) -> list[object]:
        return [found for each, kinds in asked for found in each.analyze(text, kinds, None)]

    def places(text: str) -> list[Place]:
        found = [one for each, kinds in asked for one in each.analyze(text, kinds, None)]
        return [Place(each.start, each.end, KINDS[each.entity_type]) for each in found]

    return Contender(PII, scan, places)


def offline() -> None:
    """Have top-level domains looked up in the list that comes with the package, not fetched."""
    tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(cache_dir=None, suffix_list_urls=())
