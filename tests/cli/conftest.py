"""What tests of the command line start from: the bundled example as files, and two ways to run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from routelock.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Ended = subprocess.CompletedProcess[bytes]


@pytest.fixture
def example(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own with the bundled example, and the working directory."""
    folder = tmp_path / "example"
    shutil.copytree(root / "src" / "routelock" / "data" / "example", folder)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def run(root: Path, example: Path) -> Callable[..., Ended]:
    """The real command in a process of its own; it gets bytes and gives bytes."""
    env = {**os.environ, "PYTHONPATH": str(root / "src"), "NO_COLOR": "1"}
    env.pop("COLUMNS", None)

    def start(*words: str, stdin: bytes = b"") -> Ended:
        command = [sys.executable, "-m", "routelock", *words]
        return subprocess.run(
            command, input=stdin, capture_output=True, cwd=example, env=env, check=False
        )

    return start


@pytest.fixture
def invoke(example: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """The command in this process: quicker, for many inputs."""
    monkeypatch.chdir(example)

    def start(*words: str, stdin: bytes = b"") -> Result:
        return CliRunner().invoke(main, words, input=stdin, catch_exceptions=False)

    return start
