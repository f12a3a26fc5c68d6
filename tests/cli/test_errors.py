"""Bad input: a sentence on standard error with its file and its place, status 2, no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from routelock.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]

CANARY = "xylophone-7731@example.org"
BARE = ("decide", "--catalogue", "catalogue.json")
WORDS = ("--vendors", "vendors.json")
DEEP = b"[" * 100_000 + b"]" * 100_000
NAMED = b'{"name": "g", '
MODEL = b'{"model": "openai/gpt-5", '

ANY_JSON = [
    (b"", "$"),
    (b"nonsense", "$"),
    (b"\xff\xfe\xfa", "$"),
    (b"[]", "$"),
    (b"null", "$"),
    (DEEP, "$"),
    (b'{"a": ' + DEEP + b"}", "$"),
]
GUARDRAILS = [
    *ANY_JSON,
    (b"{}", "$.name"),
    (NAMED + b'"name": "h"}', "$.name"),
    (NAMED + b'"limit_usd": NaN}', "$.limit_usd"),
    (NAMED + b'"limit_usd": -Infinity}', "$.limit_usd"),
    (NAMED + b'"limit_usd": 1e999}', "$.limit_usd"),
    (NAMED + b'"limit_usd": "12"}', "$.limit_usd"),
    (NAMED + b'"description": "\\ud83d"}', "$.description"),
    (NAMED + b'"ignored_provider": []}', "$"),
    (NAMED + b'"enforce_zdr_gogle": true}', "$"),
    (NAMED + b'"allowed_models": {}}', "$.allowed_models"),
    (NAMED + b'"allowed_models": [1]}', "$.allowed_models[0]"),
    (
        NAMED + b'"content_filters": [{"pattern": "a(b", "action": "flag"}]}',
        "$.content_filters[0].pattern",
    ),
    (
        NAMED + b'"content_filter_builtins": [{"slug": "emial", "action": "flag"}]}',
        "$.content_filter_builtins[0].slug",
    ),
    (b'{"name": "' + b"x" * 10 * 2**20 + b'"}', "$"),
]
REQUESTS = [
    *ANY_JSON,
    (b'{"seed": 1}', "$.model"),
    (MODEL + b'"temperature": NaN}', "$"),
    (MODEL + b'"max_tokens": "9"}', "$.max_tokens"),
    (MODEL + b'"provider": []}', "$.provider"),
    (MODEL + b'"provider": {"onyl": []}}', "$.provider"),
    (MODEL + b'"provider": {"sort": "speed"}}', "$.provider.sort"),
    (MODEL + b'"messages": {}}', "$.messages"),
    (MODEL + b'"messages": [{"role": "user", "content": {"a": 1}}]}', "$.messages[0].content"),
]


def lines(result: Any) -> list[str]:
    assert result.exit_code == 2
    assert result.stdout == ""
    told: list[str] = result.stderr.splitlines()
    assert told
    assert not any("Traceback" in line for line in told)
    assert all(len(line) < 400 for line in told)
    return told


def canary(data: bytes) -> bytes:
    """The same bytes with a text in them that nobody may repeat."""
    return data.replace(b"{", b'{"user": "' + CANARY.encode() + b'", ', 1)


@pytest.mark.parametrize(("data", "place"), GUARDRAILS)
@pytest.mark.parametrize("command", [(*BARE, "--guardrail"), ("lint",)])
def test_a_guardrail_that_cannot_be_used_is_named_with_every_place(
    invoke: Run, example: Path, command: tuple[str, ...], data: bytes, place: str
) -> None:
    (example / "bad.json").write_bytes(data)
    told = lines(invoke(*command, "bad.json"))
    assert f"guardrail bad.json: {place}: " in "\n".join(told)
    assert all(line.startswith("guardrail bad.json: $") for line in told)


@pytest.mark.parametrize(("data", "place"), REQUESTS)
def test_a_request_that_cannot_be_read_is_named_and_never_repeated(
    invoke: Run, example: Path, data: bytes, place: str
) -> None:
    (example / "bad.json").write_bytes(canary(data))
    told = lines(
        invoke(*BARE, "--guardrail", "member=member.json", *WORDS, "--request", "bad.json")
    )
    assert any(line.startswith(f"request bad.json: {place}: ") for line in told)
    assert CANARY not in "\n".join(told)


@pytest.mark.parametrize("what", ["catalogue", "vendors", "spend"])
@pytest.mark.parametrize("data", [data for data, _ in ANY_JSON])
def test_every_other_file_is_named_as_well(
    invoke: Run, example: Path, what: str, data: bytes
) -> None:
    (example / "bad.json").write_bytes(data)
    told = lines(invoke(*BARE, f"--{what}", "bad.json"))
    assert all(line.startswith(f"{what} bad.json: $") for line in told)


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ({"models": [{"id": "a/b"}], "endpoints": []}, "$.models[0].canonical_slug"),
        ({"models": [], "endpoints": [{"model_id": "a/b", "tag": "h", "context_length": 1}]},
         "$.endpoints[0].model_id"),
    ],
)  # fmt: skip
def test_a_catalogue_that_does_not_hold_together_is_told_by_its_rows(
    invoke: Run, example: Path, document: object, place: str
) -> None:
    (example / "bad.json").write_text(json.dumps(document))
    told = lines(invoke("decide", "--catalogue", "bad.json"))
    assert [line for line in told if line.startswith(f"catalogue bad.json: {place}: ")]


def test_all_problems_of_a_document_are_told_at_once(invoke: Run, example: Path) -> None:
    bad = '{"limit_usd": -1, "x": 1, "allowed_models": 3, "enforce_zdr": "yes"}'
    (example / "bad.json").write_text(bad)
    assert len(lines(invoke("lint", "bad.json"))) == 5


@pytest.mark.parametrize("option", ["--catalogue", "--guardrail", "--request", "--vendors"])
@pytest.mark.parametrize("name", ["nowhere.json", ".", "no\0name", "x" * 5000, ""])
def test_a_file_that_cannot_be_read_is_named(invoke: Run, option: str, name: str) -> None:
    (line,) = invoke(*BARE, option, name).stderr.splitlines()[-1:]
    assert "cannot be read: " in line or len(name) > 1000


@pytest.mark.parametrize("command", ["lint", "screen"])
def test_the_name_of_a_file_cannot_command_a_terminal(
    invoke: Run, example: Path, command: str
) -> None:
    (example / "a\x1b[2J\n.json").write_bytes(b"\xff")
    (line,) = lines(invoke(command, "a\x1b[2J\n.json"))
    assert line.isprintable()


def test_a_file_that_may_not_be_read_is_named(invoke: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.read_bytes", forbidden)
    assert lines(invoke(*BARE)) == ["catalogue.json: cannot be read: permission denied"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*BARE, "--guardrail", "membr=key.json"), "did you mean `member`?"),
        ((*BARE, "--guardrail", "request=key.json"), "account, default, member, key"),
        ((*BARE, "--now", "yesterday"), "2026-11-21T09:00:00Z"),
        ((*BARE, "--now", "2026-11-21T09:00:00"), "time zone"),
        ((*BARE, "--now", "2026-11-21"), "time zone"),
        ((*BARE, "--prompt-tokens", "-1"), "--prompt-tokens"),
        ((*BARE, "--format", "yaml"), "markdown"),
        ((*BARE, "--guardrails", "x"), "--guardrail"),
        (("decide",), "--catalogue"),
        (("screen", "--builtin", "emial"), "did you mean `email`?"),
        (("screen", "--builtin", "email:blok"), "did you mean `block`?"),
        (("screen", "--builtin", "email:"), "redact"),
        (("screen", "--pattern", "a(b"), "position 1"),
        (("screen", "--pattern", ""), "empty"),
        (("screen", "--pattern", "(?=a)"), "look-ahead"),
        (("screen", "nowhere.txt"), "cannot be read"),
        (("scren",), "scren"),
    ],
)
def test_a_word_that_is_wrong_is_told_with_what_is_right(
    invoke: Run, words: tuple[str, ...], said: str
) -> None:
    assert said in "\n".join(lines(invoke(*words)))


def test_bytes_that_are_not_utf8_are_told_by_their_place(invoke: Run) -> None:
    assert lines(invoke("screen", stdin=b"ada \xff")) == ["-: byte 4 is not UTF-8"]


def test_a_filter_without_a_detector_is_told_with_its_file(
    invoke: Run, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("routelock.filters.engine.plan.__defaults__", ({}, None))
    (example / "g.json").write_text(
        '{"name": "g", "content_filter_builtins": [{"slug": "email", "action": "flag"}]}'
    )
    (line,) = lines(invoke(*BARE, "--guardrail", "g.json"))
    assert line.startswith("guardrail g.json: $.content_filter_builtins[0].slug: ")


def test_a_real_process_prints_a_sentence_and_no_traceback(run: Run, example: Path) -> None:
    (example / "bad.json").write_bytes(canary(b'{"model": 1}'))
    ended = run(*BARE, "--request", "bad.json")
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.count(b"\n") == 1
    assert CANARY.encode() not in ended.stderr


def test_a_reader_that_goes_away_is_no_error(root: Path, example: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-m", "routelock", *BARE, "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=example, env=env, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_an_interrupt_ends_it_quietly(invoke: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("routelock.cli.files.contents", interrupted)
    result = invoke(*BARE)
    assert (result.exit_code, result.output) == (130, "")


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_the_extra_it_says_what_to_install(root: Path, missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from routelock.cli import main; main()"
    env = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1
    assert "routelock[cli]" in ended.stderr


def test_a_terminal_without_the_character_gets_its_number(root: Path, example: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(root / "src"), "PYTHONIOENCODING": "latin-1"}
    (example / "\u2192.json").write_text('{"name": "g", "allowed_models": []}')
    words = (*BARE, "--format", "markdown", "--guardrail", "\u2192.json")
    command = [sys.executable, "-m", "routelock", *words]
    ended = subprocess.run(command, cwd=example, env=env, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (1, b"")
    assert rb"`\u2192`" in ended.stdout


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_command_explains_itself_with_an_example(invoke: Run, name: str) -> None:
    shown = invoke(name, "--help").stdout
    assert f"Example:\n    routelock {name} " in shown


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_option_has_one_sentence(name: str) -> None:
    told = [getattr(option, "help", None) for option in main.commands[name].params]
    assert all(said[0].isupper() and said[-1] == "." for said in told if said is not None)


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").stdout.startswith(b"python -m routelock, version ")
