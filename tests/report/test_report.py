"""Report: one document that stands alone, of values alone, and of all of them."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("vl_convert", reason='charts need pip install "routelock[report]"')
pytest.importorskip("jinja2", reason='the page needs pip install "routelock[report]"')

from routelock.integrations.report import document, html
from routelock.integrations.report.bars import MOST, Count, bars
from routelock.integrations.report.days import Point, columns
from routelock.integrations.report.svg import drawn
from routelock.whatif.comparison import Comparison, Left
from routelock.whatif.replayed import DIMENSIONS, Replayed, Totals
from tests.report.values import HOSTILE, comparison, replay

if TYPE_CHECKING:
    from collections.abc import Callable

    Told = Callable[..., Comparison | Replayed]

both = pytest.mark.parametrize("told", [comparison, replay])
NOTHING = Comparison((), (), (), (), Left(0, 0), Left(0, 0), (), (), (), ())
EMPTY = Replayed(Totals(), {}, {dimension: {} for dimension in DIMENSIONS})


class Outline(HTMLParser):
    """The tags of a document with their attributes, and its text by the tag it is in."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self.tags[-1][0] if self.tags else "", []).append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


@both
def test_a_hostile_name_adds_no_tag_and_no_attribute(told: Told) -> None:
    kind, hostile = (Outline(html(told(name), {"log": name})) for name in ("kind", HOSTILE))
    assert {tag for tag, _ in hostile.tags} <= {tag for tag, _ in kind.tags}
    assert hostile.count("script") == hostile.count("style") == 1
    assert not any(name.startswith("on") for _, attrs in hostile.tags for name in attrs)
    assert html(told(HOSTILE)).encode("utf-8").isascii() is False


@both
def test_a_document_fetches_nothing_and_runs_only_its_own_script(told: Told) -> None:
    text = html(told())
    page = Outline(text)
    addresses = {"src", "href", "xlink:href", "srcset", "action", "style"}
    found = [value for _, attrs in page.tags for name, value in attrs.items() if name in addresses]
    assert found == ["#tables"]
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/)", text)
    (policy,) = (a["content"] for _, a in page.tags if "content-security" in str(a).lower())
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    for tag in ("style", "script"):
        (said,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        digest = b64encode(sha256(said.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


@both
def test_equal_values_give_equal_documents(told: Told) -> None:
    assert html(told(), {"log": "march"}) == html(told(), {"log": "march"})


@pytest.mark.parametrize("told", [NOTHING, EMPTY])
def test_nothing_to_show_is_a_document_too(told: Comparison | Replayed) -> None:
    page = Outline(html(told))
    assert page.count("figure") == page.count("table") == page.count("search") == 0
    assert page.count("h1") == 1


def test_every_endpoint_has_a_row_with_its_reasons() -> None:
    text = html(comparison())
    lost = text[text.index('id="table-1"') : text.index('id="table-2"')]
    assert lost.count("<tr>") == 1 + 40
    assert lost.count("<code>enforce_zdr_openai</code>") == 26
    assert lost.count("<code>ignored_providers</code>") == 40


def test_a_long_table_says_how_much_of_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "MOST", 5)
    assert "lost (5 of 40 shown)" in html(comparison())


@both
def test_every_chart_has_a_name_and_its_numbers_as_a_table(told: Told) -> None:
    page = Outline(html(told()))
    images = [attrs for tag, attrs in page.tags if tag == "svg"]
    assert len(images) == page.count("figure") == page.count("details") >= 3
    assert all(image["role"] == "img" and image["aria-label"] for image in images)
    assert page.count("title") > len(images), "marks say what they stand for"


def test_bars_add_up_and_leave_out_what_is_nothing() -> None:
    counts = [Count("a", "x", 1), Count("a", "x", 2), Count("b", "y", 0), Count("c", "y", 4)]
    chart = bars("some", counts, {"x": "lost", "y": "gained"})
    assert chart is not None
    assert chart.numbers.rows == (("c", "0", "4"), ("a", "3", "0"))
    assert bars("none", [Count("b", "y", 0)], {"y": "lost"}) is None
    assert columns("none", [Point("2026-01-01", "y", 0)], {"y": "lost"}, "rows") is None


def test_long_names_that_begin_alike_keep_a_bar_each() -> None:
    counts = [Count("word " * 40 + end, "x", 1) for end in "ab"]
    chart = bars("some", counts, {"x": "lost"})
    assert chart is not None
    assert drawn(chart).count("<title>") == 2


def test_only_the_longest_bars_are_drawn_and_the_title_says_so() -> None:
    chart = bars("some", [Count(str(n), "x", n) for n in range(1, 30)], {"x": "lost"})
    assert chart is not None
    assert chart.title == f"some (the first {MOST} of 29)"
    assert [int(name) for name, _ in chart.numbers.rows] == [*range(29, 29 - MOST, -1)]


def test_a_chart_has_no_colour_but_those_of_the_page() -> None:
    svgs = re.findall(r"<svg.*?</svg>", html(replay()), re.DOTALL)
    colours = {found for svg in svgs for found in re.findall(r'(?:fill|stroke)="([^"]+)"', svg)}
    assert all(colour in {"none", "transparent", "currentColor"} or "var(--" in colour
               for colour in colours), colours  # fmt: skip


def test_days_without_a_date_are_on_no_axis() -> None:
    assert ">None<" not in html(replay())
