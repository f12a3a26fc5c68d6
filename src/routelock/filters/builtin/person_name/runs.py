"""Runs: words with capital letters one after the other, and what of them is a person's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from routelock.filters.builtin.gazetteer import (
    COMMON,
    EITHER,
    FREQUENT,
    NAME,
    PLACE,
    RATHER_NOT,
    family,
    fold,
    given,
)
from routelock.filters.builtin.person_name import words
from routelock.filters.builtin.person_name.lexicon import (
    BRAND,
    HEAD,
    LOCAL,
    PART,
    PARTICLES,
    RANK,
    SPEAKING,
    START,
    TITLE,
    Word,
    code_of,
    is_ordinary,
    lexicon,
    triggers,
)
from routelock.filters.detector import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# One pass over the text, which nearly all of the time is the whole work.
_PLAIN_WORDS = regex.compile(r"(?<![A-Za-z])[A-Z][A-Za-z]+").findall
_ALL_WORDS = regex.compile(r"(?<!\p{L})\p{Lu}[\p{L}\p{M}]+").findall

_SHORTEST, _LONGEST, _LONGEST_TITLED = 3, 6, 4
_SHORT_TITLES = (word for word in (*words.TITLES, *words.RANKS) if len(word) <= len("Capt"))
_ABBREVIATED = "|".join(sorted({"Jr", "Sr", *_SHORT_TITLES}))
_FREE = r"(?<![\p{L}\p{M}\p{N}_@#/\\.$=&-]|[\p{L}\p{N}_]<)"
_PIECE_OF = rf"(?:{PART}|\p{{Lu}}\.)"
_GAP = rf"(?:(?:(?<=\b\p{{Lu}}|\b(?:{_ABBREVIATED}))\.)?[ \u00a0]|(?<=\b\p{{Lu}}\.))"
_SMALL = rf"(?:(?:{PARTICLES})[ \u00a0])"
_BACK = regex.compile(rf"(?r){_FREE}(?:{_PIECE_OF}{_GAP}{_SMALL}{{0,2}}){{0,4}}")
_RUN = regex.compile(
    rf"{_FREE}{_PIECE_OF}(?:{_GAP}{_SMALL}{{0,3}}(?:{PART}(?![\p{{N}}_])|\p{{Lu}}\.)){{0,9}}"
    r"(?![\p{L}\p{M}\p{N}_@(=]|\.\p{L}|::| \{)"
)
_PIECE = regex.compile(rf"{PART}|\p{{Ll}}+")
_LONGEST_BACK = 60
_BLANK = (" ", "\u00a0", ".")


def in_runs(source: str) -> list[Span]:
    """Names that begin with capital letters, and names that are like one of them elsewhere."""
    if source.isascii():
        listed = _PLAIN_WORDS(source)
        known = triggers()
        hits = [word for word in listed if word in known]
    else:
        listed = _ALL_WORDS(source)
        known = triggers()
        hits = [word for word in listed if (word if word.isascii() else fold(word)) in known]
    if not hits:
        return []
    found = [*_found(source, hits)]
    if not found:
        return []
    found += [*_listed(source, found)]
    found += [*_again(source, listed, found)]
    return found


def _found(source: str, hits: list[str]) -> Iterator[Span]:
    done = 0
    for start, word in _places(source, hits):
        if start < done or _is_idle(source, start, word):
            continue
        if run := _RUN.match(source, _begin(source, start, done)):
            done = run.end()
            yield from _names(_split(source, run.start(), done), source)


def _is_idle(source: str, start: int, word: str) -> bool:
    """Whether it is a title with nothing after it."""
    return bool(code_of(word) & _BEFORE_NAMES) and not source.startswith(_BLANK, start + len(word))


def _begin(source: str, start: int, done: int) -> int:
    """Where the run begins that has a word at `start`."""
    if start == done or not source.startswith(_BLANK, start - 1):
        return start
    back = _BACK.match(source, max(done, start - _LONGEST_BACK), start)
    return int(back.start()) if back else start


def _places(source: str, hits: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Where the words stand, each after the one before."""
    end = 0
    for word in hits:
        start = source.find(word, end)
        while _is_inside(source, start, start + len(word)):
            start = source.find(word, start + 1)
        end = start + len(word)
        yield start, word


