"""Compressed bitmaps: pyroaring, a set of endpoint numbers for each name."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from pyroaring import BitMap

from benchmarks.contender import NONE, Contender

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from benchmarks.question import Question, Setting

    Index = Mapping[str, BitMap]


def prepare(question: Question) -> Contender:
    """Bitmaps of all names; what is allowed and what is refused is put together once."""
    rows, runs = question.rows, question.runs
    every = BitMap(range(len(rows)))
    columns = {
        "providers": index(row.host for row in rows),
        "models": index(row.slug for row in rows),
        "zdr": index(row.word if row.retains else "" for row in rows),
        "training": index(("free" if row.free else "paid") * row.trains for row in rows),
    }
    allowed = [either(columns, each) for each in question.settings if "allowed" in each.kind]
    refused = [either(columns, each) for each in question.settings if "allowed" not in each.kind]
    asked = {name: BitMap(range(*run)) for name, run in runs.items()}

    def survivors(of: BitMap) -> tuple[BitMap, BitMap]:
        return of, BitMap.intersection(of, *allowed).difference(*refused)

    return Contender(NONE, told, lambda: survivors(every), lambda name: survivors(asked[name]))


def told(answer: object) -> list[bool]:
    """If each endpoint that was asked for survives."""
    asked, left = cast("tuple[BitMap, BitMap]", answer)
    return [number in left for number in asked]


def index(names: Iterable[str]) -> dict[str, BitMap]:
    """For each name the numbers of the endpoints that have it."""
    found: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        found.setdefault(name, []).append(number)
    return {name: BitMap(numbers) for name, numbers in found.items()}


def either(columns: Mapping[str, Index], setting: Setting) -> BitMap:
    """The endpoints that have one of the names of a setting."""
    column = columns[setting.kind.rpartition("_")[2]]
    names = setting.entries or (setting.kind.split("_")[1],)
    return BitMap.union(BitMap(), *(column[name] for name in names if name in column))
