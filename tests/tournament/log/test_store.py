"""The log in its file: append-only, undo and redo, two programs at once, power cuts."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import people
from dragoman.tournament.commands.people import RegisterPlayer
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.store import FILE, Store
from dragoman.tournament.rules.preset import preset_text


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = Store(tmp_path / "nz99")
    found.found([ev.Founded("Test", preset_text("nz1999"))])
    return found


def register(store: Store, name: str) -> None:
    store.act(lambda t: people.register(t, RegisterPlayer(name)))


def test_what_was_logged_is_read_again(store: Store) -> None:
    register(store, "Ann Lee")
    register(store, "Ben Fox")
    assert [one.name for one in Store(store.path.parent).load().players.values()] == [
        "Ann Lee",
        "Ben Fox",
    ]
    assert [one.action for one in store.log()] == [1, 2, 3]


def test_a_refused_action_leaves_no_trace(store: Store) -> None:
    register(store, "Ann Lee")
    before = store.log()
    with pytest.raises(ActionRefused):
        register(store, "ann  lee")
    assert store.log() == before


def test_undo_and_redo_are_events(store: Store) -> None:
    register(store, "Ann Lee")
    register(store, "Ben Fox")
    store.undo()
    assert len(store.load().players) == 1
    store.undo()
    assert not store.load().players
    store.redo()
    assert [one.name for one in store.load().players.values()] == ["Ann Lee"]
    register(store, "Cara Hill")
    with pytest.raises(ActionRefused) as why:
        store.redo()
    assert why.value.diagnostic.code == "nothing-to-redo"
    assert [type(one.event).__name__ for one in store.log()] == [
        "Founded",
        "Registered",
        "Registered",
        "Undone",
        "Undone",
        "Redone",
        "Registered",
    ]


@pytest.mark.slow
def test_the_founding_cannot_be_undone(store: Store) -> None:
    with pytest.raises(ActionRefused) as why:
        store.undo()
    assert why.value.diagnostic.code == "nothing-to-undo"


@pytest.mark.parametrize("sql", ["UPDATE log SET kind = 'x'", "DELETE FROM log"])
def test_the_database_itself_keeps_the_log(store: Store, sql: str) -> None:
    with sqlite3.connect(store.path) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(sql)


def test_who_asks_again_gets_the_same_until_something_happens(store: Store) -> None:
    other = Store(store.path.parent)
    first = store.load()
    assert store.load() is first
    register(other, "Ann Lee")
    assert len(store.load().players) == 1
    other.undo()
    assert not store.load().players


def test_no_second_tournament_in_a_folder(store: Store) -> None:
    with pytest.raises(ActionRefused) as why:
        store.found([ev.Founded("Other", preset_text("nz1999"))])
    assert why.value.diagnostic.code == "tournament-there"


def test_a_founding_that_a_power_cut_prevented_can_be_repeated(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    Store(tmp_path).found([ev.Founded("Test", preset_text("nz1999"))])
    assert Store(tmp_path).load().name == "Test"


@pytest.mark.parametrize("content", [None, b"", b"not a database at all, but long enough" * 99])
def test_what_is_no_log_is_refused(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / FILE).write_bytes(content)
    with pytest.raises(ActionRefused) as why:
        Store(tmp_path).load()
    assert why.value.diagnostic.code in ("no-tournament", "unusable-log")


def test_a_log_of_another_version_is_refused(store: Store) -> None:
    with sqlite3.connect(store.path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(ActionRefused) as why:
        Store(store.path.parent).load()
    assert why.value.diagnostic.code == "other-version"


def test_programs_that_act_at_once_wait_for_each_other(store: Store) -> None:
    """Sixteen registrations from four threads, each with a connection of its own: all there,
    and no number given twice."""
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda i: register(Store(store.path.parent), f"Player {i}x"), range(16)))
    assert sorted(store.load().players) == list(range(1, 17))


_WRITER = """
import sys
from pathlib import Path
from dragoman.tournament.actions import people
from dragoman.tournament.commands.people import RegisterPlayer
from dragoman.tournament.log.store import Store
store = Store(Path(sys.argv[1]))
number = len(store.load().players)
while True:
    number += 1
    store.act(lambda t: people.register(t, RegisterPlayer(f"Player {number}x")))
    print(number, flush=True)
"""


@pytest.mark.slow
def test_a_power_cut_loses_nothing_that_was_confirmed(store: Store) -> None:
    """The program is killed at random moments while it writes: whatever it had confirmed is
    there, the log is whole, and the next action goes on from it."""
    chance = random.Random(7)
    for _ in range(6):
        with subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(store.path.parent)],
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(chance.random() * 0.05)
            os.kill(writer.pid, signal.SIGKILL)
            confirmed = writer.stdout.read().split()
        players = store.load().players
        assert len(players) >= int(confirmed[-1] if confirmed else 1)
        assert sorted(players) == list(range(1, len(players) + 1))
        assert [one.number for one in store.log()] == list(range(1, len(players) + 2))


def test_a_log_from_before_helpers_were_noted_is_gone_on_with(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.found([ev.Founded("Old", preset_text("nz1999"))])
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute("ALTER TABLE log DROP COLUMN by")
        connection.execute("PRAGMA user_version = 1")
        connection.commit()
    assert [one.by for one in Store(tmp_path).log()] == [""]
    Store(tmp_path, by="Bo").act(lambda t: [ev.CommitteeNamed(("Quinn",))])
    assert [one.by for one in Store(tmp_path).log()] == ["", "Bo"]
    assert Store(tmp_path).load().committee == ("Quinn",)
