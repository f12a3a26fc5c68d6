"""Writer: writes until it is killed, again and again, and tells what it knew to be written.

`python -m tests.store.writer URL KILLS WRITES` prints a line for each write that had returned.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import NoReturn

from routelock.store import kinds
from routelock.store.protocol import Bucket
from routelock.store.sql import SqlStore
from tests.store.given import MADE, NOW

SOON = NOW + timedelta(minutes=5)
COST, ESTIMATE = 7, 10


def write(url: str, run: int, told: int) -> NoReturn:
    """A guardrail, a reservation and its end, then the line that says so, for ever."""
    store = SqlStore(url)
    for name in (f"{run}-{n}" for n in count()):
        store.guardrails.add("o", replace(MADE[kinds.GUARDRAILS]("o", name), id=name))
        store.ledger.reserve("o", name, [Bucket("all")], ESTIMATE, expires_at=SOON, now=NOW)
        store.ledger.settle("o", name, cost=COST)
        os.write(told, f"{name}\n".encode())
    raise AssertionError


def killed(url: str, run: int, writes: int) -> list[str]:
    """What a process of its own wrote until it was killed, in the middle of something."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        write(url, run, writing)
    os.close(writing)
    with os.fdopen(reading) as lines:
        told = [next(lines) for _ in range(writes)]
        os.kill(child, signal.SIGKILL)
        told += [line for line in lines if line.endswith("\n")]
    os.waitpid(child, 0)
    return told


if __name__ == "__main__":
    for number in range(int(sys.argv[2])):
        sys.stdout.writelines(killed(sys.argv[1], number, int(sys.argv[3]) + number))
