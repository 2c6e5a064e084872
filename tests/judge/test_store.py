"""Judged games in a database: two at once, what is due, a worker that dies."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import timedelta

import pytest
import sqlalchemy as sa

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.events import BotSeated, Judged, OrdersSaved
from dragoman.judge.log.state import Stage
from dragoman.judge.storage.game_store import GameStore, entries
from dragoman.judge.storage.tables import games
from dragoman.refusal import ActionRefused
from tests.judge.processes import begin_and_stop, running, work, write
from tests.judge.stores import NOW, Opened, begun
from tests.patience import wait_until


def test_a_game_is_folded_from_the_database(opened: Opened) -> None:
    store = opened().games
    number = begun(store)
    other = opened().games
    assert other.load(number).game == store.load(number).game
    assert other.load(number).players == store.load(number).players
    with pytest.raises(ActionRefused, match="no game 99"):
        store.load(99)


def test_each_game_has_a_lot_of_its_own(opened: Opened) -> None:
    """Who plays what, and where links lead, is drawn from it."""
    store = opened().games
    numbers = [begun(store) for _ in range(3)]
    lots = [store.load(number).lot for number in numbers]
    assert 0 not in lots and len(set(lots)) == len(lots)
    other = opened().games
    assert [other.load(number).lot for number in numbers] == lots


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


def test_processes_that_write_at_once_lose_nothing(opened: Opened, address: str) -> None:
    store = opened().games
    number = begun(store)
    with ExitStack() as stack:
        writers = [
            stack.enter_context(running(write, address, number, user, 15)) for user in (11, 12, 13)
        ]
        assert [list(one.rest()) for one in writers] == [[*range(15)]] * 3
    sent = [one.text for one in store.load(number).messages]
    assert sorted(sent) == sorted(f"{user} {turn}" for user in (11, 12, 13) for turn in range(15))
    assert [one.number for one in store.load(number).messages] == list(range(1, 46))


@pytest.mark.parametrize("after", (0, 1, 4, 11))
def test_what_was_confirmed_outlives_a_kill(opened: Opened, address: str, after: int) -> None:
    store = opened().games
    number = begun(store)
    with running(write, address, number, 11, 10_000) as victim:
        confirmed = [victim.next() for _ in range(after)]
        victim.kill()
        confirmed += victim.rest()
    assert confirmed == [*range(len(confirmed))]
    sent = [one.text for one in opened().games.load(number).messages]
    assert sent[: len(confirmed)] == [f"11 {turn}" for turn in confirmed]
    assert len(sent) - len(confirmed) <= 1, "at most one was written and not yet confirmed"
    assert store.load(number).stage is Stage.RUNNING


def judged(store: GameStore, number: int) -> list[str]:
    """The phases that were judged, as the log has them."""
    rows = entries(store.database, number)
    return [one.event.phase for one in rows if isinstance(one.event, Judged)]


def test_each_phase_is_judged_once_by_workers_of_which_one_dies(
    opened: Opened, address: str
) -> None:
    store, later = opened().games, NOW + timedelta(days=1)
    numbers = [begun(store) for _ in range(8)]
    with running(work, address, later) as victim, running(work, address, later) as other:
        victim.next()
        victim.kill()
        done = [*victim.rest(), *other.rest()]
    wait_until(lambda: store.tick(later) is None and all(judged(store, one) for one in numbers))
    assert [judged(store, number) for number in numbers] == [["S1901M"]] * 8
    assert len([game for game, count in done if count]) <= 8


@pytest.mark.slow
def test_each_bot_orders_once_though_two_workers_play_for_them(
    opened: Opened, address: str
) -> None:
    store = opened().games
    numbers: list[int] = []
    for _ in range(3):
        number, _ = store.create({"title": "Friends", "bot": "random"}, 1, NOW)
        assert number is not None
        for user in (11, 12):
            assert store.act(number, c.Join(), Actor(user), NOW).events
        assert store.act(number, c.Begin(), Actor(1), NOW).events
        numbers.append(number)
    with running(work, address, NOW) as one, running(work, address, NOW) as other:
        done = [*one.rest(), *other.rest()]
    assert done and store.tick(NOW) is None
    for number in numbers:
        events = [row.event for row in entries(store.database, number)]
        bots = [event.power for event in events if isinstance(event, BotSeated)]
        saved = [event.power for event in events if isinstance(event, OrdersSaved)]
        assert len(bots) == 5 and sorted(saved) == sorted(bots)


@pytest.mark.slow
def test_each_bot_speaks_once_though_two_workers_play_for_them(
    opened: Opened, address: str
) -> None:
    store, numbers = opened().games, list[int]()
    for _ in range(3):
        number, _ = store.create({"title": "Friends", "bot": "loeb:press"}, 1, NOW)
        assert number is not None
        for user in (11, 12):
            assert store.act(number, c.Join(), Actor(user), NOW).events
        assert store.act(number, c.Begin(), Actor(1), NOW).events
        numbers.append(number)
    for moment in (NOW, NOW + timedelta(minutes=1)):
        with running(work, address, moment) as one, running(work, address, moment) as other:
            assert [*one.rest(), *other.rest()]
        assert store.tick(moment) is None
    for number in numbers:
        g = store.load(number)
        times = [len(marks) for marks in g.spoken.values()]
        assert len(times) == 5 and 2 <= max(times) <= 3
        first = [(one.sender, one.to) for one in g.messages if one.at == NOW]
        assert len(first) == len(set(first)) >= 5
        told = [(one.at, one.sender, one.to, one.text) for one in g.messages]
        assert len(told) == len(set(told))
        assert [one.number for one in g.messages] == [*range(1, len(told) + 1)]


def test_a_game_that_somebody_holds_is_left_to_him_until_he_dies(
    opened: Opened, address: str
) -> None:
    store, later = opened().games, NOW + timedelta(days=1)
    if not store.database.is_sqlite:
        # Whoever waited for the lock would be told, and would not hang.
        with store.database.engine.begin() as connection:
            name = connection.exec_driver_sql("SELECT current_database()").scalar_one()
            connection.exec_driver_sql(f"ALTER DATABASE {name} SET lock_timeout = '2s'")
        store.database.close()
    first, second = begun(store), begun(store)
    with running(begin_and_stop, address, later) as victim:
        assert victim.next() == "in the middle"
        done = store.tick(later)
        assert done is not None and done.judged == 1
        if not store.database.is_sqlite:
            assert store.tick(later) is None, "the other game is held"
        victim.kill()
        list(victim.rest())
    # A server lets go of what the dead one held as soon as it sees that nobody is there.
    wait_until(lambda: store.tick(later) is None and bool(judged(store, first)))
    assert [judged(store, one) for one in (first, second)] == [["S1901M"]] * 2


@pytest.mark.parametrize("text", ("a\x00b", "a\ud800b"))
def test_texts_that_cannot_be_stored_are_told(opened: Opened, text: str) -> None:
    judge = opened()
    number = begun(judge.games)
    before = judge.games.load(number).number
    answer = judge.games.act(number, c.Send(text), Actor(11), NOW)
    assert answer.told and not answer.events
    # What no command looks at is found out by the database, or kept as it is.
    change = sa.update(games).values(title=text)
    try:
        with judge.database.writing() as connection:
            connection.execute(change)
    except ActionRefused as refused:
        assert refused.diagnostic.code == "wrong-letter"
    else:
        assert judge.database.is_sqlite and "\x00" in text
    # The connection on which it failed gives nobody the wrong answer.
    for _ in range(3):
        assert judge.games.load(number).number == before
        with judge.database.reading() as connection:
            assert connection.execute(sa.select(games.c.version)).scalar_one() == before
