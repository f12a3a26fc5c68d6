"""Traffic: a seeded log of requests with what applies to them, to replay and to measure with.

`python -m tools.traffic FOLDER --rows 10000000` writes a catalogue, two manifests with their
guardrails (`before`, `after`) and the log, in Parquet. Few keys, models and hosts send most of it.
Equal arguments give equal files. Ten million rows take a few seconds.
"""

from __future__ import annotations

import argparse
import json
import random
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from routelock.testing.catalogues import VENDORS, generate

if TYPE_CHECKING:
    from collections.abc import Iterator

    Json = dict[str, Any]

BATCH = 250_000
START = 1_767_225_600_000_000  # 2026-01-01 in microseconds
DAYS, DAY = 30, 86_400_000_000
SKEW = 3.0
"""The power that a fraction is raised to: the lowest tenth of the numbers gets nearly half."""


USED, NEAR = 6, 4
"""The most models that one key calls, and hosts that one model is served by."""


class Size(NamedTuple):
    """How large a world is."""

    rows: int = 10_000_000
    keys: int = 12_000
    members: int = 4_000
    workspaces: int = 60
    endpoints: int = 2_000
    seed: int = 0


def write(folder: Path, size: Size) -> None:
    """Write the catalogue, the vendor words, both sides of the change and the log."""
    rng = random.Random(size.seed)  # noqa: S311 - a seed is to give the same world again
    catalogue = generate(size.endpoints, seed=size.seed)
    folder.mkdir(parents=True, exist_ok=True)
    _dump(folder / "catalogue.json", catalogue)
    _dump(folder / "vendors.json", VENDORS)
    named = _guardrails(catalogue, size, rng)
    _side(folder / "before", named, {})
    hosts = sorted({row["provider"] for row in catalogue["endpoints"]})
    banned = {"ignored_providers": rng.sample(hosts, 4), "enable_paid_model_training": False}
    _side(folder / "after", named, {"account": banned})
    with pq.ParquetWriter(folder / "log.parquet", SCHEMA) as writer:
        for batch in batches(catalogue, size):
            writer.write_batch(batch)


# --- guardrails -----------------------------------------------------------------------------------


def _guardrails(catalogue: Json, size: Size, rng: random.Random) -> dict[str, dict[str, Json]]:
    """Of workspaces all have a guardrail, of members a half, of keys a third."""
    draw = _Draw(catalogue, rng)
    return {
        "workspaces": {f"workspace-{n}": draw.one(0.3) for n in range(size.workspaces)},
        "members": {f"member-{n}": draw.one(0.2) for n in range(0, size.members, 2)},
        "keys": {f"key-{n}": draw.one(0.2) for n in range(0, size.keys, 3)},
    }


