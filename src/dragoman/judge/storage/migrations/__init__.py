"""Migrations: they make the tables, or bring those of an older version up to this one."""

from __future__ import annotations

from typing import Final

from dragoman.extras import extra
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

REVISION: Final = "0026"
"""The revision that this version of the program works on."""

_LOCK: Final = 0x44524147
"""PostgreSQL's lock for whoever changes the tables."""


def revision_of(connection: sa.Connection) -> str:
    """The revision of a database; empty where it has no tables of ours."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return str(found or "")


def upgrade(connection: sa.Connection, to: str = REVISION) -> None:
    """Make the tables those of a revision, in the transaction at hand: all of it or nothing.

    Raises:
        ActionRefused: if the database is of a newer version of the program.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    found = revision_of(connection)
    if found == to:
        return
    # Alembic is slow to load, and a database that is as it should be does not need it.
    from alembic import command
    from alembic.config import Config

    if found > to:
        what = f"the database is of a newer version of this program (revision {found})"
        raise ActionRefused("newer-database", what, "install that version")
    config = Config()
    config.set_main_option("script_location", "dragoman.judge.storage:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)
