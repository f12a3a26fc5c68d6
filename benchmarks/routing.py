"""Routing: which endpoints survive three guardrails, and why not the others: us and the peers."""

from __future__ import annotations

import random
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from benchmarks import ours
from benchmarks.agreement import check_one, check_whole, oracle_says
from benchmarks.clock import (
    Task,
    Times,
    cost,
    each,
    interleaved,
    paced,
    quiet,
    repeated,
    times_of,
)
from benchmarks.contender import Absent, Contender

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.agreement import Witness
    from benchmarks.question import Question

BATCH = 32
"""Models that are asked for in one measurement."""

ORACLE_READS = 5_000
"""Endpoints up to which the oracle is the witness; beyond, where it takes minutes, a plain loop."""


class Peer(NamedTuple):
    """Where a contender is made, what has to be installed for it, and how far it goes."""

    label: str
    module: str
    needs: str = "pydantic"
    most: int = 10_000_000
    factory: str = "prepare"


FROZENSETS = "frozen sets, a loop"
PYDANTIC = "pydantic objects and lists, a loop"
CEDAR = "Cedar (cedarpy)"
RUST = "Rego in Rust (regorus)"
CPP = "Rego in C++ (regopy)"
OPA = "OPA (Go, in process)"
KEPT = "NumPy masks, tables kept"
MADE = "NumPy masks, tables made"

PEERS = (
    Peer(FROZENSETS, "frozenset_loop"),
    Peer(PYDANTIC, "pydantic_loop"),
    Peer(CEDAR, "cedar", "cedarpy"),
    Peer(RUST, "rego_rust", "opa-eval"),
    Peer(CPP, "rego_cpp", "regopy", most=5_000),
    Peer(OPA, "rego_go", "opa-golib-python-bindings"),
    Peer("Polars", "polars_frame", "polars"),
    Peer(KEPT, "numpy_masks", "numpy"),
    Peer(MADE, "numpy_masks", "numpy", factory="prepare_afresh"),
    Peer("NumPy packed bits", "numpy_bits", "numpy"),
    Peer("pyroaring bitmaps", "roaring", "pyroaring"),
)


class Pace(NamedTuple):
    """How many rounds there are, and the seconds that one contender may take for one question."""

    rounds: int
    budget: float


class Measured(NamedTuple):
    """What one size gave: times of both questions, who gave what, who was not there."""

    whole: Times
    one: Times
    reasons: dict[str, str]
    absent: tuple[Absent, ...]
    witness: str


def measure(size: int, question: Question, pace: Pace) -> Measured:
    """Everybody's times for one size, after all of them have agreed."""
    loaded = [load(peer, question, size) for peer in PEERS]
    peers = [entry for entry in loaded if isinstance(entry, Contender)]
    contenders = [*ours.contenders(question), *peers]
    witness = witness_of(size, question, peers[0])
    return Measured(
        whole(contenders, witness, pace),
        one(contenders, question, witness, pace),
        {contender.label: contender.reasons for contender in contenders},
        tuple(entry for entry in loaded if isinstance(entry, Absent)),
        "the oracle" if size <= ORACLE_READS else peers[0].label,
    )


def load(peer: Peer, question: Question, size: int) -> Contender | Absent:
    """A peer that is ready, or why there is none."""
    if size > peer.most:
        return Absent(peer.label, f"not measured beyond {peer.most:,} endpoints")
    try:
        module = import_module(f"benchmarks.peers.{peer.module}")
    except ImportError:
        return Absent(peer.label, f"`{peer.needs}` is not installed")
    contender: Contender = getattr(module, peer.factory)(question)
    return contender._replace(label=peer.label)


def witness_of(size: int, question: Question, plain: Contender) -> Witness:
    """What everybody has to say."""
    if size <= ORACLE_READS or plain.whole is None or plain.told is None:
        return oracle_says(size, question)
    return [frozenset(entry) for entry in plain.told(plain.whole()) if not isinstance(entry, bool)]


def whole(contenders: Sequence[Contender], witness: Witness, pace: Pace) -> Times:
    """CPU microseconds for the whole catalogue; who is beyond the budget is measured once."""
    tasks, single = [], {}
    for contender in contenders:
        if contender.whole is None:
            continue
        with quiet():
            answer, spent = cost(contender.whole)
        check_whole(contender, answer, witness)
        if spent > pace.budget * 1e6:
            single[contender.label] = [spent]
            continue
        calls = times_of(spent)
        task = Task(contender.label, repeated(contender.whole, calls), calls)
        tasks.append(paced(task, spent, pace.rounds, pace.budget))
    return interleaved(tasks, [()] * pace.rounds) | single


def one(contenders: Sequence[Contender], question: Question, witness: Witness, pace: Pace) -> Times:
    """CPU microseconds for one model, a batch of models at a time."""
    drawn = batches(question, pace.rounds + 1)
    tasks = []
    for contender in contenders:
        if contender.one is None:
            continue
        check_one(contender, drawn[0], question, witness)
        contender.before()
        run = each(contender.one)
        _, spent = cost(partial(run, drawn[0]))
        task = Task(contender.label, run, BATCH, contender.before)
        tasks.append(paced(task, spent / BATCH, pace.rounds, pace.budget))
    return interleaved(tasks, drawn[1:])


def batches(question: Question, count: int) -> list[list[str]]:
    """So many batches of models, drawn from all; everybody is asked for the same ones."""
    rng = random.Random(0)
    names = [*question.runs]
    return [rng.sample(names, BATCH) for _ in range(count)]