class _Draw:
    """Guardrails drawn from what a catalogue has."""

    def __init__(self, catalogue: Json, rng: random.Random) -> None:
        self.rng = rng
        self.hosts = sorted({row["provider"] for row in catalogue["endpoints"]})
        self.slugs = sorted({row["canonical_slug"] for row in catalogue["endpoints"]})

    def one(self, share: float) -> Json:
        fields = {
            "allowed_providers": self.rng.sample(self.hosts, len(self.hosts) // 2),
            "ignored_providers": self.rng.sample(self.hosts, 3),
            "allowed_models": self.rng.sample(self.slugs, len(self.slugs) // 2),
            "ignored_models": self.rng.sample(self.slugs, 5),
            "enforce_zdr": True,
            "enable_free_model_training": False,
        }
        return {name: said for name, said in fields.items() if self.rng.random() < share}


def _side(folder: Path, named: dict[str, dict[str, Json]], more: dict[str, Json]) -> None:
    """A manifest and the files that it names."""
    folder.mkdir(exist_ok=True)
    manifest: Json = {}
    for layer, guardrails in named.items():
        manifest[layer] = {name: f"{name}.json" for name in guardrails}
        for name, fields in guardrails.items():
            _dump(folder / f"{name}.json", {"name": name, **fields})
    for layer, fields in more.items():
        manifest[layer] = f"{layer}.json"
        _dump(folder / f"{layer}.json", fields)
    _dump(folder / "manifest.json", manifest)


def _dump(file: Path, document: object) -> None:
    file.write_text(json.dumps(document), encoding="utf-8")


# --- the log --------------------------------------------------------------------------------------

NAME = pa.dictionary(pa.int32(), pa.string())
SCHEMA = pa.schema(
    [
        ("ts", pa.timestamp("us", "UTC")),
        *((name, NAME) for name in ("api_key", "member", "workspace", "model", "provider")),
        ("prompt_tokens", pa.int64()),
        ("completion_tokens", pa.int64()),
        ("cost_usd", pa.float64()),
        ("is_byok", pa.bool_()),
    ]
)


def batches(catalogue: Json, size: Size) -> Iterator[pa.RecordBatch]:
    """The log in the order of time; a key has one member, and a member one workspace."""
    sold = _Sold(catalogue)
    for start in range(0, size.rows, BATCH):
        rows = min(BATCH, size.rows - start)
        yield _batch(sold, size, start, rows)


class _Sold:
    """The endpoints by model: their runs, hosts and prices as columns."""

    def __init__(self, catalogue: Json) -> None:
        rows = catalogue["endpoints"]
        runs: dict[str, list[int]] = {}
        for number, row in enumerate(rows):
            runs.setdefault(row["model_id"], []).append(number)
        self.models = pa.array([*runs], pa.string())
        self.first = pa.array([run[0] for run in runs.values()], pa.int64())
        self.many = pa.array([len(run) for run in runs.values()], pa.int64())
        self.hosts = pa.array([row["provider"] for row in rows]).dictionary_encode()
        self.prices = {
            unit: pa.array([max(0.0, float(row["pricing"][unit])) for row in rows])
            for unit in ("prompt", "completion")
        }


def _batch(sold: _Sold, size: Size, start: int, rows: int) -> pa.RecordBatch:
    chance = (pc.random(rows, initializer=size.seed * 1_000_003 + start * 16 + n) for n in count())
    step = DAYS * DAY // max(size.rows, 1)
    key = _skewed(next(chance), size.keys)
    member = _modulo(pc.multiply(key, 7), size.members)
    workspace = _modulo(member, size.workspaces)
    # A key calls a handful of models: the popular ones and some of its own.
    wide = _skewed(next(chance), USED)
    own = pc.add(pc.multiply(wide, 13), pc.multiply(_modulo(key, 40), 7))
    model = _modulo(own, len(sold.models))
    near = pc.min_element_wise(pc.take(sold.many, model), NEAR)
    nth = _scaled(pc.power(next(chance), SKEW), near)
    endpoint = pc.add(pc.take(sold.first, model), nth)
    prompt, completion = _skewed(next(chance), 20_000), _skewed(next(chance), 4_000)
    cost = pc.add(
        pc.multiply(prompt, pc.take(sold.prices["prompt"], endpoint)),
        pc.multiply(completion, pc.take(sold.prices["completion"], endpoint)),
    )
    moments = pc.multiply(pa.array(range(start, start + rows), pa.int64()), step)
    return pa.record_batch(
        [
            pc.add(moments, START).cast(SCHEMA.field("ts").type),
            _names("key", key, size.keys),
            _names("member", member, size.members),
            _names("workspace", workspace, size.workspaces),
            pa.DictionaryArray.from_arrays(model.cast(pa.int32()), sold.models),
            pc.take(sold.hosts, endpoint),
            prompt,
            completion,
            cost,
            pc.less(next(chance), 0.05),
        ],
        schema=SCHEMA,
    )


def _names(kind: str, numbers: pa.Array, most: int) -> pa.DictionaryArray:
    names = pa.array([f"{kind}-{number}" for number in range(most)])
    return pa.DictionaryArray.from_arrays(numbers.cast(pa.int32()), names)


def _skewed(chance: pa.Array, size: int) -> pa.Array:
    return _scaled(pc.power(chance, SKEW), size)


def _scaled(fraction: pa.Array, size: pa.Array | int) -> pa.Array:
    return pc.floor(pc.multiply(fraction, size)).cast(pa.int64())


def _modulo(numbers: pa.Array, size: int) -> pa.Array:
    return pc.subtract(numbers, pc.multiply(pc.divide(numbers, size), size))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.traffic", description=__doc__)
    parser.add_argument("folder", type=Path)
    for field, default in Size._field_defaults.items():
        parser.add_argument(f"--{field}", type=int, default=default)
    given = vars(parser.parse_args())
    write(given.pop("folder"), Size(**given))
    print("written")
