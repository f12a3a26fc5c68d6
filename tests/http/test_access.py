"""Who may do what: the decision table, for every operation and six kinds of credentials."""

from __future__ import annotations

import pytest

from routelock.service.operations import OPERATIONS, Operation
from tests.http.running import STATES, Client, prepare

KINDS = ("missing", "wrong", "disabled", "expired", "ordinary", "management")

# spec 4 and 5, semantics of section 9: bad credentials, then a good key that is no management key
TABLE = {
    "listEndpointsZdr": (403, 403),
    "listModelsUser": (401, 403),
    **dict.fromkeys(
        ("getPreset", "getVideos", "listPresets", "listPresetVersions", "listEndpoints",
         "createVideos", "cancelVideos"),
        (401, None),
    ),
}  # fmt: skip
MANAGEMENT = (401, 401)


def expected(row: Operation, kind: str) -> int:
    bad, ordinary = TABLE.get(row.name, MANAGEMENT)
    if kind == "management" or (kind == "ordinary" and ordinary is None):
        return row.status
    return ordinary if kind == "ordinary" and ordinary else bad


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: row.name)
def test_credentials_decide_who_may_ask(client: Client, row: Operation, kind: str) -> None:
    prepare(client, row.name)
    secrets = {
        "missing": None,
        "wrong": "rl-v1-wrong",
        "ordinary": client.demo.ordinary_key,
        "management": client.demo.management_key,
        **{name: name for name in STATES},
    }
    assert client.do(row.name, key=secrets[kind]).status_code == expected(row, kind)


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Basic {}", "{}", "Bearer {}x", "Bearer {} {}", "Token {}"]
)
def test_only_a_bearer_token_is_a_credential(client: Client, header: str) -> None:
    said = header.replace("{}", client.demo.management_key)
    reply = client.ask("GET", "/guardrails", key=None, headers={"authorization": said})
    assert reply.status_code == 401
    assert reply.headers["www-authenticate"] == "Bearer"


def test_the_scheme_may_be_written_in_any_case(client: Client) -> None:
    said = {"authorization": f"bearer  {client.demo.management_key}"}
    assert client.ask("GET", "/guardrails", key=None, headers=said).status_code == 200


def test_a_missing_header_is_named(client: Client) -> None:
    reply = client.ask("GET", "/guardrails", key=None)
    assert reply.json()["error"]["message"] == "Missing Authentication header"


def test_a_fault_names_whoever_made_the_key(client: Client) -> None:
    assert client.ask("GET", "/keys/nobody").json()["user_id"] == "user_demo"
    assert client.ask("GET", "/keys/nobody", key="wrong").json()["user_id"] is None


def test_bad_credentials_are_told_before_a_bad_request(client: Client) -> None:
    assert client.do("createGuardrail", key="wrong", content=b"{").status_code == 401


def test_nobody_is_found_by_a_hash(client: Client) -> None:
    assert client.ask("GET", "/guardrails", key=client.demo.key_hash).status_code == 401
