"""Reliability: what counts, what does not, and what a player cannot do about it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.fold import rebuild
from dragoman.judge.log.reliability import (
    A_DEPARTURE,
    MOST_OF_A_GAME,
    Conduct,
    conduct,
    reliability,
)
from tests.judge.table import POWERS, Table, seven

FRANCE = 13


def of_france(table: Table) -> Conduct:
    assert conduct(rebuild(table.log)) == conduct(table.g)
    return conduct(table.g).get(FRANCE, Conduct())


def test_deadlines_kept_and_missed() -> None:
    table = seven()
    table.done(c.SaveOrders("A par-bur"), "FRANCE")
    table.wait(days=1)
    table.done(c.SetReady(), "FRANCE")
    table.wait(days=1)
    table.wait(days=1)
    assert of_france(table) == Conduct(due=3, kept=2)


@pytest.mark.parametrize("text", ("", "I am here, honestly", "A atl-zzz", "# A par-bur"))
def test_words_keep_no_deadline(text: str) -> None:
    table = seven()
    table.do(c.SaveOrders(text), "FRANCE")
    table.wait(days=1)
    assert of_france(table) == Conduct(due=1)


def test_a_master_s_help_keeps_none_but_is_no_fault_either() -> None:
    table = seven()
    table.done(c.SaveOrders("A par-bur", power="France"))
    table.wait(days=1)
    assert of_france(table) == Conduct()


def test_orders_that_stand_say_nothing() -> None:
    table = seven(switches={"standing_orders": "yes"})
    table.done(c.SaveStanding("A par H"), "FRANCE")
    table.wait(days=3)
    assert of_france(table) == Conduct()


def test_what_was_announced_ahead_does_not_count() -> None:
    table = seven(missed="hold")
    away = c.AnnounceAbsence(table.now, table.now + timedelta(days=4))
    table.done(away, "FRANCE")
    table.wait(days=2)
    table.done(c.ProcessNow())
    assert of_france(table) == Conduct()
    assert ("FRANCE", FRANCE, "S1901M") in table.g.misses


def test_a_phase_judged_ahead_of_time_does_not_count() -> None:
    table = seven()
    table.wait(hours=2)
    table.done(c.ProcessNow())
    assert of_france(table) == Conduct()


def test_who_comes_late_into_a_phase_is_not_held_to_it() -> None:
    table = seven()
    table.done(c.Resign(), "ITALY")
    table.wait(hours=3)
    table.done(c.TakeSeat("Italy"), 31)
    table.wait(days=2)
    assert conduct(table.g)[31] == Conduct(due=1)


def test_what_was_rolled_back_does_not_count() -> None:
    table = seven()
    table.wait(days=3)
    table.done(c.RollBack("S1901M"))
    assert of_france(table) == Conduct()


def test_games_in_an_afternoon_do_not_count() -> None:
    table = seven(movement="10 min")
    for _ in range(3):
        table.done(c.SetReady(), "FRANCE")
        table.wait(minutes=10)
    assert of_france(table) == Conduct()


def test_nobody_is_reliable_in_a_game_of_his_own() -> None:
    table = seven()
    table.done(c.Promote(FRANCE))
    table.done(c.SetReady(), "FRANCE")
    table.wait(days=1)
    assert of_france(table) == Conduct()


def test_one_game_does_not_make_a_man_reliable() -> None:
    table = seven()
    for turn in range(MOST_OF_A_GAME + 20):
        table.do(c.SaveOrders(f"A par H\n# {turn}"), "FRANCE")
        table.do(c.SetReady(), "FRANCE")
        table.wait(days=1)
    assert of_france(table).due == of_france(table).kept == MOST_OF_A_GAME


@pytest.mark.parametrize("how", ("resigned", "ejected", "missed"))
def test_powers_that_were_left(how: str) -> None:
    table = seven(missed="replace", misses=1)
    if how == "resigned":
        table.done(c.Resign(), "FRANCE")
    elif how == "ejected":
        table.done(c.Eject("France"))
    else:
        for power in set(POWERS) - {"FRANCE"}:
            table.done(c.SetReady(), power)
        table.wait(days=1)
    assert of_france(table).departures == 1
    assert reliability([of_france(table)]) < 50


def test_the_figure() -> None:
    assert reliability([]) == 80
    assert reliability([Conduct(due=60, kept=60)]) == 97
    assert reliability([Conduct(due=10)]) == 40
    assert reliability([Conduct(20, 20), Conduct(0, 0, 1)]) == 100 * 28 // (30 + A_DEPARTURE)
    table = Table(reliability=reliability([]))
    table.done(c.Join(), Actor(11, reliability=reliability([])))
