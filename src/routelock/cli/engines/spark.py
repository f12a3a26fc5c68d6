"""Spark: the workers of a session read the logs; each adds its part up, and Spark the parts.

The session is the one of SPARK_MASTER or of Spark's own settings, else a local one.
"""

from __future__ import annotations

import os
import sys
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

from routelock.cli.logs import ROWS, check, ending
from routelock.whatif.arrow import TALLY, tallied
from routelock.whatif.log import FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyspark.sql import DataFrame, SparkSession

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
    """The tally of all logs, added up by Spark."""
    session = _session()
    try:
        frames = [_frame(session, file, columns) for file in files]
        told = reduce(_union, frames).mapInArrow(partial(tallied, trial=trial), _schema())
        for row in _added(told).collect():
            yield row.asDict()
    finally:
        session.stop()


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
    wanted = {field.name: columns.get(field.name, field.name) for field in FIELDS}
    rows = READERS[ending(file)](session, file, wanted)
    called = {name: f"`{column}`" if column else NONE for name, column in wanted.items()}
    return rows.selectExpr(*(f"{column} AS {name}" for name, column in called.items()))


def _union(one: DataFrame, other: DataFrame) -> DataFrame:
    return one.unionByName(other)


def _parquet(session: SparkSession, file: str, wanted: Mapping[str, str]) -> DataFrame:
    rows = session.read.parquet(file)
    check(file, rows.columns, wanted)
    return rows


def _csv(session: SparkSession, file: str, wanted: Mapping[str, str]) -> DataFrame:
    names = session.read.csv(file, header=True).columns
    check(file, names, wanted)
    schema = ", ".join(f"`{name}` string" for name in (*names, CORRUPT))
    rows = session.read.csv(
        file, schema, header=True, columnNameOfCorruptRecord=CORRUPT, enforceSchema=True
    )
    return _whole(rows)


def _json(session: SparkSession, file: str, wanted: Mapping[str, str]) -> DataFrame:
    names = [column for column in wanted.values() if column]
    schema = ", ".join(f"`{name}` string" for name in (*names, CORRUPT))
    return _whole(session.read.json(file, schema, columnNameOfCorruptRecord=CORRUPT))


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


def _schema() -> str:
    kinds = {"string": "string", "int64": "bigint", "decimal128(38, 14)": "decimal(38,14)"}
    return ", ".join(f"{field.name} {kinds[str(field.type)]}" for field in TALLY)


def _added(told: DataFrame) -> DataFrame:
    keys, sums = TALLY.names[:2], TALLY.names[2:]
    added = told.groupBy(*keys).sum(*sums)
    return added.toDF(*keys, *sums)
