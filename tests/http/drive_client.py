"""Drive the client of another project: run by its own interpreter, prints what came of each call.

The client is a package that speaks this API; it needs an older pydantic than we do.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

NOBODY = "00000000-0000-4000-8000-000000000000"


def calls(told: dict[str, Any]) -> dict[str, Callable[[Any, str], Any]]:
    """A call for each of the nine operations, of a client and a secret."""
    operations = import_module("openrouter.operations")

    mapping = {"scim_group_id": told["scim_group_id"], "workspace_id": told["workspace_id"]}

    def models(client: Any, secret: str) -> Any:
        security = operations.ListModelsUserSecurity(bearer=secret)
        return client.models.list_for_user(security=security, **ONCE).result

    return {
        "getGuardrail": lambda client, _: client.guardrails.get(id=told["guardrail_id"], **ONCE),
        "getKey": lambda client, _: client.api_keys.get(hash=told["key_hash"], **ONCE),
        "createScimGroupMapping": lambda client, _: client.scim.create(
            role="member", **mapping, **ONCE
        ),
        "getScimGroupMapping": lambda client, _: client.scim.read(id=told["mapping_id"], **ONCE),
        "listScimGroups": lambda client, _: client.scim.list_groups(**ONCE).result,
        "listEndpointsZdr": lambda client, _: client.endpoints.list_zdr_endpoints(**ONCE),
        "listModelsUser": models,
        "getPreset": lambda client, _: client.presets.get(slug=told["preset_slug"], **ONCE),
        "getVideos": lambda client, _: client.video_generation.get_generation(
            job_id=told["video_job_id"], **ONCE
        ),
    }


ONCE: dict[str, Any] = {"retries": None}


def outcome(told: dict[str, Any], name: str, secret: str | None) -> dict[str, Any]:
    """What a call gives: the fields of its reply, or the kind of its error and its status."""
    package = import_module("openrouter")
    errors = import_module("openrouter.errors")
    client = package.OpenRouter(api_key=secret or "none", server_url=told["url"])
    try:
        reply = calls(told)[name](client, secret or "none")
    except errors.OpenRouterError as error:
        said = getattr(getattr(error, "data", None), "error", None)
        return {
            "error": type(error).__name__,
            "status": error.status_code,
            "code": getattr(said, "code", None),
        }
    return {"reply": json.loads(reply.model_dump_json(by_alias=True))}


def main() -> None:
    """Cases come in on standard input, each a name, a server with its ids, and a secret."""
    cases = json.load(sys.stdin)
    json.dump([outcome(**case) for case in cases], sys.stdout)


if __name__ == "__main__":
    main()
