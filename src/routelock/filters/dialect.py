r"""Dialect: custom patterns as people write them, close to JavaScript's, put into words of RE2.

| written | means |
|---|---|
| `\d` `\w` `\b` `\D` `\W` `\B` | ASCII digits, ASCII letters with digits and `_`, their border |
| `\s` `\S` | white space as in JavaScript: Unicode spaces, line ends, U+FEFF |
| `.` | any character but U+000A, U+000D, U+2028, U+2029; any at all under `(?s)` |
| `^` `$` | the ends of the text; of each line, up to U+000A, under `(?m)` |
| `(?i)` `(?m)` `(?s)` `(?i:…)` `(?-i:…)` | flags; there are no other ones, so case counts |
| `(?<name>…)` `(?P<name>…)` | a group |
| `\uXXXX` `\u{X}` `\xXX` `\cX` `\0` `\t` `\n` `\v` `\f` `\r` | one character |
| `\p{L}` `\P{Script=Greek}` | a Unicode category or script |
| `[^]` `[]` | any character, none |
| `\` before what is no ASCII letter or digit | that character |

A lone surrogate counts as U+FFFD. Look-around and backreferences are not there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_REPEATS = 1000
"""How often one repetition may repeat: what RE2 accepts."""


class UntranslatableError(Exception):
    """Why a pattern is not in the dialect: what there is at a position, and what to do instead."""

    def __init__(self, position: int, what: str, hint: str = "") -> None:
        self.position, self.what, self.hint = position, what, hint
        super().__init__(what)


_HEX = "[0-9A-Fa-f]"
_ATOM = re.compile(
    rf"\\u[Dd][89ABab]{_HEX}{{2}}\\u[Dd][C-Fc-f]{_HEX}{{2}}|\\u{{{_HEX}+}}|\\u{_HEX}{{4}}"
    rf"|\\x{_HEX}{{2}}|\\c[A-Za-z]|\\[pP]\{{[^{{}}]*\}}|\\0[0-9]+|\\.|.",
    re.DOTALL,
)
_TOKEN = re.compile(
    r"(?P<open>\((?:\?(?:P?<[^>=!]*>|[A-Za-z-]*[:)]|<?[=!]|.)?)?)|(?P<close>\))|(?P<either>\|)"
    r"|(?P<repeat>(?:\{[0-9]+(?:,[0-9]*)?\}|[*+?])\??)|(?P<end>[\^$])|(?P<set>\[)|(?P<atom>.)",
    re.DOTALL,
)
_FLAGS = re.compile(r"\(\?(?!\))([ims]*)(?:-([ims]+))?([:)])")
_NAMED = re.compile(r"\(\?P?<[^\W\d]\w*>")
_PROPERTY = re.compile(r"\\([pP])\{(?:(?:Script|sc|General_Category|gc)=)?(\w+)\}")
_RANGED = re.compile(r"-(?!\])")
_CHARACTER = re.compile(r"\\x\{([0-9a-f]+)\}")

_SPACE = r"\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}"
_NO_SPACE = (
    r"\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}"
    r"\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}"
)
_SHARED = {rf"\{name}": rf"\{name}" for name in "dDwW"}
_MEMBERS: Mapping[str, str] = {**_SHARED, r"\s": _SPACE, r"\S": _NO_SPACE, r"\b": r"\x{8}"}
_ATOMS: Mapping[str, str] = {
    **_SHARED,
    r"\s": f"[{_SPACE}]",
    r"\S": f"[{_NO_SPACE}]",
    r"\b": r"\b",
    r"\B": r"\B",
    ".": r"[^\n\r\x{2028}\x{2029}]",
}
_ANY, _NONE = "(?s:.)", r"[^\x{0}-\x{10ffff}]"
_CONTROLS = {"0": 0, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_LAST_CODE = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)
_LOW_SURROGATES = 0xDC00
_REPLACEMENT = 0xFFFD

_NOT_THERE = {
    "(?=": ("look-ahead", "match what must follow, or split the pattern in two"),
    "(?!": ("look-ahead", "list what may follow instead of what may not"),
    "(?<=": ("look-behind", "match what must precede as well"),
    "(?<!": ("look-behind", r"`\b` or `^` before the pattern may do"),
}


def translated(pattern: str) -> str:
    r"""A pattern of the dialect in words of RE2, all ASCII; raises `UntranslatableError`.

    >>> translated(r"(?<id>\u0041-\d+)/")
    '(\\x{41}\\x{2d}\\d+)\\x{2f}'
    """
    return _Translation(pattern).run()


class _Translation:
    """One pass over a pattern: where it is, what is open, what `.` means, what may be repeated."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.position = 0
        self.opened: list[tuple[int, bool]] = []
        self.dot_is_any = False
        self.repeatable = False

    def run(self) -> str:
        steps = {
            "open": self._open,
            "close": self._close,
            "either": self._bare,
            "end": self._bare,
            "repeat": self._repeat,
            "set": self._set,
            "atom": self._atom,
        }
        words = []
        while sign := _TOKEN.match(self.pattern, self.position):
            self.position = sign.end()
            words.append(steps[sign.lastgroup or ""](sign[0], sign.start()))
        if self.opened:
            raise UntranslatableError(self.opened[-1][0], "a group that is not closed", "add `)`")
        return "".join(words)

    def _open(self, sign: str, at: int) -> str:
        if sign in _NOT_THERE:
            what, hint = _NOT_THERE[sign]
            raise UntranslatableError(at, f"{what}, which the dialect does not have", hint)
        flags = _FLAGS.fullmatch(sign)
        if not (flags or sign == "(" or _NAMED.fullmatch(sign)):
            hint = "the dialect has `(`, `(?:`, `(?<name>` and the flags i, m and s"
            raise UntranslatableError(at, "an unknown kind of group", hint)
        self.repeatable = False
        if not sign.endswith(")"):
            self.opened.append((at, self.dot_is_any))
        if flags is None:
            return "("  # nobody reads groups, so names are not kept
        self.dot_is_any = (self.dot_is_any or "s" in flags[1]) and "s" not in (flags[2] or "")
        return sign

    def _close(self, sign: str, at: int) -> str:
        if not self.opened:
            raise UntranslatableError(at, "a `)` that closes nothing", r"write `\)` for the sign")
        self.dot_is_any = self.opened.pop()[1]
        self.repeatable = True
        return sign

    def _bare(self, sign: str, _: int) -> str:
        self.repeatable = False
        return sign

    def _repeat(self, sign: str, at: int) -> str:
        if not self.repeatable:
            hint = r"write `\` before the sign if it stands for itself"
            raise UntranslatableError(at, "a repetition of nothing", hint)
        self.repeatable = False
        # Five digits are enough to know that a number is too large.
        counts = [int(count.lstrip("0")[:5] or "0") for count in re.findall("[0-9]+", sign)]
        if counts != sorted(counts):
            raise UntranslatableError(at, "a repetition that ends before it starts", "swap the two")
        if counts and counts[-1] > MOST_REPEATS:
            hint = f"repeat at most {MOST_REPEATS} times, or without a limit"
            raise UntranslatableError(at, "a repetition that is too long", hint)
        return sign

    def _atom(self, _: str, at: int) -> str:
        self.position = at
        atom = self._taken(at)
        self.repeatable = atom not in (r"\b", r"\B")
        return _ANY if self.dot_is_any and atom == "." else _word(atom, at, _ATOMS)

    def _set(self, _: str, at: int) -> str:
        self.repeatable = True
        negated = self.pattern.startswith("^", self.position)
        self.position += negated
        members = []
        while not self.pattern.startswith("]", self.position):
            members.append(self._member(at))
        self.position += 1
        if not members:
            return _ANY if negated else _NONE
        return f"[{'^' if negated else ''}{''.join(members)}]"

    def _member(self, opened: int) -> str:
        """One character, one kind of character, or a range from one character to another."""
        at = self.position
        first = _word(self._taken(opened), at, _MEMBERS)
        if not _RANGED.match(self.pattern, self.position):
            return first
        self.position += 1
        last = _word(self._taken(opened), self.position, _MEMBERS)
        low, high = _CHARACTER.fullmatch(first), _CHARACTER.fullmatch(last)
        if not low or not high:  # as in JavaScript, a `-` beside a kind of character is a `-`
            return rf"{first}\x{{2d}}{last}"
        if int(low[1], 16) > int(high[1], 16):
            raise UntranslatableError(at, "a range that ends before it starts", "swap the two")
        return f"{first}-{last}"

    def _taken(self, opened: int) -> str:
        """The atom that stands here; only in a set can there be none."""
        atom = _ATOM.match(self.pattern, self.position)
        if atom is None:
            raise UntranslatableError(opened, "a set that is not closed", "add `]`")
        self.position = atom.end()
        return atom[0]


