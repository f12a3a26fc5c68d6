"""Readers: what one builtin or one pattern finds in one text, by a plain loop, for the oracle.

Where a detector has a verifier that can be asked about any place (secrets, prompt injection), it is
asked about all of them, so that the detector's own gate is checked too. Patterns run in `regex`, by
a translation of their own.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache

import regex

from routelock.filters import views
from routelock.filters.builtin import BUILTINS, prompt_injection, secrets
from routelock.filters.text import Text
from routelock.guardrail import Slug

Spans = set[tuple[int, int]]


def found_by(slug: Slug, text: str) -> Spans:
    """What a builtin finds in a text, and what it finds beyond that in the views that it reads."""
    found = _find(slug, text)
    for view in _views(slug, text):
        places = {
            view.back(*span) for span in _find(slug, view.text) if _is_whole(view, span, text)
        }
        found |= {place for place in outermost(places) if not lies_in(place, found)}
    return found


def _find(slug: Slug, text: str) -> Spans:
    if slug in READERS:
        return READERS[slug](text)
    return {(start, end) for start, end, _ in BUILTINS[slug].find(text)}


def _views(slug: Slug, text: str) -> Iterator[views.View]:
    """Views that a builtin reads, as the specification's table has them, each text once."""
    if slug is Slug.PROMPT_INJECTION:
        return  # it reads them, and more, by itself
    shown = views.clean(text)
    if shown:
        yield shown
    if slug is Slug.SECRETS:
        found = [*views.decoded(Text(text))]
        texts = {view.text for view in found}
        if shown:
            inner = views.decoded(Text(shown.text))
            found += [views.then(shown, view) for view in inner if view.text not in texts]
        yield from found


NEAR = 80


def _is_whole(view: views.View, span: tuple[int, int], text: str) -> bool:
    """Whether a place is encoded, or all that stands near to it in the text is in the view."""
    if view.name == "clean":
        return True  # it has the whole text, and a NUL there is one of the text
    start, end = span
    first, last = view.back(start, end)
    near = view.text[max(0, start - NEAR) : end + NEAR]
    return text[first:last] != view.text[start:end] or "\0" not in near


def lies_in(place: tuple[int, int], spans: Spans) -> bool:
    """Whether one of some spans covers a place."""
    return any(start <= place[0] and place[1] <= end for start, end in spans)


def _secrets(text: str) -> Spans:
    """Every literal at every place, save in a secret of its kind; those that overlap are one."""
    source = Text(text)
    found, done = [], {True: 0, False: 0}
    for place, number in _standing(source.ascii, secrets.LITERALS):
        span = secrets.at(source, number, place)
        if span and place >= done[span.rule == "assignment"]:
            done[span.rule == "assignment"] = span.end
            found.append(span)
    return _united((start, end) for start, end, _ in found)


def _prompt_injection(text: str) -> Spans:
    """What the detector finds, and what every literal says at every place that is not in that."""
    plain = views.View("", text, lambda start, end: (start, end))
    shown = views.clean(text) or plain
    plain = views.then(shown, views.folded(shown.text))
    source = plain.text.encode()
    folded = source.translate(prompt_injection.FOLDING) + b" "
    places = _standing(folded, prompt_injection.LITERALS)
    said = [prompt_injection.at(source, folded, number, place) for place, number in places]
    found = {(start, end) for start, end, _ in BUILTINS[Slug.PROMPT_INJECTION].find(text)}
    return outermost(found | {plain.back(span[0], span[1]) for span in said if span})


READERS: Mapping[Slug, Callable[[str], Spans]] = {
    Slug.SECRETS: _secrets,
    Slug.PROMPT_INJECTION: _prompt_injection,
}


def _standing(source: bytes, literals: tuple[bytes, ...]) -> Iterator[tuple[int, int]]:
    by_sign = _by_sign(literals)
    for place, sign in enumerate(source):
        for number, literal in by_sign.get(sign, ()):
            if source.startswith(literal, place):
                yield place, number


