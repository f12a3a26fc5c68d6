"""Screen a stream: the text as it comes, findings as JSON Lines, and how it ends."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from routelock.cli.chunks import CHUNK

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., Any]

ADA = b"ada@example.com"
FULL = Path("/dev/full")
COMMAND = [sys.executable, "-m", "routelock", "screen", "--stream"]


@pytest.fixture
def env(root: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(root / "src"), "TERM": "xterm"}


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_the_text_goes_to_standard_output_and_findings_to_a_file(run: Run, example: Path) -> None:
    words = ("--stream", "--findings", "found.jsonl", "--builtin", "email", "--pattern", "PRJ:flag")
    ended = run("screen", *words, stdin=b"\xf0\x9f\x92\xa9 " + ADA + b" PRJ\r\nend")
    assert (ended.returncode, ended.stdout) == (0, b"\xf0\x9f\x92\xa9 [EMAIL] PRJ\r\nend")
    assert lines(example / "found.jsonl") == [
        {"slug": "email", "start": 2, "end": 17, "action": "redact"},
        {"label": None, "start": 18, "end": 21, "action": "flag"},
    ]
    assert ended.stderr.startswith(b"redacted: 2 findings\n")
    assert ADA not in ended.stderr


def test_a_stream_of_many_chunks_is_the_text_read_whole(invoke: Run, example: Path) -> None:
    text = b"".join(b"%d %s caf\xc3\xa9\n" % (number, ADA) for number in range(20_000))
    assert len(text) > 4 * CHUNK
    (example / "big.log").write_bytes(text)
    streamed = invoke("screen", "--stream", "--findings", "found.jsonl", "big.log")
    told = json.loads(invoke("screen", "--json", "big.log").stdout)
    assert (streamed.stdout, lines(example / "found.jsonl")) == (told["text"], told["findings"])


@pytest.mark.parametrize("place", [CHUNK - 2, CHUNK - 1, CHUNK])
def test_a_character_that_two_chunks_share_is_whole(invoke: Run, place: int) -> None:
    text = b"." * place + b"\xe2\x82\xac" + b"." * CHUNK
    assert invoke("screen", "--stream", stdin=text).stdout_bytes == text


def test_the_text_ends_before_what_is_blocked_and_the_status_is_1(invoke: Run) -> None:
    text = b"".join(b"line %d\n" % number for number in range(100_000)) + ADA + b"\nend"
    result = invoke("screen", "--stream", "--builtin", "email:block", stdin=text)
    assert result.exit_code == 1
    assert result.stdout
    assert text.decode().startswith(result.stdout)
    assert "ada" not in result.stdout
    assert result.stderr.startswith("blocked: 1 finding\n")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"\xff" + ADA, 0),
        (b"\xef\xbb\xbf" + ADA + b"\xff", 18),
        (b"." * (CHUNK - 1) + b"\xe2\x82." + ADA, CHUNK - 1),
        (b"." * 3 * CHUNK + b"\xe2\x82", 3 * CHUNK),
    ],
    ids=["at once", "after a byte order mark", "in two chunks", "at the end"],
)
@pytest.mark.parametrize("words", [("--stream",), ()], ids=["streamed", "whole"])
def test_a_byte_that_is_not_utf_8_is_bad_input_at_its_place(
    invoke: Run, words: tuple[str, ...], data: bytes, place: int
) -> None:
    result = invoke("screen", *words, stdin=data)
    assert result.exit_code == 2
    assert result.stderr == f"-: byte {place} is not UTF-8\n"


def test_a_byte_order_mark_is_no_text(invoke: Run, example: Path) -> None:
    stdin = b"\xef\xbb\xbf" + ADA
    assert invoke("screen", "--stream", "--findings", "f.jsonl", stdin=stdin).stdout == "[EMAIL]"
    assert lines(example / "f.jsonl")[0]["start"] == 0


def test_an_empty_input_is_clean(invoke: Run, example: Path) -> None:
    result = invoke("screen", "--stream", "--findings", "found.jsonl")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "nothing found\n")
    assert lines(example / "found.jsonl") == []


@pytest.mark.parametrize(
    "words",
    [
        ("--findings", "found.jsonl"),
        ("--stream", "--json"),
        ("--stream", "no such file"),
        ("--stream", "."),
        ("--stream", "--findings", "no such folder/found.jsonl"),
        ("--stream", "--findings", "."),
        ("--stream", "--findings", "notes.txt", "notes.txt"),
        ("--stream", "--findings", "link.txt", "notes.txt"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_bad_input_and_harms_no_file(
    run: Run, example: Path, words: tuple[str, ...]
) -> None:
    notes = example / "notes.txt"
    notes.write_bytes(ADA)
    (example / "link.txt").symlink_to(notes)
    ended = run("screen", *words)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr
    assert b"Traceback" not in ended.stderr
    assert notes.read_bytes() == ADA


def test_a_file_is_not_written_to_while_it_is_read(example: Path, env: dict[str, str]) -> None:
    notes = example / "notes.txt"
    notes.write_bytes(ADA)
    with notes.open("ab") as end:
        ended = subprocess.run([*COMMAND, str(notes)], stdout=end, env=env, check=False)
    assert (ended.returncode, notes.read_bytes()) == (2, ADA)


def test_nobody_reads_any_more_and_nothing_is_said_of_it(env: dict[str, str]) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe, env=env) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        try:
            process.stdin.write(b"line\n" * 1_000_000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a full disk at hand")
@pytest.mark.parametrize("words", [(), ("--stream",), ("--stream", "--findings", str(FULL))])
def test_a_full_disk_is_one_line(
    example: Path, env: dict[str, str], words: tuple[str, ...]
) -> None:
    (example / "notes.txt").write_bytes(ADA)
    command = [sys.executable, "-m", "routelock", "screen", *words, "notes.txt"]
    with FULL.open("wb") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=env, check=False)
    assert ended.returncode == 2
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_terminal_shows_how_far_it_is(
    example: Path, env: dict[str, str], *, is_terminal: bool
) -> None:
    (example / "notes.txt").write_bytes(ADA)
    reader, writer = pty.openpty() if is_terminal else os.pipe()
    ended = subprocess.run(
        [*COMMAND, "notes.txt"], stdout=subprocess.PIPE, stderr=writer, env=env, check=False
    )
    shown = os.read(reader, 1 << 16)
    os.close(reader)
    os.close(writer)
    assert ended.stdout == b"[EMAIL]"
    assert (b"bytes" in shown) == is_terminal
    assert b"redacted: 1 finding" in shown
