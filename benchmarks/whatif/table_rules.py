"""Table rules: the rules of a replay written in DuckDB SQL, as a friend of SQL would write them.

Aggregate first: what becomes of a row goes by who asks for what at which host. The rules stand here
a second time, and without reasons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa

from benchmarks.whatif.world import row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from benchmarks.whatif.world import Json

LAYERS = {"account": "account", "workspaces": "workspace", "members": "member", "keys": "api_key"}
LISTS = ("allowed_providers", "ignored_providers", "allowed_models", "ignored_models")

REFUSED = """
CREATE TABLE refused AS
SELECT g.side, g.layer, g.id, e.n FROM papers g CROSS JOIN endpoints e
WHERE (g.free AND e.free AND e.trains) OR (g.paid AND NOT e.free AND e.trains)
   OR (g.zdr AND e.retains)
   OR (len(g.allowed_providers) > 0 AND NOT list_contains(g.allowed_providers, e.host))
   OR list_contains(g.ignored_providers, e.host)
   OR (len(g.allowed_models) > 0 AND NOT list_contains(g.allowed_models, e.slug))
   OR list_contains(g.ignored_models, e.slug)
"""

REPLAY = """
WITH asked AS (
  SELECT api_key, member, workspace, model, provider, date_trunc('day', ts) AS day,
         count(*) AS rows, sum(prompt_tokens) AS prompt, sum(completion_tokens) AS completion,
         sum(round(cost_usd * 1e9)::BIGINT) AS nano
  FROM read_parquet('{log}') GROUP BY ALL),
wished AS (SELECT DISTINCT api_key, member, workspace, model FROM asked),
left_over AS (
  SELECT w.*, e.n, e.host, e.prompt_price, e.completion_price,
    NOT EXISTS (FROM refused r WHERE r.side = 'before' AND r.n = e.n AND r.layer = 'account')
    AND b1.n IS NULL AND b2.n IS NULL AND b3.n IS NULL AS before,
    NOT EXISTS (FROM refused r WHERE r.side = 'after' AND r.n = e.n AND r.layer = 'account')
    AND a1.n IS NULL AND a2.n IS NULL AND a3.n IS NULL AS after
  FROM wished w JOIN endpoints e ON e.model_id = w.model
  {joins}),
at_host AS (
  SELECT api_key, member, workspace, model, host, bool_or(after) AS stays
  FROM left_over GROUP BY ALL),
served AS (
  SELECT api_key, member, workspace, model, bool_or(before) AS before, bool_or(after) AS after,
    arg_min(prompt_price, (prompt_price + completion_price, n))
      FILTER (after AND prompt_price IS NOT NULL AND completion_price IS NOT NULL) AS p,
    arg_min(completion_price, (prompt_price + completion_price, n))
      FILTER (after AND prompt_price IS NOT NULL AND completion_price IS NOT NULL) AS c
  FROM left_over GROUP BY ALL)
SELECT a.api_key, a.member, a.workspace, a.model, a.provider, day, sum(rows) AS rows,
  sum(rows) FILTER (NOT s.before) AS refused_before,
  sum(rows) FILTER (NOT s.after) AS refused_after,
  sum(rows) FILTER (s.before AND NOT s.after) AS newly_refused,
  sum(rows) FILTER (NOT s.before AND s.after) AS newly_allowed,
  sum(rows) FILTER (s.after AND NOT h.stays) AS rerouted,
  sum(nano) AS nano, sum(prompt * p + completion * c) AS cost_after
FROM asked a JOIN served s USING (api_key, member, workspace, model)
LEFT JOIN at_host h ON h.api_key = a.api_key AND h.member = a.member
  AND h.workspace = a.workspace AND h.model = a.model AND h.host = a.provider
GROUP BY GROUPING SETS ((), (a.api_key), (a.member), (a.workspace), (a.model), (a.provider), (day))
"""

COUNTS = ("rows", "refused_before", "refused_after", "newly_refused", "newly_allowed", "rerouted")


def prepare(
    log: Path, catalogue: Json, sides: Mapping[str, Mapping[str, Mapping[str, Json]]]
) -> Callable[[], dict[str, float]]:
    """The totals of a log; endpoints, guardrails and what each refuses are tables already."""
    link = duckdb.connect()
    link.execute("SET enable_progress_bar = false")
    link.register("given_endpoints", pa.Table.from_pylist([*_endpoints(catalogue)]))
    link.register("given_papers", pa.Table.from_pylist([*_papers(sides)], _SCHEMA))
    for name in ("endpoints", "papers"):
        link.execute(f"CREATE TABLE {name} AS SELECT * FROM given_{name}")  # noqa: S608 - ours
    link.execute(REFUSED)
    joins = " ".join(
        f"LEFT JOIN refused {side[0]}{n} ON {side[0]}{n}.side = '{side}'"
        f" AND {side[0]}{n}.layer = '{layer}' AND {side[0]}{n}.id = w.{layer}"
        f" AND {side[0]}{n}.n = e.n"
        for side in ("before", "after")
        for n, layer in enumerate(("workspace", "member", "api_key"), 1)
    )
    text = REPLAY.format(log=log, joins=joins)

    def run() -> dict[str, float]:
        table = link.sql(text).to_arrow_table().to_pylist()
        names = ("api_key", "member", "workspace", "model", "provider", "day")
        whole = next(each for each in table if all(each[name] is None for name in names))
        return {name: int(whole[name] or 0) for name in COUNTS} | {
            "cost_before": float(whole["nano"]) / 1e9,
            "cost_after": float(whole["cost_after"]),
        }

    return run


_SCHEMA = pa.schema(
    [(name, pa.string()) for name in ("side", "layer", "id")]
    + [(name, pa.list_(pa.string())) for name in LISTS]
    + [(name, pa.bool_()) for name in ("free", "paid", "zdr")]
)


def _endpoints(catalogue: Json) -> Iterator[Json]:
    for number, each in enumerate(catalogue["endpoints"]):
        prices = {unit: float(each["pricing"][unit]) for unit in ("prompt", "completion")}
        known = {f"{unit}_price": None if usd < 0 else usd for unit, usd in prices.items()}
        yield {"n": number, "model_id": each["model_id"], **row(each)._asdict(), **known}


def _papers(sides: Mapping[str, Mapping[str, Mapping[str, Json]]]) -> Iterator[Any]:
    for side, layers in sides.items():
        for layer, papers in layers.items():
            for name, paper in papers.items():
                lists = {each: paper.get(each, []) for each in LISTS}
                yield {"side": side, "layer": LAYERS[layer], "id": name, **lists} | {
                    "free": paper.get("enable_free_model_training") is False,
                    "paid": paper.get("enable_paid_model_training") is False,
                    "zdr": paper.get("enforce_zdr") is True,
                }
