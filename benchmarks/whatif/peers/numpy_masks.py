"""NumPy: a lookup table for each list, a mask of booleans for each code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.whatif.world import FIELDS, Effect

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from benchmarks.whatif.world import Json, World

    Mask = NDArray[np.bool_]


def prepare(world: World) -> Callable[[], list[Effect]]:
    """Columns as codes, and the lists of all guardrails as arrays of those codes."""
    columns = [_coded([row.host for row in world.rows]), _coded([row.slug for row in world.rows])]
    free, trains, retains = (
        np.array([getattr(row, name) for row in world.rows])
        for name in ("free", "trains", "retains")
    )
    flags = (free & trains, ~free & trains, retains)
    pairs = [[_said(document, columns) for document in pair] for pair in world.pairs]

    def masks(said: list[Any]) -> dict[int, Any]:
        found = {}
        for place, codes in enumerate(said[:4]):
            if codes is not None:
                column, names = columns[place // 2]
                table = np.full(len(names), fill_value=place % 2 == 0)
                table[codes] = place % 2 == 1
                found[place] = table[column]
        return found | {place + 4: flag for place, flag in enumerate(flags) if said[place + 4]}

    def effect(pair: list[list[Any]]) -> Effect:
        was, now = map(masks, pair)
        nothing = np.zeros(len(world.rows), dtype=bool)
        old = np.logical_or.reduce([nothing, *was.values()])
        new = np.logical_or.reduce([nothing, *now.values()])
        lost, gained = new & ~old, old & ~new
        return Effect(
            int(lost.sum()), int(gained.sum()), _by(now, lost), _by(was, gained)
        )  # fmt: skip

    return lambda: [effect(pair) for pair in pairs]


def _coded(names: list[str]) -> tuple[Any, dict[str, int]]:
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names]), numbers


def _said(document: Json, columns: list[tuple[Any, dict[str, int]]]) -> list[Any]:
    lists = [
        None if (listed := document.get(name)) is None
        else np.array([columns[place // 2][1][entry] for entry in listed])
        for place, name in enumerate(FIELDS[:4])
    ]  # fmt: skip
    on = (False, False, True)
    return [
        *lists,
        *(document.get(name) is said for name, said in zip(FIELDS[4:], on, strict=True)),
    ]


def _by(masks: dict[int, Mask], changed: Mask) -> tuple[int, ...]:
    if not changed.any():
        return (0,) * len(FIELDS)
    return tuple(
        int((masks[place] & changed).sum()) if place in masks else 0 for place in range(len(FIELDS))
    )
