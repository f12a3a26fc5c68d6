"""Screen: the contract of its JSON, its exit status, and where its text goes."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from routelock.filters.builtin import BUILTINS, MODULES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]

TEXT = b"write to ada@example.com about PRJ-20417"


def answer(result: Any) -> dict[str, Any]:
    decoded: dict[str, Any] = json.loads(result.stdout)
    return decoded


def test_the_json_has_the_fields_of_the_contract(run: Run) -> None:
    ended = run("screen", "--builtin", "email", "--pattern", "PRJ-[0-9]+", "--json", stdin=TEXT)
    assert ended.returncode == 0
    assert answer(ended) == {
        "verdict": "redact",
        "text": "write to [EMAIL] about [REDACTED]",
        "findings": [
            {"slug": "email", "start": 9, "end": 24, "action": "redact"},
            {"label": None, "start": 31, "end": 40, "action": "redact"},
        ],
    }


def test_what_is_blocked_has_no_text_and_status_1(invoke: Run) -> None:
    result = invoke("screen", "--builtin", "email:block", "--json", stdin=TEXT)
    told = answer(result)
    assert (result.exit_code, told["verdict"], told["text"]) == (1, "block", None)
    assert [finding["action"] for finding in told["findings"]] == ["block"]


def test_what_is_flagged_stays_as_it_was(invoke: Run) -> None:
    result = invoke("screen", "--builtin", "email:flag", "--json", stdin=TEXT)
    told = answer(result)
    assert (result.exit_code, told["verdict"], told["text"]) == (0, "flag", TEXT.decode())


def test_a_clean_text_has_no_verdict(invoke: Run) -> None:
    result = invoke("screen", "--json", stdin=b"good morning")
    assert answer(result) == {"verdict": None, "text": "good morning", "findings": []}


def test_nothing_named_means_every_builtin(invoke: Run) -> None:
    modules = (import_module(f"routelock.filters.builtin.{name}") for name in MODULES.values())
    text = "\n\n".join(module.EXAMPLES[0] for module in modules).encode()
    told = answer(invoke("screen", "--json", stdin=text))
    assert {finding["slug"] for finding in told["findings"]} == {slug.value for slug in BUILTINS}


def test_patterns_alone_mean_only_those(invoke: Run) -> None:
    told = answer(invoke("screen", "--pattern", "about", "--json", stdin=TEXT))
    assert [list(finding) for finding in told["findings"]] == [["label", "start", "end", "action"]]


@pytest.mark.parametrize(
    ("pattern", "action", "length"),
    [
        ("a:b", "redact", 3),
        ("a:b:block", "block", 3),
        ("a:b:Block", None, 0),
        (":block", None, 0),
        ("b:flag", "flag", 1),
        ("(?:a|c):flag", "flag", 1),
    ],
)
def test_the_action_of_a_pattern_is_what_follows_the_last_colon_if_it_is_one(
    invoke: Run, pattern: str, action: str | None, length: int
) -> None:
    result = invoke("screen", "--pattern", pattern, "--json", stdin=b"a:b")
    if pattern == ":block":
        assert result.exit_code == 2
        return
    found = answer(result)["findings"]
    assert [(one["action"], one["end"] - one["start"]) for one in found] == (
        [(action, length)] if action else []
    )


def test_the_text_goes_to_standard_output_and_what_was_found_to_standard_error(run: Run) -> None:
    ended = run("screen", stdin=b"to ada@example.com\r\nend")
    assert ended.stdout == b"to [EMAIL]\r\nend"
    assert b"email" in ended.stderr
    assert b"ada@example.com" not in ended.stderr


def test_nothing_of_what_is_blocked_is_printed(invoke: Run) -> None:
    result = invoke("screen", "--builtin", "email:block", stdin=TEXT)
    assert result.stdout == ""
    assert result.stderr.startswith("blocked: 1 finding")


def test_a_file_is_read_and_places_count_code_points(invoke: Run, example: Path) -> None:
    (example / "notes.txt").write_text("\N{PILE OF POO}é ada@example.com", encoding="utf-8")
    told = answer(invoke("screen", "--json", "notes.txt"))
    assert (told["findings"][0]["start"], told["text"]) == (3, "\N{PILE OF POO}é [EMAIL]")


def test_a_byte_order_mark_is_no_text(invoke: Run) -> None:
    told = answer(invoke("screen", "--json", stdin=b"\xef\xbb\xbfada@example.com"))
    assert told["text"] == "[EMAIL]"


def test_an_empty_text_is_clean(invoke: Run) -> None:
    assert answer(invoke("screen", "--json"))["text"] == ""


def test_an_explanation_tells_what_found_each_and_an_outline(invoke: Run) -> None:
    asked = ("screen", "--explain", "--builtin", "email", "--pattern", "PRJ-[0-9]+")
    shown = invoke(*asked, stdin=TEXT).stderr
    assert all(word in shown for word in ("address", "pattern", "as it is", "a**@*******.**m"))
    assert "ada" not in shown
    told = answer(invoke(*asked, "--json", stdin=TEXT))["findings"]
    assert [(each["rule"], each["masked"]) for each in told] == [
        ("address", "a**@*******.**m"), ("pattern", "*********"),
    ]  # fmt: skip
    assert all(each["how"] for each in told)


def test_a_stream_is_not_explained(invoke: Run) -> None:
    assert invoke("screen", "--explain", "--stream", stdin=TEXT).exit_code == 2
