"""Comparisons over a world that is small enough to see what has to come out."""

from __future__ import annotations

from decimal import Decimal

from routelock.catalogue import Catalogue
from routelock.clearance import Clearance
from routelock.policy import Policy, observe
from routelock.reasons import Code, Layer, Source
from routelock.whatif import compare
from routelock.whatif.prices import cheapest
from routelock.whatif.report import compared, shortened
from tests.world import FREE, cleared, endpoint, policy, world


def test_what_is_lost_says_which_setting_did_it() -> None:
    told = compare(cleared(), cleared(policy(ignored_providers=["shady"])))
    assert [(c.model_id, c.tag) for c in told.endpoints_lost] == [
        ("openai/gpt", "shady"), ("openai/gpt:free", "shady"), ("meta/llama", "shady"),
    ]  # fmt: skip
    assert {reason.code for c in told.endpoints_lost for reason in c.reasons} == {
        Code.PROVIDER_IGNORED
    }
    assert told.models_lost == ("openai/gpt:free",)
    assert (told.before, told.after) == ((6, 3), (3, 2))


def test_what_is_gained_says_all_that_fell_away() -> None:
    both = policy(ignored_providers=["shady"]), policy(ignored_models=["meta/llama"])
    told = compare(cleared(*both), cleared())
    last = told.endpoints_gained[-1]
    assert (last.model_id, last.tag) == ("meta/llama", "shady")
    assert [reason.code for reason in last.reasons] == [Code.MODEL_IGNORED, Code.PROVIDER_IGNORED]


def test_a_setting_that_says_more_is_changed_and_one_that_stays_is_not() -> None:
    before = policy(ignored_providers=["shady"], ignored_models=["meta/llama"])
    after = policy(ignored_providers=["shady", "azure"], ignored_models=["meta/llama"])
    told = compare(cleared(before), cleared(after)).settings
    assert [(one.reason.field, one.changed) for one in told] == [
        ("/ignored_models", False), ("/ignored_providers", True),
    ]  # fmt: skip
    assert (told[1].before, told[1].after) == ((3, 2), (4, 3))


def test_a_guardrail_that_filters_or_limits_is_not_idle() -> None:
    patterns = [{"pattern": "x", "action": "flag"}]
    idle = policy(name="idle", ignored_providers=["nobody"])
    busy = (policy(name="paid", limit_usd=1), policy(name="seen", content_filters=patterns))
    told = compare(cleared(), cleared(idle, *busy), [Source(Layer.KEY, "empty")])
    assert {name for _, name in told.idle} == {"idle", "empty"}


def test_two_guardrails_that_refuse_the_same_are_both_idle() -> None:
    twice = [policy(name=name, ignored_providers=["shady"]) for name in ("one", "two")]
    assert {name for _, name in compare(cleared(), cleared(*twice)).idle} == {"one", "two"}


def test_what_is_only_observed_changes_nothing() -> None:
    assert compare(cleared(), cleared(observe(policy(allowed_models=[])))).alike


def test_a_model_that_one_host_serves_is_named_with_how_many_did() -> None:
    told = compare(cleared(), cleared(policy(ignored_providers=["shady"])))
    assert ("meta/llama", "together", 2) in told.single_host


def test_an_unknown_price_is_never_the_cheapest() -> None:
    unknown = endpoint("meta/llama", "quiet", pricing={"prompt": "0"})
    free = endpoint("meta/llama", "gratis", pricing=FREE)
    (two,) = (m for m in world(unknown, free).models.values() if m.id == "meta/llama")
    rows = world(unknown, free).of(two)
    best = cheapest(rows)
    assert best is not None
    assert best.tag == "gratis"
    assert cheapest(row for row in rows if row.tag == "quiet") is None
    assert cheapest(rows[:2]) is not None


def test_a_free_price_is_written_as_a_number() -> None:
    told = compare(cleared(), cleared()).as_json()
    (row,) = (one for one in told["cheapest"] if one["model_id"] == "openai/gpt:free")
    assert row["after"] == {"tag": "shady", "prompt": "0", "completion": "0"}
    assert Decimal(row["before"]["prompt"]) == 0


def test_a_report_leaves_out_what_there_is_nothing_to_say_of() -> None:
    nothing = compared(compare(cleared(), cleared()))
    assert nothing.sentence.startswith("the same endpoints survive")
    assert nothing.tables == ()
    one = compared(compare(cleared(), cleared(policy(ignored_providers=["shady"]))))
    titles = [table.title for table in one.tables]
    assert titles == ["models lost", "settings", "left with one host", "lost"]
    assert [table.title for table in shortened(one, 2).tables][-1] == "lost (2 of 3 shown)"


def test_an_empty_catalogue_can_be_compared() -> None:
    empty = Clearance(Policy(), Catalogue([], []))
    assert compare(empty, empty).alike
    assert len(compare(empty, cleared()).endpoints_gained) == 6
    assert len(compare(cleared(), empty).endpoints_lost) == 6