def _is_inside(source: str, start: int, end: int) -> bool:
    return source[end : end + 1].isalpha() or (start > 0 and source[start - 1].isalpha())


def _split(source: str, start: int, end: int) -> list[Word]:
    return [_word(source, *piece.span()) for piece in _PIECE.finditer(source, start, end)]


def _word(source: str, start: int, end: int) -> Word:
    text = source[start:end]
    if end - start > 1:
        return Word(start, end, text, code_of(text), text[0].isupper())
    is_initial = source[end : end + 1] == "." or text not in "AI"
    return Word(start, end, text, 0 if is_initial else START, text[0].isupper())


# --- what of a run is a name --------------------------------------------------------------------


_BEFORE_NAMES = TITLE | RANK


def _names(run: list[Word], source: str) -> Iterator[Span]:
    place = 0
    while place < len(run):
        rule, first, stop = _read(run, place, source)
        if rule:
            yield Span(run[first].start, run[stop - 1].end, rule)
        place = stop


def _read(run: list[Word], place: int, source: str) -> tuple[str, int, int]:
    """The rule that makes a name of what stands here, and from where to where; or how far to go."""
    code = run[place].code
    if code & START or not run[place].big:
        return _none(place + 1)
    if code & _BEFORE_NAMES and place + 1 < len(run) and (stop := _titled(run, place)):
        return ("title" if stop > place + 1 else "", place + 1, stop)
    if code & (LOCAL | HEAD) and (code & HEAD or given(code) < NAME):
        return _none(place + (1 if code & HEAD else 2))
    stop = _stretch(run, place)
    if stop < len(run) and _is_head(run, stop):
        return _none(stop)  # something is named after somebody
    if stop == place + 1:
        return _single(run, place, source), place, stop
    rule = _full([word for word in run[place:stop] if word.big], source)
    return rule, place, stop if rule else place + 1


def _none(stop: int) -> tuple[str, int, int]:
    return "", stop, stop


def _is_head(run: list[Word], place: int) -> bool:
    code = run[place].code
    if not code & HEAD:
        return False
    return family(code) < NAME or place == 0 or given(run[place - 1].code) < EITHER


def _stretch(run: list[Word], place: int) -> int:
    """Where the words end that may belong to the name that begins here."""
    stop = place + 1
    while stop < min(len(run), place + _LONGEST):
        word = run[stop]
        if word.big and (word.code & START or _is_head(run, stop)):
            break
        last = run[stop - 1]
        least = EITHER if given(last.code) >= NAME else NAME
        after_initial = len(last.text) == 1 and stop > place + 1
        if word.big and is_ordinary(word.code, least) and len(word.text) > 1 and not after_initial:
            break
        stop += 1
    while not run[stop - 1].big:
        stop -= 1
    return stop


def _titled(run: list[Word], place: int) -> int:
    """Where the name ends that follows a title; 0 if none does."""
    title, first = run[place].code & TITLE, run[place + 1].code
    stop = _stretch(run, place + 1)
    if run[place + 1].code & START or _is_head(run, place + 1):
        stop = place + 1
    stop = min(stop, place + 1 + _LONGEST_TITLED)
    if stop < len(run) and _is_head(run, stop) and not title:
        return stop + 1
    known = given(first) >= EITHER or family(first) >= EITHER
    if stop == place + 1 or not (title or known or not first & SPEAKING):
        return 0
    return stop


