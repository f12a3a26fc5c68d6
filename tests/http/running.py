"""A server on loopback whose world can be exchanged, and a good request to every operation."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx
import uvicorn
from jsonschema import Draft202012Validator

from routelock.data import example
from routelock.http.app import Edge, site
from routelock.service import demo, snapshot
from routelock.service.keys import named
from routelock.service.operations import OPERATIONS
from routelock.service.world import World
from routelock.store import rows
from routelock.store.memory import MemoryStore
from routelock.wire import vendors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.types import ASGIApp, Receive, Scope, Send

    from routelock.service.demo import Demo
    from routelock.service.operations import Operation
    from routelock.service.snapshot import Snapshot

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
NOBODY = "00000000-0000-4000-8000-000000000000"
VENDORS = vendors.read(example("vendors.json"))
BY_NAME = {operation.name: operation for operation in OPERATIONS}
HTTP = httpx.Client(verify=False, trust_env=False, timeout=10)  # noqa: S501 (loopback, no TLS)
AT = "2026-11-20T09:00:00.000Z"


class Switch:
    """An application that is another one whenever a test says so."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)


@contextmanager
def running(app: ASGIApp) -> Iterator[str]:
    """The application on a free port of loopback; its URL."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.bind(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", ws="none")
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    while not server.started:
        threading.Event().wait(0.01)
    yield f"http://127.0.0.1:{bound.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)
    bound.close()


@cache
def catalogue() -> Snapshot:
    return snapshot.read(example("catalogue.json"))


def world(**more: Any) -> tuple[World, Demo]:
    """A fresh world with the demo in it, and a disabled and an expired key."""
    fresh = World(
        **{
            "store": MemoryStore(),
            "snapshot": catalogue(),
            "vendors": VENDORS,
            "clock": lambda: NOW,
            **more,
        }
    )
    told = demo.seed(fresh.store, fresh.vendors, fresh.maker, NOW)
    for secret, state in STATES.items():
        fresh.store.keys.add(demo.ORGANIZATION, key(secret, told.workspace_id, **state))
    return fresh, told


STATES: dict[str, dict[str, Any]] = {
    "disabled": {"disabled": True},
    "expired": {"expires_at": "2026-11-21T09:00:00Z"},
}


def key(secret: str, workspace_id: str, **more: Any) -> rows.Key:
    facts = {
        "organization_id": demo.ORGANIZATION,
        "workspace_id": workspace_id,
        "created_at": AT,
        "management": True,
    }
    return rows.Key(**{**facts, **named(secret), **more})


@dataclass
class Client:
    """A client of one world; every reply of it has to be as the served description says."""

    base: str
    world: World
    demo: Demo
    switch: Switch

    def __post_init__(self) -> None:
        self.serve()

    def serve(self, edge: Edge | None = None, **changes: Any) -> None:
        """Serve the world, changed like this."""
        self.switch.app = site(replace(self.world, **changes), edge or Edge())

    def ask(self, method: str, path: str, *, key: str | None = "", **more: Any) -> httpx.Response:
        """One request under the prefix, with a secret: the management key's if nothing is said."""
        secret = self.demo.management_key if key == "" else key
        headers = {} if secret is None else {"authorization": f"Bearer {secret}"}
        headers |= more.pop("headers", {})
        return HTTP.request(method, f"{self.base}/api/v1{path}", headers=headers, **more)

    def do(self, name: str, *, key: str | None = "", **more: Any) -> httpx.Response:
        """The good request to an operation, some of it replaced; its reply fits the description."""
        operation = BY_NAME[name]
        path, body = GOOD[name](self.demo)
        sent = {"json": body} if body is not None and "content" not in more else {}
        method = more.pop("method", operation.method)
        reply = self.ask(method, more.pop("path", path), key=key, **{**sent, **more})
        fits(operation, reply)
        return reply


def fits(operation: Operation, reply: httpx.Response) -> None:
    """The reply is one that the served description has."""
    told = described()["paths"][operation.path][operation.method.lower()]["responses"]
    response = told[str(reply.status_code)]
    if "$ref" in response:
        response = described()["components"]["responses"][response["$ref"].rpartition("/")[2]]
    schema = response["content"]["application/json"]["schema"]
    assert reply.headers["content-type"] == "application/json"
    Draft202012Validator(schema | {"components": described()["components"]}).validate(reply.json())


@cache
def described() -> dict[str, Any]:
    from routelock.http.openapi import document  # noqa: PLC0415 (what a test may break first)

    told: dict[str, Any] = json.loads(json.dumps(document(world()[0])))
    return told


