"""Tables: one for each kind, drawn from the table of kinds, and those of the ledger."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, get_type_hints

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)

from routelock.store.kinds import KINDS, ORGANIZATIONS
from routelock.store.sql.columns import WORDS, column_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlalchemy.schema import SchemaItem

    from routelock.store.kinds import Kind, Unique

FORM = "0001"
"""The newest migration, whose tables these are."""

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _table(kind: Kind[Any]) -> Table:
    return Table(kind.name, METADATA, *_columns(kind), *_constraints(kind), *_indexes(kind))


def _columns(kind: Kind[Any]) -> Iterator[Column[Any]]:
    hints = get_type_hints(kind.row)
    for field in fields(kind.row):
        found, nullable = column_type(hints[field.name])
        yield Column(field.name, found, nullable=nullable)


def _constraints(kind: Kind[Any]) -> Iterator[SchemaItem]:
    yield PrimaryKeyConstraint(*dict.fromkeys((kind.wall, kind.id)))
    yield from (UniqueConstraint(*_walled(kind, unique)) for unique in kind.unique)
    if kind is not ORGANIZATIONS:
        yield ForeignKeyConstraint([kind.wall], ["organizations.id"], ondelete="CASCADE")
    for named, ondelete in ((kind.owners, "CASCADE"), (kind.links, None)):
        for field, owner in named.items():
            yield ForeignKeyConstraint([kind.wall, field], _target(owner), ondelete=ondelete)


def _walled(kind: Kind[Any], unique: Unique) -> tuple[str, ...]:
    return unique.fields if unique.everywhere else (kind.wall, *unique.fields)


def _target(name: str) -> list[str]:
    owner = next(kind for kind in KINDS if kind.name == name)
    return [f"{name}.{owner.wall}", f"{name}.{owner.id}"]


def _indexes(kind: Kind[Any]) -> Iterator[Index]:
    if kind is ORGANIZATIONS:
        return
    yield Index(None, kind.wall, "created_at", kind.id)
    found = {kind.id, *(unique.fields[0] for unique in kind.unique)}  # these have one already
    for field in dict.fromkeys((*kind.finds, *kind.owners, *kind.links)):
        if field not in found:
            yield Index(None, kind.wall, field)


TABLES: Mapping[str, Table] = {kind.name: _table(kind) for kind in KINDS}
"""The table of each kind, by its name."""

BUCKETS = Table(
    "buckets",
    METADATA,
    Column("organization_id", WORDS, nullable=False),
    Column("name", WORDS, nullable=False),
    Column("spent", BigInteger, nullable=False),
    Column("byok_spent", BigInteger, nullable=False),
    Column("reserved", BigInteger, nullable=False),
    Column("byok_reserved", BigInteger, nullable=False),
    PrimaryKeyConstraint("organization_id", "name"),
    sqlite_with_rowid=False,
)
"""What was spent and is reserved, in nano-USD. Spend outlives the rows of an organization."""

RESERVATIONS = Table(
    "reservations",
    METADATA,
    Column("organization_id", WORDS, nullable=False),
    Column("id", WORDS, nullable=False),
    Column("names", WORDS, nullable=False),
    Column("estimate", BigInteger, nullable=False),
    Column("byok", Boolean, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("expired", Boolean, nullable=False),
    PrimaryKeyConstraint("organization_id", "id"),
    Index(None, "organization_id", "expires_at"),
    sqlite_with_rowid=False,
)
"""Reservations: bucket names as JSON, the expiry in microseconds since 1970."""

WORDS_TABLE = Table(
    "vendor_words",
    METADATA,
    Column("position", BigInteger, nullable=False, autoincrement=False),
    Column("word", WORDS, nullable=False),
    PrimaryKeyConstraint("position"),
)
"""The vendor words that documents were written under."""
