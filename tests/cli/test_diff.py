"""Diff: the contract of its JSON, what it reads, its exit status, and what a person sees."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from routelock.cli.commands import Edge
from routelock.cli.diff import diff
from routelock.testing import oracle

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

PROGRAM = Edge("routelock", commands=[diff])
KNOWN = ("--catalogue", "catalogue.json", "--vendors", "vendors.json")
NOTHING = "none.json"


@pytest.fixture(name="run")
def _run(example: Path) -> Run:
    written(example, NOTHING, {})

    def start(*words: str, stdin: bytes = b"") -> Result:
        command = ["diff", *words]
        return CliRunner().invoke(PROGRAM, command, input=stdin, catch_exceptions=False)

    return start


def written(folder: Path, name: str, document: Any) -> str:
    file = folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(document))
    return name


def load(folder: Path, stem: str) -> Any:
    return json.loads((folder / f"{stem}.json").read_bytes())


def told(result: Result) -> dict[str, Any]:
    assert result.stderr == ""
    decoded: dict[str, Any] = json.loads(result.stdout)
    return decoded


def wanted(folder: Path, *applied: tuple[str, str]) -> list[dict[str, str]]:
    """What the oracle leaves of the catalogue under the guardrails of these files."""
    papers = [
        (layer, stem, json.loads((folder / f"{stem}.json").read_text())) for layer, stem in applied
    ]
    rows, words = (json.loads((folder / f"{n}.json").read_text()) for n in ("catalogue", "vendors"))
    left: list[dict[str, str]] = oracle.decide(rows, papers, vendors=words)["endpoints"]
    return left


def pairs(rows: list[dict[str, Any]]) -> set[tuple[str, str]]:
    return {(row["model_id"], row["tag"]) for row in rows}


def test_the_json_has_the_fields_of_the_contract(run: Run) -> None:
    answer = told(run(NOTHING, "member=member.json", *KNOWN, "--json"))
    assert [*answer][:4] == ["endpoints_lost", "endpoints_gained", "models_lost", "models_gained"]
    assert {tuple(row) for row in answer["endpoints_lost"]} == {("model_id", "tag", "reasons")}
    reasons = {tuple(reason) for row in answer["endpoints_lost"] for reason in row["reasons"]}
    assert reasons == {("code", "layer", "guardrail", "field")}
    assert answer["endpoints_gained"] == answer["models_gained"] == []


def test_a_change_is_what_the_oracle_leaves_before_and_after(run: Run, example: Path) -> None:
    answer = told(run("member=member.json", "default=workspace-default.json", *KNOWN, "--json"))
    before = pairs(wanted(example, ("member", "member")))
    after = pairs(wanted(example, ("default", "workspace-default")))
    assert pairs(answer["endpoints_lost"]) == before - after
    assert pairs(answer["endpoints_gained"]) == after - before
    assert all(row["reasons"] for row in answer["endpoints_lost"] + answer["endpoints_gained"])


def test_the_files_of_a_folder_apply_together(run: Run, example: Path) -> None:
    for name in ("member", "key"):
        written(example, f"both/{name}.json", load(example, name))
    answer = told(run(NOTHING, "both", *KNOWN, "--json"))
    left = wanted(example, ("key", "member"), ("key", "key"))
    assert answer["after"]["endpoints"] == len(left)
    assert {row["guardrail"] for row in answer["settings"]} == {"member", "key"}


def test_a_manifest_says_at_which_layer_a_file_applies(run: Run, example: Path) -> None:
    entries = {"workspaces": {"w": "workspace-default.json"}, "members": {"m": "member.json"}}
    manifest = written(example, "manifest.json", entries | {"keys": {"k": "key.json"}})
    answer = told(run(NOTHING, manifest, *KNOWN, "--json"))
    layers = (("default", "workspace-default"), ("member", "member"), ("key", "key"))
    assert answer["after"]["endpoints"] == len(wanted(example, *layers))
    assert {(row["layer"], row["guardrail"]) for row in answer["settings"]} == set(layers)


def test_a_row_that_went_or_came_has_a_code_of_its_own(run: Run, example: Path) -> None:
    rows = load(example, "catalogue")
    gone = rows["endpoints"].pop(0)
    later = written(example, "later.json", rows)
    both = ("key.json", "key.json", "--vendors", "vendors.json", "--json")
    there = told(run(NOTHING, NOTHING, *KNOWN, "--catalogue-after", later, "--json"))
    back = told(
        run(NOTHING, NOTHING, "--catalogue", later, "--catalogue-after", "catalogue.json", "--json")
    )
    for answer in (there["endpoints_lost"], back["endpoints_gained"]):
        assert pairs(answer) == {(gone["model_id"], gone["tag"])}
        assert [reason["code"] for reason in answer[0]["reasons"]] == ["catalogue_changed"]
    assert told(run(*both, "--catalogue", later))["endpoints_lost"] == []


def test_a_guardrail_that_changes_nothing_is_named(run: Run, example: Path) -> None:
    written(example, "empty.json", {"name": "empty"})
    written(example, "two/a.json", {"name": "a", "allowed_models": ["openai/gpt-5"]})
    written(example, "two/b.json", {"name": "b", "ignored_models": ["openai/gpt-4o"]})
    assert told(run(NOTHING, "empty.json", *KNOWN, "--json"))["idle"] == [
        {"layer": "key", "guardrail": "empty"}
    ]
    assert told(run(NOTHING, "two", *KNOWN, "--json"))["idle"] == [
        {"layer": "key", "guardrail": "b"}
    ]


def test_a_model_left_with_one_host_is_named(run: Run, example: Path) -> None:
    written(example, "one.json", {"name": "one", "allowed_providers": ["groq"]})
    answer = told(run(NOTHING, "one.json", *KNOWN, "--json"))
    assert {row["host"] for row in answer["single_host"]} == {"groq"}
    assert any(row["hosts_before"] > 1 for row in answer["single_host"])
    assert run(NOTHING, "one.json", *KNOWN, "--fail-on", "single-host").exit_code == 1


def test_the_cheapest_price_of_a_model_is_told_on_both_sides(run: Run, example: Path) -> None:
    name = "meta-llama/llama-4-maverick"
    written(example, "dear.json", {"name": "dear", "ignored_providers": ["deepinfra"]})
    (row,) = (
        row
        for row in told(run(NOTHING, "dear.json", *KNOWN, "--json"))["cheapest"]
        if row["model_id"] == name
    )
    assert row["before"]["tag"] == "deepinfra/fp8"
    assert float(row["after"]["prompt"]) > float(row["before"]["prompt"])


@pytest.mark.parametrize(
    ("conditions", "status"),
    [
        ([], 0),
        (["lost-models"], 1),
        (["lost-models>1000"], 0),
        (["lost-models>0.5%"], 1),
        (["lost-endpoints>100%"], 0),
        (["gained-models"], 0),
        (["gained-endpoints", "lost-endpoints>3"], 1),
    ],
)
def test_a_condition_that_is_met_fails_with_status_1(
    run: Run, conditions: list[str], status: int
) -> None:
    words = [word for condition in conditions for word in ("--fail-on", condition)]
    result = run(NOTHING, "key.json", *KNOWN, *words)
    assert result.exit_code == status
    assert bool(result.stderr) is bool(status)


@pytest.mark.parametrize(
    "condition", ["lost-model", "lost-models>", "lost-models>-1", "refused", ""]
)
def test_a_condition_that_cannot_be_read_is_bad_input(run: Run, condition: str) -> None:
    assert run(NOTHING, NOTHING, *KNOWN, "--fail-on", condition).exit_code == 2


def test_all_that_is_wrong_is_told_at_once(run: Run, example: Path) -> None:
    written(example, "one.json", {"name": "g", "ignored_provider": []})
    written(example, "two/a.json", {"limit_usd": "12"})
    written(example, "two/b.json", {"name": "g", "enforce_zdr_gogle": True})
    result = run("one.json", "two", "--catalogue", "vendors.json", "--vendors", "vendors.json")
    assert (result.exit_code, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    for place in (
        "guardrail one.json: $: ",
        "guardrail two/a.json: $.name: ",
        "guardrail two/a.json: $.limit_usd: ",
        "guardrail two/b.json: $: ",
        "catalogue vendors.json: $.models: ",
    ):
        assert any(line.startswith(place) for line in lines), place


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ({"keys": []}, "$.keys"),
        ({"keys": {"k": 1}}, "$.keys.k"),
        ({"accounts": "a.json", "keys": {}}, "$"),
        ({"account": ["a.json"]}, "$.account"),
    ],
)
def test_a_manifest_that_cannot_be_read_is_named(
    run: Run, example: Path, document: Any, place: str
) -> None:
    written(example, "m.json", document)
    result = run("m.json", NOTHING, *KNOWN)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"manifest m.json: {place}: ")


def test_a_file_that_a_manifest_names_and_nobody_has_is_named(run: Run, example: Path) -> None:
    written(example, "m.json", {"account": "gone.json", "keys": {"k": "lost.json"}})
    result = run("m.json", NOTHING, *KNOWN)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 2


def test_a_folder_without_a_guardrail_is_no_side(run: Run, example: Path) -> None:
    (example / "void").mkdir()
    assert run("void", NOTHING, *KNOWN).exit_code == 2


def test_a_side_may_come_from_standard_input(run: Run, example: Path) -> None:
    piped = run(NOTHING, "-", *KNOWN, "--json", stdin=(example / "key.json").read_bytes())
    answer = told(piped)
    assert {row["guardrail"] for row in answer["settings"]} == {"stdin"}
    assert answer["models_lost"] == told(run(NOTHING, "key.json", *KNOWN, "--json"))["models_lost"]


def test_no_change_is_told_in_one_sentence_and_its_settings(run: Run) -> None:
    result = run("key.json", "key.json", *KNOWN)
    assert result.exit_code == 0
    assert result.stdout.startswith("the same endpoints survive: ")
    assert "\nlost\n" not in result.stdout


def test_a_table_is_as_wide_as_a_terminal(run: Run) -> None:
    shown = run(NOTHING, "key.json", *KNOWN).stdout
    assert "\nmodels lost\n" in shown
    assert "\x1b" not in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_markdown_shows_only_so_many_rows(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("routelock.cli.diff.MOST", 3)
    shown = run(NOTHING, "key.json", *KNOWN, "--markdown").stdout
    title = next(line for line in shown.splitlines() if line.startswith("### lost ("))
    assert "(3 of " in title
    assert shown.count("<br>") == 3
