"""Dense: a text full of items says of each what a text with that one alone says."""

from __future__ import annotations

from importlib import import_module

import pytest

from routelock.filters.builtin import MODULES
from routelock.filters.detector import TextDetector
from routelock.guardrail import Slug

NUMBERED = (Slug.EMAIL, Slug.PHONE, Slug.SSN, Slug.CREDIT_CARD, Slug.IP_ADDRESS)
MODULE = {slug: import_module(f"routelock.filters.builtin.{MODULES[slug]}") for slug in NUMBERED}
ITEMS = sorted(
    item
    for module in MODULE.values()
    for item in (*module.EXAMPLES, *module.COUNTEREXAMPLES)
    if "call" not in item  # a word that would speak for the lines after it
)
LINE = "the item <{}> was taken from a shelf in the back of the old shop, far away from any door\n"


@pytest.mark.parametrize("slug", NUMBERED)
def test_an_item_among_a_thousand_is_what_it_is_alone(slug: Slug) -> None:
    detector = MODULE[slug].DETECTOR
    assert isinstance(detector, TextDetector)
    lines = [LINE.format(item) for item in ITEMS * 6]
    at, expected = 0, []
    for line in lines:
        expected += [(at + s, at + e, rule) for s, e, rule in sorted(detector.find(line))]
        at += len(line)
    assert sorted(detector.find("".join(lines))) == expected
    assert expected
