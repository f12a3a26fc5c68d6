"""Clearance: survivors, reasons, what each clause costs alone, and the cheapest way out."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from routelock.clearance import Clearance, Verdict
from routelock.policy import Policy, compose, observe, region, resolve
from routelock.reasons import Code, Layer, Reason, Source
from routelock.wire.guardrails import stored
from tests.world import VENDORS, cleared, endpoint, policy, tags, world

if TYPE_CHECKING:
    from routelock.catalogue import Endpoint

ALL = [f"{row.model.id} {row.tag}" for row in world().endpoints]
SHADY = [name for name in ALL if name.endswith("shady")]


def left(**fields: Any) -> list[str]:
    return tags(cleared(policy(**fields)))


@pytest.mark.parametrize(
    ("fields", "refused"),
    [
        ({}, []),
        ({"allowed_providers": None, "ignored_models": None, "enforce_zdr": None}, []),
        ({"allowed_providers": []}, ALL),
        ({"allowed_models": []}, ALL),
        ({"ignored_providers": [], "ignored_models": []}, []),
        ({"ignored_providers": ["SHADY"]}, SHADY),
        ({"ignored_providers": ["shad"]}, []),
        ({"ignored_providers": ["azure"]}, ["openai/gpt azure/eu"]),
        ({"ignored_providers": ["azure/eu"]}, ["openai/gpt azure/eu"]),
        ({"ignored_providers": ["azure/eu/fp8"]}, []),
        ({"allowed_providers": ["shady"]}, [name for name in ALL if name not in SHADY]),
        ({"ignored_models": ["openai/gpt-1"]}, [name for name in ALL if "openai/gpt" in name]),
        ({"ignored_models": ["openai/gpt"]}, ALL[:3]),
        ({"ignored_models": ["~openai/l"]}, ALL[:3]),
        ({"ignored_models": ["OpenAI/gpt"]}, []),
        ({"allowed_models": ["nobody/knows"]}, ALL),
        ({"enforce_zdr_openai": True}, ["openai/gpt shady", "openai/gpt:free shady"]),
        ({"enforce_zdr_other": True}, ["meta/llama shady"]),
        ({"enforce_zdr": True}, SHADY),
        ({"enforce_zdr": True, "enforce_zdr_openai": False}, ["meta/llama shady"]),
        ({"enforce_zdr": True, "enforce_zdr_openai": None}, ["meta/llama shady"]),
        ({"enforce_zdr": False, "enforce_zdr_xai": True}, []),
        ({"enable_free_model_training": False}, ["openai/gpt:free shady"]),
        ({"enable_free_model_publication": False}, ["openai/gpt:free shady"]),
        ({"enable_paid_model_training": False}, ["openai/gpt shady", "meta/llama shady"]),
        ({"enable_paid_model_training": True, "enable_free_model_training": None}, []),
    ],
)
def test_each_setting_refuses_just_what_it_says(fields: dict[str, Any], refused: list[str]) -> None:
    assert left(**fields) == [name for name in ALL if name not in refused]


def test_a_region_wants_endpoints_that_are_there() -> None:
    assert tags(cleared(region("eu"))) == ["openai/gpt azure/eu"]


def test_ignoring_beats_allowing() -> None:
    assert left(allowed_providers=["shady", "openai"], ignored_providers=["shady"]) == [
        "openai/gpt openai"
    ]


def test_every_reason_names_its_layer_guardrail_and_field_in_order() -> None:
    clearance = cleared(
        policy("key", "k", allowed_models=["meta/llama"]),
        policy("default", "d", enforce_zdr=True, ignored_providers=["shady"]),
        policy("account", "a", enforce_zdr_openai=True),
    )
    reasons = dict(zip(ALL, clearance.reasons(), strict=True))
    assert reasons["openai/gpt shady"] == (
        Reason(Code.ZDR_REQUIRED, Layer.ACCOUNT, "a", "/enforce_zdr_openai"),
        Reason(Code.ZDR_REQUIRED, Layer.DEFAULT, "d", "/enforce_zdr"),
        Reason(Code.PROVIDER_IGNORED, Layer.DEFAULT, "d", "/ignored_providers"),
        Reason(Code.MODEL_NOT_ALLOWED, Layer.KEY, "k", "/allowed_models"),
    )
    assert reasons["meta/llama Together/fp8"] == ()


def test_verdicts_sweep_and_why_say_the_same() -> None:
    clearance = cleared(
        policy("default", "d", enforce_zdr=True, allowed_providers=["openai", "shady"]),
        policy("member", "m", ignored_models=["meta/llama"]),
    )
    swept = dict(zip(clearance.catalogue.endpoints, clearance.reasons(), strict=True))
    for name in clearance.catalogue.models:
        verdict = clearance.verdict(name)
        assert verdict is not None
        told = dict(verdict.excluded) | dict.fromkeys(verdict.survivors, ())
        for row, reasons in told.items():
            assert swept[row] == reasons == tuple(clause.reason for clause in clearance.why(row))


def many(count: int) -> list[Policy]:
    hosts = ["shady", "openai", "azure"]
    return [policy("key", f"k{n:02}", ignored_providers=[hosts[n % 3]]) for n in range(count)]


@pytest.mark.parametrize("count", [8, 9, 16, 17, 40])
def test_any_number_of_clauses_is_told_apart(count: int) -> None:
    clearance = cleared(*many(count))
    whole = dict(zip(ALL, clearance.reasons(), strict=True))
    assert len(whole["meta/llama shady"]) == len(range(0, count, 3))
    assert (
        tags(clearance) == [name for name in ALL if not whole[name]] == ["meta/llama Together/fp8"]
    )


def test_a_policy_that_says_nothing_refuses_nothing() -> None:
    clearance = cleared()
    assert tags(clearance) == ALL
    assert clearance.reasons() == [()] * len(ALL)
    assert clearance.models() == ("openai/gpt", "openai/gpt:free", "meta/llama")


def test_an_alias_and_a_virtual_suffix_ask_for_the_same_verdict() -> None:
    clearance = cleared(policy(ignored_providers=["shady"]))
    assert clearance.verdict("~openai/l") is clearance.verdict("openai/gpt")
    assert clearance.verdict("openai/gpt:nitro") is clearance.verdict("openai/gpt")


def test_an_unknown_model_has_no_verdict_and_is_not_remembered() -> None:
    clearance = cleared()
    before = len(clearance._verdicts)  # noqa: SLF001 - that it does not grow is the point
    assert [clearance.verdict(f"no/model-{n}:nitro") for n in range(50)] == [None] * 50
    assert clearance.verdict("openai/gpt:nitro") is not None
    assert len(clearance._verdicts) == before + 1  # noqa: SLF001


def test_alone_is_what_no_other_clause_holds_back() -> None:
    clearance = cleared(
        policy("default", "d", ignored_providers=["shady"]),
        policy("key", "k", ignored_models=["meta/llama"], enforce_zdr_xai=True),
    )
    alone = {
        clause.reason.field: [row.tag for row in rows] for clause, rows in clearance.alone().items()
    }
    assert alone == {
        "/enforce_zdr_xai": [],
        "/ignored_models": ["Together/fp8"],
        "/ignored_providers": ["shady", "shady"],
    }


def test_the_cheapest_release_is_the_endpoint_with_the_fewest_reasons() -> None:
    clearance = cleared(
        policy("default", "d", allowed_providers=["openai"], enforce_zdr=True),
        policy("key", "k", allowed_models=["openai/gpt"]),
    )
    found = clearance.release("meta/llama")
    assert found is not None
    assert found[0].tag == "Together/fp8"
    assert [reason.field for reason in found[1]] == ["/allowed_providers", "/allowed_models"]


def test_there_is_nothing_to_release_where_something_survives_or_nothing_is() -> None:
    clearance = cleared(policy(ignored_providers=["shady"]))
    assert clearance.release("openai/gpt") is None
    assert clearance.release("no/model") is None


class Nights:
    """A clause of somebody else's: it needs no column, only endpoints."""

    reason = Reason(Code.PROVIDER_IGNORED, Layer.ACCOUNT, "nights", "/closed")

    def refuses(self, row: Endpoint) -> bool:
        return row.tag == "shady"


