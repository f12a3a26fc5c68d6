"""The served description is valid, whole, and of this deployment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from routelock.http.errors import SENTENCES
from routelock.http.openapi import document, statuses
from routelock.service.operations import OPERATIONS, SPECIFIED, Operation
from routelock.vendors import Vendors
from tests.http.running import GOOD, described, world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.http.running import Client

FLAGS = {f"enforce_zdr_{word}" for word in ("anthropic", "openai", "google", "xai", "other")}
SPEC = {
    "getGuardrail": {200, 401, 404, 500},
    "getKey": {200, 401, 404, 429, 500},
    "createScimGroupMapping": {201, 400, 401, 404, 409, 500},
    "getScimGroupMapping": {200, 401, 404, 500},
    "listScimGroups": {200, 401, 404, 500},
    "listEndpointsZdr": {200, 403, 500},
    "listModelsUser": {200, 401, 403, 404, 500},
    "getPreset": {200, 400, 401, 404, 500},
    "getVideos": {200, 401, 404, 500},
}
ADDED = {400, 405, 408, 413, 429}


def schemas(value: Any) -> Iterator[dict[str, Any]]:
    """Every JSON Schema of the description."""
    if isinstance(value, dict):
        if isinstance(value.get("schema"), dict):
            yield value["schema"]
        for inner in value.values():
            yield from schemas(inner)
    if isinstance(value, list):
        for inner in value:
            yield from schemas(inner)


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    if isinstance(value, list):
        for inner in value:
            yield from references(inner)


def test_it_is_served_to_anybody(client: Client) -> None:
    reply = client.ask("GET", "/openapi.json", key=None)
    assert reply.status_code == 200
    assert reply.json() == described()


def test_it_says_which_version_it_is() -> None:
    assert (described()["openapi"], described()["info"]["version"]) == ("3.1.0", "1.0.0")


def test_every_schema_in_it_is_one() -> None:
    found = [*schemas(described()), *described()["components"]["schemas"].values()]
    assert len(found) > 100
    for schema in found:
        Draft202012Validator.check_schema(schema)


def test_every_reference_leads_somewhere() -> None:
    for reference in references(described()):
        place = described()
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]
        assert place


def test_every_part_is_used() -> None:
    used = {reference.rpartition("/")[2] for reference in references(described())}
    parts = described()["components"]
    assert set(parts["schemas"]) | set(parts["responses"]) == used


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: row.name)
def test_an_operation_is_there_with_all_that_may_come_of_it(row: Operation) -> None:
    told = described()["paths"][row.path][row.method.lower()]
    assert told["operationId"] == row.name
    assert {int(status) for status in told["responses"]} == {row.status, *statuses(row)}
    assert told["description"]


@pytest.mark.parametrize("row", SPECIFIED, ids=lambda row: row.name)
def test_nothing_is_declared_beyond_the_specification_and_what_is_added_everywhere(
    row: Operation,
) -> None:
    assert SPEC[row.name] <= {row.status, *statuses(row)} <= SPEC[row.name] | ADDED


def test_names_and_paths_are_there_once() -> None:
    assert len({row.name for row in OPERATIONS}) == len(OPERATIONS)
    assert len({(row.method, row.path) for row in OPERATIONS}) == len(OPERATIONS)
    assert set(GOOD) == {row.name for row in OPERATIONS}


def test_the_vendor_words_of_the_deployment_are_in_it() -> None:
    fields = described()["components"]["schemas"]["Guardrail"]["properties"]
    assert {name for name in fields if name.startswith("enforce_zdr_")} == FLAGS
    other = document(world(vendors=Vendors({"acme": ["acme"]}))[0])
    assert "enforce_zdr_acme" in other["components"]["schemas"]["GuardrailBody"]["properties"]


@pytest.mark.parametrize("name", ["Guardrail", "GuardrailBody", "GuardrailChange"])
def test_the_old_flag_is_deprecated(name: str) -> None:
    flag = described()["components"]["schemas"][name]["properties"]["enforce_zdr"]
    assert flag["deprecated"] is True


def test_every_status_has_a_sentence() -> None:
    assert {status for row in OPERATIONS for status in statuses(row)} == set(SENTENCES)


@pytest.mark.parametrize("name", ["createGuardrail", "updateGuardrail", "putDefaultGuardrail"])
def test_what_the_server_sets_is_not_in_a_body(name: str) -> None:
    row = next(row for row in OPERATIONS if row.name == name)
    told = described()["paths"][row.path][row.method.lower()]["requestBody"]["content"]
    body = told["application/json"]["schema"]["$ref"].rpartition("/")[2]
    schema = described()["components"]["schemas"][body]
    assert schema["additionalProperties"] is False
    assert not {"id", "created_at", "updated_at"} & set(schema["properties"])


@pytest.mark.parametrize("row", [row for row in OPERATIONS if row.body], ids=lambda row: row.name)
def test_the_good_body_of_an_operation_is_what_is_described(row: Operation) -> None:
    told = described()["paths"][row.path][row.method.lower()]["requestBody"]["content"]
    schema = told["application/json"]["schema"] | {"components": described()["components"]}
    Draft202012Validator(schema).validate(GOOD[row.name](world()[1])[1])
