"""Document: a page as HTML that stands alone; whatever is a value is escaped.

Its security policy allows this one style sheet and this one script by their hashes, and no network.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

from routelock.explain import Report
from routelock.integrations.report.charts import shown
from routelock.integrations.report.svg import drawn
from routelock.whatif.report import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from routelock.explain import Table
    from routelock.integrations.report.page import Page

MOST = 2_000
"""Rows of a table: more of them make a page slow, and `--json` has all."""

_CODE = re.compile(r"(`+) ?(.+?) ?\1(?!`)")
_NUMBER = re.compile(r"(-|[\d.,]+)( → (-|[\d.,]+))?")


def written(page: Page, subject: Mapping[str, str]) -> str:
    """The document; equal pages give equal documents."""
    style, script = _beside("page.css"), _beside("page.js")
    return _TEMPLATE.render(
        page=page,
        subject=subject,
        tables=shortened(Report(page.sentence, page.tables), MOST).tables,
        charts=[(chart, Markup(drawn(chart))) for chart in page.charts],  # noqa: S704 (it escapes)
        style=style,
        script=script,
        policy=f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'",
    )


def _beside(name: str) -> Markup:
    """A file of this package as it is: nobody but us has written it."""
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    return Markup(text)  # noqa: S704


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _cell(text: str, *, names: bool) -> Markup:
    """The lines of a cell; names are code, and so is what a sentence has in backticks."""
    line = _name if names else _sentence
    return Markup("<br>\n").join(map(line, text.split("\n")))


def _name(line: str) -> Markup:
    return Markup("<code>{}</code>").format(shown(line))


def _sentence(line: str) -> Markup:
    return Markup(_CODE.sub(r"<code>\2</code>", str(escape(shown(line)))))  # noqa: S704 (escaped)


def _numeric(table: Table) -> list[bool]:
    """Which columns hold numbers alone."""
    return [all(map(_NUMBER.fullmatch, cells)) for cells in zip(*table.rows, strict=True)]


def _safe(value: object) -> object:
    return value if isinstance(value, Markup) or not isinstance(value, str) else shown(value)


_ENVIRONMENT = Environment(
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=_safe,
)
_ENVIRONMENT.filters.update(cell=_cell, numeric=_numeric)
_TEMPLATE = _ENVIRONMENT.from_string(_beside("page.html"))
