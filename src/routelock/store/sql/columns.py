"""Columns: how each type of a row's fields stands in a table, and comes back the same."""

from __future__ import annotations

import json
from decimal import Decimal
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args

from sqlalchemy import BigInteger, Boolean, Text
from sqlalchemy.types import TypeDecorator

from routelock.guardrail import Interval
from routelock.store.rows import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlalchemy import Dialect
    from sqlalchemy.types import TypeEngine

# Every database compares text as memory does, by code points, so listings have one order.
WORDS = Text().with_variant(Text(collation="C"), "postgresql")


class Written(TypeDecorator[Any]):
    """A value that stands as text in the table."""

    impl = Text
    cache_ok = True

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self._write, self._read = _FORMS[name]

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Text in the one order that all have."""
        return dialect.type_descriptor(WORDS)

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ANN401, ARG002
        """The text of a value."""
        return None if value is None else self._write(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ANN401, ARG002
        """The value of a text."""
        return None if value is None else self._read(value)


def _urls(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


_FORMS: Mapping[str, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    "document": (bytes.decode, str.encode),
    "money": (str, Decimal),
    "interval": (str, Interval),
    "status": (str, Status),
    "urls": (json.dumps, _urls),
}

_TYPES: Mapping[object, TypeEngine[Any]] = {
    str: WORDS,
    bool: Boolean(),
    int: BigInteger(),
    bytes: Written("document"),
    Decimal: Written("money"),
    Interval: Written("interval"),
    Status: Written("status"),
    tuple[str, ...]: Written("urls"),
}


def column_type(hint: object) -> tuple[TypeEngine[Any], bool]:
    """The type of the column of a field by its annotation, and whether it may be null."""
    return _TYPES[_kind(hint)], NoneType in get_args(hint)


def reader(hint: object) -> Callable[[Any], Any] | None:
    """What makes the value of a field of what a driver gives; `None` where that is the value."""
    found = _TYPES[_kind(hint)]
    if isinstance(found, Written):
        return _FORMS[found.name][1]
    return bool if isinstance(found, Boolean) else None


def _kind(hint: object) -> object:
    options = get_args(hint) if NoneType in get_args(hint) else (hint,)
    return next(option for option in options if option is not NoneType)
