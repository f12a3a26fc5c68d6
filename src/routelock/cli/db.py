"""Db: the database of a server: its tables, what it starts with, and its vendor words."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from routelock.cli import files
from routelock.errors import RoutelockError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from routelock.store.sql import SqlStore

DATABASE = "sqlite:///routelock.db"
"""The database of whoever names none: a file in the working directory."""

EXTRAS = {"alembic": "server", "sqlalchemy": "server", "psycopg": "postgres"}
"""Which extra brings what may be missing."""


class DatabaseError(RoutelockError):
    """The command cannot work with the database."""


database_option = click.option(
    "--database", default=DATABASE, metavar="URL", help=f"Use this database, not {DATABASE}."
)
vendors_option = click.option(
    "--vendors", metavar="FILE", help="Take the authors of each vendor word from FILE."
)


@click.group(epilog="\b\nExample:\n  routelock db seed seed.json --database sqlite:///routelock.db")
def db() -> None:
    """Prepare the database of a server.

    URL is sqlite:///FILE or postgresql://USER@HOST/NAME.
    """


@db.command()
@database_option
def upgrade(*, database: str) -> int:
    """Bring the tables to their newest form; nothing is lost, and all steps are taken or none."""
    with _installed():
        from routelock.store.migrations import upgrade as run  # noqa: PLC0415 (an extra brings it)

        steps = run(database)
    click.echo(f"upgraded to {steps[-1]}" if steps else "nothing to upgrade")
    return 0


@db.command(epilog="\b\nExample:\n  routelock db seed seed.json --database sqlite:///routelock.db")
@click.argument("file", metavar="FILE")
@database_option
@vendors_option
def seed(*, file: str, database: str, vendors: str | None) -> int:
    """Load organizations and all that is in them from one JSON document: all of it or nothing.

    `-` reads standard input. Times that FILE leaves out are now.
    """
    governed = files.vendors(vendors)
    with _opened(database) as store:
        from routelock.store.seed import seed as load  # noqa: PLC0415

        counted = files.loaded(file, lambda data: load(store, data, governed, datetime.now(UTC)))
    click.echo("\n".join(f"{shelf} {count}" for shelf, count in counted.items()))
    return 0


@db.command()
@database_option
@click.option("--vendors", required=True, metavar="FILE", help="Take the vendor words from FILE.")
def words(*, database: str, vendors: str) -> int:
    """Add vendor words: in every stored document each takes over the value of `other`."""
    governed = files.vendors(vendors)
    with _opened(database) as store:
        from routelock.store.words import add_words  # noqa: PLC0415

        new = add_words(store, governed)
    click.echo(f"added {', '.join(new)}" if new else "nothing to add")
    return 0


@contextmanager
def _opened(url: str) -> Iterator[SqlStore]:
    """The store of a URL; a file is made and upgraded, a server is only looked at."""
    with _installed():
        from routelock.store.migrations import upgrade as run  # noqa: PLC0415
        from routelock.store.sql import SqlStore  # noqa: PLC0415

        store = SqlStore(url)
        try:
            if url.startswith("sqlite"):
                run(url)
            store.check()
            yield store
        finally:
            store.close()


@contextmanager
def _installed() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as missing:
        extra = EXTRAS.get((missing.name or "").partition(".")[0])
        if extra is None:
            raise
        message = f'this database needs more: pip install "routelock[{extra}]"'
        raise DatabaseError(message) from None
