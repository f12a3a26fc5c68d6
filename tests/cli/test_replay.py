"""Replay: the contract of its JSON, the logs that it reads, and what it does with damaged ones."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

pa = pytest.importorskip("pyarrow")

import pyarrow.csv as pv  # noqa: E402 - it needs what was just imported
import pyarrow.parquet as pq  # noqa: E402

from routelock.cli import engines, logs  # noqa: E402
from routelock.cli.commands import Edge  # noqa: E402
from routelock.cli.replay import replay  # noqa: E402
from routelock.testing.catalogues import VENDORS  # noqa: E402
from tests.canary import CANARY  # noqa: E402
from tests.whatif.logs import CATALOGUE, Slow, papers, rows  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

PROGRAM = Edge("routelock", commands=[replay])
COUNTS = ("rows", "refused_before", "refused_after", "newly_refused", "newly_allowed", "rerouted")
KNOWN = (
    "--before", "before/manifest.json", "--after", "after/manifest.json",
    "--catalogue", "catalogue.json", "--vendors", "vendors.json",
)  # fmt: skip
LOG = rows(600, seed=3)
SIDES = {"before": papers(1), "after": papers(2)}


@pytest.fixture(name="world")
def _world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A catalogue, two manifests with their files, and the log in all three forms."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "catalogue.json", CATALOGUE)
    put(tmp_path / "vendors.json", VENDORS)
    for name, side in SIDES.items():
        named = {part: {each: f"{each}.json" for each in side[part]} for part in side}
        put(tmp_path / name / "manifest.json", named | {"account": "account.json"})
        for each, paper in (item for part in side.values() for item in part.items()):
            put(tmp_path / name / f"{each}.json", paper)
    table = pa.Table.from_pylist(LOG)
    pq.write_table(table, tmp_path / "log.parquet")
    pv.write_csv(table, tmp_path / "log.csv")
    (tmp_path / "log.jsonl").write_text("\n".join(map(json.dumps, LOG)))
    return tmp_path


SAYING = [
    {**row, "text": f"{CANARY} {n % 7}@example.com" if n % 3 else CANARY}
    for n, row in enumerate(LOG)
]


def strict(world: Path) -> None:
    """All keys soon have nothing left, and later some may not send e-mail addresses."""
    for side in SIDES:
        for number, (name, paper) in enumerate(SIDES[side]["keys"].items()):
            limit = {"limit_usd": 9.5 + number, "reset_interval": "daily"}
            action = "block" if side == "after" and number % 2 else "redact"
            filters = [{"slug": "email", "action": action}]
            put(world / side / f"{name}.json", paper | limit | {"content_filter_builtins": filters})


def put(file: Path, document: Any) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(document))


@pytest.fixture(name="run")
def _run(world: Path) -> Run:
    assert world.is_dir()

    def start(*words: str) -> Result:
        return CliRunner().invoke(PROGRAM, ["replay", *words], catch_exceptions=False)

    return start


def told(result: Result) -> dict[str, Any]:
    assert (result.stderr, result.exit_code) == ("", 0)
    decoded: dict[str, Any] = json.loads(result.stdout)
    return decoded


@pytest.mark.parametrize("log", ["log.parquet", "log.csv", "log.jsonl"])
def test_every_form_of_a_log_gives_the_totals_of_going_row_by_row(run: Run, log: str) -> None:
    answer = told(run(log, *KNOWN, "--json"))
    slow = Slow(SIDES["before"], SIDES["after"]).run(LOG)
    assert {name: answer[name] for name in COUNTS} == {name: slow.totals[name] for name in COUNTS}
    assert answer["cost_before"] == pytest.approx(float(slow.cost["before"]))
    assert answer["cost_after"] == pytest.approx(float(slow.cost["after"]))
    assert answer["unusable"] == {name: n for name, n in slow.unusable.items() if n}


def test_the_json_has_the_fields_of_the_contract(run: Run) -> None:
    answer = told(run("log.csv", *KNOWN, "--json"))
    assert [*answer][:6] == [*COUNTS]
    assert {"cost_before", "cost_after", "unpriced", "unusable"} <= answer.keys()
    names = {"by_reason", "by_key", "by_member", "by_workspace", "by_model", "by_host", "by_day"}
    assert names <= answer.keys()
    assert {tuple(row["reason"]) for row in answer["by_reason"]} == {
        ("code", "layer", "guardrail", "field")
    }
    assert sum(row["rows"] for row in answer["by_day"]) == 600 - answer["unusable"]["model"]


def test_several_logs_are_one(run: Run) -> None:
    one = told(run("log.csv", *KNOWN, "--json"))
    both = told(run("log.csv", "log.parquet", *KNOWN, "--json"))
    assert all(both[name] == 2 * one[name] for name in COUNTS)


def test_a_guardrail_file_applies_to_everybody(run: Run, world: Path) -> None:
    put(world / "none.json", {"name": "none", "allowed_models": []})
    put(world / "nothing.json", {})
    words = ("--before", "nothing.json", "--after", "none.json", "--catalogue", "catalogue.json")
    answer = told(run("log.csv", *words, "--json"))
    assert answer["refused_after"] == 600 - answer["unusable"]["model"]
    assert [row["reason"]["code"] for row in answer["by_reason"]] == ["model_not_allowed"]


def test_a_column_may_have_another_name_or_not_be_there(run: Run, world: Path) -> None:
    table = pv.read_csv(world / "log.csv")
    names = ["wanted" if name == "model" else name for name in table.column_names]
    pv.write_csv(table.rename_columns(names).drop_columns("member"), world / "other.csv")
    result = run("other.csv", *KNOWN)
    assert result.exit_code == 2
    assert [line.split(": ")[1] for line in result.stderr.splitlines()] == ["$.member", "$.model"]
    answer = told(
        run("other.csv", *KNOWN, "--column", "model=wanted", "--column", "member=", "--json")
    )
    assert [row["name"] for row in answer["by_member"]] == [None]


def test_names_may_be_numbers_and_texts_may_have_lines(run: Run, world: Path) -> None:
    numbered = [{**row, "api_key": 7, "member": 8, "text": "one\ntwo, three"} for row in LOG]
    table = pa.Table.from_pylist(numbered)
    pq.write_table(table, world / "numbers.parquet")
    pv.write_csv(table, world / "numbers.csv")
    (world / "numbers.jsonl").write_text("\n".join(map(json.dumps, numbered)))
    answers = [
        told(run(f"numbers.{kind}", *KNOWN, "--json")) for kind in ("parquet", "csv", "jsonl")
    ]
    assert answers[0] == answers[1] == answers[2]
    assert [row["name"] for row in answers[0]["by_key"]] == ["7"]
    assert answers[0]["rows"] == len(LOG)


def test_a_json_log_without_a_column_is_bad_input(run: Run, world: Path) -> None:
    (world / "log.jsonl").write_text('{"model": "a/b"}\n')
    result = run("log.jsonl", *KNOWN)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 8


@pytest.mark.parametrize("word", ["model", "modle=x", "=x", ""])
def test_a_name_of_no_column_is_bad_input(run: Run, word: str) -> None:
    assert run("log.csv", *KNOWN, "--column", word).exit_code == 2


# --- budgets and filters --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["parquet", "csv", "jsonl"])
def test_budgets_and_filters_are_told_and_no_text(run: Run, world: Path, kind: str) -> None:
    strict(world)
    table = pa.Table.from_pylist(SAYING)
    pq.write_table(table, world / "said.parquet")
    pv.write_csv(table, world / "said.csv")
    (world / "said.jsonl").write_text("\n".join(map(json.dumps, SAYING)))
    result = run(f"said.{kind}", *KNOWN, "--json")
    found = told(result)
    pq.write_table(table, world / "again.parquet")
    assert found == told(run("again.parquet", *KNOWN, "--json"))
    assert CANARY not in result.output
    assert CANARY not in run(f"said.{kind}", *KNOWN).output
    one = found["budgets"][0]
    assert {*one} == {
        "side", "layer", "guardrail", "field", "entity", "interval", "window", "limit_usd", "at",
        "refused", "not_spent_usd",
    }  # fmt: skip
    assert (one["layer"], one["field"], one["entity"]["kind"]) == ("key", "/limit_usd", "key")
    assert found["content"]["blocked_before"] == 0
    assert found["content"]["newly_blocked"] == found["content"]["blocked_after"] > 0
    codes = {row["reason"]["code"] for row in found["by_reason"]}
    assert {"budget_exceeded", "content_blocked"} <= codes


def test_people_see_who_was_cut_off_and_what_filters_did(run: Run, world: Path) -> None:
    strict(world)
    pq.write_table(pa.Table.from_pylist(SAYING), world / "said.parquet")
    shown = run("said.parquet", *KNOWN).stdout
    assert "\nbudgets" in shown
    assert "\ncontent" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_log_may_lack_what_is_optional_but_not_what_was_named(run: Run, world: Path) -> None:
    table = pa.Table.from_pylist(LOG).drop_columns("is_byok")
    pq.write_table(table, world / "less.parquet")
    assert told(run("less.parquet", *KNOWN, "--json"))["rows"] == len(LOG)
    result = run("less.parquet", *KNOWN, "--column", "text=prompt")
    assert result.exit_code == 2
    assert result.stderr.startswith("log less.parquet: $.text: ")


def test_a_replay_leaves_no_file_behind(
    run: Run, world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strict(world)
    (world / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(world / "tmp"))
    assert told(run("log.parquet", *KNOWN, "--json"))["budgets"]
    assert [*(world / "tmp").iterdir()] == []


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kept", [0, 1, 2, 10])
def test_a_parquet_file_that_is_cut_short_is_bad_input(run: Run, world: Path, kept: int) -> None:
    data = (world / "log.parquet").read_bytes()
    (world / "log.parquet").write_bytes(data[: len(data) * kept // 11])
    result = run("log.parquet", *KNOWN)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("log.parquet: is damaged or cut short: ")
    assert result.stderr.count("\n") == 1


def test_a_parquet_file_with_a_damaged_page_is_bad_input(run: Run, world: Path) -> None:
    data = bytearray((world / "log.parquet").read_bytes())
    data[200:2_000] = b"\xff" * 1_800
    (world / "log.parquet").write_bytes(data)
    result = run("log.parquet", *KNOWN)
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize("kind", ["parquet", "csv", "jsonl"])
def test_the_same_row_twice_is_two_requests(run: Run, world: Path, kind: str) -> None:
    twice = pa.Table.from_pylist([{**row, "id": "same"} for row in LOG for _ in range(2)])
    pq.write_table(twice, world / "twice.parquet")
    pv.write_csv(twice, world / "twice.csv")
    (world / "twice.jsonl").write_text("\n".join(map(json.dumps, twice.to_pylist())))
    one, two = (told(run(f"{name}.{kind}", *KNOWN, "--json")) for name in ("log", "twice"))
    assert {name: two[name] for name in COUNTS} == {name: 2 * one[name] for name in COUNTS}


@pytest.mark.parametrize("name", [*LOG[0]])
def test_a_column_of_nothing_but_nulls_is_counted(run: Run, world: Path, name: str) -> None:
    strict(world)
    nulls = pa.Table.from_pylist([row | {name: None} for row in SAYING])
    pq.write_table(nulls, world / "nulls.parquet")
    answer = told(run("nulls.parquet", *KNOWN, "--json"))
    assert answer["rows"] == len(LOG)
    optional = name in {"api_key", "member", "workspace", "is_byok"}
    assert answer["unusable"].get(name, 0) == (0 if optional else len(LOG))
    if name in {"ts", "model", "api_key", "cost_usd"}:
        assert answer["budgets"] == []


def test_negative_costs_are_counted_and_spend_nothing(run: Run, world: Path) -> None:
    strict(world)
    less = pa.Table.from_pylist([row | {"cost_usd": -1.0} for row in LOG])
    pq.write_table(less, world / "less.parquet")
    answer = told(run("less.parquet", *KNOWN, "--json"))
    assert (answer["unusable"]["cost_usd"], answer["cost_before"]) == (len(LOG), 0)
    assert answer["budgets"] == []


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/New_York"])
def test_time_zones_of_a_column_cannot_matter(run: Run, world: Path, zone: str) -> None:
    strict(world)
    table = pa.Table.from_pylist(LOG)
    moved = table.column("ts").cast(pa.timestamp("us", "UTC")).cast(pa.timestamp("us", zone))
    pq.write_table(table.set_column(0, "ts", moved), world / "zoned.parquet")
    answers = [told(run(f"{name}.parquet", *KNOWN, "--json")) for name in ("log", "zoned")]
    assert answers[0] == answers[1]
    assert answers[0]["budgets"]


@pytest.mark.parametrize(("value", "doubts"), [("yes", 0), ("maybe", 600), (1, 0), (7, 600)])
def test_who_paid_may_be_written_as_one_likes(
    run: Run, world: Path, value: Any, doubts: int
) -> None:
    table = pa.Table.from_pylist([row | {"is_byok": value} for row in LOG])
    pq.write_table(table, world / "paid.parquet")
    pv.write_csv(table, world / "paid.csv")
    for kind in ("parquet", "csv"):
        answer = told(run(f"paid.{kind}", *KNOWN, "--json"))
        assert answer["unusable"].get("is_byok", 0) == doubts


def test_a_replay_that_is_killed_leaves_nothing_half_written(run: Run, world: Path) -> None:
    """Whatever it prints, it prints at once, at the end; what it keeps meanwhile is elsewhere."""
    strict(world)
    there = {*world.iterdir()}
    code = (
        "import os, signal, sys\n"
        "from routelock.cli.engines import process\n"
        "from routelock.cli import main\n"
        "process.cuts = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "main()\n"
    )
    (world / "tmp").mkdir()
    words = [sys.executable, "-c", code, "replay", "log.parquet", *KNOWN, "--json"]
    killed = subprocess.run(
        words, cwd=world, capture_output=True, check=False, env=os.environ | {"TMPDIR": "tmp"}
    )
    assert killed.returncode == -signal.SIGKILL
    assert killed.stdout == b""
    assert {*world.iterdir()} - there == {world / "tmp"}
    assert told(run("log.parquet", *KNOWN, "--json"))["budgets"]


def test_lines_that_are_no_rows_are_counted(run: Run, world: Path) -> None:
    whole = {name: told(run(f"log.{name}", *KNOWN, "--json")) for name in ("csv", "jsonl")}
    with (world / "log.csv").open("a") as file:
        file.write("too,few\n" + "," * 30 + "\n")
    with (world / "log.jsonl").open("a") as file:
        file.write('\n{"model": "a\n[]\n')
    for name, before in whole.items():
        after = told(run(f"log.{name}", *KNOWN, "--json"))
        assert after["rows"] == before["rows"] + 2
        assert after["unusable"]["model"] == before["unusable"]["model"] + 2
        assert after["newly_refused"] == before["newly_refused"]


@pytest.mark.parametrize(
    "value", ['"many"', "[1]", "true", "1e999", '"\\ud83d"', "12345678901234567890123"]
)
@pytest.mark.parametrize("name", ["ts", "provider", "prompt_tokens", "cost_usd"])
def test_a_value_of_the_wrong_type_is_counted_and_its_row_stays(
    run: Run, world: Path, name: str, value: str
) -> None:
    row = LOG[0] | {"model": CATALOGUE["models"][0]["id"]}
    rest = json.dumps({each: said for each, said in row.items() if each != name})
    (world / "log.jsonl").write_text(f'{rest[:-1]}, "{name}": {value}}}\n{json.dumps(row)}\n')
    answer = told(run("log.jsonl", *KNOWN, "--json"))
    assert answer["rows"] == 2
    assert answer["unusable"].get("model") is None
    assert answer["unusable"].get(name, 0) == (name != "provider" or value not in TEXTS)


TEXTS = ('"many"', "12345678901234567890123")


@pytest.mark.parametrize(
    ("name", "data"), [("log.txt", b""), ("log", b""), ("gone.parquet", None), ("log.csv", b"")]
)
def test_what_is_no_log_is_bad_input(run: Run, world: Path, name: str, data: bytes | None) -> None:
    if data is not None:
        (world / name).write_bytes(data)
    result = run(name, *KNOWN)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(name)


def test_a_log_of_many_blocks_is_read_as_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [told(run(f"log.{name}", *KNOWN, "--json")) for name in ("csv", "jsonl")]
    monkeypatch.setattr(logs, "BLOCK", 2_000)
    assert [told(run(f"log.{name}", *KNOWN, "--json")) for name in ("csv", "jsonl")] == whole


# --- the rest -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "status"), [("refused", 1), ("refused>99%", 0), ("rerouted>1", 1)]
)
def test_a_condition_that_is_met_fails_with_status_1(run: Run, condition: str, status: int) -> None:
    assert run("log.csv", *KNOWN, "--fail-on", condition).exit_code == status


def test_a_person_sees_one_sentence_and_tables(run: Run) -> None:
    shown = run("log.csv", *KNOWN).stdout
    assert shown.startswith("600 rows: ")
    assert "\nby day\n" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert run("log.csv", *KNOWN, "--markdown").stdout.splitlines()[2].startswith("### by reason")


@pytest.mark.parametrize(("name", "extra"), [("process", "whatif"), ("spark", "spark")])
def test_an_engine_that_is_not_installed_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, extra: str
) -> None:
    monkeypatch.setattr(engines, "find_spec", lambda _: None)
    result = run("log.csv", *KNOWN, "--engine", name)
    assert result.exit_code == 2
    assert f'pip install "routelock[{extra}]"' in result.stderr


@pytest.fixture(name="spark")
def _spark(monkeypatch: pytest.MonkeyPatch) -> None:
    for needed in engines.ENGINES["spark"].modules:
        pytest.importorskip(needed)
    monkeypatch.setenv("SPARK_MASTER", "local[2]")


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize("log", ["log.parquet", "log.csv", "log.jsonl"])
def test_spark_gives_the_totals_of_the_process(run: Run, log: str) -> None:
    assert told(run(log, *KNOWN, "--engine", "spark", "--json")) == told(run(log, *KNOWN, "--json"))


@pytest.mark.usefixtures("spark")
def test_spark_cuts_off_and_screens_as_the_process_does(run: Run, world: Path) -> None:
    strict(world)
    pq.write_table(pa.Table.from_pylist(SAYING), world / "said.parquet")
    pv.write_csv(pa.Table.from_pylist(SAYING[:200]), world / "said.csv")
    words = ("said.parquet", "said.csv", *KNOWN, "--json")
    found = told(run(*words, "--engine", "spark"))
    assert found == told(run(*words))
    assert found["budgets"]
    assert found["content"]["newly_blocked"]
