"""Judged games in a database: two at once, what is due, a worker that dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.log.state import Stage
from dragoman.refusal import ActionRefused
from tests.judge.stores import NOW, Opened, begun


def test_a_game_is_folded_from_the_database(opened: Opened) -> None:
    store = opened().games
    number = begun(store)
    other = opened().games
    assert other.load(number).game == store.load(number).game
    assert other.load(number).players == store.load(number).players
    with pytest.raises(ActionRefused, match="no game 99"):
        store.load(99)


def test_two_stores_see_each_other(opened: Opened) -> None:
    one, other = opened().games, opened().games
    number = begun(one)
    seats = {power: user for user, power in one.load(number).players.items()}
    other.load(number)
    one.act(number, c.SaveOrders("A par-bur"), Actor(seats["FRANCE"]), NOW)
    assert other.load(number).sheets["FRANCE", "S1901M"].text == "A par-bur"
    before = other.load(number)
    other.act(number, c.SaveOrders("A ven-tri"), Actor(seats["ITALY"]), NOW)
    assert ("ITALY", "S1901M") not in before.sheets, "what was loaded does not change"


def test_what_is_due_is_judged_once(opened: Opened) -> None:
    store = opened().games
    numbers = {begun(store) for _ in range(3)}
    assert store.tick(NOW) is None
    later = NOW + timedelta(days=1)
    done = [store.tick(later) for _ in numbers]
    assert {one.game for one in done if one is not None} == numbers
    assert [one.judged for one in done if one is not None] == [1, 1, 1]
    assert store.tick(later) is None
    assert {str(store.load(number).phase) for number in numbers} == {"F1901M"}


WRITER = """
import sys, random
from datetime import datetime, timezone
from dragoman.judge.commands import command as c
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_store import GameStore
store = GameStore(Database(sys.argv[1]))
number, user = int(sys.argv[2]), int(sys.argv[3])
for turn in range(int(sys.argv[4])):
    store.act(number, c.Send(f"{user} {turn}"), Actor(user), datetime.now(timezone.utc))
    print(turn, flush=True)
"""


def writer(address: str, number: int, user: int, messages: int) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-c", WRITER, address, str(number), str(user), str(messages)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)


def test_processes_that_write_at_once_lose_nothing(opened: Opened, address: str) -> None:
    store = opened().games
    number = begun(store)
    running = [writer(address, number, user, 15) for user in (11, 12, 13)]
    for one in running:
        one.communicate(timeout=60)
    assert [one.returncode for one in running] == [0, 0, 0]
    sent = [one.text for one in store.load(number).messages]
    assert sorted(sent) == sorted(f"{user} {turn}" for user in (11, 12, 13) for turn in range(15))
    assert [one.number for one in store.load(number).messages] == list(range(1, 46))


@pytest.mark.parametrize("after", (0.0, 0.02, 0.05, 0.11))
def test_what_was_confirmed_outlives_a_kill(opened: Opened, address: str, after: float) -> None:
    store = opened().games
    number = begun(store)
    with writer(address, number, 11, 10_000) as victim:
        assert victim.stdout is not None
        confirmed = [victim.stdout.readline()]
        time.sleep(after)
        os.kill(victim.pid, signal.SIGKILL)
        confirmed += victim.stdout.readlines()
    turns = [line for line in confirmed if line.endswith("\n")]
    sent = [one.text for one in opened().games.load(number).messages]
    assert sent[: len(turns)] == [f"11 {turn.strip()}" for turn in turns]
    assert len(sent) - len(turns) <= 1, "at most one was written and not yet confirmed"
    assert store.load(number).stage is Stage.RUNNING


@pytest.mark.parametrize("text", ("a\x00b", "a\ud800b"))
def test_texts_that_cannot_be_stored_are_told(opened: Opened, text: str) -> None:
    store = opened().games
    number = begun(store)
    try:
        stored, answer = store.create({"title": text}, 1, NOW)
    except ActionRefused as refused:
        assert refused.diagnostic.code == "wrong-letter"
    else:
        assert stored is not None or answer.told
    store.act(number, c.Send(text), Actor(11), NOW)
    assert [one.text for one in opened().games.load(number).messages] == [text]
