"""Texts: chats of any size, the same for everybody and in every run."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.filters.items import MAKERS, record, told
from benchmarks.filters.phrases import ANSWERED, ASIDES, ASKED, FLOODS, SLOTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Source = Callable[[random.Random], Iterator[str]]
    Batches = list[list[str]]

CLEAN, SPARSE, DENSE, FLOOD = "clean", "one item a KiB", "dense", "flood"
KIB = 1024
SIZES = {"200 B": 200, "2 KB": 2 * KIB, "32 KB": 32 * KIB, "1 MB": KIB * KIB}
PIECE = 4 * KIB
"""Bytes that a flood stays the same."""

COUNT = {"200 B": 48, "2 KB": 12, "32 KB": 2, "1 MB": 1}
"""Texts that are read in one measurement."""

DIFFERENT = 3
"""Batches of texts; they are read in turn, so that nobody reads a text twice in a row."""

SEED = 7


class Cell(NamedTuple):
    """A kind of text and a size."""

    kind: str
    size: str


def batches(cell: Cell, source: Source) -> Batches:
    """Texts of one kind and size, every one of them as long as the size says, in UTF-8."""
    rng = random.Random(f"{SEED} {cell.kind} {cell.size}")
    pieces = source(rng)
    return [
        [cut(pieces, SIZES[cell.size]) for _ in range(COUNT[cell.size])] for _ in range(DIFFERENT)
    ]


def cut(pieces: Iterator[str], size: int) -> str:
    """The next pieces, as many as a text of some bytes needs, its end filled with blanks."""
    taken, length = [], 0
    while length < size:
        taken.append(next(pieces))
        length += len(taken[-1].encode())
    data = "".join(taken).encode()[:size].decode(errors="ignore")
    return data + " " * (size - len(data.encode()))


def clean(rng: random.Random) -> Iterator[str]:
    """Questions and answers in which nothing is to be found."""
    while True:
        yield f"{sentence(ASKED, rng)}\n"
        for _ in range(rng.randint(1, 4)):
            yield " ".join(sentence(ANSWERED, rng) for _ in range(rng.randint(2, 6))) + "\n"
        if rng.random() < 0.5:  # noqa: PLR2004 (every other time)
            yield sentence(ASIDES, rng)


def sparse(rng: random.Random) -> Iterator[str]:
    """The same with one item in every KiB, all kinds in turn."""
    chat, left, number = clean(rng), rng.randrange(KIB), 0
    while True:
        piece = next(chat)
        left -= len(piece)
        if left < 0:
            kind = [*MAKERS][number % len(MAKERS)]
            piece = f"{piece[:-1]} {told(kind, rng)}\n"
            left, number = left + KIB, number + 1
        yield piece


def dense(rng: random.Random) -> Iterator[str]:
    """Lines of nothing but items."""
    while True:
        yield f"{record(rng)}\n"


def flood(rng: random.Random) -> Iterator[str]:
    """What looks as if something came, over and over: pieces of one kind each, all in turn."""
    number = rng.randrange(len(FLOODS))
    while True:
        word = FLOODS[number % len(FLOODS)]
        yield (word * PIECE)[:PIECE]
        number += 1


def sentence(choices: tuple[str, ...], rng: random.Random) -> str:
    """A phrase with its slots filled."""
    return rng.choice(choices).format_map(Filled(rng))


class Filled(dict[str, str]):
    """What stands for each slot of a phrase, drawn when it is asked for."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng

    def __missing__(self, slot: str) -> str:
        numbers = {"count": (2, 30), "share": (1, 99), "year": (1900, 2025)}
        if slot in numbers:
            return str(self.rng.randint(*numbers[slot]))
        return self.rng.choice(SLOTS[slot])


def from_file(path: Path) -> Source:
    """The texts of a file of JSON lines, one after the other, drawn in another order each time."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [f"{json.loads(line)['text']}\n" for line in lines]
    return partial(endless, found)


def endless(found: list[str], rng: random.Random) -> Iterator[str]:
    """Texts, drawn again and again."""
    while True:
        yield from rng.sample(found, len(found))


SOURCES: dict[str, Source] = {CLEAN: clean, SPARSE: sparse, DENSE: dense, FLOOD: flood}
