"""What has been acknowledged stays, however the server ends and whoever writes at once."""

from __future__ import annotations

import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import httpx
import pytest

from routelock.data import example
from routelock.service import demo
from routelock.service.world import Maker
from routelock.store.migrations import upgrade
from routelock.store.sql import SqlStore
from routelock.store.words import check_words
from tests.http.running import GOOD, VENDORS
from tests.http.test_serve import serving
from tests.store import postgres

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from routelock.service.demo import Demo
    from tests.http.running import Client

ROUNDS = int(os.environ.get("ROUTELOCK_KILLS", "2"))
WRITERS = 4


def seeded(url: str) -> Demo:
    upgrade(url)
    with closing(SqlStore(url)) as store:
        check_words(store, VENDORS)
        return demo.seed(store, VENDORS, Maker(), datetime.now(UTC))


def written(url: str, key: str, stop: threading.Event) -> list[str]:
    """The ids of the guardrails that the server said it has, until it says no more."""
    found: list[str] = []
    with httpx.Client(headers={"authorization": f"Bearer {key}"}, timeout=5) as client:
        while not stop.is_set():
            try:
                reply = client.post(f"{url}/guardrails", json={"name": "kept"})
            except httpx.HTTPError:
                break
            assert reply.status_code == 201, reply.text
            found.append(reply.json()["data"]["id"])
    return found


def test_what_was_acknowledged_is_there_after_the_server_was_killed(
    root: Path, tmp_path: Path
) -> None:
    told = seeded(f"sqlite:///{tmp_path / 'kept.db'}")
    (tmp_path / "vendors.json").write_bytes(example("vendors.json"))
    options = ("--database", "sqlite:///kept.db", "--vendors", "vendors.json")
    acknowledged: set[str] = set()
    for _ in range(ROUNDS):
        with serving(root, tmp_path, *options) as served, ThreadPoolExecutor(WRITERS) as pool:
            url, stop = served.told["url"], threading.Event()
            writers = [pool.submit(written, url, told.management_key, stop) for _ in range(WRITERS)]
            stop.wait(0.7)
            served.process.kill()
            stop.set()
            found = {one for writer in writers for one in writer.result()}
        assert found
        acknowledged |= found
        with closing(SqlStore(f"sqlite:///{tmp_path / 'kept.db'}")) as store:
            kept = store.guardrails.page(demo.ORGANIZATION)
            assert acknowledged <= {row.id for row in kept.rows}
            assert all(json.loads(row.document)["id"] == row.id for row in kept.rows)


def test_of_many_who_map_one_pair_one_does(on_sqlite: Client) -> None:
    _, pair = GOOD["createScimGroupMapping"](on_sqlite.demo)
    url = f"{on_sqlite.base}/api/v1/scim/group-mappings"
    key = {"authorization": f"Bearer {on_sqlite.demo.management_key}"}
    with ThreadPoolExecutor(8) as pool, httpx.Client(headers=key, timeout=20) as client:
        asked = [pool.submit(client.post, url, json=pair) for _ in range(24)]
        found = sorted(one.result().status_code for one in asked)
    assert found == [201] + [409] * 23


def test_of_many_who_change_one_preset_each_makes_a_version(on_sqlite: Client) -> None:
    url = f"{on_sqlite.base}/api/v1/presets/{on_sqlite.demo.preset_slug}"
    key = {"authorization": f"Bearer {on_sqlite.demo.management_key}"}
    with ThreadPoolExecutor(8) as pool, httpx.Client(headers=key, timeout=20) as client:
        asked = [pool.submit(client.patch, url, json={"config": {"n": n}}) for n in range(16)]
        told = [one.result().json()["data"]["designated_version"]["version"] for one in asked]
    assert sorted(told) == [*range(2, 18)]


@pytest.fixture(scope="module")
def database() -> Iterator[postgres.Server]:
    with postgres.server() as server:
        yield server


def test_two_servers_on_one_database_map_a_pair_once_and_outlive_its_restart(
    root: Path, tmp_path: Path, database: postgres.Server
) -> None:
    told = seeded(database.url)
    (tmp_path / "vendors.json").write_bytes(example("vendors.json"))
    options = ("--database", database.url, "--vendors", "vendors.json")
    key = {"authorization": f"Bearer {told.management_key}"}
    with (
        serving(root, tmp_path, *options) as one,
        serving(root, tmp_path, *options) as other,
        ThreadPoolExecutor(8) as pool,
        httpx.Client(headers=key, timeout=20) as client,
    ):
        urls = [served.told["url"] for served in (one, other)]
        _, pair = GOOD["createScimGroupMapping"](told)
        asked = [
            pool.submit(client.post, f"{urls[n % 2]}/scim/group-mappings", json=pair)
            for n in range(16)
        ]
        assert sorted(reply.result().status_code for reply in asked) == [201] + [409] * 15

        def read() -> list[int]:
            return [client.get(f"{url}/guardrails/{told.guardrail_id}").status_code for url in urls]

        assert read() == [200, 200]
        database.stop()
        assert read() == [500, 500]
        database.start()
        assert read() == [200, 200]
