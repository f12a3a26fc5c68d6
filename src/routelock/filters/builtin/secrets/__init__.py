"""Secrets: tokens of known kinds, private keys, passwords in URLs, values beside telling words.

Found by literals and read from there: `kinds` has the tokens that a literal tells,
`structures` keys in PEM (RFC 7468), users in URLs (RFC 3986) and of curl,
`assignments` the words that announce a value. A span is the whole secret; of a URL with a
user, the password. Not a secret: placeholders, names, paths, and hashes, UUIDs and public keys
that no word announces as one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from routelock.filters.builtin.repeats import unrepeated
from routelock.filters.builtin.secrets.assignments import WORDS, read
from routelock.filters.builtin.secrets.gate import Gate
from routelock.filters.builtin.secrets.kinds import KINDS, STEMS
from routelock.filters.builtin.secrets.structures import STRUCTURES
from routelock.filters.builtin.secrets.values import is_dummy
from routelock.filters.detector import Span, TextDetector

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from routelock.filters.builtin.secrets.assignments import Reading
    from routelock.filters.builtin.secrets.kinds import Kind
    from routelock.filters.text import Text

    Known = dict[tuple[int, bytes], Reading | None]
    Placed = dict[tuple[bytes, int, bytes], tuple[int, int, str]]

EXAMPLES = (
    "AKIARWFVEALKXWKKXZWW",
    "ASIA0QPX3767IOGY7DRY",
    "AIzamli5uN_4Fi8rL_XFEtftFC1KfdxWZ2rWtAG",
    "GOCSPX-6K2UbW7JqOqglEoJHiLN0SEy",
    "dop_v1_12f365fb1067ab0f528f9f8d9f6b682fbc7d0136fee69c62a9f6426e267806bc",
    "x-T0Q~X3ultGbtuE~jZ65THb~G9b_fWxN4xz5",
    "y5yP0urTbMoLR94V1tOcbXqj4YKACH4cYuiTUu4wbUSdifdVkZaw+IOrTvUhQUC7kw+VMJoS4wPo+AStM3ZolA==",
    "sha256~daH-ntKLd2MRJNv1aHkn4rGWBVbq8XXsipYKwqXA43B",
    "dapibd78ae81ae4fcaaadd8a37cd12be2a7f",
    "ghp_wL1wHTHi0dEpAsensts8fKup3SUiqd50R2Lh",
    "github_pat_gu5Nl7VRGwdI103jGCTDxHmvNJpBs1FPqIvC",
    "glpat-QGb1aj_hKs_fVCijPTXS",
    "PMAK-e21ffc30b480561ff6655451-acca94e42d11041fe4fea4501db2608f32",
    "npm_qX3QK0dqyAXCWSRO9DkuU0vh3CAmnuB4irif",
    "pypi-AgEOr_0J_lFwAFZPz84af4aQ1oc7vzs-65c86R781Sjir2aOrODAy",
    "dckr_pat_BhAanhBOLQ_wRCGSVoWAGxrEbwy",
    "hvs.OR36apkX1WfKVCGJIShT5T8O",
    "0ZQpEbt8NLVgyS.atlasv1.W6zCRQPhU0iY28hOy5vcgeZkgkqi4uWwzlQcwMTbp3sMnzENX1eh8LKzCYVc",
    "AGE-SECRET-KEY-19ZVGGOJM72QC8QGFFV8YSTM373JS2MMTJRIFBAZV5G7FHASRLL1YXVKCKH",
    "sk-ant-9QHoFwGzA4HgEVKxIptE2jt_v8mZs0eflod7vU8Y",
    "sk-proj-z9O8NQsxWGuHpHfzHVQuiagx5Fx4cMDdurdcAObJ",
    "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",
    "hf_3twZU9eRzvvHW4s8Kw7T850OTfLCXt35bx",
    "gsk_fIt5WQZoV8SUaK2xZzsgmC1bufAsemygvgEEqeaqFVvdpR3t",
    "xoxb-4815162342-t0gOhIvc1CuS",
    "https://hooks.slack.com/services/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",
    "MTAoT_BF4mOKdVRdI2lw0XE.lIQcoo.MV6a_oBkcX1865zl4eLVCGRGR4of",
    "6584621262:AAAJYhvCrbsUdbJc6Bx-QZnC4XK0ysyo4E",
    "SK0ba7ce16693fbe21a59f71cb54d2a343",
    "sk_live_qQSzRNeUlF7bYw2Kd0Xv",
    "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",
    "glsa_mGbt9FyWuLkK8KZzrX3qRtjfugrBbKbN_cBCbcfdA",
    "SG.2gHV8_2lcnMK-NAK.aoB51twVt42M7L-ZimjZTBruheUlO6CoS",
    "c62f4df47787fc43845f19b6741045ba-us2",
    "ntn_86794621547aqSSchRBdNsiiNPPEb7YnFYnPfqY9kan",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI4MTUiLCJuYW1lIjoiQWRhIn0.pQ7vT2mXc9LrW4nZk0YbJh8sVd3EfUa6",
    (
        "-----BEGIN EC PRIVATE KEY-----\n"
        "MHcCAQEEIBqf7QvTn0Xc2Yk5Zr8LmWd4Ue1Sg9Hb6Jp3KtVxNyRa\n"
        "-----END EC PRIVATE KEY-----"
    ),
)
COUNTEREXAMPLES = (
    "AKIAIOSFODNN7EXAMPLE",
    "AKIAXXXXXXXXXXXXXXXX",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "gitlab: glpat-XXXXXXXXXXXXXXXXXXXX",
    "hf_generatedByTheBuildForDebuggingOnly",
    "sk_live_",
    "0c9d8f4e-2b61-4e7a-9c3f-5a1d7e8b6f20",
    "9f2c7d41a05be863d7c14f0e2a9b58c6d3e7f120",
    "sha512-Yk3vZq0Xw8Lr7Tn2Md5Pb9Gc4Hs6Jf1Ka0Ev8Ru3Io7Yt2We5Qp9Nx4Bz6Vm1Cl==",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwAD",
    "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "https://user:password@example.com/",
    "https://user:${PASSWORD}@example.com/",
    "https://example.com:8443/@scope/name",
    'password = os.environ["DB_PASSWORD"]',
    "password = get_password(user1)",
    'password: "Enter password: "',
    '"password": "Contrase\u00f1a"',
    '"password": "secret"',
    "password: ********",
    "passwords must have 12 characters",
    "the password is required",
    'api_key = "${API_KEY_2}"',
    'api_key = "<your-api-key-1>"',
    "api_key: sk-...",
    "token = request.headers2.token",
    'token = r"[a-z0-9]{16,32}"',
    "max_tokens=4096",
    'tokenizer: "o200k_base"',
    "next_page_token=a8f7d9c2e1b45f60",
    "csrf_token = 'a8f7d9c2e1b45f60'",
    "secret_name: db-credentials-2",
    "secretKeyPath = /etc/ssl/private/server1.pem",
    'public_key = "b3f1c9d27ae84056b3f1c9d27ae84056"',
    'key = "value1"',
    'cache-key: "deps-v2-linux"',
    "primary key (id, name2)",
    "author = 'h11'",
    "Authorization: Bearer $TOKEN_1",
    "Bearer authentication",
    "curl -u user:user https://example.com",
    "docker run -u 1000:1000 image",
)


def _stem(kind: Kind) -> str:
    """The literal that is looked for."""
    return next((stem for stem in STEMS if kind.literal.startswith(stem)), kind.literal)


def _by_stem() -> dict[bytes, list[Kind]]:
    table: dict[bytes, list[Kind]] = {}
    for kind in KINDS:
        table.setdefault(_stem(kind).encode(), []).append(kind)
    return table


def _either(literals: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(set(literals))))


_KINDS = _by_stem()
_SHORT = 4
_PLACES = tuple(  # neighbours have much in common: the automata of a gate are faster for it
    sorted((*_KINDS, *STRUCTURES), key=lambda literal: (len(literal) < _SHORT, literal[1:]))
)

LITERALS: tuple[bytes, ...] = (*_PLACES, *WORDS)
"""Where `at` looks: no secret is without one of these."""

# A token is no part of a word, a path or a number, and a full stop is no part of a token. An
# escaped line end may stand before it.
_BORDER = r"(?:(?<![\w+.~-])|(?<=\\[nrt]))"
_END = r"(?<!\.)(?![A-Za-z0-9])"

# What has to be near a literal; first for kinds that may begin with it, then for the others.
_PLACES_NEED = (
    rf"(?:[^\w+.~-]|\\[nrt])(?:https?://)?"
    rf"(?:{_either(_stem(kind) for kind in KINDS if not kind.before or '' in kind.before)})"
    r"(?:(?:[\w+/.:%~$|!@#?&-][\w+/=.:%~$|!@#?&-]{0,30})?(?:[0-9]|[a-z][A-Z])|[A-Za-z]{16})"
    rf"|[^\w+.~-][\w+/~.-]{{3,80}}"
    rf"(?:{_either(kind.literal for kind in KINDS if kind.before and '' not in kind.before)})"
    r"|-----BEGIN [A-Z0-9 ]*PRIVATE KEY|Private-Lines: [0-9]"
    r"|://[^\s/:@]*:[^\s/]*@|-u(?:ser)?[ =]+(?:[^\s:]+:|:[^\s])"
)
_TELLING = r"[0-9!@#$%^*+~]"
_WORDS_NEED = "|".join(
    (
        *(rf"[^\s\"'`]{{{before}}}{_TELLING}[^\s\"'`]{{{5 - before}}}" for before in range(6)),
        rf"(?:{_either(word.decode() for word in WORDS)})[\w.-]*[^\w.-][\s\S]*[A-Za-z]{{16}}",
    )
)
_PLACE_GATE = Gate(_PLACES, _PLACES_NEED)
_WORD_GATE = Gate(WORDS, _WORDS_NEED)
_ANY_GATE = Gate(LITERALS, "")
_BRIEF = 1_024  # bytes of a text that is most often without any literal
_DENSE = 128  # bytes for each word, where the same surroundings are read once
_BEHIND, _AHEAD, _MARGIN = 30, 400, 20  # what a reading may depend on
_MOST_KNOWN = 1_000
_NONE = (0, 0, "")
_LONGEST_TOKEN, _BEHIND_TOKEN, _BORDERING = 256, 100, 4  # what is remembered of a token
_PRECEDED = frozenset(stem for stem, kinds in _KINDS.items() if any(kind.before for kind in kinds))
_SPACED = frozenset({*STRUCTURES, b"Private-Lines:"} - {b"://"})  # a space may be in what follows
_REACH = 17_000  # what a secret can depend on: the longest key
_SHORT_ENOUGH = 100  # a value up to here is read again for the words in it


def at(text: Text, literal: int, position: int) -> Span | None:
    """The secret that `LITERALS[literal]` tells by standing at `position`, if it tells one."""
    if literal < len(_PLACES):
        return _place(text.ascii, _PLACES[literal], position)
    reading = read(text.ascii, LITERALS[literal], position)
    return _announced(position, reading) if reading and reading.secret else None


def _place(source: bytes, literal: bytes, start: int) -> Span | None:
    structure = STRUCTURES.get(literal)
    return structure(source, start) if structure else _token(source, literal, start)


def _token(source: bytes, stem: bytes, start: int) -> Span | None:
    found = _pattern(stem).match(source, start)
    if found is None or found.lastgroup is None:
        return None
    kind = _KINDS[stem][int(found.lastgroup.removeprefix("kind_"))]
    first, end = _first(found) if kind.before else start, found.end()
    drawn = source[first:start] + source[start + len(kind.literal) : end]
    return None if is_dummy(drawn) else Span(first, end, kind.name)


def _first(found: re.Match[bytes]) -> int:
    return min(found.start(name) for name, text in found.groupdict().items() if text is not None)


@cache
def _pattern(stem: bytes) -> re.Pattern[bytes]:
    """The kinds with a stem as one pattern, to match where the stem is."""
    shapes = (_shape(place, kind) for place, kind in enumerate(_KINDS[stem]))
    return re.compile(f"(?:{'|'.join(shapes)}){_END}".encode())


def _shape(place: int, kind: Kind) -> str:
    heads = (
        f"(?<={_BORDER}(?P<before_{place}_{form}>{before}))" if before else _BORDER
        for form, before in enumerate(kind.before or ("",))
    )
    return f"(?:{'|'.join(heads)})(?P<kind_{place}>{re.escape(kind.literal)}{kind.rest})"


def _announced(start: int, reading: Reading) -> Span:
    return Span(start + reading.start, start + reading.end, "assignment")


def _placed(source: bytes) -> Iterator[Span]:
    last = 0
    hits = _PLACE_GATE.hits(source)
    dense = len(hits) * _DENSE > len(source)
    known: Placed = {}
    for start, literal in hits:
        if start < last:
            continue
        stem = _PLACES[literal]
        span = _again(source, stem, start, known) if dense else _place(source, stem, start)
        if span:
            last = span.end
            yield span


def _again(source: bytes, stem: bytes, start: int, known: Placed) -> Span | None:
    """The secret at a literal, remembered where the same token was read before.

    No token goes on after a space, and what stands before one counts only near to it.
    """
    end = source.find(b" ", start, start + _LONGEST_TOKEN)
    if end < 0 or stem in _SPACED:
        return _place(source, stem, start)
    behind = min(start, _BEHIND_TOKEN if stem in _PRECEDED else _BORDERING)
    around = (stem, behind, source[start - behind : end])
    if around in known:
        first, size, name = known[around]
        return Span(start - first, start - first + size, name) if size else None
    span = _place(source, stem, start)
    if len(known) < _MOST_KNOWN:
        known[around] = (start - span.start, span.end - span.start, span.rule) if span else _NONE
    return span


def _assigned(source: bytes) -> Iterator[Span]:
    last = 0
    hits = _WORD_GATE.hits(source)
    dense = len(hits) * _DENSE > len(source)
    known: Known = {}
    for start, literal in hits:
        if start < last:
            continue
        word = WORDS[literal]
        reading = _known(source, word, start, known) if dense else read(source, word, start)
        if reading and (reading.secret or reading.end > _SHORT_ENOUGH):
            last = start + reading.end
        if reading and reading.secret:
            yield _announced(start, reading)


def _known(source: bytes, word: bytes, start: int, known: Known) -> Reading | None:
    """What stands beside a word, remembered where the same surroundings were read before."""
    behind = min(start, _BEHIND)
    around = (behind, source[start - behind : start + _AHEAD])
    if around in known:
        return known[around]
    reading = read(source, word, start)
    if (reading is None or reading.end < _AHEAD - _MARGIN) and len(known) < _MOST_KNOWN:
        known[around] = reading
    return reading


def _locate(text: Text) -> list[Span]:
    """Spans in order and apart; those that share characters become one, named after the first."""
    source = text.ascii
    if len(source) <= _BRIEF and not _ANY_GATE.opens(source):
        return []
    found: list[Span] = []
    spans = [*_placed(source), *_assigned(source)]
    for span in sorted(spans, key=_outermost_first) if len(spans) > 1 else spans:
        if found and span.start < found[-1].end:
            found[-1] = found[-1]._replace(end=max(span.end, found[-1].end))
        else:
            found.append(span)
    return found


def _outermost_first(span: Span) -> tuple[int, int]:
    return span.start, -span.end


DETECTOR = TextDetector(unrepeated(_locate, _REACH))
