"""`routelock serve`: the command itself, in processes of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from routelock.service.operations import SPECIFIED
from tests.http.running import GOOD

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMED = {
    "url", "management_key", "ordinary_key", "guardrail_id", "key_hash", "workspace_id",
    "scim_group_id", "mapping_id", "preset_slug", "video_job_id",
}  # fmt: skip
COMMAND = "from routelock.cli.serve import serve; serve()"


def command(root: Path, folder: Path, *words: str) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": str(root / "src"), "NO_COLOR": "1"}
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


class Served:
    """What the command said on standard output, and its process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self.told: dict[str, Any] = json.loads(process.stdout.readline())
        key = self.told.get("management_key", "none")
        self.http = httpx.Client(
            base_url=self.told["url"], headers={"authorization": f"Bearer {key}"}, timeout=10
        )

    def stop(self) -> tuple[int, list[dict[str, Any]]]:
        """Its exit status and its log."""
        self.process.send_signal(signal.SIGTERM)
        rest, log = self.process.communicate(timeout=20)
        assert rest == ""
        return self.process.returncode, [json.loads(line) for line in log.splitlines()]


@contextmanager
def serving(root: Path, folder: Path, *words: str) -> Iterator[Served]:
    with command(root, folder, "--port", "0", *words) as process:
        try:
            served = Served(process)
            with served.http:
                yield served
        finally:
            process.kill()


def test_a_demo_prints_what_one_needs_and_stops_when_told(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path, "--demo", "--log-requests") as served:
        told = served.told
        assert set(told) == NAMED
        assert told["url"].startswith("http://127.0.0.1:")
        assert told["url"].endswith("/api/v1")
        from routelock.service.demo import Demo  # noqa: PLC0415

        demo = Demo(**{name: told[name] for name in NAMED - {"url"}})
        for row in SPECIFIED:
            path, body = GOOD[row.name](demo)
            reply = served.http.request(row.method, told["url"] + path, json=body)
            assert reply.status_code == row.status, row.name
        assert served.http.get("/presets/hush-hush").status_code == 404
        status, log = served.stop()
    requests = [line for line in log if line["event"] == "request"]
    assert status == 0
    assert {line["operation"] for line in requests} >= {row.name for row in SPECIFIED}
    assert not {told["management_key"], "hush-hush"} & {
        word
        for line in log
        for word in json.dumps(line).replace('"', " ").replace("/", " ").split()
    }
    assert [*tmp_path.iterdir()] == []


def test_two_workers_share_one_address_and_one_database(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path, "--demo", "--workers", "2") as served:
        made = served.http.post("/guardrails", json={"name": "shared"}).json()["data"]
        for _ in range(20):
            with httpx.Client(headers=served.http.headers, timeout=10) as fresh:
                reply = fresh.get(f"{served.told['url']}/guardrails/{made['id']}")
                assert reply.json()["data"] == made
        assert served.stop()[0] == 0


def test_a_request_that_has_begun_may_end(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path, "--demo") as served:
        begun, told = threading.Event(), []

        def parts() -> Iterator[bytes]:
            yield b'{"name": '
            begun.set()
            threading.Event().wait(0.5)
            yield b'"late"}'

        def late() -> None:
            told.append(served.http.post("/guardrails", content=parts()).status_code)

        thread = threading.Thread(target=late)
        thread.start()
        begun.wait(5)
        threading.Event().wait(0.1)
        served.process.send_signal(signal.SIGTERM)
        thread.join(10)
        served.process.communicate(timeout=20)
    assert told == [201]


def test_the_default_database_is_a_file_that_stays(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path) as served:
        assert set(served.told) == {"url"}
        assert served.http.get("/guardrails").status_code == 401
        assert served.stop()[0] == 0
    assert (tmp_path / "routelock.db").is_file()


def test_a_store_under_other_vendor_words_is_not_served(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path) as served:
        assert served.stop()[0] == 0
    (tmp_path / "vendors.json").write_text('{"acme": ["acme"]}')
    process = command(root, tmp_path, "--port", "0", "--vendors", "vendors.json")
    told, complaint = process.communicate(timeout=20)
    assert process.returncode != 0
    assert told == ""
    assert "acme" in complaint


def test_regions_and_rates_are_as_the_options_say(root: Path, tmp_path: Path) -> None:
    options = ("--demo", "--region-host", "eu.example.com=europe", "--rate", "3")
    with serving(root, tmp_path, *options) as served:
        everything = served.http.get("/models/user").json()["total_count"]
        regional = served.http.get("/models/user", headers={"host": "eu.example.com"}).json()
        assert 0 < regional["total_count"] < everything
        found = [served.http.get(f"/keys/{served.told['key_hash']}") for _ in range(20)]
        late = [reply for reply in found if reply.status_code == 429]
        assert late
        assert all(int(reply.headers["retry-after"]) >= 1 for reply in late)


@pytest.mark.parametrize(
    "options",
    [
        ("--region-host", "nothing"),
        ("--port", "70000"),
        ("--demo", "--database", "sqlite:///x.db"),
        ("--database", "mysql://x"),
        ("--catalogue", "absent.json"),
        ("--host", "203.0.113.1"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(
    root: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    process = command(root, tmp_path, *options)
    told, complaint = process.communicate(timeout=20)
    assert (process.returncode != 0, told) == (True, "")
    assert complaint
