"""Canary: no command repeats a word of a request, save where the text itself is to go on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.canary import CANARY, FILTERS, FULL, MALFORMED, PATTERNS, PLACES, SAID, WRONG, changed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Invoke = Callable[..., Result]

DECIDE = ("decide", "--catalogue", "catalogue.json", "--vendors", "vendors.json", "--guardrail")


@pytest.fixture
def filters(example: Path) -> tuple[str, ...]:
    """Files of guardrails with all filters, one for each action."""
    for action, fields in FILTERS.items():
        document = {"name": "g", **fields}
        (example / f"{action}.json").write_text(json.dumps(document), encoding="utf-8")
    return tuple(f"{action}.json" for action in FILTERS)


@pytest.mark.parametrize("form", ["table", "markdown", "json"])
@pytest.mark.parametrize(
    "data",
    [
        json.dumps(FULL).encode(),
        *(json.dumps(changed(steps, WRONG[2])).encode() for steps in PLACES[:30:3]),
        *MALFORMED,
    ],
)
def test_the_command_says_no_word_of_a_request(
    invoke: Invoke, example: Path, filters: tuple[str, ...], form: str, data: bytes
) -> None:
    (example / "request.json").write_bytes(data)
    for name in filters:
        words = (*DECIDE, name, "--request", "request.json", "--format", form)
        result = invoke(*words)
        assert CANARY not in result.stderr
        assert form == "json" or CANARY not in result.stdout


@pytest.mark.parametrize("options", [(), ("--json",), ("--stream", "--findings", "found.jsonl")])
@pytest.mark.parametrize("end", [b"", b"\n", b"\xff", b"\xed\xa0\xbd", b"\x00"])
def test_screening_a_text_says_no_word_of_it_beside_the_text(
    invoke: Invoke, example: Path, options: tuple[str, ...], end: bytes
) -> None:
    asked = ("--pattern", f"{CANARY[:-1]}.:block")
    for more in ((), asked, ("--builtin", "email:flag"), ("--builtin", "email")):
        result = invoke("screen", *options, *more, stdin=SAID.encode() + end)
        assert CANARY not in result.stderr
    left = example / "found.jsonl"
    assert not left.exists() or CANARY not in left.read_text(encoding="utf-8")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_that_cannot_be_used_is_not_repeated(
    invoke: Invoke, example: Path, pattern: str
) -> None:
    entry = {"pattern": pattern, "action": "flag"}
    document = {"name": "g", "content_filters": [entry]}
    (example / "bad.json").write_text(json.dumps(document), encoding="utf-8")
    for words in (("lint", "bad.json"), (*DECIDE, "bad.json"), ("screen", "--pattern", pattern)):
        result = invoke(*words, stdin=b"hello")
        assert CANARY not in result.output
