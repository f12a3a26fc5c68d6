"""Migrations: a database is brought to the newest form of its tables, all steps or none."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from routelock.store.errors import UnavailableError
from routelock.store.sql.connect import connect
from routelock.store.sql.tables import METADATA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

FOLDER = Path(__file__).parent


def upgrade(url: str, to: str = "head") -> tuple[str, ...]:
    """The migrations that were run: none where the database has the newest form already.

    An SQLite file is made where there is none. Of several processes that upgrade at once, one does
    it and the others find nothing to do. Raises `UrlError`, and `UnavailableError` where the
    database does not answer or is newer than this program.
    """
    with closing(connect(url)) as pool, pool.writing() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        try:
            return _run(connection, to)
        except CommandError:
            message = "the database has a form that this program does not know: it is newer"
            raise UnavailableError(message) from None


_LOCK = 7_310_579_604_233_011_311
"""A number of ours: whoever upgrades a PostgreSQL holds the advisory lock of this name."""


def _run(connection: Connection, to: str) -> tuple[str, ...]:
    scripts = ScriptDirectory(str(FOLDER))
    ran: list[str] = []

    def steps(revision: Any, _context: Any) -> Sequence[Any]:  # noqa: ANN401 (of alembic's making)
        found = scripts._upgrade_revs(to, revision)  # noqa: SLF001 (what `alembic upgrade` calls)
        ran.extend(step.to_revisions_no_deps[0] for step in found)
        return found

    with EnvironmentContext(Config(), scripts, fn=steps) as environment:
        environment.configure(
            connection=connection, target_metadata=METADATA, transactional_ddl=True
        )
        environment.run_migrations()
    return tuple(ran)
