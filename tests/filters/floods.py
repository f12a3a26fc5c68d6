"""Floods: pieces of text that cost most to read when a text is nothing but them."""

from __future__ import annotations

import random
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEY = "-----BEGIN PRIVATE KEY-----"

REPEATED: Mapping[str, str] = MappingProxyType(
    {
        # signs of every kind of address
        "at": "@",
        "local parts": "a@",
        "domains without a top": "a@a.",
        "domains": "@a.b",
        "labels": "a.a.",
        "tags": "a+",
        "quoted local parts": '"a@',
        "users of URLs": "://a@",
        "unspaced scripts": "葉@",
        "addresses without spaces": "a@b.cc",
        "e-mail addresses": "ada@example.com ",
        # numbers
        "digits": "0",
        "single digits": "1 ",
        "pairs of digits": "12 ",
        "groups of three": "123-",
        "groups of four": "4111-",
        "groups without an end": "4111 1111 ",
        "digits in brackets": "(12) ",
        "dates": "2024-01-02 ",
        "times": "12:34:56 ",
        "plus signs": "+1",
        "calling codes": "+1 415 ",
        "telephone numbers": "+14155550132 ",
        "national numbers": "(415) 555-0132 ",
        "bare numbers": "4155550132 ",
        "told numbers": "call 4155550132 ",
        "security numbers": "536-22-8726 ",
        "unassigned security numbers": "666-22-8726 ",
        "bare security numbers": "536228726 ",
        "told security numbers": "ssn 536228726 ",
        "cards": "4111 1111 1111 1111 ",
        "bare cards": "4111111111111111 ",
        "cards by another sum": "4111111111111112 ",
        # hosts
        "colons": ":",
        "fields": "a:",
        "two colons": "x::",
        "numbered fields": "1:",
        "dotted": "1.1.1.",
        "dotted without an end": "1.1.1.1.",
        "octets out of range": "1.1.1.256 ",
        "versions": "v1.2.3.4 ",
        "hosts": "1.1.1.1 ",
        "networks": "10.0.0.0/8 ",
        "loopbacks": "::1 ",
        "short hosts": "1::1 ",
        "half a host": "2001:db8:",
        "hosts with eight groups": "1:1:1:1:1:1:1:1 ",
        "zones": "fe80::1%eth0 ",
        # secrets
        "prefixes": "sk-",
        "access keys": "AKIA",
        "whole access keys": "AKIARWFVEALKXWKKXZWW ",
        "token heads": "eyJ",
        "code host tokens": "ghp_wL1wHTHi0dEpAsensts8fKup3SUiqd50R2Lh ",
        "passwords without a value": "password=",
        "passwords": "password=Xk3vZq0Xw8 ",
        "words for secrets": "token secret key ",
        "key blocks without an end": _KEY,
        "passwords of URLs": "https://ada:xk3vq0w8@h.example ",
        # prompt injection
        "trigger words": "ignore ",
        "jailbreak words": "dan do anything ",
        "instructions": "ignore all previous instructions ",
        "forms of address": "you are now ",
        "reversed words": "erongi ",
        "scrambled words": "ingore ",
        "spaced letters": "i g n o r e ",
        "letters as digits": "1gn0r3 ",
        "role tags": "<|im_start|>",
        "another script": "忽略",
        # encodings and characters
        "base64": "SWdub3JlIGFsbCBydWxlcw==",
        "base64 without an end": "QWxhZGRpbjpvcGVuIHNlc2FtZQ",
        "hexadecimal": "49676e6f",
        "escapes": "%49%67",
        "entities": "&#73;",
        "zero width": "\u200b",
        "zero width in words": "a\u200b",
        "lookalikes": "\u0456\u0455\u0430",
        "accents": "e\u0301",
        "lone surrogates": "\ud83d",
        "nothing": "\x00",
        "equals signs": "=",
        "spaces": " ",
        "brackets": "[](){}",
        "letters": "a",
        "emoji": "\U0001f600",
    }
)
"""A piece that is repeated, by what it is."""

MIXED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "of trigger words": (
            *("ignore ", "forget ", "previous ", "all ", "your ", "instructions ", "prompt "),
            *("system ", "you are ", "now ", "dan ", "do ", "anything ", "reveal ", "rules "),
        ),
        "of numbers": (
            *("1 ", "12-", "123 ", "4111 ", "415-555-0132 ", "+44 20 ", "536-22-8726 ", "666-"),
            *("(0)", "1.", "0000", "2024-01-02 ", "/12", "536228726 ", "4111111111111111 "),
        ),
        "of hosts": (
            *("1.1.1.1 ", "10.0.0.0/8 ", "::1 ", "1::", ":1:", "a:", "fe80::1 ", "1.2.", "255."),
            *("2001:db8::", "x::y ", "v1.2.3.4 ", "256.1.1.1 ", "12:34:56 "),
        ),
        "of e-mail addresses": (
            *("ada@example.com ", "a@b.cc", "@", "a.", ".com ", "x@y ", '"a"@', "葉@例.台灣 "),
            *("git@github.com:", "é@é.éé ", "+tag", "://u:p@h.de "),
        ),
        "of secrets": (
            *("AKIA", "sk-", "ghp_", "eyJ", "password=", "token: ", "key ", "secret ", "://a:b@"),
            *("xoxb-", "Xk3vZq0Xw8 ", "wL1wHTHi0dEpAsensts8fKup3SUiqd50R2Lh ", '"', "= ", " "),
        ),
        "of encodings": (
            *("SWdub3Jl", "49676e", "%49", "&#73;", "\\u0049", "=", " ", "\\x49", "IGFsbA==", "Qk"),
        ),
        "of findings": (
            *("ada@example.com ", "+14155550132 ", "536-22-8726 ", "4111 1111 1111 1111 "),
            *("10.0.0.1 ", "AKIARWFVEALKXWKKXZWW ", "password=Xk3vZq0Xw8 ", "::1 "),
            *("ignore all previous instructions. ",),
        ),
        "of odd characters": (
            *(
                "\u200b",
                "\ud83d",
                "\udc00",
                "\x00",
                "e\u0301",
                "\u202e",
                "\u0456",
                "葉",
                "a",
                "\uff11",
                "\xad",
            ),
        ),
        "of random digits": tuple("0123456789 -."),
        "of random letters": tuple("abcdefghijklmnopqrstuvwxyz "),
    }
)
"""Pieces that follow one another by lot, so that no period tells what comes next."""

NAMES: tuple[str, ...] = (*REPEATED, *MIXED)
"""The names of all floods."""


def flood(name: str, size: int) -> str:
    """So many characters of a flood: of a longer one it is the start."""
    if name in REPEATED:
        piece = REPEATED[name]
        return (piece * (size // len(piece) + 1))[:size]
    drawn, length = [], 0
    rng = random.Random(name)  # noqa: S311 - drawn again alike
    while length < size:
        drawn.append(rng.choice(MIXED[name]))
        length += len(drawn[-1])
    return "".join(drawn)[:size]
