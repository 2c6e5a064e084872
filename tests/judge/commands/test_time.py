"""When phases are judged: deadlines, grace, waiting, absences, pauses, and games nobody plays."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.judging import lacking, next_due
from dragoman.judge.log import events as ev
from dragoman.judge.log.state import Stage
from dragoman.judge.views.game_view import game_view
from tests.judge.table import POWERS, START, Table, seven


def order(table: Table, *powers: str) -> None:
    """A readable order of each of these powers."""
    for power in powers:
        unit = table.g.game.units(power)[0]
        table.done(c.SaveOrders(f"{unit} H"), power)


def everything(table: Table, *powers: str) -> None:
    """An order for each unit of each of these powers."""
    for power in powers:
        sheet = "\n".join(f"{unit} H" for unit in table.g.game.units(power))
        table.done(c.SaveOrders(sheet), power)


def all_but(*powers: str) -> tuple[str, ...]:
    return tuple(power for power in POWERS if power not in powers)


def test_a_deadline_is_kept_without_orders() -> None:
    table = seven(movement="2 d")
    assert next_due(table.g) == START + timedelta(days=2)
    table.wait(days=2)
    assert table.phase == "F1901M" and len(table.g.misses) == 7
    assert table.g.deadline == START + timedelta(days=4)


def test_each_kind_of_phase_has_its_time() -> None:
    start = "F1901M | FRANCE: A BUR, A GAS; GERMANY: A MUN, A RUH | FRANCE: PAR; GERMANY: MUN"
    table = seven(start=start, movement="2 d", retreat="6 h", adjustment="12 h")
    table.done(c.SaveOrders("A mun-bur, A ruh S A mun-bur"), "GERMANY")
    table.wait(days=2)
    assert table.phase == "F1901R" and table.g.deadline == table.now + timedelta(hours=6)
    table.wait(hours=6)
    assert table.phase == "W1901A" and table.g.deadline == table.now + timedelta(hours=12)


def test_weekly_times_over_the_change_to_summer_time() -> None:
    table = seven(movement="Tue and Fri 20:00 Europe/Berlin")
    dues: list[str] = []
    for _ in range(24):
        assert table.g.deadline is not None
        dues.append(table.g.deadline.isoformat())
        table.now = table.g.deadline
        order(table, "FRANCE")
        table.wait(seconds=0)
    assert dues[0] == "2026-01-06T19:00:00+00:00"
    assert dues[-1] == "2026-03-27T19:00:00+00:00"
    assert table.g.deadline.isoformat() == "2026-03-31T18:00:00+00:00"


def test_lengths_and_days_off_may_differ_by_kind_of_phase() -> None:
    """As with nJudge: moves at 23:30 after 71 hours, not from Friday on, retreats after 23."""
    start = "F1901M | FRANCE: A BUR, A GAS; GERMANY: A MUN, A RUH | FRANCE: PAR; GERMANY: MUN"
    table = seven(
        start=start, movement="23:30", retreat="23 h", least="71 h; retreat -; adjustment -",
        not_before="12 h; retreat -", grace="1 w; retreat 3 d", days_off="Fri, Sat, Sun; retreat -",
    )  # fmt: skip
    assert table.g.deadline == START.replace(day=8, hour=23, minute=30)
    table.done(c.SaveOrders("A mun-bur, A ruh S A mun-bur"), "GERMANY")
    table.wait(days=3, hours=12)
    assert table.g.grace == START.replace(day=15, hour=23, minute=30)
    table.wait(days=7)
    assert table.phase == "F1901R"
    assert table.g.deadline == START.replace(day=16, hour=22, minute=30), "a Friday"
    table.done(c.SaveOrders("A bur-par"), "FRANCE")
    table.done(c.SetReady(), "FRANCE")
    assert table.phase == "W1901A", "none waits twelve hours for a retreat"


def test_what_is_of_no_kind_of_phase_is_told() -> None:
    table = Table()
    for name in ("least", "not_before", "delay", "grace", "days_off"):
        change = c.ChangeSettings({name: "12 h; winter 1 h"})
        assert table.refused(change) == "no-kind-of-phase", name


def test_a_live_game_of_minutes() -> None:
    table = seven(movement="5 min", retreat="1 min", adjustment="2 min", missed="hold")
    order(table, "FRANCE")
    table.wait(minutes=5)
    assert table.phase == "F1901M"
    table.wait(minutes=5)
    assert table.phase in ("S1902M", "W1901A")


@pytest.mark.parametrize(
    ("settings", "hours"),
    [
        ({}, 0),
        ({"not_before": "5 h"}, 5),
        ({"delay": "30 min"}, 0.5),
        ({"delay": "2 h", "not_before": "5 h"}, 5),
        ({"early": "never"}, 24),
        ({"least": "36 h", "early": "never"}, 36),
        ({"delay": "48 h"}, 24),
        ({"moderated": True}, None),
    ],
)
def test_when_all_are_ready(settings: dict[str, Any], hours: float | None) -> None:
    table = seven(**settings)
    for power in POWERS:
        assert table.phase == "S1901M"
        table.done(c.SetReady(), power)
    if hours is None:
        table.wait(days=20)
        assert table.phase == "S1901M"
        table.done(c.ProcessNow())
        assert table.phase == "F1901M"
        return
    if hours:
        table.wait(hours=hours, seconds=-1)
        assert table.phase == "S1901M"
        table.wait(seconds=1)
    assert table.phase == "F1901M"


def test_second_thoughts_within_the_delay() -> None:
    table = seven(delay="1 h")
    for power in POWERS:
        table.done(c.SetReady(), power)
    table.wait(minutes=50)
    table.done(c.SetReady(False), "TURKEY")
    table.wait(minutes=50)
    assert table.phase == "S1901M"
    table.done(c.SetReady(), "TURKEY")
    table.wait(minutes=59)
    assert table.phase == "S1901M"
    table.wait(minutes=1)
    assert table.phase == "F1901M"


def test_judged_as_soon_as_all_have_ordered_but_not_while_somebody_waits() -> None:
    table = seven(early="ordered")
    table.done(c.SetReady(False), "FRANCE")
    everything(table, *POWERS)
    assert table.phase == "S1901M"
    table.done(c.SetReady(), "FRANCE")
    assert table.phase == "F1901M"
    everything(table, *POWERS)
    assert table.phase != "F1901M"


def test_what_cannot_be_read_is_no_order() -> None:
    table = seven(early="ordered")
    everything(table, *all_but("FRANCE"))
    table.done(c.SaveOrders("dear all, I shall order soon"), "FRANCE")
    assert table.phase == "S1901M" and lacking(table.g) == ("FRANCE",)


def test_grace() -> None:
    table = seven(grace="6 h")
    order(table, *all_but("FRANCE", "ITALY"))
    table.wait(hours=24)
    assert table.phase == "S1901M" and table.last(ev.Awaited).powers == ("FRANCE", "ITALY")
    table.wait(hours=1)
    order(table, "FRANCE")
    assert table.phase == "S1901M"
    order(table, "ITALY")
    assert table.phase == "F1901M" and not table.g.misses
    order(table, *all_but("FRANCE"))
    table.wait(hours=30)
    assert table.phase != "F1901M" and [one[0] for one in table.g.misses] == ["FRANCE"]


def test_strict_grace_is_waited_for_to_its_end() -> None:
    table = seven(grace="6 h", strict_grace=True)
    order(table, *all_but("FRANCE"))
    table.wait(hours=25)
    order(table, "FRANCE")
    assert table.phase == "S1901M"
    table.wait(hours=5)
    assert table.phase == "F1901M" and not table.g.misses


@pytest.mark.parametrize("strict", (False, True))
def test_who_is_not_ready(strict: bool) -> None:
    table = seven(grace="6 h", strict_wait=strict)
    order(table, *POWERS)
    table.done(c.SetReady(False), "FRANCE")
    table.wait(hours=24)
    assert (table.phase == "S1901M") is strict
    if strict:
        assert not table.last(ev.Awaited).powers, "nobody learns who is not ready"
        table.done(c.SetReady(True), "FRANCE")
        assert table.phase == "F1901M"


def test_the_game_waits_for_who_is_late() -> None:
    table = seven(missed="wait", grace="1 h")
    order(table, *all_but("FRANCE"))
    table.wait(days=12)
    assert table.phase == "S1901M" and not table.g.misses
    order(table, "FRANCE")
    assert table.phase == "F1901M"


def test_who_is_waited_for_and_goes_keeps_nobody_waiting() -> None:
    table = seven(missed="wait")
    order(table, *all_but("FRANCE"))
    table.wait(days=2)
    table.done(c.Eject("FRANCE", "gone"))
    table.wait(seconds=1)
    assert table.phase == "F1901M"


def test_civil_disorder() -> None:
    table = seven(missed="disorder", misses=2, early="ordered")
    for _ in range(2):
        order(table, *all_but("FRANCE"))
        table.wait(days=1)
    assert table.g.is_in_disorder("FRANCE")
    while table.phase != "S1902M":
        table.done(c.ProcessNow())
    everything(table, *all_but("FRANCE"))
    assert table.phase != "S1902M", "nobody waits for France"
    table.done(c.Propose("pause"), "ITALY")
    for power in all_but("FRANCE", "ITALY"):
        table.done(c.Vote(1, True), power)
    assert table.g.stage is Stage.PAUSED, "nor for its vote"
    table.done(c.Resume())
    order(table, "FRANCE")
    assert not table.g.is_in_disorder("FRANCE")
    before = table.phase
    order(table, *all_but("FRANCE", "ITALY"))
    assert table.phase == before


def test_a_seat_that_is_missed_too_often_goes_to_the_waiting_list() -> None:
    table = seven(missed="replace", misses=2)
    table.done(c.Join(("England",)), 21)
    table.done(c.Join(), 22)
    table.done(c.Join(), 23)
    for _ in range(2):
        order(table, *all_but("FRANCE", "ITALY", "ENGLAND"))
        if table.phase == "F1901M":
            order(table, "ENGLAND")
        table.wait(days=1)
    assert table.g.players[22] == "FRANCE" and table.g.players[23] == "ITALY"
    assert table.g.players[12] == "ENGLAND"
    assert [one.why for one in table.g.departures] == ["missed", "missed"]
    assert list(table.g.applicants) == [21]


def test_the_judge_waits_for_who_is_away_and_said_so() -> None:
    table = seven(grace="1 h")
    back = START + timedelta(days=5)
    table.done(c.AnnounceAbsence(START + timedelta(hours=2), back), "FRANCE")
    order(table, *all_but("FRANCE"))
    table.wait(days=4)
    assert table.phase == "S1901M" and table.g.deadline == back + timedelta(seconds=1)
    shown = game_view(table.viewer("ITALY"))["seats"][POWERS.index("FRANCE")]["away"]
    assert shown == [((START + timedelta(hours=2)).isoformat(), back.isoformat())]
    table.wait(days=2)
    assert table.phase == "F1901M"
    order(table, *all_but("FRANCE"))
    table.done(c.AnnounceAbsence(table.now, table.now + timedelta(days=5)), "FRANCE")
    table.done(c.EndAbsence(), "FRANCE")
    assert not table.do(c.EndAbsence(), "FRANCE").events
    table.wait(days=1, hours=1)
    assert table.phase != "F1901M"


@pytest.mark.parametrize(
    ("start", "end", "code"),
    [
        (2, 1, "no-absence"),
        (-3, -1, "no-absence"),
        (0, 22, "absence-too-long"),
    ],
)
def test_absences_that_cannot_be(start: int, end: int, code: str) -> None:
    away = c.AnnounceAbsence(START + timedelta(days=start), START + timedelta(days=end))
    assert seven().refused(away, "FRANCE") == code


def test_nobody_is_away_for_half_the_year() -> None:
    table = seven(movement="80 d")
    for _ in range(2):
        away = c.AnnounceAbsence(table.now, table.now + timedelta(days=20))
        table.done(away, "FRANCE")
        table.wait(days=20)
        table.done(c.SaveNote(str(table.now)), "FRANCE")
    assert table.refused(c.AnnounceAbsence(table.now, table.now + timedelta(days=3)), "FRANCE") == (
        "absent-too-often"
    )


def test_a_pause_keeps_the_time_that_was_left() -> None:
    table = seven()
    table.wait(hours=10)
    table.done(c.Pause("holidays"))
    table.wait(days=20)
    assert table.phase == "S1901M"
    table.done(c.Resume())
    assert table.g.deadline == table.now + timedelta(hours=14)
    table.done(c.Pause())
    table.done(c.ProcessNow())
    assert table.g.stage is Stage.PAUSED and next_due(table.g) != table.g.deadline
    table.done(c.Resume())
    assert table.g.deadline == table.now + timedelta(days=1)


def test_a_live_game_that_was_paused_does_not_go_on_in_a_second() -> None:
    table = seven(movement="10 min")
    table.wait(minutes=9, seconds=59)
    table.done(c.Pause())
    table.wait(hours=1)
    table.done(c.Resume())
    assert table.g.deadline == table.now + timedelta(minutes=1)


def test_a_master_sets_a_deadline() -> None:
    table = seven()
    until = START + timedelta(days=3)
    table.done(c.SetDeadline(until, "travelling"))
    table.wait(days=2)
    assert table.phase == "S1901M"
    table.wait(days=1)
    assert table.phase == "F1901M"
    assert table.refused(c.SetDeadline(START)) == "deadline-is-over"
    assert table.refused(c.SetDeadline(table.now + timedelta(days=400))) == "deadline-too-far"
    assert table.refused(c.SetDeadline(table.now + timedelta(days=4), "vote")) == (
        "reason-of-the-judge"
    )


def test_a_game_that_nobody_plays_is_abandoned() -> None:
    table = seven(abandoned="10 d")
    table.wait(days=10)
    until = START + timedelta(days=12, hours=12)
    assert table.g.stage is Stage.RUNNING and table.last(ev.Warned).until == until.isoformat()
    assert game_view(table.viewer("FRANCE"))["abandoned"] == until.isoformat()
    table.wait(days=3)
    assert table.g.ending == ("abandoned", ())
    assert len(table.g.history) == 12


def test_a_sign_keeps_a_game_alive() -> None:
    table = seven(abandoned="10 d")
    table.wait(days=11)
    table.done(c.SaveNote("still here"), "FRANCE")
    table.wait(days=9)
    assert table.g.stage is Stage.RUNNING and table.g.warned is None
    table.wait(days=4)
    assert table.g.stage is Stage.OVER


def test_no_game_is_given_up_because_the_judge_was_away() -> None:
    """Nor because its clock was set wrongly: everybody has a phase's time to be heard."""
    table = seven(abandoned="10 d")
    order(table, "FRANCE")
    table.now += timedelta(days=300)
    table.wait(seconds=0)
    assert table.phase == "F1901M" and table.g.stage is Stage.RUNNING
    table.wait(hours=20)
    assert table.g.stage is Stage.RUNNING
    order(table, "FRANCE")
    table.wait(days=9)
    assert table.g.stage is Stage.RUNNING and table.g.warned is None


