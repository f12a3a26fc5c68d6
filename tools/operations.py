"""Operations: the pages of docs/api, written from the table of operations.

`python -m tools.operations` writes them, `python -m tools.operations --check` says what is stale.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from routelock.data import example
from routelock.http.errors import SENTENCES
from routelock.http.openapi import document, statuses
from routelock.service import snapshot
from routelock.service.access import Access
from routelock.service.operations import FURTHER, OPERATIONS, SPECIFIED, Operation
from routelock.service.world import World
from routelock.store.memory import MemoryStore
from routelock.wire import vendors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Json = dict[str, Any]

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "api"
WHO = {
    Access.MANAGEMENT: "a management key; without one 401, as for no key at all",
    Access.PREVIEW: "a management key; without one 403, as for no key at all",
    Access.LISTING: "a management key; 401 without a key, 403 for one that is no management key",
    Access.ANY_KEY: "any key that is neither disabled nor expired; else 401",
}


def described() -> Json:
    """The description of the API for the vendor words of the example."""
    return document(
        World(
            store=MemoryStore(),
            snapshot=snapshot.read(example("catalogue.json")),
            vendors=vendors.read(example("vendors.json")),
        )
    )


def pages() -> dict[str, str]:
    """Every page by its name."""
    told = described()
    found = {f"{row.name}.md": page(row, told) for row in OPERATIONS}
    return found | {"index.md": index()}


def index() -> str:
    """The list of all operations."""
    lines = ["# Operations", ""]
    lines += [
        "Every path stands behind `/api/v1`. All of it is described for machines too, with the"
    ]
    lines += ["vendor words of a deployment, at `/api/v1/openapi.json`.", ""]
    for title, rows in (("Of the specification", SPECIFIED), ("Further", FURTHER)):
        lines += [f"## {title}", "", "| operation | request | |", "|---|---|---|"]
        lines += [
            f"| [{r.name}]({r.name}.md) | `{r.method} {r.path}` | {r.summary} |" for r in rows
        ]
        lines += [""]
    names = "\n".join(row.name for row in OPERATIONS)
    return "\n".join([*lines, "```{toctree}", ":hidden:", "", names, "```", ""])


def page(row: Operation, told: Json) -> str:
    """The page of one operation."""
    said = told["paths"][row.path][row.method.lower()]
    parts = [f"# `{row.method} {row.path}`", f"{row.summary}. {_flat(said['description'])}"]
    parts += [f"Who may ask: {WHO[row.access]}.", *_parameters(said)]
    if body := said.get("requestBody"):
        fields = _rows(body["content"]["application/json"]["schema"], told)
        parts += ["## Body", _table(("field", "is", ""), fields)]
    reply = said["responses"][str(row.status)]["content"]["application/json"]["schema"]
    parts += [f"## Reply: {row.status}", _table(("field", "is", ""), _reply(reply, told))]
    errors = ((f"{status}", SENTENCES[status]) for status in statuses(row))
    parts += ["## Errors", _table(("status", "means"), errors)]
    return "\n\n".join(parts) + "\n"


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def _parameters(said: Json) -> Iterator[str]:
    rows = [
        (f"`{one['name']}`", one["in"], _kind(one["schema"]), one.get("description", ""))
        for one in said["parameters"]
    ]
    if rows:
        yield "## Parameters"
        yield _table(("name", "in", "is", ""), rows)


def _reply(schema: Json, told: Json, before: str = "") -> Iterator[tuple[str, str, str]]:
    """The fields of a reply; those of what it holds under `data` too."""
    for name, kind, note in _rows(schema, told):
        yield (f"`{before}{name[1:]}", kind, note)
    data = _known(schema, told).get("properties", {}).get("data", {})
    inner = data.get("items", data)
    if inner and not before:
        yield from _reply(inner, told, "data[]." if "items" in data else "data.")


def _rows(schema: Json, told: Json) -> Iterator[tuple[str, str, str]]:
    whole = _known(schema, told)
    required = whole.get("required", ())
    for name, field in whole.get("properties", {}).items():
        note = [field.get("description", "")]
        note += ["required"] if name in required else []
        note += ["deprecated"] if field.get("deprecated") else []
        yield f"`{name}`", _kind(field), "; ".join(part.rstrip(".") for part in note if part)


def _known(schema: Json, told: Json) -> Json:
    if "$ref" not in schema:
        return schema
    found: Json = told["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found


def _kind(schema: Json) -> str:
    """What a value is, in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    bounds = [str(schema[name]) for name in ("minimum", "maximum") if name in schema]
    kind = str(schema.get("format", schema.get("type", "")))
    return (
        f"{kind}, {' to '.join(bounds)}{'' if len(bounds) > 1 else ' or more'}" if bounds else kind
    )


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(
        f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in lines
    )


def main(words: list[str]) -> int:
    """Write the pages, or say which of them are not as they should be."""
    found = pages()
    there = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    stale = sorted(name for name in {*found, *there} if found.get(name) != there.get(name))
    if "--check" in words:
        for name in stale:
            print(f"docs/api/{name}: stale (run `python -m tools.operations`)")
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for name in stale:
        if name in found:
            (FOLDER / name).write_text(found[name], "utf-8")
        else:
            (FOLDER / name).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
