"""Who plays: joining, letting in, dealing out, programs, reserves, giving up."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import Stage
from dragoman.judge.views.game_view import game_view
from tests.judge.table import MASTER, POWERS, STRANGER, Table, seven


def program(user: int) -> Actor:
    return Actor(user, is_program=True)


def test_wishes_are_met_and_kept() -> None:
    table = Table()
    for number, power in enumerate(reversed(POWERS)):
        table.done(c.Join((power, "Italy")), 11 + number)
    table.done(c.Join(("Turkey", "Russia")), 11)
    assert not table.do(c.Join(("Turkey", "Russia")), 11).events
    table.done(c.Begin())
    assert table.g.players == {11 + n: power for n, power in enumerate(reversed(POWERS))}
    assert table.g.seats["TURKEY"].wishes == ("TURKEY", "RUSSIA")
    own, other = (game_view(table.viewer(user))["seats"][6] for user in (11, 12))
    assert own["wishes"] == ["TURKEY", "RUSSIA"] and "wishes" not in other


def test_the_lot_asks_for_no_wishes_and_nobody_foresees_it() -> None:
    dealt: set[str] = set()
    for _ in range(12):
        table = Table(seating="lot")
        for user in range(11, 18):
            table.done(c.Join(("Turkey",)), user)
        table.done(c.Begin())
        dealt.add(table.g.players[11])
    assert len(dealt) > 1


def test_a_master_deals_out_the_powers() -> None:
    table = Table(seating="master")
    for user in range(11, 14):
        table.done(c.Join(), user)
    assert table.refused(c.Begin()) == "not-all-seated"
    for user, power in zip(range(11, 14), POWERS, strict=False):
        table.done(c.SeatPlayer(power, user))
    assert table.refused(c.SeatPlayer("Turkey", STRANGER)) == "no-applicant"
    table.done(c.Join(), 14)
    assert table.refused(c.SeatPlayer("Austria", 14)) == "seat-taken"
    table.done(c.SeatPlayer("Turkey", 14))
    table.done(c.Begin())
    assert table.g.players[14] == "TURKEY" and len(table.g.vacant) == 3


def test_a_game_begins_by_itself_when_it_is_full() -> None:
    table = Table(begins="full")
    for user in range(11, 17):
        table.done(c.Join(), user)
    assert table.g.stage is Stage.FORMING
    table.done(c.Leave(), 16)
    table.done(c.Join(), 16)
    table.done(c.Join(), 17)
    assert table.g.stage is Stage.RUNNING and len(table.g.players) == 7


def test_a_master_lets_people_in() -> None:
    table = Table(entry="master", begins="full")
    for user in range(11, 19):
        assert [one.code for one in table.done(c.Join(), user).told] == ["asked-to-join"]
    table.done(c.TurnAway(12))
    assert 12 not in table.g.applicants
    assert table.refused(c.TurnAway(12)) == "no-applicant"
    for user in (11, *range(13, 19)):
        assert table.g.stage is Stage.FORMING
        table.done(c.Admit(user))
    assert table.g.stage is Stage.RUNNING and set(table.g.players) == {11, *range(13, 19)}
    table.done(c.Resign(), 11)
    assert table.refused(c.TakeSeat(table.g.vacant[0]), STRANGER) == "master-lets-in"
    table.done(c.Join(), STRANGER)
    assert table.g.vacant
    table.done(c.Admit(STRANGER))
    assert not table.g.vacant and STRANGER in table.g.players


def test_a_code() -> None:
    table = Table(entry="code", code="open sesame")
    assert table.refused(c.Join(), 11) == "wrong-code"
    assert table.refused(c.Join((), "open"), 11) == "wrong-code"
    table.done(c.Join((), "open sesame"), 11)
    assert "code" not in game_view(table.viewer(11))["settings"]
    assert game_view(table.viewer(MASTER))["settings"]["code"] == "open sesame"


def test_some_powers_are_for_programs() -> None:
    table = Table(programs=["ITALY", "TURKEY"], begins="full")
    assert table.refused(c.Join(("Italy",)), 11) == "programs-seat"
    assert table.refused(c.Join(("France",)), program(31)) == "programs-seat"
    for user in range(11, 16):
        table.done(c.Join(), user)
    assert table.g.stage is Stage.FORMING
    table.done(c.Join(("Turkey",)), program(31))
    table.done(c.Join(), program(32))
    assert {table.g.players[31], table.g.players[32]} == {"ITALY", "TURKEY"}
    table.done(c.Resign(), 31)
    assert table.refused(c.TakeSeat("Turkey"), 21) == "programs-seat"
    table.done(c.TakeSeat("Turkey"), program(33))
    assert Table().refused(c.Join(), program(31)) == "no-programs"


def test_only_reliable_players() -> None:
    table = Table(reliability=85)
    assert table.refused(c.Join(), Actor(11, reliability=80)) == "not-reliable-enough"
    table.done(c.Join(), Actor(11, reliability=85))


@pytest.mark.parametrize("settings", ({"anonymous": True}, {"rated": True}))
def test_who_judges_does_not_play(settings: dict[str, Any]) -> None:
    table = Table(**settings)
    assert table.refused(c.Join(), MASTER) == "master-plays"
    table.done(c.Join(), 11)
    table.done(c.Begin())
    assert table.refused(c.Promote(11)) == "master-plays"
    assert table.refused(c.TakeSeat(table.g.vacant[0]), MASTER) == "master-plays"


@pytest.mark.parametrize("setting", ("anonymous", "rated", "press_approved"))
def test_who_judges_does_not_wait_for_a_seat_either(setting: str) -> None:
    """Else he would be dealt a power when the game begins."""
    table = Table()
    table.done(c.Join(), MASTER)
    assert table.refused(c.ChangeSettings({setting: True})) == "master-plays"
    table.done(c.Leave(), MASTER)
    table.done(c.ChangeSettings({setting: True}))
    table.done(c.Join(), 11)
    assert table.refused(c.Promote(11)) == "master-plays"


def test_a_seat_that_is_given_up_goes_to_the_first_who_would_have_it() -> None:
    table = seven()
    assert [one.code for one in table.done(c.Join(("England",)), 21).told] == ["waiting-list"]
    table.done(c.Join(("Italy", "France")), 22)
    table.done(c.Join(), 23)
    table.done(c.Resign(), "FRANCE")
    assert table.g.players[22] == "FRANCE" and table.g.seats["FRANCE"].past == [13]
    table.done(c.Eject("England", "insults"))
    assert table.g.players[21] == "ENGLAND"
    assert ("ejected ENGLAND", "insults") in [(one.what, one.why) for one in table.g.acts]
    assert table.refused(c.Join(), 12) == "ejected"


def test_who_joins_takes_over_a_vacant_seat_at_once() -> None:
    table = seven()
    table.done(c.Resign(), "FRANCE")
    table.done(c.SaveNote("mine"), "ENGLAND")
    assert not table.done(c.Join(("Turkey", "France")), 21).told
    assert table.g.players[21] == "FRANCE"
    table.done(c.Resign(), 21)
    assert table.refused(c.TakeSeat("Italy"), 22) == "seat-taken"
    table.done(c.TakeSeat("France"), 22)
    assert table.refused(c.TakeSeat("France"), 22) == "plays-already"


def test_who_takes_over_finds_orders_and_press_but_no_notes() -> None:
    table = seven()
    table.done(c.SaveOrders("A par-bur"), "FRANCE")
    table.done(c.SaveNote("England is a liar"), "FRANCE")
    table.done(c.Mute("England"), "FRANCE")
    table.done(c.Send("hello", ("France",)), "ITALY")
    table.done(c.Resign(), "FRANCE")
    table.done(c.TakeSeat("France"), 21)
    view = game_view(table.viewer(21))
    assert view["sheets"][0]["text"] == "A par-bur"
    assert not table.g.notes and not table.g.muted
    assert not game_view(table.viewer(13))["sheets"]


def test_seats_of_the_dead_are_not_taken_over() -> None:
    start = "F1901M | FRANCE: A MAR, A GAS; ITALY: A ROM | FRANCE: PAR; ITALY: ROM; TURKEY: SPA"
    table = seven(start=start)
    assert tuple(table.g.seats) == ("FRANCE", "ITALY", "TURKEY"), "others have no seat"
    table.done(c.SaveOrders("A mar-spa"), "FRANCE")
    table.done(c.ProcessNow())
    table.done(c.Resign(), "FRANCE")
    table.done(c.Resign(), "TURKEY")
    assert table.g.vacant == ("FRANCE",)
    assert [one.power for one in table.g.departures] == ["FRANCE"]
    assert table.refused(c.TakeSeat("Turkey"), 21) == "seat-taken"
    assert table.refused(c.TakeSeat("Russia"), 21) == "unknown-power"


def test_those_who_look_on() -> None:
    table = seven()
    table.done(c.Observe(), STRANGER)
    assert not table.do(c.Observe(), STRANGER).events
    assert table.refused(c.Observe(), "FRANCE") == "plays-already"
    table.done(c.StopObserving(), STRANGER)
    assert table.refused(c.StopObserving(), STRANGER) == "not-allowed"
    table = seven(observers=False)
    assert table.refused(c.Observe(), STRANGER) == "no-observers"
    assert "position" not in game_view(table.viewer(STRANGER))


def test_other_boards_send_the_seated_back_to_the_list() -> None:
    table = Table(seating="master")
    table.done(c.Join(("France",)), 11)
    table.done(c.SeatPlayer("France", 11))
    table.done(c.ChangeSettings({"variant": "machiavelli"}))
    assert not table.g.players and list(table.g.applicants) == [11]
