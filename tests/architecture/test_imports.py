"""The import contracts of pyproject.toml hold, and each of them would notice."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"]
    env = {"PYTHONPATH": str(folder / "src"), "COLUMNS": "200", "NO_COLOR": "1"}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_every_import_points_down_the_rings_and_none_goes_in_a_circle(root: Path) -> None:
    result = lint_imports(root)
    assert result.returncode == 0, result.stdout
    assert " 0 broken" in result.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("reasons.py", "import routelock.gate", "a ring imports only"),
        ("policy.py", "import routelock.clearance", "inside ring 1"),
        ("errors.py", "import routelock.reasons", "inside ring 0"),
        ("errors.py", "import routelock.vendors", "no circle of imports"),
        ("budget.py", "import time", "the core knows no framework, no clock"),
        ("unheard_of.py", "", "a ring imports only"),
    ],
)
def test_a_contract_notices(
    root: Path, tmp_path: Path, module: str, line: str, contract: str
) -> None:
    shutil.copytree(root / "src", tmp_path / "src")
    shutil.copy(root / "pyproject.toml", tmp_path)
    with (tmp_path / "src" / "routelock" / module).open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    report = lint_imports(tmp_path).stdout
    assert re.search(rf"^{contract}.* BROKEN", report, re.MULTILINE), report


def test_the_oracle_imports_nothing_of_what_it_judges() -> None:
    graph = grimp.build_graph("routelock", cache_dir=None)
    assert graph.find_modules_directly_imported_by("routelock.testing.oracle") == set()
