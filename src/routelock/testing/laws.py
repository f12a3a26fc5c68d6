"""Laws: what must hold for every input, as properties that you can run against your own fork.

Each law is a function of values that raises `AssertionError` where the law is broken. Feed it with
`routelock.testing.strategies` under Hypothesis, or with documents of your own.
"""

from __future__ import annotations

import copy
import json
import re
from itertools import combinations
from typing import TYPE_CHECKING, Any

from routelock.clearance import Clearance
from routelock.filters.arguments import ARGUMENTS, literals, whole
from routelock.filters.engine import plan
from routelock.filters.finding import UNLABELLED
from routelock.filters.redact import redact
from routelock.filters.screen import screen, screen_text
from routelock.guardrail import Action, Scope, Slug
from routelock.message import Part, parts
from routelock.policy import Policy, compose
from routelock.reasons import Code
from routelock.testing import filters_oracle, oracle
from routelock.whatif import compare
from routelock.wire.guardrails import decode, encode, spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from routelock.catalogue import Catalogue, Endpoint
    from routelock.filters.arguments import Literal
    from routelock.filters.finding import Finding
    from routelock.filters.rule import Rule
    from routelock.guardrail import Guardrail
    from routelock.testing.cases import Case
    from routelock.testing.cases.screenings import Screening
    from routelock.vendors import Vendors
    from routelock.whatif import Change


def survivors(policy: Policy, catalogue: Catalogue) -> set[Endpoint]:
    """The endpoints that a policy leaves, as a set."""
    return set(Clearance(policy, catalogue).survivors())


def union_has_no_order(one: Policy, two: Policy, three: Policy) -> None:
    """Union is commutative, associative and idempotent, and the empty policy is neutral."""
    assert one | two == two | one
    assert (one | two) | three == one | (two | three)
    assert one | one == one
    assert one | Policy() == one
    assert compose((one, two, three)) == compose((three, one, two, one))


def union_intersects_survivors(one: Policy, two: Policy, catalogue: Catalogue) -> None:
    """What two policies leave together is what both leave."""
    together = survivors(one | two, catalogue)
    assert together == survivors(one, catalogue) & survivors(two, catalogue)


def a_guardrail_only_restricts(policy: Policy, added: Policy, catalogue: Catalogue) -> None:
    """Adding a guardrail never adds a survivor."""
    assert survivors(policy | added, catalogue) <= survivors(policy, catalogue)


def reasons_are_complete_and_minimal(policy: Policy, catalogue: Catalogue) -> None:
    """An endpoint is refused just when it has reasons; taking them away, and no fewer, frees it."""
    clearance = Clearance(policy, catalogue)
    free = set(clearance.survivors())
    for endpoint, reasons in zip(catalogue.endpoints, clearance.reasons(), strict=True):
        why = clearance.why(endpoint)
        assert (endpoint in free) is (not reasons) is (not why)
        assert tuple(dict.fromkeys(clause.reason for clause in why)) == reasons
        assert _free(policy, why, endpoint, catalogue)
        for fewer in combinations(why, len(why) - 1) if why else ():
            assert not _free(policy, fewer, endpoint, catalogue)


def _free(policy: Policy, gone: Sequence[Any], endpoint: Endpoint, catalogue: Catalogue) -> bool:
    return endpoint in survivors(Policy(policy.clauses - set(gone)), catalogue)


def every_view_agrees(policy: Policy, catalogue: Catalogue) -> None:
    """Asking model by model, sweeping the catalogue and walking the clauses give one answer."""
    clearance = Clearance(policy, catalogue)
    swept = dict(zip(catalogue.endpoints, clearance.reasons(), strict=True))
    for name in catalogue.models:
        verdict = clearance.verdict(name)
        assert verdict is not None
        told = dict.fromkeys(verdict.survivors, ()) | dict(verdict.excluded)
        assert told == {endpoint: swept[endpoint] for endpoint in catalogue.of(verdict.model)}


def alone_is_what_comes_back(policy: Policy, catalogue: Catalogue) -> None:
    """What a clause holds back alone is just what its release would give back."""
    clearance = Clearance(policy, catalogue)
    before = set(clearance.survivors())
    for clause, endpoints in clearance.alone().items():
        after = survivors(Policy(policy.clauses - {clause}), catalogue)
        assert after - before == set(endpoints)


def release_is_the_fewest(policy: Policy, catalogue: Catalogue) -> None:
    """The release of a model frees an endpoint, and no endpoint of it is freed by less."""
    clearance = Clearance(policy, catalogue)
    for name, model in catalogue.models.items():
        found = clearance.release(name)
        counts = [
            len(dict.fromkeys(c.reason for c in clearance.why(e))) for e in catalogue.of(model)
        ]
        assert (found is None) is (not counts or min(counts) == 0)
        if found is not None:
            assert len(found[1]) == min(counts)


