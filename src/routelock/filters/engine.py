"""Engine: rules as one plan, in which each detector reads a text once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ahocorasick_rs import BytesAhoCorasick, MatchKind

from routelock.errors import DocumentError, Problem
from routelock.filters.builtin import BUILTINS
from routelock.filters.custom import PatternDetector, PatternError, compile_pattern, sieve
from routelock.filters.detector import prepared
from routelock.filters.finding import Finding, in_order
from routelock.filters.many import findings
from routelock.filters.sight import clean, seeing
from routelock.filters.text import Text
from routelock.guardrail import Action, Scope, Slug
from routelock.problems import path
from routelock.reasons import RANK

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from routelock.filters.detector import Detector, Span, TextDetector
    from routelock.filters.fallback import Fallback
    from routelock.filters.rule import Rule
    from routelock.message import Part

    Key = tuple[Slug | None, str]  # what rules of one detector share: a slug, or a pattern
    Groups = Mapping[Key, list[Rule]]


class DetectorError(DocumentError):
    """A guardrail asks for a builtin filter that this deployment has no detector for."""


class Lane(NamedTuple):
    """A detector and the rule that its findings carry; its place in the sieve if it is in it."""

    locate: Callable[[Text], list[Span]]
    rule: Rule
    place: int | None


class Reading(NamedTuple):
    """How the texts of some roles are read: `lanes` in order, for a text that `gate` lets through.

    A gate says whether the shape of a text has any of the literals of the detectors; where it has
    none, the detectors without literals (`quiet`) are all that need to look. A `sieve` says which
    of the custom patterns in it match in a text; the others need not look.
    """

    lanes: tuple[Lane, ...]
    quiet: tuple[Lane, ...]
    gate: Callable[[bytes], bool] | None
    sieve: Callable[[Text], Collection[int]] | None


@dataclass(frozen=True, slots=True, repr=False)
class Plan:
    """Every content rule of a policy, ready to read texts: immutable, safe to share and to keep.

    `scan` reads a part for all rules. `rescan` reads what a redaction has left, for the builtin
    rules that redact. `across` is the plan of the rules that also read the text parts of a message
    as one text, if there are any.
    """

    user: Reading
    others: Reading
    user_again: Reading
    others_again: Reading
    across: Plan | None = field(default=None, kw_only=True)

    def scan(self, part: Part) -> list[Finding]:
        """What the rules find in one part, by start, longest first, then builtin order, label."""
        return _scan(self.user if part.role == _USER else self.others, part)

    def rescan(self, part: Part) -> list[Finding]:
        """What the builtin rules that redact find in one part."""
        return _scan(self.user_again if part.role == _USER else self.others_again, part)

    def passes(self, part: Part) -> bool:
        """Whether it is plain without a scan that nothing is found in a part, nor in a piece of it.

        A piece may stand among other signs there, as long as its own are not written otherwise.
        """
        _, quiet, gate, _ = self.user if part.role == _USER else self.others
        return not quiet and (gate is None or not _opens(gate, Text(part.text)))

    def passes_all(self, parts: Sequence[Part]) -> bool:
        """Whether it is plain from one look at all parts together that nothing is found in any.

        With a backslash the look says no: arguments in JSON may write a sign with it.
        """
        _, quiet, gate, _ = self.user  # whatever covers other roles covers users too
        if quiet or gate is None:
            return not (quiet or self.user.lanes)
        # A line end is part of no literal, so none begins in one text and ends in the next. Nor
        # does any character become one with it in a view.
        joined = "\n".join([part.text for part in parts])
        return "\\" not in joined and not _opens(gate, Text(joined))

    def __repr__(self) -> str:
        return f"<Plan: {len(self.user.lanes)} detectors>"


def plan(
    rules: Iterable[Rule],
    detectors: Mapping[Slug, Detector] = BUILTINS,
    fallback: Fallback | None = None,
) -> Plan:
    """The rules as one plan; their order does not matter.

    Rules for the same builtin or the same pattern share one detector. For each role the strongest
    action wins among the rules that cover it (block, redact, flag); its findings carry the source
    and field of that rule, the first by layer, guardrail and field where several ask for the same.
    Patterns that RE2 rejects run where a `fallback` allows it.

    Raises `DetectorError` for builtins that `detectors` lacks, `PatternError` for patterns that
    cannot be used; each with all problems of its kind.
    """
    groups: dict[Key, list[Rule]] = {}
    for rule in rules:
        groups.setdefault(_key(rule), []).append(rule)
    ready = {**_builtins(groups, detectors), **_customs(groups, fallback)}
    winners = [_winners(groups, user=user) for user in (True, False)]
    joining = [tuple(rule for rule in rules if rule.slug in _JOINING) for rules in winners]
    across = _plan(joining, ready) if any(joining) else None
    return _plan(winners, ready, across)


_USER = "user"
_STRENGTH = {action: rank for rank, action in enumerate(Action)}
_JOINING = frozenset({Slug.PROMPT_INJECTION})
_PLACE = {slug: place for place, slug in enumerate((*Slug, None))}


def _scan(reading: Reading, part: Part) -> list[Finding]:
    lanes, quiet, gate, sieve = reading
    if not lanes:
        return []
    text = Text(part.text)
    if gate is not None and not _opens(gate, text):
        lanes = quiet
    if sieve is not None:
        seen = sieve(text)
        lanes = tuple(lane for lane in lanes if lane.place is None or lane.place in seen)
    found: list[Finding] = []
    for locate, rule, _ in lanes:
        if spans := locate(text):
            found += findings(spans, rule, part)
    return in_order(found) if len(found) > 1 else found


def _opens(gate: Callable[[bytes], bool], text: Text) -> bool:
    """Whether a text, or what it is without what hides in it, gets through a gate."""
    if gate(text.shape):
        return True
    seen = None if text.original.isascii() else clean(text)
    return seen is not None and gate(seen.text.shape)


def _plan(
    winners: list[tuple[Rule, ...]], ready: Mapping[Key, TextDetector], across: Plan | None = None
) -> Plan:
    """The rules that win for users and for others, in order, as a plan."""
    again = [tuple(rule for rule in rules if _redacts_again(rule)) for rules in winners]
    readings = {rules: _reading(rules, ready) for rules in {*winners, *again}}  # often all the same
    return Plan(*(readings[rules] for rules in (*winners, *again)), across=across)


def _key(rule: Rule) -> Key:
    return (rule.slug, "" if rule.slug else rule.pattern or "")


def _builtins(groups: Groups, detectors: Mapping[Slug, Detector]) -> dict[Key, TextDetector]:
    asked = {key: key[0] for key in groups if key[0]}
    missing = [
        (rule, Problem(_where(rule, "slug"), f"there is no detector for `{slug}` here", _PLUG))
        for key, slug in asked.items()
        if slug not in detectors
        for rule in groups[key]
    ]
    if missing:
        raise DetectorError(*_told(missing))
    return {key: seeing(prepared(detectors[slug]), slug) for key, slug in asked.items()}


def _customs(groups: Groups, fallback: Fallback | None) -> dict[Key, TextDetector]:
    ready: dict[Key, TextDetector] = {}
    refused: list[tuple[Rule, Problem]] = []
    for key, rules in groups.items():
        if key[0] is None:
            try:
                ready[key] = compile_pattern(key[1], fallback)
            except PatternError as error:
                refused += [
                    (rule, problem._replace(path=_where(rule, "pattern")))
                    for rule in rules
                    for problem in error.problems
                ]
    if refused:
        raise PatternError(*_told(refused))
    return ready


_PLUG = "plug one in, or take the entry out"


def _where(rule: Rule, field: str) -> str:
    steps = rule.field.split("/")[1:]
    return path([*(int(step) if step.isdigit() else step for step in steps), field])


def _told(refused: list[tuple[Rule, Problem]]) -> tuple[list[Problem], str]:
    """Problems in the order of their places, and the names of the guardrails that have them."""
    names = {rule.source.guardrail for rule, _ in refused if rule.source.guardrail}
    return sorted({problem for _, problem in refused}), ", ".join(sorted(names))


def _winners(groups: Groups, *, user: bool) -> tuple[Rule, ...]:
    """The strongest rule of each group among those that cover the role, in order of findings."""
    covering = ([rule for rule in rules if user or _covers_all(rule)] for rules in groups.values())
    return tuple(sorted((min(rules, key=_strength) for rules in covering if rules), key=_order))


def _covers_all(rule: Rule) -> bool:
    # spec 2.1: the scope applies to this builtin alone
    return rule.scope is not Scope.USER_ONLY or rule.slug is not Slug.PROMPT_INJECTION


def _redacts_again(rule: Rule) -> bool:
    return rule.slug is not None and rule.action is Action.REDACT


def _strength(rule: Rule) -> tuple[int, int, str, str, str]:
    layer, guardrail = rule.source
    label = rule.label or ""
    return (_STRENGTH[rule.action], RANK[layer], guardrail or "", rule.field, label)


def _order(rule: Rule) -> tuple[int, str, str]:
    return (_PLACE[rule.slug], rule.label or "", rule.pattern or "")


def _reading(rules: tuple[Rule, ...], ready: Mapping[Key, TextDetector]) -> Reading:
    pairs = [(ready[_key(rule)], rule) for rule in rules]
    shapes = sorted({shape for detector, _ in pairs for shape in detector.shapes})
    words = [*dict.fromkeys(filter(None, (_words(detector) for detector, _ in pairs)))]
    together = sieve(words)
    places = {each: place for place, each in enumerate(words)} if together else {}
    rows = [
        (Lane(detector.locate, rule, places.get(_words(detector))), detector)
        for detector, rule in pairs
    ]
    return Reading(
        tuple(lane for lane, _ in rows),
        tuple(lane for lane, detector in rows if not detector.shapes),
        _gate(shapes) if shapes else None,
        together,
    )


def _words(detector: TextDetector) -> str:
    """What a sieve can look for instead of the detector; empty where it cannot."""
    return detector.words if isinstance(detector, PatternDetector) else ""


def _gate(shapes: list[bytes]) -> Callable[[bytes], bool]:
    # Leftmost matching is the one that the library runs on vector instructions. It lists all that
    # it sees, so a long text is shown in windows: the first that has something is enough.
    find = BytesAhoCorasick(shapes, matchkind=MatchKind.LeftmostFirst).find_matches_as_indexes
    overlap = max(map(len, shapes)) - 1

    def opens(shape: bytes) -> bool:
        if len(shape) <= _WINDOW:
            return bool(find(shape))
        starts = range(0, len(shape), _WINDOW)
        return any(find(shape[start : start + _WINDOW + overlap]) for start in starts)

    return opens


_WINDOW = 1 << 14
