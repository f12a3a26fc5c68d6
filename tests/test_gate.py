"""The gate: four stages, the first that refuses decides, and nothing but the answer goes on."""

from __future__ import annotations

import copy
import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from routelock.budget import Budget, Limit, Spent
from routelock.caller import Caller
from routelock.errors import DocumentError, RequestError
from routelock.gate import Cleared, Gate, Refused, Stage
from routelock.policy import Policy, observe
from routelock.reasons import Layer, Source
from tests.world import cleared, policy

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
MAIL = "write to ada@example.org today"
REDACT = [{"slug": "email", "action": "redact"}]
BLOCK = [{"slug": "email", "action": "block"}]
ANYBODY = Caller()


def ask(
    *policies: Policy,
    caller: Caller = ANYBODY,
    spend: dict[Budget, Spent] | None = None,
    explain: bool = False,
    **fields: Any,
) -> Cleared | Refused:
    body = {"model": "openai/gpt", "messages": [{"role": "user", "content": MAIL}], **fields}
    gate = Gate(cleared(*policies), caller)
    return gate.decide(json.dumps(body).encode(), spend or {}, NOW, explain=explain)


def codes(outcome: Cleared | Refused) -> list[str]:
    assert isinstance(outcome, Refused)
    return [str(reason.code) for reason in outcome.reasons]


def test_what_nothing_refuses_is_cleared_for_all_its_endpoints() -> None:
    outcome = ask()
    assert isinstance(outcome, Cleared)
    assert [row.tag for row in outcome.endpoints] == ["openai", "azure/eu", "shady"]
    assert outcome.observed is None


def test_the_body_that_goes_on_names_the_endpoints_that_may_be_used_and_no_other() -> None:
    outcome = ask(policy(ignored_providers=["openai"]), provider={"order": ["shady"], "zdr": False})
    assert isinstance(outcome, Cleared)
    tags = ["shady", "azure/eu"]
    assert outcome.body["provider"] == {"order": tags, "only": tags, "zdr": False}


def test_a_fallback_list_does_not_take_one_model_to_the_host_of_another() -> None:
    lists = (
        policy(ignored_providers=["openai"]),
        policy("member", allowed_models=["openai/gpt", "meta/llama"]),
    )
    outcome = ask(*lists, models=["meta/llama"], provider={"ignore": ["azure"]})
    assert isinstance(outcome, Cleared)
    assert (outcome.body["model"], outcome.body["provider"]["only"]) == ("openai/gpt", ["shady"])
    assert "models" not in outcome.body
    other = outcome.body_for("meta/llama")
    assert (other["model"], other["provider"]["only"]) == ("meta/llama", ["Together/fp8", "shady"])


def test_redacted_messages_go_on_and_the_request_stays_as_it_was() -> None:
    body = {"model": "openai/gpt", "messages": [{"role": "user", "content": MAIL}]}
    before = copy.deepcopy(body)
    outcome = Gate(cleared(policy(content_filter_builtins=REDACT))).decide(body, {}, NOW)
    assert isinstance(outcome, Cleared)
    assert outcome.body["messages"][0]["content"] == "write to [EMAIL] today"
    assert body == before
    assert [finding.action for finding in outcome.findings] == ["redact"]


def test_a_blocking_filter_refuses_and_nothing_is_sent() -> None:
    outcome = ask(policy(content_filter_builtins=BLOCK))
    assert isinstance(outcome, Refused)
    assert (outcome.stage, codes(outcome), outcome.body) == (
        Stage.CONTENT,
        ["content_blocked"],
        None,
    )
    assert outcome.reasons[0].field == "/content_filter_builtins/0"


def test_a_custom_pattern_blocks_by_its_own_entry() -> None:
    patterns = [
        {"pattern": "nothing", "action": "flag"},
        {"pattern": r"to \w+@", "action": "block"},
    ]
    outcome = ask(policy("member", "m", content_filters=patterns))
    assert isinstance(outcome, Refused)
    assert [tuple(reason) for reason in outcome.reasons] == [
        ("content_blocked", "member", "m", "/content_filters/1")
    ]


KEY = Caller("k1", "ada")
STATES = {
    "disabled": (KEY._replace(disabled=True), ["key_disabled"]),
    "expired": (KEY._replace(expires_at=NOW), ["key_expired"]),
    "both": (KEY._replace(disabled=True, expires_at=NOW), ["key_disabled", "key_expired"]),
}


@pytest.mark.parametrize(("caller", "expected"), STATES.values(), ids=STATES)
def test_a_key_that_may_not_be_used_is_refused_first(caller: Caller, expected: list[str]) -> None:
    outcome = ask(policy(allowed_models=[]), caller=caller)
    assert isinstance(outcome, Refused)
    assert (outcome.stage, codes(outcome)) == (Stage.KEY, expected)


def test_a_key_lives_until_the_instant_at_which_it_expires() -> None:
    assert isinstance(ask(caller=KEY._replace(expires_at=NOW + timedelta(microseconds=1))), Cleared)


@pytest.mark.parametrize(
    ("layer", "entity"),
    [
        ("default", "member:ada"),
        ("member", "member:ada"),
        ("key", "key:k1"),
        ("account", "account"),
    ],
)
def test_a_budget_looks_at_the_spend_of_its_own_entity(layer: str, entity: str) -> None:
    gate = Gate(cleared(policy(layer, "g", limit_usd=10)), KEY)
    ((budget, limit),) = gate.budgets
    assert (budget, limit.amount) == (Budget(entity, "g"), Decimal(10))
    spent = {Budget(entity, "g"): Spent(Decimal(10)), Budget("key:other", "g"): Spent()}
    body = {"model": "openai/gpt"}
    assert isinstance(gate.decide(body, spent, NOW), Refused)
    assert isinstance(
        gate.decide(body, {Budget("key:other", "g"): Spent(Decimal(99))}, NOW), Cleared
    )


