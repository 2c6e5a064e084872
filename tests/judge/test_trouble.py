"""A database that is away, a disk that is full: a clear answer, nothing half done, and on it
goes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from queue import Queue

import pytest
import sqlalchemy as sa

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.judge.storage import changes, database
from dragoman.judge.storage.changes import LogChange
from dragoman.judge.storage.database import read_address
from dragoman.refusal import ActionRefused
from tests.databases import Cluster
from tests.judge.stores import NOW, Opened, begun, created

PATIENCE = 30


@pytest.fixture
def on_server(cluster: Cluster, postgresql_template: str) -> Iterator[tuple[Judge, Judge]]:
    """Two judges on one database of a server."""
    with cluster.copied(postgresql_template) as address:
        judges = Judge(address), Judge(address)
        yield judges
        for one in judges:
            one.close()


def refused(judge: Judge, number: int, text: str) -> str:
    with pytest.raises(ActionRefused) as told:
        judge.games.act(number, c.Send(text), Actor(11), NOW)
    assert "INSERT" not in str(told.value) and text not in str(told.value)
    return told.value.diagnostic.code


def sent(judge: Judge, number: int) -> list[str]:
    return [one.text for one in judge.games.load(number).messages]


def test_a_server_that_is_away_for_a_while(
    on_server: tuple[Judge, Judge], cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "_AWAY_SECONDS", 0.05)
    judge, other = on_server
    number = begun(judge.games)
    judge.games.act(number, c.Send("before"), Actor(11), NOW)
    told = Queue[LogChange | None]()
    with other.changes.following(told.put):
        cluster.stop()
        try:
            assert refused(judge, number, "while it was away") == "database-away"
            with pytest.raises(ActionRefused, match="does not answer"):
                judge.games.tick(NOW + timedelta(days=1))
            with pytest.raises(ActionRefused, match="does not answer"):
                other.games.load(number)
        finally:
            cluster.start()
        judge.games.act(number, c.Send("after"), Actor(11), NOW)
        # Whoever follows is told to look again, and then of each change as before.
        while told.get(timeout=PATIENCE) is not None:
            pass
        while (change := told_next(judge, number, told)) is None:
            pass
        assert change.game == number
    assert sent(judge, number)[:2] == ["before", "after"]
    assert sent(other, number) == sent(judge, number)


def told_next(judge: Judge, number: int, told: Queue[LogChange | None]) -> LogChange | None:
    judge.games.act(number, c.Send("more"), Actor(11), NOW)
    return told.get(timeout=PATIENCE)


def test_a_file_that_another_program_holds(
    tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_BUSY_SECONDS", 0.05)
    path = tmp_path / "judge.db"
    path.write_bytes(sqlite_template.read_bytes())
    judge = Judge(f"sqlite:///{path}")
    number = begun(judge.games)
    held = sqlite3.connect(path, isolation_level=None)
    held.execute("BEGIN EXCLUSIVE")
    assert refused(judge, number, "while it was held") == "database-away"
    assert sent(judge, number) == [], "what is there can be read all the while"
    held.execute("ROLLBACK")
    held.close()
    judge.games.act(number, c.Send("after"), Actor(11), NOW)
    assert sent(judge, number) == ["after"]
    judge.close()


def test_a_full_disk_under_a_file(tmp_path: Path, sqlite_template: Path) -> None:
    path = tmp_path / "judge.db"
    path.write_bytes(sqlite_template.read_bytes())
    judge = Judge(f"sqlite:///{path}")
    number = begun(judge.games)
    before = judge.games.load(number).number
    pages = "PRAGMA page_count"

    def limit(most: str) -> None:
        with judge.database.reading() as connection:
            used = connection.exec_driver_sql(pages).scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {most.format(used)}")

    limit("{}")
    assert refused(judge, number, "much " * 2000) == "disk-full"
    assert judge.games.tick(NOW) is None, "what takes no room goes on"
    limit("1000000")
    judge.games.act(number, c.Send("after"), Actor(11), NOW)
    assert sent(judge, number) == ["after"]
    assert judge.games.load(number).number == before + 1
    judge.close()


def test_a_full_disk_under_a_server(on_server: tuple[Judge, Judge]) -> None:
    judge, other = on_server
    number = begun(judge.games)
    full = """
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$
    """
    with other.database.writing() as connection:
        connection.exec_driver_sql(full)
        trigger = "CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION full_disk()"
        connection.exec_driver_sql(trigger)
    assert refused(judge, number, "while it was full") == "disk-full"
    with other.database.writing() as connection:
        connection.exec_driver_sql("DROP TRIGGER full_disk ON log")
    judge.games.act(number, c.Send("after"), Actor(11), NOW)
    assert sent(judge, number) == ["after"]


def test_a_clock_that_jumps(opened: Opened) -> None:
    judge = opened()
    number = begun(judge.games)
    back = NOW - timedelta(days=3)
    assert judge.games.act(number, c.Send("back"), Actor(11), back).events
    assert judge.games.tick(back) is None
    done = judge.games.tick(NOW + timedelta(days=1))
    assert done is not None and done.judged == 1
    assert judge.games.tick(back) is None, "what was judged stays so"
    assert sent(opened(), number) == ["back"]
    assert str(opened().games.load(number).phase) == "F1901M"


def test_a_game_that_came_to_be_in_a_broken_transaction_is_not_there(opened: Opened) -> None:
    judge = opened()
    with pytest.raises(ZeroDivisionError), judge.database.writing() as connection:
        connection.execute(sa.text("UPDATE games SET version = 7"))
        raise ZeroDivisionError
    number = created(judge.games)
    assert judge.games.load(number).number == 1


@pytest.mark.parametrize(
    ("text", "url", "options"),
    (
        ("postgresql://a:b@h/d", "postgresql+pg8000://a:b@h/d", {"ssl_context": False}),
        (
            "postgres://a@h:77/d?sslmode=require",
            "postgresql+pg8000://a@h:77/d",
            {"ssl_context": True},
        ),
        (
            "postgresql:///d?host=/run/pg",
            "postgresql+pg8000:///d",
            {"unix_sock": "/run/pg/.s.PGSQL.5432", "ssl_context": False},
        ),
        ("postgresql://a@/d?host=h", "postgresql+pg8000://a@h/d", {"ssl_context": False}),
        ("sqlite:////a/b.db", "sqlite:////a/b.db", {}),
    ),
)
def test_addresses_of_databases(text: str, url: str, options: dict[str, object]) -> None:
    found, given = read_address(text)
    assert found.render_as_string(hide_password=False) == url
    assert given == options


@pytest.mark.parametrize(
    "text",
    (
        *(
            "",
            "judge.db",
            "mysql://h/d",
            "sqlite://",
            "sqlite:///:memory:",
            "postgresql+psycopg://h/d",
        ),
        *("postgresql://h/d?sslmode=prefer", "postgresql://h/d?options=x", "user:secret@h"),
    ),
)
def test_what_is_no_address_of_a_database(text: str) -> None:
    with pytest.raises(ActionRefused) as refused:
        read_address(text)
    assert "secret" not in str(refused.value) and "sqlite:////path" in str(refused.value)
