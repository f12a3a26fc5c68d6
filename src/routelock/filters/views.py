"""Views: a text read in other ways against evasion, each place of them traced back to the text.

A function here answers with a `View`, or with `None` where there is nothing to do, which it sees
on cheap signs. Each takes time and space in proportion to its text.
"""

from __future__ import annotations

import binascii
import codecs
import html
import re
import string
import unicodedata
from bisect import bisect_right
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

import regex
from ahocorasick_rs import BytesAhoCorasick, MatchKind

from routelock.filters.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    Place = tuple[int, int]

DEPTH = 3
"""How often a text that was decoded is looked at for more that is encoded."""
CUT = "\0"
"""What stands in a view for what is left out of it."""


class View(NamedTuple):
    """A text as another way of reading gives it, and the way back.

    `back` takes a start and an end in `text` to the span of the source that produced what stands
    there. What can only be read in one piece, such as base64, is the whole of that piece.
    """

    name: str
    text: str
    back: Callable[[int, int], Place]

    def __repr__(self) -> str:
        return f"<View: {self.name}, {len(self.text)} characters>"


def then(outer: View, inner: View | None) -> View:
    """A view of a view as one; the outer one itself where there is no more to see.

    >>> twice = then(mirrored("abc"), mirrored("cba"))
    >>> twice.name, twice.text, twice.back(0, 1)
    ('reversed/reversed', 'abc', (0, 1))
    """
    if inner is None:
        return outer
    first, second = outer.back, inner.back
    name = "/".join(filter(None, (outer.name, inner.name)))
    if first is _same:
        return View(name, inner.text, second)
    return View(name, inner.text, lambda start, end: first(*second(start, end)))


# --- how a view is made -------------------------------------------------------------------------


def _same(start: int, end: int) -> Place:
    return start, end


def _replaced(
    name: str, source: str, pattern: re.Pattern[str], read: Callable[[str], str]
) -> View | None:
    """The source with every match of a pattern (one group around all of it) read in another way."""
    parts = pattern.split(source)
    if len(parts) == 1:
        return None
    found = {part: read(part) for part in set(parts[1::2])}
    texts = parts.copy()
    texts[1::2] = [found[part] for part in parts[1::2]]
    return None if texts == parts else _woven(name, parts, texts)


def _spliced(name: str, source: str, edits: Iterable[tuple[int, int, str]]) -> View:
    """The source with other texts at places that come in order, each of them one whole."""
    parts, texts, done = [], [], 0
    for start, end, text in edits:
        kept = source[done:start]
        parts += [kept, source[start:end]]
        texts += [kept, text]
        done = end
    rest = source[done:]
    return _woven(name, [*parts, rest], [*texts, rest], whole=True)


def _woven(name: str, parts: list[str], texts: list[str], *, whole: bool = False) -> View:
    """Parts of a source, and the texts of the same parts in the view: every second one is new.

    A new text that is ASCII and shorter by an even factor is read character by character, unless
    it is said to be one `whole`; any other is one whole.
    """

    @cache  # the way back is only made when something was found
    def starts() -> tuple[list[int], list[int]]:
        return tuple([0, *accumulate(map(len, each))] for each in (parts, texts))  # type: ignore[return-value]

    def width(place: int) -> int:
        part, text = parts[place], texts[place]
        if place % 2 and (whole or not text.isascii() or len(part) % len(text)):
            return 0
        return len(part) // len(text)

    def back(start: int, end: int) -> Place:
        origins, places = starts()
        first, last = bisect_right(places, start) - 1, bisect_right(places, end - 1) - 1
        begin = origins[first] + (start - places[first]) * width(first)
        step = width(last)
        stop = origins[last] + (end - places[last]) * step if step else origins[last + 1]
        return begin, stop

    return View(name, "".join(texts), back)


