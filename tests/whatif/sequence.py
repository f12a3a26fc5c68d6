"""Sequence: budgets in a replay, one row after the other: the slow way, sharing nothing."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

from tests.whatif.logs import CATALOGUE, COLUMNS, Slow, papers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.whatif.logs import Json, Papers

INTERVALS = ("daily", "weekly", "monthly", None)
NEAR = {"daily": 120, "weekly": 700, "monthly": 900, None: 1_100}
"""USD that most keys come near to in such a window."""

FEW = [*sorted({row["model_id"] for row in CATALOGUE["endpoints"]})[::4], "nobody/knows"]
"""Models: the oracle is slow, and who asks for which is not what this is about."""


def limited(seed: int, share: float = 0.7) -> Papers:
    """Guardrails with limits that are soon reached, by some just not."""
    named, rng = papers(seed), Random(seed)  # noqa: S311 - a seed is to give the same again
    for layer in COLUMNS:
        for paper in named[layer].values():
            if rng.random() < share:
                interval = rng.choice(INTERVALS)
                usd = 0 if rng.random() < 0.05 else NEAR[interval] * rng.uniform(0.4, 1.6)
                paper |= {
                    "limit_usd": round(usd, rng.choice((0, 2, 11))),
                    "reset_interval": interval,
                    "include_byok_in_budgets": rng.random() < 0.5,
                }
    return named


def shuffled(log: Sequence[Json], seed: int = 0) -> list[Json]:
    """Rows for a few models, out of order, some at one moment, each at a host of its own."""
    rng = Random(seed)  # noqa: S311 - as above
    rows = [
        {**row, "ts": _tied(row["ts"], rng), "model": row["model"] and rng.choice(FEW)}
        for row in log
    ]
    rng.shuffle(rows)
    return [{**row, "provider": f"row-{n}"} for n, row in enumerate(rows)]


def _tied(ts: str | None, rng: Random) -> str | None:
    return ts[:14] + "00:00+00:00" if ts and rng.random() < 0.1 else ts


class Sequence_:  # noqa: N801 - the word is taken by the standard library
    """A walk over rows in the order of time; `refused` says by row whether each side refuses it."""

    def __init__(self, before: Papers, after: Papers) -> None:
        self.sides = {"before": before, "after": after}
        self.slow = Slow(before, after)
        self.spent: dict[Any, Fraction] = defaultdict(Fraction)
        self.cuts: dict[Any, Json] = {}
        self.refused: dict[int, dict[str, bool]] = defaultdict(dict)

    def run(self, log: list[Json]) -> Sequence_:
        for number, row in sorted(enumerate(log), key=lambda item: (_time(item[1]), item[0])):
            if row["model"] is not None:
                for side in self.sides:
                    self.refused[number][side] = self._one(side, row)
        return self

    def _one(self, side: str, row: Json) -> bool:
        if not self.slow._decided(self.sides[side], row)["endpoints"]:  # noqa: SLF001 - same oracle
            return True
        if row["ts"] is None:
            return False
        cost = row["cost_usd"] if row["cost_usd"] is not None and row["cost_usd"] >= 0 else 0
        nano = round(cost * 10**9)
        own = self._limits(side, row)
        over = [name for name, most, _ in own if self.spent[name] >= most * 10**9]
        for name in over:
            cut = self.cuts.setdefault(name, {"at": row["ts"], "refused": 0, "nano": 0})
            cut["refused"] += 1
            cut["nano"] += nano
        if not over:
            for name, _, byok in own:
                if byok or not row["is_byok"]:
                    self.spent[name] += nano
        return bool(over)

    def _limits(self, side: str, row: Json) -> list[tuple[Any, Fraction, bool]]:
        found = []
        for layer, column in COLUMNS.items():
            paper = self.sides[side][layer].get(row[column])
            if paper is None or "limit_usd" not in paper:
                continue
            member = row["member"] is not None and layer != "keys"
            who = f"member:{row['member']}" if member else f"key:{row['api_key'] or ''}"
            name = (side, layer, paper["name"], who, _window(paper["reset_interval"], row["ts"]))
            found.append(
                (name, Fraction(str(paper["limit_usd"])), paper["include_byok_in_budgets"])
            )
        return found


def _time(row: Json) -> datetime:
    ts = row["ts"]
    return datetime.max.replace(tzinfo=UTC) if ts is None else datetime.fromisoformat(ts)


def _window(interval: str | None, ts: str) -> str | None:
    day = datetime.fromisoformat(ts).astimezone(UTC).date()
    starts: dict[str | None, date | None] = {
        "daily": day,
        "weekly": day - timedelta(days=day.weekday()),
        "monthly": day.replace(day=1),
        None: None,
    }
    start = starts[interval]
    return None if start is None else start.isoformat()
