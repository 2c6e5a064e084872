"""Transactions: several things in one, all of them or nothing, and of what is refused nothing; what
has to be on the disk when one is over, and what not."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import secrets
from dragoman.refusal import ActionRefused
from tests.judge.stores import Opened


def write(database: Database, name: str, refuse: bool = False) -> None:
    with database.writing() as connection:
        connection.execute(sa.insert(secrets).values(name=name, secret="00"))
        if refuse:
            raise ActionRefused("not-allowed", "no")


def names(database: Database) -> list[str]:
    with database.reading() as connection:
        return list(connection.execute(sa.select(secrets.c.name)).scalars())


def test_what_is_refused_inside_leaves_nothing(opened: Opened) -> None:
    database = opened().database
    with database.together():
        write(database, "before")
        with pytest.raises(ActionRefused):
            write(database, "refused", refuse=True)
        write(database, "after")
    assert sorted(names(database)) == ["after", "before"]


def test_what_fails_leaves_nothing_at_all(opened: Opened) -> None:
    database = opened().database
    with pytest.raises(ActionRefused), database.together():
        write(database, "before")
        write(database, "refused", refuse=True)
    assert names(database) == []


def waits_for_the_disk(connection: sa.Connection) -> bool:
    """Whether a transaction ends when what it wrote is on the disk."""
    if connection.dialect.name == "sqlite":
        return connection.exec_driver_sql("PRAGMA synchronous").scalar_one() >= 2
    return connection.exec_driver_sql("SHOW synchronous_commit").scalar_one() != "off"


def test_a_note_waits_for_no_disk_and_all_see_it(opened: Opened) -> None:
    database = opened().database
    with database.writing() as connection:
        usual = waits_for_the_disk(connection)
    assert usual or not database.is_sqlite, "PostgreSQL does as its server is told"
    with database.noting() as connection:
        assert not waits_for_the_disk(connection)
        connection.execute(sa.insert(secrets).values(name="note", secret="00"))
    assert names(opened().database) == ["note"]
    # What comes next may have the same connection.
    with database.writing() as connection:
        assert waits_for_the_disk(connection) == usual
        connection.execute(sa.insert(secrets).values(name="more", secret="00"))
    with pytest.raises(ActionRefused), database.noting() as connection:
        connection.execute(sa.insert(secrets).values(name="refused", secret="00"))
        raise ActionRefused("not-allowed", "no")
    assert sorted(names(database)) == ["more", "note"]


def test_a_note_among_others_is_part_of_them(opened: Opened) -> None:
    database = opened().database
    with pytest.raises(ActionRefused), database.together():
        with database.noting() as connection:
            connection.execute(sa.insert(secrets).values(name="note", secret="00"))
        raise ActionRefused("not-allowed", "no")
    assert names(database) == []
