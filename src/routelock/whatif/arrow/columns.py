"""Columns: a batch of a log in the types that a replay counts with, whatever it was written in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from routelock.errors import Problem
from routelock.whatif.log import FIELDS, KNOWN, NAMES, LogError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NANO = 1_000_000_000
"""Parts of a USD that costs are counted in: a sum of whole numbers does not go by their order."""

_TEXT = pa.string()
_WHOLE = pa.int64()
_CLOCK = pa.timestamp("us")
_NUMBER = r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$"
_ZONED = r"([Zz]|[+-]\d\d:?\d\d)$"
_MOST_TOKENS, _MOST_USD = 10**12, 10**6  # of one request: what is more is a mistake
LAST_DAY = (1 << 20) - 2
"""The last day that a time may be on, in days since 1970."""


class Columns(NamedTuple):
    """One batch: names as dictionaries, days since 1970 in UTC, tokens, and nano-USD.

    A value that is missing or unusable is null; tokens are null on both sides where one side is.
    `byok` is never null, `text` is `None` where there is no such column. `unusable` counts, by
    column, the rows that have none.
    """

    names: Mapping[str, pa.DictionaryArray]
    day: pa.Array
    prompt: pa.Array
    completion: pa.Array
    cost: pa.Array
    byok: pa.Array
    text: pa.DictionaryArray | None
    unusable: Mapping[str, int]


def read(batch: pa.RecordBatch) -> Columns:
    """The columns of a batch that has them by their names, one row for each row of the batch.

    Raises `LogError` with every column that is missing or of a type that cannot be what it is for.
    """
    _check(batch.schema)
    there = [field for field in KNOWN if field.name in batch.schema.names]
    found = {field.name: READERS[field.name](batch.column(field.name)) for field in there}
    unusable = {field.name: found[field.name].null_count for field in there if field.without}
    if "is_byok" in unusable:  # nothing said is no mistake
        unusable["is_byok"] -= batch.column("is_byok").null_count
    known = pc.and_(*(pc.is_valid(found[name]) for name in ("prompt_tokens", "completion_tokens")))
    prompt, completion = (
        pc.if_else(known, found[name], None) for name in ("prompt_tokens", "completion_tokens")
    )
    byok = found.get("is_byok")
    return Columns(
        {name: found[name] for name in NAMES},
        found["ts"],
        prompt,
        completion,
        found["cost_usd"],
        pa.repeat(pa.scalar(False), batch.num_rows) if byok is None else pc.fill_null(byok, False),  # noqa: FBT003 (a value)
        found.get("text"),
        {name: count for name, count in unusable.items() if count},
    )


# --- types ----------------------------------------------------------------------------------------


def _check(schema: pa.Schema) -> None:
    missing = [field.name for field in FIELDS if schema.get_field_index(field.name) < 0]
    found = [Problem(f"$.{name}", "is missing", "say which column it is") for name in missing]
    for field in schema:
        kinds = KINDS.get(field.name)
        if kinds and not any(kind(_plain(field.type)) for kind in kinds):
            message = f"is a column of {field.type}, which cannot be {MEANS[field.name]}"
            found.append(Problem(f"$.{field.name}", message))
    if found:
        raise LogError(found)


def _plain(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _texts(kind: pa.DataType) -> bool:
    return any(of(kind) for of in TEXTS)


TEXTS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null)
NUMBERS = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)

MEANS = {field.name: field.means for field in KNOWN}
KINDS: Mapping[str, tuple[Callable[[pa.DataType], bool], ...]] = {
    "ts": (*TEXTS, pa.types.is_timestamp, pa.types.is_date),
    **dict.fromkeys(("prompt_tokens", "completion_tokens", "cost_usd"), (*TEXTS, *NUMBERS)),
    **dict.fromkeys(NAMES, (*TEXTS, pa.types.is_integer)),
    "is_byok": (*TEXTS, pa.types.is_boolean, pa.types.is_integer),
    "text": TEXTS,
}


# --- names ----------------------------------------------------------------------------------------


def _named(column: pa.Array) -> pa.DictionaryArray:
    if pa.types.is_dictionary(column.type) and _plain(column.type) == _TEXT:
        return column
    return _decoded(column).cast(_TEXT).dictionary_encode()


def _decoded(column: pa.Array) -> pa.Array:
    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


# --- numbers --------------------------------------------------------------------------------------


def _tokens(column: pa.Array) -> pa.Array:
    """Whole numbers from 0 on."""
    column = _decoded(column)
    if not pa.types.is_integer(column.type):
        whole = _measured(column)
        column = pc.if_else(pc.equal(whole, pc.floor(whole)), whole, None)
    return _between(column, _MOST_TOKENS).cast(_WHOLE)


def _cost(column: pa.Array) -> pa.Array:
    """USD as the nearest whole number of nano-USD."""
    usd = _between(_measured(_decoded(column)), _MOST_USD)
    return pc.round(pc.multiply(usd, float(NANO))).cast(_WHOLE)


def _measured(column: pa.Array) -> pa.Array:
    """Numbers; null where a text is none."""
    if not _texts(column.type):
        return column.cast(pa.float64(), safe=False)
    text = pc.utf8_trim_whitespace(column.cast(_TEXT))
    try:
        return text.cast(pa.float64())
    except pa.ArrowInvalid:
        numbers = pc.if_else(pc.match_substring_regex(text, _NUMBER), text, None)
        return numbers.cast(pa.float64())


def _between(column: pa.Array, most: int) -> pa.Array:
    """Nobody uses fewer tokens than none, or is paid for a request: below 0 is not known."""
    usable = pc.and_(pc.greater_equal(column, 0), pc.less_equal(column, most))
    return pc.if_else(usable, column, None)


# --- times ----------------------------------------------------------------------------------------


def _day(column: pa.Array) -> pa.Array:
    """The day in UTC; a time that names no zone is taken for UTC."""
    return _clock(column).cast(pa.date32()).cast(pa.int32())


def moments(column: pa.Array) -> pa.Array:
    """Microseconds since 1970 in UTC; null where no time is known, or one out of all reason."""
    clock = _clock(column)
    day = clock.cast(pa.date32()).cast(pa.int32())
    near = pc.and_(pc.greater_equal(day, 0), pc.less_equal(day, LAST_DAY))
    return pc.if_else(near, clock, None).cast(_CLOCK, safe=False).cast(_WHOLE)


def _clock(column: pa.Array) -> pa.Array:
    """What a clock in UTC shows."""
    column = _decoded(column)
    if _texts(column.type):
        return _instants(column.cast(_TEXT))
    if pa.types.is_timestamp(column.type):
        return column.cast(pa.timestamp(column.type.unit))
    return column


def _instants(text: pa.Array) -> pa.Array:
    """ISO 8601 with a zone or without one, as the clock shows it in UTC."""
    zoned = pc.match_substring_regex(text, _ZONED)
    with_zone = _read(pc.if_else(zoned, text, None), pa.timestamp("us", "UTC"))
    without = _read(pc.if_else(zoned, None, text), _CLOCK)
    return pc.coalesce(with_zone.cast(_CLOCK), without)


def _read(text: pa.Array, kind: pa.DataType) -> pa.Array:
    """All at once; a column with a text that is no time is read value by value."""
    try:
        return text.cast(kind)
    except pa.ArrowInvalid:
        return pa.array([_moment(one, kind) for one in text], kind)


def _moment(text: pa.Scalar, kind: pa.DataType) -> pa.Scalar | None:
    try:
        return text.cast(kind)
    except pa.ArrowInvalid:
        return None


# --- truths ---------------------------------------------------------------------------------------


def _truth(column: pa.Array) -> pa.Array:
    """Truth values, also written as text or as 1 and 0."""
    column = _decoded(column)
    if pa.types.is_boolean(column.type):
        return column
    text = pc.utf8_lower(pc.utf8_trim_whitespace(column.cast(_TEXT)))
    said = pc.is_in(text, value_set=pa.array([*_TRUE, *_FALSE]))
    return pc.if_else(said, pc.is_in(text, value_set=pa.array(_TRUE)), None)


_TRUE, _FALSE = ("true", "t", "yes", "1"), ("false", "f", "no", "0")

READERS: Mapping[str, Callable[[pa.Array], pa.Array]] = {
    "ts": _day,
    "prompt_tokens": _tokens,
    "completion_tokens": _tokens,
    "cost_usd": _cost,
    **dict.fromkeys((*NAMES, "text"), _named),
    "is_byok": _truth,
}