def a_document_survives_a_round_trip(guardrail: Guardrail, vendors: Vendors) -> None:
    """decode(encode(g)) is g, with absent, null and [] told apart."""
    document = encode(guardrail)
    again = decode(document, vendors)
    assert again == guardrail
    assert encode(again) == document


def spreading_is_idempotent(document: Mapping[str, Any], vendors: Vendors) -> None:
    """Spreading twice is spreading once, and what the body mentions stays, null included."""
    before = copy.deepcopy(document)
    once = spread(document, vendors)
    assert spread(once, vendors) == once
    assert {name: once[name] for name in document} == before == document
    assert set(once) - set(document) <= {vendors.field(word) for word in vendors.words}


def spreading_does_not_change_the_meaning(
    document: Mapping[str, Any],
    meaning: Callable[[Mapping[str, Any]], set[Endpoint]],
    vendors: Vendors,
) -> None:
    """A file means the same whether its deprecated flag is spread first or read where it stands."""
    assert meaning(spread(document, vendors)) == meaning(document)


def redaction_leaves_nothing(text: str, rules: Iterable[Rule]) -> None:
    """With builtin rules alone nothing is found in what a redaction left, and it stays as it is."""
    redacting = [rule._replace(action=Action.REDACT) for rule in rules if rule.slug is not None]
    ready = plan(redacting)
    left = screen_text(text, ready)[2]
    assert left is not None
    assert screen_text(left, ready) == ((), None, left)


def redaction_cuts_whole_spans(text: str, rules: Iterable[Rule]) -> None:
    """What stays has no code point in a span, and each run of spans became one placeholder."""
    found = plan(rules).scan(Part(None, "/prompt", "user", text))
    inside = _inside(text, found)
    starts = {finding.start: finding.placeholder for finding in reversed(found)}
    expected, end = [], 0
    for place, sign in enumerate(text):
        if place in starts and place >= end:
            expected.append(starts[place])
        if place in starts:
            end = max(end, *(finding.end for finding in found if finding.start == place))
        if not inside[place]:
            expected.append(sign)
    assert redact(text, found) == "".join(expected)


def redaction_keeps_the_rest(text: str, rules: Iterable[Rule]) -> None:
    """The output is kept intervals of the text and placeholders, in order; none is in a span.

    A label of a custom rule is to be of no use to a builtin filter.
    """
    redacting = [rule._replace(action=Action.REDACT) for rule in rules]
    found, _, left = screen_text(text, plan(redacting))
    inside, at = _inside(text, found), 0
    signs = [rule.slug.placeholder if rule.slug else rule.label for rule in redacting]
    known = sorted({sign or UNLABELLED for sign in signs}, key=len, reverse=True)
    assert left is not None
    for piece in filter(None, re.split("|".join(map(re.escape, known)) or r"\Z", left)):
        at = text.find(piece, at)
        while at >= 0 and any(inside[at : at + len(piece)]):
            at = text.find(piece, at + 1)
        assert at >= 0
        at += len(piece)


def _inside(text: str, found: Iterable[Finding]) -> bytearray:
    """A one for each code point of a text that a finding has."""
    inside = bytearray(len(text))
    for finding in found:
        inside[finding.start : finding.end] = b"\x01" * (finding.end - finding.start)
    return inside


def arguments_stay_json(arguments: object, rules: Iterable[Rule]) -> None:
    """Arguments stay valid JSON; whatever has no finding stays as it was, to the last space."""
    redacting = [rule._replace(action=Action.REDACT) for rule in rules]
    before = Part(0, f"/function_call{ARGUMENTS}", "assistant", json.dumps(arguments, indent=1))
    call = {"role": before.role, "function_call": {"arguments": before.text}}
    screening = screen({"messages": [call]}, plan(redacting))
    assert screening.body is not None
    after = before._replace(text=screening.body["messages"][0]["function_call"]["arguments"])
    json.loads(after.text)
    found = {finding.part for finding in screening.findings}
    assert _apart(before, found) == _apart(after, found)


def _apart(part: Part, found: set[str]) -> list[tuple[str, str, str]]:
    """What stands before each literal of a part, its path, and as what it is written if not found.

    After the last one there is one without a path.
    """
    told, end = [], 0
    for literal in literals(part):
        here = literal.part.path
        written = "" if here in found else part.text[literal.start : literal.end]
        told.append((part.text[end : literal.start], here, written))
        end = literal.end
    return [*told, (part.text[end:], "", "")]


def findings_are_places(body: Mapping[str, Any], rules: Iterable[Rule]) -> None:
    """A finding is a place of a covered text, and not an empty one."""
    texts = {(each.part.message, each.part.path): each.part.text for each in _covered(body)}
    found = screen(body, plan(rules)).findings
    for finding in found:
        assert 0 <= finding.start < finding.end <= len(texts[finding.message, finding.part])


