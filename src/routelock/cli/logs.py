"""Logs: files of requests as Arrow record batches, in bounded memory; nothing is dropped silently.

A line that is no row comes out as a row without a value, so that it is counted.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.csv as pv
import pyarrow.json as pj
import pyarrow.parquet as pq

from routelock.cli.files import FileError, shown
from routelock.errors import Problem
from routelock.whatif.log import KNOWN, NAMES, OPTIONAL, LogError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

ROWS = 250_000
BLOCK = 16 * 2**20
LOOKED_AT = 1_000
LACKING = "the log has no such column"
HINT = "say what it is called with `--column {name}=COLUMN`, where there is none with `{name}=`"
KINDS = {
    **dict.fromkeys(("prompt_tokens", "completion_tokens", "cost_usd"), pa.float64()),
    "is_byok": pa.bool_(),
}
"""What columns of JSON hold, where it is no text."""


def batches(file: str, columns: Mapping[str, str]) -> Iterator[pa.RecordBatch]:
    """The rows of a log in the columns of `KNOWN`; `columns` says what they are called there.

    The ending says how it is written: `.parquet`, `.csv`, `.jsonl` or `.ndjson`. A column that is
    called `""` is none, and so is one of `OPTIONAL` that is not there: nothing is known of it.
    Errors name the file.
    """
    read, wanted = READERS[ending(file)], called(columns)
    with _about(file):
        for batch in read(file, wanted):
            yield _renamed(batch, wanted)


def called(columns: Mapping[str, str]) -> dict[str, str]:
    """What every column is called in a log."""
    return {field.name: columns.get(field.name, field.name) for field in KNOWN}


def ending(file: str) -> str:
    """How a log is written, by its name; `FileError` where that is none of `READERS`."""
    found = Path(file).suffix.lower()
    if found not in READERS:
        message = f"{shown(file)}: is no log (files that end in {', '.join(READERS)} are read)"
        raise FileError(message)
    return found


def check(file: str, there: Iterable[str], wanted: Mapping[str, str]) -> list[str]:
    """The columns to read of a log; `LogError` has all that it lacks."""
    with _about(file):
        return _check(there, wanted)


@contextmanager
def _about(file: str) -> Iterator[None]:
    """Whatever cannot be read in here cannot be read of this file."""
    try:
        yield
    except LogError as error:
        raise error.named(shown(file)) from None
    except FileNotFoundError:
        message = f"{shown(file)}: cannot be read: no such file or directory"
        raise FileError(message) from None
    except (OSError, pa.ArrowException) as error:
        reason = str(error).split("\n", 1)[0].split(". Detail")[0]
        message = f"{shown(file)}: is damaged or cut short: {reason.lower()[:200]}"
        raise FileError(message) from None


def _renamed(batch: pa.RecordBatch, wanted: Mapping[str, str]) -> pa.RecordBatch:
    """The batch under our names; a column that is said to be none is null."""
    there = {*batch.schema.names}
    found = {
        name: batch.column(column) if column in there else pa.nulls(batch.num_rows, pa.string())
        for name, column in wanted.items()
    }
    return pa.record_batch(found)


def _check(there: Iterable[str], wanted: Mapping[str, str]) -> list[str]:
    """The columns to read; all that a log lacks are one error."""
    known = set(there)
    lacking = [name for name, column in wanted.items() if column and column not in known]
    lacking = [name for name in lacking if name not in _MAY_LACK or wanted[name] != name]
    if lacking:
        hint = (
            "say what it is called with --column {name}=COLUMN, or that there is none with {name}="
        )
        raise LogError(
            Problem(f"$.{name}", "the log has no such column", hint.format(name=name))
            for name in lacking
        )
    return [column for column in wanted.values() if column in known]


_MAY_LACK = {field.name for field in OPTIONAL}


# --- Parquet --------------------------------------------------------------------------------------


def _parquet(file: str, wanted: Mapping[str, str]) -> Iterator[pa.RecordBatch]:
    names = [column for name, column in wanted.items() if column and name in NAMES]
    with pq.ParquetFile(file, read_dictionary=names, pre_buffer=False) as log:
        columns = _check(log.schema_arrow.names, wanted)
        yield from log.iter_batches(batch_size=ROWS, columns=columns)


# --- CSV ------------------------------------------------------------------------------------------


def _csv(file: str, wanted: Mapping[str, str]) -> Iterator[pa.RecordBatch]:
    """Every value as text: what is no number in its column is counted and not an error."""
    skipped: list[object] = []
    # At once would be before the columns are checked: the first line has their names.
    with _opened(file) as head:
        names = pv.open_csv(head, parse_options=_parsing(skipped)).schema.names
    columns = _check(names, wanted)
    convert = pv.ConvertOptions(
        include_columns=columns,
        column_types=dict.fromkeys(columns, pa.string()),
        strings_can_be_null=True,
        null_values=[""],
    )
    skipped.clear()
    with _opened(file) as log:
        reading = pv.ReadOptions(block_size=BLOCK, use_threads=False)
        reader = pv.open_csv(log, reading, _parsing(skipped), convert)
        for batch in reader:
            yield batch
            if skipped:
                yield _nothing(reader.schema, len(skipped))
                skipped.clear()


def _parsing(skipped: list[object]) -> pv.ParseOptions:
    def skip(row: object) -> str:
        skipped.append(row)
        return "skip"

    return pv.ParseOptions(newlines_in_values=True, invalid_row_handler=skip)


def _nothing(schema: pa.Schema, rows: int) -> pa.RecordBatch:
    return pa.record_batch([pa.nulls(rows, field.type) for field in schema], schema=schema)


def _opened(file: str) -> pa.NativeFile:
    return pa.input_stream(file, compression=None)


# --- JSON Lines -----------------------------------------------------------------------------------


def _json(file: str, wanted: Mapping[str, str]) -> Iterator[pa.RecordBatch]:
    """Blocks of whole lines; a block with a line that does not fit is read line by line."""
    kinds = {wanted[name]: kind for name, kind in KINDS.items()}
    columns = [column for column in wanted.values() if column]
    schema = pa.schema([(column, kinds.get(column, pa.string())) for column in columns])
    for place, block in enumerate(_blocks(file)):
        if place == 0:
            _check(_keys(block), wanted)
        yield from _lines(block, schema)


def _blocks(file: str) -> Iterator[bytes]:
    with _opened(file) as log:
        rest = b""
        while chunk := log.read(BLOCK):
            whole, end, rest = (rest + chunk).rpartition(b"\n")
            if end:
                yield whole
        if rest.strip():
            yield rest


def _keys(block: bytes) -> set[str]:
    """What the first rows have: one that lacks a key knows nothing of it, and that is no error."""
    rows = map(_row, block.split(b"\n", LOOKED_AT)[:LOOKED_AT])
    return {key for row in rows for key in row}


def _lines(block: bytes, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    reading = pj.ReadOptions(block_size=len(block) + 1)
    parsing = pj.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore")
    try:
        table = pj.read_json(BytesIO(block), reading, parsing)
    except pa.ArrowInvalid:
        rows = [_row(line) for line in block.split(b"\n") if line.strip()]
        values = [[_value(row.get(field.name), field) for row in rows] for field in schema]
        table = pa.table(values, schema=schema)
    yield from table.select(schema.names).to_batches(max_chunksize=ROWS)


def _row(line: bytes) -> dict[str, Any]:
    """The object of a line; one that holds none is a row without a value."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) else {}


def _value(value: object, field: pa.Field) -> str | float | None:
    """A value that its column can hold, else none."""
    if pa.types.is_boolean(field.type):
        return value if isinstance(value, bool) else None
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if pa.types.is_string(field.type):
        return None if isinstance(value, float) else _whole(str(value))
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


def _whole(text: str) -> str | None:
    """A text without half a character, which no column can hold."""
    return None if any("\ud800" <= sign <= "\udfff" for sign in text) else text


READERS: Mapping[str, Callable[[str, Mapping[str, str]], Iterator[pa.RecordBatch]]] = {
    ".parquet": _parquet,
    ".csv": _csv,
    ".jsonl": _json,
    ".ndjson": _json,
}
"""How a log is read, by the ending of its name."""
