"""Weight: the memory that a catalogue keeps, and the time that importing the core takes."""

from __future__ import annotations

import gc
import json
import os
import sys
import tracemalloc
from subprocess import check_output
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.ours import remembering
from benchmarks.question import SEED
from routelock.testing import catalogues
from routelock.wire import catalogue as wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.question import Question


class Bytes(NamedTuple):
    """What stays in memory: of a catalogue for each endpoint, of a clearance for each model.

    `endpoint` leaves out the strings that the loaded document had already; `with_strings` is all
    that remains of a file.
    """

    endpoint: float
    with_strings: float
    verdict: float


def weigh(size: int, question: Question) -> Bytes:
    """Bytes that stay, by tracemalloc."""
    document = catalogues.generate(size, seed=SEED)
    data = json.dumps(document).encode()
    endpoint = kept(lambda: wire.decode(document))
    whole = kept(lambda: wire.read(data))
    verdicts = kept(lambda: remembering(question))
    return Bytes(endpoint / size, whole / size, verdicts / len(question.runs))


def kept(build: Callable[[], object]) -> int:
    """The bytes of what `build` gives, once everything else is gone."""
    gc.collect()
    tracemalloc.start()
    try:
        built = build()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] if built else 0
    finally:
        tracemalloc.stop()


IMPORT = """
from time import process_time_ns
import ahocorasick, ahocorasick_rs, pydantic, re2, regex
class First(pydantic.BaseModel):
    field: int = 0
start = process_time_ns()
import routelock
print((process_time_ns() - start) / 1e6)
"""
"""pydantic loads half of itself for the first model of a process, which is not ours to count."""


def import_time(runs: int) -> list[float]:
    """CPU milliseconds to import routelock where what it depends on is imported already."""
    command = [sys.executable, "-c", IMPORT]
    with TemporaryDirectory() as compiled:
        # as after an installation: compiled before, wherever this copy of the code may be kept
        kept_out = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": compiled}
        env = {**os.environ, **kept_out}
        outputs = [check_output(command, env=env, text=True) for _ in range(runs + 1)]  # noqa: S603 (constant)
    return [*map(float, outputs[1:])]
