"""Privacy: a canary in a request is in no finding, error, repr or output of ours."""

from __future__ import annotations

import logging
import traceback
from typing import Any

import pytest

from routelock.errors import InputError
from routelock.explain import how, looked
from routelock.filters.arguments import literals
from routelock.filters.detector import Span
from routelock.filters.engine import Plan, plan
from routelock.filters.screen import screen, screen_text
from routelock.filters.text import Text
from routelock.guardrail import Action, Slug
from routelock.message import Part, parts
from tests.filters.given import CANARY, arguments, body, rule

MAIL = f"{CANARY}@example.com"
BODIES = [
    body(MAIL),
    body(f"{CANARY} {MAIL} \ud83d"),
    {"messages": [{"role": CANARY, "name": MAIL, "content": [{"type": CANARY, "text": MAIL}]}]},
    arguments(f'{{"{MAIL}": {{"{CANARY}": ["{MAIL}"]}}}}'),
    arguments(f'{{"{MAIL}": {CANARY}'),
    {"prompt": [MAIL]},
]
MALFORMED = [
    body(f"{CANARY}", prompt={CANARY: CANARY}),
    {"messages": [{CANARY: CANARY}, CANARY, {"role": {CANARY: 1}, "content": {CANARY: CANARY}}]},
    {"messages": CANARY},
]


def plans() -> list[Plan]:
    return [plan([rule(Slug.EMAIL, action), rule(CANARY, action)]) for action in Action]


@pytest.mark.parametrize("given", BODIES)
def test_no_output_of_a_screening_shows_what_was_found(
    given: dict[str, Any], caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG):
        for ready in plans():
            screening = screen(given, ready)
            assert screening.findings
            shown = [
                screening,
                ready,
                *screening.findings,
                *(finding.as_json() for finding in screening.findings),
                *map(how, screening.findings),
            ]
            assert CANARY not in "".join(f"{each!r}{each}" for each in shown)
    assert CANARY not in caplog.text + "".join(capfd.readouterr())


@pytest.mark.parametrize("given", BODIES)
def test_a_redacted_body_shows_nothing_that_was_found(given: dict[str, Any]) -> None:
    after = screen(given, plan([rule(Slug.EMAIL)])).body
    assert after is not None
    assert MAIL not in str([part.text for part in parts(after)])


@pytest.mark.parametrize("slug", [Slug.EMAIL, Slug.SECRETS, None])
def test_an_outline_shows_nothing_of_what_was_found(slug: Slug | None) -> None:
    text = f"password = {CANARY}!Aa1 {MAIL}"
    findings, verdict, _ = screen_text(text, plan([rule(slug or CANARY, Action.FLAG)]))
    told = "".join(map("".join, looked(findings, verdict, text).tables[0].rows))
    assert not [place for place in range(len(CANARY) - 2) if CANARY[place : place + 3] in told]


@pytest.mark.parametrize("given", MALFORMED)
def test_an_error_about_a_malformed_request_shows_nothing_of_it(given: dict[str, Any]) -> None:
    with pytest.raises(InputError) as refused:
        screen(given, plans()[0])
    error = refused.value
    told = "".join(traceback.format_exception(error))
    assert CANARY not in f"{error}{error!r}{error.problems}{error.__cause__!r}"
    assert CANARY not in told.replace("CANARY", "")


@pytest.mark.parametrize(
    "value",
    [
        Part(0, "/content", CANARY, CANARY),
        Text(CANARY),
        next(literals(Part(0, "/function_call/arguments", "user", f'["{CANARY}"]'))),
        Span(0, 9, "rule"),
    ],
)
def test_a_value_that_holds_a_text_does_not_show_it(value: object) -> None:
    assert CANARY not in f"{value!r}{value}"


def test_the_paths_of_findings_are_made_of_names_of_the_format_and_positions() -> None:
    given = arguments(f'{{"{CANARY}": [{{"{MAIL}": "{MAIL}"}}]}}')
    findings = screen(given, plan([rule(Slug.EMAIL, Action.FLAG)])).findings
    assert [each.part.partition("#")[2] for each in findings] == ["/0/0/0#", "/0/0/0"]
