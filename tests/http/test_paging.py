"""Lists come in parts, and say how many rows there are in all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from routelock.service.operations import OPERATIONS, Operation

if TYPE_CHECKING:
    from tests.http.running import Client

PAGED = [row for row in OPERATIONS if row.query]
WRONG = ["-1", "1.5", "", "x", "1e3", "+1", " 1", "\u0661", "0x1", "null"]


@pytest.mark.parametrize("row", PAGED, ids=lambda row: row.name)
@pytest.mark.parametrize("value", WRONG)
@pytest.mark.parametrize("name", ["offset", "limit"])
def test_what_is_no_number_is_a_bad_request(
    client: Client, row: Operation, name: str, value: str
) -> None:
    assert client.do(row.name, params={name: value}).status_code == 400


@pytest.mark.parametrize(
    ("name", "most"), [(row.name, 1000 if row.name == "listModelsUser" else 100) for row in PAGED]
)
def test_a_limit_has_two_ends(client: Client, name: str, most: int) -> None:
    found = [
        client.do(name, params={"limit": limit}).status_code for limit in (0, 1, most, most + 1)
    ]
    assert found == [400, 200, 200, 400]


@pytest.mark.parametrize("row", PAGED, ids=lambda row: row.name)
@pytest.mark.parametrize("offset", ["0", "00000000000000000000000000", "99", "9" * 40])
def test_an_offset_may_be_as_far_as_one_likes(client: Client, row: Operation, offset: str) -> None:
    reply = client.do(row.name, params={"offset": offset})
    assert reply.status_code == 200
    assert len(reply.json()["data"]) == (reply.json()["total_count"] if offset[0] == "0" else 0)


def test_a_parameter_stands_there_once(client: Client) -> None:
    reply = client.ask("GET", "/scim/groups?limit=1&limit=2")
    assert reply.status_code == 400


def test_a_name_that_nobody_knows_is_left_alone(client: Client) -> None:
    assert client.ask("GET", "/scim/groups?colour=red").status_code == 200


def test_groups_come_in_parts(client: Client) -> None:
    whole = client.do("listScimGroups").json()
    parts = [client.do("listScimGroups", params={"offset": n, "limit": 1}).json() for n in (0, 1)]
    assert [part["data"][0] for part in parts] == whole["data"]
    assert {part["total_count"] for part in parts} == {whole["total_count"]} == {2}


def test_without_parameters_all_models_come(client: Client) -> None:
    whole = client.do("listModelsUser").json()
    assert len(whole["data"]) == whole["total_count"] == 30
    assert whole["links"] == {"next": None}


def test_models_can_be_read_link_by_link(client: Client) -> None:
    whole = client.do("listModelsUser").json()["data"]
    read: list[object] = []
    path: str | None = "/models/user?limit=7"
    while path is not None:
        part = client.ask("GET", path).json()
        read += part["data"]
        path = (part["links"]["next"] or "").removeprefix("/api/v1") or None
    assert read == whole


@pytest.mark.parametrize(
    ("query", "rows", "following"),
    [
        ("offset=28", 2, None),
        ("limit=30", 30, None),
        ("limit=29", 29, "/api/v1/models/user?offset=29&limit=29"),
        ("offset=30", 0, None),
        ("offset=1&limit=1", 1, "/api/v1/models/user?offset=2&limit=1"),
    ],
)
def test_the_next_link_has_both_parameters(
    client: Client, query: str, rows: int, following: str | None
) -> None:
    told = client.ask("GET", f"/models/user?{query}").json()
    assert (len(told["data"]), told["links"]["next"]) == (rows, following)
    assert told["total_count"] == 30