def _pieced(
    name: str, source: str, places: Iterable[Place], read: Callable[[str], View | None]
) -> View | None:
    """The source with the pieces at places that come in order read in another way."""
    parts, texts, ways, done = [], [], [], 0
    for start, end in places:
        kept, piece = source[done:start], source[start:end]
        view = read(piece) or View("", piece, _same)
        parts += [kept, piece]
        texts += [kept, view.text]
        ways += [_same, view.back]
        done = end
    if texts == parts:
        return None
    rest = source[done:]
    parts, texts, ways = [*parts, rest], [*texts, rest], [*ways, _same]

    @cache
    def starts() -> tuple[list[int], list[int]]:
        return tuple([0, *accumulate(map(len, each))] for each in (parts, texts))  # type: ignore[return-value]

    def back(start: int, end: int) -> Place:
        origins, shown = starts()
        first, last = bisect_right(shown, start) - 1, bisect_right(shown, end - 1) - 1
        begin, stop = start - shown[first], end - shown[last]
        return (
            origins[first] + ways[first](begin, begin + 1)[0],
            origins[last] + ways[last](stop - 1, stop)[1],
        )

    return View(name, "".join(texts), back)


# --- for all builtins ---------------------------------------------------------------------------

_ASCII = bytes(range(128))
_TAGS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
_TAG = re.compile("[\U000e0020-\U000e007e]")
# Default_Ignorable_Code_Point of Unicode: what has no width and changes no meaning.
_IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
_HIDDEN = re.compile(f"([{_IGNORABLE}]+)")
_HIDES = re.compile(f"[{_IGNORABLE}]")
_ODD = re.compile(f"[{_IGNORABLE}\u0300-\u036f]")
# What becomes one character each, and what goes together with others.
_EVEN = re.compile("[\u00a0\u2000-\u200a\u202f\u3000\uff01-\uff5e\U0001d400-\U0001d7ff]+")
# The properties of Unicode by which normal form NFKC is checked; the two marks are half as wide.
_MARKS = r"\p{NFKC_QC=M}\p{Mn}\P{ccc=0}\uff9e\uff9f"
_JOINING = rf"{_MARKS}\u3131-\u318e\uffa0-\uffdc"  # with the letters of Korean that become such
_CHANGED = regex.compile(
    rf"(?V1)[[^\x00-\x7f]&&[\p{{NFKC_QC=N}}\p{{NFKC_QC=M}}]][{_JOINING}]*(?:(?s:.)[{_JOINING}]+)*"
)
# Marks past the thirtieth in a row are left out: to sort them takes the square of their number.
_EXCESS = regex.compile(rf"(?V1)(?<=[{_MARKS}]{{30}})([{_MARKS}]+)")
_STRETCH = re.compile(r"[^\x00-\x7f]{31}")
_MARKED = regex.compile(rf"(?V1)[{_JOINING}]")
_BASE = regex.compile(rf"(?V1)(?r)(?s:.)?[{_JOINING}]*")
_MANY = 64
_SPARSE = 8


class Odd(NamedTuple):
    """What of a text is not ASCII, which is little in most texts.

    `characters` are those characters, without halves of one. Of the `places` each has some of them
    and a character of ASCII on either side; what stands between two places is ASCII. `plain` is the
    text with a `?` for each of them.
    """

    characters: str
    places: list[Place]
    plain: bytes

    def __repr__(self) -> str:
        return f"<Odd: {len(self.characters)} characters>"


_SHORT, _SELDOM, _NEAR = 512, 64, 64


def odd(text: str, plain: bytes | None = None) -> Odd:
    r"""What of a text is not ASCII; where that may be often, one place is the whole of it.

    >>> odd(f"{'x' * 600}caf\xe9{'.' * 600}").places
    [(602, 605)]
    """
    plain = text.encode("ascii", "replace") if plain is None else plain
    if len(text) <= _SHORT or plain.count(b"?") * _SELDOM > len(text):
        return Odd(_beyond_ascii(text), [(0, len(text))], plain)
    places: list[Place] = []
    for place in _marked(text, plain):
        start = max(0, place - 1)
        if places and start <= places[-1][1] + _NEAR:
            start, _ = places.pop()
        places.append((start, min(place + 2, len(text))))
    return Odd(_beyond_ascii("".join(text[start:end] for start, end in places)), places, plain)


