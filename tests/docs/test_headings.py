"""Whatever a reader may meet in an output has a heading in the docs."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from routelock import clauses
from routelock.cli import main
from routelock.filters import dialect
from routelock.guardrail import BuiltinFilter, CustomFilter, Guardrail
from routelock.lint import RemarkCode
from routelock.reasons import Code
from routelock.testing import laws, strategies

if TYPE_CHECKING:
    from types import ModuleType

CLAUSES = [
    name
    for name, kind in inspect.getmembers(clauses, inspect.isclass)
    if hasattr(kind, "refuses") and kind is not clauses.Refusal
]
FIELDS = {name for model in (Guardrail, BuiltinFilter, CustomFilter) for name in model.model_fields}
DOCS = Path(__file__).resolve().parents[2] / "docs"


def public(module: ModuleType) -> list[str]:
    """The laws or strategies of a module: the public functions that are written in it."""
    here = inspect.getmembers(module, inspect.isfunction)
    return [name for name, of in here if of.__module__ == module.__name__ and name[0] != "_"]


def headings(page: str) -> set[str]:
    """The words in backticks of every heading of a page."""
    lines = re.findall(r"^#+ .*$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
    return {word for line in lines for word in re.findall(r"`([^`]+)`", line)}


@pytest.mark.parametrize("code", list(Code))
def test_a_reason_code_has_a_heading(code: Code) -> None:
    assert code.value in headings("reasons.md")


def test_no_heading_is_about_a_code_that_is_gone() -> None:
    assert headings("reasons.md") <= {code.value for code in Code}


@pytest.mark.parametrize("code", list(RemarkCode))
def test_a_doubt_of_the_linter_has_a_heading(code: RemarkCode) -> None:
    assert code.value in headings("lint.md")


def test_the_table_of_patterns_is_the_one_in_the_code() -> None:
    table = re.findall(r"^\|.*$", dialect.__doc__ or "", re.MULTILINE)
    assert "\n".join(table) in (DOCS / "filters.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", list(main.commands))
def test_a_command_has_a_heading(name: str) -> None:
    assert f"routelock {name}" in headings("cli.md")


@pytest.mark.parametrize("name", CLAUSES)
def test_a_clause_has_a_heading(name: str) -> None:
    assert name in headings("clauses.md")


@pytest.mark.parametrize("name", [*public(laws), *public(strategies)])
def test_what_users_test_with_is_named(name: str) -> None:
    assert f"`{name}`" in (DOCS / "testing.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_a_field_of_a_guardrail_has_a_row(name: str) -> None:
    rows = (DOCS / "guardrails.md").read_text(encoding="utf-8")
    wire = "enforce_zdr_<word>" if name == "zdr" else name
    assert f"| `{wire}` |" in rows
