"""A backup of either kind of database is restored into either kind."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.outbox.letters import Mail, post
from dragoman.judge.service import Judge
from dragoman.judge.storage import backup
from dragoman.judge.storage.backup import restore_backup, write_backup
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.migrations import REVISION, revision_of, upgrade
from dragoman.judge.storage.tables import metadata
from dragoman.refusal import ActionRefused
from tests.judge.accounts.authenticator import Authenticator
from tests.judge.accounts.letterbox import PASSWORD, person
from tests.judge.conftest import CHEAP
from tests.judge.stores import NOW, Opened, begun
from tests.judge.test_migrations import fill, rows


@pytest.fixture
def other(empty_address: str) -> Iterator[Judge]:
    judge = Judge(empty_address, passwords=Passwords(CHEAP))
    yield judge
    judge.close()


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Judge]:
    """A judge of one kind, where one will do."""
    judge = Judge(f"sqlite:///{tmp_path / 'other.db'}", passwords=Passwords(CHEAP))
    yield judge
    judge.close()


def lived_in(judge: Judge) -> None:
    """Put something into the tables."""
    begun(judge.games)
    ann = person(judge, "Ann")
    device, passkeys = Authenticator(), judge.accounts.passkeys
    passkeys.add(Actor(ann), ann, device.make(passkeys.offer(Actor(ann), ann, NOW)), "", NOW)
    judge.accounts.tokens.make(Actor(ann), ann, "bot", ["read"], NOW, NOW + timedelta(days=1))
    judge.accounts.sign_ins.sign_in("Ann", PASSWORD, "", "", NOW)
    judge.accounts.sign_ins.ask_reset("ann@example.org", "", NOW)
    passkeys.ask(NOW)


def everything(database: Database) -> dict[str, list[tuple[object, ...]]]:
    with database.reading() as connection:
        found: dict[str, list[tuple[object, ...]]] = {}
        for table in metadata.sorted_tables:
            key = [one.name for one in table.primary_key.columns]
            kept = connection.execute(sa.select(table)).mappings().all()
            found[table.name] = sorted(
                (tuple(row.values()) for row in kept), key=lambda row: str(row[: len(key)])
            )
    return found


def test_all_is_there_again(opened: Opened, other: Judge, tmp_path: Path) -> None:
    judge, path = opened(), tmp_path / "judge.zip"
    lived_in(judge)
    before = everything(judge.database)
    made = write_backup(judge.database, path, NOW)
    assert made.revision == REVISION and made.rows["log"] == len(before["log"])
    assert sum(made.rows.values()) == sum(map(len, before.values())) > 15
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.glob("*judge.zip*")] == ["judge.zip"]
    restored = restore_backup(other.database, path)
    assert restored == made
    assert everything(other.database) == before
    assert judge.games.load(1).game == other.games.load(1).game
    assert other.accounts.sign_ins.sign_in("Ann", PASSWORD, "", "", NOW)
    assert begun(other.games) == 2, "what is made next has a number of its own"
    assert person(other, "Bob") == 2
    with pytest.raises(ActionRefused, match="not empty"):
        restore_backup(other.database, path)


def test_rows_are_read_some_at_a_time(
    opened: Opened, file: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "_ROWS", 3)
    judge = opened()
    lived_in(judge)
    with judge.database.writing() as connection:
        for number in range(7):
            post(connection, Mail("a@b.cd", f"{number}", "text"), NOW)
    write_backup(judge.database, tmp_path / "judge.zip", NOW)
    restore_backup(file.database, tmp_path / "judge.zip")
    assert everything(file.database) == everything(judge.database)


def test_others_go_on_while_it_is_written(
    opened: Opened, file: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, worker = opened(), opened()
    number = begun(judge.games)
    before = judge.games.load(number).number
    rows_of = backup._rows_of

    def slowly(connection: sa.Connection, table: sa.Table) -> Iterator[object]:
        worker.games.act(number, c.Send(f"while {table.name}"), Actor(11), NOW)
        yield from rows_of(connection, table)

    monkeypatch.setattr(backup, "_rows_of", slowly)
    write_backup(judge.database, tmp_path / "judge.zip", NOW)
    restore_backup(file.database, tmp_path / "judge.zip")
    # The moment of a backup is that of the first look, which is before all this.
    assert file.games.load(number).number == before
    assert judge.games.load(number).number > before


def test_a_backup_of_an_older_version(empty_address: str, tmp_path: Path) -> None:
    old = Database(f"sqlite:///{tmp_path / 'old.db'}")
    with old.maintaining() as connection:
        upgrade(connection, "0002")
        kept = fill(connection)
    write_backup(old, tmp_path / "judge.zip", NOW)
    old.close()
    new = Database(empty_address)
    new.create()
    restore_backup(new, tmp_path / "judge.zip")
    with new.reading() as connection:
        assert revision_of(connection) == REVISION
        for table in metadata.sorted_tables:
            if table.name in kept:
                assert len(rows(connection, table)) == len(kept[table.name])
    new.close()


def test_files_that_are_none(opened: Opened, tmp_path: Path) -> None:
    judge, good = opened(), tmp_path / "good.zip"
    begun(judge.games)
    write_backup(judge.database, good, NOW)
    with pytest.raises(ActionRefused, match="cannot be written"):
        write_backup(judge.database, tmp_path / "no" / "judge.zip", NOW)
    target = Judge(f"sqlite:///{tmp_path / 'target.db'}")
    bad = tmp_path / "bad.zip"
    data = good.read_bytes()

    def changed(name: str, before: bytes, after: bytes) -> bytes:
        with zipfile.ZipFile(good) as source, zipfile.ZipFile(bad, "w") as into:
            for one in source.namelist():
                text = source.read(one)
                into.writestr(one, text.replace(before, after) if one == name else text)
        return bad.read_bytes()

    cases = (
        (b"", "no backup"),
        (data[: len(data) // 2], "no backup"),
        (changed("judge.json", b"dragoman", b"another"), "no backup"),
        (changed("judge.json", REVISION.encode(), b"9999"), "of revision 9999"),
        (changed("log.jsonl", b"\n", b""), "no backup"),
        (changed("games.jsonl", b"[", b""), "no backup"),
        (changed("games.columns.json", b"title", b"tilte"), "no backup"),
        (changed("judge.json", b'"games": 1', b'"games": 2'), "games has 1 rows instead of 2"),
    )
    for content, told in cases:
        bad.write_bytes(content)
        with pytest.raises(ActionRefused, match=told):
            restore_backup(target.database, bad)
        with pytest.raises(ActionRefused, match="empty"):
            target.database.check()
    with pytest.raises(ActionRefused, match="cannot be read"):
        restore_backup(target.database, tmp_path / "nothing.zip")
    restore_backup(target.database, good)
    assert target.games.load(1)
    target.close()