@cache
def _by_sign(literals: tuple[bytes, ...]) -> Mapping[int, list[tuple[int, bytes]]]:
    by_sign: dict[int, list[tuple[int, bytes]]] = {}
    for number, literal in enumerate(literals):
        by_sign.setdefault(literal[0], []).append((number, literal))
    return by_sign


def _united(spans: Iterable[tuple[int, int]]) -> Spans:
    united: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if united and start < united[-1][1]:
            united[-1] = (united[-1][0], max(united[-1][1], end))
        else:
            united.append((start, end))
    return {*united}


def outermost(spans: Spans) -> Spans:
    """The spans that lie in no other one."""
    return {place for place in spans if not lies_in(place, spans - {place})}


# --- custom patterns ----------------------------------------------------------------------------

SPACE = r"\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
NO_SPACE = (
    r"\u0000-\u0008\u000e-\u001f!-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e"
    r"\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\U0010ffff"
)
MEMBERS = {
    r"\d": "0-9",
    r"\w": "0-9A-Za-z_",
    r"\s": SPACE,
    r"\D": r"\u0000-/:-\U0010ffff",
    r"\W": r"\u0000-/:-@\[-\^`\{-\U0010ffff",
    r"\S": NO_SPACE,
    r"\b": r"\u0008",
}
WORDS = {
    **{sign: f"[{members}]" for sign, members in MEMBERS.items()},
    r"\b": "(?:(?<=[0-9A-Za-z_])(?![0-9A-Za-z_])|(?<![0-9A-Za-z_])(?=[0-9A-Za-z_]))",
    r"\B": "(?:(?<=[0-9A-Za-z_])(?=[0-9A-Za-z_])|(?<![0-9A-Za-z_])(?![0-9A-Za-z_]))",
    ".": r"[^\n\r\u2028\u2029]",
    "^": r"\A",
    "$": r"\Z",
    "[^]": "(?s:.)",
    "[]": "(?!)",
    "(?<": "(?P<",
}
CHARACTER = r"\\u\{[0-9A-Fa-f]+\}|\\u[0-9A-Fa-f]{4}|\\p\{\w+\}|\\."
TOKEN = re.compile(rf"{CHARACTER}|\[\^?\]|\[(?:\\.|[^\]\\])*\]|\(\?<(?![=!])|.", re.DOTALL)
IN_SET = re.compile(rf"{CHARACTER}|.", re.DOTALL)
LONE = re.compile("[\ud800-\udfff]")


def matches(pattern: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a pattern of the dialect matches something, one match after the other.

    Flags are read at the start of a pattern alone, and there is no look-around.
    """
    compiled, plain, at = _compiled(pattern), LONE.sub("\ufffd", text), 0
    while at <= len(plain) and (match := compiled.search(plain, at)):
        start, end = match.span()
        if start < end:
            yield start, end
        at = end if start < end else end + 1


@lru_cache(256)
def _compiled(pattern: str) -> regex.Pattern[str]:
    flags = re.match(r"\(\?([ims]+)\)", pattern)
    given = flags[1] if flags else ""
    words = {**WORDS}
    if "m" in given:
        words |= {"^": "(?m:^)", "$": "(?m:$)"}
    if "s" in given:
        words["."] = "(?s:.)"
    tokens = TOKEN.findall(pattern[flags.end() if flags else 0 :])
    plain = "".join(_word(token, words) for token in tokens)
    return regex.compile(f"(?i:{plain})" if "i" in given else plain)


def _word(token: str, words: Mapping[str, str]) -> str:
    if token in words:
        return words[token]
    if token.startswith("["):
        return f"[{''.join(_word(each, MEMBERS) for each in IN_SET.findall(token[1:-1]))}]"
    return regex.escape(chr(int(token[3:-1], 16))) if token.startswith(r"\u{") else token
