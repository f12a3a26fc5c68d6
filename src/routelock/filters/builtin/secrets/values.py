"""Values: how much a string looks like a secret that was made, and not like a name or a word.

Letters of words follow one another in pairs that languages use; those of a generated string do
not, and digits stand between them. That tells a token of any maker from an identifier.
"""

from __future__ import annotations

import re
from enum import IntEnum
from itertools import pairwise
from string import ascii_lowercase


class Strength(IntEnum):
    """What a value can be taken for.

    `NONE`: a name, a word, a path, a placeholder. `WEAK`: a password that a person made up.
    `FAIR`: a short token. `UUID`: one of RFC 9562, which is a secret only if something says so.
    `STRONG`: a token of the usual length.
    """

    NONE = 0
    WEAK = 1
    FAIR = 2
    UUID = 3
    STRONG = 4


# A first letter and those that often follow it, in English and in names in source code.
_PAIRS = """
a:bcdgiklmnprstuvy b:aeijlorsuy c:acehiklortu d:adeilosu e:acdefglmnpqrstvwxy f:aefiloru
g:aeghinrsu h:aeiot i:abcdefglmnoprstvxz k:eis l:adeilostuy m:abeimopsu n:acdefgiklnostuv
o:bcdfgiklmnoprstuvw p:aeiloprstuy q:u r:acdegikmnorstuvy s:acehiloprstuy t:acehiloprstuy
u:abceglmnrst v:aei w:aehior x:ceipt y:pst z:e
"""
_FREQUENT = frozenset(
    (ord(first), ord(second))
    for first, _, seconds in (row.partition(":") for row in _PAIRS.split())
    for second in seconds
)
_ALPHABET = ascii_lowercase.encode()
_LETTERS = re.compile(rb"[a-z]+")
_CHANGES = re.compile(rb"(?<=[a-z])[0-9]|(?<=[0-9])[a-z]")
_DIGITS = b"0123456789"
_BETWEEN = re.compile(rb"[A-Za-z0-9][!@#$%^&*+=~][A-Za-z0-9]|[A-Za-z][0-9]+[!@#$%^&*+=~]+\Z")

_UUID = re.compile(rb"(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_PLACEHOLDER = re.compile(
    rb"(?i)x{4}|\*{2}|\.{3}|\A<|>\Z|[-_:/.]<[\w .:/-]+>|\A[$%&@]\w+%?\Z"  # xxxx, <a>, $A
    rb"|\$[{(]|\{\w*\}|\{\{|\}\}|#\{|%[sd](?!\w)|%\(\w+\)|<%"  # templates
    rb"|\[[^\]]{0,40}-[^\]]{0,40}\][+*?{]|\\[dws][+*?{\]]"  # regular expressions
    rb"|placeholder|change.?(?:me|it)\b"
    rb"|(?<![a-z0-9])(?:your|example|insert|replace|dummy|fake|redact(?:ed)?|todo|sample|lorem|foo"
    rb"|bar|mock|undefined|null|none)(?![a-z0-9])"
)
_ADDRESS = re.compile(
    rb"(?i:https?|file|s3|gs|ftp|arn|urn|data|git|ssh)[:/]|(?:.*/)?[a-z]{5,}(?:-[a-z]+)*/"
)
_PATH = re.compile(
    rb"(?i)[./~@]*(?:[a-z][\w.-]*/)+[\w.-]*\Z"
    rb"|.*\.(?:pem|json|ya?ml|key|crt|cer|p12|pfx|jks|txt|py|js|ts|go|rb|java|html?|php|md|png|svg"
    rb"|env|toml|cfg|conf|ini|xml|com|org|net|io)\Z"
)
_CODE = re.compile(
    rb"[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)+\Z"
    rb"|[A-Za-z_]\w*(?::[A-Za-z_]+)+\Z|[0-9]+-[A-Za-z]+\Z"
    rb"|(?i:sha|md|utf|base|aes|rsa|oauth|http|rot|argon|bcrypt|latin|iso|ed|hs|rs|es"
    rb"|aws4-hmac-sha)-?[0-9]+(?:[-_]\w*)?\Z"  # algorithms
    rb"|[\w.-]+:[0-9]{1,5}\Z|[\w\[\].-]*[v^~<>=!]{0,3}[0-9]+(?:\.[0-9x*]+)+(?:[-+][\w.]+)?\Z"
)
_ESCAPED = re.compile(rb"\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|.)")
_FEWEST = 5  # different characters
_LOOKED_AT = 128  # the first characters tell as much as all
_SHORT, _USUAL, _SAFE = 6, 8, 16  # sizes of made-up passwords, of short tokens, of tokens


def is_dummy(value: bytes) -> bool:
    """Whether a value of the right form says that it is none, or is made of words."""
    size = min(len(value), _LOOKED_AT)
    least = -0.1 * size if size >= _SAFE * 3 / 2 else -0.3 * size
    return _is_filled(value) or (size > _USUAL and _score(value[:size].lower()) < least)


def strength(value: bytes) -> Strength:
    """What a value looks like by itself; no white space is expected in it."""
    value = _ESCAPED.sub(b"?", value[:_LOOKED_AT])
    if _is_filled(value) or _PLACEHOLDER.search(value) or _ADDRESS.match(value):
        return Strength.NONE
    if _UUID.fullmatch(value):
        return Strength.UUID
    found = _generated(value)
    if _PATH.match(value) and not (found is Strength.STRONG and _is_base64(value)):
        return Strength.NONE
    return Strength.NONE if found < Strength.STRONG and _CODE.match(value) else found


def _is_filled(value: bytes) -> bool:
    return len(set(value)) < min(_FEWEST, len(value)) or b"EXAMPLE" in value


def _is_base64(value: bytes) -> bool:
    return b"." not in value and len(value) >= 2 * _SAFE


def _generated(value: bytes) -> Strength:
    lower = value.lower()
    size, score = len(value), _score(lower)
    digits = size - len(value.translate(None, _DIGITS))
    mixed = lower != value != value.upper()
    if size >= _SAFE and (
        (digits > 1 and score >= 4) or (digits and score >= 5) or (mixed and score >= 7)  # noqa: PLR2004
    ):
        return Strength.STRONG
    if digits == size >= 24 or (size >= _USUAL and digits and score >= 1.5):  # noqa: PLR2004
        return Strength.FAIR
    made_up = size >= _SHORT and (digits or _BETWEEN.search(value))
    return Strength.WEAK if made_up else Strength.NONE


def _score(lower: bytes) -> float:
    """Evidence that letters and digits were drawn: above 0 for chance, below for words."""
    letters = len(lower) - len(lower.translate(None, _ALPHABET))
    pairs = letters - len(_LETTERS.findall(lower))
    frequent = sum(map(_FREQUENT.__contains__, pairwise(lower)))
    return len(_CHANGES.findall(lower)) + 1.2 * (pairs - frequent) - 0.6 * frequent