def _full(name: list[Word], source: str) -> str:
    """Whether several words are a name, by the first, the last and what stands before them."""
    whole = [word for word in name if len(word.text) > 1]
    before = _before(source, name[0].start)
    if len(name) == 1 or not whole or before == _NUMBER or before in _PLACING or _is_place(whole):
        return ""
    first, last = name[0].code, name[-1].code
    if any(word.text.isupper() for word in whole):
        return "full" if given(first) >= NAME and family(last) >= NAME else ""
    if len(name[0].text) == 1:
        fits = whole == name[-1:] and len(whole[0].text) >= _SHORTEST
        return "initials" if fits and (family(last) >= EITHER or not last & SPEAKING) else ""
    has_initial = len(whole) < len(name)
    return "full" if _goes_together(first, last, before, has_initial=has_initial) else ""


def _goes_together(first: int, last: int, before: str, *, has_initial: bool) -> bool:
    if given(first) >= EITHER:
        return bool(family(last) or given(last)) or has_initial or not last & COMMON
    if given(first) == RATHER_NOT:
        return family(last) >= NAME
    if first & (COMMON | PLACE):
        return False
    if family(first) and family(last) >= NAME:
        return True
    known = family(last) >= NAME or given(last) >= NAME
    return known and bool(before) and not last & (COMMON | PLACE)


def _is_place(name: list[Word]) -> bool:
    if all(word.code & PLACE for word in name):
        return True
    return bool(lexicon().get(" ".join(word.text for word in name), 0) & PLACE)


def _single(run: list[Word], place: int, source: str) -> str:
    """Whether one word is a name, by itself and by what stands around it."""
    word = run[place]
    code, text, is_frequent = word.code, word.text, given(word.code) == FREQUENT
    if len(text) < _SHORTEST or code & BRAND or (family(code) >= NAME and "-" in text):
        return ""  # too short, a thing, a firm of two
    if text.isupper():
        return "given" if is_frequent and len(text) > _SHORTEST and not code & SPEAKING else ""
    if not is_frequent and (_is_beside(run, place + 1) or _is_beside(run, place - 1)):
        return ""
    before = _before(source, word.start)
    if before == _NUMBER or before in _PLACING or before in _NAMELESS:
        return ""
    owns = source[word.end : word.end + 2] in ("'s", "\u2019s")
    if before in _POINTING and not is_frequent and not owns:
        return ""
    return _alone(word, before, source, owns=owns)


def _is_beside(run: list[Word], place: int) -> bool:
    return 0 <= place < len(run) and run[place].big and not run[place].code & (START | RANK)


def _alone(word: Word, before: str, source: str, *, owns: bool) -> str:
    """The rule by which a word is a name: what it is, and whether it does or owns something."""
    code, first = word.code, given(word.code)
    acts = _acts(word, before, source)
    if code & (PLACE | COMMON):
        sure = acts or owns or (before and not code & PLACE)
        return "given" if first >= NAME and sure else ""
    if first >= NAME or (first == EITHER and (acts or owns)):
        return "given"
    cited = before in _CREDITING or source.startswith(" et al", word.end)
    return "family" if family(code) >= NAME and (cited or (acts and not owns)) else ""


# --- what stands around -------------------------------------------------------------------------

_PLACING, _POINTING = frozenset(words.PLACING), frozenset(words.POINTING)
_NAMELESS, _CREDITING = frozenset(words.NAMELESS), frozenset(words.CREDITING)
_DEEDS = frozenset(words.DEEDS)
_DEED = regex.compile(r"(?:['\u2019]s)?,?[ \u00a0](?P<word>\p{Ll}+)")
_SHORTEST_DEED = 5
_REACH, _NUMBER, _OTHER = 24, "1", "?"


def _before(source: str, start: int) -> str:
    """The word before, small; nothing at the beginning of a sentence; a sign for all else."""
    head = source[max(0, start - _REACH) : start].rstrip(" \u00a0")
    last = head[-1:]
    if last.isalpha():
        return head.split()[-1].lower()
    if last.isdigit():
        return _NUMBER
    head = head.rstrip(" \u00a0\t\"'\u201c\u2018(>*-")
    return _OTHER if head and head[-1] not in ".!?\n\r:;" else ""


