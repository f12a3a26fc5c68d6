"""Ours: what a hostile pattern costs the thread that reads a request, beside busy threads."""

from __future__ import annotations

from contextlib import contextmanager
from statistics import median
from threading import Event, Thread
from time import thread_time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.clock import quiet
from routelock.filters.custom import PatternError, compile_pattern
from routelock.filters.fallback import Fallback
from routelock.filters.finding import UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.hostile.patterns import Hostile

THREADS = 4
ROUNDS = 3
BRIEF = 30.0
"""Milliseconds up to which a search is made in all rounds."""

FALLBACK = Fallback(thread_time)


class Outcome(NamedTuple):
    """Milliseconds of the thread's own CPU time to compile and to read, and what came of it.

    `said` is `N found`, `undecided`, or the error of a pattern that is refused, which is then not
    compiled and reads nothing.
    """

    said: str
    compiled: float | None = None
    read: float | None = None


def outcome(hostile: Hostile, fallback: Fallback | None = None) -> Outcome:
    """The medians of some rounds; a deadline holds in each of them."""
    start = thread_time()
    try:
        detector = compile_pattern(hostile.pattern, fallback)
    except PatternError as error:
        return Outcome(f"refused: {error.problems[0].message}")
    compiled = (thread_time() - start) * 1000
    text = hostile.text()
    times: list[float] = []
    with quiet():
        while not times or (len(times) < ROUNDS and times[0] < BRIEF):
            start = thread_time()
            found = detector.find(text)
            times.append((thread_time() - start) * 1000)
    undecided = any(span.rule == UNDECIDED for span in found)
    return Outcome(UNDECIDED if undecided else f"{len(found):,} found", compiled, median(times))


@contextmanager
def busy() -> Iterator[None]:
    """Threads that never rest, as in a gateway under load."""
    ended = Event()
    threads = [Thread(target=work, args=(ended,), daemon=True) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def work(ended: Event) -> None:
    """Count, until it is enough."""
    while not ended.is_set():
        sum(range(1_000))
