"""SQL: the store on SQLite or PostgreSQL, by SQLAlchemy Core."""

from routelock.store.sql.store import SqlStore

__all__ = ["SqlStore"]
