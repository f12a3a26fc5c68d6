r"""Patterns: eight kinds of content as regular expressions that every engine here reads.

Those of secrets are made of our own table of kinds. RE2 and Hyperscan have no look-around and
small limits for counted repeats, so look-ahead is left out and `{10,400}` becomes `{10,}`; what is
left finds somewhat more than our detectors do, which also look at what stands around a token. No
pattern has a name, a check digit or a list of words behind it: that is what plain patterns are.
"""

from __future__ import annotations

import re

from routelock.filters.builtin.secrets.kinds import KINDS, Kind
from routelock.guardrail import Slug

MOST = 16
"""How often something may be repeated before a repeat with an end becomes one without."""

REPEATED = re.compile(r"\{(\d+),(\d+)\}")
LOOK_AHEAD = re.compile(r"\(\?=[^)]*\)")
OCTET = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"


def secret(kind: Kind) -> str:
    """A kind of secret as one pattern."""
    before = f"(?:{'|'.join(kind.before)})" if kind.before else ""
    plain = LOOK_AHEAD.sub("", before + re.escape(kind.literal) + kind.rest)
    return REPEATED.sub(lambda found: endless(*found.groups()), plain)


def endless(fewest: str, most: str) -> str:
    """A counted repeat, without an end where that is far."""
    return f"{{{fewest},}}" if int(most) > MOST else f"{{{fewest},{most}}}"


STREET = "Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Ln|Court|Ct|Place|Way"
OVERRIDES = (
    r"(?i)\b(?:ignore|disregard|forget) (?:all |any )?(?:the |your |of )?(?:previous|prior|above)",
    r"(?i)\b(?:ignore|disregard|forget) (?:all |any )?(?:the |your )?(?:instructions|rules)",
    r"(?i)\bforget (?:everything|all) (?:you|that|above|before)",
    r"(?i)\byou are now (?:in |a |an |the )?(?:\w+ )?(?:mode|dan|unrestricted|jailbroken)",
    r"(?i)\b(?:developer|debug|god|dan|sudo|jailbreak) mode\b",
    r"(?i)\b(?:reveal|print|show|repeat|output) (?:me )?(?:the |your )?(?:system|hidden|initial)",
    r"(?i)\bact as (?:an? )?(?:dan|unrestricted|unfiltered|evil)\b",
    r"(?i)\bpretend (?:to be|you are|that you)\b",
    r"(?i)\bdo anything now\b",
    r"(?i)\bno (?:restrictions|limitations|filters|rules)\b",
    r"(?i)\bbypass (?:the |your |all )?(?:safety|filter|restrictions|guardrails)",
    r"(?i)\bnew instructions?:",
    r"<\|im_(?:start|end)\|>|\[/?INST\]|<</?SYS>>",
)
PATTERNS: tuple[tuple[str, str], ...] = (
    (Slug.EMAIL.value, r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}"),
    (Slug.PHONE.value, r"(?:\+?1[ .-]?)?\(?[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}\b"),
    (Slug.PHONE.value, r"\+\d{1,3}[ .-]?\(?\d{1,4}\)?(?:[ .-]?\d{2,4}){2,4}\b"),
    (Slug.SSN.value, r"\b\d{3}-\d{2}-\d{4}\b"),
    (Slug.CREDIT_CARD.value, r"\b[3-6]\d{3}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}\b"),
    (Slug.CREDIT_CARD.value, r"\b3[47]\d{2}[ -]?\d{6}[ -]?\d{5}\b"),
    (Slug.IP_ADDRESS.value, rf"\b{OCTET}(?:\.{OCTET}){{3}}\b"),
    (Slug.IP_ADDRESS.value, r"\b(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}\b"),
    (Slug.IP_ADDRESS.value, r"\b(?:[0-9a-fA-F]{1,4}:){1,6}(?::[0-9a-fA-F]{1,4}){1,6}\b"),
    (Slug.ADDRESS.value, rf"\b\d{{1,5}} (?:[A-Z][a-z]+ ){{1,3}}(?:{STREET})\b"),
    *((Slug.SECRETS.value, pattern) for pattern in dict.fromkeys(map(secret, KINDS))),
    (Slug.SECRETS.value, r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    (Slug.SECRETS.value, r"://[^/\s:@]{1,16}:[^/\s@]{4,}@"),
    (
        Slug.SECRETS.value,
        r"(?i)(?:password|passwd|secret|token|api[_-]?key)[\"']?\s?[:=]\s?[\"'][^\s\"']{8,}[\"']",
    ),
    *((Slug.PROMPT_INJECTION.value, pattern) for pattern in OVERRIDES),
)
"""Slug and pattern."""
