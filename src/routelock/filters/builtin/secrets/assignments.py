"""Assignments: a word that announces a secret, and the value that is given to it.

In many syntaxes: environment files, JSON, YAML, XML, code, calls, headers, parameters of URLs,
options of commands, prose ("the password is ..."). What the value must look like depends on the
word: a password may be anything that a person makes up, a bare `key` must have a token beside it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from routelock.filters.builtin.secrets.values import Strength, strength

if TYPE_CHECKING:
    Match = re.Match[bytes]


class Reading(NamedTuple):
    """A value beside a word: its place, counted from that of the word, and if it is a secret."""

    start: int
    end: int
    secret: bool


class Need(NamedTuple):
    """The least that a value must be: in quotes or set off like that, after an operator, beside."""

    quoted: Strength
    bare: Strength
    beside: Strength


_PASSWORD = Need(Strength.WEAK, Strength.FAIR, Strength.UUID)
_TOKEN = Need(Strength.FAIR, Strength.FAIR, Strength.UUID)
_SCHEME = Need(Strength.FAIR, Strength.FAIR, Strength.FAIR)
_KEY = Need(Strength.STRONG, Strength.STRONG, Strength.STRONG)

_NEEDS = {
    "passphrase": _PASSWORD,
    "password": _PASSWORD,
    "passwort": _PASSWORD,
    "passwd": _PASSWORD,
    "pass": _PASSWORD,
    "pwd": _PASSWORD,
    "secret": _TOKEN,
    "token": _TOKEN,
    "cred": _TOKEN,
    "authorization": _TOKEN,
    "auth": _TOKEN,
    "bearer": _SCHEME,
    "basic ": _SCHEME,
    "key": _KEY,
    "seed": _KEY,
}
_NEEDED = {
    case(word).encode(): need
    for word, need in _NEEDS.items()
    for case in (str.lower, str.upper, str.capitalize)
}

WORDS: tuple[bytes, ...] = tuple(_NEEDED)
"""The literals: each word in three spellings, and none after one that it begins with."""

# After the word: the rest of the name, what closes it, a type, an operator, what opens the value.
_QUOTE = rb"\\?[\"'`]"
_TYPE = rb"(?:\s{0,3}:?\s{0,3}(?i:str|string|text|any|bytes|&(?:'static )?str)\??\s{0,3}(?==))?"
_OPERATOR = (
    rb"\s{0,40}+(?:(?:\\[nr])?[:=?.|+!~]{0,3}=[=>~]{0,2}|:{1,2}(?!//)|->|>"
    rb"|[,(](?=\s{0,3}" + _QUOTE + rb"))"
)
_SAID = (
    rb"\s{1,3}+(?:(?:for|of|to)\s(?:[\w.@-]{1,40}\s){1,3}?)?(?:is|was|are|set to|as|to be)"
    rb"(?:\s?[:=])?(?=\s)"
)
# in the next attribute: `name="token" value="..."`
_ELSEWHERE = rb"[\"']?\s?\{?\s{1,40}[\"']?(?:secret_)?(?:[Vv]alue|default)[\"']?\s?[:=]"
_CALL = rb"(?P<call>[A-Za-z][\w.]{0,30}\(\s?(?=[\"'`]))?(?:[bruf@L]{1,2}(?=[\"'`]))?"
_SCHEMES = (
    rb"(?:(?i:bearer|basic|token|api-?key|api-token|bot|digest|jwt|oauth|sso-key|ssws|splunk"
    rb"|zoho-oauthtoken|geniekey)\s{1,3})?"
)
# Nothing is given where words go on, as in most prose. This is for speed alone.
_GO_ON = re.compile(
    rb"[a-z]{0,8}[,.;)]?\s(?!(?:is|was|are|set|as|to|for|of|str|string|text|any|bytes)\s)"
    rb"[A-Za-z]{1,15}[\s,.;]|entic|ori[stz]"
)
_ASSIGNED = re.compile(
    rb"(?P<rest>[\w.-]{0,30}+)(?:%b|[\])}]){0,3}+%b(?P<operator>%b|(?P<said>%b)|%b)\s{0,40}%b"
    rb"(?:[\"'`]{0,2}(?P<quote>%b)%b(?P<quoted>(?:(?!(?P=quote))(?:[^\s\\]|\\\S)){1,4096}+)"
    rb"(?P<close>(?P=quote))?"
    rb"|\*{0,2}%b(?P<bare>[^\s\"'`\\<>(){}\[\],;=]{1,4096}+=*+)(?P<more>[(\[{])?)"
    % (_QUOTE, _TYPE, _OPERATOR, _SAID, _ELSEWHERE, _CALL, _QUOTE, _SCHEMES, _SCHEMES)
)
_PARTS = ("operator", "said", "call", "quoted", "close", "more")
_ARGUMENT = (b",", b"(")
_SET_OFF = (b"=", b":")
_DIGIT = re.compile(rb"[0-9]")
_GOES_ON = re.compile(rb"(?<==)[^\s\"'`\\<>(){}\[\],;]{1,4096}+")  # with a `=` inside
_PARAMETERS = re.compile(rb"&[\w.\[\]%-]+=.*", re.DOTALL)  # the next ones of a URL
_BESIDE = re.compile(
    rb"[\s:=._-]{1,3}(?:%b)?(?P<value>(?=[\w+/.~-]{0,63}[0-9])[\w+/=.~%%-]{8,4096}+)" % _QUOTE
)
_OPTION = re.compile(rb"(?:\A|\s)--?[\w-]*\Z|login\s+\S+\s+\Z")
_GIVEN = re.compile(rb"[ =](?:%b)?(?P<value>[^\s\"'`]{6,256}+)" % _QUOTE)

_CHAIN = re.compile(rb"::\w*\Z")  # the name of a type
_LINK = re.compile(rb":\w*\Z")  # the rest of a URN

# What a name may have after the word.
_REST = re.compile(
    rb"(?i)(?:entials?)?(?:[_.-]?(?:value|val|string|str|text|raw|data|plain|plaintext|enc|encrypted"
    rb"|base64|b64|hex|env|prod|production|dev|devel|test|testing|stage|staging|live|sandbox|main"
    rb"|primary|secondary|default|current|new|old|backup|admin|user|root|app|api|client|server"
    rb"|service|account|confirm|confirmation|v?[0-9]{1,3}|s|[a-z](?![a-z])))*"
)
# What it may have before the word: a `key` of these is a secret, nothing is one of those.
_OWNERS = tuple(
    b"access account acct admin aes api app application auth client consumer crypt crypto decrypt"
    b" decryption deploy dev developer encrypt encryption hmac ingest ingestion insert jwt licence"
    b" license live master pass private query read rest rsa secret security service session shared"
    b" sign signing storage subscription token user webhook write".split()
)
_OTHERS = tuple(
    b"authenticity bucket cache change continuation creation csrf cursor dict foreign group hash"
    b" host i18n idempotency index kms known lock lookup map next object page partition primary"
    b" pub public public_key publickey publishable request row s3 sequence site sort starting sync"
    b" unique update xsrf".split()
)
_NOT_OTHERS = (b"bitbucket",)
_USERS = (*_OWNERS, *b"db ftp ldap login mail my mysql proxy root smtp sql ssh sudo wifi".split())
_PART = re.compile(rb"[a-z]pass(?![wp])|[A-Z]PASS(?![WP])")
_BEFORE = 30
_LONG_ENOUGH = 16


def read(source: bytes, word: bytes, start: int) -> Reading | None:
    """What is given to a word that stands at `start`, if anything is."""
    end, need = start + len(word), _NEEDED[word]
    if _GO_ON.match(source, end) or (need is _PASSWORD and _is_part(source, start)):
        return None
    found = _ASSIGNED.match(source, end)
    if found and (not found["rest"] or _REST.fullmatch(found["rest"])):
        return _assigned(source, start, found, need)
    return _beside(source, start, end, need)


def _is_part(source: bytes, start: int) -> bool:
    """Whether `pass` is the rest of another word, such as compass."""
    part = start > 0 and _PART.match(source, start - 1) is not None
    return part and not source[max(0, start - _BEFORE) : start].lower().endswith(_USERS)


def _assigned(source: bytes, start: int, found: Match, need: Need) -> Reading:
    operator, said, call, value, close, more = found.group(*_PARTS)
    is_argument = call is not None or operator.strip() in _ARGUMENT
    if value is not None:
        place, whole = found.start("quoted"), close is not None
        least = need.bare if is_argument else need.quoted
    else:
        place, value = found.start("bare"), _bare(source, found)
        whole = more is None and not is_argument and not _is_link(source, start, operator, place)
        least = need.quoted if said or operator in _SET_OFF else need.bare
    secret = whole and _suffices(value, least, source, start, need)
    return Reading(place - start, place - start + len(value), secret)


def _is_link(source: bytes, start: int, operator: bytes, place: int) -> bool:
    """Whether a name and a value are the rest of a URN, `a:b:secret:c`."""
    tight = operator == b":" and source[place - 1] in operator
    return tight and _LINK.search(source, max(0, start - _BEFORE), start) is not None


def _bare(source: bytes, found: Match) -> bytes:
    """A value without quotes; one that has digits goes on after a `=`, `a=b` are two names."""
    value: bytes = found["bare"]
    if value.endswith(b":"):  # the next name
        return b""
    if value.endswith(b"=") and not value.isalpha():
        more = _GOES_ON.match(source, found.end("bare"))
        value += more[0] if more and _DIGIT.search(value) else b""
    return _PARAMETERS.sub(b"", value).rstrip(b".,:*")


def _beside(source: bytes, start: int, end: int, need: Need) -> Reading | None:
    """A value without an operator: of an option, or a token that simply follows."""
    found = _GIVEN.match(source, end) if need is not _KEY else None
    if found and _OPTION.search(source, max(0, start - _BEFORE), start):
        least, long = need.quoted, True
    else:
        found, least = _BESIDE.match(source, end), need.beside
        long = found is not None and len(found["value"]) >= _LONG_ENOUGH
    if found is None:
        return None
    value, place = found["value"].rstrip(b"."), found.start("value")
    joined = need is _KEY and source[place - 1] in b"-._\r\n"
    enough = (long or least <= Strength.FAIR) and not joined
    secret = enough and _suffices(value, least, source, start, need)
    return Reading(place - start, place - start + len(value), secret)


def _suffices(value: bytes, least: Strength, source: bytes, start: int, need: Need) -> bool:
    """Whether a value is enough for the name that ends with the word at `start`."""
    found = strength(value)
    if found < min(least, Strength.FAIR):
        return False
    name = source[max(0, start - _BEFORE) : start].rstrip(b"_.- ").lower()
    owned = need is _KEY and name.endswith(_OWNERS)
    other = name.endswith(_OTHERS) and not name.endswith(_NOT_OTHERS)
    return found >= (_TOKEN.quoted if owned else least) and not other and not _CHAIN.search(name)