def test_orders_that_wait_are_judged_before_a_game_is_given_up() -> None:
    table = seven(abandoned="10 d", movement="20 d", missed="wait")
    order(table, *POWERS)
    table.wait(days=20)
    assert table.phase == "F1901M"


@pytest.mark.parametrize("stage", ("forming", "paused", "moderated", "waiting", "empty"))
def test_games_that_wait_for_people_are_abandoned_some_day(stage: str) -> None:
    if stage == "forming":
        table = Table(abandoned="10 d")
    else:
        table = seven(
            abandoned="10 d",
            moderated=stage == "moderated",
            missed="wait" if stage == "waiting" else "hold",
        )
    if stage == "paused":
        table.done(c.Pause())
    if stage == "empty":
        for power in POWERS:
            table.done(c.Resign(), power)
        table.wait(days=1)
        assert table.phase == "S1901M", "no game plays itself"
        table.now -= timedelta(days=1)
    table.wait(days=12)
    assert table.g.stage is not Stage.OVER
    table.wait(days=2)
    assert table.g.ending == ("abandoned", ())


def test_a_game_of_players_in_disorder_does_not_race() -> None:
    table = seven(missed="disorder", misses=1, abandoned="20 d")
    table.wait(days=10)
    assert len(table.g.history) == 10


