"""Phrases that are known to be safe: negated, told of others, guarded against, or quoted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from routelock.filters.builtin.prompt_injection.grammar import Rule

BACK = 112
"""How much before a phrase is looked at."""


def is_safe(source: bytes, rule: Rule, start: int, end: int) -> bool:
    """Whether a phrase that a rule has found is harmless where it stands."""
    before = source[max(0, start - BACK) : start]
    if rule.clause and not _CLAUSE.search(before[-40:]):
        return True
    if rule.category not in _TOLD:
        return False
    if rule.category == "extraction" and _NOUN.search(before):
        return True
    return bool(_BEFORE.search(before) or _AFTER.match(source, end))


def is_negated(lowered: str, start: int) -> bool:
    """The same for what is said in another script."""
    return _NEGATED.search(lowered[max(0, start - 8) : start]) is not None


_TOLD = frozenset({"override", "extraction", "mode", "no-limits"})
_CLAUSE = re.compile(
    rb"(?:\A|[.!?:;\"'\n(*#>\]-]\s{0,3}|\b(?:please|now|(?<!can )just|then|and|but|so|ok|okay|also"
    rb"|instead|(?<!can )simply|must|should|will|stop|first|you|need|needs|have|has)(?: to)?"
    rb"[,\s]{1,4})\Z",
    re.IGNORECASE,
)
_NOUN = re.compile(rb"\b(?:the|an?|its|this|any)\s+\Z", re.IGNORECASE)  # the output, a list

_WORDS = rb"(?:[ \t]+[a-z]+)"
_SAYS = rb"(?:ask|tell|instruct|request|tr(?:y|ies)|attempt|want|say|claim|contain|includ)[a-z]*\b"
_MODELS = rb"(?:models?|ai|llms?|assistants?|bots?|agents?|chatbots?|it|them|system)"
_OTHERS = (
    rb"(?:users?|someone|anyone|anybody|people|a person|attackers?|adversar\w+|they|he|she|it"
    rb"|customers?|hackers?|(?:message|input|content|document|text|prompt|request|payload)s?)\b"
)
_BEFORE = re.compile(
    rb"(?:"
    # never reveal, do not ever forget
    rb"(?:\b(?:never|not|cannot|refus\w+|declin\w+|without|unable to|forbid\w*|prohibit\w*)|n't)"
    rb"(?:[ \t]+(?!but\b|you\b|only\b)[a-z]+){0,4}"
    rb"|\b(?:no|nunca|jamas|nao|ne|non|nicht|niemals|nie|niet|inte|ikke|jangan)" + _WORDS + rb"?"
    # he was told to ignore, does a document override
    rb"|\b(?:he|she|they|we|i|people|staff|users?) (?:was|were|have been|had been|am|are) "
    rb"(?:told|asked|ordered|advised|instructed|urged) to"
    rb"|\b(?:does|did|do|can|could|might|may)[ \t]+(?!you\b)[a-z]+" + _WORDS + rb"{0,3}"
    # if a user asks you to ignore, attempts to bypass, making the model forget
    rb"|\b(?:if|when|whenever|should|even if|in case)\b[^.!?\n]{0,40}\b" + _OTHERS
    + rb"[^.!?\n]{0,30}\b" + _SAYS + rb"[^.!?\n]{0,50}"
    rb"|\b(?:attempt|try|tries|tried)\w*(?: by \w+)? to" + _WORDS + rb"{0,4}"
    rb"|\b(?:mak|gett|trick|convinc|caus|instruct|tell|ask|forc|coax)ing (?:the |an? |your |my )?"
    + _MODELS + rb"(?: (?:to|into))?" + _WORDS + rb"{0,2}"
    # protection against requests to ignore
    rb"|\b(?:prevent|protect|defend|detect|block|guard|mitigat|resist|against)\w*\b[^.!?\n,;:]{0,60}"
    rb")[ \t\"'`*(]*\Z"
    # such as "ignore
    rb"|\b(?:such as|e\.g\.?|for example|for instance|like|phrases?|known as|called|terms?|mean by"
    rb"|does|meaning of|containing|example)\s?[,:]?\s?[\"'`]{1,2}\Z",
    re.IGNORECASE,
)  # fmt: skip
_AFTER = re.compile(
    rb"[\"'`.]{0,3}\s?(?:-?style\b|attacks?\b|techniques?\b|phrases?\b"
    rb"|is an? (?:example|common|classic|known|type)|are (?:examples|common))",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"(?:не|никогда|不要|别|別|勿|لا)\s?\Z")
