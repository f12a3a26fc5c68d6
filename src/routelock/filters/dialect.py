r"""Dialect: custom patterns as people write them, close to JavaScript's, put into words of engines.

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

| `(?=…)` `(?!…)` `(?<=…)` `(?<!…)` | look-around: second engine only |
| `\1` `\k<name>` | what a group before it has matched; nothing if it has not: second engine only |

A lone surrogate counts as U+FFFD. RE2 has no look-around, no backreferences and no repetition over
1,000 times; what it does not have is there only where a second engine may run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_REPEATS = 1000
"""How often one repetition may repeat in RE2."""
MOST_WRITTEN_OUT = 50_000
"""How many characters a pattern of the second engine may have with its repetitions written out."""


class UntranslatableError(Exception):
    """Why a pattern is not in the dialect: what there is at a position, and what to do instead.

    `elsewhere` says that the second engine may have it.
    """

    def __init__(
        self, position: int, what: str, hint: str = "", *, elsewhere: bool = False
    ) -> None:
        self.position, self.what, self.hint, self.elsewhere = position, what, hint, elsewhere
        super().__init__(what)


_HEX = "[0-9A-Fa-f]"
_ATOM = re.compile(
    rf"\\u[Dd][89ABab]{_HEX}{{2}}\\u[Dd][C-Fc-f]{_HEX}{{2}}|\\u{{{_HEX}+}}|\\u{_HEX}{{4}}"
    rf"|\\x{_HEX}{{2}}|\\c[A-Za-z]|\\[pP]\{{[^{{}}]*\}}|\\0[0-9]+"
    r"|\\[1-9][0-9]{0,4}|\\k<[^>]*>|\\.|.",
    re.DOTALL,
)
_TOKEN = re.compile(
    r"(?P<open>\((?:\?(?:P?<[^>=!]*>|[A-Za-z-]*[:)]|<?[=!]|.)?)?)|(?P<close>\))|(?P<either>\|)"
    r"|(?P<repeat>(?:\{[0-9]+(?:,[0-9]*)?\}|[*+?])\??)|(?P<end>[\^$])|(?P<set>\[)|(?P<atom>.)",
    re.DOTALL,
)
_FLAGS = re.compile(r"\(\?(?!\))([ims]*)(?:-([ims]+))?([:)])")
_NAMED = re.compile(r"\(\?P?<([^\W\d]\w*)>")
_BACK = re.compile(r"\\(?:([1-9][0-9]*)|k<(.*)>)", re.DOTALL)
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
_WORD = "[0-9A-Za-z_]"
_RICH_MEMBERS: Mapping[str, str] = {
    r"\d": "0-9",
    r"\w": "0-9A-Za-z_",
    r"\D": r"\x{0}-/:-\x{10ffff}",
    r"\W": r"\x{0}-/:-@\x{5b}-\x{5e}`\x{7b}-\x{10ffff}",
}
_RICH_ATOMS: Mapping[str, str] = {
    **{kind: f"[{members}]" for kind, members in _RICH_MEMBERS.items()},
    r"\b": f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))",
    r"\B": f"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))",
}
_RICH_ENDS: Mapping[tuple[str, bool], str] = {
    ("^", False): r"\A",
    ("$", False): r"\Z",
    ("^", True): "(?m:^)",
    ("$", True): "(?m:$)",
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


def translated_richly(pattern: str) -> str:
    r"""A pattern of the dialect in words of the `regex` module, all ASCII but for names of groups.

    Raises `UntranslatableError`.

    >>> translated_richly(r"(?<!x)\d$")
    '(?V1-f)(?<!\\U00000078)[0-9]\\Z'
    """
    words = _RichTranslation(pattern).run()
    # Simple case folding, as RE2 has it: one character never counts as two.
    return "(?V1-f)" + _NUMBER.sub(lambda number: f"\\U{int(number[1], 16):08x}", words)


_NUMBER = re.compile(r"\\x\{([0-9a-f]+)\}")


class _Translation:
    """One pass over a pattern: where it is, what is open, which flags hold, what may be repeated.

    It knows RE2; where another engine has more or other words, a subclass says so.
    """

    atoms, members = _ATOMS, _MEMBERS

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.position = 0
        self.opened: list[tuple[int, frozenset[str]]] = []
        self.flags: frozenset[str] = frozenset()
        self.repeatable = False

    def run(self) -> str:
        steps = {
            "open": self._open,
            "close": self._close,
            "either": self._bare,
            "end": self._end,
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
        flags = _FLAGS.fullmatch(sign)
        self.repeatable = False
        if not sign.endswith(")"):
            self.opened.append((at, self.flags))
        if flags is not None:
            self.flags = self.flags.union(flags[1]).difference(flags[2] or "")
            return sign
        if sign in _NOT_THERE:
            return self._look(sign, at)
        if sign == "(" or _NAMED.fullmatch(sign):
            return self._group(sign)
        hint = "the dialect has `(`, `(?:`, `(?<name>` and the flags i, m and s"
        raise UntranslatableError(at, "an unknown kind of group", hint)

    def _look(self, sign: str, at: int) -> str:
        what, hint = _NOT_THERE[sign]
        what = f"{what}, which the dialect does not have"
        raise UntranslatableError(at, what, hint, elsewhere=True)

    def _group(self, _: str) -> str:
        return "("  # nobody reads groups, so names are not kept

    def _close(self, sign: str, at: int) -> str:
        if not self.opened:
            raise UntranslatableError(at, "a `)` that closes nothing", r"write `\)` for the sign")
        self.flags = self.opened.pop()[1]
        self.repeatable = True
        return sign

    def _bare(self, sign: str, _: int) -> str:
        self.repeatable = False
        return sign

    def _end(self, sign: str, at: int) -> str:
        return self._bare(sign, at)

    def _repeat(self, sign: str, at: int) -> str:
        if not self.repeatable:
            hint = r"write `\` before the sign if it stands for itself"
            raise UntranslatableError(at, "a repetition of nothing", hint)
        self.repeatable = False
        # Five digits are enough to know that a number is too large.
        counts = [int(count.lstrip("0")[:5] or "0") for count in re.findall("[0-9]+", sign)]
        if counts != sorted(counts):
            raise UntranslatableError(at, "a repetition that ends before it starts", "swap the two")
        self._count(max(counts, default=1), at)
        return sign

    def _count(self, times: int, at: int) -> None:
        if times > MOST_REPEATS:
            hint = f"repeat at most {MOST_REPEATS} times, or without a limit"
            raise UntranslatableError(at, "a repetition that is too long", hint, elsewhere=True)

    def _atom(self, _: str, at: int) -> str:
        self.position = at
        atom = self._taken(at)
        self.repeatable = atom not in (r"\b", r"\B")
        if atom[1:] and atom[1] in "123456789k":
            return self._back(atom, at)
        return _ANY if "s" in self.flags and atom == "." else _word(atom, at, self.atoms)

    def _back(self, _: str, at: int) -> str:
        what = "a backreference, which the dialect does not have"
        raise UntranslatableError(at, what, "write the two forms out", elsewhere=True)

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
        first = _word(self._taken(opened), at, self.members)
        if not _RANGED.match(self.pattern, self.position):
            return first
        self.position += 1
        last = _word(self._taken(opened), self.position, self.members)
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


class _RichTranslation(_Translation):
    """The same pass for an engine that has groups by number and name, and look-around."""

    atoms: Mapping[str, str] = {**_ATOMS, **_RICH_ATOMS}
    members: Mapping[str, str] = {**_MEMBERS, **_RICH_MEMBERS}

    def __init__(self, pattern: str) -> None:
        super().__init__(pattern)
        self.groups = 0
        self.names: set[str] = set()
        self.sizes = [0]  # of what is open, written out; the last one is the innermost
        self.last = 0

    def run(self) -> str:
        words = super().run()
        if self.sizes[0] > MOST_WRITTEN_OUT:
            raise UntranslatableError(0, *_TOO_LARGE)
        return words

    def _open(self, sign: str, at: int) -> str:
        words = super()._open(sign, at)
        if not sign.endswith(")"):
            self.sizes.append(0)
        return words

    def _look(self, sign: str, _: int) -> str:
        return sign

    def _group(self, sign: str) -> str:
        self.groups += 1
        if named := _NAMED.fullmatch(sign):
            self.names.add(named[1])
            return f"(?P<{named[1]}>"
        return sign

    def _close(self, sign: str, at: int) -> str:
        words = super()._close(sign, at)
        self._grow(self.sizes.pop())
        return words

    def _end(self, sign: str, at: int) -> str:
        self._bare(sign, at)
        return _RICH_ENDS[sign, "m" in self.flags]

    def _count(self, times: int, at: int) -> None:
        self.sizes[-1] += self.last * (times - 1)
        if self.sizes[-1] > MOST_WRITTEN_OUT:
            raise UntranslatableError(at, *_TOO_LARGE)

    def _atom(self, sign: str, at: int) -> str:
        self._grow(1)
        return super()._atom(sign, at)

    def _set(self, sign: str, at: int) -> str:
        self._grow(1)
        return super()._set(sign, at)

    def _grow(self, size: int) -> None:
        self.last = size
        self.sizes[-1] += size

    def _back(self, atom: str, at: int) -> str:
        told = _BACK.fullmatch(atom)
        known = told and (int(told[1]) <= self.groups if told[1] else told[2] in self.names)
        if not told or not known:
            hint = "refer to a group that is opened before"
            raise UntranslatableError(at, "a backreference to no group", hint)
        group = told[1] or told[2]
        # As in JavaScript, a group that has not matched stands for nothing.
        return rf"(?({group})(?P={group}))"


_TOO_LARGE = (
    "repetitions that are too long together",
    f"at most {MOST_WRITTEN_OUT} characters when written out",
)


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
    if rest or (kind.isascii() and kind.isalnum()):
        hint = r"leave the `\` out if the letter stands for itself"
        raise UntranslatableError(at, "an unknown escape", hint)
    return ord(kind)
