"""The oracle of content filters: screening read aloud over raw JSON, each rule on every text.

It knows no plan, gate or sieve, and chooses, orders, merges and replaces by code of its own. What
one rule finds in one text it asks of `routelock.testing.readers`.
"""

import json
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from types import SimpleNamespace as Rule
from typing import Any, NamedTuple

from routelock.guardrail import Slug
from routelock.testing.readers import Spans, found_by, lies_in, matches, outermost

Json = dict[str, Any]
Steps = tuple[str | int, ...]
Leaf = tuple[str, int, int, str]  # path, start and end in the source, text

LAYERS = ("account", "default", "member", "key")
ACTIONS = ("block", "redact", "flag")
ENTRIES = ("content_filter_builtins", "content_filters")
ORDER = (*Slug, None)
ROUNDS = 3
COVERED = re.compile(
    r"/messages/[0-9]+(?P<part>/name|/content|/content/[0-9]+/text|/function_call/arguments"
    r"|/tool_calls/[0-9]+/(?:function/arguments|custom/input))|(?P<prompt>/prompt(?:/[0-9]+)?)"
)


def screen(guardrails: Sequence[tuple[str, str, Json]], request: Json) -> Json:
    """Findings, verdict and body of a request, as `(layer, name, document)` ask for them.

    >>> rules = [{"slug": "ip-address", "action": "redact"}]
    >>> paper = {"name": "g", "content_filter_builtins": rules}
    >>> screen([("key", "g", paper)], {"prompt": "ping 10.0.0.1"})["body"]
    {'prompt': 'ping [IP_ADDRESS]'}
    """
    rules, body = [*_rules(guardrails)], deepcopy(request)
    findings: list[Json] = []
    for parts in _units(request):
        strongest = _strongest(rules, parts[0].role)
        found = _read(parts, strongest)
        for part, mine in zip(_redacted(parts, found, strongest), found, strict=True):
            findings += [_told(rule, part.message, *place) for place, rule in mine]
            _put(body, part.steps, part.text)
    seen = [action for action in ACTIONS if any(one["action"] == action for one in findings)]
    verdict = seen[0] if seen else None
    return {"verdict": verdict, "findings": findings, "body": None if verdict == "block" else body}


# --- rules --------------------------------------------------------------------------------------


def _rules(guardrails: Sequence[tuple[str, str, Json]]) -> Iterator[Rule]:
    for layer, name, paper in guardrails:
        for field in ENTRIES:
            for place, entry in enumerate(paper.get(field) or ()):
                yield Rule(
                    **{"pattern": None, "slug": None, "label": None, **entry},
                    layer=layer,
                    guardrail=paper.get("id", name),
                    field=f"/{field}/{place}",
                )


def _strongest(rules: Iterable[Rule], role: str) -> list[Rule]:
    """One rule for each detector that covers a role, in the order of findings."""
    by_strength = sorted(rules, key=_strength)
    chosen: dict[tuple[str | None, str | None], Rule] = {}
    for rule in by_strength:
        if role == "user" or not _is_for_users(rule):
            chosen.setdefault((rule.slug, rule.pattern), rule)
    return sorted(chosen.values(), key=_order)


def _is_for_users(rule: Rule) -> bool:
    scope: str | None = getattr(rule, "scan_scope", None)
    return rule.slug == Slug.PROMPT_INJECTION and scope == "user_only"


def _strength(rule: Rule) -> tuple[int, int, str, str]:
    return ACTIONS.index(rule.action), LAYERS.index(rule.layer), rule.guardrail or "", rule.field


def _order(rule: Rule) -> tuple[int, str, str]:
    return ORDER.index(rule.slug), (not rule.slug and rule.label) or "", rule.pattern or ""


def _placeholder(rule: Rule) -> str:
    return Slug(rule.slug).placeholder if rule.slug else rule.label or "[REDACTED]"


