from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from routelock.http import log
from routelock.http.errors import SHOWN
from routelock.http.outgoing import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.http.running import Client

HUSH = "nobody may read this"


def inner() -> NoReturn:
    raise KeyError(HUSH)


def outer() -> NoReturn:
    try:
        inner()
    except KeyError as cause:
        raise ValueError(HUSH) from cause


@pytest.fixture
def server() -> Iterator[logging.Logger]:
    """The logger of the server, as it was before when a test is over."""
    found = logging.getLogger("uvicorn")
    before = (found.handlers, found.propagate, found.level)
    log.take_over()
    yield logging.getLogger("uvicorn.error")
    found.handlers, found.propagate = before[:2]
    found.setLevel(before[2])


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_the_server_speaks_in_lines(
    server: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    server.info("began %s", "well")
    (line,) = lines(capsys)
    assert (line["event"], line["level"], line["said"]) == ("server", "info", "began well")


def test_of_an_exception_only_its_kind_is_written(
    server: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        inner()
    except KeyError:
        server.exception("it broke")
    (line,) = lines(capsys)
    assert line["fault"] == ["KeyError"]
    assert HUSH not in json.dumps(line)


def test_a_fault_is_told_with_its_cause_and_its_place() -> None:
    try:
        outer()
    except ValueError as error:
        line = told(error)
    assert line["fault"] == ["ValueError", "KeyError"]
    assert "test_log.py" in line["at"][0]
    assert HUSH not in json.dumps(line)


def test_only_faults_are_logged_unless_more_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    for status in (200, 404, 500):
        log.faults({"status": status})
    assert [line["status"] for line in lines(capsys)] == [500]


def test_a_log_that_nobody_reads_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Closed:
        def write(self, said: str) -> None:
            asked.append(said)
            raise BrokenPipeError

    monkeypatch.setattr("sys.stderr", Closed())
    log.line({"event": "request"})
    assert len(asked) == 1


def test_an_error_tells_so_many_problems_and_no_more(client: Client) -> None:
    body = {f"field{number}": 1 for number in range(3 * SHOWN)}
    told = client.do("createKeys", json=body).json()["error"]["metadata"]["problems"]
    assert len(told) == SHOWN
