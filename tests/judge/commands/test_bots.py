"""Bots in seats that are empty, where the master allows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dragoman.bots import BOTS, WORDS_OF, View
from dragoman.bots.known import plays
from dragoman.formats import load_variant
from dragoman.game import Game
from dragoman.judge.commands import bots, command as c
from dragoman.judge.commands.bots import orders_text
from dragoman.judge.commands.forming import create
from dragoman.judge.commands.judging import next_due
from dragoman.judge.commands.permissions import Actor, bot_of
from dragoman.judge.log import events as ev
from dragoman.judge.log.settings import Missed
from dragoman.judge.log.state import Stage
from dragoman.judge.notices.audience import ABOUT
from dragoman.judge.views.event_view import event_view
from dragoman.judge.views.game_view import game_view
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Order
from tests.judge.table import STRANGER, Table

STANDARD = load_variant("standard")
EMPTY = ("ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA")


def begun(**settings) -> Table:
    """A game of two players, who have Austria and Turkey."""
    table = Table(**{"bot": "dumbbot", "early": "ready", "missed": "hold", **settings})
    for user, power in ((11, "AUSTRIA"), (12, "TURKEY")):
        table.done(c.Join((power,)), user)
    table.done(c.Begin())
    return table


def bots_of(table: Table) -> dict[str, str]:
    return {power: seat.bot for power, seat in table.g.seats.items() if seat.bot}


def test_they_sit_down_and_order_at_once() -> None:
    table = begun()
    assert next_due(table.g) == table.now
    table.wait(seconds=0)
    assert bots_of(table) == dict.fromkeys(EMPTY, "dumbbot")
    sheets = {power for power, phase in table.g.sheets if phase == "S1901M"}
    assert sheets == {*EMPTY}
    assert all(table.g.has_ordered(power) for power in EMPTY)
    deadline = table.g.deadline
    assert next_due(table.g) == deadline, "they have nothing more to do"
    table.wait(days=1)
    moved = [o for power in EMPTY for o in table.g.history[0].orders[power] if " H" not in str(o)]
    assert moved


@pytest.mark.slow
@pytest.mark.parametrize("bot", [bot for bot in BOTS if plays(bot, STANDARD)])
def test_every_bot_plays_a_game_with_retreats_and_builds(bot: str) -> None:
    table = begun(bot=bot, last_year=1903)
    for _ in range(30):
        if table.g.stage is Stage.OVER:
            break
        table.wait(days=1)
    assert table.g.ending == ("limit", table.g.game.survivors)
    saved = [one.event for one in table.log if isinstance(one.event, ev.OrdersSaved)]
    once = [(one.power, one.phase) for one in saved]
    if bot not in WORDS_OF:
        assert len(set(once)) == len(once)
    assert {power for power, _ in once} <= {*EMPTY}
    for one in saved:
        assert one.reads == len(one.text.splitlines()), one
    assert "orders" not in " ".join(act.what for act in table.g.acts)


def test_a_phase_is_judged_when_people_are_ready_and_bots_have_ordered() -> None:
    table = begun()
    table.done(c.SetReady(True), "AUSTRIA")
    table.done(c.SetReady(True), "TURKEY")
    assert not table.g.history, "the bots have not ordered yet"
    table.wait(seconds=0)
    assert len(table.g.history) == 1 and table.g.history[0].orders["FRANCE"]


def test_a_master_who_judges_at_once_waits_for_bots() -> None:
    table = begun()
    table.done(c.ProcessNow())
    assert not table.g.history
    table.wait(seconds=0)
    assert len(table.g.history) == 1 and table.g.history[0].orders["FRANCE"]


def test_who_comes_takes_over_what_the_bot_ordered() -> None:
    table = begun()
    table.wait(seconds=0)
    sheet = table.g.sheets["FRANCE", "S1901M"]
    table.done(c.TakeSeat("FRANCE"), 13)
    assert "FRANCE" not in bots_of(table) and table.g.sheets["FRANCE", "S1901M"] == sheet
    table.done(c.SaveOrders("A par H"), 13)
    table.wait(days=1)
    assert ("FRANCE", str(table.g.phase)) not in table.g.sheets


def test_who_leaves_is_followed_by_a_bot_that_keeps_his_orders() -> None:
    table = begun(missed="replace", misses=1)
    table.wait(seconds=0)
    table.done(c.SaveOrders("A vie-tyr"), "AUSTRIA")
    table.done(c.Resign(), "AUSTRIA")
    table.wait(seconds=0)
    assert bots_of(table)["AUSTRIA"] == "dumbbot"
    assert table.g.sheets["AUSTRIA", "S1901M"].text == "A vie-tyr"
    assert table.g.settings.missed is Missed.REPLACE
    table.wait(days=1, minutes=1)
    assert not table.g.players and bots_of(table) == {}, "alone they do not play"


def test_a_master_changes_and_ends_it() -> None:
    table = begun(bot="")
    table.wait(seconds=0)
    assert bots_of(table) == {} and not table.g.sheets
    table.done(c.ChangeSettings({"bot": "random"}))
    table.wait(seconds=0)
    assert bots_of(table) == dict.fromkeys(EMPTY, "random")
    table.done(c.ChangeSettings({"bot": ""}))
    table.wait(seconds=0)
    assert bots_of(table) == {}
    table.wait(days=1)
    assert not any(phase == str(table.g.phase) for _, phase in table.g.sheets)


def test_after_a_rollback_the_orders_are_on_file_again() -> None:
    table = begun()
    table.wait(days=1, seconds=1)
    first = table.g.sheets["FRANCE", "S1901M"].text
    table.done(c.RollBack("S1901M", "a slip"))
    table.wait(seconds=0)
    assert table.g.sheets["FRANCE", "S1901M"].text == first
    table.wait(days=1)
    assert len(table.g.history) == 1


@pytest.mark.parametrize("anonymous", [False, True])
def test_everybody_is_told_what_they_are(anonymous: bool) -> None:
    """Also in an anonymous game: its secret is which person plays what."""
    table = begun(anonymous=anonymous)
    table.wait(seconds=0)
    for who in (11, STRANGER, 0):
        viewer = Viewer(table.g, Actor(who))
        seats = {one["power"]: one for one in game_view(viewer)["seats"]}
        assert seats["FRANCE"]["bot"] == "dumbbot" and not seats["FRANCE"]["taken"]
        assert seats["TURKEY"]["bot"] == ""
        told = [event_view(viewer, one) for one in table.log if isinstance(one.event, ev.BotSeated)]
        assert [one and (one["power"], one["bot"]) for one in told] == [
            (power, "dumbbot") for power in EMPTY
        ]
    assert ev.BotSeated in ABOUT


def test_a_bot_orders_for_its_own_powers_alone_and_does_nothing_else() -> None:
    table = begun()
    table.wait(seconds=0)
    france, austria = bot_of("FRANCE"), bot_of("AUSTRIA")
    assert table.refused(c.SaveOrders("A vie H", power="AUSTRIA"), france) == "not-your-power"
    assert table.refused(c.SaveOrders("F lon H", power="ENGLAND"), france) == "not-your-power"
    assert table.refused(c.SetReady(True, "FRANCE"), france) == "not-allowed"
    for command in (c.SaveOrders("A vie H"), c.Send("hello", ("ITALY",))):
        assert table.refused(command, austria) == "not-allowed", "Austria has a player"


def test_nobody_waits_for_a_bot_to_vote() -> None:
    table = begun()
    table.wait(seconds=0)
    table.done(c.Propose("draw"), "AUSTRIA")
    table.do(c.Vote(1, True), "AUSTRIA")
    table.done(c.Vote(1, True), "TURKEY")
    assert table.g.stage is Stage.OVER


def test_the_same_game_gives_the_same_orders() -> None:
    table = begun()
    table.wait(seconds=0)
    for power in EMPTY:
        assert orders_text(table.g, power) == table.g.sheets[power, "S1901M"].text


@pytest.mark.parametrize(("settings", "last"), [({"last_year": 1905}, 1905), ({}, None)])
def test_they_are_told_when_the_game_ends(
    monkeypatch, settings: dict[str, int], last: int | None
) -> None:
    told = []
    table = begun(**settings)

    def asking(view: View) -> tuple[Order, ...]:
        told.append(view.last_year)
        return ()

    monkeypatch.setattr(bots, "bot_in", lambda g, power: asking)
    table.wait(seconds=0)
    assert told and set(told) == {last}


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"bot": "no such"}, "unknown-bot"),
        ({"bot": "search"}, "unknown-bot"),
        ({"bot": "loeb:press", "blind": True}, "bot-sees"),
        ({"bot": "partner", "variant": "fog_of_war"}, "bot-sees"),
        ({"bot": "random", "rated": True}, "not-rated"),
        ({"bot": "dumbbot", "variant": "machiavelli"}, "not-played"),
        ({"bot": "prince"}, "not-played"),
        ({"bot": "loeb:press", "press": []}, "bot-talks"),
        ({"bot": "loeb:press", "press": ["public", "grey"]}, "bot-talks"),
        ({"bot": "loeb:press", "press": ["private", "all-grey"]}, "bot-talks"),
        ({"bot": "loeb:press", "press_in": ["retreat"]}, "bot-talks"),
    ],
)
def test_where_no_bot_plays(settings, code: str) -> None:
    answer = create({"title": "Friends", **settings})
    assert [one.code for one in answer.told] == [code]


def test_in_fog_a_bot_orders_by_what_it_sees() -> None:
    table = Table(variant="fog_of_war", bot="loeb", press=[])
    table.done(c.Join(("TURKEY",)), 17)
    table.done(c.Begin())
    table.wait(seconds=0)
    g = table.g
    before = {power: bots.orders_text(g, power) for power in ("ENGLAND", "RUSSIA")}
    there = g.game.position
    moved = tuple(replace(u, location="SYR") if str(u) == "A SMY" else u for u in there.units)
    moved = tuple(replace(u, location="BUL") if str(u) == "A CON" else u for u in moved)
    g.game = Game(g.game.variant, g.game.rule_set, replace(there, units=moved))
    assert bots.orders_text(g, "ENGLAND") == before["ENGLAND"]
    far = replace(there, units=tuple(u for u in there.units if u.power != "ITALY"))
    g.game = Game(g.game.variant, g.game.rule_set, far)
    assert bots.orders_text(g, "RUSSIA") == before["RUSSIA"]
