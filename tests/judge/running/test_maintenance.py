"""A judge that stands still for a while: what is refused, what goes on, and deadlines that are
shifted, each once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier, Thread

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.state import Stage
from dragoman.judge.running.maintenance import (
    announce_maintenance,
    finish,
    order_going_on,
    stop,
)
from dragoman.judge.running.metrics import Metrics
from dragoman.judge.running.shifts import (
    carry_on,
    order_shift,
    order_taking_back,
    shifts_of,
)
from dragoman.judge.running.worker import Worker
from dragoman.judge.service import Judge
from dragoman.judge.storage.backup import restore_backup, write_backup
from dragoman.judge.storage.game_store import entries
from dragoman.judge.storage.upkeep import Announcement, StandstillMode, upkeep_of
from dragoman.judge.storage.write_guard import ReadOnly
from dragoman.refusal import ActionRefused
from tests.judge.stores import NOW, Opened, begun, created

HOUR = timedelta(hours=1)


@pytest.fixture
def judge(opened: Opened) -> Judge:
    return opened()


def deadline(judge: Judge, game: int) -> datetime | None:
    return judge.games.load(game).deadline


def deadlines_set(judge: Judge, game: int) -> list[str]:
    rows = entries(judge.database, game)
    return [one.event.why for one in rows if isinstance(one.event, ev.DeadlineSet)]


def shifted(judge: Judge, now: datetime) -> tuple[int, int]:
    done = finish(judge, now)
    assert done is not None and done.finished == now
    return done.moved, done.alone


def test_clocks_that_stood_still_go_on_with_what_was_left(judge: Judge) -> None:
    running, paused, forming = begun(judge.games), begun(judge.games), created(judge.games)
    judge.games.act(paused, c.Pause("holidays"), Actor(1), NOW)
    due = deadline(judge, running)
    assert due is not None
    judge.games.act(forming, c.SetBeginning(due + 2 * HOUR), Actor(1), NOW)
    stop(judge, StandstillMode.PAUSED, "a new disk", due - HOUR)
    assert judge.games.tick(due + HOUR) is None, "no clock runs"
    assert judge.games.act(running, c.Send("Hello"), Actor(11), due + HOUR).events, "people go on"
    order_going_on(judge, due + 9 * HOUR)
    assert judge.games.tick(due + 9 * HOUR) is None, "not before all deadlines are shifted"
    assert shifted(judge, due + 9 * HOUR) == (2, 0)
    assert deadline(judge, running) == due + 10 * HOUR, "an hour was left, and is"
    assert judge.games.load(forming).begins_at == due + 12 * HOUR
    assert judge.games.load(paused).stage is Stage.PAUSED
    assert upkeep_of(judge.database).standstill is None
    assert judge.games.tick(due + 9 * HOUR) is None
    assert judge.games.tick(due + 14 * HOUR) is not None
    with pytest.raises(ActionRefused, match="does not stand still"):
        order_going_on(judge, due + 20 * HOUR)


def test_a_phase_that_began_meanwhile_is_given_only_what_it_lost(judge: Judge) -> None:
    game = begun(judge.games)
    stop(judge, StandstillMode.PAUSED, "a new disk", NOW)
    assert judge.games.act(game, c.ProcessNow(), Actor(1), NOW + 5 * HOUR).events
    due = deadline(judge, game)
    assert due is not None
    order_going_on(judge, NOW + 6 * HOUR)
    shifted(judge, NOW + 6 * HOUR)
    assert deadline(judge, game) == due + HOUR


def test_nothing_is_written_while_the_judge_is_only_read(judge: Judge) -> None:
    game = begun(judge.games)
    people = judge.accounts.people
    person = people.create(Actor(is_admin=True), "Ann", "ann@dip.example", "twelve owls", NOW)
    token, _ = judge.accounts.tokens.make(Actor(person), person, "bot", ("read",), NOW)
    stop(judge, StandstillMode.READ_ONLY, "a new disk", NOW, 2 * HOUR)
    doors: tuple[Callable[[], object], ...] = (
        lambda: judge.act(game, c.Send("hello"), Actor(11), NOW),
        lambda: judge.create({"title": "Another"}, Actor(person), NOW),
        lambda: people.rename(Actor(person), person, "Anna"),
        lambda: judge.accounts.sign_ins.sign_in("Ann", "twelve owls", "here", NOW, "", ""),
    )
    for door in doors:
        with pytest.raises(ReadOnly, match="a new disk") as refused:
            door()
        assert refused.value.back == NOW + 2 * HOUR
    later = NOW + timedelta(days=3)
    assert judge.games.load(game).number and judge.accounts.tokens.holder(token, later) is not None
    Worker(judge.games, Metrics(), lambda now: 1 / 0 > 0).work_once()  # nothing is sent, either
    order_going_on(judge, NOW + 2 * HOUR)
    assert judge.act(game, c.Send("hello"), Actor(11), NOW).events


def test_deadlines_are_shifted_once_and_back(judge: Judge) -> None:
    first, second, paused = (begun(judge.games) for _ in range(3))
    judge.games.act(paused, c.Pause("holidays"), Actor(1), NOW)
    due = deadline(judge, first)
    assert due is not None
    number = order_shift(judge.database, 26 * HOUR, "the judge moves", NOW)
    with pytest.raises(ActionRefused, match="just now"):
        order_shift(judge.database, HOUR, "again", NOW)
    assert carry_on(judge.games, NOW, most=1) is not None
    assert shifted(judge, NOW) == (2, 0)
    assert deadline(judge, first) == deadline(judge, second) == due + 26 * HOUR
    assert deadlines_set(judge, first) == ["the judge moves"] and not deadlines_set(judge, paused)
    # What a master changed afterwards is his.
    judge.games.act(second, c.SetDeadline(due + 99 * HOUR), Actor(1), NOW)
    order_taking_back(judge.database, number, "it moves later", NOW)
    assert shifted(judge, NOW) == (1, 1)
    assert deadline(judge, first) == due and deadline(judge, second) == due + 99 * HOUR
    with pytest.raises(ActionRefused, match="taken back already"):
        order_taking_back(judge.database, number, "", NOW)
    assert [one.taken_back for one in shifts_of(judge.database)] == [number, None]


def test_wrong_shifts_and_announcements_are_refused(judge: Judge) -> None:
    for by, why in ((timedelta(), "x"), (timedelta(days=91), "x"), (HOUR, " ")):
        with pytest.raises(ActionRefused):
            order_shift(judge.database, by, why, NOW)
    with pytest.raises(ActionRefused, match="no shift 7"):
        order_taking_back(judge.database, 7, "", NOW)
    for text, ends in (("", None), ("x" * 501, None), ("moving", NOW - HOUR)):
        with pytest.raises(ActionRefused):
            announce_maintenance(judge, Announcement(text, None, ends), NOW)


def test_a_shift_beside_workers_that_judge(opened: Opened) -> None:
    """Each game is judged once and shifted once, whichever comes first."""
    judge = opened()
    now = datetime.now(UTC)
    numbers = [begun(judge.games, now - timedelta(days=2)) for _ in range(6)]
    here = Barrier(3)

    def judge_them(of: Judge) -> None:
        here.wait()
        Worker(of.games, Metrics()).work()

    def shift_them() -> None:
        here.wait()
        order_shift(judge.database, 26 * HOUR, "the judge moves", now)
        finish(judge, now)

    threads = [Thread(target=judge_them, args=(opened(),)) for _ in range(2)]
    threads.append(Thread(target=shift_them))
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    for number in numbers:
        rows = [one.event for one in entries(judge.database, number)]
        judged = [one for one in rows if isinstance(one, ev.Judged)]
        g = judge.games.load(number)
        assert g.deadline is not None
        assert deadlines_set(judge, number) == ["the judge moves"]
        if judged:
            whole = datetime.fromisoformat(judged[-1].deadline)
            assert len(judged) == 1 and g.deadline == whole + 26 * HOUR
        else:
            assert g.deadline > now


def test_a_copy_of_a_judge_that_is_only_read_is_written(
    opened: Opened, tmp_path: Path, empty_address: str
) -> None:
    judge = opened()
    game = begun(judge.games)
    stop(judge, StandstillMode.READ_ONLY, "we move", NOW)
    write_backup(judge.database, tmp_path / "judge.zip", NOW)
    copy = Judge(empty_address)
    copy.database.create()
    restore_backup(copy.database, tmp_path / "judge.zip", NOW)
    assert upkeep_of(copy.database).standstill is None, "it is quiet, which is enough"
    assert copy.games.act(game, c.Send("hello"), Actor(11), NOW).events
    copy.close()
