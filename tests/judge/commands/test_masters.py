"""What masters do, and that the players can read it."""

from __future__ import annotations

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.fold import rebuild
from dragoman.judge.log.state import Stage
from dragoman.judge.views.game_view import game_view
from tests.judge.table import MASTER, STRANGER, Table, seven

ADMIN = Actor(2, is_admin=True)


def position(table: Table) -> dict[str, object]:
    view = game_view(table.viewer(MASTER))["position"]
    assert isinstance(view, dict)
    return view  # type: ignore[return-value]


@pytest.mark.parametrize("phases", (0, 1))
def test_a_position_is_put_right(phases: int) -> None:
    table = seven()
    for _ in range(phases):
        table.done(c.ProcessNow())
    data = position(table)
    units = dict(data["units"])  # type: ignore[call-overload]
    units["FRANCE"] = ["A PAR", "A MAR", "F ENG"]
    table.done(c.SetPosition({**data, "units": units}, "typed wrongly"))
    assert "ENG" in table.g.game.position.by_province and len(table.g.history) == phases
    assert not table.do(c.SetPosition({**data, "units": units})).events
    assert table.g.acts[-1].why == "typed wrongly"
    table.done(c.SaveOrders("F eng-nth"), "FRANCE")
    table.done(c.ProcessNow())
    assert "NTH" in table.g.game.position.by_province
    assert rebuild(table.log).game.position == table.g.game.position
    table.done(c.RollBack("S1901M"))
    assert str(table.g.phase) == "S1901M"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"units": {"FRANCE": ["A ATL"]}}, "impossible-position"),
        ({"units": {"FRANCE": ["A PAR", "F PAR"]}}, "impossible-position"),
        ({"units": {"NARNIA": ["A PAR"]}}, "unknown-power"),
        ({"units": "all"}, "wrong-field"),
        ({"phase": "F1901M"}, "another-phase"),
        ({"phase": "soon"}, "wrong-field"),
        ({"affairs": {"seed": 3}}, "wrong-field"),
    ],
)
def test_positions_that_cannot_be(change: dict[str, object], code: str) -> None:
    table = seven()
    assert table.refused(c.SetPosition({**position(table), **change})) == code


def test_what_was_undone_is_held_against_nobody() -> None:
    table = seven()
    table.done(c.SaveOrders("A par-bur"), "FRANCE")
    table.wait(days=3)
    assert len(table.g.misses) == 6 + 7 + 7 or len(table.g.history) == 3
    table.done(c.RollBack("F1901M"))
    assert {one.phase for one in table.g.dues} == {"S1901M"}
    assert table.g.seats["ITALY"].missed == 1 and table.g.seats["FRANCE"].missed == 0
    assert table.refused(c.RollBack("S1905M")) == "phase-not-judged"


def test_a_game_that_was_ended_goes_on_again() -> None:
    table = seven()
    table.done(c.ProcessNow())
    table.done(c.Terminate("by mistake"))
    assert table.refused(c.ProcessNow()) == "wrong-stage"
    table.done(c.RollBack("F1901M"))
    assert table.g.stage is Stage.RUNNING and table.phase == "F1901M" and table.g.ending is None
    table.done(c.ProcessNow())
    assert [one.why for one in table.g.acts if one.what == "terminate"] == ["by mistake"]


def test_masters_come_and_go() -> None:
    table = seven()
    assert table.refused(c.StepDown()) == "last-master"
    table.done(c.Promote(STRANGER))
    assert not table.do(c.Promote(STRANGER)).events
    table.done(c.StepDown())
    assert table.g.masters == [STRANGER]
    assert table.refused(c.ProcessNow(), MASTER) == "not-allowed"
    assert table.refused(c.Demote(STRANGER), STRANGER) == "not-allowed"
    assert table.refused(c.Demote(STRANGER), ADMIN) == "last-master"
    table.done(c.Promote(3), ADMIN)
    table.done(c.Demote(STRANGER), ADMIN)
    assert table.refused(c.Demote(STRANGER), ADMIN) == "no-master"
    assert table.refused(c.StepDown(), ADMIN) == "no-master"
    assert table.g.masters == [3]


def test_a_master_who_plays_reads_no_sheets() -> None:
    table = Table(seating="master")
    for user, power in ((1, "France"), (12, "Italy")):
        table.done(c.Join(), user)
        table.done(c.SeatPlayer(power, user))
    table.done(c.Begin())
    table.done(c.SaveOrders("A ven-tri"), "ITALY")
    assert game_view(table.viewer(1))["sheets"] == []
    assert table.refused(c.SaveOrders("A ven H", power="Italy"), 1) == "not-your-power"


def test_all_of_it_can_be_read_by_the_players() -> None:
    table = seven()
    table.done(c.SaveOrders("A par-bur", power="France"))
    table.done(c.ProcessNow())
    table.done(c.ChangeSettings({"movement": "2 d"}))
    table.done(c.Pause("holidays"))
    table.done(c.Resume())
    table.done(c.Eject("Italy", "asked to go"))
    table.done(c.Promote(STRANGER))
    table.done(c.RollBack("S1901M", "wrong order"))
    acts = game_view(table.viewer("FRANCE"))["acts"]
    assert [one["what"] for one in acts] == [
        "orders FRANCE", "process S1901M", "settings", "pause", "resume", "ejected ITALY",
        "promote 99", "rollback S1901M",
    ]  # fmt: skip
    assert all(one["by"] == MASTER for one in acts)


def test_dice_are_for_machiavelli() -> None:
    assert seven().refused(c.ThrowDice("famine severity: 4 2")) == "unasked-die"
