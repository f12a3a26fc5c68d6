"""Addresses of hosts and networks: IPv4 (RFC 791), IPv6 in all forms of RFC 4291 and RFC 5952.

The prefix length belongs to a network (`10.0.0.0/8`), not to a host in one (`10.0.0.7/8`); a zone
belongs to its address. Not an address: versions and section numbers, longer chains of numbers, MAC
addresses and times, `::` between names of programs, slices of Python.
"""

from __future__ import annotations

import re
from functools import partial
from ipaddress import ip_network
from itertools import product
from typing import TYPE_CHECKING

import regex

from routelock.filters.builtin.repeats import unrepeated
from routelock.filters.detector import Span, TextDetector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from routelock.filters.text import Text

EXAMPLES = (
    "192.168.1.1",
    "255.255.255.255",
    "0.0.0.0",  # noqa: S104 - found, not bound
    "10.0.0.0/8",
    "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
    "2001:db8::1",
    "2001:db8::/32",
    "fe80::1%eth0",
    "::1",
    "::ffff:192.0.2.1",
    "64:ff9b::192.0.2.1",
    "0:0:0:0:0:ffff:129.144.52.38",
    "2001:db8:1:2:3:4:5::",
    "::/0",
)
COUNTEREXAMPLES = (
    "192.168.1",
    "192.168.1.256",
    "0127.0.0.1",
    "1.3.6.1.4.1",
    "v1.2.3.4",
    "version 1.2.3.4",
    "0.10.2.3",
    "tool-1.2.3.4.tar.gz",
    "1.2.3.4-beta",
    "text192.168.1.1",
    "aa:bb:cc:dd:ee:ff",
    "00:11:22:33:44:55:66:77",
    "12:34:56",
    "std::cout",
    "a::b",
    "Bad::Face",
    "items[::2]",
    "items[::1]",
    "items[1::2]",
    ":::",
    "2001::db8::1",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4::5:6:7:8",
    "2001:db8::256.1.1.1",
    "fe80::1text",
)

_SHAPES = (
    b"0.0.",
    b"0.00.",
    b"0.000.",
    b"::",
    *(
        f":{''.join(group)}:".encode()
        for size in range(1, 5)
        for group in product("0a", repeat=size)
    ),
)

# Places, in the shape of a text. An IPv4 address from its first dot on, a rarer sign than a digit,
# with one to three digits before it that go on from no word, number or dot.
_FIRST = "|".join(
    rf"(?<=0{{{size}}}\.0)(?<![0ax]0{{{size}}}\.0)(?<![0ax]\.0{{{size}}}\.0)" for size in (1, 2, 3)
)
_FOUR = re.compile(rf"\.0(?:{_FIRST})0{{0,2}}\.0{{1,3}}\.0{{1,3}}(?![0ax])(?!\.0)".encode())
_LONGEST_OCTET = 3

# An IPv6 address from its first colon on. Before that stand at most four digits, and before them
# no word, dot or colon, save the colon of a word that cannot be a group (`addr:fe80::1`).
_GROUP = r"[0a]{1,4}"
_TAIL = r"0{1,3}(?:\.0{1,3}){3}"
_HEAD = "|".join(
    rf"(?<=[0a]{{{size}}}:)(?<![0ax:.][0a]{{{size}}}:)|(?<=x:[0a]{{{size}}}:)"
    for size in range(4, 0, -1)
)
_SIX = re.compile(
    (
        rf":(?:(?<=[0a]:)(?:{_HEAD})|(?<![0ax:.]:)|(?<=x::))"
        rf"(?:(?:{_GROUP}:){{6}}{_GROUP}|(?:{_GROUP}:){{5}}{_TAIL}"
        rf"|(?:{_GROUP}:){{0,6}}:"
        rf"(?:(?:{_GROUP}:){{0,5}}{_TAIL}|(?:{_GROUP}(?::{_GROUP}){{0,6}})?))"
        r"(?![0ax]|:[0ax:]|\.0)"
    ).encode()
)

# What a place has to be, in the text itself.
_OCTET = rb"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_QUAD = _OCTET + rb"(?:\." + _OCTET + rb"){3}(?![0-9])"
_DOTTED = re.compile(  # RFC 791: no host has network 0; what goes on is a file or a version
    rb"(?!0\.(?!0\.0\.0(?![0-9])))" + _QUAD + rb"(?!\.[a-z]|[-+][A-Za-z])"
)
_MAPPED = re.compile(_QUAD)
_END = rb"(?![0-9A-Za-z_]|:[:0-9A-Fa-f]|\.[0-9])"
_SUFFIX = re.compile(rb"(%[0-9A-Za-z_]{1,16}" + _END + rb")?(/[0-9]{1,3}" + _END + rb")?")
_CUE = regex.compile(
    rb"(?ri)(?:\b(?:v|ver|rev|sec|sect|fig|oid)|version|release|build|firmware|revision|section"
    rb"|chapter|clause|paragraph|appendix|article|figure|table)[\s.:=#\"'(]{0,8}"
    rb"|[<>~]=\s?|[~^]>?\s?"
)
_CUE_REACH = 24
_CUE_SIGNS = b" \t\n\r\f\v.:=#\"'("  # after its last letter or sign, which is one of these
_CUE_ENDS = frozenset(bytes([end]) for end in b"cdeghnrtvxCDEGHNRTVX<>~^")
_SUFFIXED = (b"%", b"/")
_INDEXED = re.compile(rb"[0-9A-Za-z_)\]]\[")
_HEXADECIMAL = b"0123456789abcdefABCDEF"
_REACH = 160  # what an address can depend on: its own length, a zone, a cue
_BITS = 32
_MOST_GROUPS, _LONGEST_GROUP, _MANY = 8, 4, 3


