"""Replay: the contract of its JSON, the logs that it reads, and what it does with damaged ones."""

from __future__ import annotations

import json
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


@pytest.mark.parametrize("log", ["log.parquet", "log.csv", "log.jsonl"])
def test_spark_gives_the_totals_of_the_process(
    run: Run, monkeypatch: pytest.MonkeyPatch, log: str
) -> None:
    for needed in engines.ENGINES["spark"].modules:
        pytest.importorskip(needed)
    monkeypatch.setenv("SPARK_MASTER", "local[2]")
    assert told(run(log, *KNOWN, "--engine", "spark", "--json")) == told(run(log, *KNOWN, "--json"))
