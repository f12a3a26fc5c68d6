"""The laws, on worlds that Hypothesis draws: `ROUTELOCK_PROFILE=thorough` draws 2,000 of each."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from routelock.clearance import Clearance
from routelock.reasons import Layer
from routelock.testing import differential, laws
from routelock.testing.cases import case
from routelock.testing.strategies import guardrail_documents
from routelock.testing.worlds import World, worlds
from routelock.wire import guardrails
from tests.world import VENDORS, world

if TYPE_CHECKING:
    from collections.abc import Mapping

    from routelock.catalogue import Endpoint

WORLD = world()
DOCUMENTS = guardrail_documents(VENDORS.authors)


@given(worlds())
def test_the_order_in_which_guardrails_are_put_together_cannot_matter(drawn: World) -> None:
    one, two, three = drawn.policies
    laws.union_has_no_order(one, two, three)


@given(worlds(policies=2))
def test_what_policies_leave_together_is_what_each_of_them_leaves(drawn: World) -> None:
    one, two = drawn.policies
    laws.union_intersects_survivors(one, two, drawn.catalogue)


@given(worlds(policies=2))
def test_adding_a_guardrail_never_adds_a_survivor(drawn: World) -> None:
    one, two = drawn.policies
    laws.a_guardrail_only_restricts(one, two, drawn.catalogue)


@given(worlds(policies=1))
def test_taking_the_reasons_away_frees_an_endpoint_and_taking_fewer_does_not(drawn: World) -> None:
    (policy,) = drawn.policies
    laws.reasons_are_complete_and_minimal(policy, drawn.catalogue)


@given(worlds(policies=1))
def test_asking_by_model_and_sweeping_the_catalogue_say_the_same(drawn: World) -> None:
    (policy,) = drawn.policies
    laws.every_view_agrees(policy, drawn.catalogue)


@given(worlds(policies=1))
def test_what_a_clause_holds_back_alone_comes_back_without_it(drawn: World) -> None:
    (policy,) = drawn.policies
    laws.alone_is_what_comes_back(policy, drawn.catalogue)


@given(worlds(policies=1))
def test_nothing_less_than_a_release_lets_a_model_through(drawn: World) -> None:
    (policy,) = drawn.policies
    laws.release_is_the_fewest(policy, drawn.catalogue)


@given(DOCUMENTS)
def test_a_guardrail_survives_a_round_trip(document: dict[str, Any]) -> None:
    laws.a_document_survives_a_round_trip(guardrails.decode(document, VENDORS), VENDORS)


@given(DOCUMENTS)
def test_a_document_comes_back_as_it_was_written(document: dict[str, Any]) -> None:
    assert guardrails.encode(guardrails.decode(document, VENDORS)) == document


@given(DOCUMENTS)
def test_spreading_the_old_flag_twice_is_spreading_it_once(document: dict[str, Any]) -> None:
    laws.spreading_is_idempotent(document, VENDORS)


@given(DOCUMENTS)
def test_spreading_the_old_flag_does_not_change_what_a_file_means(document: dict[str, Any]) -> None:
    laws.spreading_does_not_change_the_meaning(document, meaning, VENDORS)


def meaning(document: Mapping[str, Any]) -> set[Endpoint]:
    decoded = guardrails.decode(dict(document), VENDORS)
    return set(Clearance(guardrails.policy(decoded, Layer.KEY, VENDORS), WORLD).survivors())


@given(st.integers(0, 2**64))
def test_the_fast_path_says_what_the_oracle_says(seed: int) -> None:
    drawn = case(Random(seed))  # noqa: S311 - a seed is to give the same case again
    laws.agrees_with_the_oracle(drawn, differential.decide)