_span: Callable[[tuple[int, int, str]], Span] = partial(tuple.__new__, Span)


def _locate(text: Text) -> list[Span]:
    six = [*_six(text)]
    four = _four(text)
    if not six:
        return four
    tails = {text.ascii.rfind(b":", start, end) + 1 for start, end, _ in six}
    return six + [span for span in four if span[0] not in tails]  # a tail is no address itself


def _four(text: Text) -> list[Span]:
    source, shape = text.ascii, text.shape
    found: list[Span] = []
    for place in _FOUR.finditer(shape):
        dot, end = place.span()
        low = max(0, dot - _LONGEST_OCTET)
        start = low + len(shape[low:dot].rstrip(b"0"))
        if _DOTTED.match(source, start) and not _is_version(source, start):
            if source[end : end + 1] in _SUFFIXED:
                end = _extent(source, start, end)
            found.append(_span((start, end, "ipv4")))
    return found


def _is_version(source: bytes, start: int) -> bool:
    """Whether what stands before an address makes it a number of something else."""
    before = source[max(0, start - _CUE_REACH) : start].rstrip(_CUE_SIGNS)
    return before[-1:] in _CUE_ENDS and (
        _CUE.match(source, max(0, start - _CUE_REACH), start) is not None
    )


def _six(text: Text) -> Iterator[Span]:
    source = text.ascii
    alone = source.strip()
    for place in _SIX.finditer(text.shape):
        colon, end = place.span()
        head = source[max(0, colon - _LONGEST_GROUP) : colon]
        start = colon - len(head) + len(head.rstrip(_HEXADECIMAL))
        extent = _extent(source, start, end)
        whole = b"/" in source[end:extent] or source[start:end] == alone
        if _is_six(source, start, end, whole=whole):
            yield _span((start, extent, "ipv6"))


def _is_six(source: bytes, start: int, end: int, *, whole: bool) -> bool:
    address = source[start:end]
    groups = [group for group in address.split(b":") if group]
    dotted = b"." in address
    if dotted and not _MAPPED.match(groups[-1]):
        return False
    if b"::" not in address:
        return {len(group) for group in groups} != {2}  # eight pairs are an EUI-64
    if len(groups) + dotted >= _MOST_GROUPS:
        return False
    return dotted or _is_meant(groups, whole=whole, indexed=_is_indexed(source, start))


def _is_meant(groups: list[bytes], *, whole: bool, indexed: bool) -> bool:
    """Whether a shortened address is one, and not two names or numbers with `::` between."""
    numbers = [group for group in groups if not group.isalpha()]
    if whole:
        return bool(numbers) or not groups
    telling = groups == [b"1"] or max(len(groups), *map(len, numbers), 0) >= _MANY
    return bool(numbers) and telling and not (indexed and b"".join(groups).isdigit())


def _is_indexed(source: bytes, start: int) -> bool:
    return _INDEXED.match(source, max(0, start - len("x["))) is not None


def _extent(source: bytes, start: int, end: int) -> int:
    """Where an address ends, with its zone, and with its prefix length if it is a network."""
    if source[end : end + 1] not in _SUFFIXED:
        return end
    suffix = _SUFFIX.match(source, end)
    if suffix is None or suffix[2] is None:
        return end if suffix is None else suffix.end()
    is_network = _is_dotted_network if b":" not in source[start:end] else _is_network
    if is_network(source[start : suffix.end()]):
        return suffix.end()
    return max(end, suffix.end(1))  # it is a host in that network


def _is_network(written: bytes) -> bool:
    try:
        ip_network(written.decode())
    except ValueError:
        return False
    return True


def _is_dotted_network(written: bytes) -> bool:
    """The same for IPv4, where it is simple."""
    address, _, size = written.partition(b"/")
    if b"%" in address or int(size) > _BITS:
        return False
    first, second, third, fourth = map(int, address.split(b"."))
    return not (first << 24 | second << 16 | third << 8 | fourth) & (1 << _BITS - int(size)) - 1


DETECTOR = TextDetector(unrepeated(_locate, _REACH), shapes=_SHAPES)
