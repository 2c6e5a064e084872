"""A game between seven people, by commands alone."""

from __future__ import annotations

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.fold import rebuild
from dragoman.judge.log.state import Stage
from dragoman.judge.views.game_view import game_view
from dragoman.judge.views.press_view import press_view
from dragoman.judge.views.turn_view import turn_view
from dragoman.judge.views.viewer import Viewer
from tests.judge.table import seven


def test_a_year() -> None:
    table = seven()
    g = table.g
    players = {power: user for user, power in g.players.items()}
    assert g.stage is Stage.RUNNING and len(players) == 7
    assert not table.do(c.SaveOrders("F lon-nth\nF edi-nwg\nA lvp-yor"), players["ENGLAND"]).told
    table.do(c.SaveOrders("A par-bur, nonsense here"), players["FRANCE"])
    table.wait(days=1)
    assert str(g.phase) == "F1901M"
    assert "NTH" in g.game.position.by_province
    assert [power for power, _, _ in g.misses] == [
        p for p in g.seats if p not in ("ENGLAND", "FRANCE")
    ]
    england = Viewer(g, Actor(players["ENGLAND"]))
    france = Viewer(g, Actor(players["FRANCE"]))
    assert turn_view(france, 0)["written"] == {"FRANCE": "A par-bur, nonsense here"}
    assert turn_view(england, 0)["orders"]["FRANCE"] == ["A PAR-BUR"]
    assert list(turn_view(england, 0)["written"]) == ["ENGLAND"]
    assert game_view(england)["phase"] == "F1901M"
    again = rebuild(table.log)
    assert again.game == g.game and again.number == g.number


def test_all_ready_is_judged_at_once() -> None:
    table = seven()
    for user in tuple(table.g.players):
        assert str(table.g.phase) == "S1901M"
        table.do(c.SetReady(), user)
    assert str(table.g.phase) == "F1901M"


def test_a_draw_is_secret_until_all_agree() -> None:
    table = seven()
    users = list(table.g.players)
    table.do(c.Propose("draw"), users[0])
    for user in users[1:6]:
        table.do(c.Vote(1, True), user)
    view = game_view(Viewer(table.g, Actor(users[6])))
    assert view["proposals"] == [
        {**view["proposals"][0], "outcome": "", "your_vote": None},
    ]
    table.do(c.Vote(1, True), users[6])
    assert table.g.stage is Stage.OVER and table.g.ending and table.g.ending[0] == "draw"


def test_press() -> None:
    table = seven(press=["private", "public", "grey"])
    players = {power: user for user, power in table.g.players.items()}
    table.do(c.Send("Sea lion?", ("France", "Germany")), players["ENGLAND"])
    table.do(c.Send("Beware.", (), "-"), players["TURKEY"])
    assert table.do(c.Send("x", (), "Italy"), players["TURKEY"]).told[0].code == "no-such-press"
    assert [m["from"] for m in press_view(Viewer(table.g, Actor(players["FRANCE"])))] == [
        "ENGLAND",
        "",
    ]
    assert [m["text"] for m in press_view(Viewer(table.g, Actor(99)))] == ["Beware."]


def test_a_master_rolls_back() -> None:
    table = seven()
    players = {power: user for user, power in table.g.players.items()}
    table.do(c.SaveOrders("A par-bur"), players["FRANCE"])
    table.wait(days=3)
    table.do(c.RollBack("S1901M", "wrong map"), 1)
    assert str(table.g.phase) == "S1901M"
    assert table.g.sheets["FRANCE", "S1901M"].text == "A par-bur"
    assert rebuild(table.log).game == table.g.game