def _marked(text: str, plain: bytes) -> Iterator[int]:
    """Where a text is not ASCII, if it has a `?` for that."""
    place = plain.find(b"?")
    while place >= 0:
        if text[place] != "?":
            yield place
        place = plain.find(b"?", place + 1)


def _beyond_ascii(text: str) -> str:
    return text.encode("utf-8", "ignore").translate(None, _ASCII).decode()


def clean(text: str, strange: Odd | None = None) -> View | None:
    r"""Without characters of no width, soft hyphens and bidi controls, in normal form NFKC.

    Tag characters count as the ASCII that they hide. What is `odd` in the text need not be given.

    >>> view = clean("see pass\u200bword")
    >>> view.text, view.back(4, 12)
    ('see password', (4, 13))
    """
    if text.isascii():
        return None
    rare, places, _ = strange or odd(text)
    if unicodedata.is_normalized("NFKC", rare) and not _ODD.search(rare):
        return None
    if len(rare) * _SPARSE < len(text):
        is_even = sum(map(len, _EVEN.findall(rare))) > _MANY
        view = _pieced("", text, places, lambda piece: _traced(piece, is_even=is_even))
        return view and view._replace(name="clean")
    shown = _cleaned(text, rare)

    @cache  # the way back takes many times as long as the text itself, and is seldom asked for
    def traced() -> View:
        return _traced(text, is_even=sum(map(len, _EVEN.findall(rare))) > _MANY)

    return None if shown == text else View("clean", shown, lambda *place: traced().back(*place))


def _cleaned(text: str, rare: str) -> str:
    for _ in range(_FEW):
        sign = _HIDES.search(rare)
        if sign is None:
            break
        rare, text = (each.replace(sign[0], _hidden(sign[0])) for each in (rare, text))
    else:
        rare, text = (_HIDES.sub(lambda sign: _hidden(sign[0]), each) for each in (rare, text))
    is_long = _EXCESS.search(rare) and _STRETCH.search(text)
    return _nfkc(_EXCESS.sub("", text) if is_long else text)


def _hidden(sign: str) -> str:
    """What a sign hides that is not to be seen: a tag one of ASCII, any other nothing."""
    return _TAGS.get(ord(sign), "")


def _traced(text: str, *, is_even: bool) -> View:
    """The same, with the way back; not much slower where little is not ASCII."""
    rare = _beyond_ascii(text)
    shown = text.translate(_TAGS) if _TAG.search(rare) else text
    if is_even:
        shown = _EVEN.sub(lambda run: _nfkc(run[0]), shown)
    view = View("", shown, _same)
    if _HIDDEN.search(rare):
        view = then(view, _replaced("", view.text, _HIDDEN, lambda _: ""))
        rare = _beyond_ascii(view.text)
    if _EXCESS.search(rare):
        view = then(view, _replaced("", view.text, _EXCESS, lambda _: ""))
    return then(view, _normalized(view.text))


def _normalized(text: str) -> View | None:
    edits, done = [], 0
    for match in _CHANGED.finditer(text):
        start, end = match.span()
        if _MARKED.match(text, start):  # it goes with what stands before it
            start = _BASE.match(text, done, start).start()
        shown = _nfkc(text[start:end])
        if shown != text[start:end]:  # else each of its characters is one of its own
            edits.append((start, end, shown))
        done = end
    return _spliced("", text, edits) if edits else None


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


# --- encodings: for prompt injection and secrets ------------------------------------------------