def _word(atom: str, at: int, kinds: Mapping[str, str]) -> str:
    """One atom in words of RE2: a kind of character by table, a property, or a character."""
    if atom in kinds:
        return kinds[atom]
    if named := _PROPERTY.fullmatch(atom):
        return rf"\{named[1]}{{{named[2]}}}"
    return rf"\x{{{_code(atom, at):x}}}"


def _code(atom: str, at: int) -> int:
    if atom == "\\":
        raise UntranslatableError(at, r"a `\` with nothing after it", r"write `\\` for the sign")
    code = ord(atom) if len(atom) == 1 else _escaped(atom[1], atom[2:], at)
    if code > _LAST_CODE:
        raise UntranslatableError(at, "a number that is no character", "U+10FFFF is the last")
    return _REPLACEMENT if code in _SURROGATES else code


def _escaped(kind: str, rest: str, at: int) -> int:
    if kind == "c" and rest:
        return ord(rest) % 32
    if kind in "ux" and rest:
        high, *low = (int(digits, 16) for digits in rest.strip("{}").split(r"\u"))
        return 0x10000 + (high - _SURROGATES[0] << 10) + low[0] - _LOW_SURROGATES if low else high
    if kind in _CONTROLS and not rest:
        return _CONTROLS[kind]
    if kind in "123456789k":
        what = "a backreference, which the dialect does not have"
        raise UntranslatableError(at, what, "write the two forms out")
    if rest or (kind.isascii() and kind.isalnum()):
        hint = r"leave the `\` out if the letter stands for itself"
        raise UntranslatableError(at, "an unknown escape", hint)
    return ord(kind)
