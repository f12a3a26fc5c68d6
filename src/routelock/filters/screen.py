"""Screen: a whole request read by a plan, and the body that may go on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.filters.arguments import ARGUMENTS, literals, replaced, whole
from routelock.filters.redact import redact
from routelock.guardrail import Action
from routelock.message import parts, rewritten

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from routelock.filters.arguments import Literal
    from routelock.filters.engine import Plan
    from routelock.filters.finding import Finding
    from routelock.message import Part

    Marks = list[tuple[Literal, list[Finding]]]  # the texts of one part that have findings

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
    marked = [(part, marks) for part in found if (marks := _marks(part, plan, plan.scan))]
    if not marked:
        return Screening((), None, body)
    findings = tuple(finding for _, marks in marked for _, found in marks for finding in found)
    if any(finding.refuses for finding in findings):
        return Screening(findings, Action.BLOCK, None)
    verdict = min((finding.action for finding in findings), key=[*Action].index)
    chosen = [(part, redacts) for part, marks in marked if (redacts := _redacts(marks))]
    texts = [(part, _redacted(part, redacts, plan)) for part, redacts in chosen]
    return Screening(findings, verdict, rewritten(body, texts) if texts else body)


def screen_text(text: str, plan: Plan) -> tuple[tuple[Finding, ...], Action | None, str | None]:
    """Findings, verdict and what is left of one text of a user; `None` where a rule blocked."""
    screening = screen({"prompt": text}, plan)
    left = screening.body
    return screening.findings, screening.verdict, None if left is None else left["prompt"]


def _marks(part: Part, plan: Plan, scan: Callable[[Part], list[Finding]]) -> Marks:
    if not part.path.endswith(ARGUMENTS):
        found = scan(part)
        return [(whole(part), found)] if found else []
    if plan.passes(part) and not _ESCAPED.search(part.text):
        return []
    return [(text, found) for text in literals(part) if (found := scan(text.part))]


# Escapes that can write a sign which a gate looks for; the others write quotes and line ends.
_ESCAPED = re.compile(r"\\[u/]")


def _redacts(marks: Marks) -> Marks:
    """The findings that are to be redacted, with their texts."""
    chosen = [
        (text, [one for one in found if one.action is Action.REDACT]) for text, found in marks
    ]
    return [(text, found) for text, found in chosen if found]


def _redacted(part: Part, marks: Marks, plan: Plan) -> str:
    """A part without what was found in it, nor what comes to light when that is gone."""
    for _ in range(ROUNDS):
        texts = [(text, redact(text.part.text, found)) for text, found in marks]
        part = part._replace(text=replaced(part.text, texts))
        marks = _marks(part, plan, plan.rescan)
        if not marks:
            return part.text
    return replaced(part.text, [(text, found[-1].placeholder) for text, found in marks])
