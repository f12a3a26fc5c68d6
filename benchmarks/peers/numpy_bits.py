"""NumPy, eight endpoints a byte: a plane of bits for each setting."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from benchmarks.contender import NONE, Contender
from benchmarks.peers.numpy_masks import EVERYTHING, frame, ready

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benchmarks.question import Question


class Answer(NamedTuple):
    """Who is refused as bits, and which of them are those of the endpoints that were asked for."""

    refused: NDArray[np.uint8]
    first: int
    count: int


def prepare(question: Question) -> Contender:
    """One row of bits for each setting, put together when it is asked."""
    arrays = frame(question)
    masks = [ready(setting, arrays)(EVERYTHING) for setting in question.settings]
    planes = np.packbits(np.array(masks), axis=1)

    def between(start: int, stop: int) -> Answer:
        first, last = start // 8, (stop + 7) // 8
        refused = np.bitwise_or.reduce(planes[:, first:last])
        return Answer(refused, start - 8 * first, stop - start)

    everything, runs = len(question.rows), question.runs
    return Contender(
        NONE,
        told,
        lambda: between(0, everything),
        lambda name: between(*runs[name]),
    )


def told(answer: object) -> list[bool]:
    """If each endpoint that was asked for survives."""
    refused, first, count = cast("Answer", answer)
    return [not bit for bit in np.unpackbits(refused)[first : first + count]]