def decoded(text: Text) -> list[View]:
    """What is encoded in it, and what is encoded in that, at most `DEPTH` times.

    URL and HTML encodings and escapes with a backslash are read wherever they stand, base64 and
    hex where they hold text of 12 bytes (8 in hex) and more. A view has what is encoded and what
    stands near to it, with a NUL between; it is never longer than the text.

    >>> [view] = decoded(Text("run aGVsbG8gYmlnIHdvcmxk now"))
    >>> view.name, view.text, view.back(4, 9)
    ('base64', 'run hello big world now', (4, 24))
    """
    found: list[View] = []
    while len(found) < DEPTH and (inner := _layer(text)):
        found.append(then(found[-1], inner) if found else inner)
        text = Text(inner.text)
    return found


def _layer(text: Text) -> View | None:
    """All that is encoded in a text, kind after kind, and what stands near to it."""
    source = text.ascii
    has_escapes = b"%" in source or b"\\" in source or b"&" in source
    signs = _signs(text)
    if not has_escapes and not signs:
        return None
    escapes = [place for escape in _ESCAPES for place in _escapes(text, *escape[1:3])]
    armours = [*_armours(source, signs)]
    if not escapes and not armours:
        return None
    gaps = _gaps(source, sorted([*escapes, *((start, end) for start, end, *_ in armours)]))
    if not escapes:
        return _decoded(text, armours, gaps)
    view = _spliced("", text.original, gaps) if gaps else View("", text.original, _same)
    for name, _, pattern, read in _ESCAPES:
        view = then(view, _replaced(name, view.text, pattern, read))
    view = then(view, _unarmoured(Text(view.text)))
    return view if view.name else None


def _escapes(text: Text, sign: bytes, pattern: re.Pattern[str]) -> Iterator[Place]:
    """Where a pattern matches that starts with a sign, which is rare in most texts."""
    place = text.ascii.find(sign)
    for _ in range(_FEW):
        if place < 0:
            return
        match = pattern.match(text.original, place)
        if match:
            yield match.span()
        place = text.ascii.find(sign, match.end() if match else place + 1)
    if place >= 0:
        yield from (match.span() for match in pattern.finditer(text.original, place))


_FEW = 64
_REACH = 160


def _gaps(source: bytes, places: list[Place]) -> list[tuple[int, int, str]]:
    """What is not near to places, which come in order: starts, ends, what stands for it."""
    windows: list[tuple[int, int]] = []
    for start, end in places:
        low, high = max(0, start - _REACH), end + _REACH
        if windows and low <= windows[-1][1]:
            windows[-1] = (windows[-1][0], max(high, windows[-1][1]))
        else:
            windows.append((low, high))
    ends = [0, *(min(end, len(source)) for _, end in windows)]
    starts = [*(start for start, _ in windows), len(source)]
    return [(end, start, CUT) for end, start in zip(ends, starts, strict=True) if end < start]


def _url(run: str) -> str:
    return bytes.fromhex(run.replace("%", "")).decode(errors="replace")


def _hexadecimal(run: str) -> str:
    return bytes.fromhex(run.replace("\\x", "")).decode(errors="replace")


def _unicode(run: str) -> str:
    return bytes.fromhex(run.replace("\\u", "")).decode("utf-16-be", errors="replace")


def _html(run: str) -> str:
    codes = run[2:-1].split(";&#")
    if len(codes) == 1 or not codes[0].isdigit():
        return html.unescape(run)
    return "".join(chr(int(code)) for code in codes)


_ESCAPES = (
    ("url", b"%", re.compile(r"(%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2})*)"), _url),
    ("hex", b"\\", re.compile(r"(\\x[0-9A-Fa-f]{2}(?:\\x[0-9A-Fa-f]{2})*)"), _hexadecimal),
    ("unicode", b"\\", re.compile(r"(\\u[0-9A-Fa-f]{4}(?:\\u[0-9A-Fa-f]{4})*)"), _unicode),
    (
        "html",
        b"&",
        re.compile(
            r"(&(?:#(?:[0-9]{2};(?:&#[0-9]{2};)*|[0-9]{3};(?:&#[0-9]{3};)*|[0-9]{1,7};"
            r"|[xX](?:[0-9A-Fa-f]{2};(?:&#[xX][0-9A-Fa-f]{2};)*|[0-9A-Fa-f]{1,6};))"
            r"|[A-Za-z][A-Za-z0-9]{1,31};(?:&[A-Za-z][A-Za-z0-9]{1,31};)*))"
        ),
        _html,
    ),
)

