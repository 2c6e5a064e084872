"""A room in memory: bots at a table, the clock, what is waited for."""

import pytest
from dpp_programs import DppProgram, submit_all
from programs import STANDARD, Hours, Program, all_hold, table

from dragoman.bots import BOTS
from dragoman.bots.known import plays
from dragoman.bots.simple_bots import civil_disorder, random_legal
from dragoman.game import Game
from dragoman.orders import Remove, UnitRef
from dragoman.press.daide.frames import INITIAL
from dragoman.refusal import ActionRefused
from dragoman.rules import Position
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.daide_seat import DaideManners
from dragoman.sockets.orders_due import defaults, is_complete
from dragoman.sockets.room import Room, load_room, save_room
from dragoman.sockets.table import Moved, TableEnded, Terms, Turned


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
    assert heard[-1] == TableEnded("draw", room.game.survivors)
    assert {seat.name for seat in room.seats.values()} == {f"bot {seed}" for seed in range(7)}


def test_the_end_is_told_once():
    room = Room(STANDARD, Terms(last_year=1901), seed=1)
    program, other = Program(room), DppProgram(room)
    program.greet("FRA:Test")
    other.say("(NME Test ITA)")
    bots(room, BOTS["dumbbot"], 5)
    program.say("YES (MAP ('standard'))")
    for _ in range(2):
        submit_all({"ITA": other})
        program.say("SUB ((FRA FLT BRE) HLD) ((FRA AMY PAR) HLD) ((FRA AMY MAR) HLD)")
    assert (
        str(room.game.history[-1].phase) == "W1901A"
    )  # of bots alone, as soon as they heard of it
    assert [line[:3] for line in program.heard[-4:]] == ["ORD", "DRW", "NOW", "SMR"]
    assert [line[:3] for line in program.heard].count("SMR") == 1
    assert other.heard[-2:] == ["(DRW AUS ENG FRA GER ITA RUS TUR)", "(END)"]
    assert other.heard.count("(END)") == 1


def test_bots_are_told_when_the_game_ends():
    told = []

    def asking(view):
        told.append(view.last_year)
        return civil_disorder(view)

    room = Room(STANDARD, Terms(last_year=1901), seed=1)
    bots(room, asking)
    assert set(told) == {1901}


@pytest.mark.parametrize(
    "name", [name for name in BOTS if name != "civil-disorder" and plays(name, STANDARD)]
)
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


def test_a_bot_that_fails_is_in_disorder_and_the_others_play_on(caplog):
    def broken(view):
        raise ValueError("no idea")

    room = Room(STANDARD, Terms(last_year=1901), seed=1)
    bots(room, random_legal, 6)
    BotPlayer(room, broken, "broken")
    assert room.is_over and "no idea" in caplog.text


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
    game = Game(STANDARD, position=start)
    (removal,) = defaults(game, "FRANCE", ())
    assert removal == Remove(UnitRef("SYR", "A", "FRANCE"))  # the farthest from home
    assert len(defaults(game, "ENGLAND", ())) == 2
    for power in ("FRANCE", "ENGLAND"):
        assert is_complete(game, power, defaults(game, power, ()))


def test_the_table_is_told_when_the_game_stands_elsewhere():
    room, programs = table()
    programs["ENG"].seat._hear(Moved())
    assert programs["ENG"].heard[-1].startswith("NOW (SPR 1901)")
    assert room.is_running


def test_a_room_goes_on_from_its_file(tmp_path):
    terms = Terms(level=20, movement=60, last_year=1905)
    room, programs = table(terms)
    all_hold(room, programs)
    file = tmp_path / "winter" / "room.json"
    file.parent.mkdir()
    save_room(room, file)
    assert programs["ENG"].heard[-1] == "SVE ('winter')"
    assert programs["ENG"].say("YES (SVE ('winter'))") == []
    assert file.stat().st_mode & 0o777 == 0o600
    again = load_room(file)
    assert (again.game, again.terms, again.is_running) == (room.game, terms, True)
    assert again.seats["ENGLAND"].name == "Test"
    england = Program(again, DaideManners(loaded="winter"))
    assert england.send(INITIAL.to_bytes()) == ["REPRESENTATION", "LOD ('winter')"]
    assert england.say("NME ('Test') ('1')")[0].startswith("REJ")
    code = room.seats["ENGLAND"].passcode
    assert england.say(f"IAM (ENG) ({code})")[0].startswith("YES")
    assert england.say("NOW")[0].startswith("NOW (FAL 1901)")


def test_a_name_of_bytes_that_are_no_letters_is_kept(tmp_path):
    room = Room(STANDARD, seed=1)
    bots(room, civil_disorder, 6)
    program = Program(room)
    program.send(INITIAL.to_bytes())
    program.send(bytes.fromhex("0200000e480c40004bff400140004b314001"))
    program.say("YES (MAP ('standard'))")
    file = tmp_path / "room.json"
    save_room(room, file)
    assert {seat.name for seat in load_room(file).seats.values()} >= {"\udcff"}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "nonsense", '{"format": "dragoman-room", "version": 2}']
)
def test_a_file_without_a_room(tmp_path, text):
    file = tmp_path / "winter.json"
    file.write_text(text)
    with pytest.raises(ActionRefused, match=r"winter\.json"):
        load_room(file)
    with pytest.raises(ActionRefused, match=r"other\.json"):
        load_room(tmp_path / "other.json")


