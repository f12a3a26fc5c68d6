"""Decide: the contract of its JSON, its exit status, and what a person sees."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from routelock.testing import oracle

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]

BARE = ("decide", "--catalogue", "catalogue.json")
ALL = (
    *BARE, "--vendors", "vendors.json", "--guardrail", "default=workspace-default.json",
    "--guardrail", "member=member.json", "--guardrail", "key.json",
)  # fmt: skip
REQUEST = ("--request", "request.json", "--spend", "spend.json", "--now", "2026-11-21T09:00:00Z")
LAYERS = (("default", "workspace-default"), ("member", "member"), ("key", "key"))


def load(folder: Path, name: str) -> Any:
    return json.loads((folder / name).read_bytes())


def expected(folder: Path, request: Any = None) -> dict[str, Any]:
    papers = [(layer, stem, load(folder, f"{stem}.json")) for layer, stem in LAYERS]
    return oracle.decide(
        load(folder, "catalogue.json"),
        papers,
        request,
        vendors=load(folder, "vendors.json"),
        spend=load(folder, "spend.json"),
        now=datetime(2026, 11, 21, 9, tzinfo=UTC),
    )


def written(folder: Path, name: str, **fields: Any) -> str:
    (folder / name).write_text(json.dumps({"name": name, **fields}))
    return name


def answer(result: Any) -> dict[str, Any]:
    decoded: dict[str, Any] = json.loads(result.stdout)
    return decoded


def test_the_bundled_example_is_decided_as_the_oracle_decides_it(run: Run, example: Path) -> None:
    ended = run(*ALL, *REQUEST, "--json")
    told, wanted = answer(ended), expected(example, load(example, "request.json"))
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert {name: told[name] for name in wanted} == wanted


def test_the_json_of_a_request_has_the_fields_of_the_contract(invoke: Run) -> None:
    told = answer(invoke(*ALL, *REQUEST, "--json"))
    assert list(told) == [
        "outcome", "endpoints", "models", "excluded", "reasons", "findings", "messages",
    ]  # fmt: skip
    assert {tuple(row) for row in told["endpoints"]} == {("model_id", "tag")}
    assert {tuple(row) for row in told["excluded"]} == {("model_id", "tag", "reasons")}
    reasons = {tuple(reason) for row in told["excluded"] for reason in row["reasons"]}
    assert reasons == {("code", "layer", "guardrail", "field")}
    found = [finding.get("slug", finding.get("label")) for finding in told["findings"]]
    assert found == ["[PROJECT]", "email"]
    assert [message["role"] for message in told["messages"]] == ["system", "user"]
    assert "[PROJECT]" in told["messages"][1]["content"]
    assert "ada@example.com" not in json.dumps(told)


def test_without_a_request_the_whole_catalogue_is_decided(invoke: Run, example: Path) -> None:
    result = invoke(*ALL, "--json")
    told, wanted = answer(result), expected(example)
    assert {name: told[name] for name in wanted} == wanted
    assert (told["findings"], told["messages"], result.exit_code) == ([], [], 0)


def test_without_a_guardrail_everything_survives(invoke: Run, example: Path) -> None:
    told = answer(invoke(*BARE, "--json"))
    rows = load(example, "catalogue.json")["endpoints"]
    assert told["excluded"] == []
    assert [row["tag"] for row in told["endpoints"]] == [row["tag"] for row in rows]


def test_nothing_left_is_refused_with_status_1(invoke: Run, example: Path) -> None:
    none = written(example, "none.json", allowed_providers=[])
    result = invoke(*BARE, "--guardrail", none, "--json")
    told = answer(result)
    assert (result.exit_code, told["outcome"], told["endpoints"]) == (1, "refused", [])
    assert [(reason["code"], reason["layer"]) for reason in told["reasons"]] == [
        ("provider_not_allowed", "key")
    ]


@pytest.mark.parametrize("layer", ["account", "default", "member", "key"])
def test_a_reason_names_the_layer_and_the_stem(invoke: Run, example: Path, layer: str) -> None:
    named = written(example, "none.v2.json", allowed_models=[])
    if layer == "account":  # account settings have no identity
        (example / named).write_text('{"allowed_models": []}')
    (reason,) = answer(invoke(*BARE, "--guardrail", f"{layer}={named}", "--json"))["reasons"]
    assert (reason["layer"], reason["guardrail"]) == (layer, "none.v2")


def test_a_reason_names_the_id_where_there_is_one(invoke: Run, example: Path) -> None:
    uuid = "123e4567-e89b-42d3-a456-426614174000"
    named = written(example, "g.json", allowed_models=[], id=uuid)
    (reason,) = answer(invoke(*BARE, "--guardrail", named, "--json"))["reasons"]
    assert reason["guardrail"] == uuid


@pytest.mark.parametrize("identity", [{}, {"id": "123e4567-e89b-42d3-a456-426614174000"}])
def test_a_budget_that_is_used_up_refuses_by_id_and_by_stem(
    invoke: Run, example: Path, identity: dict[str, str]
) -> None:
    named = written(example, "g.json", limit_usd=1, **identity)
    for key in {"g", identity.get("id", "g")}:
        (example / "spend.json").write_text(json.dumps({key: {"spent_usd": "1"}}))
        told = answer(invoke(*BARE, "--guardrail", named, *REQUEST, "--json"))
        assert told["outcome"] == "refused"
        assert told["endpoints"]
        assert [reason["code"] for reason in told["reasons"]] == ["budget_exceeded"]


def test_all_stages_are_run_and_all_reasons_come_back(invoke: Run, example: Path) -> None:
    filters = [{"slug": "email", "action": "block"}]
    fields = {"limit_usd": 0, "ignored_providers": [], "content_filter_builtins": filters}
    named = written(example, "g.json", allowed_providers=[], **fields)
    told = answer(invoke(*BARE, "--guardrail", named, *REQUEST, "--json"))
    codes = {reason["code"] for reason in told["reasons"]}
    assert {"budget_exceeded", "provider_not_allowed", "content_blocked"} <= codes
    assert told["messages"] is None


def test_a_region_refuses_what_does_not_list_it(invoke: Run, example: Path) -> None:
    told = answer(invoke(*BARE, "--region", "eu", "--json"))
    rows = load(example, "catalogue.json")["endpoints"]
    inside = [row["tag"] for row in rows if "eu" in (row.get("regions") or ())]
    assert [row["tag"] for row in told["endpoints"]] == inside
    assert told["excluded"][0]["reasons"] == [
        {"code": "region_mismatch", "layer": "region", "guardrail": None, "field": "/region"}
    ]


def test_an_empty_region_is_in_no_endpoint(invoke: Run) -> None:
    assert invoke(*BARE, "--region", "").exit_code == 1


def test_a_prompt_that_is_too_long_is_refused(invoke: Run) -> None:
    result = invoke(*BARE, *REQUEST, "--prompt-tokens", "99999999", "--json")
    assert {reason["code"] for reason in answer(result)["reasons"]} >= {"length_exceeded"}


def test_what_an_observed_guardrail_would_refuse_comes_back_apart(
    invoke: Run, example: Path
) -> None:
    filters = [{"slug": "email", "action": "block"}]
    fields = {"limit_usd": 1, "content_filter_builtins": filters, "allowed_models": []}
    named = written(example, "look.json", **fields)
    (example / "spend.json").write_text('{"look": {"spent_usd": 5}}')
    result = invoke(*BARE, "--observe", f"member={named}", *REQUEST, "--json")
    told = answer(result)
    assert (result.exit_code, told["outcome"], told["excluded"][:0]) == (0, "cleared", [])
    assert [reason["code"] for reason in told["observed"]["reasons"]] == [
        "content_blocked",
        "budget_exceeded",
    ]
    assert told["observed"]["excluded"]
    assert [finding["slug"] for finding in told["observed"]["findings"]] == ["email"]


def test_the_request_may_come_from_standard_input(invoke: Run, example: Path) -> None:
    body = (example / "request.json").read_bytes()
    piped = invoke(*ALL, "--request", "-", "--json", stdin=body)
    assert answer(piped) == answer(invoke(*ALL, "--request", "request.json", "--json"))


def test_a_guardrail_from_standard_input_has_a_name(invoke: Run) -> None:
    none = b'{"name": "x", "allowed_models": []}'
    (reason,) = answer(invoke(*BARE, "--guardrail", "-", "--json", stdin=none))["reasons"]
    assert reason["guardrail"] == "stdin"


@pytest.mark.parametrize(
    "name", ["catalogue", "vendors", "workspace-default", "member", "key", "request", "spend"]
)
def test_a_file_with_a_byte_order_mark_is_read(invoke: Run, example: Path, name: str) -> None:
    before = invoke(*ALL, *REQUEST, "--json")
    file = example / f"{name}.json"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert invoke(*ALL, *REQUEST, "--json").stdout == before.stdout


def test_what_a_person_sees_has_the_outcome_first_and_a_sentence_for_each_reason(
    run: Run,
) -> None:
    ended = run(*ALL, *REQUEST)
    shown = ended.stdout.decode()
    assert shown.startswith("cleared: ")
    assert "enforce_zdr_anthropic" in shown
    assert "ada@example.com" not in shown
    assert "\x1b" not in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_colour_is_for_terminals_that_want_it(invoke: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in invoke(*BARE).stdout


def test_a_name_cannot_command_a_terminal(invoke: Run, example: Path) -> None:
    catalogue = load(example, "catalogue.json")
    catalogue["endpoints"][0]["tag"] = tag = "evil\x1b[2J"
    catalogue["endpoints"][0]["provider"] = tag
    (example / "catalogue.json").write_text(json.dumps(catalogue))
    for form in ("table", "markdown", "json"):
        assert "\x1b" not in invoke(*BARE, "--format", form).stdout


def test_markdown_has_a_heading_for_each_table(invoke: Run) -> None:
    shown = invoke(*ALL, *REQUEST, "--format", "markdown").stdout
    assert shown.splitlines()[2] == "### left"
    assert "| `anthropic/claude-sonnet-4.5` | `google-vertex/europe` |" in shown


def test_json_is_a_format_like_the_others(invoke: Run) -> None:
    assert invoke(*ALL, "--format", "json").stdout == invoke(*ALL, "--json").stdout


def test_the_clock_is_asked_when_nobody_says_what_time_it_is(invoke: Run) -> None:
    assert invoke(*ALL, "--request", "request.json").exit_code == 0
