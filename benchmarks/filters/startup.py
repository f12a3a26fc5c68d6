"""Start-up: what the first text costs in a fresh process, beyond what we depend on."""

from __future__ import annotations

import os
import sys
from statistics import median
from subprocess import check_output
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from benchmarks.filters.contender import Kinds

FIRST = """
import sys
from time import process_time_ns
import ahocorasick, ahocorasick_rs, pydantic, re2, regex
class First(pydantic.BaseModel):
    field: int = 0
def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
before, start = peak(), process_time_ns()
from routelock.filters.engine import plan
from routelock.filters.rule import Rule
from routelock.guardrail import Action, Slug
from routelock.message import Part
from routelock.reasons import Layer, Source
rules = [Rule(Source(Layer.KEY), "", Action.FLAG, Slug(kind)) for kind in sys.argv[1:]]
ready = plan(rules)
ready.scan(Part(None, "/prompt", "user", "You can reach me at ada@example.com, my name is Ada."))
spent = process_time_ns() - start
print(spent / 1e6, (peak() - before) / 1024)
"""
"""pydantic loads half of itself for the first model of a process, which is not ours to count.

The peak is Linux's of this memory alone: `getrusage` counts that of the process before `exec` too.
"""


class Start(NamedTuple):
    """CPU milliseconds and MiB from the import to the findings in a first text."""

    ms: float
    mib: float


def start(kinds: Kinds, runs: int) -> Start:
    """The medians of some runs with a plan for these kinds."""
    command = [sys.executable, "-c", FIRST, *sorted(kinds)]
    with TemporaryDirectory() as compiled:
        # as after an installation: compiled before, wherever this copy of the code may be kept
        kept_out = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": compiled}
        env = {**os.environ, **kept_out}
        outputs = [check_output(command, env=env, text=True) for _ in range(runs + 1)]  # noqa: S603 (constant)
    seen = [[*map(float, output.split())] for output in outputs[1:]]
    return Start(*map(median, zip(*seen, strict=True)))
