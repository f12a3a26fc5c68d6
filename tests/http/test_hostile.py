"""Whoever means harm gets an error, learns nothing, and leaves the server as it was."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from routelock.http.app import Edge
from routelock.http.incoming import Bounds

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tests.http.running import Client

TRICKS = [
    "/guardrails/..%2f..%2fetc%2fpasswd",
    "/guardrails/%00",
    "/guardrails/1'%20OR%20'1'='1",
    "/keys/'%3b%20DROP%20TABLE%20keys--",
    "/keys/%00",
    "/keys/%ff%fe",
    "/presets/..",
    "/presets/%2e%2e",
    "/presets/a%0d%0aset-cookie:%20x",
    "/presets/%00",
    "/videos/%00",
    "/videos/%e2%80%ae",
    "/scim/group-mappings/{id}",
    "/models/a/%00/endpoints",
    "/models/%2e%2e/%2e%2e/endpoints",
    "/guardrails?workspace_id=%00",
    "/guardrails?workspace_id=1'%20OR%20'1'='1",
    "/guardrails?workspace_id=00000000-0000-4000-8000-000000000000",
    "/scim/groups?limit=1%3bDROP",
    "//guardrails",
    "/guardrails/" + "a" * 20_000,
]


def alive(client: Client) -> bool:
    return client.do("getGuardrail").status_code == 200


def raw(client: Client, data: bytes) -> bytes:
    """What comes back of bytes on the wire."""
    host, port = client.base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as held:
        held.sendall(data)
        found = b""
        while part := held.recv(65_536):
            found += part
        return found


@pytest.mark.parametrize("path", TRICKS)
def test_a_trick_in_a_path_finds_nothing(client: Client, path: str) -> None:
    reply = client.ask("GET", path)
    empty = reply.status_code == 200 and reply.json()["data"] == []
    assert empty or reply.status_code in (400, 404)
    assert "set-cookie" not in reply.headers
    assert alive(client)


@pytest.mark.parametrize("words", ["'; DROP TABLE keys; --", "\r\nset-cookie: x", "\u202e", "<b>"])
def test_what_was_written_is_only_text(client: Client, words: str) -> None:
    made = client.do("createGuardrail", json={"name": words, "description": words}).json()["data"]
    assert made["name"] == words
    read = client.ask("GET", f"/guardrails/{made['id']}").json()["data"]
    assert read == made
    assert alive(client)


def test_what_no_database_can_keep_is_a_bad_request(client: Client) -> None:
    for name, body in (
        ("createKeys", {"name": "a\x00"}),
        ("createPreset", {"slug": "a", "name": "a\x00"}),
        ("createPreset", {"slug": "a", "name": "a", "system_prompt": "\x00"}),
        ("updateKeys", {"limit": 1e300}),
        ("createKeys", {"name": "x" * 2000}),
        ("bulkAssignKeysToGuardrail", {"key_hashes": ["x"] * 101}),
    ):
        assert client.do(name, json=body).status_code == 400, name


def test_many_wrong_keys_are_all_refused_and_none_is_remembered(client: Client) -> None:
    lines: list[Mapping[str, Any]] = []
    client.serve(Edge(log=lines.append))
    for number in range(300):
        assert client.ask("GET", "/guardrails", key=f"wrong{number}").status_code == 401
    assert {line["status"] for line in lines} == {401}
    assert alive(client)


def test_a_body_that_never_ends_is_given_up(client: Client) -> None:
    client.serve(Edge(Bounds(seconds=0.2)))
    head = b"POST /api/v1/guardrails HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"
    assert b" 408 " in raw(client, head).split(b"\r\n")[0]
    assert alive(client)


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x00",
        b"GET /api/v1/keys HTTP/1.1\r\nhost: x\r\nx: " + b"a" * 100_000 + b"\r\n\r\n",
        b"POST /api/v1/keys HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST /api/v1/keys HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_what_is_no_http_is_turned_away(client: Client, data: bytes) -> None:
    assert not raw(client, data + b"\r\n" * 2).startswith(b"HTTP/1.1 2")
    assert alive(client)


def test_deep_json_is_a_bad_request(client: Client) -> None:
    deep = b'{"slug": "a", "name": "a", "config": ' + b'{"a":' * 900 + b"1" + b"}" * 901
    assert client.do("createPreset", content=deep).status_code in (201, 400)
    assert client.do("createPreset", content=deep.replace(b"1}", b"[" * 5000)).status_code == 400
    assert alive(client)


def test_an_error_never_repeats_a_prompt(client: Client) -> None:
    words = "my card is 4111"
    for body in ({"model": words, "prompt": words}, {"model": 3, words: words},
                 {"model": "openai/gpt-5", "provider": {words: 1}}):  # fmt: skip
        assert words not in client.do("createVideos", json=body).text


def test_the_host_header_is_only_a_name(client: Client) -> None:
    for host in ("", "x" * 5000, "[::1]:80", "a:b:c"):
        reply = client.ask("GET", "/models/user", headers={"host": host})
        assert reply.status_code in (200, 400)
