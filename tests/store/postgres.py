"""A real PostgreSQL on loopback, from the system's own package, in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

USERS = ("postgres", "nobody")
PATIENCE = 30
"""Seconds that a server has to start or to stop."""


class Server:
    """A server that can be stopped and started again; it keeps its address."""

    def __init__(self, program: str, folder: Path, who: dict[str, Any]) -> None:
        self.port = _free_port()
        self.url = f"postgresql://routelock@127.0.0.1:{self.port}/postgres"
        self._folder = folder
        self._who = who
        self._command = [program, "-D", str(folder / "data"), "-p", str(self.port)]
        for name, value in SETTINGS.items():
            self._command += ["-c", f"{name}={value}"]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """It answers; skips the test where it does not."""
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdout=log, stderr=log, cwd="/", **self._who
            )
        until = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < until:
            try:
                psycopg.connect(self.url).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        pytest.skip("the PostgreSQL server did not start")

    def stop(self) -> None:
        """It is gone, and so is every connection to it."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # its fast shutdown
            self._process.wait(timeout=PATIENCE)
            self._process = None


SETTINGS = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off"}


@contextmanager
def server() -> Iterator[Server]:
    """A server that runs while the block does; skips the test where there can be none."""
    programs, who = _programs(), _user()
    folder = Path(tempfile.mkdtemp(prefix="routelock-postgres-"))
    try:
        if who:
            shutil.chown(folder, who["user"], who["group"])
        _initialise(programs["initdb"], folder / "data", who)
        made = Server(programs["postgres"], folder, who)
        try:
            made.start()
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> dict[str, str]:
    places = os.environ["PATH"]
    if config := shutil.which("pg_config"):
        told = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        places += os.pathsep + told.stdout.strip()
    found = {name: shutil.which(name, path=places) for name in ("initdb", "postgres")}
    if missing := [name for name, program in found.items() if program is None]:
        pytest.skip(f"no PostgreSQL server on this machine: `{missing[0]}` is not installed")
    return {name: program for name, program in found.items() if program}


def _user() -> dict[str, Any]:
    """Whom the server runs as: it refuses to be root."""
    if os.geteuid():
        return {}
    for name in USERS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    return pytest.skip(f"PostgreSQL refuses to run as root, and none of {USERS} is a user here")


def _initialise(initdb: str, data: Path, who: dict[str, Any]) -> None:
    command = [initdb, "-D", str(data), "-U", "routelock", "--auth=trust", "-E", "UTF8"]
    ended = subprocess.run(
        [*command, "--no-sync"], capture_output=True, text=True, check=False, cwd="/", **who
    )
    if ended.returncode:
        pytest.skip(f"initdb failed with status {ended.returncode}")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
