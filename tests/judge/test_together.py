"""Several things in one transaction: all of them or nothing, and of what is refused nothing."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from dragoman.judge.storage.database import Database
from dragoman.judge.storage.mail_tables import secrets
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
