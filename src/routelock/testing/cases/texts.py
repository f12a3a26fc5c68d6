"""Texts of cases: what filters look for and what only looks like it, in any surroundings."""

# ruff: noqa: RUF001 - letters that look like others are what it draws

from __future__ import annotations

import base64
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from routelock.filters.builtin import MODULES, prompt_injection, secrets
from routelock.testing.cases.draw import chance, one, some, up_to

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    Draw = Callable[[Random], str]

_PROSE = (
    "the invoice was sent to our new office in Leeds last Monday and ada will call him about it"
    " please ignore all of that unless May or Jordan replies der Vertrag liegt auf dem Tisch bei"
    " Frau Müller la réunion de demain aura lieu à Lyon chez Zoé el pedido llegó ayer a Sevilla"
    " встреча завтра в Москве с Анной 我们 明天 开会 讨论 新 合同 会議 は 東京 です 안녕하세요 회의"
    " מחר ניפגש בחיפה غدا نلتقي في دبي ประชุม พรุ่งนี้ नमस्ते दिल्ली"
)
WORDS = tuple(_PROSE.split())
ODD = (
    "\U0001f600", "\U0001f469\u200d\U0001f4bb", "e\u0301", "a\u0328\u0301", "\u0301", "\ud83d",
    "\udc00", "\x00", "\u202eabc\u202c", "\u2066", "\u200b", "\u00ad", "\ufeff", "ﬁ", "ＡＢ", "①",
    "½", "\u1100\u1161", "ｶﾞ", "\u3164", "ſ", "\u212a", "İ", "\u2028", "\x85", "\xa0", "\u3000", "𝟙",
    "\U000e0041", "ß", "葉",
)  # fmt: skip
GLUE = (
    " ", " ", " ", " ", "", "", ", ", ". ", "\n", "\r\n", "\t", "-", "@", ":", "=", "::", "/", "[",
    "](", '"', "'", "<", "|", "1", "0000", "a", "_", "&#", "%", "\\n", "key=", "password: ", "+",
)  # fmt: skip
FLOODS = (
    "1", "0-", "1.", "a@", "::", "1:", "key ", "ignore ", "4111 ", "+1 ", "St ", "12 Oak ", "Ada ",
    "\u200b", "\u0301", "é", "葉", "\x00", "a", "=", "%41", "\\x41", "&#65;", "[EMAIL]", "://a:b@",
)  # fmt: skip
HIDDEN = ("\u200b", "\u00ad", "\u2060", "\ufe0f", "\u200d")
DIGITS, LETTERS = "0123456789", "abcdefghijklmnopqrstuvwxyz"


def text(rng: Random) -> str:
    """A text of some few pieces with something between them; now and then a long run of one."""
    if chance(rng, 0.05):
        return one(rng, (_flood, _flood, _chain, _far))(rng)
    pieces = [one(rng, PIECES)(rng) for _ in range(up_to(rng, 3))]
    return "".join(piece + one(rng, GLUE) for piece in pieces)


def _flood(rng: Random) -> str:
    middle = one(rng, PIECES)(rng)
    return f"{one(rng, FLOODS) * up_to(rng, 60)}{middle}{one(rng, FLOODS) * up_to(rng, 60)}"


@cache
def samples() -> tuple[str, ...]:
    """What the builtins give as examples and as counterexamples."""
    modules = [import_module(f"routelock.filters.builtin.{name}") for name in MODULES.values()]
    return tuple(sample for each in modules for sample in (*each.EXAMPLES, *each.COUNTEREXAMPLES))


@cache
def _literals() -> tuple[str, ...]:
    both = (*secrets.LITERALS, *prompt_injection.LITERALS)
    return tuple(literal.decode() for literal in both)


def _sample(rng: Random) -> str:
    return one(rng, samples())


def _literal(rng: Random) -> str:
    return one(rng, _literals())


def _words(rng: Random) -> str:
    return " ".join(some(rng, WORDS, 1 + up_to(rng, 4)))


def _odd(rng: Random) -> str:
    return "".join(some(rng, ODD, 1 + up_to(rng, 2)))


def _digits(rng: Random, count: int) -> str:
    return "".join(some(rng, DIGITS, count))


def _token(rng: Random) -> str:
    return "".join(some(rng, DIGITS + LETTERS + LETTERS.upper(), 16 + up_to(rng, 24)))


def _email(rng: Random) -> str:
    name, host = "".join(some(rng, LETTERS, 1 + up_to(rng, 5))), one(rng, ("example", "x-1", "пр"))
    return f"{name}{one(rng, ('', '.b', '+c', '_'))}@{host}.{one(rng, ('org', 'com', 'c', 'png'))}"


