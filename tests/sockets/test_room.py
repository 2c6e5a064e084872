"""A room in memory: bots at a table, the clock, what is waited for."""

import pytest
from programs import STANDARD, Hours, Program, table

from dragoman.bots import BOTS
from dragoman.bots.simple_bots import civil_disorder, random_legal
from dragoman.game import Game
from dragoman.orders import Remove, UnitRef
from dragoman.refusal import ActionRefused
from dragoman.rules import Position
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.events import Ended, Moved, Turned
from dragoman.sockets.orders_due import defaults, is_complete
from dragoman.sockets.passcodes import Passcodes
from dragoman.sockets.room import Room
from dragoman.sockets.terms import Terms


def bots(room, bot=civil_disorder, number=7):
    return [BotPlayer(room, bot, f"bot {seed}", seed=seed) for seed in range(number)]


def test_bots_play_a_game_among_themselves():
    room = Room(STANDARD, Terms(last_year=1903), seed=1)
    heard = []
    room.watch(heard.append)
    bots(room, random_legal)
    assert room.game.ending.how == "draw" and room.game.history[-1].phase.year == 1903
    turns = [one.resolution.phase for one in heard if isinstance(one, Turned)]
    assert turns == [one.phase for one in room.game.history]  # told in their sequence
    assert isinstance(heard[-1], Ended)
    assert {seat.name for seat in room.seats.values()} == {f"bot {seed}" for seed in range(7)}


@pytest.mark.parametrize("name", [name for name in BOTS if name != "civil-disorder"])
def test_bots_and_a_program_play_together(name):
    room = Room(STANDARD, seed=1)
    program = Program(room)
    program.greet("FRA:Test")
    bots(room, BOTS[name], 6)
    program.say("YES (MAP ('standard'))")
    for _ in range(2):
        program.say("SUB ((FRA FLT BRE) HLD) ((FRA AMY PAR) HLD) ((FRA AMY MAR) HLD)")
    assert len(room.game.history) >= 2
    assert {power for power, _ in room.game.history[0].orders.items()} >= {"RUSSIA", "FRANCE"}


def test_a_bot_takes_the_place_of_a_program_that_failed():
    room, programs = table()
    england, france = programs["ENG"], programs["FRA"]
    with pytest.raises(ActionRefused, match="nobody has left"):
        BotPlayer(room, civil_disorder, "late", wish="ENGLAND", takes_over=True)
    england.seat.wire.gone()
    bot = BotPlayer(room, civil_disorder, "late", wish="ENGLAND", takes_over=True)
    assert bot.power == "ENGLAND" and room.seats["ENGLAND"].name == "late"
    assert france.heard[-1] == "NOT (CCD (ENG))"
    assert is_complete(room.game, "ENGLAND", room.seats["ENGLAND"].orders)
    bot.leave()
    assert france.heard[-1] == "CCD (ENG)"


def test_orders_that_stand_for_those_not_given():
    text = "W1901A | FRANCE: A PAR, A MAR, A SYR; ENGLAND: F LON | FRANCE: PAR, MAR;"
    start = Position.parse(text + " ENGLAND: LON, EDI, LVP | - | -", STANDARD.board)
    game = Game(STANDARD, start=start)
    (removal,) = defaults(game, "FRANCE", ())
    assert removal == Remove(UnitRef("SYR", "A", "FRANCE"))  # the farthest from home
    assert len(defaults(game, "ENGLAND", ())) == 2
    for power in ("FRANCE", "ENGLAND"):
        assert is_complete(game, power, defaults(game, power, ()))


def test_passcodes_cannot_be_tried_for_ever():
    hours = Hours()
    codes = Passcodes({"ENGLAND": 77}, hours)
    assert not any(codes.fits("ENGLAND", code) for code in range(10))
    assert not codes.fits("ENGLAND", 77)  # not even looked at
    hours.now += 16
    assert codes.fits("ENGLAND", 77) and codes.fits("ENGLAND", 77)
    assert not codes.fits("RURITANIA", 77)


def test_who_guesses_keeps_nobody_else_out():
    room, programs = table()
    programs["ENG"].seat.wire.gone()
    programs["FRA"].seat.wire.gone()
    stranger = Program(room)
    stranger.greet()
    for guess in range(1, 40):
        assert stranger.say(f"IAM (ENG) ({guess})")[0].startswith("REJ")
    again = Program(room)
    again.greet()
    code = room.seats["FRANCE"].passcode
    assert again.say(f"IAM (FRA) ({code})")[0].startswith("YES")


def test_the_table_is_told_when_the_game_stands_elsewhere():
    room, programs = table()
    programs["ENG"].seat._hear(Moved())
    assert programs["ENG"].heard[-1].startswith("NOW (SPR 1901)")
    assert room.is_running