# Signs of base64 and hex in the shape of a text: one or two digits inside a word, a letter between
# digits. Of encoded words of 24 characters 97 in 100 have one, of 36 characters 199 in 200; in a
# brief text every long run of letters and digits is one.
_find_signs = BytesAhoCorasick(
    [
        b"0a0",  # in another order the library falls back to a search that is ten times slower
        *(f"{a}{digits}{b}".encode() for a in "xa" for digits in ("0", "00") for b in "xa"),
        b"-0a-",
        b":0a:",
    ],
    matchkind=MatchKind.LeftmostFirst,
).find_matches_as_indexes
_RUN_SIGNS = 9  # so many of them are signs of runs, the others of hex in pairs
_LONG = b"+" * 16
_AROUND = 64
_RUNNING = bytes(
    ord("+") if code in f"{string.ascii_letters}{string.digits}+/_-".encode() else 0
    for code in range(256)
)
_RUN = re.compile(rb"(?:[A-Za-z0-9+/]{76}\r?\n|[A-Za-z0-9+/]{64}\r?\n)*[A-Za-z0-9+/_-]{16,}={0,2}")
_RUN_BEFORE = regex.compile(rb"(?r)[A-Za-z0-9+/_-]*")
_PAIRS = re.compile(rb"(?:[0-9A-Fa-f]{2}[ :,-]{1,2}){7,}[0-9A-Fa-f]{2}(?![0-9A-Za-z])")
_PAIRS_BEFORE = regex.compile(rb"(?r)(?:(?<![0-9A-Za-z])[0-9A-Fa-f]{2}[ :,-]{1,2})*")
_HEX = re.compile(rb"(?:[0-9A-Fa-f]{2}){8,}")
_PART = re.compile(rb"[A-Za-z0-9+]{16,}={0,2}")
_STANDARD = bytes.maketrans(b"-_", b"+/")
_CONTROLS = bytes(code for code in range(0x20) if chr(code) not in "\t\n\r") + b"\x7f"
_HEAD = 64


_BRIEF = 512
_RUNS = re.compile(rb"[A-Za-z0-9+]{16,}")
_UNBROKEN = bytes(
    ord("+") if chr(code) in f"{string.ascii_letters}{string.digits}+" else 0 for code in range(256)
)


def _signs(text: Text) -> list[tuple[int, int, int]]:
    """Where base64 or hex may be: kind of sign, start, end."""
    shape, source = text.shape, text.ascii
    signs: list[tuple[int, int, int]] = _find_signs(shape) if b"0" in shape else []
    if len(source) > _BRIEF or _LONG not in source.translate(_UNBROKEN):
        return signs
    runs = [(0, *run.span()) for run in _RUNS.finditer(source) if not run[0].islower()]
    return sorted([*signs, *runs], key=_place) if runs else signs


def _place(sign: tuple[int, int, int]) -> int:
    return sign[1]


class _Armour(NamedTuple):
    """A place that holds text, and the text."""

    start: int
    end: int
    kind: str
    text: str


def _unarmoured(text: Text) -> View | None:
    """A text with its base64 and hex decoded, where that is text."""
    found = [*_armours(text.ascii, _signs(text))]
    return _decoded(text, found, []) if found else None


def _decoded(text: Text, found: list[_Armour], gaps: list[tuple[int, int, str]]) -> View:
    name = "+".join(sorted({armour.kind for armour in found}))
    edits = [*gaps, *((start, end, plain) for start, end, _, plain in found)]
    return _spliced(name, text.original, sorted(edits))


