"""`--html`: a report in a file, whole or not at all, and told early where it cannot be."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from routelock.cli import reports
from routelock.cli.commands import main
from routelock.cli.files import FileError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

LOG = (
    '{"ts": "2026-03-01T08:00:00Z", "api_key": "k", "member": "ada", "workspace": "w", '
    '"model": "openai/gpt-4o", "provider": "openai", "prompt_tokens": 5, "completion_tokens": 5, '
    '"cost_usd": 0.1, "text": "a secret of mine"}'
)


@pytest.fixture(name="run")
def _run(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    folder = tmp_path / "example"
    shutil.copytree(root / "src" / "routelock" / "data" / "example", folder)
    monkeypatch.chdir(folder)
    (folder / "none.json").write_text("{}")
    (folder / "log.jsonl").write_text(LOG)

    def start(*words: str) -> Result:
        known = ("--catalogue", "catalogue.json", "--vendors", "vendors.json")
        return CliRunner().invoke(main, [*words, *known], catch_exceptions=False)

    return start


@pytest.fixture(name="drawn")
def _drawn() -> None:
    for module in reports.NEEDS:
        pytest.importorskip(module, reason='a report needs pip install "routelock[report]"')


@pytest.mark.usefixtures("drawn")
def test_a_report_of_a_diff_stands_beside_what_is_printed(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    result = run("diff", "none.json", "key.json", "--json", "--html", str(out))
    assert (result.exit_code, result.stderr) == (0, "")
    lost = json.loads(result.stdout)["endpoints_lost"]
    text = out.read_text(encoding="utf-8")
    assert all(f"<code>{row['tag']}</code>" in text for row in lost)
    assert "<code>none.json</code>" in text


@pytest.mark.usefixtures("drawn")
def test_a_report_of_a_replay_holds_no_text_of_a_request(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    out = tmp_path / "report.html"
    sides = ("--before", "none.json", "--after", "key.json")
    result = run("replay", "log.jsonl", *sides, "--html", str(out))
    assert (result.exit_code, result.stderr) == (0, "")
    text = out.read_text(encoding="utf-8")
    assert "<code>openai/gpt-4o</code>" in text
    assert "secret" not in text


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize("out", ["gone/report.html", ".", "/dev/null", "a\0b"])
def test_a_place_that_cannot_be_is_told_before_the_work(run: Run, out: str) -> None:
    result = run("diff", "gone.json", "key.json", "--html", out)
    assert (result.exit_code, result.stdout) == (2, "")
    assert ": cannot be written: " in result.stderr
    assert "gone.json" not in result.stderr


def test_a_missing_extra_is_told_before_the_work(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "find_spec", lambda _: None)
    result = run("diff", "none.json", "key.json", "--html", "report.html")
    assert (result.exit_code, result.stdout) == (2, "")
    assert 'pip install "routelock[report]"' in result.stderr


def test_what_fails_leaves_what_was_there_and_nothing_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    reports.whole(file, "old")
    with pytest.raises(UnicodeEncodeError):
        reports.whole(file, "new \ud800")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("report.html", "old")]


def test_a_folder_that_cannot_be_written_to_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"report\.html: cannot be written: "):
        reports.whole(tmp_path / "gone" / "report.html", "new")
