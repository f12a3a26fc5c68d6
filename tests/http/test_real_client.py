"""A client that somebody else wrote drives the nine operations and every error of theirs."""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from routelock.http.app import Edge, site
from routelock.service.operations import SPECIFIED
from tests.http.running import NOBODY, running, world
from tests.http.test_statuses import Broken, Never

PYTHON = os.environ.get("ROUTELOCK_CLIENT_PYTHON")
NAMES = [row.name for row in SPECIFIED]
PREVIEW, LISTING = "listEndpointsZdr", "listModelsUser"
ANY = ("getPreset", "getVideos")
UNKNOWN = {
    "getGuardrail": "guardrail_id",
    "getKey": "key_hash",
    "createScimGroupMapping": "scim_group_id",
    "getScimGroupMapping": "mapping_id",
    "getPreset": "preset_slug",
    "getVideos": "video_job_id",
}
Case = dict[str, Any]


def cases(stack: ExitStack) -> tuple[list[Case], list[int]]:
    """What is asked, and the status that has to come of it."""
    found: list[tuple[Case, int]] = []
    here, demo = world()
    served = stack.enter_context(running(site(here)))
    told = {"url": f"{served}/api/v1", **asdict(demo)}
    management, ordinary = demo.management_key, demo.ordinary_key

    def ask(status: int, name: str, secret: str | None = management, **changed: str) -> None:
        found.append(({"told": {**told, **changed}, "name": name, "secret": secret}, status))

    for row in SPECIFIED:
        ask(row.status, row.name)
        ask(403 if row.name == PREVIEW else 401, row.name, "wrong")
        refused = 403 if row.name in (PREVIEW, LISTING) else 401
        ask(200 if row.name in ANY else refused, row.name, ordinary)
    for name, field in UNKNOWN.items():
        ask(404, name, **{field: NOBODY})
    ask(409, "createScimGroupMapping")
    ask(400, "createScimGroupMapping", scim_group_id="nonsense")
    ask(400, "getPreset", preset_slug="not url safe")
    servers: list[tuple[int, list[str], dict[str, Any]]] = [
        (429, ["getKey"], {"limiter": Never()}),
        (500, NAMES, {"store": Broken()}),
    ]
    for status, names, changes in servers:
        other = stack.enter_context(running(site(replace(here, **changes), Edge())))
        for name in names:
            ask(status, name, url=f"{other}/api/v1")
    return [case for case, _ in found], [status for _, status in found]


@pytest.mark.skipif(PYTHON is None, reason="ROUTELOCK_CLIENT_PYTHON names no interpreter")
def test_the_client_reads_every_reply_and_every_error() -> None:
    driver = Path(__file__).with_name("drive_client.py")
    with ExitStack() as stack:
        asked, expected = cases(stack)
        ended = subprocess.run(
            [str(PYTHON), str(driver)],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    assert ended.returncode == 0, ended.stderr
    for case, status, told in zip(asked, expected, json.loads(ended.stdout), strict=True):
        name = case["name"]
        if status < 300:
            assert "reply" in told, (name, told)
        else:
            assert (told["status"], told["code"]) == (status, status), (name, told)
            # the client has an error of its own for each status that an operation declares
            assert told["error"] != "OpenRouterDefaultError", (name, told)


@pytest.mark.skipif(PYTHON is None, reason="ROUTELOCK_CLIENT_PYTHON names no interpreter")
def test_the_client_sees_the_vendor_words() -> None:
    here, demo = world()
    driver = Path(__file__).with_name("drive_client.py")
    with running(site(here)) as served:
        told = {"url": f"{served}/api/v1", **asdict(demo)}
        case = {"told": told, "name": "getGuardrail", "secret": demo.management_key}
        ended = subprocess.run(
            [str(PYTHON), str(driver)],
            input=json.dumps([case]),
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
    read = json.loads(ended.stdout)[0]["reply"]["data"]
    words = ("anthropic", "openai", "google", "xai", "other")
    assert {word: read[f"enforce_zdr_{word}"] for word in words} == dict.fromkeys(words, False)
