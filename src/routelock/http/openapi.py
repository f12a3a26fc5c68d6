"""Openapi: the description of the API, generated from the table of operations (OpenAPI 3.1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from routelock.http.errors import SENTENCES
from routelock.service import shapes
from routelock.service.access import REFUSED, Access
from routelock.service.operations import COMMON, OPERATIONS, WITH_BODY, Operation
from routelock.service.parameters import PLACES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from routelock.service.world import World

Json = dict[str, Any]

VERSION = "1.0.0"
"""The version of the interface (spec 9)."""

BODIES = {"create": "GuardrailBody", "change": "GuardrailChange", "default": "DefaultBody"}
REQUEST: Json = {
    "type": "object",
    "properties": {"model": {"type": "string"}, "prompt": {"type": "string"}},
    "required": ["model"],
}
"""A request to a model: what it may say beyond this is between the client and the model."""


def document(world: World) -> Json:
    """The description of this deployment: its vendor words are in the shapes of guardrails."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "routelock",
            "version": VERSION,
            "description": "Guardrails, keys and the catalogue of a model-routing gateway.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": world.prefix}],
        "security": [{"bearer": []}],
        "paths": _paths(),
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
            "schemas": _schemas(world),
            "responses": {_named(status): _fault(status) for status in SENTENCES},
        },
    }


def statuses(operation: Operation) -> tuple[int, ...]:
    """Every error status that may come of an operation, in order."""
    refused = {*REFUSED[operation.access].values()}
    bodied = WITH_BODY if operation.body else ()
    asked = (400,) if operation.query else ()
    return tuple(sorted({*COMMON, *operation.errors, *refused, *bodied, *asked}))


def _paths() -> Json:
    paths: dict[str, Json] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation)
    return paths


def _described(operation: Operation) -> Json:
    told: Json = {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": f"{(operation.run.__doc__ or '').strip()}",
        "tags": [operation.path.split("/")[1]],
        "x-access": operation.access.value,
        **_SECURITY.get(operation.access, {}),
        "parameters": [*_parameters(operation)],
        "responses": {
            str(operation.status): {
                "description": "Success",
                "headers": _REQUEST_ID,
                "content": _json(shapes.REPLIES[operation.reply]),
            },
            **{
                str(status): {"$ref": f"#/components/responses/{_named(status)}"}
                for status in statuses(operation)
            },
        },
    }
    if operation.body is not None:
        told["requestBody"] = {"required": True, "content": _json(shapes.shape(_body(operation)))}
    return told


# Without credentials the preview answers 403, as the specification lists (4.6), and never 401: in
# the words of OpenAPI credentials are optional there.
_SECURITY: dict[Access, Json] = {Access.PREVIEW: {"security": [{"bearer": []}, {}]}}


def _parameters(operation: Operation) -> Iterator[Json]:
    for name in re.findall(r"{(\w+)}", operation.path):
        yield {"name": name, "in": "path", "required": True, "schema": PLACES[name].schema}
    for name, schema, about in operation.query:
        yield {"name": name, "in": "query", "description": about, "schema": schema}


def _body(operation: Operation) -> str:
    if isinstance(operation.body, str):
        return BODIES.get(operation.body, "ModelRequest")
    return operation.body.__name__ if operation.body else ""


def _schemas(world: World) -> Json:
    parts, writes = shapes.guardrails(world.vendors)
    default = {**writes["create"], "properties": writes["change"]["properties"]}
    own: Json = {
        "GuardrailBody": writes["create"],
        "GuardrailChange": writes["change"],
        "DefaultBody": default,
        "ModelRequest": REQUEST,
    }
    for operation in OPERATIONS:
        if operation.body is not None and not isinstance(operation.body, str):
            drawn = operation.body.model_json_schema(ref_template="#/components/schemas/{model}")
            own |= drawn.pop("$defs", {})
            own[operation.body.__name__] = drawn
    return shapes.SHAPES | own | parts


def _named(status: int) -> str:
    return f"Error{status}"


_REQUEST_ID: Json = {
    "x-request-id": {
        "description": "What the log of the server calls this request.",
        "schema": {"type": "string"},
    }
}
_MORE: dict[int, Json] = {
    401: {"www-authenticate": {"schema": {"type": "string"}}},
    405: {"allow": {"schema": {"type": "string"}}},
    429: {"retry-after": {"schema": {"type": "integer", "minimum": 1}}},
}


def _fault(status: int) -> Json:
    return {
        "description": SENTENCES[status],
        "headers": _REQUEST_ID | _MORE.get(status, {}),
        "content": _json(shapes.shape("Error")),
    }


def _json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}
