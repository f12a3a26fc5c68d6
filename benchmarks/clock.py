"""Clock: CPU time of one process, everybody measured in turn, several times over."""

from __future__ import annotations

import gc
import random
from contextlib import contextmanager
from math import ceil
from statistics import median
from time import process_time_ns
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

Times = dict[str, list[float]]
"""CPU microseconds of one call, one figure a round, by label."""

BLOCK = 300.0
"""Microseconds that one measurement should take at least: reading the clock costs less than one."""

BRIEF = 20_000.0
"""Microseconds up to which a run is made once more beforehand, untimed.

Whoever comes after a big neighbour finds the processor's caches full of somebody else's code. A
gateway is not in that place: it decides one request after the other. So each contender gets going
with another batch; the models of the batch that counts are as cold as the catalogue is big.
"""


def idle() -> None:
    """Nothing to do beforehand."""


class Task(NamedTuple):
    """Something to measure: `run` makes `calls` calls; `before` is not timed.

    A task takes part in every round whose number is a multiple of `every`. A `brief` one is run
    with another batch first.
    """

    label: str
    run: Callable[[Sequence[str]], object]
    calls: int
    before: Callable[[], object] = idle
    every: int = 1
    brief: bool = True


def each(ask: Callable[[str], object]) -> Callable[[Sequence[str]], object]:
    """A run that asks once for every name of a batch."""

    def run(batch: Sequence[str]) -> None:
        for name in batch:
            ask(name)

    return run


def repeated(call: Callable[[], object], times: int) -> Callable[[Sequence[str]], object]:
    """A run that makes the same call again and again, whatever the batch."""

    def run(_: Sequence[str]) -> None:
        for _turn in range(times):
            call()

    return run


def paced(task: Task, cost: float, rounds: int, budget: float) -> Task:
    """The same task, in as many of `rounds` as fit into `budget` seconds, once at least."""
    run = cost * task.calls
    possible = max(1, int(budget * 1e6 / run))
    return task._replace(every=ceil(rounds / min(rounds, possible)), brief=run <= BRIEF)


def times_of(cost: float) -> int:
    """How many calls of so many microseconds make a run."""
    return max(1, ceil(BLOCK / cost))


def interleaved(tasks: Sequence[Task], batches: Sequence[Sequence[str]]) -> Times:
    """The time of a call of each task in each of its rounds; a round's order is drawn by lot."""
    rng = random.Random(0)
    times: Times = {task.label: [] for task in tasks}
    with quiet():
        for number, batch in enumerate(batches):
            for task in rng.sample(tasks, len(tasks)):
                if number % task.every == 0:
                    times[task.label].append(once(task, batch, batches[number - 1]))
    return times


def once(task: Task, batch: Sequence[str], earlier: Sequence[str]) -> float:
    """Microseconds of one call, out of one run."""
    if task.brief:
        task.run(earlier)
    task.before()
    start = process_time_ns()
    task.run(batch)
    return (process_time_ns() - start) / 1000 / task.calls


def cost(call: Callable[[], object]) -> tuple[object, float]:
    """What a call gives, and the microseconds that it took this once."""
    start = process_time_ns()
    answer = call()
    return answer, max((process_time_ns() - start) / 1000, 0.01)


@contextmanager
def quiet() -> Iterator[None]:
    """No garbage collection: what is loaded is set aside, what comes waits."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def medians(times: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """The middle figure of each label."""
    return {label: median(figures) for label, figures in times.items() if figures}