def test_the_last_year() -> None:
    table = seven(last_year=1901)
    while table.g.stage is Stage.RUNNING:
        table.done(c.ProcessNow())
    assert table.g.ending == ("limit", POWERS) and table.g.history[-1].phase.year == 1901


def test_who_has_ordered_everything_need_not_say_that_he_is_ready() -> None:
    """As with nJudge: judged so long after the last complete orders, unless somebody waits."""
    table = seven(early="ordered", delay="30 min")
    everything(table, *all_but("TURKEY"))
    order(table, "TURKEY")
    table.wait(hours=1)
    assert table.phase == "S1901M", "one order is not all"
    everything(table, "TURKEY")
    table.done(c.SetReady(False), "ITALY")
    table.wait(hours=1)
    assert table.phase == "S1901M", "somebody waits"
    table.done(c.SetReady(), "ITALY")
    table.wait(minutes=20)
    table.done(c.SaveOrders("A ven-tyr\nA rom-ven\nF nap-ion"), "ITALY")
    table.wait(minutes=29)
    assert table.phase == "S1901M", "half an hour after the last orders"
    table.wait(minutes=1)
    assert table.phase == "F1901M"


def test_all_of_each_kind_of_phase() -> None:
    start = "F1901M | FRANCE: A BUR, A GAS; GERMANY: A MUN, A RUH | FRANCE: PAR; GERMANY: MUN"
    table = seven(start=start, early="ordered")
    table.done(c.SaveOrders("A bur h\nA gas h"), "FRANCE")
    table.done(c.SaveOrders("A mun-bur, A ruh S A mun-bur"), "GERMANY")
    assert table.phase == "F1901R"
    table.done(c.SaveOrders("A bur-par"), "FRANCE")
    assert table.phase == "W1901A"
    table.done(c.SaveOrders("Remove A ruh"), "GERMANY")
    assert table.phase == "W1901A"
    table.done(c.SaveOrders("Remove A gas"), "FRANCE")
    assert table.phase == "S1902M"


def test_all_builds_for_which_there_is_room() -> None:
    start = "W1901A | FRANCE: A MAR, A BUR, F BRE | FRANCE: PAR, MAR, BRE, SPA, POR"
    table = seven(start=start, early="ordered")
    table.done(c.SaveOrders("Build A par"), "FRANCE")
    assert table.phase == "S1902M", "two are due, and there is room for one"
