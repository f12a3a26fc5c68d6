"""Lint on the command line: one line for each doubt, or one JSON object."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]

KNOWN = ("--catalogue", "catalogue.json", "--vendors", "vendors.json")


def test_the_bundled_guardrails_are_clean(run: Run) -> None:
    layered = ("default=workspace-default.json", "member=member.json", "key.json")
    assert run("lint", *KNOWN, *layered).returncode == 0


def test_each_doubt_is_a_line_with_its_file_its_place_and_its_code(run: Run, example: Path) -> None:
    (example / "g.json").write_text('{"name": "g", "limit_usd": 0, "ignored_providers": ["gorq"]}')
    ended = run("lint", *KNOWN, "member=g.json", "key.json")
    first, second = ended.stdout.decode().splitlines()
    assert ended.returncode == 1
    assert first.startswith("g.json: $.ignored_providers[0]: ")
    assert first.endswith("[host_unknown]")
    assert second.startswith("g.json: $.limit_usd: ")


def test_a_doubt_about_all_together_names_no_file(invoke: Run, example: Path) -> None:
    (example / "a.json").write_text('{"name": "a", "allowed_providers": ["groq"]}')
    (example / "b.json").write_text('{"name": "b", "ignored_providers": ["groq"]}')
    assert invoke("lint", *KNOWN, "a.json", "member=b.json").stdout.startswith("$: ")


def test_the_json_has_the_remarks(invoke: Run, example: Path) -> None:
    (example / "g.json").write_text('{"enforce_zdr": true}')
    result = invoke("lint", "--json", "account=g.json")
    (remark,) = json.loads(result.stdout)["remarks"]
    assert result.exit_code == 1
    assert list(remark) == ["code", "path", "message", "hint", "layer", "guardrail"]
    assert (remark["code"], remark["path"]) == ("deprecated", "$.enforce_zdr")
    assert (remark["layer"], remark["guardrail"]) == ("account", "g")


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_no_doubt_is_status_0(invoke: Run, form: tuple[str, ...]) -> None:
    result = invoke("lint", *form, "key.json")
    assert result.exit_code == 0
    assert not form or json.loads(result.stdout) == {"remarks": []}


def test_no_guardrail_is_bad_input(invoke: Run) -> None:
    assert invoke("lint").exit_code == 2
