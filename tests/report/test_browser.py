"""A report in a real browser: no error, search, sort, keyboard, names, contrast, dark, paper."""

from __future__ import annotations

import os
from base64 import b64decode
from itertools import takewhile
from shutil import which
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium drives the browser")
pytest.importorskip("vl_convert", reason='charts need pip install "routelock[report]"')
pytest.importorskip("jinja2", reason='the page needs pip install "routelock[report]"')

from routelock.integrations.report import html  # noqa: E402 - it needs what was just imported
from tests.report.values import HOSTILE, comparison, replay  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from routelock.whatif import Comparison
    from routelock.whatif.replayed import Replayed

CHROMIUM, DRIVER = which("chromium") or which("chromium-browser"), which("chromedriver")
pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="chromium and chromedriver are not on this machine"
)
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
KEYS = webdriver.Keys
PAGES: dict[str, Comparison | Replayed] = {
    "diff": comparison(),
    "replay": replay(),
    "hostile": comparison(HOSTILE),
}
NAMED = {"button", "searchbox", "image", "figure", "region", "table", "DisclosureTriangle", "link"}
"""The roles of which each has to have a name."""

CONTRASTS = """
const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = (colour) => channels(colour).slice(0, 3)
  .map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, nth) => sum + c * [0.2126, 0.7152, 0.0722][nth], 0);
const clear = (colour) => colour === "transparent" || channels(colour)[3] === 0;
const behind = (one) => {
  for (; one; one = one.parentElement) {
    const colour = getComputedStyle(one).backgroundColor;
    if (!clear(colour)) return colour;
  }
  return "rgb(255, 255, 255)";
};
const found = {};
for (const one of document.querySelectorAll("body *:not(script)")) {
  const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!own || !one.checkVisibility() || one.closest("title, .skip")) continue;
  const style = getComputedStyle(one);
  const pair = [light(one.closest("svg") ? style.fill : style.color), light(behind(one))];
  const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
  const name = one.tagName + "." + (one.className.baseVal ?? one.className);
  found[name] = Math.min(found[name] ?? 99, ratio);
}
return found;
"""


class Browser(NamedTuple):
    """A browser and a folder of reports."""

    driver: Any
    folder: Path

    def open(self, name: str, scheme: str = "light", media: str = "screen") -> None:
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.cdp("Emulation.setEmulatedMedia", media=media, features=[feature])
        self.driver.get((self.folder / f"{name}.html").as_uri())

    def cdp(self, command: str, **values: Any) -> Any:
        return self.driver.execute_cdp_cmd(command, values)

    def ask(self, script: str) -> Any:
        return self.driver.execute_script(f"return {script}")

    def rows(self) -> list[str]:
        """The rows that can be seen, in their order."""
        script = "[...document.querySelectorAll('section.found tbody tr')]"
        texts: list[str] = self.ask(
            f"{script}.filter((row) => row.checkVisibility()).map((row) => row.innerText)"
        )
        return texts

    def press(self, key: str) -> None:
        self.driver.switch_to.active_element.send_keys(key)

    def walk_to(self, selector: str) -> None:
        """Press Tab until this is what has the focus."""
        for _ in range(60):
            if self.ask(f"document.activeElement.matches({selector!r})"):
                return
            self.press(KEYS.TAB)
        pytest.fail(f"no way to `{selector}` by keyboard")


@pytest.fixture(scope="module", name="browser")
def _browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder = tmp_path_factory.mktemp("reports")
    for name, told in PAGES.items():
        (folder / f"{name}.html").write_text(html(told, {"log": name}), encoding="utf-8")
    os.environ["SE_OFFLINE"] = "true"  # the driver is the one of this machine
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    driver.set_window_size(1280, 900)
    yield Browser(driver, folder)
    driver.quit()


every = pytest.mark.parametrize("page", [*PAGES])


@every
def test_a_report_runs_without_an_error_and_fetches_nothing(browser: Browser, page: str) -> None:
    browser.open(page)
    assert browser.driver.get_log("browser") == []
    assert browser.ask("performance.getEntriesByType('resource').length") == 0
    assert browser.ask("typeof hacked") == "undefined"


def test_its_policy_holds_back_every_other_script_and_request(browser: Browser) -> None:
    browser.open("diff")
    browser.ask(
        "document.body.insertAdjacentHTML('beforeend', '<img src=x:y onerror=\"hacked = 1\">')"
    )
    messages = [entry["message"] for entry in browser.driver.get_log("browser")]
    assert any("Content Security Policy" in message for message in messages)
    assert browser.ask("typeof hacked") == "undefined"


