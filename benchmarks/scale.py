"""Scale: one model should cost the same, whatever the size of the catalogue."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from benchmarks.clock import Task, Times, each, interleaved
from benchmarks.ours import forgetful
from routelock.clearance import Clearance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from benchmarks.question import Question

SMALLEST = 200
MODELS = 16
TURNS = 50
FIRST, AGAIN = "first time", "asked again"


def measure(questions: Mapping[int, Question], rounds: int) -> dict[str, Times]:
    """CPU microseconds for one model by size: isolated, warm, models with as many endpoints."""
    alike = pick(questions)
    first, again = [], []
    for size, question in questions.items():
        clearance = Clearance(question.policy, question.catalogue)
        names, ask = alike[size], each(clearance.verdict)
        first.append(Task(str(size), bound(ask, names, 1), MODELS, warmed(clearance, names)))
        again.append(Task(str(size), bound(ask, names, TURNS), MODELS * TURNS))
    turns = [()] * rounds
    return {FIRST: interleaved(first, turns), AGAIN: interleaved(again, turns)}


def pick(questions: Mapping[int, Question]) -> dict[int, list[str]]:
    """For each size as many models, with the same numbers of endpoints."""
    rng = random.Random(0)
    smallest = questions[min(questions)]
    lengths = [length(smallest, name) for name in rng.sample([*smallest.runs], MODELS)]
    return {size: alike(question, lengths, rng) for size, question in questions.items()}


def alike(question: Question, lengths: Sequence[int], rng: random.Random) -> list[str]:
    """Models with these numbers of endpoints, no model twice."""
    names = rng.sample([*question.runs], len(question.runs))
    by_length: dict[int, list[str]] = {}
    for name in names:
        by_length.setdefault(length(question, name), []).append(name)
    return [by_length[wanted].pop() for wanted in lengths]


def length(question: Question, name: str) -> int:
    """How many endpoints a model has."""
    start, stop = question.runs[name]
    return stop - start


def bound(
    run: Callable[[Sequence[str]], object], names: Sequence[str], turns: int
) -> Callable[[Sequence[str]], object]:
    """A run over models of its own."""

    def again(_: Sequence[str]) -> None:
        for _turn in range(turns):
            run(names)

    return again


def warmed(clearance: Clearance, names: Sequence[str]) -> Callable[[], object]:
    """What asks for all models and forgets them: tables and processor caches are warm."""
    forget = forgetful(clearance)

    def warm() -> None:
        forget()
        for name in names:
            clearance.verdict(name)
        forget()

    return warm
