"""Screenshots: the pictures of reports in the docs, taken anew by a real browser.

`python -m tools.screenshots FOLDER` takes a folder that `python -m tools.traffic` has written, and
needs chromium and chromedriver. One picture is light on its left and dark on its right.
"""

from __future__ import annotations

import argparse
import sys
from base64 import b64encode
from pathlib import Path
from shutil import which
from subprocess import run
from tempfile import TemporaryDirectory

from selenium import webdriver

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
EXAMPLE = ROOT / "src" / "routelock" / "data" / "example"
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
WIDTH, HEIGHT = 1280, 1010
SPLIT = """<!doctype html><style>body {{ margin: 0 }} img {{ position: absolute; top: 0; left: 0 }}
#dark {{ clip-path: inset(0 0 0 50%) }}</style>
<img src="data:image/png;base64,{light}"><img id="dark" src="data:image/png;base64,{dark}">"""


def main(world: Path) -> None:
    """Write both pictures."""
    IMAGES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        replay, diff, both = (Path(folder) / f"{name}.html" for name in ("replay", "diff", "both"))
        _report(world, replay, "replay", "log.parquet", "--before", "before/manifest.json",
                "--after", "after/manifest.json")  # fmt: skip
        _report(EXAMPLE, diff, "diff", "member=member.json", "key.json")
        driver = _driver()
        try:
            taken = {scheme: _taken(driver, replay, scheme) for scheme in ("light", "dark")}
            both.write_text(
                SPLIT.format(**{name: b64encode(png).decode() for name, png in taken.items()})
            )
            (IMAGES / "report.png").write_bytes(_taken(driver, both, "light"))
            (IMAGES / "report-search.png").write_bytes(
                _taken(driver, diff, "light", "openai azure")
            )
        finally:
            driver.quit()


def _report(folder: Path, out: Path, *words: str) -> None:
    known = ("--catalogue", "catalogue.json", "--vendors", "vendors.json", "--html", str(out))
    run(
        [sys.executable, "-m", "routelock", *words, *known],
        cwd=folder,
        check=True,
        capture_output=True,
    )


def _driver() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = which("chromium") or "chromium"
    for flag in FLAGS:
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(which("chromedriver")))


def _taken(driver: webdriver.Chrome, page: Path, scheme: str, searched: str = "") -> bytes:
    """A picture of the top of a page, or of its tables after a search."""
    feature = {"name": "prefers-color-scheme", "value": scheme}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    size = {"width": WIDTH, "height": 600 if searched else HEIGHT}
    device = {**size, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", device)
    driver.get(page.as_uri())
    if searched:
        driver.find_element("id", "search").send_keys(searched)
        driver.execute_script("document.querySelector('search').scrollIntoView()")
    png: bytes = driver.get_screenshot_as_png()
    return png


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path)
    main(parser.parse_args().folder)
