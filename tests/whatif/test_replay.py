"""Replay: the totals of batches are those of a replay that goes row by row and asks the oracle."""

from __future__ import annotations

import pickle
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

pa = pytest.importorskip("pyarrow")

from routelock.whatif.arrow import TALLY, tallied  # noqa: E402 - it needs what was just imported
from routelock.whatif.log import LogError  # noqa: E402
from routelock.whatif.replayed import DIMENSIONS, gathered  # noqa: E402
from tests.whatif.logs import Slow, papers, rows, trial  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from routelock.whatif.replayed import Replayed
    from routelock.whatif.trial import Trial

BEFORE, AFTER = papers(1), papers(2)
MANY = 20_000
COUNTS = (
    "rows", "refused_before", "refused_after", "newly_refused", "newly_allowed", "rerouted",
    "unpriced",
)  # fmt: skip


@cache
def log() -> list[dict[str, Any]]:
    return rows(MANY)


@cache
def ours() -> Trial:
    return trial(BEFORE, AFTER)


@cache
def slow() -> Slow:
    return Slow(BEFORE, AFTER).run(log())


def batches(table: Any, size: int = 1_000) -> Iterator[Any]:
    yield from pa.table(table).to_batches(max_chunksize=size)


def replayed(parts: Iterable[Any], tried: Trial | None = None) -> Replayed:
    return gathered(row for part in tallied(parts, tried or ours()) for row in part.to_pylist())


def whole(size: int = 1_000) -> Replayed:
    return replayed(batches(pa.Table.from_pylist(log()), size))


def test_the_totals_are_those_of_going_row_by_row() -> None:
    total = whole().total
    assert {name: getattr(total, name) for name in COUNTS} == {
        name: slow().totals[name] for name in COUNTS
    }
    assert total.cost_after == slow().cost["after"]
    assert total.cost_before == slow().cost["before"]
    assert min(slow().totals[name] for name in COUNTS) > 0


@pytest.mark.parametrize("name", [name for name in DIMENSIONS if name != "by_reason"])
def test_the_totals_by_a_name_are_those_of_going_row_by_row(name: str) -> None:
    told = {
        each: {count: getattr(totals, count) for count in COUNTS}
        for each, totals in whole().by[name].items()
    }
    wanted = slow().by[name]
    assert told == {each: {c: counts[c] for c in COUNTS} for each, counts in wanted.items()}


def test_what_is_unusable_is_counted_by_column() -> None:
    assert whole().unusable == {name: n for name, n in slow().unusable.items() if n}


def test_every_row_that_changes_has_its_reasons() -> None:
    told = whole()
    for count in ("newly_refused", "newly_allowed"):
        by_reason = [getattr(totals, count) for totals in told.by["by_reason"].values()]
        assert max(by_reason) <= getattr(told.total, count) <= sum(by_reason)


@pytest.mark.parametrize("size", [1, 7, 4_096, MANY])
def test_the_size_of_batches_cannot_matter(size: int) -> None:
    few = pa.Table.from_pylist(log()[:500])
    assert replayed(batches(few, size)) == replayed(batches(few, 100))


