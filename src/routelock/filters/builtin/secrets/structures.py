"""Structures that hold a secret: private keys in PEM, passwords in URLs, users given to curl."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from routelock.filters.builtin.secrets.values import Strength, strength
from routelock.filters.detector import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# RFC 7468 and RFC 4880. A key that is cut off goes on as far as its lines do.
_BEGIN = re.compile(rb"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(rb"-----END [A-Z0-9 ]{0,40}-----")
_LINES = re.compile(rb"(?:[A-Za-z0-9+/=\s\"',;:>|#]++|\\[nr])*+")
_ENCODED = re.compile(rb"[A-Za-z0-9+/]{24}")
_LONGEST_KEY = 16_384

# RFC 3986, 3.2.1. What stands for a password in manuals is none.
_USER = re.compile(rb"://([^\s/:@\"'`<>]{0,128}+):([^\s/\"'`<>{}()\\]{1,256})@(?=[\w\[%.-])")
_SAID = re.compile(
    rb"(?i)(?:my|your|the|some)?[_-]?(?:pass(?:word|wd|phrase)?|pwd?|secret|user(?:name)?|token|port"
    rb"|x-oauth-basic|x{2,})[0-9]?\Z|.*(?:[$*{\[]|%(?![0-9A-Fa-f]{2})|\.\.\.|xxx)"
)
_SHORTEST_PASSWORD = 4

_CURL_USER = re.compile(
    rb"(?:-u|--user)[ =]{0,2}[\"']?"
    rb"(?P<user>[^\s:\"'$<{]{0,80}+):(?P<password>[\"']?[^\s\"'<{]{0,128}+)"
)
_CURL_REACH = 600


def _private_key(source: bytes, start: int) -> Span | None:
    begin = _BEGIN.match(source, start)
    if begin is None:
        return None
    body = begin.end()
    end = source.find(b"-----", body, body + _LONGEST_KEY)
    last = _END.match(source, end) if end >= 0 else None
    if end < 0:
        lines = _LINES.match(source, body, body + _LONGEST_KEY)
        end = lines.end() if lines else body
    if _ENCODED.search(source, body, end) is None or b"..." in source[body:end]:
        return None
    return Span(start, last.end() if last else end, "private-key")


def _url_password(source: bytes, start: int) -> Span | None:
    found = _USER.match(source, start)
    if found is None:
        return None
    user, password = found.groups()
    if password == user or len(password) < _SHORTEST_PASSWORD or _SAID.match(password):
        return None
    return Span(*found.span(2), "url-password")


def _curl_user(source: bytes, start: int) -> Span | None:
    found = _CURL_USER.match(source, start)
    if found is None or source.rfind(b"curl", max(0, start - _CURL_REACH), start) < 0:
        return None
    user, password = found["user"], found["password"].strip(b"\"'")
    made_up = max(strength(user), strength(password)) >= Strength.WEAK
    if user == password or password.startswith(b"$") or not made_up:
        return None
    return Span(found.start("user"), found.end(), "curl-user")


STRUCTURES: Mapping[bytes, Callable[[bytes, int], Span | None]] = MappingProxyType(
    {
        b"-----BEGIN ": _private_key,
        b"://": _url_password,
        b"-u ": _curl_user,
        b"--user": _curl_user,
    }
)
"""Literals, and what reads the place where one stands."""
