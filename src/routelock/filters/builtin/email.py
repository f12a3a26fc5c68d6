"""E-mail addresses: RFC 5321 and 5322, internationalized by RFC 6531 and IDNA.

Any script may stand before and after the `@`. Characters that are allowed in a local part but
nearly always delimit (`|`, `` ` ``, `*`, `=`, `/` …) end it, save `=` and `/` in a tag after `+`.
Not an address: the user in a URL, `git@`, a path for scp, `name@2x.png`, `pkg@1.2.3-rc.one`.
"""

from __future__ import annotations

import re
from functools import partial
from string import ascii_letters, digits
from typing import TYPE_CHECKING

import regex

from routelock.filters.builtin.repeats import unrepeated
from routelock.filters.detector import Span, TextDetector

if TYPE_CHECKING:
    from collections.abc import Callable

    from routelock.filters.text import Text

EXAMPLES = (
    "ada@example.com",
    "Ada.Lovelace_1815@mail.example.co.uk",
    "o'neil+lists@example.org",
    "user+box/department=shipping@example.net",
    "user@xn--80ak6aa92e.com",
    "user@localhost.in",
    "d\u00f6rte@s\u00f6rensen.example.com",
    "юзер@екзампл.ком",
    "राम@मोहन.ईन्फो",
    "葉士豪@臺網中心.台灣",
    '"ada lovelace"@example.org',
)
COUNTEREXAMPLES = (
    "ada@example",
    "@example.com",
    "ada@",
    "ada@.com",
    "ada@example..com",
    "left-pad@1.3.0",
    "pkg@1.2.3-rc.one",
    "logo@2x.png",
    "@app.route",
    "git@github.com",
    "https://ada@example.com/",
    "postgres://ada:pw@db.example.com",
    "root@example.com:/var/log",
    "x@weights.mean()",
)

# Endings of file names that are no top-level domains.
_FILES = (
    "png|jpe?g|gif|svg|webp|avif|ico|css|scss|m?js|cjs|jsx|tsx?|json|html?|xml|ya?ml|toml|lock|txt"
    "|pdf|gz|tgz|tar|bz2|xz|whl|jar|exe|dll|class|java|cpp|hpp|php"
)
_WORD = r"\p{L}\p{M}\p{N}"
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"

# From the `@` on. After a last label in ASCII another script may go on without a space.
_LABEL = rf"[\p{{L}}\p{{N}}][{_WORD}-]{{0,62}}+(?<!-)\."
_TOP = r"(?:xn--[A-Za-z0-9-]{1,59}|[A-Za-z]{2,63}|(?![A-Za-z])\p{L}[\p{L}\p{M}]{1,62})"
_NO_FILE = rf"(?:{_FILES})(?![A-Za-z0-9])"
_DOMAIN = regex.compile(
    rf"(?V1)@(?!v?[0-9]+\.[0-9])(?:{_LABEL}){{1,8}}(?!{_NO_FILE}){_TOP}"
    rf"(?![A-Za-z0-9(]|:[/~]|\.{_NO_FILE})"
)

# The same where all is ASCII up to a space: a simpler engine is five times faster there.
_PLAIN = re.compile(r"[!-~]++(?![^\x00-\x7f])")
_PLAIN_LABEL = r"[A-Za-z0-9][A-Za-z0-9-]{0,62}+(?<!-)\."
_PLAIN_DOMAIN = re.compile(
    rf"@(?!v?[0-9]+\.[0-9])(?:{_PLAIN_LABEL}){{1,8}}(?!{_NO_FILE})"
    rf"(?:xn--[A-Za-z0-9-]{{1,59}}|[A-Za-z]{{2,63}})(?![A-Za-z0-9(]|:[/~]|\.{_NO_FILE})"
)

# Backwards from the `@`. Where a script is written without spaces, a change of script is a border.
_ATOM = rf"[[{_WORD}_]--[{_UNSPACED}]]"
_CHARACTER = rf"[[{_WORD}_'%&-]--[{_UNSPACED}]]"
_TAG = rf"\+(?:[[{_WORD}_.=/+'-]--[{_UNSPACED}]]*[[{_WORD}_=-]--[{_UNSPACED}]])?"
_LOCAL = regex.compile(
    r"(?V1)(?r)(?<!://[^\s/@]{0,64})(?!git\Z)(?:"
    rf"(?<!{_ATOM}){_ATOM}{_CHARACTER}*(?:\.{_CHARACTER}+)*(?:{_TAG})?[{_UNSPACED}]*"
    rf"|[{_UNSPACED}]+(?:\.[{_UNSPACED}]+)*"
    r'|(?<![A-Za-z0-9_"])"[^\s"\\](?:[^"\\\r\n]{0,60}[^\s"\\])?"'
    r")"
)
# Nearly all local parts are of these signs, and stand after a blank.
_FIRST = frozenset(ascii_letters + digits + "_")
_SIGNS = ascii_letters + digits + "_.'%&-"
_BLANKS = frozenset(" \t\r\n")
_REACH = 800  # what an address can depend on: eight labels, the local part, a scheme before it
_LONGEST_LOCAL = 64  # RFC 5321, 4.5.3.1.1


_span: Callable[[tuple[int, int, str]], Span] = partial(tuple.__new__, Span)


def _locate(text: Text) -> list[Span]:
    source = text.original
    plain = source.isascii()
    found: list[Span] = []
    last, at = 0, source.find("@")
    while at >= 0:
        is_plain = plain or _PLAIN.match(source, at)
        if domain := (_PLAIN_DOMAIN if is_plain else _DOMAIN).match(source, at):
            start = _start(source, max(last, at - _LONGEST_LOCAL), at)
            if start is not None:
                last = domain.end()
                found.append(_span((start, last, "address")))
        at = source.find("@", at + 1)
    return found


def _start(source: str, low: int, at: int) -> int | None:
    """Where the local part before an `@` starts."""
    head = source[low:at]
    before = head.rstrip(_SIGNS)
    if before[-1:] in _BLANKS and _is_usual(head[len(before) :]):
        return low + len(before)
    local = _LOCAL.match(source, low, at)
    return local.start() if local else None


def _is_usual(name: str) -> bool:
    """Whether signs of words after a blank are a local part as most are."""
    dotted = ".." in name or name[-1:] == "."
    return name[:1] in _FIRST and not dotted and name != "git"


DETECTOR = TextDetector(unrepeated(_locate, _REACH), shapes=(b"@",))
