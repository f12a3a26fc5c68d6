"""The law of the diff, and the comparison against the oracle asked before and after."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from routelock.clearance import Clearance
from routelock.policy import Policy, compose, region
from routelock.reasons import Code, Layer, Source
from routelock.testing import laws, oracle
from routelock.testing.cases import case
from routelock.testing.worlds import World, worlds
from routelock.vendors import Vendors
from routelock.whatif import compare, effects
from routelock.wire import catalogue as catalogues
from routelock.wire import guardrails

if TYPE_CHECKING:
    from routelock.testing.cases import Case
    from routelock.whatif import Change

Row = tuple[str, str]
CASES = 400


def left(clearance: Clearance) -> set[tuple[str, str]]:
    return {(endpoint.model.id, endpoint.tag) for endpoint in clearance.survivors()}


@given(worlds(policies=2))
def test_a_diff_of_guardrails_explains_itself(drawn: World) -> None:
    one, two = (Clearance(policy, drawn.catalogue) for policy in drawn.policies)
    laws.a_diff_explains_itself(one, two)
    laws.a_diff_explains_itself(one, Clearance(one.policy | two.policy, drawn.catalogue))


@given(worlds(policies=2), worlds(policies=1))
def test_a_diff_of_catalogues_explains_itself(drawn: World, other: World) -> None:
    one, two = drawn.policies
    laws.a_diff_explains_itself(Clearance(one, drawn.catalogue), Clearance(one, other.catalogue))
    laws.a_diff_explains_itself(Clearance(one, drawn.catalogue), Clearance(two, other.catalogue))


@given(worlds(policies=2))
def test_a_diff_backwards_gains_what_it_lost(drawn: World) -> None:
    one, two = (Clearance(policy, drawn.catalogue) for policy in drawn.policies)
    there, back = compare(one, two), compare(two, one)
    assert there[:4] == (*back[1::-1], *back[3:1:-1])
    assert (there.before, there.after) == (back.after, back.before)


@given(worlds(policies=2))
def test_nothing_lies_between_a_side_and_itself(drawn: World) -> None:
    one = Clearance(compose(drawn.policies), drawn.catalogue)
    assert compare(one, one).alike
    assert not any(setting.changed for setting in compare(one, one).settings)


@given(worlds(policies=2))
def test_what_a_setting_costs_alone_is_what_comes_back_without_it(drawn: World) -> None:
    one, two = (Clearance(policy, drawn.catalogue) for policy in drawn.policies)
    for setting in compare(one, two).settings:
        for side, cost in ((one, setting.before), (two, setting.after)):
            kept = {c for c in side.policy.clauses if c.reason != setting.reason}
            freed = left(Clearance(Policy(frozenset(kept)), drawn.catalogue)) - left(side)
            assert (cost.alone if cost else 0) == len(freed)


@given(worlds(policies=1))
def test_without_an_idle_guardrail_the_same_survives(drawn: World) -> None:
    side = Clearance(drawn.policies[0], drawn.catalogue)
    idle, clauses = compare(side, side).idle, side.policy.clauses
    busy = {part.source for part in side.policy.rules}
    busy |= {part.source for part in side.policy.limits}
    for source in {Source(*clause.reason[1:3]) for clause in clauses}:
        kept = {clause for clause in clauses if clause.reason[1:3] != source}
        same = left(Clearance(Policy(frozenset(kept)), drawn.catalogue)) == left(side)
        assert (source in idle) is (same and source not in busy)


CHANGES = {
    "guardrails": ("guardrails", "vendors"),
    "catalogue": ("catalogue",),
    "both": ("guardrails", "vendors", "catalogue", "region"),
}


@pytest.mark.parametrize("changed", CHANGES)
def test_a_comparison_is_what_the_oracle_says_before_and_after(changed: str) -> None:
    rng = Random(7)  # noqa: S311 - a seed is to give the same cases again
    for _ in range(CASES):
        before, other = case(rng), case(rng)
        after = replace(before, **{name: vars(other)[name] for name in CHANGES[changed]})
        told = compare(side(before), side(after)).as_json()
        wanted = expected(asked(before), asked(after))
        assert {name: told[name] for name in wanted} == wanted


def test_effects_count_what_comparisons_list() -> None:
    rng = Random(11)  # noqa: S311 - a seed is to give the same cases again
    for _ in range(CASES // 4):
        drawn, others = case(rng), [case(rng) for _ in range(3)]
        one, two = catalogues.decode(drawn.catalogue), catalogues.decode(others[0].catalogue)
        sides = [applied(each) for each in (drawn, *others)]
        pairs = [(sides[0], each) for each in sides]
        for snapshot in (one, two):
            for pair, effect in zip(pairs, effects(pairs, one, snapshot), strict=True):
                told = compare(Clearance(pair[0], one), Clearance(pair[1], snapshot))
                assert effect.lost == len(told.endpoints_lost)
                assert effect.gained == len(told.endpoints_gained)
                assert effect.lost_by == by_code(told.endpoints_lost)
                assert effect.gained_by == by_code(told.endpoints_gained)


def by_code(changes: tuple[Change, ...]) -> dict[Code, int]:
    codes = [{reason.code for reason in change.reasons} for change in changes]
    return {code: sum(code in each for each in codes) for code in set().union(*codes)}


def side(drawn: Case) -> Clearance:
    return Clearance(applied(drawn), catalogues.decode(drawn.catalogue))


def applied(drawn: Case) -> Policy:
    """The guardrails of a case and its region, as the policy that they come to."""
    words = Vendors(drawn.vendors)
    where = [] if drawn.region is None else [region(drawn.region)]
    return compose((*(_policy(*row, words) for row in drawn.guardrails), *where))


def _policy(layer: str, name: str, document: dict[str, Any], words: Vendors) -> Policy:
    form = guardrails.Form.ACCOUNT if layer == Layer.ACCOUNT else guardrails.Form.FILE
    decoded = guardrails.decode(document, words, form)
    return guardrails.policy(decoded, Layer(layer), words, name)


def asked(drawn: Case) -> dict[str, Any]:
    return oracle.decide(
        drawn.catalogue,
        drawn.guardrails,
        vendors=drawn.vendors,
        region=drawn.region,
    )


def expected(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {
        "endpoints_lost": between(before, after),
        "endpoints_gained": between(after, before),
        "models_lost": [name for name in before["models"] if name not in after["models"]],
        "models_gained": [name for name in after["models"] if name not in before["models"]],
    }


GONE = {
    "code": "catalogue_changed",
    "layer": "catalogue",
    "guardrail": None,
    "field": "/endpoints",
}


def between(kept: dict[str, Any], barred: dict[str, Any]) -> list[dict[str, Any]]:
    said = {(row["model_id"], row["tag"]): row["reasons"] for row in barred["excluded"]}
    return [
        {**row, "reasons": said.get((row["model_id"], row["tag"]), [GONE])}
        for row in kept["endpoints"]
        if row not in barred["endpoints"]
    ]
