"""Canary: a word in a request, wherever it stands, is in nothing that we say about the request."""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from routelock import explain
from routelock.errors import RoutelockError
from routelock.filters.custom import compile_pattern
from routelock.filters.fallback import Fallback
from routelock.filters.screen import screen
from routelock.gate import Gate
from routelock.guardrail import Action
from routelock.message import parts
from routelock.policy import observe
from routelock.request import read
from routelock.wire.decision import decided
from tests.canary import (
    BODIES,
    CANARY,
    FILTERS,
    FULL,
    MALFORMED,
    PATTERNS,
    PLACES,
    WRONG,
    changed,
)
from tests.world import cleared, policy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.canary import Steps

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
GATES = [
    Gate(cleared(*applied))
    for applied in (
        (policy(**FILTERS[Action.FLAG]),),
        (policy(**FILTERS[Action.REDACT]), policy("member", "m", allowed_models=["meta/llama"])),
        (policy(**FILTERS[Action.BLOCK]), policy("account", "a", ignored_providers=["openai"])),
        (observe(policy(**FILTERS[Action.BLOCK])),),
    )
]


def shown(error: BaseException) -> str:
    """An error as it shows itself, and the traceback."""
    told = "".join(traceback.format_exception(error))
    return f"{told}{error}{error!r}{error.args!r}{getattr(error, 'problems', ())!r}"


def whole(error: BaseException | None) -> Iterator[str]:
    """An error and those that hang on to it, seen or not."""
    while error is not None:
        yield shown(error)
        error = error.__cause__ or error.__context__


def said_of(body: Any, gates: list[Gate]) -> Iterator[str]:
    """What each way through the library says of a body: what it returns, or the error."""
    ways: list[Callable[[], Any]] = [partial(read, body)]
    for gate in gates:
        ways += [partial(gate.decide, body, {}, NOW, explain=full) for full in (True, False)]
        ways += [partial(screen, body, gate.plan)] if isinstance(body, dict) else []
    for way in ways:
        try:
            outcome = way()
        except RoutelockError as error:
            yield from whole(error)
        else:
            yield f"{outcome}{outcome!r}"
            yield from told_of(outcome)


def told_of(outcome: Any) -> Iterator[str]:
    """What an outcome and everything that explains it shows; the body that goes on is not that."""
    for finding in (*getattr(outcome, "findings", ()), *(observed_in(outcome))):
        yield f"{finding}{finding!r}{finding.as_json()}"
    if hasattr(outcome, "excluded"):
        yield explain.table(outcome) + explain.markdown(outcome)
        yield repr({**decided(outcome), "messages": None})
    elif hasattr(outcome, "verdict"):
        yield repr(explain.screened(outcome.findings, outcome.verdict))


def observed_in(outcome: Any) -> tuple[Any, ...]:
    observed = getattr(outcome, "observed", None)
    return observed.findings if observed else ()


@pytest.fixture
def silent(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Nothing is logged and nothing is printed meanwhile, not even at the lowest level."""
    with caplog.at_level(logging.NOTSET):
        yield
    assert caplog.records == []
    assert "".join(capfd.readouterr()) == ""


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("body", BODIES)
def test_nothing_that_is_said_of_a_request_has_its_words(body: dict[str, Any]) -> None:
    assert not [said for said in said_of(body, GATES) if CANARY in said]


def test_the_canary_is_found_in_every_covered_place() -> None:
    for gate in GATES[:3]:
        found = {(each.message, each.part) for each in screen(FULL, gate.plan).findings}
        assert {(part.message, part.path) for part in parts(FULL) if CANARY in part.text} <= {
            (message, part.partition("#")[0]) for message, part in found
        }


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("steps", PLACES, ids=lambda steps: "/".join(map(str, steps)))
def test_nothing_that_is_said_of_a_malformed_request_has_its_words(steps: Steps) -> None:
    for wrong in WRONG:
        body = changed(steps, wrong)
        given = body if isinstance(body, dict) else json.dumps(body)
        assert not [said for said in said_of(given, GATES[1:2]) if CANARY in said]


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("data", MALFORMED)
def test_nothing_that_is_said_of_bytes_has_their_words(data: bytes) -> None:
    assert not [said for said in said_of(data, GATES) if CANARY in said]


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("fallback", [None, Fallback(lambda: 0.0)])
def test_nothing_that_is_said_of_a_pattern_has_its_words(
    pattern: str, fallback: Fallback | None
) -> None:
    try:
        said = repr(compile_pattern(pattern, fallback))
    except RoutelockError as error:
        said = shown(error)
    assert CANARY not in said