Request = tuple[str, Any]
GOOD: dict[str, Callable[[Demo], Request]] = {
    "getGuardrail": lambda d: (f"/guardrails/{d.guardrail_id}", None),
    "getKey": lambda d: (f"/keys/{d.key_hash}", None),
    "createScimGroupMapping": lambda d: (
        "/scim/group-mappings",
        {"scim_group_id": d.scim_group_id, "workspace_id": d.workspace_id, "role": "admin"},
    ),
    "getScimGroupMapping": lambda d: (f"/scim/group-mappings/{d.mapping_id}", None),
    "listScimGroups": lambda _: ("/scim/groups", None),
    "listEndpointsZdr": lambda _: ("/endpoints/zdr", None),
    "listModelsUser": lambda _: ("/models/user", None),
    "getPreset": lambda d: (f"/presets/{d.preset_slug}", None),
    "getVideos": lambda d: (f"/videos/{d.video_job_id}", None),
    "listGuardrails": lambda _: ("/guardrails", None),
    "createGuardrail": lambda _: ("/guardrails", {"name": "new"}),
    "updateGuardrail": lambda d: (f"/guardrails/{d.guardrail_id}", {"limit_usd": None}),
    "deleteGuardrail": lambda d: (f"/guardrails/{d.guardrail_id}", None),
    "listGuardrailKeyAssignments": lambda d: (
        f"/guardrails/{d.guardrail_id}/assignments/keys",
        None,
    ),
    "bulkAssignKeysToGuardrail": lambda d: (
        f"/guardrails/{d.guardrail_id}/assignments/keys",
        {"key_hashes": [named(d.management_key)["hash"]]},
    ),
    "bulkUnassignKeysFromGuardrail": lambda d: (
        f"/guardrails/{d.guardrail_id}/assignments/keys/remove",
        {"key_hashes": [d.key_hash]},
    ),
    "listGuardrailMemberAssignments": lambda d: (
        f"/guardrails/{d.guardrail_id}/assignments/members",
        None,
    ),
    "bulkAssignMembersToGuardrail": lambda d: (
        f"/guardrails/{d.guardrail_id}/assignments/members",
        {"member_user_ids": [demo.MEMBER]},
    ),
    "bulkUnassignMembersFromGuardrail": lambda d: (
        f"/guardrails/{d.guardrail_id}/assignments/members/remove",
        {"member_user_ids": [demo.MEMBER]},
    ),
    "getDefaultGuardrail": lambda d: (f"/workspaces/{d.workspace_id}/guardrail", None),
    "putDefaultGuardrail": lambda d: (f"/workspaces/{d.workspace_id}/guardrail", {"name": "all"}),
    "deleteDefaultGuardrail": lambda d: (f"/workspaces/{d.workspace_id}/guardrail", None),
    "listKeys": lambda _: ("/keys", None),
    "createKeys": lambda _: ("/keys", {"name": "new", "limit": 2.5, "limit_reset": "daily"}),
    "updateKeys": lambda d: (f"/keys/{d.key_hash}", {"name": "other"}),
    "deleteKeys": lambda d: (f"/keys/{d.key_hash}", None),
    "listScimGroupMappings": lambda _: ("/scim/group-mappings", None),
    "updateScimGroupMapping": lambda d: (f"/scim/group-mappings/{d.mapping_id}", {"role": "admin"}),
    "deleteScimGroupMapping": lambda d: (f"/scim/group-mappings/{d.mapping_id}", None),
    "listPresets": lambda _: ("/presets", None),
    "createPreset": lambda _: ("/presets", {"slug": "new", "name": "New"}),
    "updatePreset": lambda d: (f"/presets/{d.preset_slug}", {"config": {"model": "openai/gpt-5"}}),
    "listPresetVersions": lambda d: (f"/presets/{d.preset_slug}/versions", None),
    "listEndpoints": lambda _: ("/models/openai/gpt-5/endpoints", None),
    "createVideos": lambda _: ("/videos", {"model": "openai/gpt-5", "prompt": "a dog"}),
    "cancelVideos": lambda _: ("/videos/pending/cancel", None),
}
"""A request to every operation that succeeds in a fresh world, after `PREPARED`."""


def prepare(client: Client, name: str) -> None:
    """What has to be there before the good request to some operations."""
    if name in ("getDefaultGuardrail", "deleteDefaultGuardrail"):
        assert client.do("putDefaultGuardrail").status_code == 200
    if name == "cancelVideos":
        job = rows.Video(id="pending", organization_id=demo.ORGANIZATION, created_at=AT)
        client.world.store.videos.add(demo.ORGANIZATION, job)
