"""First: all that the store keeps, the ledger, and the vendor words."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0001"
down_revision = None

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

Items = tuple[SchemaItem, ...]


def upgrade() -> None:
    """Make every table; nothing is there yet."""
    op.create_table(
        "organizations", *_text("id", "created_at", "settings"), *_flag("scim"), _key("id")
    )
    _walled("guardrails", "id", *_null("workspace_id"), *_text("document"), finds=["workspace_id"])
    _walled(
        "workspaces",
        "id",
        *_text("name"),
        *_null("default_guardrail_id"),
        _owner("default_guardrail_id", "guardrails", ondelete=None),
        finds=["default_guardrail_id"],
    )
    _walled("members", "id", *_text("name"))
    _walled(
        "keys",
        "hash",
        *_text("workspace_id", "secret_sha256", "name", "label"),
        *_flag("management", "disabled", "include_byok_in_limit"),
        *_null("limit", "limit_reset", "updated_at", "expires_at"),
        *_null("creator_user_id", "external_user"),
        sa.UniqueConstraint("secret_sha256"),
        finds=["workspace_id", "creator_user_id"],
    )
    for name, key, owner, owner_key in (
        ("key_assignments", "key_hash", "keys", "hash"),
        ("member_assignments", "member_id", "members", "id"),
    ):
        _walled(
            name,
            key,
            *_text("guardrail_id", "id"),
            *_null("assigned_by"),
            _owner(key, owner, owner_key),
            _owner("guardrail_id", "guardrails"),
            finds=["id", "guardrail_id"],
        )
    _walled(
        "groups",
        "id",
        *_text("display_name", "external_id", "updated_at"),
        finds=["external_id"],
    )
    _walled(
        "mappings",
        "id",
        *_text("scim_group_id", "workspace_id", "role", "updated_at"),
        sa.UniqueConstraint("organization_id", "scim_group_id", "workspace_id"),
        _owner("scim_group_id", "groups"),
        _owner("workspace_id", "workspaces"),
        finds=["workspace_id"],
    )
    _walled(
        "presets",
        "id",
        *_text("slug", "name", "updated_at", "status"),
        *_null("description", "status_updated_at", "designated_version_id"),
        *_null("creator_user_id", "workspace_id"),
        sa.UniqueConstraint("organization_id", "slug"),
        finds=["workspace_id"],
    )
    _walled(
        "versions",
        "id",
        *_text("preset_id"),
        *_number("version"),
        *_text("updated_at", "config"),
        *_null("system_prompt", "creator_id"),
        sa.UniqueConstraint("organization_id", "preset_id", "version"),
        _owner("preset_id", "presets"),
        finds=["version"],
    )
    _walled(
        "videos",
        "id",
        *_text("status", "request"),
        *_null("key_hash", "updated_at", "generation_id", "unsigned_urls", "cost"),
        sa.Column("is_byok", sa.Boolean, nullable=True),
        finds=["status", "key_hash"],
    )
    _ledger()
    op.create_table(
        "vendor_words",
        sa.Column("position", sa.BigInteger, nullable=False, autoincrement=False),
        *_text("word"),
        _key("position"),
    )


def _ledger() -> None:
    op.create_table(
        "buckets",
        *_text("organization_id", "name"),
        *_number("spent", "byok_spent", "reserved", "byok_reserved"),
        _key("organization_id", "name"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reservations",
        *_text("organization_id", "id", "names"),
        *_number("estimate", "expires_at"),
        *_flag("byok", "expired"),
        _key("organization_id", "id"),
        sqlite_with_rowid=False,
    )
    op.create_index(None, "reservations", ["organization_id", "expires_at"])


def _walled(name: str, key: str, *items: SchemaItem, finds: list[str] | None = None) -> None:
    """A table whose rows belong to an organization and are listed by age."""
    op.create_table(
        name,
        *_text("organization_id", key, "created_at"),
        *items,
        _key("organization_id", key),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
    )
    op.create_index(None, name, ["organization_id", "created_at", key])
    for field in finds or ():
        op.create_index(None, name, ["organization_id", field])


def _text(*names: str) -> Items:
    return tuple(sa.Column(name, TEXT, nullable=False) for name in names)


def _null(*names: str) -> Items:
    return tuple(sa.Column(name, TEXT, nullable=True) for name in names)


def _flag(*names: str) -> Items:
    return tuple(sa.Column(name, sa.Boolean, nullable=False) for name in names)


def _number(*names: str) -> Items:
    return tuple(sa.Column(name, sa.BigInteger, nullable=False) for name in names)


def _key(*names: str) -> SchemaItem:
    return sa.PrimaryKeyConstraint(*names)


def _owner(
    field: str, table: str, key: str = "id", *, ondelete: str | None = "CASCADE"
) -> SchemaItem:
    target = [f"{table}.organization_id", f"{table}.{key}"]
    return sa.ForeignKeyConstraint(["organization_id", field], target, ondelete=ondelete)