def _card(rng: Random) -> str:
    """Sixteen digits with the right check digit, or a wrong one now and then."""
    digits = one(rng, ("4", "51", "62", "9", "35")) + _digits(rng, 15)
    digits = digits[:15]
    doubled = (int(d) * (2 - place % 2) for place, d in enumerate(digits))
    check = -sum(each - 9 * (each > 9) for each in doubled) % 10  # noqa: PLR2004 - two digits
    number = digits + str(check if chance(rng, 0.8) else (check + 1) % 10)
    between = one(rng, ("", " ", "-", "\u00a0", "."))
    return between.join(number[place : place + 4] for place in range(0, 16, 4))


def _ssn(rng: Random) -> str:
    between = one(rng, ("-", "-", " ", ".", "", "\u2011"))
    return between.join((_digits(rng, 3), _digits(rng, 2), _digits(rng, 4)))


def _phone(rng: Random) -> str:
    code, between = one(rng, ("+1", "+44", "+49", "0", "tel ", "")), one(rng, (" ", "-", ".", "/"))
    groups = [_digits(rng, 3 + up_to(rng, 1)) for _ in range(2 + up_to(rng, 1))]
    return between.join(filter(None, (code, *groups)))


def _host(rng: Random) -> str:
    if chance(rng, 0.5):
        return ".".join(str(up_to(rng, 260)) for _ in range(one(rng, (3, 4, 4, 4, 5))))
    groups = [f"{up_to(rng, 0xFFFF):x}" for _ in range(one(rng, (2, 3, 7, 8)))]
    return one(rng, (":", "::")).join((groups[0], ":".join(groups[1:])))


def _fullwidth(given: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in given)


def _disguised(rng: Random) -> str:
    """A sample with hidden characters in it, in fullwidth letters, spaced apart or encoded."""
    given = _sample(rng)
    return one(rng, DISGUISES)(given, up_to(rng, len(given)), one(rng, HIDDEN))


def _percent(given: str) -> str:
    return "".join(f"%{byte:02x}" for byte in given.encode(errors="replace"))


def _base64(given: str) -> str:
    return base64.b64encode(given.encode(errors="replace")).decode()


DISGUISES: Sequence[Callable[[str, int, str], str]] = (
    lambda given, place, sign: f"{given[:place]}{sign}{given[place:]}",
    lambda given, _, sign: sign.join(given),
    lambda given, *_: _fullwidth(given),
    lambda given, place, _: given[:place] + _fullwidth(given[place:]),
    lambda given, place, _: f"{given[:place]}\u0301{given[place:]}",
    lambda given, *_: " ".join(given),
    lambda given, *_: given[::-1],
    lambda given, *_: _base64(given),
    lambda given, place, _: given[:place] + _base64(given[place:]),
    lambda given, *_: given.encode(errors="replace").hex(),
    lambda given, *_: _percent(given),
    lambda given, *_: "".join(f"&#{ord(sign)};" for sign in given),
    lambda given, *_: given.replace("a", "\u0430").replace("o", "\u03bf"),
)
"""Ways to hide a text from a reader; each gets a place in it and a sign that nobody sees."""


def _chain(rng: Random) -> str:
    """Items of which one hides the next, until a placeholder stands for it."""
    return one(rng, ("\u00e9", "", ".", "@", "-", "\u0301")).join(
        one(rng, (_email, _email, _host, _ssn))(rng) for _ in range(2 + up_to(rng, 4))
    )


def _far(rng: Random) -> str:
    """What is plain and what is encoded, about as far apart as a view of it reaches."""
    between = one(rng, WORDS)
    filler = f" {between}" * ((60 + up_to(rng, 140)) // (1 + len(between)))
    return f"{_sample(rng)}{filler} {_base64(_sample(rng))}{filler} {_sample(rng)}"


def _damaged(rng: Random) -> str:
    """A sample with a character taken out, doubled or exchanged for an odd one."""
    given = _sample(rng)
    place = up_to(rng, len(given) - 1)
    return given[:place] + one(rng, ("", given[place] * 2, *ODD[:8])) + given[place + 1 :]


PIECES: Sequence[Draw] = (
    _words, _words, _words, _sample, _sample, _sample, _sample, _damaged, _damaged, _disguised,
    _odd, _literal, _literal, _token, _email, _card, _ssn, _phone, _host,
)  # fmt: skip
"""The kinds of pieces; one that stands there twice is twice as likely."""
