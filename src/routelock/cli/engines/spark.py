"""Spark: the workers of a session read the logs; each adds its part up, and Spark the parts.

The session is the one of SPARK_MASTER or of Spark's own settings, else a local one.
"""

from __future__ import annotations

import os
import sys
from functools import partial, reduce
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from routelock.cli.logs import ROWS, called, check, ending
from routelock.whatif.arrow import PLACE, TALLY, TRIED, cuts, tallied, tried
from routelock.whatif.assignments import Who
from routelock.whatif.budgets import groups, reached

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyspark.sql import DataFrame, SparkSession

    from routelock.whatif.budgets import Hot
    from routelock.whatif.trial import Trial

SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": str(ROWS),
    "spark.sql.session.timeZone": "UTC",
    "spark.ui.enabled": "false",
    "spark.log.level": "ERROR",
}
CORRUPT, NONE = "_routelock_corrupt", "CAST(NULL AS STRING)"


def tally(
    files: Sequence[str], columns: Mapping[str, str], trial: Trial
) -> Iterator[dict[str, Any]]:
    """The tally of all logs, added up by Spark; budgets in groups of people who share one."""
    session = _session()
    try:
        rows = reduce(_union, [_frame(session, file, columns) for file in files])
        told = [row.asDict() for row in _added(_told(rows, trial)).collect()]
        yield from told
        if hot := reached(told):
            for row in _added(_cut(rows, trial, hot)).collect():
                yield row.asDict()
    finally:
        session.stop()


def _told(rows: DataFrame, trial: Trial) -> DataFrame:
    return rows.mapInArrow(partial(tallied, trial=trial), _schema(TALLY))


def _cut(rows: DataFrame, trial: Trial, hot: Hot) -> DataFrame:
    """What budgets refuse: requests by group, each group in the order of time on one worker."""
    people = rows.select("api_key", "member", "workspace").distinct().collect()
    who = [Who(*(None if name is None else str(name) for name in row)) for row in people]
    owned = [(one, tuple(chain.from_iterable(trial.purses(one)))) for one in who]
    group = partial(_group, groups=groups(owned, hot))
    placed = rows.selectExpr("*", f"monotonically_increasing_id() AS {PLACE}")
    sieve = partial(tried, trial=trial, hot=hot, group=group)
    found = placed.mapInArrow(sieve, _schema(TRIED))
    # Spark reads the types of what it is given, which a `partial` does not have.
    run = lambda rows: _one_group(rows, trial, hot)  # noqa: E731
    return found.groupBy("group").applyInArrow(run, _schema(TALLY))


def _group(who: Who, groups: Mapping[Who, int]) -> int:
    return groups.get(who, 0)


def _one_group(rows: pa.Table, trial: Trial, hot: Hot) -> pa.Table:
    """What budgets refuse to one group of people."""
    ordered = rows.cast(TRIED).sort_by([("moment", "ascending"), (PLACE, "ascending")])
    return pa.Table.from_batches(cuts([ordered], trial, hot), TALLY)


def _session() -> SparkSession:
    from pyspark.sql import SparkSession  # noqa: PLC0415 (only where Spark is wanted)

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("routelock replay")
    if master := os.environ.get("SPARK_MASTER"):
        builder = builder.master(master)
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    return builder.config("spark.ui.showConsoleProgress", sys.stderr.isatty()).getOrCreate()


def _frame(session: SparkSession, file: str, columns: Mapping[str, str]) -> DataFrame:
    """The rows of a log under our names."""
    wanted = called(columns)
    rows = READERS[ending(file)](session, file, wanted)
    there = {*rows.columns}
    named = {name: f"`{each}`" if each in there else NONE for name, each in wanted.items()}
    return rows.selectExpr(*(f"{column} AS {name}" for name, column in named.items()))


def _where(file: str) -> str:
    """A file of this machine by its whole path: Spark may have been started in another folder."""
    return file if "://" in file else str(Path(file).absolute())


def _union(one: DataFrame, other: DataFrame) -> DataFrame:
    return one.unionByName(other)


def _parquet(session: SparkSession, file: str, wanted: Mapping[str, str]) -> DataFrame:
    rows = session.read.parquet(_where(file))
    check(file, rows.columns, wanted)
    return rows


def _csv(session: SparkSession, file: str, wanted: Mapping[str, str]) -> DataFrame:
    names = session.read.csv(_where(file), header=True).columns
    check(file, names, wanted)
    schema = ", ".join(f"`{name}` string" for name in (*names, CORRUPT))
    rows = session.read.csv(
        _where(file), schema, header=True, columnNameOfCorruptRecord=CORRUPT, enforceSchema=True
    )
    return _whole(rows)


def _json(session: SparkSession, file: str, wanted: Mapping[str, str]) -> DataFrame:
    names = [column for column in wanted.values() if column]
    schema = ", ".join(f"`{name}` string" for name in (*names, CORRUPT))
    return _whole(session.read.json(_where(file), schema, columnNameOfCorruptRecord=CORRUPT))


def _whole(rows: DataFrame) -> DataFrame:
    """A line that is no row becomes a row without a value."""
    names = [name for name in rows.columns if name != CORRUPT]
    return rows.selectExpr(
        *(f"IF({CORRUPT} IS NULL, `{name}`, NULL) AS `{name}`" for name in names)
    )


READERS: Mapping[str, Callable[[SparkSession, str, Mapping[str, str]], DataFrame]] = {
    ".parquet": _parquet,
    ".csv": _csv,
    ".jsonl": _json,
    ".ndjson": _json,
}


def _schema(schema: pa.Schema) -> str:
    return ", ".join(f"`{field.name}` {KINDS[str(field.type)]}" for field in schema)


KINDS = {
    "string": "string",
    "int64": "bigint",
    "bool": "boolean",
    "decimal128(38, 14)": "decimal(38,14)",
}


def _added(told: DataFrame) -> DataFrame:
    keys, sums = TALLY.names[:2], TALLY.names[2:]
    added = told.groupBy(*keys).sum(*sums)
    return added.toDF(*keys, *sums)
