"""NumPy, a boolean mask for each setting: the masks are the reasons."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from benchmarks.contender import ALL, Contender

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from benchmarks.question import Question, Setting

    Mask = NDArray[np.bool_]
    Refuse = Callable[[slice], Mask]

EVERYTHING = slice(None)


class Codes(NamedTuple):
    """A column of names as whole numbers, and the number of each name."""

    column: NDArray[np.intp]
    numbers: dict[str, int]


class Frame(NamedTuple):
    """A catalogue as arrays: what settings ask of endpoints, as far as no setting is needed."""

    hosts: Codes
    slugs: Codes
    retained: Codes
    trains_free: Mask
    trains_paid: Mask


def prepare(question: Question) -> Contender:
    """Masks from tables that were made ready once: the same three guardrails again and again."""
    arrays = frame(question)
    refuse = [ready(setting, arrays) for setting in question.settings]
    return contender(question, lambda where: [of(where) for of in refuse])


def prepare_afresh(question: Question) -> Contender:
    """Masks from the names in the guardrails: three guardrails that were not seen before."""
    arrays, settings = frame(question), question.settings
    return contender(
        question, lambda where: [ready(setting, arrays)(where) for setting in settings]
    )


def contender(question: Question, masks: Callable[[slice], list[Mask]]) -> Contender:
    """A contender out of what gives the masks of a slice."""
    said = [setting.said for setting in question.settings]
    runs = {name: slice(*run) for name, run in question.runs.items()}

    def told(answer: object) -> list[frozenset[Any]]:
        columns = zip(*cast("list[Mask]", answer), strict=True)
        return [frozenset(s for s, hit in zip(said, row, strict=True) if hit) for row in columns]

    return Contender(ALL, told, lambda: masks(EVERYTHING), lambda name: masks(runs[name]))


def frame(question: Question) -> Frame:
    """The catalogue as arrays."""
    rows = question.rows
    trains = np.array([row.trains for row in rows])
    free = np.array([row.free for row in rows])
    return Frame(
        codes(row.host for row in rows),
        codes(row.slug for row in rows),
        codes(row.word if row.retains else "" for row in rows),
        trains & free,
        trains & ~free,
    )


def codes(names: Iterable[str]) -> Codes:
    """Names as numbers, in the order in which they appear."""
    numbers: dict[str, int] = {}
    column = [numbers.setdefault(name, len(numbers)) for name in names]
    return Codes(np.array(column, np.intp), numbers)


def table(setting: Setting, column: Codes, *, only: bool) -> Mask:
    """For each number of a column if the setting refuses the name behind it."""
    numbers = column.numbers
    cells = np.full(len(numbers), only)
    cells[[numbers[name] for name in setting.entries if name in numbers]] = not only
    return cells


def ready(setting: Setting, arrays: Frame) -> Refuse:
    """What gives the mask of a setting over a slice."""
    return READY[setting.kind](setting, arrays)


def looked_up(column: str, setting: Setting, arrays: Frame, *, only: bool) -> Refuse:
    """The mask out of a table of the names of a column."""
    found: Codes = getattr(arrays, column)
    cells = table(setting, found, only=only)
    return lambda where: cells[found.column[where]]


def known(column: str, _: Setting, arrays: Frame) -> Refuse:
    """The mask that is a column of the catalogue already."""
    flags: Mask = getattr(arrays, column)
    return lambda where: flags[where]


READY: dict[str, Callable[[Setting, Frame], Refuse]] = {
    "ignored_providers": partial(looked_up, "hosts", only=False),
    "allowed_providers": partial(looked_up, "hosts", only=True),
    "allowed_models": partial(looked_up, "slugs", only=True),
    "enforce_zdr": partial(looked_up, "retained", only=False),
    "enable_free_model_training": partial(known, "trains_free"),
    "enable_paid_model_training": partial(known, "trains_paid"),
}
