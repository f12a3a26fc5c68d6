"""LiteLLM's content filter: its own patterns and categories, called below its proxy."""

from __future__ import annotations

import logging
import os

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # else an import asks the network

from litellm.proxy.guardrails.guardrail_hooks.litellm_content_filter.content_filter import (
    ContentFilterGuardrail,
)
from litellm.types.guardrails import ContentFilterAction, ContentFilterPattern

from benchmarks.filters.contender import ADDRESS, INJECTION, Contender, Place
from routelock.guardrail import Slug

PATTERNS = {
    "email": Slug.EMAIL,
    "us_phone": Slug.PHONE,
    "us_ssn": Slug.SSN,
    "credit_card": Slug.CREDIT_CARD,
    "ipv4": Slug.IP_ADDRESS,
    "ipv6": Slug.IP_ADDRESS,
    "aws_access_key": Slug.SECRETS,
    "aws_secret_key": Slug.SECRETS,
    "github_token": Slug.SECRETS,
    "slack_token": Slug.SECRETS,
    "generic_api_key": Slug.SECRETS,
    "street_address": Slug.ADDRESS,
}
CATEGORIES = (
    "prompt_injection_jailbreak",
    "prompt_injection_system_prompt",
    "prompt_injection_data_exfiltration",
)
MASK = ContentFilterAction.MASK
"""To block would end the search at the first finding."""


def prepare() -> Contender:
    """A guardrail that masks; of its categories it tells that they matched, not where."""
    logging.getLogger("LiteLLM Proxy").setLevel(logging.ERROR)  # it warns of each match
    guardrail = ContentFilterGuardrail(
        guardrail_name="benchmark",
        patterns=[
            ContentFilterPattern(pattern_type="prebuilt", pattern_name=name, action=MASK)
            for name in PATTERNS
        ],
        categories=[
            {"category": name, "enabled": True, "action": MASK.value} for name in CATEGORIES
        ],
    )

    def scan(text: str) -> object:
        return guardrail._filter_single_text(text, [])  # noqa: SLF001 (what its hook calls)

    def places(text: str) -> list[Place]:
        find = guardrail._find_pattern_spans  # noqa: SLF001 (the only way to see places)
        return [
            Place(start, end, PATTERNS[entry["pattern_name"]])
            for entry in guardrail.compiled_patterns
            for start, end in find(text, entry)
        ]

    return Contender(INJECTION, scan, places, ADDRESS)
