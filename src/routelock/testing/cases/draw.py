"""Draw: the few ways to choose at random that the cases are made with."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

T = TypeVar("T")


def chance(rng: Random, share: float) -> bool:
    """True in about this share of the draws."""
    return rng.random() < share


def one(rng: Random, pool: Sequence[T]) -> T:
    """One of a pool, all alike; repeat an entry to make it likelier."""
    return pool[int(rng.random() * len(pool))]


def up_to(rng: Random, most: int) -> int:
    """A count between 0 and `most`, both included."""
    return int(rng.random() * (most + 1))


def some(rng: Random, pool: Sequence[T], count: int) -> list[T]:
    """That many draws of a pool; an entry may come twice."""
    return [one(rng, pool) for _ in range(count)]


def share(rng: Random, pool: Sequence[T], kept: float) -> list[T]:
    """About this share of a pool, in its order."""
    return [entry for entry in pool if rng.random() < kept]
