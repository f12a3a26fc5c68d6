"""DuckDB: guardrails, entries and endpoints as tables, and one query over all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import pyarrow as pa

from benchmarks.whatif.world import FIELDS, Effect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.whatif.world import Json, World

LISTS = FIELDS[:4]

SIDES = """
CREATE OR REPLACE TEMP TABLE by_host AS
SELECT g.side, g.id, h.host,
       g.allowed_providers AND a.entry IS NULL AS r0,
       g.ignored_providers AND i.entry IS NOT NULL AS r1
FROM guardrails g CROSS JOIN (SELECT DISTINCT host FROM endpoints) h
LEFT JOIN entries a ON a.side = g.side AND a.id = g.id
     AND a.field = 'allowed_providers' AND a.entry = h.host
LEFT JOIN entries i ON i.side = g.side AND i.id = g.id
     AND i.field = 'ignored_providers' AND i.entry = h.host;
CREATE OR REPLACE TEMP TABLE by_slug AS
SELECT g.side, g.id, s.slug,
       g.allowed_models AND a.entry IS NULL AS r2,
       g.ignored_models AND i.entry IS NOT NULL AS r3
FROM guardrails g CROSS JOIN (SELECT DISTINCT slug FROM endpoints) s
LEFT JOIN entries a ON a.side = g.side AND a.id = g.id
     AND a.field = 'allowed_models' AND a.entry = s.slug
LEFT JOIN entries i ON i.side = g.side AND i.id = g.id
     AND i.field = 'ignored_models' AND i.entry = s.slug;
"""

REASONS = """
SELECT g.id, e.n, h.r0, h.r1, s.r2, s.r3,
       g.free AND e.free AND e.trains AS r4,
       g.paid AND NOT e.free AND e.trains AS r5,
       g.zdr AND e.retains AS r6
FROM guardrails g CROSS JOIN endpoints e
JOIN by_host h ON h.side = g.side AND h.id = g.id AND h.host = e.host
JOIN by_slug s ON s.side = g.side AND s.id = g.id AND s.slug = e.slug
WHERE g.side = {side} AND g.id BETWEEN {first} AND {last}
"""

ANY = " OR ".join(f"{{0}}.r{n}" for n in range(len(FIELDS)))
MANY = 1_000
"""Guardrails in a query: two thousand million cells at a time would not fit into memory."""


def prepare(world: World) -> Callable[[], list[Effect]]:
    """Tables are loaded before, as our policies are read before."""
    link = duckdb.connect(config={"threads": 1})
    link.execute("SET enable_progress_bar = false")
    endpoints = [{"n": n, **row._asdict()} for n, row in enumerate(world.rows)]
    link.register("given_endpoints", pa.Table.from_pylist(endpoints))
    link.register("given_guardrails", pa.Table.from_pylist([*_guardrails(world)]))
    link.register("given_entries", pa.Table.from_pylist([*_entries(world)]))
    for name in ("endpoints", "guardrails", "entries"):
        link.execute(f"CREATE TABLE {name} AS SELECT * FROM given_{name}")  # noqa: S608 - ours

    def run() -> list[Effect]:
        link.execute(SIDES)
        found: list[Effect] = []
        for first in range(0, len(world.pairs), MANY):
            rows = link.execute(query(first, first + MANY - 1)).fetchall()
            found += [effect(row) for row in rows]
        return found

    return run


def query(first: int, last: int) -> str:
    """The counts of some guardrails, by id."""
    sides = [REASONS.format(side=side, first=first, last=last) for side in (0, 1)]
    lost, gained = (
        [f"count_if({one}.r{n} AND NOT ({ANY.format(other)}))" for n in range(len(FIELDS))]
        for one, other in (("b", "a"), ("a", "b"))
    )
    both = [f"count_if(({ANY.format(x)}) AND NOT ({ANY.format(y)}))" for x, y in ("ba", "ab")]
    counts = ", ".join((*both, *lost, *gained))
    return (
        f"SELECT a.id, {counts} FROM ({sides[0]}) a JOIN ({sides[1]}) b "  # noqa: S608 - ours
        "ON a.id = b.id AND a.n = b.n GROUP BY a.id ORDER BY a.id"
    )


def effect(row: tuple[int, ...]) -> Effect:
    """The counts of one guardrail."""
    half = 3 + len(FIELDS)
    return Effect(row[1], row[2], tuple(row[3:half]), tuple(row[half:]))


def _guardrails(world: World) -> Iterator[Json]:
    for number, pair in enumerate(world.pairs):
        for side, document in enumerate(pair):
            yield {
                "side": side,
                "id": number,
                **{name: name in document for name in LISTS},
                "free": document.get("enable_free_model_training") is False,
                "paid": document.get("enable_paid_model_training") is False,
                "zdr": document.get("enforce_zdr") is True,
            }


def _entries(world: World) -> Iterator[Json]:
    for number, pair in enumerate(world.pairs):
        for side, document in enumerate(pair):
            for name in LISTS:
                for entry in document.get(name, ()):
                    yield {"side": side, "id": number, "field": name, "entry": entry}