def _covered(body: Mapping[str, Any]) -> list[Literal]:
    return [
        literal
        for part in parts(body)
        for literal in (literals(part) if part.path.endswith(ARGUMENTS) else [whole(part)])
    ]


def offsets_count_code_points(text: str, rules: Iterable[Rule]) -> None:
    """For builtins a sign beyond the Basic Multilingual Plane counts once, as one within it."""
    ready = plan(rule for rule in rules if rule.slug)
    near, far = text.replace("\U0001f600", "\u2605"), text.replace("\u2605", "\U0001f600")
    assert screen_text(near, ready)[0] == screen_text(far, ready)[0]


def findings_hold_no_text(body: Mapping[str, Any], rules: Iterable[Rule], word: str) -> None:
    """No word of a body is in a finding, in a screening or in what either shows of itself."""
    screening = screen(body, plan(rules))
    shown = [repr(screening), repr(screening.findings), str(screening.findings)]
    told = [str(value) for finding in screening.findings for value in finding.as_json().values()]
    assert not [each for each in (*shown, *told) if word in each]


def flag_only_looks(body: Mapping[str, Any], rules: Sequence[Rule]) -> None:
    """`flag` changes nothing but the findings, whether it is alone or beside other actions."""
    screening = screen(body, plan(rule._replace(action=Action.FLAG) for rule in rules))
    assert screening.body is body
    assert screening.verdict in {None, Action.FLAG}
    acting = [rule for rule in rules if rule.action is not Action.FLAG]
    assert screen(body, plan(rules)).body == screen(body, plan(acting)).body


def user_only_covers_users(text: str, rules: Iterable[Rule], role: str) -> None:
    """`scan_scope: user_only` takes prompt injection from all but users, and nothing else."""
    body = {"messages": [{"role": role, "content": text}]}
    drawn = [*rules]
    wide, narrow = (
        screen(body, plan(rule._replace(scope=scope) for rule in drawn)).findings
        for scope in (Scope.ALL_MESSAGES, Scope.USER_ONLY)
    )
    assert narrow == tuple(
        finding for finding in wide if role == "user" or finding.slug is not Slug.PROMPT_INJECTION
    )


def the_order_of_rules_is_nothing(body: Mapping[str, Any], rules: Sequence[Rule]) -> None:
    """The order of rules and guardrails changes neither findings nor body; no input is mutated."""
    before = copy.deepcopy(body)
    forward, backward = (screen(body, plan(order)) for order in (rules, rules[::-1]))
    assert forward == backward
    assert body == before


def agrees_with_the_oracle(case: Case, decide: Callable[[Case], Mapping[str, Any]]) -> None:
    """A fast path says of every input what the oracle says."""
    told, expected = decide(case), case.ask(oracle.decide)
    assert {name: told[name] for name in expected} == expected


def screens_as_the_oracle(
    screening: Screening, told: Callable[[Screening], Mapping[str, Any]]
) -> None:
    """A plan finds and leaves what each detector by a plain loop finds and leaves."""
    expected = screening.ask(filters_oracle.screen)
    said = told(screening)
    assert {name: said[name] for name in expected} == expected


def a_diff_explains_itself(before: Clearance, after: Clearance) -> None:
    """Taking the clauses that went and adding those that came gives the result after.

    What was lost and gained is what lies between the two results, and each row says why: by the
    reasons of the side that refuses it, or because only one of the catalogues has it.
    """
    told = compare(before, after)
    removed = before.policy.clauses - after.policy.clauses
    added = after.policy.clauses - before.policy.clauses
    rebuilt = Policy((before.policy.clauses - removed) | added)
    lost, gained = ({(c.model_id, c.tag) for c in part} for part in told[:2])
    assert _rows(Clearance(rebuilt, after.catalogue)) == _rows(after)
    assert (_rows(before) - lost) | gained == _rows(after)
    assert lost <= _rows(before)
    assert gained <= _rows(after)
    _explained(told.endpoints_lost, after)
    _explained(told.endpoints_gained, before)
    if before.catalogue is after.catalogue:
        assert all(_cited(change, added) for change in told.endpoints_lost)
        assert all(_cited(change, removed) for change in told.endpoints_gained)


def _rows(clearance: Clearance) -> set[tuple[str, str]]:
    return {(endpoint.model.id, endpoint.tag) for endpoint in clearance.survivors()}


def _explained(changes: Iterable[Change], barred: Clearance) -> None:
    rows = {(one.model.id, one.tag): one for one in barred.catalogue.endpoints}
    for change in changes:
        endpoint = rows.get((change.model_id, change.tag))
        if endpoint is None:
            assert [reason.code for reason in change.reasons] == [Code.CATALOGUE_CHANGED]
        else:
            assert {c.reason for c in barred.why(endpoint)} == set(change.reasons) != set()


def _cited(change: Change, clauses: frozenset[Any]) -> bool:
    return set(change.reasons) <= {clause.reason for clause in clauses}
