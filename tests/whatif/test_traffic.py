"""Traffic: equal seeds give equal logs, skewed as real ones are, that a replay can read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

pa = pytest.importorskip("pyarrow")

from routelock.testing.catalogues import generate  # noqa: E402 - it needs what was just imported
from routelock.whatif.arrow.columns import read  # noqa: E402
from tools.traffic import Size, batches, write  # noqa: E402

if TYPE_CHECKING:
    from pathlib import Path

SIZE = Size(rows=3_000, keys=40, members=12, workspaces=3, endpoints=80, seed=4)


def log(size: Size) -> Any:
    return pa.Table.from_batches(batches(generate(80), size))


def test_equal_seeds_give_equal_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path / name, SIZE)
    one, two = (contents(tmp_path / name) for name in ("one", "two"))
    assert one == two
    assert len(one) > 50


def contents(folder: Path) -> dict[Path, bytes]:
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*.*")}


def test_another_seed_gives_another_log() -> None:
    one, two = (log(SIZE._replace(seed=seed)) for seed in (1, 2))
    assert one.schema == two.schema
    assert one != two


def test_a_log_has_as_many_rows_as_it_was_asked_for_and_all_are_usable() -> None:
    table = log(SIZE)
    columns = [read(batch) for batch in table.to_batches()]
    assert sum(len(each.day) for each in columns) == SIZE.rows
    assert not any(each.unusable for each in columns)


def test_few_send_most_of_it() -> None:
    table = log(SIZE)
    for name in ("api_key", "model", "provider"):
        counts = sorted(Counter(table[name].to_pylist()).values(), reverse=True)
        assert sum(counts[: len(counts) // 4]) > SIZE.rows / 3


def test_a_key_has_one_member_and_one_workspace() -> None:
    table = log(SIZE)
    columns = (table[name].to_pylist() for name in ("api_key", "member", "workspace"))
    who = set(zip(*columns, strict=True))
    assert len(who) == len({key for key, _, _ in who})
