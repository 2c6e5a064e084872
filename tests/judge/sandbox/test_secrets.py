"""What is secret in a game stays out of boards and of what-if: units out of sight, orders of
others, who plays what, the dice to come."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from dragoman.board import Unit
from dragoman.game.sight import in_sight
from dragoman.judge.commands import command as c
from dragoman.judge.sandbox.board import ROOT, rebuild
from dragoman.judge.sandbox.board_view import node_view, owners_view, possible_view, sandbox_view
from dragoman.judge.sandbox.events import KINDS
from dragoman.judge.sandbox.forking import copied, fork_game
from dragoman.judge.sandbox.what_if import what_if
from dragoman.judge.views.viewer import Viewer
from dragoman.refusal import ActionRefused
from tests.judge.table import MASTER, POWERS, Table, seven

STRANGER = 99
ORDERS = {
    "AUSTRIA": "A vie-gal",
    "ENGLAND": "F lon-nth\nA lvp-wal",
    "FRANCE": "A par-bur",
    "GERMANY": "A mun-ruh",
    "ITALY": "A ven-pie",
    "RUSSIA": "A mos-ukr",
    "TURKEY": "A con-bul",
}


def played(**settings: Any) -> Table:
    """A game in its autumn, for which all have ordered and some have written conditions, orders
    that stand, and votes."""
    table = seven(press=["private"], **settings)
    for power, text in ORDERS.items():
        table.done(c.SaveOrders(text), power)
    table.done(c.ProcessNow())
    for power, text in SECRET.items():
        table.done(c.SaveOrders(text), power)
    table.done(c.Propose("draw"), "TURKEY")
    table.done(c.Send("The secret pact", ("ITALY",)), "AUSTRIA")
    return table


SECRET = {
    "AUSTRIA": "A gal-war",
    "ENGLAND": "F nth-nwy",
    "FRANCE": "A bur-bel",
    "GERMANY": "A ruh-hol",
    "ITALY": "A pie-mar",
    "RUSSIA": "A ukr-rum",
    "TURKEY": "A bul-ser",
}


def all_that_is_told(viewer: Viewer, phase: str = "") -> str:
    """Everything that a board and what-if tell him, and what is kept of it."""
    forked = fork_game(viewer, 5, phase)
    s = rebuild(forked)
    told: list[Any] = [KINDS.data(one) for one in (*forked, *copied(s))]
    told += [owners_view(3, s), sandbox_view(s), node_view(s, ROOT)]
    told += [possible_view(s, ROOT, power) for power in POWERS]
    if not phase:
        told.append(what_if(viewer, {}))
        told.append(what_if(viewer, {power: "A mun-bur\nF lon S F nth" for power in POWERS}))
    return json.dumps(told)


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize("blind", (False, True))
def test_nobody_learns_the_orders_on_file_of_others(power: str, blind: bool) -> None:
    table = played(anonymous=True, blind=blind)
    told = all_that_is_told(table.viewer(power))
    for other, text in SECRET.items():
        assert (text in told) == (other == power), other
    assert "pact" not in told and "draw" not in told


@pytest.mark.parametrize("power", POWERS[:2])
def test_who_plays_is_nowhere(power: str) -> None:
    table = played(anonymous=True)
    for who in (power, STRANGER):
        for phase in ("", "S1901M"):
            forked = fork_game(table.viewer(who), 5, phase)
            names = {key for event in forked for key in KINDS.data(event)}
            assert not names & {"user", "by", "owner", "player"}
            told = all_that_is_told(table.viewer(who), phase)
            assert not any(f" {user}," in told or f" {user}]" in told for user in range(11, 18))


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize("phase", ("", "S1901M"))
def test_a_blind_power_gets_no_unit_that_it_cannot_see(power: str, phase: str) -> None:
    table = played(blind=True)
    viewer, board = table.viewer(power), table.g.game.variant.board
    position = table.g.history[0].before if phase else table.g.game.position
    seen = in_sight(board, position, power, table.g.game.rule_set)
    hidden = [one for one in position.units if board.province_of[one.location] not in seen]
    assert hidden, "somebody is out of sight"
    s = rebuild(fork_game(viewer, 5, phase))
    assert set(s.position(ROOT).units) == set(position.units) - set(hidden)
    told = json.dumps([owners_view(3, s)["node"]["position"], s.nodes[ROOT].sheets])
    guessed = "" if phase else json.dumps(what_if(viewer, {}))
    for unit in hidden:
        assert f'"{unit}"' not in told + guessed, unit
    owned = {one for one, owner in position.owners.items() if owner not in (power,)}
    for center in owned - set(seen):
        assert center not in s.position(ROOT).owners


@pytest.mark.parametrize("power", POWERS)
def test_what_if_is_the_same_whatever_hides_out_of_sight(power: str) -> None:
    """Two games that a blind power cannot tell apart give it the same answers."""
    table = played(blind=True)
    viewer, g = table.viewer(power), table.g
    guesses = {other: "\n".join(SECRET.values()) for other in POWERS if other != power}
    before = what_if(viewer, guesses), all_that_is_told(viewer)
    board, position = g.game.variant.board, g.game.position
    seen = in_sight(board, position, power, g.game.rule_set)
    units = tuple(one for one in position.units if board.province_of[one.location] in seen)
    free = next(
        one
        for one in ("NAO", "SYR", "WHI", "GOB", "BAR", "SIC", "BRE")
        if one not in seen and one not in {board.province_of[u.location] for u in units}
    )
    other = next(one for one in POWERS if one != power)
    kind = "A" if free in ("SYR", "SIC", "BRE") else "F"
    changed = replace(position, units=(*units, Unit(kind, other, free)))
    last = g.history[-1]
    g.game.undo()
    g.game.adopt(replace(last, position=changed))
    for one in POWERS:
        if one != power:
            g.sheets.pop((one, str(g.phase)), None)
    assert (what_if(viewer, guesses), all_that_is_told(viewer)) == before


def test_a_stranger_sees_no_blind_game() -> None:
    table = played(blind=True)
    with pytest.raises(ActionRefused):
        fork_game(table.viewer(STRANGER), 5)
    with pytest.raises(ActionRefused):
        what_if(table.viewer(STRANGER), {})
    closed = seven(observers=False)
    with pytest.raises(ActionRefused):
        fork_game(closed.viewer(STRANGER), 5)


def test_a_master_who_does_not_play_sees_all() -> None:
    table = played(blind=True, anonymous=True)
    s = rebuild(fork_game(table.viewer(MASTER), 5))
    assert s.nodes[ROOT].sheets == SECRET
    assert s.position(ROOT) == table.g.game.position
    assert what_if(table.viewer(MASTER), {})["orders"]["TURKEY"][0] == "A BUL-SER"


def test_dice_fall_otherwise_than_in_the_game() -> None:
    table = Table(variant="machiavelli_3a")
    for user in (11, 12, 13):
        table.done(c.Join(), user)
    table.done(c.Begin())
    affairs = table.g.game.position.affairs
    assert affairs is not None
    seen = {str(affairs.seed)}
    player = next(iter(table.g.players))
    for _ in range(3):
        s = rebuild(fork_game(table.viewer(player), 5))
        own = s.position(ROOT).affairs
        assert own is not None and str(own.seed) not in seen
        assert own.treasuries == affairs.treasuries
        assert str(affairs.seed) not in json.dumps([KINDS.data(one) for one in copied(s)])
        seen.add(str(own.seed))
    told = json.dumps(what_if(table.viewer(player), {}))
    assert str(affairs.seed) not in told and "seed" not in told


def test_chits_of_others_are_not_in_it() -> None:
    table = Table(variant="machiavelli_3a")
    for user in (11, 12, 13):
        table.done(c.Join(), user)
    table.done(c.Begin())
    position = table.g.game.position
    assert position.affairs is not None
    powers = tuple(table.g.seats)
    chits = {powers[0]: (powers[1],), powers[1]: (powers[2],)}
    game = table.g.game
    changed = replace(position, affairs=replace(position.affairs, chits=chits))
    table.g.game = type(game)(game.variant, game.rule_set, changed)
    s = rebuild(fork_game(table.viewer(powers[0]), 5))
    affairs = s.position(ROOT).affairs
    assert affairs is not None and dict(affairs.chits) == {powers[0]: (powers[1],)}
