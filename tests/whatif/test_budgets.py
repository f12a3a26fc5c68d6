"""Budgets in a replay: those of going through the rows one after the other."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest

pa = pytest.importorskip("pyarrow")

from routelock.budget import Limit  # noqa: E402 - what follows needs what was just imported
from routelock.cli.engines.days import Days  # noqa: E402
from routelock.reasons import Layer, Source  # noqa: E402
from routelock.whatif.arrow import TALLY, TRIED, cuts, tallied, tried  # noqa: E402
from routelock.whatif.assignments import Who  # noqa: E402
from routelock.whatif.budgets import Purse, as_json, groups, reached  # noqa: E402
from routelock.whatif.replayed import DIMENSIONS, gathered  # noqa: E402
from tests.whatif.logs import CATALOGUE, Json, rows, trial  # noqa: E402
from tests.whatif.sequence import Sequence_, limited, shuffled  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from routelock.whatif.replayed import Replayed
    from routelock.whatif.trial import Trial

MANY = 20_000
SEEDS = [(1, 2), (3, 4)]
ORDER = [("moment", "ascending"), ("place", "ascending")]


@cache
def log(seed: int, many: int = MANY) -> list[Json]:
    return shuffled(rows(many, seed), seed)


def batches(log_: list[Json], size: int = 1_000) -> Iterator[Any]:
    yield from pa.Table.from_pylist(log_).to_batches(max_chunksize=size)


def told(tables: Any) -> list[Any]:
    return [row for table in tables for row in table.to_pylist()]


def replayed(log_: list[Json], tried_: Trial, size: int = 1_000) -> Replayed:
    """What an engine does, all in memory."""
    first = told(tallied(batches(log_, size), tried_))
    hot = reached(first)
    found = pa.Table.from_batches(tried(batches(log_, size), tried_, hot), TRIED).sort_by(ORDER)
    return gathered([*first, *told(cuts([found], tried_, hot))])


@cache
def both(seeds: tuple[int, int]) -> tuple[Replayed, Sequence_]:
    before, after = limited(seeds[0]), limited(seeds[1])
    return replayed(log(seeds[0]), trial(before, after)), Sequence_(before, after).run(
        log(seeds[0])
    )


@pytest.mark.parametrize("seeds", SEEDS)
def test_each_row_is_refused_as_in_a_walk_row_by_row(seeds: tuple[int, int]) -> None:
    fast, slow = both(seeds)
    by_row = fast.by["by_host"]  # each row has a host of its own
    for side in ("before", "after"):
        ours = {name for name, one in by_row.items() if getattr(one, f"refused_{side}")}
        theirs = {f"row-{n}" for n, refused in slow.refused.items() if refused[side]}
        assert ours == theirs
    assert len(by_row) == len(slow.refused)


@pytest.mark.parametrize("seeds", SEEDS)
def test_each_entity_is_cut_off_when_a_walk_row_by_row_says_so(seeds: tuple[int, int]) -> None:
    fast, slow = both(seeds)
    ours = {
        (one["side"], LAYERS[one["layer"]], one["guardrail"],
         f"{one['entity']['kind']}:{one['entity']['id'] or ''}", one["window"]):
        {"at": one["at"].replace("Z", "+00:00"), "refused": one["refused"],
         "nano": round(one["not_spent_usd"] * 10**9)}
        for one in map(as_json, fast.budgets)
    }  # fmt: skip
    assert ours == slow.cuts
    assert ours
    assert [one.at for one in fast.budgets] == sorted(one.at for one in fast.budgets)


LAYERS = {"default": "workspaces", "member": "members", "key": "keys"}


@pytest.mark.parametrize("seeds", SEEDS)
def test_totals_count_what_budgets_refuse_in_every_dimension(seeds: tuple[int, int]) -> None:
    fast, slow = both(seeds)
    flags = [(row["before"], row["after"]) for row in slow.refused.values()]
    total = fast.total
    assert total.refused_before == sum(one for one, _ in flags)
    assert total.refused_after == sum(two for _, two in flags)
    assert total.newly_refused == sum(two and not one for one, two in flags)
    assert total.newly_allowed == sum(one and not two for one, two in flags)
    assert total.rows == MANY
    for name in {*DIMENSIONS} - {"by_reason"}:
        parts = fast.by[name].values()
        for count in ("refused_before", "refused_after", "newly_refused", "unpriced", "rerouted"):
            assert sum(getattr(one, count) for one in parts) == getattr(total, count)
        assert sum((one.cost_after for one in parts), Decimal(0)) == total.cost_after
    reasons = [name for name in fast.by["by_reason"] if name and "budget_exceeded" in name]
    assert reasons
    assert all(one.rows > 0 for one in fast.by["by_reason"].values())


def test_a_change_of_nothing_changes_nothing_with_budgets_too() -> None:
    same = limited(1)
    told_ = replayed(log(1, 3_000), trial(same, same))
    assert told_.total.newly_refused == told_.total.newly_allowed == 0
    sides: dict[str, list[Any]] = {"before": [], "after": []}
    for one in map(as_json, told_.budgets):
        sides[one.pop("side")].append(one)
    assert sides["before"] == sides["after"]


@pytest.mark.parametrize("size", [7, 4_096])
def test_the_size_of_batches_cannot_matter(size: int) -> None:
    tried_ = trial(limited(5), limited(6))
    assert replayed(log(1, 2_000), tried_, size) == replayed(log(1, 2_000), tried_)


def test_days_that_wait_on_the_disk_give_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("routelock.cli.engines.days.OPEN", 2)
    tried_ = trial(limited(1), limited(2))
    first = told(tallied(batches(log(1)), tried_))
    days, hot = Days(tmp_path), reached(first)
    for part in tried(batches(log(1)), tried_, hot):
        days.add(part)
    assert gathered([*first, *told(cuts(days.sorted(), tried_, hot))]) == both((1, 2))[0]


def test_groups_can_be_gone_through_apart() -> None:
    sides = limited(1), limited(2)
    for side in sides:  # members and workspaces would bring all keys together
        side["members"], side["workspaces"] = {}, {}
        for paper in side["keys"].values():
            paper |= {"limit_usd": 50, "reset_interval": "daily"}
    tried_ = trial(*sides)
    first = told(tallied(batches(log(1)), tried_))
    hot = reached(first)
    people = {Who(row["api_key"], row["member"], row["workspace"]) for row in log(1)}
    named = groups([(one, tuple(chain(*tried_.purses(one)))) for one in people], hot)
    assert len({*named.values()}) > 1

    def group(who: Who) -> int:
        return named.get(who, -1)

    found = pa.Table.from_batches(tried(batches(log(1)), tried_, hot, group), TRIED)
    parts = [
        found.filter(pa.compute.equal(found["group"], group)).sort_by(ORDER)
        for group in {*named.values()}
    ]
    apart = [row for part in parts for row in told(cuts([part], tried_, hot))]
    assert gathered([*first, *apart]) == replayed(log(1), tried_)


def test_whoever_shares_a_purse_over_any_steps_is_in_one_group() -> None:
    limit = Limit(Source(Layer.KEY, "g"), "/limit_usd", Decimal(1))
    a, b, c, d = (Purse("after", name, limit) for name in "abcd")
    people = [
        (Who(n), own) for n, own in (("1", (a, b)), ("2", (c, d)), ("3", (b, c)), ("4", (a,)))
    ]
    hot = {one.written(): frozenset({0}) for one in (a, b, c, d)}
    assert len({*groups(people, hot).values()}) == 1
    apart = groups(people, {name: hot[name] for name in (a.written(), d.written())})
    assert apart[Who("1")] == apart[Who("4")] != apart[Who("2")]
    assert Who("3") not in apart


def test_only_what_may_be_cut_off_is_gone_through() -> None:
    rich = limited(1)
    for layer in ("workspaces", "members", "keys"):
        for paper in rich[layer].values():
            if "limit_usd" in paper:
                paper["limit_usd"] = 10**6
    assert reached(told(tallied(batches(log(1)), trial(rich, rich)))) == {}


# --- one limit, looked at closely -----------------------------------------------------------------

SERVED = CATALOGUE["endpoints"][0]["model_id"]


def spend(*costs: tuple[str, float | None, bool], **limit: Any) -> Replayed:
    """A log of one key with such times, costs and keys of its own, under one limit after."""
    paper = {"name": "k", "limit_usd": 1.0, "reset_interval": "daily"} | limit
    nothing: Any = {"workspaces": {}, "members": {}, "keys": {}, "account": {"account": {}}}
    log_ = [
        {"ts": ts, "api_key": "k", "member": None, "workspace": None, "model": SERVED,
         "provider": f"row-{n}", "prompt_tokens": 1, "completion_tokens": 1, "cost_usd": cost,
         "is_byok": byok}
        for n, (ts, cost, byok) in enumerate(costs)
    ]  # fmt: skip
    return replayed(log_, trial(nothing, nothing | {"keys": {"k": paper}}))


def refused(one: Replayed) -> list[str]:
    return sorted(name or "" for name, row in one.by["by_host"].items() if row.refused_after)


DAY = "2026-03-01T"


def test_a_limit_refuses_from_the_request_on_that_finds_it_reached() -> None:
    found = spend((DAY + "01:00:00Z", 0.6, False), (DAY + "02:00:00Z", 0.4, False),
                  (DAY + "03:00:00Z", 0.0, False))  # fmt: skip
    assert refused(found) == ["row-2"]
    assert as_json(found.budgets[0])["at"] == "2026-03-01T03:00:00Z"


def test_what_just_misses_the_limit_by_a_nano_usd_is_not_refused() -> None:
    assert refused(spend((DAY + "01:00Z", 0.999999999, False), (DAY + "02:00Z", 5, False))) == []


def test_windows_are_days_in_utc_whatever_zone_a_time_is_written_in() -> None:
    found = spend((DAY + "23:30:00-02:00", 2, False), (DAY + "23:59:59Z", 1, False),
                  ("2026-03-02T04:00:00+02:00", 1, False))  # fmt: skip
    assert refused(found) == ["row-2"]
    assert as_json(found.budgets[0])["window"] == "2026-03-02"


def test_a_key_of_ones_own_counts_only_where_the_guardrail_says_so() -> None:
    costs = [(DAY + "01:00:00Z", 2, True), (DAY + "02:00:00Z", 1, False)]
    assert refused(spend(*costs)) == []
    assert refused(spend(*costs, include_byok_in_budgets=True)) == ["row-1"]


@pytest.mark.parametrize("cost", [None, -5.0, float("nan")])
def test_a_cost_that_nobody_knows_spends_nothing(cost: float | None) -> None:
    costs = [(DAY + "01:00:00Z", cost, False), (DAY + "02:00:00Z", 0.5, False)]
    found = spend(*costs)
    assert (refused(found), found.unusable) == ([], {"cost_usd": 1})


def test_a_limit_of_nothing_refuses_everything_with_a_time() -> None:
    found = spend((DAY + "01:00:00Z", 0, False), ("never", 1, False), limit_usd=0)
    assert (refused(found), found.unusable) == (["row-0"], {"ts": 1})


def test_the_same_request_twice_is_two_requests() -> None:
    twice = [(DAY + "01:00:00Z", 1.0, False)] * 2
    assert refused(spend(*twice)) == ["row-1"]


def test_what_comes_out_has_one_schema() -> None:
    tried_ = trial(limited(1), limited(2))
    hot = reached(told(tallied(batches(log(1, 3_000)), tried_)))
    parts = [*tried(batches(log(1, 3_000)), tried_, hot)]
    assert {str(part.schema) for part in parts} == {str(TRIED)}
    assert "text" not in TRIED.names
    found = pa.Table.from_batches(parts, TRIED).sort_by(ORDER)
    assert {str(part.schema) for part in cuts([found], tried_, hot)} == {str(TALLY)}
