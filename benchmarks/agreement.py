"""Agreement: nobody's time counts who gives another answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.contender import ALL, survives
from benchmarks.question import LAYERS, SEED
from routelock.testing import catalogues, oracle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.contender import Contender, Verdicts
    from benchmarks.question import Question, Said

    Witness = Sequence[frozenset[Said]]


class DisagreementError(Exception):
    """Somebody's answer differs from the witness's."""


def check_whole(contender: Contender, answer: object, witness: Witness) -> None:
    """Raise if an answer about the whole catalogue is another one than the witness's."""
    if contender.told is not None:
        compare(contender, contender.told(answer), witness, "the catalogue")


def check_one(
    contender: Contender, names: Sequence[str], question: Question, witness: Witness
) -> None:
    """Raise if an answer about one of these models is another one than the witness's."""
    if contender.told is None or contender.one is None:
        return
    for name in names:
        told = contender.told(contender.one(name))
        compare(contender, told, witness[slice(*question.runs[name])], name)


def compare(contender: Contender, told: Verdicts, witness: Witness, what: str) -> None:
    """Raise if verdicts differ: in their reasons from who gives all, in survivors from the rest."""
    mine = [*told] if contender.reasons == ALL else survives(told)
    theirs = [*witness] if contender.reasons == ALL else survives(witness)
    if mine != theirs:
        wrong = sum(one != other for one, other in zip(mine, theirs, strict=False))
        message = f"{contender.label}: {wrong} of {len(theirs)} verdicts about {what} differ"
        raise DisagreementError(message)


def oracle_says(size: int, question: Question) -> Witness:
    """What the oracle, which shares no code with any contender, says of every endpoint."""
    document = catalogues.generate(size, seed=SEED)
    pairs = zip(LAYERS, question.guardrails, strict=True)
    papers = [(str(layer), "", paper) for layer, paper in pairs]
    decision = oracle.decide(document, papers, vendors=catalogues.VENDORS)
    reasons = {(row["model_id"], row["tag"]): row["reasons"] for row in decision["excluded"]}
    return [
        frozenset((each["guardrail"], each["field"]) for each in reasons.get(place, ()))
        for place in ((row["model_id"], row["tag"]) for row in document["endpoints"])
    ]