def test_a_clause_of_ones_own_refuses_like_any_other() -> None:
    clearance = cleared(Policy(frozenset((Nights(),))), policy(enforce_zdr=True))
    assert tags(clearance) == [name for name in ALL if name not in SHADY]
    verdict = clearance.verdict("meta/llama")
    assert verdict is not None
    assert verdict.excluded[0][1][0] == Nights.reason
    assert len(clearance.alone()) == 2


def test_what_is_only_observed_refuses_nothing_and_is_told_apart() -> None:
    watched = observe(policy("key", "k", ignored_providers=["shady"]))
    clearance = cleared(policy(ignored_models=["meta/llama"]), watched)
    assert tags(clearance) == ALL[:4]
    assert clearance.observed is not None
    assert tags(clearance.observed) == [name for name in ALL if name not in SHADY]
    assert cleared().observed is None


def test_observing_twice_is_observing_once() -> None:
    strict = policy(ignored_providers=["shady"])
    assert observe(observe(strict)) == observe(strict)
    assert compose([observe(strict), observe(strict)]) == observe(strict)


def test_a_digest_names_what_a_policy_says() -> None:
    one, two = policy(ignored_providers=["a", "b"]), policy(ignored_providers=["b", "A"])
    assert one.digest == two.digest
    assert one.digest != policy(ignored_providers=["a"]).digest
    assert observe(one).digest != one.digest
    assert (one | one).digest == one.digest


def test_threads_get_the_same_verdict() -> None:
    clearance = cleared(policy(enforce_zdr=True))
    got: list[Verdict | None] = []
    ask = threading.Barrier(8)

    def run() -> None:
        ask.wait()
        got.append(clearance.verdict("openai/gpt"))

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 8
    assert len(set(got)) == 1


def test_more_hosts_than_fit_a_page_are_told_apart() -> None:
    more = [endpoint("meta/llama", f"host-{n}") for n in range(600)]
    clearance = cleared(
        policy(ignored_providers=[f"host-{n}" for n in range(0, 600, 2)]), catalogue=world(*more)
    )
    kept = [row.tag for row in clearance.survivors() if row.tag.startswith("host-")]
    assert kept == [f"host-{n}" for n in range(1, 600, 2)]
    verdict = clearance.verdict("meta/llama")
    assert verdict is not None
    assert [row.tag for row in verdict.survivors][2:] == kept


def test_a_flag_of_a_word_nobody_knows_is_read_strictly() -> None:
    row = stored(b'{"name": "old", "enforce_zdr_gone": true}', VENDORS)
    clearance = Clearance(resolve(row, Source(Layer.KEY, "old"), VENDORS), world())
    assert tags(clearance) == [name for name in ALL if name not in SHADY]
    assert clearance.clauses[0].reason.field == "/enforce_zdr_gone"


def test_a_clearance_shows_its_size_alone() -> None:
    assert repr(cleared(policy(enforce_zdr=True))) == (
        "<Clearance: 1 clauses over <Catalogue test: 3 models, 6 endpoints>>"
    )
