"""Every operation gives every status that it declares, and nothing but what it declares."""

from __future__ import annotations

import json
import socket
from time import sleep
from typing import TYPE_CHECKING, Any, NoReturn

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from routelock.http.app import Edge, api
from routelock.http.incoming import Bounds
from routelock.http.openapi import statuses
from routelock.service import demo
from routelock.service.operations import OPERATIONS, Operation
from routelock.store import rows
from tests.http.running import BY_NAME, GOOD, NOBODY, fits, prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.http.running import Client

CASES = [(row.name, status) for row in OPERATIONS for status in statuses(row)]
HUSH = "a word that nobody may read"


class Never:
    """A limiter under which everybody waits."""

    def wait(self, key: str, now: float) -> float:
        del key, now
        return 2.5


class Broken:
    """A store that fails, and says what it should not."""

    def __getattr__(self, name: str) -> NoReturn:
        raise RuntimeError(HUSH)


def bad(client: Client, row: Operation) -> httpx.Response:
    if row.body is not None:
        return client.do(row.name, content=b"{")
    if row.query:
        return client.do(row.name, params={"offset": "-1"})
    return client.do(row.name, path=GOOD[row.name](client.demo)[0].replace("demo", "a%20b"))


def unauthorized(client: Client, row: Operation) -> httpx.Response:
    return client.do(row.name, key="wrong")


def forbidden(client: Client, row: Operation) -> httpx.Response:
    if row.name == "createVideos":
        pattern = {"pattern": "dog", "action": "block"}
        client.do("updateGuardrail", json={"content_filters": [pattern]})
    return client.do(row.name, key=client.demo.ordinary_key)


def missing(client: Client, row: Operation) -> httpx.Response:
    path, body = GOOD[row.name](client.demo)
    told = client.demo
    if row.name == "listScimGroups":
        client.world.store.organizations.update(
            demo.ORGANIZATION,
            demo.ORGANIZATION,
            lambda one: rows.Organization(id=one.id, created_at=one.created_at),
        )
    if row.name == "listModelsUser":
        client.world.store.workspaces.remove(demo.ORGANIZATION, told.workspace_id)
    for known in (told.guardrail_id, told.mapping_id, told.video_job_id, told.workspace_id):
        path = path.replace(known, NOBODY)
    for known in (told.key_hash, "pending", "demo", "gpt-5"):
        path = path.replace(known, "nobody")
    unknown: Mapping[str, Any] = {
        "createScimGroupMapping": {"scim_group_id": NOBODY},
        "createGuardrail": {"workspace_id": NOBODY},
        "createKeys": {"workspace_id": NOBODY},
        "createPreset": {"workspace_id": NOBODY},
        "createVideos": {"model": "nobody/knows"},
    }
    sent: dict[str, Any] = {} if body is None else {"json": {**body, **unknown.get(row.name, {})}}
    return client.do(row.name, path=path, **sent)


def unknown_method(client: Client, row: Operation) -> httpx.Response:
    reply = client.do(row.name, method="OPTIONS")
    assert row.method in reply.headers["allow"].split(", ")
    return reply


def slow(client: Client, row: Operation) -> httpx.Response:
    client.serve(Edge(Bounds(seconds=0.1)))

    def parts() -> Any:
        yield b"{"
        sleep(0.5)
        yield b"}"

    return client.do(row.name, content=parts())


def conflicting(client: Client, row: Operation) -> httpx.Response:
    nobody = {"key_hashes": ["nobody"], "member_user_ids": ["nobody"]}
    body = GOOD[row.name](client.demo)[1] or {}
    if named := {name: nobody[name] for name in body if name in nobody}:
        return client.do(row.name, json=named)
    client.do(row.name)
    return client.do(row.name)


def large(client: Client, row: Operation) -> httpx.Response:
    client.serve(Edge(Bounds(largest=1000)))
    return client.do(row.name, content=b"x" * 1001)


def often(client: Client, row: Operation) -> httpx.Response:
    client.serve(limiter=Never())
    reply = client.do(row.name)
    assert reply.headers["retry-after"] == "3"
    return reply


def broken(client: Client, row: Operation) -> httpx.Response:
    lines: list[Mapping[str, Any]] = []
    client.serve(Edge(log=lines.append), store=Broken())
    reply = client.do(row.name)
    assert HUSH not in reply.text + json.dumps(lines)
    told = next(line for line in lines if line["status"] == 500)
    assert told["request_id"] == reply.headers["x-request-id"]
    assert told["fault"] == ["RuntimeError"]
    assert told["at"]
    return reply


PROVOKED: dict[int, Callable[[Client, Operation], httpx.Response]] = {
    400: bad,
    401: unauthorized,
    403: forbidden,
    404: missing,
    405: unknown_method,
    408: slow,
    409: conflicting,
    413: large,
    429: often,
    500: broken,
}