def _told(rule: Rule, message: int | None, path: str, start: int, end: int) -> Json:
    kind = {"slug": rule.slug} if rule.slug else {"label": rule.label or None}
    place = {"message": message, "part": path, "start": start, "end": end}
    origin = {"layer": rule.layer, "guardrail": rule.guardrail, "field": rule.field}
    return {**kind, **place, "action": rule.action, **origin}


# --- texts --------------------------------------------------------------------------------------


class Part(NamedTuple):
    """A text that is covered, and where it stands."""

    steps: Steps
    message: int | None
    path: str
    role: str
    text: str


def _units(body: Json) -> list[list[Part]]:
    """The covered texts; those that are parts of one content come together."""
    units: list[list[Part]] = []
    for part in _covered(body):
        if units and part.path.startswith("/content/") and units[-1][0].steps[:3] == part.steps[:3]:
            units[-1].append(part)
        else:
            units.append([part])
    return units


def _covered(body: Json) -> Iterator[Part]:
    """Every text that is covered, `prompt` last."""
    strings = [(steps, text, _pointer(steps)) for steps, text in _strings(body, ())]
    for steps, text, pointer in sorted(strings, key=lambda each: each[2].startswith("/prompt")):
        known = COVERED.fullmatch(pointer)
        if known and known["prompt"]:
            yield Part(steps, None, pointer, "user", text)
        elif known:
            index = int(steps[1])
            yield Part(steps, index, known["part"], body["messages"][index]["role"], text)