def test_parts_of_a_log_add_up_to_the_whole_of_it() -> None:
    halves = [log()[: MANY // 3], log()[MANY // 3 :]]
    tallies = [
        row
        for half in halves
        for part in tallied(batches(pa.Table.from_pylist(half)), pickle.loads(pickle.dumps(ours())))  # noqa: S301 - what was pickled a word before
        for row in part.to_pylist()
    ]
    assert gathered(tallies) == whole()


def test_what_comes_out_has_one_schema() -> None:
    parts = [*tallied(batches(pa.Table.from_pylist(log()[:50])), ours())]
    assert {str(part.schema) for part in parts} == {str(TALLY)}
    assert [*tallied([], ours())] == []


def test_nothing_to_replay_is_nothing() -> None:
    empty = pa.Table.from_pylist(log()[:1]).slice(0, 0)
    assert replayed(empty.to_batches()) == replayed([])
    assert replayed([]).total.rows == 0


ONE = {
    "ts": "2026-03-01T23:30:00Z", "api_key": "keys-0", "member": None, "workspace": None,
    "model": "openai/gpt-1", "provider": "azure", "prompt_tokens": 10, "completion_tokens": 5,
    "cost_usd": 0.25,
}  # fmt: skip


def one(name: str, value: Any, kind: Any = None) -> Replayed:
    """A replay of one row with one column of its own."""
    columns = {each: pa.array([said]) for each, said in ONE.items()}
    return replayed(batches(columns | {name: pa.array([value], kind)}))


@pytest.mark.parametrize(
    ("value", "kind", "day"),
    [
        ("2026-03-01T23:30:00Z", None, "2026-03-01"),
        ("2026-03-01T23:30:00-02:00", None, "2026-03-02"),
        ("2026-03-02T00:30:00+0100", None, "2026-03-01"),
        ("2026-03-01 23:30:00", None, "2026-03-01"),
        ("2026-03-01", None, "2026-03-01"),
        (1_772_321_400, pa.timestamp("s", "Asia/Tokyo"), "2026-02-28"),
        (1_772_321_400_000_000_000, pa.timestamp("ns"), "2026-02-28"),
        (20_513, pa.date32(), "2026-03-01"),
        ("yesterday", None, None),
        ("1812-01-01T00:00:00Z", None, None),
        (None, pa.timestamp("us"), None),
    ],
)
def test_a_day_is_a_day_in_utc(value: Any, kind: Any, day: str | None) -> None:
    assert [*one("ts", value, kind).by["by_day"]] == [day]


@pytest.mark.parametrize(
    ("value", "kind", "cost"),
    [
        (0.1, None, "0.1"),
        ("0.1", None, "0.1"),
        (" 1e-3 ", None, "0.001"),
        (Decimal("12.345678901"), None, "12.345678901"),
        (3, None, "3"),
        (-0.5, None, "0"),
        (float("nan"), None, "0"),
        (float("inf"), None, "0"),
        (1e300, None, "0"),
        (2_000_000.0, None, "0"),
        ("free", None, "0"),
        (None, pa.float32(), "0"),
    ],
)
def test_a_cost_is_a_number_from_0_on(value: Any, kind: Any, cost: str) -> None:
    told = one("cost_usd", value, kind)
    assert told.total.cost_before == Decimal(cost)
    assert told.unusable == ({"cost_usd": 1} if cost == "0" else {})


@pytest.mark.parametrize("value", [-1, 1.5, "many", None, float("nan"), 2**62])
@pytest.mark.parametrize("name", ["prompt_tokens", "completion_tokens"])
def test_without_tokens_there_is_no_price(name: str, value: Any) -> None:
    kind = pa.int64() if value is None else None
    told = one(name, value, kind)
    assert (told.unusable, told.total.rows) == ({name: 1}, 1)
    assert told.total.cost_after == 0
    assert told.total.unpriced == 1 - told.total.refused_after


@pytest.mark.parametrize("value", [10.0, "10", " 10 ", Decimal(10)])
def test_tokens_may_be_written_as_they_like(value: Any) -> None:
    assert one("prompt_tokens", value) == one("prompt_tokens", 10)


@pytest.mark.parametrize(
    "kind",
    [pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.large_string())],
)
def test_names_may_be_written_as_they_like(kind: Any) -> None:
    for name in ("api_key", "model", "provider"):
        assert one(name, ONE[name], kind) == one(name, ONE[name])


def test_an_unknown_model_is_refused_on_both_sides_for_that_reason() -> None:
    total = one("model", "nobody/knows").total
    assert (total.refused_before, total.refused_after, total.newly_refused) == (1, 1, 0)


def test_a_row_without_a_model_is_counted_and_left_out() -> None:
    told = one("model", None, pa.string())
    assert (told.total.rows, told.unusable["model"]) == (1, 1)
    assert (told.total.refused_after, told.by["by_key"]) == (0, {})


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("ts", pa.int64()),
        ("ts", pa.list_(pa.int64())),
        ("model", pa.float64()),
        ("api_key", pa.struct([("a", pa.int8())])),
        ("cost_usd", pa.bool_()),
        ("prompt_tokens", pa.timestamp("s")),
    ],
)
def test_a_column_of_the_wrong_type_is_an_error_that_names_it(name: str, kind: Any) -> None:
    with pytest.raises(LogError) as caught:
        one(name, None, kind)
    assert [problem.path for problem in caught.value.problems] == [f"$.{name}"]


def test_all_missing_columns_are_told_at_once() -> None:
    with pytest.raises(LogError) as caught:
        replayed(batches({"ts": ["2026-03-01"], "model": ["a/b"], "cost_usd": [True]}))
    paths = {problem.path for problem in caught.value.problems}
    assert paths >= {"$.api_key", "$.provider", "$.prompt_tokens", "$.cost_usd"}


def test_more_names_than_can_be_numbered_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "routelock.whatif.arrow.asked.PERSON", {"api_key": 2, "member": 2, "workspace": 2}
    )
    with pytest.raises(LogError, match="api_key"):
        whole()
