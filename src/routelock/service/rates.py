"""Rates: how often a key may ask: a bucket of tokens each, filled at a steady rate."""

from __future__ import annotations

from threading import Lock
from typing import Protocol


class Limiter(Protocol):
    """Whoever counts requests: in this process, or in one place for many (as Redis would be)."""

    def wait(self, key: str, now: float) -> float:
        """Seconds until this key may ask again: 0 when it may now, and then this was counted."""


class Unlimited:
    """Nobody has to wait."""

    def wait(self, key: str, now: float) -> float:
        """0."""
        del key, now
        return 0.0


class TokenBuckets:
    """`rate` requests a second for each key, `burst` of them at once; in this process alone.

    A full bucket says nothing, so it is forgotten: memory is bounded by the keys in use.

    >>> buckets = TokenBuckets(rate=1, burst=2)
    >>> [buckets.wait("k", 0.0) for _ in range(3)], buckets.wait("k", 1.0)
    ([0.0, 0.0, 1.0], 0.0)
    """

    MOST = 10_000
    """Buckets that are kept before full ones are looked for."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self._levels: dict[str, tuple[float, float]] = {}
        self._room = self.MOST
        self._lock = Lock()

    def wait(self, key: str, now: float) -> float:
        """Seconds until this key may ask again: 0 when it may now, and then this was counted."""
        with self._lock:
            if len(self._levels) > self._room:
                self._forget_full(now)
            level = self._level(key, now)
            if level < 1:
                return (1 - level) / self.rate
            self._levels[key] = (level - 1, now)
            return 0.0

    def _level(self, key: str, now: float) -> float:
        level, then = self._levels.get(key, (float(self.burst), now))
        return min(self.burst, level + max(0.0, now - then) * self.rate)

    def _forget_full(self, now: float) -> None:
        self._levels = {
            key: held for key, held in self._levels.items() if self._level(key, now) < self.burst
        }
        self._room = max(self.MOST, 2 * len(self._levels))  # so that looking stays rare
