"""Every example in README.md and docs/ runs and shows what really comes out.

A page is one namespace and its commands run in a copy of the bundled example. `$ echo $?` after a
command states its exit status; a command without one has to succeed. `...` stands for anything.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "src" / "routelock" / "data" / "example"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("[!_]*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
RUN_BY_HAND = ("cd ", "make ", "pip ", "python -m pip ")
FLAGS = doctest.ELLIPSIS


class Block(NamedTuple):
    page: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(page, text.count("\n", 0, found.start()) + 2, *found.groups())
        for found in FENCE.finditer(text)
    ]


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def written_in(language: str) -> pytest.MarkDecorator:
    chosen = [block for block in BLOCKS if block.language == language]
    return pytest.mark.parametrize("block", chosen, ids=str)


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "example"
    shutil.copytree(EXAMPLE, folder)
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_of_a_page_does_what_it_shows(page: Path) -> None:
    source = [""] * page.read_text(encoding="utf-8").count("\n")
    for block in blocks_of(page):
        if block.language == "python":
            lines = block.text.splitlines()
            source[block.line - 1 : block.line - 1 + len(lines)] = lines
    parsed = doctest.DocTestParser().get_doctest("\n".join(source), {}, page.name, str(page), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(parsed, out=report.append)
    assert result.failed == 0, "".join(report)


@written_in("python")
def test_a_python_block_has_a_prompt_so_that_it_is_run(block: Block) -> None:
    assert ">>> " in block.text


@written_in("json")
def test_a_json_block_is_json(block: Block) -> None:
    assert json.loads(block.text)


@written_in("console")
def test_a_console_block_prints_what_it_shows(block: Block, example: Path) -> None:
    last = 0
    for command, shown in COMMAND.findall(block.text):
        if command == "echo $?":
            assert last == int(shown)
            last = 0
        elif not command.startswith(RUN_BY_HAND):
            assert last == 0, "the status of the command before is not shown: add `$ echo $?`"
            last, printed = run(command, example)
            same = doctest.OutputChecker().check_output(shown, printed, FLAGS)
            assert not shown or same, printed
    assert last == 0


def run(command: str, folder: Path) -> tuple[int, str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = {
        **os.environ,
        "PATH": path,
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "PYTHONPATH": str(ROOT / "src"),
    }
    ended = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout
