"""Telephone numbering plans: calling codes and their lengths (ITU-T E.164), national groupings.

`LENGTHS` has the digits of a national significant number, geographic, mobile or toll free, as the
plans say that are filed with the ITU. `GROUPINGS` are ways of writing a national number that hardly
anything else is written in:

| sign | stands for |
|---|---|
| `X` `N` `Z` | any digit, 2 to 9, 1 to 9 |
| blank | a hyphen, a dot or a blank, the same one all through; after `)` any of them or none |
| `~` | a hyphen, a dot or a blank |
| `/` | a hyphen, a slash or a blank |
| `_` | a blank |
| others | themselves |
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    Row = tuple[str, ...]  # patterns of one character each

# Fewest and most digits after the calling code: the codes.
_PLANS = (
    (4, 5, "290"),
    (4, 7, "683 690"),
    (4, 11, "352"),
    (5, 5, "247 500 682"),
    (5, 7, "676 677 678 685 688"),
    (5, 8, "386 686"),
    (5, 12, "358"),
    (6, 6, "298 299 672 687"),
    (6, 7, "597"),
    (6, 9, "252 355 359 376 421 508 681"),
    (6, 10, "53 95"),
    (6, 11, "375"),
    (6, 12, "39 49 598"),
    (7, 7, "238 239 246 248 269 291 297 501 592 673 674 680 691 692"),
    (7, 8, "241 507 599 670 675 679 853 961 965 975"),
    (7, 9, "220 231 245 265 354 385 423 967 968"),
    (7, 10, "46 230 243 254 263 267 353 372 381 960"),
    (6, 13, "43"),
    (7, 11, "595 882"),
    (8, 8, "45 47 216 222 223 226 227 228 232 235 236 253 257 266 350 356 357 370 371 373 374 389"),
    (8, 8, "502 503 504 505 509 800 808 973 993"),
    (8, 9, "32 36 51 213 224 233 237 250 258 264 268 377 382 383 387 591 593 689 852 962 963"),
    (8, 9, "971 972 974"),
    (8, 10, "20 60 64 66 84 98 378 506 850 855 856 880 964 970 976 977"),
    (8, 11, "57 61 65 82 86 92 883 886"),
    (8, 12, "62 63"),
    (9, 9, "27 31 33 34 40 41 48 93 94 211 212 218 221 240 242 244 249 251 255 256 260 261 262"),
    (9, 9, "351 420 590 594 596 979 992 994 995 998"),
    (9, 10, "44 81 91 380 881 966 996"),
    (9, 11, "56"),
    (9, 12, "870"),
    (10, 10, "1 7 52 58 90 225 229"),
    (10, 11, "30 54 55 234"),
    (12, 12, "878"),
)

LENGTHS: Mapping[str, range] = MappingProxyType(
    {code: range(low, high + 1) for low, high, codes in _PLANS for code in codes.split()}
)
"""How many digits may follow a calling code; no code is the beginning of another one."""

GROUPINGS = (
    # North America: area code, exchange, line
    "(XXX) XXX~XXXX",
    "1~(XXX) XXX~XXXX",
    "XXX-XXX-XXXX",
    "1-XXX-XXX-XXXX",
    "ZX-XXX-XXX-XXXX",
    "001-XXX-XXX-XXXX",
    "NXX NXX XXXX",
    "1 NXX NXX XXXX",
    "NXX_NXX-XXXX",
    "1_NXX_NXX-XXXX",
    "NXX/NXX-XXXX",
    # Russia and its neighbours, with the trunk prefix 8
    "8~(XXX) XXX~XX~XX",
    "8~(XXX) XXX~XXXX",
    "8 NXX XXX XX XX",
    "(XXX) XXX-XX-XX",
    # Brazil and Mexico
    "(ZX) XXXX-XXXX",
    "(ZX) 9XXXX-XXXX",
    # The trunk prefix 0 in parentheses
    "(0Z) XXXX XXXX",
    "(0Z) XXX XX XX",
    "(0Z) XXX XXXX",
    "(0ZX) XXXX XXXX",
    "(0ZX) XXX XXXX",
    "(0ZX) XXXX XXX",
    "(0ZX) XXXXXXX",
    "(0ZX) XXXXXXXX",
    "(0ZXX) XXX XXXX",
    "(0ZXX) XXX XXX",
    "(0ZXX) XXXXXX",
    "(0ZXX) XXXXXXX",
    "(0ZXXX) XXXXXX",
    "(0ZXXX) XXXXX",
    "(06 Z) XXX XXXX",
    "(0-XXX) XXXXX",
    # The trunk prefix 0, and two, three, four or five digits first
    "0Z ZX ZX XX XX",
    "0Z XXXX XXXX",
    "0Z XXX XXXX",
    "0Z XXX XX XX",
    "0Z/XXXXXXX",
    "0Z/XXXXXXXX",
    "0ZX XXXX XXXX",
    "0ZX XXX XXXX",
    "0ZX XXX XX XX",
    "0ZX XX XX XX",
    "0ZX XX XXX XX",
    "0ZX XXXX XXX",
    "0ZX/XXXXXXX",
    "0ZX/XXXXXXXX",
    "0ZXX XXX XXXX",
    "0ZXX XXX XX XX",
    "0ZXX XX XX XX",
    "0ZXX XXX XXX",
    "0ZXX/XXXXXX",
    "0ZXX/XXXXXXX",
    "0ZXXX XXX XXX",
    "0ZXXX/XXXXXX",
)
"""National groupings that are evidence by themselves."""

_SIGNS = {
    "X": "[0-9]",
    "N": "[2-9]",
    "Z": "[1-9]",
    "(": r"\(",
    ")": r"\)",
    ".": r"\.",
    "_": " ",
    "~": "[-. ]",
    "/": "[-/ ]",
    "?": "[-. ]?",
}

# In the shape of a text, where a blank is a hyphen.
_KINDS = {
    **dict.fromkeys(("[0-9]", "[2-9]", "[1-9]", *"0123456789"), "0"),
    " ": "-",
    "[-. ]": "[-.]",
    "[-. ]?": "[-.]?",
    "[-/ ]": "[-/]",
}


def _rows(plan: str) -> Iterator[Row]:
    """A grouping in patterns of its signs, once for each separator that it may have."""
    for same in "-. ":
        yield tuple(_SIGNS.get(sign, sign) for sign in plan.replace(") ", ")?").replace(" ", same))


def _shapes(plan: str) -> Iterator[Row]:
    """The same in the shape of a text."""
    for row in _rows(plan):
        yield tuple(_KINDS.get(pattern, pattern) for pattern in row)


def _tree(rows: Iterable[Row]) -> str:
    """One pattern for all rows, in which what rows have in common is tried once."""
    branches: dict[str, list[Row]] = {}
    ends = ""
    for row in rows:
        if row:
            branches.setdefault(row[0], []).append(row[1:])
        else:
            ends = "?"
    either = "|".join(first + _tree(rest) for first, rest in branches.items())
    return f"(?:{either}){ends}" if branches else ""


NATIONAL = _tree(row for plan in GROUPINGS for row in _rows(plan))
"""A pattern of all groupings, for `re` and for RE2."""
NATIONAL_SHAPE = _tree(row for plan in GROUPINGS for row in _shapes(plan))
"""A pattern of the shapes of all groupings."""


def is_international(digits: str) -> bool:
    """Whether digits are a calling code and as many more as its plan has."""
    for size in (1, 2, 3):
        if lengths := LENGTHS.get(digits[:size]):
            return _fits(digits, size, lengths)
    return False


def _fits(digits: str, size: int, lengths: range) -> bool:
    if digits[0] == "1" and digits[1:2] < "2":  # no area of North America starts with 0 or 1
        return False
    left = len(digits) - size
    free = left in _LENGTHS_FREE_OF_CHARGE and digits.startswith(_FREE_OF_CHARGE, size)
    return left in lengths or free


_FREE_OF_CHARGE = ("800", "1800", "0800")
_LENGTHS_FREE_OF_CHARGE = range(6, 14)
