"""Backups that are tried out, encrypted, and kept in a folder that older ones leave."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Barrier, Thread

import pyrage
import pytest
import sqlalchemy as sa

from dragoman.files import locked
from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.running import make_backup as making
from dragoman.judge.running.backup_check import check_backup
from dragoman.judge.running.kept_backups import (
    backup_name,
    backups_in,
    read_keep,
    those_that_go,
)
from dragoman.judge.running.make_backup import make_backup, make_next_backup
from dragoman.judge.service import Judge
from dragoman.judge.storage.backup import restore_backup, write_backup
from dragoman.judge.storage.encrypted_backup import decrypted, is_encrypted
from dragoman.judge.storage.tables import listings, log
from dragoman.refusal import ActionRefused
from tests.judge.conftest import CHEAP, SITE
from tests.judge.stores import NOW, Opened
from tests.judge.test_backup import lived_in
from tests.patience import SECONDS

NIGHT = datetime(2026, 11, 28, 3, tzinfo=UTC)


@pytest.fixture
def judge(sqlite_template: Path, tmp_path: Path) -> Iterator[Judge]:
    """A judge with something in it, of one kind, where one will do."""
    shutil.copy(sqlite_template, tmp_path / "kept.db")
    judge = Judge(f"sqlite:///{tmp_path / 'kept.db'}", site=SITE, passwords=Passwords(CHEAP))
    lived_in(judge)
    yield judge
    judge.close()


def rewritten(path: Path, change: Callable[[str, bytes], bytes]) -> None:
    """Change what is in a backup, as no fault of a disk would: its sums are right."""
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    with zipfile.ZipFile(path, "w") as file:
        for name, content in parts.items():
            file.writestr(name, change(name, content))


def test_a_backup_is_tried_out(opened: Opened, tmp_path: Path) -> None:
    judge, path = opened(), tmp_path / "judge.zip"
    lived_in(judge)
    write_backup(judge.database, path, NOW)
    checked = check_backup(path, datetime.now(UTC))
    assert checked.errors == () and checked.is_faithful
    told = " | ".join(one.what for one in checked.findings)
    events = checked.backup.rows["log"]
    assert events and f"{events} events of 1 games" in told and "fingerprints: every row" in told

    with zipfile.ZipFile(path) as file:
        told_name = json.loads(file.read("people.jsonl").splitlines()[0])[1]
    rewritten(
        path,
        lambda name, text: text.replace(b'"Ann"', b'"Eve"') if name == "people.jsonl" else text,
    )
    assert told_name == "Ann"
    (error,) = check_backup(path, datetime.now(UTC)).errors
    assert error.code == "another-fingerprint" and "people" in error.what
    # One that an older version wrote has none of them, and is tried out all the same.
    rewritten(
        path,
        lambda name, text: (
            text.replace(b'"fingerprints"', b'"other"') if name == "judge.json" else text
        ),
    )
    assert "not compared" in check_backup(path, datetime.now(UTC)).findings[1].what


def test_what_is_wrong_with_the_judge_is_told_and_copied(judge: Judge, tmp_path: Path) -> None:
    folder, keep = tmp_path / "kept", read_keep("1")
    first = make_next_backup(judge.database, folder, NIGHT, (), keep)
    with judge.database.writing() as connection:
        connection.execute(sa.update(listings).values(variant="another"))
    made = make_next_backup(judge.database, folder, NIGHT + timedelta(days=1), (), keep)
    assert [one.code for one in made.faults] == ["unlike-its-log"]
    assert made.path.is_file() and first.path.is_file(), "nothing goes while something is wrong"


def test_a_backup_that_is_not_faithful_is_not_kept(
    judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kept"
    good = make_next_backup(judge.database, folder, NIGHT, (), read_keep("1"))
    before = good.path.read_bytes()

    def damage(*given: object) -> object:
        made = write_backup(*given)  # type: ignore[arg-type]
        rewritten(
            given[1], lambda name, text: text.replace(b"Ann", b"Eve") if name[:2] == "pe" else text
        )  # type: ignore[arg-type]
        return made

    monkeypatch.setattr(making, "write_backup", damage)
    with pytest.raises(ActionRefused, match="not as the judge is"):
        make_next_backup(judge.database, folder, NIGHT + timedelta(days=1), (), read_keep("1"))
    with pytest.raises(ActionRefused, match="not as the judge is"):
        make_backup(judge.database, good.path, NIGHT, verify=True)
    assert [one.name for one in folder.iterdir()] == [good.path.name]
    assert good.path.read_bytes() == before


def test_encrypted_to_keys(judge: Judge, tmp_path: Path) -> None:
    mine, other = pyrage.x25519.Identity.generate(), pyrage.x25519.Identity.generate()
    secret, wrong = tmp_path / "key.txt", tmp_path / "other.txt"
    secret.write_text(f"# public key: {mine.to_public()}\n{mine}\n")
    wrong.write_text(f"{other}\n")
    keys = (str(mine.to_public()), str(pyrage.x25519.Identity.generate().to_public()))
    path = tmp_path / "judge.zip.age"
    make_backup(judge.database, path, NOW, keys, verify=True)
    assert path.stat().st_mode & 0o777 == 0o600
    assert is_encrypted(path) and b"judge.json" not in path.read_bytes()
    with decrypted(path, secret) as plain:
        assert check_backup(plain, datetime.now(UTC)).errors == ()
    assert not plain.exists(), "it is nowhere to be read afterwards"
    if age := shutil.which("age"):
        out = tmp_path / "plain.zip"
        subprocess.run([age, "--decrypt", "-i", secret, "-o", out, path], check=True)
        target = Judge(f"sqlite:///{tmp_path / 'target.db'}")
        assert restore_backup(target.database, out).rows["games"] == 1
        target.close()
    data = path.read_bytes()
    path.write_bytes(data[:-20])
    for key, told in ((None, "encrypted"), (wrong, "decrypted"), (secret, "decrypted")):
        with pytest.raises(ActionRefused, match=told), decrypted(path, key):
            pass
    for key in (path, tmp_path / "none.txt"):
        with pytest.raises(ActionRefused, match="cannot be read"), decrypted(path, key):
            pass
    with pytest.raises(ActionRefused, match="is a secret key"):
        make_backup(judge.database, tmp_path / "b.zip", NOW, (str(mine),))
    with pytest.raises(ActionRefused, match="no public key"):
        make_backup(judge.database, tmp_path / "b.zip", NOW, ("age1nonsense",))
    assert not (tmp_path / "b.zip").exists()


def named(*moments: datetime) -> dict[Path, datetime]:
    found = sorted(moments, reverse=True)
    return {Path(backup_name(at, False)): at for at in found}


def test_which_backups_stay() -> None:
    days = named(*(NIGHT - timedelta(days=n) for n in range(400)))
    keep = read_keep("daily=7, weekly=4, monthly=6")
    assert keep is not None
    stay = [at for path, at in days.items() if path not in those_that_go(days, keep)]
    assert stay[:7] == [NIGHT - timedelta(days=n) for n in range(7)]
    assert len({at.isocalendar()[:2] for at in stay}) >= 4
    assert [at.month for at in stay if at.month != 11] == [10, 9, 8, 7, 6]
    assert len(stay) == 14
    # Two of a day: the later one stays.
    two = named(NIGHT, NIGHT - timedelta(hours=2), NIGHT - timedelta(days=1))
    daily = read_keep("daily=2")
    assert daily is not None and list(those_that_go(two, daily)) == [[*two][1]]
    last = read_keep("3")
    assert last is not None and len(those_that_go(days, last)) == 397
    assert read_keep(" ") is None
    for nonsense in ("0", "daily", "daily=x", "hourly=3", "daily=1,daily=2", "-1", "99999999"):
        with pytest.raises(ActionRefused):
            read_keep(nonsense)


def test_older_ones_leave_the_folder_and_nothing_else(judge: Judge, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    keep = read_keep("2")
    made = [
        make_next_backup(judge.database, folder, NIGHT + timedelta(days=n), (), None)
        for n in range(3)
    ]
    for other in ("judge.zip", "notes.txt", "judge-2026-02-30T030000Z.zip"):
        (folder / other).write_text("somebody's own")
    # A machine whose clock once ran ahead: the new one is not the newest by its name, and stays.
    ahead = folder / backup_name(NIGHT + timedelta(days=900), False)
    later = folder / backup_name(NIGHT + timedelta(days=901), False)
    for one in (ahead, later):
        shutil.copy(made[0].path, one)
    new = make_next_backup(judge.database, folder, NIGHT + timedelta(days=3), (), keep)
    assert {one.name for one in new.removed} == {one.path.name for one in made}
    assert [*backups_in(folder)] == [later, ahead, new.path]
    assert {"judge.zip", "notes.txt"} <= {one.name for one in folder.iterdir()}
    with pytest.raises(ActionRefused, match="there already"):
        make_next_backup(judge.database, folder, NIGHT + timedelta(days=3), (), keep)


def test_two_at_once_do_not_meet(
    judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kept"
    monkeypatch.setattr(making, "locked", partial(locked, patience=SECONDS))
    at_once, told = Barrier(2), list[object]()

    def make(n: int) -> None:
        at_once.wait()
        at = NIGHT + timedelta(days=n)
        told.append(make_next_backup(judge.database, folder, at, (), read_keep("2")))

    both = [Thread(target=make, args=(n,)) for n in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert len(told) == 2 and len(backups_in(folder)) == 2
    monkeypatch.setattr(making, "locked", partial(locked, patience=0.0))
    with (
        locked(folder, "another backup"),
        pytest.raises(ActionRefused, match="another command is at work"),
    ):
        make_next_backup(judge.database, folder, NIGHT + timedelta(days=5))


def test_every_event_is_compared(judge: Judge, tmp_path: Path) -> None:
    """A row that is gone, with the count of rows mended to match, is missed by no count."""
    path = tmp_path / "judge.zip"
    with judge.database.reading() as connection:
        count = len(connection.execute(sa.select(log)).all())
    write_backup(judge.database, path, NOW)

    def without_last(name: str, text: bytes) -> bytes:
        if name == "log.jsonl":
            return b"".join(text.splitlines(keepends=True)[:-1])
        return text.replace(b'"log": %d' % count, b'"log": %d' % (count - 1))

    rewritten(path, without_last)
    assert {"another-fingerprint", "unlike-its-log"} <= {
        one.code for one in check_backup(path, datetime.now(UTC)).errors
    }
