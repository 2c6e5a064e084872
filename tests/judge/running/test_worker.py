"""The worker: what is due is judged, whatever else goes wrong."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import Any

import pytest
import sqlalchemy as sa

from dragoman.formats import shipped_folder
from dragoman.judge.commands import command as c
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import Stage
from dragoman.judge.running.metrics import Metrics
from dragoman.judge.running.worker import Worker
from dragoman.judge.service import Judge
from dragoman.judge.storage import game_store
from dragoman.judge.storage.game_store import (
    Aside,
    BadGame,
    GameStore,
    games_set_aside,
    set_aside,
    try_again,
)
from dragoman.judge.storage.tables import log
from dragoman.refusal import ActionRefused
from tests.judge.stores import Opened, due
from tests.patience import wait_until


@pytest.fixture
def store(opened: Opened) -> GameStore:
    return opened().games


def phase(store: GameStore, number: int) -> str:
    return str(store.load(number).phase)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> dict[int, BaseException]:
    """Games in which deciding goes wrong, and how."""
    errors: dict[int, BaseException] = {}
    decide = game_store.decide

    def decide_or_fail(g: Any, *given: Any) -> Decision:
        for number, error in errors.items():
            if g.settings.title == f"game {number}":
                raise error
        return decide(g, *given)

    monkeypatch.setattr(game_store, "decide", decide_or_fail)
    return errors


def test_what_is_due_is_judged_and_counted(store: GameStore) -> None:
    numbers = [due(store) for _ in range(3)]
    metrics = Metrics()
    pause = Worker(store, metrics, poll=7.0).work()
    assert [phase(store, number) for number in numbers] == ["F1901M"] * 3
    assert pause == 7.0
    text = metrics.text().decode()
    assert "dragoman_phases_judged_total 3.0" in text
    assert 'dragoman_lateness_seconds_bucket{le="3600.0"} 0.0' in text


def test_it_sleeps_no_longer_than_to_the_next_deadline(store: GameStore) -> None:
    number = due(store)
    soon = datetime.now(UTC) + timedelta(seconds=3)
    store.act(number, c.SetDeadline(soon), Actor(1), datetime.now(UTC))
    assert 1 < Worker(store, Metrics(), poll=30).work() <= 3


def test_games_that_are_due_soon_are_folded_before(opened: Opened) -> None:
    games = opened().games
    numbers = [due(games) for _ in range(12)]
    now = datetime.now(UTC)
    for number in numbers:
        games.act(number, c.SetDeadline(now + timedelta(seconds=50)), Actor(1), now)
    later = due(games)
    games.act(later, c.SetDeadline(now + timedelta(hours=1)), Actor(1), now)
    store = opened().games  # another process, which knows none of them
    assert {*store.unfolded(now + timedelta(hours=2))} == {*numbers, later}
    Worker(store, Metrics()).work()
    assert store.unfolded(now + timedelta(hours=2)) == [later]
    assert [phase(store, number) for number in numbers] == ["S1901M"] * 12


def test_letters_give_way_to_phases_that_are_due(store: GameStore) -> None:
    numbers = [due(store) for _ in range(30)]
    sent: list[datetime] = []

    def send(now: datetime) -> bool:
        sent.append(now)
        return True

    worker = Worker(store, Metrics(), send, poll=0.05)
    begun = datetime.now(UTC)
    running = Thread(target=worker.run)
    running.start()
    wait_until(lambda: all(phase(store, number) == "F1901M" for number in numbers))
    ended = max(game_store.entries(store.database, number)[-1].at for number in numbers)
    wait_until(lambda: len(sent) > 100)
    worker.stop()
    running.join()
    took = (datetime.fromisoformat(ended) - begun).total_seconds()
    assert sum(one.isoformat() <= ended for one in sent) <= 2 + took / 0.5


def test_a_log_that_cannot_be_read_is_not_read_ahead_for_ever(opened: Opened) -> None:
    store = opened().games
    bad, good = due(store), due(store)
    soon = datetime.now(UTC) + timedelta(seconds=50)
    for number in (bad, good):
        store.act(number, c.SetDeadline(soon), Actor(1), datetime.now(UTC))
    database = store.database
    with database.writing() as connection:
        connection.execute(sa.update(log).where(log.c.game == bad).values(kind="Nonsense"))
    other = opened().games
    pause = Worker(other, Metrics(), poll=7.0).work()
    assert pause == 7.0
    assert other.unfolded(soon) == [bad]
    assert games_set_aside(database) == ()


def test_a_bad_game_is_set_aside_and_the_others_go_on(
    store: GameStore, broken: dict[int, BaseException], lines: io.StringIO
) -> None:
    bad, good = due(store), due(store)
    store.act(bad, c.ChangeSettings({"title": f"game {bad}"}), Actor(1), datetime.now(UTC))
    broken[bad] = RuntimeError("F LON-NTH")
    told: list[Aside] = []
    worker = Worker(store, Metrics(), tell_admin=lambda one, now: told.append(one))
    worker.work()
    assert phase(store, good) == "F1901M" and phase(store, bad) == "S1901M"
    (one,) = games_set_aside(store.database)
    assert (one.game, one.tries) == (bad, 1)
    assert one.places[-1] == "RuntimeError"
    assert [one.game for one in told] == [bad]
    assert store.next_due() is not None, "the good one is due again"
    worker.work()
    assert games_set_aside(store.database) == (one,), "it is left alone for a while"
    assert "LON" not in lines.getvalue()
    line = next(line for line in map(json.loads, lines.getvalue().splitlines()) if "tries" in line)
    assert (line["event"], line["game"], line["tries"]) == ("a game is set aside", bad, 1)

    # Somebody mends it.
    del broken[bad]
    assert try_again(store.database, bad) and not try_again(store.database, bad)
    worker.work()
    assert phase(store, bad) == "F1901M"


def test_a_game_set_aside_is_tried_again_later_and_later(store: GameStore) -> None:
    number = due(store)
    now, waited = datetime.now(UTC), list[float]()
    for _ in range(12):
        found = set_aside(store.database, number, ["ValueError"], now)
        waited.append((found.again - now).total_seconds() / 60)
        assert store.tick(found.again - timedelta(seconds=1)) is None
        now = found.again
    assert waited == [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]
    done = store.tick(now + timedelta(days=1))
    assert done is not None and done.judged == 1
    assert games_set_aside(store.database) == ()


def test_a_game_in_which_nothing_happens_though_it_is_due_does_not_stop_the_worker(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = due(store)
    monkeypatch.setattr(game_store, "decide", lambda *_: Decision())
    with pytest.raises(BadGame) as raised:
        store.tick(datetime.now(UTC))
    assert raised.value.game == number


def test_a_game_that_takes_too_long_is_given_up(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = due(store)

    def never_ends(*_: object) -> Decision:
        while True:
            pass

    monkeypatch.setattr(game_store, "decide", never_ends)
    Worker(store, Metrics(), budget=0.2).work()
    (one,) = games_set_aside(store.database)
    assert one.game == slow and one.places[-1] == "TookTooLong"


def brought(judge: Judge, now: datetime) -> int:
    """A game on a map that somebody brought, of which the first phase is due, all ready."""
    folder = shipped_folder() / "white_winter"
    names = ("map.white_winter", "seed.white_winter", "variant.toml")
    files = tuple((folder / name).read_text("utf-8") for name in names)
    assert len(files) == 3
    key = judge.variants.keep("snow", "Snow", 1, now, files, "", {}).key
    number, _ = judge.games.create({"title": "Snow", "variant": key}, 1, now)
    assert number is not None
    for user in range(11, 11 + len(judge.games.load(number).seats)):
        judge.games.act(number, c.Join(), Actor(user), now)
    judge.games.act(number, c.Begin(), Actor(1), now)
    for user in judge.games.load(number).players:
        assert judge.games.act(number, c.SetReady(), Actor(user), now).events
    return number


def test_a_phase_on_a_strangers_map_is_judged_by_the_worker_alone(opened: Opened) -> None:
    judge, now = opened(), datetime.now(UTC)
    number = brought(judge, now)
    before = judge.games.load(number)
    assert not before.history, "who was ready last did not judge it"
    Worker(judge.games, Metrics()).work()
    assert len(judge.games.load(number).history) == 1
    assert judge.games.act(number, c.ProcessNow(), Actor(1), now).events
    assert not judge.games.act(number, c.ProcessNow(), Actor(1), now).events, "it was asked"
    assert len(judge.games.load(number).history) == 1
    Worker(judge.games, Metrics()).work()
    g = judge.games.load(number)
    assert len(g.history) == 2
    assert not any(one.kept is False for one in g.dues), "a master judged it ahead of time"


def test_a_phase_that_takes_too_much_work_is_paused_and_nothing_lost(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, now = opened(), datetime.now(UTC)
    slow, good = brought(judge, now), due(judge.games)
    g = judge.games.load(slow)
    power, user = next((power, user) for user, power in g.players.items())
    judge.games.act(slow, c.SaveOrders("# mine"), Actor(user), now)
    decide = game_store.decide

    def never_ends(g: Any, command: c.Command, *given: Any) -> Decision:
        while isinstance(command, c.Tick) and g.is_homemade:
            pass
        return decide(g, command, *given)

    monkeypatch.setattr(game_store, "decide", never_ends)
    metrics = Metrics()
    Worker(judge.games, metrics, map_budget=0.1).work()
    assert phase(judge.games, good) == "F1901M", "the others go on"
    assert games_set_aside(judge.database) == ()
    g = judge.games.load(slow)
    assert (g.stage, g.acts[-1].why, g.acts[-1].by) == (Stage.PAUSED, "too-much-work", 0)
    assert g.sheets[power, str(g.phase)].text == "# mine" and not g.history
    assert 'dragoman_failures_total{what="halted"} 1.0' in metrics.text().decode()

    # The master has it tried again, on a machine that is faster now.
    monkeypatch.undo()
    judge.games.act(slow, c.Resume(), Actor(1), now)
    Worker(judge.games, metrics).work()
    assert len(judge.games.load(slow).history) == 1


def test_it_outlives_a_database_that_is_away(
    store: GameStore, monkeypatch: pytest.MonkeyPatch, lines: io.StringIO
) -> None:
    number = due(store)
    tick, errors = (
        store.tick,
        [
            ActionRefused("database-away", "the database does not answer: F LON-NTH"),
            OSError("another F LON-NTH"),
        ],
    )

    def away_at_first(now: datetime, limit: game_store.Limit) -> game_store.TickResult | None:
        if errors:
            raise errors.pop()
        return tick(now, limit)

    monkeypatch.setattr(store, "tick", away_at_first)
    monkeypatch.setattr("dragoman.judge.running.worker._AWAY", (0.01,))
    worker = Worker(store, Metrics(), poll=0.01)
    running = Thread(target=worker.run)
    running.start()
    wait_until(lambda: phase(store, number) == "F1901M")
    worker.stop()
    running.join(10)
    assert not running.is_alive()
    told = [json.loads(line)["event"] for line in lines.getvalue().splitlines()]
    assert told[:3] == [
        "the worker met an error",
        "the database does not answer",
        "done what was due",
    ]
    assert "LON" not in lines.getvalue()


class Waited(Event):
    """What a worker waits for, by a clock that is moved by its waiting alone."""

    def __init__(self, now: datetime) -> None:
        super().__init__()
        self.moment = now
        self.pauses: list[float] = []

    def now(self, _: object = None) -> datetime:
        return self.moment

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self.moment += timedelta(seconds=timeout)
        self.pauses.append(timeout)
        return False


def test_a_database_that_is_away_for_minutes_is_asked_ever_more_rarely(
    store: GameStore, monkeypatch: pytest.MonkeyPatch, lines: io.StringIO
) -> None:
    begins = datetime.now(UTC)
    number, clock = due(store), Waited(begins)
    monkeypatch.setattr("dragoman.judge.running.worker.datetime", clock)
    tick, back = store.tick, begins + timedelta(seconds=150)

    def away(now: datetime, limit: game_store.Limit) -> game_store.TickResult | None:
        if now < back:
            raise ActionRefused("database-away", "the database does not answer")
        done = tick(now, limit)
        worker.stop()
        return done

    monkeypatch.setattr(store, "tick", away)
    metrics = Metrics()
    worker = Worker(store, metrics, poll=0.01)
    worker._told = clock
    worker.run()
    assert clock.pauses == [1, 2, 5, 10, 30, 30, 30, 30, 30]
    g = store.load(number)
    assert len(g.history) == 1, "what came due meanwhile is judged once"
    assert g.began == clock.moment and g.deadline is not None
    assert g.deadline - clock.moment > timedelta(hours=20), "nobody's next phase is the shorter"
    told = [json.loads(line)["event"] for line in lines.getvalue().splitlines()]
    # Only this clock was moved: of the same trouble within a minute one line is written.
    assert told == ["the database does not answer", "done what was due", "the worker works again"]
    assert 'dragoman_failures_total{what="database"} 9.0' in metrics.text().decode()


def test_the_outbox_is_emptied_beside_it_and_may_fail(store: GameStore) -> None:
    calls = list[int]()

    def send(now: datetime) -> bool:
        calls.append(len(calls))
        if len(calls) == 1:
            return True
        if len(calls) == 2:
            raise ValueError("this server speaks nonsense")
        return False

    number = due(store)
    worker = Worker(store, Metrics(), send=send, poll=0.01)
    running = Thread(target=worker.run)
    running.start()
    wait_until(lambda: len(calls) >= 2 and phase(store, number) == "F1901M")
    worker.stop()
    running.join(10)
    assert not running.is_alive()


def test_it_stops_while_it_sleeps(store: GameStore) -> None:
    worker = Worker(store, Metrics(), poll=1000)
    running = Thread(target=worker.run)
    running.start()
    worker.stop()
    running.join(10)
    assert not running.is_alive()
