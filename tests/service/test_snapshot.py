from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from routelock.data import example
from routelock.errors import CatalogueError
from routelock.service import snapshot
from routelock.service.shapes import BEYOND

if TYPE_CHECKING:
    from pathlib import Path


def sent(data: bytes) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    read = snapshot.read(data)
    return [json.loads(row.body) for row in read.models], [*map(json.loads, read.endpoints)]


def test_what_a_catalogue_says_is_sent_as_it_says_it() -> None:
    document = json.loads(example("catalogue.json"))
    models, endpoints = sent(example("catalogue.json"))
    assert models == document["models"]
    written = {(row["model_id"], row["tag"]): row for row in document["endpoints"]}
    for row in endpoints:
        before = written[row["model_id"], row["tag"]]
        kept = {name: value for name, value in before.items() if name not in snapshot.INTERNAL}
        assert {name: row[name] for name in row if name not in BEYOND} == kept


def test_what_decides_is_not_sent() -> None:
    _, endpoints = sent(example("catalogue.json"))
    assert not any(snapshot.INTERNAL & set(row) for row in endpoints)


def test_rows_stand_in_the_order_of_their_numbers() -> None:
    rows = json.loads(example("catalogue.json"))
    rows["endpoints"].reverse()
    read = snapshot.read(json.dumps(rows).encode())
    named = [(json.loads(row)["model_id"], json.loads(row)["tag"]) for row in read.endpoints]
    assert named == [(one.model.id, one.tag) for one in read.catalogue.endpoints]


def test_an_alias_is_a_row_of_the_model_that_it_stands_for() -> None:
    read = snapshot.read(example("catalogue.json"))
    row = next(row for row in read.models if b'"~anthropic/claude-sonnet-latest"' in row.body)
    assert row.model_id == "anthropic/claude-sonnet-4.5"


def test_a_catalogue_that_is_wrong_is_not_served() -> None:
    with pytest.raises(CatalogueError):
        snapshot.read(b'{"models": []}')


def test_the_shared_catalogue_is_sent_whole(shared: Path) -> None:
    models, endpoints = sent((shared / "catalogue" / "catalogue.json").read_bytes())
    assert (len(models), len(endpoints)) == (421, 2379)
    assert {row["status"] for row in endpoints} == {0, -2, -5}
    for row in endpoints:
        assert row["status"] == snapshot.status(row["uptime_last_30m"])
