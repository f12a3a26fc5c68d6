"""Notebook: a comparison or a replay as plain HTML tables, for `_repr_html_`; nothing foreign."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from routelock.explain import sentence
from routelock.reasons import Code, Layer, Reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST = 20
"""Rows of a table: a notebook is no place for thousands."""


def html(told: Mapping[str, Any]) -> str:
    """What `as_json` gives: a table of its counts, and one for each of its lists, folded away.

    All text is escaped.

    >>> html({"rows": 2, "lost": ["<b>"]}).count("<table>")
    2
    """
    counts = {name: value for name, value in told.items() if not isinstance(value, list)}
    lists = {name: value for name, value in told.items() if isinstance(value, list) and value}
    grids = (_folded(name, rows) for name, rows in lists.items())
    return "".join((_grid([counts]), *grids))


def _folded(name: str, rows: Sequence[Any]) -> str:
    cut = f", the first {MOST}" if len(rows) > MOST else ""
    summary = f"<summary>{escape(_words(name))} ({len(rows)}{cut})</summary>"
    records = [row if isinstance(row, dict) else {"name": row} for row in rows[:MOST]]
    return f"<details>{summary}{_grid(records)}</details>"


def _grid(rows: Sequence[Mapping[str, Any]]) -> str:
    heads = "".join(f'<th scope="col">{escape(_words(name))}</th>' for name in rows[0])
    body = "".join(f"<tr>{''.join(map(_cell, row.values()))}</tr>" for row in rows)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    return f"<td>{_text(value)}</td>"


def _text(value: object) -> str:
    """A value in a cell: reasons as sentences, lists line by line, records as `name value`."""
    if isinstance(value, list):
        return "<br>".join(map(_text, value))
    if isinstance(value, dict):
        return _record(value)
    return "" if value is None else escape(str(value))


def _record(value: Mapping[str, Any]) -> str:
    if value.keys() == set(Reason._fields):
        code, layer, guardrail, field = (value[name] for name in Reason._fields)
        return escape(sentence(Reason(Code(code), Layer(layer), guardrail, field)))
    return ", ".join(f"{escape(_words(name))} {_text(one)}" for name, one in value.items())


def _words(name: str) -> str:
    return name.replace("_", " ")