def _strings(value: object, steps: Steps) -> Iterator[tuple[Steps, str]]:
    if isinstance(value, str):
        yield steps, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _strings(inner, (*steps, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _strings(inner, (*steps, index))


def _pointer(steps: Steps) -> str:
    return "".join(f"/{str(step).replace('/', '~1')}" for step in steps)


def _put(body: Json, steps: Steps, text: str) -> None:
    *way, last = steps
    holder: Any = body
    for step in way:
        holder = holder[step]
    holder[last] = text


def _leaves(part: str, source: str) -> list[Leaf]:
    """What is read of a part: its text, or the keys, strings and numbers of arguments in JSON."""
    if part.endswith("/arguments") and _is_json(source):
        return [*_values(source, 0, f"{part}#")]
    return [(part, 0, len(source), source)]


def _refuse(constant: str) -> None:
    raise ValueError(constant)


STRINGS = json.JSONDecoder(strict=False, parse_int=str, parse_constant=_refuse)
BLANK, WORD = re.compile(r"[ \t\n\r]*"), re.compile(r"[^ \t\n\r,\]}]+")


def _is_json(source: str) -> bool:
    try:
        STRINGS.decode(source)
    except (ValueError, RecursionError):
        return False
    return True


def _values(source: str, at: int, path: str) -> Generator[Leaf, None, int]:
    at = _next(source, at)
    if source[at] == '"':
        text, end = STRINGS.raw_decode(source, at)
        yield path, at, end, text
        return end
    if source[at] in "[{":
        return (yield from _members(source, at, path))
    word = WORD.match(source, at)
    end = word.end() if word else at
    if source[at] in "-0123456789":
        yield path, at, end, source[at:end]
    return end


def _members(source: str, at: int, path: str) -> Generator[Leaf, None, int]:
    is_object, position, at = source[at] == "{", 0, _next(source, at + 1)
    while source[at] not in "]}":
        if is_object:
            at = yield from _values(source, at, f"{path}/{position}#")
            at = _next(source, at) + 1  # behind the colon
        at = yield from _values(source, at, f"{path}/{position}")
        at = _next(source, at)
        at = _next(source, at + (source[at] == ","))
        position += 1
    return at + 1


def _next(source: str, at: int) -> int:
    blank = BLANK.match(source, at)
    return blank.end() if blank else at


# --- screening ----------------------------------------------------------------------------------

Found = list[tuple[tuple[str, int, int], Rule]]


def _read(parts: list[Part], rules: list[Rule]) -> list[Found]:
    """What the rules find in each of some parts: by start, longest first, then as rules stand."""
    found = [
        [one for leaf in _leaves(part.path, part.text) for one in _in_leaf(leaf, rules)]
        for part in parts
    ]
    joining = [rule for rule in rules if rule.slug == Slug.PROMPT_INJECTION]
    for rule in joining if len(parts) > 1 else ():
        for part, mine, places in zip(parts, found, _across(parts), strict=True):
            known = {(start, end) for (_, start, end), by in mine if by is rule}
            more = [place for place in outermost(places) if not lies_in(place, known)]
            mine.extend(((part.path, *place), rule) for place in more)
            mine.sort(key=lambda one: _rank(one, rules))
    return found


def _in_leaf(leaf: Leaf, rules: list[Rule]) -> Found:
    path, _, _, text = leaf
    found = [((path, *span), rule) for rule in rules for span in _spans(rule, text)]
    return sorted(found, key=lambda one: _rank(one, rules))


def _spans(rule: Rule, text: str) -> Spans:
    return found_by(Slug(rule.slug), text) if rule.slug else {*matches(rule.pattern, text)}


def _rank(one: tuple[tuple[str, int, int], Rule], rules: list[Rule]) -> tuple[int, int, int]:
    (_, start, end), rule = one
    return start, -end, rules.index(rule)


def _across(parts: list[Part]) -> list[Spans]:
    """What prompt injection finds in some parts as one text: what of it stands in each of them.

    Nothing stands between them; where that makes one word of two, they are read as lines too.
    """
    torn = any(a.text[-1:].isalnum() and b.text[:1].isalnum() for a, b in pairwise(parts))
    pieces: list[Spans] = [set() for _ in parts]
    for between in ("", "\n") if torn else ("",):
        at = 0
        spans = found_by(Slug.PROMPT_INJECTION, between.join(part.text for part in parts))
        for part, mine in zip(parts, pieces, strict=True):
            size = len(part.text)
            cut = [(max(start - at, 0), min(end - at, size)) for start, end in spans]
            mine.update((start, end) for start, end in cut if start < end)
            at += size + len(between)
    return pieces


def _redacted(parts: list[Part], found: list[Found], rules: list[Rule]) -> list[Part]:
    """Parts with placeholders: three rounds at most, then each text that still has something."""
    redacts = [[one for one in mine if one[1].action == "redact"] for mine in found]
    again = [rule for rule in rules if rule.slug and rule.action == "redact"]
    for _ in range(ROUNDS):
        if not any(redacts):
            return parts
        parts = [_replaced(part, mine, _cut) for part, mine in zip(parts, redacts, strict=True)]
        redacts = _read(parts, again)
    parts = [_replaced(part, mine, _given_up) for part, mine in zip(parts, redacts, strict=True)]
    left = [one for mine in _read(parts, again) for one in mine] if len(parts) > 1 else []
    return [part._replace(text=_placeholder(left[-1][1])) for part in parts] if left else parts


def _replaced(part: Part, found: Found, write: Callable[[str, Found], str]) -> Part:
    source = part.text
    for path, start, end, text in reversed(_leaves(part.path, source)):
        mine = [one for one in found if one[0][0] == path]
        if mine:
            fresh = write(text, mine)
            written = json.dumps(fresh) if "#" in path else fresh
            source = source[:start] + written + source[end:]
    return part._replace(text=source)


def _given_up(_: str, found: Found) -> str:
    return _placeholder(found[-1][1])


def _cut(text: str, found: Found) -> str:
    merged: list[tuple[int, int, str]] = []
    for (_, start, end), rule in found:
        if merged and start < merged[-1][1]:
            first, stop, placeholder = merged[-1]
            merged[-1] = (first, max(stop, end), placeholder)
        else:
            merged.append((start, end, _placeholder(rule)))
    for start, end, placeholder in reversed(merged):
        text = text[:start] + placeholder + text[end:]
    return text
