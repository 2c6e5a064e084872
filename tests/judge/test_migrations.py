"""Databases of older versions are brought up to this one, with what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from dragoman.judge.storage.database import Database
from dragoman.judge.storage.migrations import REVISION, upgrade
from dragoman.judge.storage.tables import metadata
from dragoman.refusal import ActionRefused

LONG_AGO = datetime(2026, 1, 5, 12, tzinfo=UTC)


def revisions() -> list[str]:
    config = Config()
    config.set_main_option("script_location", "dragoman.judge.storage:migrations")
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    return [one.revision for one in scripts.walk_revisions()][::-1]


@pytest.fixture
def database(empty_address: str) -> Iterator[Database]:
    database = Database(empty_address)
    yield database
    database.close()


def fill(connection: sa.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Put two rows into every table that there is, as its columns ask; all that is there now."""
    found = sa.MetaData()
    found.reflect(connection)
    tables = [one for one in found.sorted_tables if one.name != "alembic_version"]
    for table in tables:
        for number in (1, 2):
            row = {one.name: value(one, number) for one in table.columns}
            connection.execute(sa.insert(table).values(row))
    return {one.name: rows(connection, one) for one in tables}


def value(column: sa.Column[object], number: int) -> object:
    if column.name == "oldest":
        return "0001"  # a revision, that every process heeds
    match column.type:
        case sa.Boolean():
            return True
        case sa.Integer() | sa.Float():
            return number
        case sa.DateTime():
            return LONG_AGO
        case sa.LargeBinary():
            return b"\x00\xff"
        case sa.JSON():
            return {"text": f"{column.name} {number}"}
    return f"{column.name[:6]} {number}"


def rows(connection: sa.Connection, table: sa.Table) -> list[tuple[object, ...]]:
    found = connection.execute(sa.select(table).order_by(*table.primary_key.columns))
    return [tuple(row) for row in found]


def test_the_last_revision_is_that_of_the_program() -> None:
    assert revisions()[-1] == REVISION


def test_tables_of_the_migrations_are_those_of_the_program(database: Database) -> None:
    database.create()
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    database.check()


@pytest.mark.parametrize("old", revisions())
def test_what_was_stored_under_each_revision_is_there_after(database: Database, old: str) -> None:
    with database.maintaining() as connection:
        upgrade(connection, old)
        before = fill(connection)
    database.create()
    database.check()
    with database.reading() as connection:
        found = sa.MetaData()
        found.reflect(connection)
        for name, kept in before.items():
            columns = len(kept[0])
            assert [row[:columns] for row in rows(connection, found.tables[name])] == kept


def test_a_migration_that_fails_leaves_what_was(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.maintaining() as connection:
        upgrade(connection, "0001")
    from alembic import op

    monkeypatch.setattr(op, "f", lambda name: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        database.create()
    monkeypatch.undo()
    with pytest.raises(ActionRefused, match="revision 0001"):
        database.check()
    database.create()
    database.check()


def test_a_database_of_a_newer_version_is_left_alone(database: Database) -> None:
    with pytest.raises(ActionRefused, match="empty"):
        database.check()
    database.create()
    with database.maintaining() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(ActionRefused, match="newer version"):
        database.create()
