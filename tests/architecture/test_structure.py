"""The picture in README.md is the one that the code draws, and it leaves nothing out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tools import structure

if TYPE_CHECKING:
    from pathlib import Path

MODULES = sorted(path for path in structure.SOURCE.rglob("*.py") if "__pycache__" not in path.parts)


def test_the_readme_shows_the_structure_that_the_code_has() -> None:
    readme = structure.README.read_text(encoding="utf-8")
    assert structure.MARKED.search(readme), "README.md has lost its two structure marks"
    assert readme == structure.redrawn(readme), "draw it anew: python -m tools.structure"


def test_the_picture_has_one_line_for_each_module() -> None:
    drawn = re.findall(r"^ *[a-z_][a-z_0-9]*/?(?: |$)(?!\d:)", structure.picture(), re.MULTILINE)
    assert len(drawn) == len(MODULES)


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(structure.SOURCE)))
def test_a_module_says_in_one_line_what_it_is(path: Path) -> None:
    assert structure.sentence(path)