def _armours(source: bytes, signs: Iterable[tuple[int, int, int]]) -> Iterator[_Armour]:
    """What can be read at the signs; no byte is looked at more than a few times."""
    done = 0
    for sign, place, _ in signs:
        if place < done:
            continue
        start, done = (_run_at if sign < _RUN_SIGNS else _pairs_at)(source, done, place)
        if start == done:
            continue
        if armour := _opened(source, start, done):
            yield armour
        elif sign < _RUN_SIGNS:  # a path or a name may stand before or after it
            parts = (_opened(source, *m.span()) for m in _PART.finditer(source, start, done))
            yield from filter(None, parts)


def _run_at(source: bytes, floor: int, place: int) -> Place:
    """The long run around a place; nothing, at the place to go on from, where there is none."""
    around = source[max(floor, place - _AROUND) : place + _AROUND].translate(_RUNNING)
    if _LONG not in around:
        return (place + _AROUND - len(_LONG),) * 2
    start = _RUN_BEFORE.match(source, floor, place + 1).start()
    run = _RUN.match(source, start)
    return run.span() if run else (place + 1, place + 1)


def _pairs_at(source: bytes, floor: int, place: int) -> Place:
    """The same for hex in pairs, of which the separator before one stands at the place."""
    run = _PAIRS.match(source, place + 1)
    if run is None:
        return place + 1, place + 1
    return _PAIRS_BEFORE.match(source, floor, place + 1).start(), run.end()


def _opened(source: bytes, start: int, end: int) -> _Armour | None:
    run = source[start:end]
    pairs = run.translate(None, b" :,-")
    kind, read = ("hex", _from_hex) if _HEX.fullmatch(pairs) else ("base64", _from_base64)
    if len(run) > _HEAD and _plain(read(run[:_HEAD])) is None:
        return None
    text = _plain(read(run))
    return None if text is None else _Armour(start, end, kind, text)


