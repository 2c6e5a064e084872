"""Migrations: they make the tables, or bring those of an older version up to this one.

Each revision says in ``needs_stop`` why programs of those before it have to end before it is
applied. Where that is empty they may go on beside it: it adds tables, or columns that may be left
out (to expand), or fills them (to migrate). What nobody uses any more a later one removes (to
contract), and that needs a stop: nobody knows which programs are still there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from dragoman.extras import extra
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

if TYPE_CHECKING:
    from alembic.config import Config

with extra("judge"):
    import sqlalchemy as sa

REVISION: Final = "0029"
"""The revision that this version of the program works on."""

_LOCK: Final = 0x44524147
"""PostgreSQL's lock for whoever changes the tables."""
WRITERS: Final = 0x44524148
"""PostgreSQL's lock that transactions share which write."""


def revision_of(connection: sa.Connection) -> str:
    """The revision of a database; empty where it has no tables of ours."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return str(found or "")


def oldest_of(connection: sa.Connection) -> str:
    """The oldest revision whose programs may still write; empty where any may."""
    return connection.exec_driver_sql("SELECT oldest FROM upkeep").scalar() or ""


@dataclass(frozen=True, slots=True)
class MigrationStep:
    """A revision: in a sentence, and why it needs a stop; empty where it needs none."""

    revision: str
    says: str
    needs_stop: str


def steps_after(revision: str) -> list[MigrationStep]:
    """The steps from a revision to that of this program, in their order."""
    from alembic.script import ScriptDirectory

    found: list[MigrationStep] = []
    for one in ScriptDirectory.from_config(_config()).walk_revisions():
        if one.revision > revision:
            says = (one.module.__doc__ or "").strip().rstrip(".")
            why = getattr(one.module, "needs_stop", "it does not say that older programs may go on")
            found.append(MigrationStep(one.revision, says, why))
    return found[::-1]


def upgrade(connection: sa.Connection, to: str = REVISION, is_stopped: bool = False) -> None:
    """Make the tables those of a revision, in the transaction at hand: all of it or nothing. A step
    that needs a stop is only made where ``is_stopped``, or nothing is there yet; from then on older
    programs write no more.

    Raises:
        ActionRefused: if the database is of a newer version of the program, or it takes a stop.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    found = revision_of(connection)
    if found == to:
        return
    if found > to:
        what = f"the database is of a newer version of this program (revision {found})"
        raise ActionRefused("newer-database", what, "install that version")
    # Alembic is slow to load, and a database that is as it should be does not need it.
    from alembic import command

    stopping = [one for one in steps_after(found) if one.needs_stop and one.revision <= to]
    if found and stopping and not is_stopped:
        first = stopping[0]
        what = f"revision {first.revision} needs a stop: {first.needs_stop}"
        remedy = "end all servers and workers, and say: dragoman judge upgrade --stopped"
        raise ActionRefused("needs-stop", what, remedy)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)
    if found and stopping:
        _demand(connection, stopping[-1].revision)


def _demand(connection: sa.Connection, revision: str) -> None:
    """Have older programs than those of a revision write no more."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(WRITERS)))
    there = "INSERT INTO upkeep (id, oldest) VALUES (1, '') ON CONFLICT DO NOTHING"
    connection.execute(sa.text(there))
    changed = sa.text("UPDATE upkeep SET oldest = :oldest")
    connection.execute(changed, {"oldest": revision})


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    return config