def test_a_key_without_member_counts_for_itself() -> None:
    gate = Gate(cleared(policy("default", "g", limit_usd=10)), Caller("k2"))
    assert gate.budgets[0][0] == Budget("key:k2", "g")


def test_a_keys_own_limit_is_a_budget_beside_those_of_guardrails() -> None:
    own = Limit(Source(Layer.KEY), "/limit", Decimal(5))
    caller = KEY._replace(limit=own)
    outcome = ask(caller=caller, spend={Budget("key:k1", None): Spent(Decimal(5))})
    assert isinstance(outcome, Refused)
    assert [tuple(reason) for reason in outcome.reasons] == [
        ("budget_exceeded", "key", None, "/limit")
    ]


def test_budgets_come_before_routing_and_routing_before_content() -> None:
    limits = policy("key", "b", limit_usd=0)
    nowhere = policy("member", "r", allowed_models=[], content_filter_builtins=BLOCK)
    assert getattr(ask(limits, nowhere), "stage", None) == Stage.BUDGETS
    assert getattr(ask(nowhere), "stage", None) == Stage.ROUTING


def test_every_stage_speaks_where_an_explanation_is_asked_for() -> None:
    caller = KEY._replace(disabled=True)
    strict = policy("member", "m", allowed_models=[], content_filter_builtins=BLOCK, limit_usd=0)
    outcome = ask(strict, caller=caller, explain=True)
    assert isinstance(outcome, Refused)
    assert outcome.stage == Stage.KEY
    assert sorted(codes(outcome)) == [
        "budget_exceeded", "content_blocked", "key_disabled", "model_not_allowed",
    ]  # fmt: skip
    assert len(outcome.findings) == 1


def test_no_endpoint_left_tells_why_each_one_is_out() -> None:
    outcome = ask(
        policy("default", "d", allowed_providers=["openai"]),
        provider={"zdr": True, "ignore": ["openai"]},
    )
    assert isinstance(outcome, Refused)
    why = {row.tag: [reason.field for reason in reasons] for row, reasons in outcome.excluded}
    assert why == {
        "openai": ["/provider/ignore"],
        "azure/eu": ["/allowed_providers"],
        "shady": ["/allowed_providers", "/provider/zdr"],
    }
    assert codes(outcome) == ["provider_not_allowed", "provider_ignored", "zdr_required"]


@pytest.mark.parametrize("model", ["no/one", "openai/gpt:batch", ""])
def test_an_unknown_model_is_refused_as_unknown(model: str) -> None:
    assert codes(ask(model=model)) == ["model_unknown"]


def test_what_only_looks_refuses_nothing_and_tells_what_it_would_have() -> None:
    watched = observe(
        policy("key", "w", allowed_providers=["openai"], content_filter_builtins=BLOCK, limit_usd=0)
    )
    outcome = ask(watched)
    assert isinstance(outcome, Cleared)
    assert len(outcome.endpoints) == 3
    assert outcome.findings == ()
    assert outcome.body["messages"][0]["content"] == MAIL
    seen = outcome.observed
    assert seen is not None
    assert [row.tag for row, _ in seen.excluded] == ["azure/eu", "shady"]
    assert [str(reason.code) for reason in seen.reasons] == ["content_blocked", "budget_exceeded"]
    assert len(seen.findings) == 1


def test_a_gate_is_not_made_of_a_filter_that_nobody_has() -> None:
    strange = policy(content_filter_builtins=[{"slug": "person-name", "action": "block"}])
    with pytest.raises(DocumentError):
        Gate(cleared(strange), detectors={})


CANARY = "canary-51c2"
MALFORMED = {
    "messages that are no array": {"messages": CANARY},
    "a message that is no object": {"messages": [CANARY]},
    "content that is a number": {"messages": [{"role": "user", "content": 5, "x": CANARY}]},
    "a text part without text": {
        "messages": [{"role": "user", "content": [{"type": "text", "text": [CANARY]}]}]
    },
    "arguments that are no text": {
        "messages": [
            {"role": "assistant", "tool_calls": [{"function": {"arguments": {"a": CANARY}}}]}
        ]
    },
    "a prompt that is an object": {"prompt": {"text": CANARY}},
}


@pytest.mark.parametrize("fields", MALFORMED.values(), ids=MALFORMED)
def test_text_in_a_shape_that_cannot_be_read_does_not_pass(fields: dict[str, Any]) -> None:
    with pytest.raises(RequestError) as caught:
        ask(policy(content_filter_builtins=REDACT), **fields)
    assert CANARY not in f"{caught.value} {caught.value!r}"
    assert isinstance(ask(**fields), Cleared)  # where no rule reads it, upstream may judge


def test_neither_outcome_shows_text_of_the_request() -> None:
    for outcome in (
        ask(policy(content_filter_builtins=REDACT)),
        ask(policy(content_filter_builtins=BLOCK)),
    ):
        assert "ada@" not in repr(outcome)


def test_the_budgets_of_what_only_looks_are_asked_for_too() -> None:
    gate = Gate(cleared(policy(limit_usd=5), observe(policy("member", "w", limit_usd=1))), KEY)
    watched = Budget("member:ada", "w")
    assert [budget for budget, _ in gate.budgets] == [Budget("key:k1", "g"), watched]
    outcome = gate.decide({"model": "openai/gpt"}, {watched: Spent(Decimal(1))}, NOW)
    assert isinstance(outcome, Cleared)
    assert outcome.observed is not None
    assert [reason.guardrail for reason in outcome.observed.reasons] == ["w"]