# DAIDE's options.


def test_the_clock_stands_still_for_a_power_that_is_lost():
    hours = Hours()
    room, programs = table(Terms(movement=60, waits_for_lost=100), hours)
    england, france = programs["ENG"], programs["FRA"]
    assert any(line.endswith("((LVL 0) (MTL 60) (DSD))") for line in england.heard)
    hours.now += 20
    england.seat.wire.gone()
    assert france.heard[-2:] == ["CCD (ENG)", "NOT (TME (40))"]
    hours.now += 90
    room.tick()
    assert france.say("TME") == ["TME (40)"]
    again = Program(room)
    again.greet()
    again.say(f"IAM (ENG) ({room.seats['ENGLAND'].passcode})")
    assert france.heard[-2:] == ["NOT (CCD (ENG))", "TME (40)"]
    again.seat.wire.gone()
    hours.now += 139
    room.tick()
    assert not room.game.history
    hours.now += 1
    room.tick()  # it stands still no longer than that
    assert len(room.game.history) == 1


def test_the_clock_goes_on_if_who_is_lost_has_ordered():
    room, programs = table(Terms(movement=60, waits_for_lost=100))
    all_hold(room, {"ENG": programs["ENG"]})
    programs["ENG"].seat.wire.gone()
    assert programs["FRA"].heard[-1] == "CCD (ENG)"


def test_any_orders_are_kept_where_the_terms_say_so():
    room, programs = table(Terms(any_orders=True))
    england = programs["ENG"]
    assert any("(AOA)" in line for line in england.heard)
    said = england.say(
        "SUB ((ENG FLT LON) MTO PAR) ((ENG FLT EDI) HLD) ((FRA AMY PAR) HLD) ((ENG AMY BER) HLD)"
    )
    assert [line[-6:] for line in said[:4]] == [" (FAR)", " (MBV)", " (NYU)", " (NSU)"]
    assert said[4:] == ["MIS (ENG AMY LVP)"]
    england.say("SUB ((ENG AMY LVP) HLD)")
    all_hold(room, programs)
    assert "ORD (SPR 1901) ((ENG FLT LON) MTO PAR) (FAR)" in england.heard


@pytest.mark.parametrize("is_enough", [False, True])
def test_who_says_go_without_orders_is_ready_where_the_terms_say_so(is_enough):
    room, programs = table(Terms(go_is_enough=is_enough))
    england = programs["ENG"]
    england.say("SUB ((ENG FLT LON) MTO NTH)")
    heard = england.say("GOF")
    assert heard[0] == "YES (GOF)" and heard[1].startswith("MIS (ENG FLT EDI)")
    england.say("NOT (GOF)")
    for word, program in programs.items():
        if word != "ENG":
            program.say("GOF")
    assert not room.game.history  # one of them takes it back, and is waited for
    england.say("GOF")
    assert len(room.game.history) == int(is_enough)
    if is_enough:
        assert "(ENG FLT NTH)" in england.heard[-1] and "(ENG FLT EDI)" in england.heard[-1]
        england.say("SUB ((ENG FLT NTH) HLD)")
        assert len(room.game.history) == 1  # ready is said for a turn


def test_press_ends_some_seconds_before_the_turn():
    hours = Hours()
    room, programs = table(Terms(level=10, movement=60, press_ends=15), hours)
    england = programs["ENG"]
    assert any(line.endswith("((LVL 10) (MTL 60) (PTL 15))") for line in england.heard)
    sent = "SND (FRA) (PRP (PCE (ENG FRA)))"
    assert england.say(sent) == [f"YES ({sent})"]
    hours.now += 45
    room.tick()
    assert england.say(sent) == [f"REJ ({sent})"]
    hours.now += 15
    room.tick()
    assert england.say(sent) == [f"YES ({sent})"]


def test_what_parlance_does_otherwise():
    other = Program(Room(STANDARD), DaideManners(full_representation=True))
    assert other.send(INITIAL.to_bytes())[0].startswith("REPRESENTATION 410041555300")
    manners = DaideManners(quotes_press=True, says_off=True)
    room, programs = table(Terms(level=10), manners=manners)
    england, france = programs["ENG"], programs["FRA"]
    france.seat.wire.gone()
    sent = "SND (FRA) (PRP (PCE (ENG FRA)))"
    assert england.say(sent) == [f"CCD (FRA) ({sent})"]
    for program in programs.values():
        program.say("DRW")
    again = Program(room)
    again.send(INITIAL.to_bytes())
    again.say(f"IAM (FRA) ({room.seats['FRANCE'].passcode})")
    again.say("DRW")
    assert england.heard[-2:] == ["OFF", "FINAL"] and england.is_closed


def test_times_that_daide_has_no_numbers_for():
    room, programs = table(Terms(movement=100_000))
    heard = programs["ENG"].heard
    assert heard[-1] == "TME (8191)" and any("(MTL 8191)" in line for line in heard)
    assert room.seconds_left() == 100_000
