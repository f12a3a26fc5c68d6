"""Names without capital letters: in texts that have none, in handles, in scripts without them."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import regex
from ahocorasick_rs import BytesAhoCorasick, MatchKind

from routelock.filters.builtin.gazetteer import EITHER, FREQUENT, NAME, family, given
from routelock.filters.builtin.person_name.lexicon import SPEAKING, TITLE, code_of
from routelock.filters.detector import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from routelock.filters.text import Text

# --- texts without capitals ---------------------------------------------------------------------

_WORD = regex.compile(
    r"(?<![^\s\"'(>.,:;!?*])\p{Ll}[\p{Ll}\p{M}-]+(?:['\u2019]\p{Ll}{2,})?"
    r"(?=(?:['\u2019]s)?(?:[\s\"'),.!?:;*]|\Z))"
)


class _Seen(NamedTuple):
    """A word that may be the first one of a name."""

    start: int
    end: int
    code: int


def in_small_letters(source: str) -> Iterator[Span]:
    """Names in a text that has no capital letter: full ones, and single ones that are frequent."""
    before: _Seen | None = None
    for found in _WORD.finditer(source):
        word = _Seen(found.start(), found.end(), code_of(found[0].capitalize()))
        rule = _joint(before, word, source) if before else ""
        if before and rule:
            yield Span(before.start if rule == "full" else word.start, word.end, rule)
            before = None
            continue
        if before and _is_sure(before.code):
            yield Span(before.start, before.end, "given")
        before = word if _may_begin(word.code) else None
    if before and _is_sure(before.code):
        yield Span(before.start, before.end, "given")


def _joint(first: _Seen, last: _Seen, source: str) -> str:
    if source[first.end : last.start] not in (" ", ". "):
        return ""
    if first.code & TITLE:
        return "title"
    ordinary = last.code & SPEAKING and given(last.code) < NAME
    return "full" if family(last.code) >= EITHER and not ordinary else ""


def _may_begin(code: int) -> bool:
    return bool(code & TITLE) or (given(code) >= NAME and not code & SPEAKING)


def _is_sure(code: int) -> bool:
    return given(code) == FREQUENT and not code & SPEAKING


# --- handles ------------------------------------------------------------------------------------

_HANDLE = regex.compile(
    r"(?<![\p{L}\p{N}_.@/])@(?P<name>\p{L}[\p{L}\p{N}_]{3,30})(?![\p{L}\p{N}_.@(/:-])"
)
_HUMP = regex.compile(r"[_\d]+|(?<=\p{Ll})(?=\p{Lu})")
_SHORTEST_GIVEN, _SHORTEST_FAMILY = 3, 3


def in_handles(source: str) -> Iterator[Span]:
    """Handles that spell out a name: `@ada_lovelace`, `@AdaLovelace`, `@adalovelace1815`."""
    spelled: dict[str, bool] = {}
    for found in _HANDLE.finditer(source):
        handle = found["name"]
        if handle not in spelled:
            spelled[handle] = _spells(handle)
        if spelled[handle]:
            yield Span(found.start("name"), found.end("name"), "handle")


def _spells(handle: str) -> bool:
    parts = [part for part in _HUMP.split(handle) if part]
    known = [code_of(part.capitalize()) for part in parts]
    if _is_sure(known[0]):
        return True
    if any(given(first) >= NAME and family(last) >= EITHER for first, last in pairwise(known)):
        return True
    cuts = range(_SHORTEST_GIVEN, len(parts[0]) - _SHORTEST_FAMILY + 1)
    return len(parts) == 1 and any(_joins(parts[0], cut) for cut in cuts)


def _joins(word: str, cut: int) -> bool:
    first, last = code_of(word[:cut].capitalize()), code_of(word[cut:].capitalize())
    if (first | last) & SPEAKING:
        return False
    return given(first) >= NAME and family(last) >= EITHER


# --- scripts without capitals -------------------------------------------------------------------

_HAN, _KANA, _HANGUL = "\u4e00-\u9fff", "\u3040-\u30ff", "\uac00-\ud7a3"
# Before a name and after it, and the name between: Chinese, Japanese, Korean.
_CALLS = ("我叫", "名字", "姓名", "联系人", "患者", "名前は", "氏名", "お名前", "이름", "성명")
_TITLES = (
    "先生",
    "女士",
    "小姐",
    "老师",
    "教授",
    "医生",
    "经理",
    "さん",
    "様",
    "氏",
    "くん",
    "ちゃん",
)
_KOREAN_TITLES = ("씨", "님", "선생님", "과장", "부장", "교수")
_CALLED = regex.compile(
    rf"(?:我叫|我的名字[叫是]|(?:姓名|联系人|患者)[:\uff1a]\s?)"
    rf"(?P<name>[{_HAN}]{{2,4}}?)(?![{_HAN}])"
    rf"|(?:名前は|氏名[:\uff1a]\s?|お名前[:\uff1a]\s?)"
    rf"(?P<name>[{_HAN}][{_HAN}{_KANA} \u3000]{{1,7}}?)"
    rf"(?=です|と|、|。|\s|$)"
    rf"|(?:이름은|(?:성명|이름)[:\uff1a]\s?)[ ]?(?P<name>[{_HANGUL}]{{2,4}}?)"
    r"(?=입니다|이고|이며|[,.\s]|$)"
)
_ADDRESSED = regex.compile(
    rf"(?P<name>[{_HAN}]{{1,5}})(?={'|'.join(_TITLES)})"
    rf"|(?P<name>[{_HANGUL}]{{2,4}})(?=[ ]?(?:{'|'.join(_KOREAN_TITLES)})(?![{_HANGUL}]))"
)
_LONGEST_FAMILY, _LONGEST_NAME = 3, 4


@cache
def _gate() -> BytesAhoCorasick:
    literals = [each.encode() for each in (*_CALLS, *_TITLES, *_KOREAN_TITLES)]
    return BytesAhoCorasick(literals, matchkind=MatchKind.LeftmostFirst)


def has_joined_scripts(text: Text) -> bool:
    """Whether a text has any sign of a name in Chinese, Japanese or Korean."""
    return bool(_gate().find_matches_as_indexes(text.utf8))


def in_joined_scripts(source: str) -> Iterator[Span]:
    """Names that follow a cue, and names that begin with a known family name before a title."""
    for found in _CALLED.finditer(source):
        yield Span(found.start("name"), found.end("name"), "named")
    for found in _ADDRESSED.finditer(source):
        start, end = found.span("name")
        first = _family_start(source, start, end)
        if first >= 0:
            yield Span(first, end, "title")


def _family_start(source: str, start: int, end: int) -> int:
    """Where a known family name begins that leaves room for a given name or stands alone; or -1."""
    for first in range(max(start, end - _LONGEST_NAME), end):
        sizes = range(min(_LONGEST_FAMILY, end - first), 0, -1)
        if any(family(code_of(source[first : first + size])) >= NAME for size in sizes):
            return first
    return -1