@pytest.mark.parametrize(("name", "status"), CASES)
def test_an_operation_gives_each_error_that_it_declares(
    client: Client, name: str, status: int
) -> None:
    prepare(client, name)
    reply = PROVOKED[status](client, BY_NAME[name])
    assert reply.status_code == status, reply.text
    told = reply.json()
    assert told["error"]["code"] == status
    assert told["service_metadata"]["request_id"] == reply.headers["x-request-id"]


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: row.name)
def test_an_operation_succeeds_as_it_declares(client: Client, row: Operation) -> None:
    prepare(client, row.name)
    assert client.do(row.name).status_code == row.status


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: row.name)
def test_an_operation_says_the_same_on_a_database(
    client: Client, on_sqlite: Client, row: Operation
) -> None:
    statuses = []
    for one in (on_sqlite, client):
        one.serve(Edge(quick=True))
        prepare(one, row.name)
        statuses.append([one.do(row.name).status_code, missing(one, row).status_code])
    assert statuses[0] == statuses[1]
    assert statuses[0][0] == row.status


@pytest.mark.parametrize(
    "row", [row for row in OPERATIONS if row.method == "GET"], ids=lambda row: row.name
)
def test_asking_for_the_head_gives_no_body(client: Client, row: Operation) -> None:
    prepare(client, row.name)
    reply = client.ask("HEAD", GOOD[row.name](client.demo)[0])
    assert (reply.status_code, reply.content) == (200, b"")


def test_a_body_without_a_length_is_bounded_too(client: Client) -> None:
    client.serve(Edge(Bounds(largest=1000)))
    reply = client.do("createGuardrail", content=iter([b"x" * 600, b"x" * 600]))
    assert reply.status_code == 413


def test_a_declared_length_is_believed_before_anything_is_read(client: Client) -> None:
    host, port = client.base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as raw:
        raw.sendall(
            b"POST /api/v1/guardrails HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999\r\n\r\n"
        )
        assert b" 413 " in raw.recv(100)


@pytest.mark.parametrize("path", ["", "/", "/nope", "/guardrails/", "/keys/a/b", "/openapi"])
def test_an_unknown_path_is_not_found(client: Client, path: str) -> None:
    reply = client.ask("GET", path)
    assert reply.status_code == 404
    assert reply.json()["error"]["code"] == 404


@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"[]", b"{", b'{"name": "a", "name": "b"}', b'{"name": NaN}', b"\xff",
     b"[" * 9999, b'{"name": "\\ud800"}'],
)  # fmt: skip
@pytest.mark.parametrize("name", ["createGuardrail", "createKeys", "createVideos"])
def test_what_is_no_json_object_is_a_bad_request(client: Client, name: str, body: bytes) -> None:
    assert client.do(name, content=body).status_code == 400


def test_all_problems_of_a_body_are_told_at_once(client: Client) -> None:
    reply = client.do("createKeys", json={"limit": "2", "limit_reset": "yearly", "nmae": "x"})
    told = reply.json()["error"]["metadata"]["problems"]
    assert [problem["path"] for problem in told] == ["$.name", "$.limit", "$.limit_reset", "$"]


def test_a_refusal_has_its_reasons(client: Client) -> None:
    client.do("updateGuardrail", json={"allowed_models": []})
    reply = client.do("createVideos", key=client.demo.ordinary_key)
    reasons = reply.json()["error"]["metadata"]["reasons"]
    assert reply.status_code == 404
    assert reasons == [
        {
            "code": "model_not_allowed",
            "layer": "key",
            "guardrail": client.demo.guardrail_id,
            "field": "/allowed_models",
        }
    ]


def test_a_request_id_is_never_the_clients(client: Client) -> None:
    reply = client.ask("GET", "/guardrails", headers={"x-request-id": "mine"})
    assert reply.headers["x-request-id"] != "mine"


def test_a_log_line_has_nothing_that_was_sent(client: Client) -> None:
    lines: list[Mapping[str, Any]] = []
    client.serve(Edge(log=lines.append))
    client.do("createVideos", json={"model": "openai/gpt-5", "prompt": HUSH})
    client.ask("GET", f"/presets/{HUSH}?{HUSH}", key=HUSH)
    assert len(lines) == 2
    assert not {HUSH, client.demo.management_key} & {str(value) for value in lines[0].values()}
    assert HUSH not in json.dumps(lines)


def test_health_is_asked_without_a_key(client: Client) -> None:
    for path in ("/healthz", "/readyz"):
        assert httpx.get(client.base + path).status_code == 200
        assert httpx.post(client.base + path).status_code == 405
    client.serve(store=Broken())
    assert httpx.get(client.base + "/readyz").status_code == 500
    assert httpx.get(client.base + "/healthz").status_code == 200


def test_the_operations_can_be_mounted_in_another_application(client: Client) -> None:
    client.switch.app = Starlette(routes=[Mount("/gateway/v1", api(client.world))])
    key = {"authorization": f"Bearer {client.demo.management_key}"}
    found = {
        path: httpx.get(f"{client.base}{path}", headers=key).status_code
        for path in ("/gateway/v1/guardrails", "/gateway/v1/openapi.json", "/gateway/v1/nope")
    }
    assert [*found.values()] == [200, 200, 404]


def test_a_video_that_has_ended_cannot_be_cancelled(client: Client) -> None:
    path = f"/videos/{client.demo.video_job_id}/cancel"
    reply = client.do("cancelVideos", path=path)
    assert reply.status_code == 409
    fits(BY_NAME["cancelVideos"], reply)
