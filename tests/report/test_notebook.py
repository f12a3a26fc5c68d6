"""Notebook: comparisons and replays as plain HTML, with nothing installed for it."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from routelock.explain import sentence
from routelock.whatif import notebook
from tests.report.values import HOSTILE, IGNORED, comparison, replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from routelock.whatif import Comparison
    from routelock.whatif.replayed import Replayed

both = pytest.mark.parametrize("told", [comparison, replay])


class Tags(HTMLParser):
    """The tags of a document, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        assert attrs in ([], [("scope", "col")])
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@both
def test_a_name_is_text_and_never_markup(told: Callable[[str], Comparison | Replayed]) -> None:
    tags = Tags(told(HOSTILE)._repr_html_())
    assert tags.tags <= {"details", "summary", "table", "thead", "tbody", "tr", "th", "td", "br"}
    assert HOSTILE in tags.text


def test_every_row_says_its_reasons_and_only_so_many_rows_are_shown() -> None:
    shown = comparison()._repr_html_()
    lost = shown.partition("endpoints gained")[0]
    assert lost.count("<tr>") == 2 + 1 + notebook.MOST
    assert "endpoints lost (40, the first 20)" in lost
    assert sentence(IGNORED) in Tags(lost).text


def test_a_notebook_needs_no_extra() -> None:
    code = (
        "import sys; import routelock.whatif.replayed; "
        "print({'jinja2', 'markupsafe', 'vl_convert', 'pyarrow'} & sys.modules.keys())"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "set()\n"
