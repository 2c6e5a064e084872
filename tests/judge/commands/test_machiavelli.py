"""A year of Machiavelli by commands: dice, money, chits, winter; the year of the manual's page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dragoman import Game
from dragoman.game import dice_json
from dragoman.judge.commands import command as c
from dragoman.judge.commands.judging import with_orders
from dragoman.judge.log import events as ev
from dragoman.judge.log.fold import rebuild
from dragoman.judge.views.game_view import game_view
from dragoman.judge.views.orders_view import orders_view
from dragoman.judge.views.turn_view import turn_view
from dragoman.orders import Pay
from tests.judge.table import MASTER, Table

PAGE = Path(__file__).parents[3] / "docs" / "tutorials" / "machiavelli.md"
SEED = 1454


def years() -> Iterator[tuple[str, dict[str, str]]]:
    """The sheets of the page: phase, and the orders of each power."""
    for block in re.findall(r'```text title="rome/orders.txt"\n(.*?)```', PAGE.read_text(), re.S):
        head, *parts = block.strip().split("\n\n")
        sheets = (part.partition("\n") for part in parts)
        yield head.removeprefix("# "), {name: text for name, _, text in sheets if name != "Dice"}


def begun(**settings: Any) -> Table:
    """A game with the dice of the page. All others are rolled from a number nobody knows."""
    table = Table(variant="machiavelli", seating="master", **settings)
    created = table.log[0].event
    assert isinstance(created, ev.Created)
    position = Game("machiavelli", seed=SEED).start.to_dict()
    table.log[0] = replace(table.log[0], event=replace(created, position=position))
    table.g = rebuild(table.log)
    for number, power in enumerate(table.g.seats):
        table.done(c.Join(), 11 + number)
        table.done(c.SeatPlayer(power, 11 + number))
    table.done(c.Begin())
    return table


@pytest.mark.slow
def test_the_year_of_the_page_by_commands() -> None:
    table, game = begun(), Game("machiavelli", seed=SEED)
    played: list[str] = []
    for phase, sheets in years():
        assert table.phase == str(game.phase) == phase
        played.append(phase)
        for power, text in sheets.items():
            key = game.variant.board.power_called(power)
            told = table.done(c.SaveOrders(text), key).told
            assert told == game.order(power, text) and not any(one.is_error for one in told)
        view = orders_view(table.viewer("MILAN"), "MILAN")
        assert view["has_to_order"] and view["means"]["treasury"] == game.means["MILAN"].treasury
        table.wait(days=1)
        game.process()
        assert table.g.game.position == game.position
        assert table.g.history[-1].account == game.history[-1].account
        if phase == "W1454A":
            break
    assert played == ["S1454M", "U1454M", "F1454M", "W1454A"]
    assert not table.g.misses
    again = rebuild(table.log)
    assert again.game.history == table.g.game.history
    account = turn_view(table.viewer("FRANCE"), 1)["account"]
    assert any(one["order"].lower().startswith("expense 1") for one in account["spendings"])
    assert turn_view(table.viewer("FRANCE"), 2)["account"]["dice"]


def test_chits_and_the_seed_are_secret() -> None:
    table = begun()
    sheets = dict(years())["S1454M"]
    for power, text in sheets.items():
        table.done(c.SaveOrders(text), table.g.game.variant.board.power_called(power))
    table.done(c.ProcessNow())
    seed = str(SEED)
    for who in (*table.g.seats, MASTER, 99):
        view = {"game": game_view(table.viewer(who)), "turn": turn_view(table.viewer(who), 0)}
        for position in (view["game"]["position"], view["turn"]["after"]):
            assert "seed" not in position["affairs"]
            chits = position["affairs"].get("chits", {})
            assert who == MASTER or set(chits) <= {who}
        knows = who in ("VENICE", "MILAN", MASTER)
        given = "give" in json.dumps(view["turn"]["orders"]).lower()
        assert given == knows and bool(view["turn"]["account"].get("gifts")) == knows
        assert f'"seed": {seed}' not in json.dumps(view)


def test_a_position_that_is_handed_in_brings_no_dice_of_its_own() -> None:
    start = json.dumps(Game("machiavelli", seed=SEED).start.to_dict())
    seeds = {Table(variant="machiavelli", start=start).g.game.position.affairs for _ in range(2)}
    assert len({one.seed for one in seeds if one is not None} - {SEED}) == 2


def test_a_master_throws_the_dice() -> None:
    table = begun()
    for _ in range(2):
        table.done(c.ProcessNow())
    assert table.phase == "F1454M"
    asked = [die for die in dice_of(table) if die.startswith("famine severity")]
    assert asked
    said = "\n".join(f"{die.partition(':')[0]}: 6" for die in asked)
    table.done(c.ThrowDice(said))
    assert not table.do(c.ThrowDice(said)).events
    assert table.refused(c.ThrowDice("famine severity: 9 9"))
    assert "dice" not in game_view(table.viewer("VENICE"))
    assert game_view(table.viewer(MASTER))["dice"] == said
    table.done(c.ProcessNow())
    assert table.last(ev.Judged).dice
    thrown = turn_view(table.viewer("VENICE"), 2)["account"]["thrown"]
    assert list(table.last(ev.Judged).dice) == thrown
    assert rebuild(table.log).game.history == table.g.game.history


def dice_of(table: Table) -> list[str]:
    """What dice the phase at hand asks for."""
    twin = table.g.game.copy()
    twin.process()
    return dice_json(twin.variant, twin.history[-1].account).get("dice", [])


def test_money_is_spent_on_conditions() -> None:
    table = begun()
    affairs = table.g.game.position.affairs
    assert affairs is not None
    ducats = affairs.treasuries["VENICE"]
    sheet = "IF Venice has at least {} ducats\nPay 1 to Milan\nELSE\nPay 2 to Milan\nENDIF"
    for asked, paid in ((ducats, 1), (ducats + 1, 2)):
        told = table.done(c.SaveOrders(sheet.format(asked)), "VENICE").told
        assert not [one for one in told if one.is_error], told
        orders = with_orders(table.g).orders("VENICE")
        assert [one for one in orders if isinstance(one, Pay)] == [Pay(paid, "MILAN")]
    assert table.refused(c.SaveOrders("IF Venice has much ducats\nENDIF"), "VENICE") == (
        "unreadable-condition"
    )