def _from_hex(run: bytes) -> bytes:
    digits = run.translate(None, b" :,-")
    return binascii.unhexlify(digits[: len(digits) // 2 * 2])


def _from_base64(run: bytes) -> bytes:
    digits = run.translate(_STANDARD, b"=\r\n")
    digits = digits[:-1] if len(digits) % 4 == 1 else digits
    return binascii.a2b_base64(digits + b"=" * (-len(digits) % 4))


def _plain(data: bytes) -> str | None:
    """What bytes say if they are text; a character that is cut off at their end does not count."""
    if data.translate(None, _CONTROLS) != data:
        return None
    try:
        return codecs.utf_8_decode(data, "strict", False)[0] or None  # noqa: FBT003
    except UnicodeDecodeError:
        return None


# --- letters: for prompt injection --------------------------------------------------------------

_ACCENTED = (
    "àáâãäåçèéêëìíîïñòóôõöøùúûüýÿßæœąćęłńśźżğışčďěňřťůžășțőű"
    "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŸĄĆĘŁŃŚŹŻĞİŞČĎĚŇŘŤŮŽ"
)
_UNACCENTED = (
    "aaaaaaceeeeiiiinoooooouuuuyysaoacelnszzgiscdenrtuzastou"
    "AAAAAACEEEEIIIINOOOOOOUUUUYYACELNSZZGISCDENRTUZ"
)
_QUOTES = {
    **dict.fromkeys("\u2018\u2019\u201a", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\xab\xbb", '"'),
}
_DASHES = dict.fromkeys("\u2010\u2012\u2013\u2014\u2015\u2212\u2022", "-")
_FOLDED = {**dict(zip(_ACCENTED, _UNACCENTED, strict=True)), **_QUOTES, **_DASHES}


class _Page(NamedTuple):
    """A code page of ours: ASCII and up to 128 characters more, and what each is read as."""

    encoding: Any
    reading: bytes

    def encode(self, text: str) -> bytes:
        """A byte for each character of a text, a `?` for what the page does not have."""
        encoded: bytes = codecs.charmap_encode(text, "replace", self.encoding)[0]
        return encoded


def _page(readings: Mapping[str, str]) -> _Page:
    characters = "".join([*map(chr, range(128)), *readings]).ljust(256, "\ufffe")
    reading = bytes([*range(128), *map(ord, readings.values())]).replace(b"?", b"\0")
    return _Page(codecs.charmap_build(characters), reading.ljust(256, b"\0"))


_ACCENTS = _page(_FOLDED)
# Letters with an accent that are too rare for the page: their base is the first in form NFD.
_ACCENT = re.compile("[\u0100-\u024f\u1e00-\u1eff]")


def _unaccented(letter: re.Match[str]) -> str:
    return letter[0] if letter[0] in _FOLDED else unicodedata.normalize("NFD", letter[0])[0]


_LOOKALIKES = dict(
    zip(
        "аеорсухіјѕһԁԛԝкмтвнгАВЕКМНОРСТУХІЈЅԌαορνικτυχεγΑΒΕΖΗΙΚΜΝΟΡΤΥΧօոսցեᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡɩⅼƖ",
        "aeopcyxijshdqwkmtbhrABEKMHOPCTYXIJSGaopviktuxeyABEZHIKMNOPTYXonugeabcdefghijklmnoprstuvwyzagill",
        strict=True,
    )
)
_LOOKALIKE = re.compile(f"[{''.join(_LOOKALIKES)}]")
_STRANGE = _page(_LOOKALIKES)
_KINDS = bytes(
    ord("b") if code >= len(_ASCII) else ord("a") if chr(code).isalpha() else 0
    for code in range(256)
)
_FANCY = re.compile("[ᴀ-ᴢʀ-ʟꜰꜱ]{3}")
_KNOWN = bytes(code or ord("?") for code in range(256))
_OVERLAID = re.compile("([\u0300-\u036f\u0483-\u0489\u20d0-\u20f0]+)")


def folded(text: str, strange: Odd | None = None) -> View | None:
    r"""In ASCII: letters without accents and marks, lookalikes in mixed words as Latin letters.

    What has no ASCII letter is a `?`. The text is to be `clean` already. What is `odd` in it need
    not be given.

    >>> folded("fa\xe7ade, w\u043erd").text
    'facade, word'
    """
    if text.isascii():
        return None
    strange = strange or odd(text)
    view = View("", text, _same)
    if _OVERLAID.search(strange.characters):
        view = then(view, _pieced("", text, strange.places, _unmarked))
        strange = odd(view.text)
    plain = _latin(view.text, strange)
    return View("fold", plain.decode(), view.back)


def _unmarked(text: str) -> View | None:
    return _replaced("", text, _OVERLAID, lambda _: "")


def _latin(text: str, strange: Odd) -> bytes:
    """A text in ASCII, character by character."""
    rare, places, plain = strange
    pieces = [text[start:end] for start, end in places]
    if _ACCENT.search(rare):
        pieces = [_ACCENT.sub(_unaccented, piece) for piece in pieces]
    read = [_ACCENTS.encode(piece).translate(_ACCENTS.reading) for piece in pieces]
    if _LOOKALIKE.search(rare):
        alike = [_STRANGE.encode(piece) for piece in pieces]
        kinds = b"\0".join(each.translate(_KINDS) for each in alike)
        if b"ab" in kinds or b"ba" in kinds or _FANCY.search(rare):
            shown = (each.translate(_STRANGE.reading) for each in alike)
            read = [_either(*each) for each in zip(read, shown, strict=True)]
    folded = bytearray(plain)
    for (start, end), piece in zip(places, read, strict=True):
        folded[start:end] = piece
    return bytes(folded.translate(_KNOWN) if b"\0" in folded else folded)


def _either(one: bytes, other: bytes) -> bytes:
    """The bytes of both, each of which is in both or NUL in one of them."""
    both = int.from_bytes(one, "little") | int.from_bytes(other, "little")
    return both.to_bytes(len(one), "little")


_GAPPED = "|".join(f"[A-Za-z](?:[{gap}][A-Za-z])+" for gap in " ._*~|/+,-")
_APART = re.compile(rf"(?:{_GAPPED})(?![A-Za-z0-9])")
_LETTERS = bytes(
    ord("a" if chr(code).isalpha() else "0" if chr(code).isdigit() else "-") for code in _ASCII
).ljust(256, b"-")
_TWO_LETTERS = b"-a-a-"


def joined(text: str) -> View | None:
    """With the letters of words together that a separator stands between.

    >>> joined("o-n t-o  B e r l i n").text
    'on to  Berlin'
    """
    kinds = b"".join((b"-", text.encode("ascii", "replace").translate(_LETTERS), b"-"))
    parts, texts, done = [], [], 0
    place = kinds.find(_TWO_LETTERS)
    while place >= 0:
        if match := _APART.match(text, place):
            kept = text[done:place]
            parts += [kept, match[0]]
            texts += [kept, match[0][::2]]
            done = match.end()
        place = kinds.find(_TWO_LETTERS, max(done, place) + 1)
    if not parts:
        return None
    rest = text[done:]
    return _woven("join", [*parts, rest], [*texts, rest])


_FEW_WORDS = 16
_WORD = re.compile(r"\b[A-Za-z]{4,16}\b")
_WORDS = bytes(
    code if chr(code).isalnum() or chr(code) == "_" else ord(" ") for code in _ASCII
).ljust(256)


def unscrambled(text: str, words: Mapping[str, str]) -> View | None:
    """With words that have their own first letter and the others in any order set right.

    `words` are those that may be meant, by their `scrambled` form. The text is to be ASCII.
    """
    kinds = text.encode("ascii", "replace").translate(_WORDS)
    heads = {(word[0], len(word)) for word in words}
    right = {
        word: words.get(scrambled(word), word)
        for word in map(bytes.decode, {*kinds.split()})
        if (word[0].lower(), len(word)) in heads and word.isalpha()
    }
    wrong = {word: meant for word, meant in right.items() if meant != word}
    if not wrong:
        return None
    many = len(text) // _SELDOM
    if len(wrong) > _FEW_WORDS or sum(kinds.count(word.encode()) for word in wrong) > many:
        shown = _WORD.sub(lambda word: wrong.get(word[0], word[0]), text)
    else:
        shown = _corrected(text, b" %b " % kinds, wrong)
    return View("unscramble", shown, _same)


def _corrected(text: str, kinds: bytes, words: Mapping[str, str]) -> str:
    """A text with a few words replaced by others as long, found where only blanks part `kinds`."""
    shown = bytearray(text.encode("ascii", "replace"))
    for word, meant in words.items():
        sign, size = f" {word} ".encode(), len(word)
        place = kinds.find(sign)
        while place >= 0:
            shown[place : place + size] = meant.encode()
            place = kinds.find(sign, place + size + 1)
    return shown.decode()


def scrambled(word: str) -> str:
    """What all ways of scrambling a word have in common: its first letter, the others sorted.

    >>> scrambled("Berlin") == scrambled("brelin")
    True
    """
    word = word.lower()
    return word[0] + "".join(sorted(word[1:]))


_LEET = str.maketrans("01345789@$|", "oieastbgasi")


def leet(text: str) -> View:
    """With digits and signs as the letters that they look like.

    >>> leet("7h15 15 4ll").text
    'this is all'
    """
    return View("leet", text.translate(_LEET).replace("ii", "ll"), _same)


def mirrored(text: str) -> View:
    """From its end to its start."""
    size = len(text)
    return View("reversed", text[::-1], lambda start, end: (size - end, size - start))


_LOWER, _UPPER = string.ascii_lowercase, string.ascii_uppercase
_ROT13 = str.maketrans(_LOWER + _UPPER, _LOWER[13:] + _LOWER[:13] + _UPPER[13:] + _UPPER[:13])


def rot13(text: str) -> View:
    """With every letter of ASCII replaced by the one 13 places on."""
    return View("rot13", text.translate(_ROT13), _same)