def _acts(word: Word, before: str, source: str) -> bool:
    """Whether it does what people do, or is the one that speaks: `Ada:`."""
    if source[word.end : word.end + 1] == ":" and not before:
        return True
    deed = _DEED.match(source, word.end)
    if not deed:
        return False
    does: str = deed["word"]
    return does in _DEEDS or (does.endswith("ed") and len(does) >= _SHORTEST_DEED)


# --- names that are found by others -------------------------------------------------------------

_AND = "and|or|&|y|und|et|e"
_BETWEEN = rf"(?:,(?:[ ](?:{_AND}))?|[ ](?:{_AND}))[ ]"
_NEXT = regex.compile(
    rf"(?:['\u2019]s)?{_BETWEEN}(?P<name>{PART})(?=[,.;:!?)\s]|\Z)(?![ ]\p{{Lu}})"
)
_PREVIOUS = regex.compile(
    rf"(?r)(?<=[,:(;][ ]|(?:and|or)[ ]|\A|\n|[.][ ])(?P<name>{PART}){_BETWEEN}"
)
_LONGEST_PREVIOUS = 40
_LISTING = frozenset({"given", "full"})


def _listed(source: str, found: list[Span]) -> Iterator[Span]:
    """Names beside one in a list: `Ada, Grace and Linus`."""
    starts, ends = {span.start for span in found}, {span.end for span in found}
    for span in found:
        if span.rule not in _LISTING:
            continue
        end, start = span.end, span.start
        if source[end : end + 1] not in ",'\u2019 " or not source.startswith((" ",), start - 1):
            continue
        while (each := _NEXT.match(source, end)) and _is_new(each, starts, ends):
            end = each.end("name")
            yield Span(each.start("name"), end, "list")
        while (
            each := _PREVIOUS.match(source, max(0, start - _LONGEST_PREVIOUS), start)
        ) and _is_new(each, starts, ends):
            start = each.start("name")
            yield Span(start, each.end("name"), "list")


def _is_new(found: regex.Match[str], starts: set[int], ends: set[int]) -> bool:
    """Whether it may be a name and has not been taken for one; it then is taken."""
    start, end = found.span("name")
    if start in starts or end in ends or not _may_be(found["name"]):
        return False
    starts.add(start)
    ends.add(end)
    return True


def _may_be(name: str) -> bool:
    code = code_of(name)
    if code & (START | HEAD | BRAND | LOCAL | TITLE) or len(name) < _SHORTEST or name.isupper():
        return False
    if code & (COMMON | PLACE):
        return given(code) >= NAME
    return given(code) >= EITHER or family(code) >= NAME


_LONE = regex.compile(r"(?<![@#/_.-])\p{Lu}\p{L}+(?![\p{L}\p{N}_@(=/-]|[ ]\p{Lu})")


def _again(source: str, listed: list[str], found: list[Span]) -> Iterator[Span]:
    """Family names that are told in full and stand alone elsewhere."""
    names = (source[start:end].split() for start, end, rule in found if rule in _TOLD)
    families = {name[-1] for name in names if len(name) > 1}
    families = {
        name for name in families if len(name) >= _SHORTEST and not code_of(name) & SPEAKING
    }
    hits = [word for word in listed if word in families] if families else []
    taken = sorted(found)
    at = 0
    for start, word in _places(source, hits):
        while at < len(taken) and taken[at].end <= start:
            at += 1
        if (at == len(taken) or taken[at].start > start) and _is_lone(source, start):
            yield Span(start, start + len(word), "again")


_TOLD = frozenset({"full", "initials", "title"})


def _is_lone(source: str, start: int) -> bool:
    if not _LONE.match(source, start):
        return False
    before = _before(source, start)
    return before != _NUMBER and before not in _PLACING and before not in _NAMELESS
