"""Others: the same patterns in `re` and `regex`, each in a process of its own that is ended."""

from __future__ import annotations

import json
import sys
from subprocess import PIPE, Popen, TimeoutExpired
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.hostile.patterns import Hostile

LIMIT = 4
"""Seconds of CPU time, the start of the process among them."""

PATIENCE = 120
"""Seconds in which a process is through, however busy the machine is."""

SEARCH = """
import json, resource, sys
from importlib import import_module
from time import thread_time
asked = json.load(sys.stdin)
engine = import_module(asked["engine"])
resource.setrlimit(resource.RLIMIT_CPU, (asked["limit"], asked["limit"] + 1))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
try:
    pattern = engine.compile(asked["pattern"])
    start = thread_time()
    found = sum(1 for _ in pattern.finditer(asked["text"]))
    print(json.dumps([found, (thread_time() - start) * 1000]))
except (engine.error, RecursionError, MemoryError, OverflowError) as error:
    print(json.dumps([type(error).__name__, None]))
"""


def search(engine: str, hostile: Hostile) -> float | str:
    """Milliseconds for all matches, or why there is no such figure."""
    with Popen([sys.executable, "-c", SEARCH], stdin=PIPE, stdout=PIPE, text=True) as process:  # noqa: S603 (constant)
        asked = {
            "engine": engine,
            "limit": LIMIT,
            "pattern": hostile.pattern,
            "text": hostile.text(),
        }
        try:
            output, _ = process.communicate(json.dumps(asked), timeout=PATIENCE)
        except TimeoutExpired:
            process.kill()
            output = ""
    if not output:
        return f"> {LIMIT} s"
    found, spent = json.loads(output)
    return str(found) if spent is None else float(spent)
