"""Limits: the manifests of a traffic once more, with a budget near what each key spends."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pyarrow.parquet as pq

if TYPE_CHECKING:
    from pathlib import Path

NEAR = (0.9, 1.3)


def write(folder: Path, seed: int = 0) -> None:
    """`limited.json` beside each `manifest.json`: keys with a guardrail may spend so much."""
    rng = random.Random(seed)
    log = pq.read_table(folder / "log.parquet", columns=["api_key", "cost_usd"])
    sums = log.group_by("api_key").aggregate([("cost_usd", "sum")]).to_pylist()
    spent = {row["api_key"]: row["cost_usd_sum"] for row in sums}
    for side in ("before", "after"):
        manifest = json.loads((folder / side / "manifest.json").read_bytes())
        for name, file in manifest["keys"].items():
            paper = json.loads((folder / side / file).read_bytes())
            limit = {"limit_usd": round(spent.get(name, 0) * rng.uniform(*NEAR), 6)}
            limited = paper | limit | {"reset_interval": "monthly"}
            manifest["keys"][name] = f"limited-{file}"
            (folder / side / f"limited-{file}").write_text(json.dumps(limited), encoding="utf-8")
        text = json.dumps(manifest)
        (folder / side / "limited.json").write_text(text, encoding="utf-8")
