"""Our paths: the same questions to a `Clearance`, and to the lanes below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from benchmarks.contender import ALL, NONE, Contender
from routelock.clearance import Clearance
from routelock.lanes import lane

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.question import Question, Said
    from routelock.catalogue import Endpoint
    from routelock.clauses import Refusal
    from routelock.clearance import Verdict
    from routelock.reasons import Reason

OURS = "routelock"
AGAIN = "routelock, asked again"
LANES = "routelock, lanes of bytes"
SURVIVORS = "routelock, survivors"
ALONE = "routelock, what each setting alone costs"
FLOOR = "a function with two dict lookups"


def contenders(question: Question) -> list[Contender]:
    """What is measured beside the peers."""
    made = {
        OURS: first_time(question),
        AGAIN: again(question),
        FLOOR: floor(question),
        LANES: lanes(question),
        SURVIVORS: survivors(question),
        ALONE: alone(question),
    }
    return [contender._replace(label=label) for label, contender in made.items()]


def first_time(question: Question) -> Contender:
    """A clearance in use, asked for a model that it does not remember; its list of all reasons."""
    clearance = remembering(question)

    def told(answer: object) -> list[frozenset[Said]]:
        if isinstance(answer, list):
            return [*map(said, answer)]
        return verdict_told(question, cast("Verdict", answer))

    forget = forgetful(clearance)
    return Contender(ALL, told, clearance.reasons, clearance.verdict, forget)


def again(question: Question) -> Contender:
    """A clearance that remembers every model."""
    told = first_time(question).told
    return Contender(ALL, told, None, remembering(question).verdict)


def floor(question: Question) -> Contender:
    """What anything with a memo costs at least: a dict in a dict, and the call."""
    held = {"verdicts": dict.fromkeys(question.runs, ())}

    def look(name: str) -> object:
        return held["verdicts"][name]

    return Contender(NONE, None, None, look)


def lanes(question: Question) -> Contender:
    """The whole catalogue, a byte an endpoint and a bit a clause."""
    catalogue, clauses = question.catalogue, Clearance(question.policy, question.catalogue).clauses

    def told(answer: object) -> list[frozenset[Said]]:
        return [bits_told(clauses, bits) for bits in cast("bytes", answer)]

    return Contender(ALL, told, lambda: lane(catalogue, clauses))


def survivors(question: Question) -> Contender:
    """The whole catalogue, who is left."""
    endpoints = question.catalogue.endpoints

    def told(answer: object) -> list[bool]:
        left = set(cast("tuple[Endpoint, ...]", answer))
        return [endpoint in left for endpoint in endpoints]

    return Contender(NONE, told, Clearance(question.policy, question.catalogue).survivors)


def alone(question: Question) -> Contender:
    """What each setting holds back that no other does: nobody else answers that."""
    return Contender(NONE, None, Clearance(question.policy, question.catalogue).alone)


def remembering(question: Question) -> Clearance:
    """A clearance that was asked for every model."""
    clearance = Clearance(question.policy, question.catalogue)
    for name in question.runs:
        clearance.verdict(name)
    return clearance


def forgetful(clearance: Clearance) -> Callable[[], object]:
    """What makes a clearance forget the models that it was asked for, and nothing else.

    A clearance forgets nothing for its users, so this reaches inside. What it worked out about
    hosts and conduct stays, as it would after some thousand requests for other models.
    """
    return clearance._verdicts.clear  # noqa: SLF001 (the reason stands above)


def verdict_told(question: Question, verdict: Verdict) -> list[frozenset[Said]]:
    """The reasons of a model's endpoints, in catalogue order."""
    reasons = dict(verdict.excluded)
    endpoints = question.catalogue.of(verdict.model)
    return [said(reasons.get(endpoint, ())) for endpoint in endpoints]


def said(reasons: tuple[Reason, ...]) -> frozenset[Said]:
    """Reasons in the words that all contenders share."""
    return frozenset((str(reason.guardrail), reason.field) for reason in reasons)


def bits_told(clauses: Sequence[Refusal], bits: int) -> frozenset[Said]:
    """The reasons behind one byte of a lane."""
    return said(tuple(each.reason for place, each in enumerate(clauses) if bits >> place & 1))
