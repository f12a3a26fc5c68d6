"""Content filters in a replay: what they would find in the texts of a log, and refuse."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

pa = pytest.importorskip("pyarrow")

from routelock.filters.engine import plan  # noqa: E402 - what follows needs what was imported
from routelock.filters.screen import screen_text  # noqa: E402
from routelock.guardrail import Action  # noqa: E402
from routelock.whatif import screener  # noqa: E402
from routelock.whatif.arrow import TRIED, cuts, tallied, tried  # noqa: E402
from routelock.whatif.budgets import reached  # noqa: E402
from routelock.whatif.replayed import gathered  # noqa: E402
from tests.canary import CANARY, SAID  # noqa: E402
from tests.whatif.logs import CATALOGUE, Json, rows, trial  # noqa: E402

if TYPE_CHECKING:
    from routelock.whatif.replayed import Replayed
    from routelock.whatif.trial import Trial

NOTHING: Any = {"workspaces": {}, "members": {}, "keys": {}, "account": {"account": {}}}
SERVED = CATALOGUE["endpoints"][0]["model_id"]
TEXTS = ("nothing to see", "write to ada@example.com", "a@b.io, c@d.io: project x", None, SAID)


def builtin(slug: str, action: str) -> Json:
    return {"slug": slug, "action": action}


EMAILS = {"name": "emails", "content_filter_builtins": [builtin("email", "block")]}
WORDS = {"name": "words", "content_filters": [
    {"pattern": "project x", "action": "block", "label": "PROJECT"}]}  # fmt: skip
FLAGS = {"name": "flags", "content_filter_builtins": [builtin("email", "flag")]}


def log(many: int = 500) -> list[Json]:
    return [
        {**row, "model": SERVED, "api_key": f"k{n % 3}", "text": TEXTS[n % len(TEXTS)]}
        for n, row in enumerate(rows(many))
    ]


def replayed(log_: list[Json], tried_: Trial) -> Replayed:
    parts = pa.Table.from_pylist(log_).to_batches(max_chunksize=100)
    first = [row for part in tallied(parts, tried_) for row in part.to_pylist()]
    hot = reached(first)
    order = [("moment", "ascending"), ("place", "ascending")]
    found = pa.Table.from_batches(tried(parts, tried_, hot), TRIED).sort_by(order)
    assert CANARY not in str(found.to_pylist())
    return gathered(
        [*first, *(row for part in cuts([found], tried_, hot) for row in part.to_pylist())]
    )


def keys(**papers: Json) -> Any:
    return NOTHING | {"keys": papers}


BEFORE, AFTER = keys(k0=EMAILS, k2=FLAGS), keys(k0=WORDS, k1=EMAILS, k2=FLAGS)


def test_a_row_is_blocked_where_its_text_is() -> None:
    tried_ = trial(BEFORE, AFTER)
    found = replayed(log(), tried_)
    wanted: Counter[str] = Counter()
    for row in log():
        one, two = (
            row["text"] is not None
            and screen_text(row["text"], plan(side.keys[row["api_key"]].rules))[1] is Action.BLOCK
            if row["api_key"] in side.keys
            else False
            for side in (tried_.before, tried_.after)
        )
        wanted["refused_before"] += one
        wanted["refused_after"] += two
        wanted["newly_refused"] += two and not one
        wanted["newly_allowed"] += one and not two
    total = found.total
    assert {name: getattr(total, name) for name in wanted} == wanted
    assert min(wanted.values()) > 0
    told = found.content
    assert (told.blocked_before, told.blocked_after) == (
        wanted["refused_before"], wanted["refused_after"],
    )  # fmt: skip
    assert (told.newly_blocked, told.newly_allowed) == (
        wanted["newly_refused"], wanted["newly_allowed"],
    )  # fmt: skip


def test_findings_are_counted_by_side_guardrail_and_filter() -> None:
    found = {
        (one.side, one.guardrail, one.slug, one.label, one.action): (one.findings, one.rows)
        for one in replayed(log(), trial(BEFORE, AFTER)).content.findings
    }
    texts = Counter((row["api_key"], row["text"]) for row in log())
    two, one, canary = (sum(texts[key, TEXTS[n]] for key in ("k1",)) for n in (2, 1, 4))
    assert found["after", "k1", "email", None, "block"] == (
        2 * two + one + canary, two + one + canary,
    )  # fmt: skip
    assert found["after", "k0", None, "PROJECT", "block"] == (texts["k0", TEXTS[2]],) * 2
    assert (
        found["before", "k2", "email", None, "flag"]
        == (found["after", "k2", "email", None, "flag"])
    )


def test_what_is_refused_for_its_text_has_that_reason() -> None:
    found = replayed(log(), trial(BEFORE, AFTER))
    counts = [
        row for name, row in found.by["by_reason"].items() if name and "content_blocked" in name
    ]
    assert sum(one.newly_refused for one in counts) == found.total.newly_refused
    assert sum(one.newly_allowed for one in counts) == found.total.newly_allowed


def test_each_distinct_text_is_read_once_by_each_set_of_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: Counter[tuple[int, str]] = Counter()

    def counting(text: str, ready: Any) -> Any:
        read[id(ready), text] += 1
        return screen_text(text, ready)

    monkeypatch.setattr(screener, "screen_text", counting)
    limited = {name: paper | {"limit_usd": 5} for name, paper in AFTER["keys"].items()}
    found = replayed(log(), trial(BEFORE, keys(**limited)))
    assert found.budgets
    assert set(read.values()) == {1}
    assert len(read) == 16  # four texts, four sets of rules


def test_what_a_filter_blocks_spends_nothing() -> None:
    paper = EMAILS | {"limit_usd": 1, "reset_interval": None}
    one = {**log(1)[0], "api_key": "k0", "cost_usd": 1.0, "ts": "2026-03-01T10:00:00Z"}
    bad, good = one | {"text": TEXTS[1]}, one | {"text": TEXTS[0]}
    found = replayed([bad, bad, good, good], trial(NOTHING, keys(k0=paper)))
    assert (found.total.refused_after, len(found.budgets)) == (3, 1)
    assert found.budgets[0].refused == 1


def test_without_the_column_nothing_is_screened() -> None:
    plain = [{name: said for name, said in row.items() if name != "text"} for row in log()]
    found = replayed(plain, trial(BEFORE, AFTER))
    assert (found.content.screened, found.total.refused_after) == (0, 0)


def test_no_text_comes_out() -> None:
    labelled = keys(k0=EMAILS, k1=WORDS)
    found = replayed([row | {"text": SAID} for row in log(90)], trial(NOTHING, labelled))
    assert found.content.blocked_after == 30
    assert CANARY not in repr(found)
    assert CANARY not in str(found.as_json())


def test_texts_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screener, "KEPT", 2)
    tried_ = trial(BEFORE, AFTER)
    assert replayed(log(), tried_) == replayed(log(), trial(BEFORE, AFTER))
    assert CANARY not in repr(vars(tried_.screener))
    assert len(vars(tried_.screener)["_known"]) == 2