def test_a_search_keeps_the_rows_that_have_every_word(browser: Browser) -> None:
    browser.open("diff")
    all_rows = browser.rows()
    field = browser.driver.find_element("id", "search")
    field.send_keys("ZDR host-1/eu")
    kept = browser.rows()
    assert 0 < len(kept) < len(all_rows)
    assert all("zdr" in row and "host-1/eu" in row for row in kept)
    assert browser.ask("document.querySelector('#status').textContent") == (
        f"{len(kept)} of {len(all_rows)} rows"
    )
    assert browser.ask("document.querySelectorAll('section.found[hidden]').length") > 0
    field.clear()
    field.send_keys("nothing is called this")
    assert browser.rows() == []
    field.clear()
    field.send_keys(KEYS.SPACE)
    assert browser.rows() == all_rows


def test_a_table_is_sorted_by_keyboard_and_says_so(browser: Browser) -> None:
    browser.open("diff")
    first = browser.ask("document.querySelector('section.found table').rows.length") - 1
    browser.walk_to("section.found th:first-child button")
    names = browser.rows()[:first]
    for direction in ("ascending", "descending"):
        browser.press(KEYS.ENTER)
        assert browser.ask("document.activeElement.closest('th').ariaSort") == direction
        assert sorted(browser.rows()[:first]) == sorted(names)
    models = [int(row.split("\n")[0].partition("-")[2] or -1) for row in browser.rows()[:first]]
    assert models == sorted(models, reverse=True), "10 comes after 9"
    assert browser.ask("document.querySelectorAll('section.found [aria-sort]').length") == 1


def test_numbers_are_sorted_as_numbers_from_the_highest(browser: Browser) -> None:
    browser.open("replay")
    head = "document.querySelector('section.found:nth-last-child(2) th:nth-child(2)')"
    assert browser.ask(f"{head}.className") == "number"
    browser.ask(f"{head}.querySelector('button').click()")
    rows = f"[...{head}.closest('table').tBodies[0].rows]"
    cells = browser.ask(f"{rows}.map((row) => Number(row.cells[1].innerText))")
    assert len(cells) > 20
    assert cells == sorted(cells, reverse=True)
    assert browser.ask(f"{head}.ariaSort") == "descending"


@every
def test_whatever_can_be_met_by_a_screen_reader_has_a_name(browser: Browser, page: str) -> None:
    browser.open(page)
    browser.ask("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    nodes = browser.cdp("Accessibility.getFullAXTree")["nodes"]
    named = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"] and node["role"]["value"] in NAMED
    ]
    assert {role for role, _ in named} == NAMED
    assert [role for role, name in named if not name.strip()] == []
    assert ("searchbox", "search all tables") in [(role, name.lower()) for role, name in named]
    levels = browser.ask("[...document.querySelectorAll('h1, h2')].map((h) => h.tagName)")
    assert levels == ["H1", *["H2"] * (len(levels) - 1)]
    ids = browser.ask("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len({*ids})


@pytest.mark.parametrize("media", ["screen", "print"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", ["diff", "replay"])
def test_text_stands_out_from_what_is_behind_it(
    browser: Browser, page: str, scheme: str, media: str
) -> None:
    browser.open(page, scheme, media)
    found = browser.driver.execute_script(CONTRASTS)
    assert len(found) > 10
    assert {name: ratio for name, ratio in found.items() if ratio < 4.5} == {}


def test_dark_is_dark_and_paper_is_white_all_the_same(browser: Browser) -> None:
    papers = {
        "rgb(246, 247, 249)": ("light", "screen"),
        "rgb(17, 21, 28)": ("dark", "screen"),
        "rgb(255, 255, 255)": ("dark", "print"),
    }
    for paper, (scheme, media) in papers.items():
        browser.open("diff", scheme, media)
        assert browser.ask("getComputedStyle(document.body).backgroundColor") == paper


def test_paper_has_every_row_and_no_field_to_type_in(browser: Browser) -> None:
    browser.open("diff", media="print")
    assert not browser.ask("document.querySelector('search').checkVisibility()")
    assert browser.ask(
        "[...document.querySelectorAll('section.found .scroll')]"
        ".every((one) => one.scrollHeight <= one.clientHeight)"
    )
    pdf = b64decode(browser.cdp("Page.printToPDF", printBackground=True)["data"])
    assert pdf.startswith(b"%PDF-")
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") > 1


def test_a_narrow_window_needs_no_scrolling_to_the_side(browser: Browser) -> None:
    size = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.cdp("Emulation.setDeviceMetricsOverride", **size)
    try:
        for page in PAGES:
            browser.open(page)
            assert browser.ask("document.documentElement.scrollWidth") <= 390
    finally:
        browser.cdp("Emulation.clearDeviceMetricsOverride")


def test_the_way_of_the_tab_key_goes_down_the_page(browser: Browser) -> None:
    browser.open("diff")
    tops = []
    for _ in range(12):
        browser.press(KEYS.TAB)
        tops.append(browser.ask("document.activeElement.tagName"))
    assert tops[0] == "A"
    assert [*takewhile(lambda tag: tag != "INPUT", tops[1:])] == ["SUMMARY"] * 3
