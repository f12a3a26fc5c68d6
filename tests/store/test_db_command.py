"""The commands of the database, on files."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner

from routelock.cli.commands import Edge
from routelock.cli.db import db
from routelock.store.sql import SqlStore

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@click.group(cls=Edge)
def main() -> None:
    """A program with the commands of the database alone."""


main.add_command(db)

SEED = {"organizations": [{"id": "acme"}]}
VENDORS = {"xai": ["x-ai"]}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own with a seed and vendor words."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "seed.json").write_text(json.dumps(SEED), encoding="utf-8")
    (tmp_path / "vendors.json").write_text(json.dumps(VENDORS), encoding="utf-8")
    return tmp_path


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["db", *words], input=stdin, catch_exceptions=False)


def test_upgrade_makes_the_file_in_the_working_directory(here: Path) -> None:
    assert run("upgrade").output == "upgraded to 0001\n"
    assert run("upgrade").output == "nothing to upgrade\n"
    assert (here / "routelock.db").exists()


def test_seed_loads_a_document_and_says_what() -> None:
    ended = run("seed", "seed.json", "--database", "sqlite:///other.db")
    assert (ended.exit_code, ended.output) == (0, "organizations 1\n")
    with closing(SqlStore("sqlite:///other.db")) as store:
        assert store.organizations.get("acme", "acme") is not None


def test_seed_reads_standard_input() -> None:
    assert run("seed", "-", stdin=json.dumps(SEED)).exit_code == 0


def test_a_problem_is_one_line_with_the_file_and_the_path() -> None:
    run("seed", "seed.json")
    ended = run("seed", "seed.json")
    assert ended.exit_code == 2
    told = "seed seed.json: $.organizations[0]: organizations: the `id` is there already\n"
    assert ended.output == told


def test_words_adds_vendor_words(here: Path) -> None:
    run("seed", "seed.json", "--vendors", "vendors.json")
    assert run("words", "--vendors", "vendors.json").output == "nothing to add\n"
    more = json.dumps(VENDORS | {"acme": ["acme"]})
    (here / "more.json").write_text(more, encoding="utf-8")
    assert run("seed", "seed.json", "--vendors", "more.json").exit_code == 2
    assert run("words", "--vendors", "more.json").output == "added acme\n"


@pytest.mark.parametrize(
    "words",
    [
        ("upgrade", "--database", "mysql://h/d"),
        ("upgrade", "--database", "sqlite:////nowhere/at/all/x.db"),
        ("upgrade", "--database", "postgresql://127.0.0.1:1/d"),
        ("seed", "nothing.json"),
        ("seed", "seed.json", "--database", "postgresql://127.0.0.1:1/d"),
        ("words", "--vendors", "nothing.json"),
    ],
)
def test_bad_input_is_one_line_and_status_2(words: tuple[str, ...]) -> None:
    ended = run(*words)
    assert ended.exit_code == 2
    assert ended.output.count("\n") == 1


def test_without_the_extra_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    ended = run("upgrade", "--database", "postgresql://127.0.0.1:1/d")
    assert ended.exit_code == 2
    assert 'pip install "routelock[postgres]"' in ended.output
