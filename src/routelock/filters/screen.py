"""Screen: a whole request read by a plan, and the body that may go on."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.filters.arguments import ARGUMENTS, literals, replaced, whole
from routelock.filters.engine import Plan
from routelock.filters.redact import redact
from routelock.filters.together import across, units
from routelock.guardrail import Action
from routelock.message import parts, rewritten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from routelock.filters.arguments import Literal
    from routelock.filters.finding import Finding
    from routelock.message import Part

    Marks = list[tuple[Literal, list[Finding]]]  # the texts of one part that have findings
    Scan = Callable[[Plan, Part], list[Finding]]

ROUNDS = 3
"""How often a redacted part is screened again before all of it becomes a placeholder."""


class Screening(NamedTuple):
    """What a plan says of a request: findings in order, the strongest action, the body to send.

    `verdict` is `None` when nothing was found; a text to redact that could not be read to the end
    is blocked. `body` is `None` when a rule blocked, a new body where texts were redacted, and
    otherwise the very object that came in.
    """

    findings: tuple[Finding, ...]
    verdict: Action | None
    body: Mapping[str, Any] | None

    def __repr__(self) -> str:
        return f"<Screening: {self.verdict or 'nothing'}, {len(self.findings)} findings>"


def screen(body: Mapping[str, Any], plan: Plan) -> Screening:
    """Every covered text of a body read by every rule that covers its role; nothing is mutated.

    Raises `RequestError` when a place where a text belongs holds something else.
    """
    found = parts(body)
    if plan.passes_all(found):
        return Screening((), None, body)
    read = [
        (unit, marks) for unit in _units(found, plan) if (marks := _marks(unit, plan, Plan.scan))
    ]
    if not read:
        return Screening((), None, body)
    findings = tuple(finding for _, marks in read for finding in _found(marks))
    if any(finding.refuses for finding in findings):
        return Screening(findings, Action.BLOCK, None)
    verdict = min((finding.action for finding in findings), key=[*Action].index)
    texts = [text for unit, marks in read for text in _redacted(unit, _redacts(marks), plan)]
    return Screening(findings, verdict, rewritten(body, texts) if texts else body)


def screen_text(text: str, plan: Plan) -> tuple[tuple[Finding, ...], Action | None, str | None]:
    """Findings, verdict and what is left of one text of a user; `None` where a rule blocked."""
    screening = screen({"prompt": text}, plan)
    left = screening.body
    return screening.findings, screening.verdict, None if left is None else left["prompt"]


def _units(found: list[Part], plan: Plan) -> list[list[Part]]:
    return units(found) if plan.across else [[part] for part in found]


def _marks(unit: list[Part], plan: Plan, scan: Scan) -> list[Marks]:
    """What is found in each part of a unit; an empty list if there is nothing in any."""
    if len(unit) == 1 or plan.across is None:
        marks = [_alone(part, plan, scan) for part in unit]
    else:
        found = across(unit, [scan(plan, part) for part in unit], partial(scan, plan.across))
        marks = [
            [(whole(part), here)] if here else [] for part, here in zip(unit, found, strict=True)
        ]
    return marks if any(marks) else []


def _alone(part: Part, plan: Plan, scan: Scan) -> Marks:
    if not part.path.endswith(ARGUMENTS):
        found = scan(plan, part)
        return [(whole(part), found)] if found else []
    if plan.passes(part) and not _ESCAPED.search(part.text):
        return []
    return [(text, found) for text in literals(part) if (found := scan(plan, text.part))]


# Escapes that can write a sign which a gate looks for; the others write quotes and line ends.
_ESCAPED = re.compile(r"\\[u/]")


def _found(unit: list[Marks]) -> Iterator[Finding]:
    return (finding for marks in unit for _, found in marks for finding in found)


def _redacts(unit: list[Marks]) -> list[Marks]:
    """The findings that are to be redacted, with their texts."""
    chosen = [
        [(text, [one for one in found if one.action is Action.REDACT]) for text, found in marks]
        for marks in unit
    ]
    return [[(text, found) for text, found in marks if found] for marks in chosen]


def _redacted(unit: list[Part], marks: list[Marks], plan: Plan) -> Iterator[tuple[Part, str]]:
    """The parts to change, without what was found, nor what comes to light when that is gone."""
    left = _left(unit, marks, plan) if any(marks) else unit
    return ((part, after.text) for part, after in zip(unit, left, strict=True) if after is not part)


def _left(unit: list[Part], marks: list[Marks], plan: Plan) -> list[Part]:
    for _ in range(ROUNDS):
        unit = [*map(_without, unit, marks)]
        marks = _marks(unit, plan, Plan.rescan)
        if not marks:
            return unit
    unit = [*map(_given_up, unit, marks)]
    if len(unit) > 1 and (marks := _marks(unit, plan, Plan.rescan)):
        *_, last = _found(marks)
        unit = [part._replace(text=last.placeholder) for part in unit]
    return unit


def _without(part: Part, marks: Marks) -> Part:
    texts = [(text, redact(text.part.text, found)) for text, found in marks]
    return part._replace(text=replaced(part.text, texts)) if marks else part


def _given_up(part: Part, marks: Marks) -> Part:
    texts = [(text, found[-1].placeholder) for text, found in marks]
    return part._replace(text=replaced(part.text, texts)) if marks else part
