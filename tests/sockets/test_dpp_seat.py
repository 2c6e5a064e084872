"""A room of programs that speak DPP: from the first word to the end of the game."""

import random

import pytest
from dpp_programs import DppProgram, dpp_table, submit_all
from programs import STANDARD, Hours, Program

from dragoman.game import Game
from dragoman.rules import Position
from dragoman.sockets.room import Room
from dragoman.sockets.table import Terms

ENGLAND = "(SUB ((FLT LON) MTO NTH) ((FLT EDI) MTO NWG) ((AMY LVP) MTO YOR))"
BUILT = "(ENG ((FLT EDI) BLD (VLD)) ((FLT LON) BLD (VLD)) ((AMY LVP) BLD (VLD)))"


# The beginning.


def test_a_game_begins_with_the_units_that_were_built_the_year_before():
    room, programs = dpp_table()
    assert {*programs} == {"AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"}
    hello, start = programs["ENG"].heard
    assert hello == f"(HLO ENG {room.seats['ENGLAND'].passcode})"
    assert start.startswith("(ORD 0 (AUS ((AMY BUD) BLD (VLD))")
    assert BUILT in start


def test_a_wish_a_version_and_a_second_name():
    room = Room(STANDARD)
    program = DppProgram(room)
    assert program.say("(NME MyBot 2.0 TUR)")[0].startswith("(HLO TUR ")
    assert (room.seats["TURKEY"].name, room.seats["TURKEY"].version) == ("MyBot", "2.0")
    assert program.say("(NME MyBot)") == ["(NOP (NME MyBot))"]
    other = DppProgram(room)
    assert other.say("(nme Other fra)")[0].startswith("(HLO FRA ")
    assert DppProgram(room).say("(SUB)") == ["(NOP (SUB))"]
    assert DppProgram(room).say("(IAM ENG 1)", "(IAM XXX 1)", "(NME)") == [
        "(NOP (IAM ENG 1))",
        "(NOP (IAM XXX 1))",
        "(NOP (NME))",
    ]


# A turn.


def test_what_is_wrong_or_lacking_is_told_with_notes():
    room, programs = dpp_table()
    england = programs["ENG"]
    said = england.say("(SUB ((FLT LON) MTO NTH) ((FLT EDI) MTO PAR) ((AMY PAR) HLD))")
    assert said == [
        "(THK (ENG ((FLT EDI) MTO PAR (FAR)) ((AMY PAR) HLD (NSU)) ((FLT EDI) HLD (NMR))"
        " ((AMY LVP) HLD (NMR))))"
    ]
    assert england.say("(SUB ((FLT EDI) HLD) ((AMY LVP) HLD))") == ["(YES)"]
    assert england.say("(SUB ((FLT LON) MTO ECH))") == ["(YES)"]  # orders can be changed
    assert england.say("(SUB ((FLT LON) MTO ECH) ((FLT LON) MTO NTH))") == ["(YES)"]
    of_london = [str(one) for one in room.seats["ENGLAND"].orders if "Lon" in str(one)]
    assert of_london == ["F Lon - Nth"], "the last of two orders counts"


def test_a_turn_is_judged_and_told_when_all_have_ordered():
    room, programs = dpp_table()
    england = programs["ENG"]
    assert england.say(ENGLAND) == ["(YES)"]
    submit_all(programs, but=("ENG",))
    assert len(room.game.history) == 1
    told = england.heard[-2:]
    assert told[0] == "(TME 0)"
    assert told[1].startswith("(ORD 1 (AUS ((AMY BUD) HLD (VLD))")
    assert "(ENG ((FLT EDI) MTO NWG (VLD)) ((FLT LON) MTO NTH (VLD))" in told[1]
    assert england.say("(RPT)") == told[1:]


@pytest.mark.parametrize(
    ("place", "word"),
    [("A par-bur; A mar S A par-bur", "FLD"), ("A par-bur", "BNC")],
)
def test_a_move_that_meets_more_is_told_otherwise_than_one_that_meets_as_much(place, word):
    room, programs = dpp_table()
    programs["GER"].say("(SUB ((AMY MUN) MTO BUR) ((AMY BER) HLD) ((FLT KIE) HLD))")
    orders = ["((AMY PAR) MTO BUR)", "((FLT BRE) HLD)"]
    orders.append("((AMY MAR) SUP (AMY PAR) MTO BUR)" if "S A par" in place else "((AMY MAR) HLD)")
    programs["FRA"].say(f"(SUB {' '.join(orders)})")
    submit_all(programs, but=("GER", "FRA"))
    assert f"((AMY MUN) MTO BUR ({word}))" in programs["ENG"].heard[-1]
    assert len(room.game.history) == 1


def from_position(text, terms=None):
    room, programs = dpp_table(terms)
    room.game = Game(STANDARD, position=Position.parse(text, STANDARD.board))
    return room, programs


def test_retreats_and_adjustments_are_asked_for_with_no_time_for_messages():
    room, programs = from_position(
        "F1901M | FRANCE: A PAR, A MAR; GERMANY: A BUR; ENGLAND: F LON | FRANCE: PAR, MAR, BRE;"
        " GERMANY: BER, MUN; ENGLAND: LON | - | -"
    )
    france, germany, england = programs["FRA"], programs["GER"], programs["ENG"]
    france.say("(SUB ((AMY PAR) MTO BUR) ((AMY MAR) SUP (AMY PAR) MTO BUR))")
    england.say("(SUB ((FLT LON) HLD))")
    heard = germany.say("(SUB ((AMY BUR) HLD))")
    assert heard[:2] == ["(YES)", "(TME 0)"]
    assert "(GER ((AMY BUR) HLD (RET BEL GAS MUN PIC RUH)))" in heard[2]
    assert heard[3] == "(TME 0)"
    assert germany.say("(SND FRA (PCE))") == ["(NOP (SND FRA (PCE)))"]
    assert germany.say("(SUB ((AMY BUR) RTO PAR))") == [
        "(THK (GER ((AMY BUR) RTO PAR (HUH)) ((AMY BUR) DSB (NMR))))"
    ]
    heard = germany.say("(SUB ((AMY BUR) RTO MUN))")
    assert heard == ["(YES)", "(ORD 4 (GER ((AMY BUR) RTO MUN (VLD))))", "(TME 0)"]
    assert str(room.game.phase) == "W1901A"
    assert germany.say("(SUB)") == ["(YES)"]  # a build may be given up
    heard = france.say("(SUB ((FLT BRE) BLD))")
    assert heard[:2] == ["(YES)", "(ORD 5 (FRA ((FLT BRE) BLD (VLD))))"]
    assert str(room.game.phase) == "S1902M"


def test_removals_that_are_lacking_are_told_as_they_would_be():
    _, programs = from_position(
        "W1901A | FRANCE: A PAR, A MAR, A SYR; ENGLAND: F LON | FRANCE: PAR, MAR; ENGLAND: LON"
        " | - | -"
    )
    assert programs["FRA"].say("(SUB)") == ["(THK (FRA ((AMY SYR) REM (NMR))))"]
    assert programs["FRA"].say("(SUB ((AMY LON) REM))") == [
        "(THK (FRA ((AMY LON) REM (NSU)) ((AMY SYR) REM (NMR))))"
    ]
    heard = programs["FRA"].say("(SUB ((AMY PAR) REM))")
    assert heard[1] == "(ORD 5 (FRA ((AMY PAR) REM (VLD))))"


# Press.


def test_press_goes_through_the_game_master():
    _, programs = dpp_table()
    england, france = programs["ENG"], programs["FRA"]
    sent = "(SND FRA (PCE) (DMZ ECH))"
    assert england.say(sent) == [f"(YES {sent})"]
    assert france.heard[-2:] == ["(FRM ENG (PCE))", "(FRM ENG (DMZ ECH))"]
    assert england.say("(SND ENG (PCE))") == ["(NOP (SND ENG (PCE)))"]
    for forged in ("(CDD)", "(TME 0)", "(ORD 1)", "(SUB)"):
        assert england.say(f"(SND FRA {forged})") == [f"(NOP (SND FRA {forged}))"]
    assert england.say("(PCE)") == ["(TRY SUB SND RPT YES NOP END TRY)"]
    assert england.say("(END)") == ["(YES)"]
    assert england.say("(YES)", "(TRY PCE)", "(NOP)") == []


def test_mistakes_of_language():
    _, programs = dpp_table()
    england = programs["ENG"]
    assert england.say("(SND FRA (DMZ BUR ENG))") == ["(HUH (SND FRA (DMZ BUR *ENG)))"]
    assert england.say("(XYZ)")[0].startswith("(TRY TRY PSV ACT HUH")
    assert england.say("(SND FRA (PCE)))") == ["(RPT)"]
    assert england.say("", "   ") == []


def test_so_many_messages_and_no_more():
    _, programs = dpp_table(Terms(level=130, messages=2))
    england = programs["ENG"]
    assert england.heard[-1] == "(TME 2)"
    three = "(SND FRA (PCE) (PCE) (PCE))"
    assert england.say(three) == [f"(NOP {three})"]  # all of it or nothing
    assert england.say("(SND FRA (PCE))") == ["(YES (SND FRA (PCE)))"]
    assert england.say("(SND FRA (PCE))") == ["(TME 0)", "(YES (SND FRA (PCE)))"]
    assert england.say("(SND FRA (PCE))") == ["(NOP (SND FRA (PCE)))"]
    submit_all(programs)
    assert england.heard[-1] == "(TME 2)"


def test_without_press_there_is_no_time_for_it():
    _, programs = dpp_table(Terms())
    assert programs["ENG"].heard[-1] == "(TME 0)"
    assert programs["ENG"].say("(SND FRA (PCE))") == ["(NOP (SND FRA (PCE)))"]


def test_press_ends_before_the_turn_does():
    hours = Hours()
    room, programs = dpp_table(Terms(level=130, movement=60, press_ends=20), hours)
    england = programs["ENG"]
    hours.now += 41
    room.tick()
    room.tick()
    assert england.heard.count("(TME 0)") == 1
    assert england.say("(SND FRA (PCE))") == ["(NOP (SND FRA (PCE)))"]
    hours.now += 20
    room.tick()
    assert england.heard[-1].startswith("(ORD 1 ") and "((FLT LON) HLD (NMR))" in england.heard[-1]
    assert england.say("(SND FRA (PCE))") == ["(YES (SND FRA (PCE)))"]


# Faults.


def test_a_program_that_fails_is_in_disorder_and_may_come_back():
    room, programs = dpp_table()
    england, france = programs["ENG"], programs["FRA"]
    submit_all(programs)
    england.seat.line.gone()
    assert france.heard[-1] == "(FRM ENG (CDD))"
    assert france.say("(SND ENG (PCE))") == ["(FRM ENG (CDD))", "(NOP (SND ENG (PCE)))"]
    again = DppProgram(room)
    code = room.seats["ENGLAND"].passcode
    assert again.say(f"(IAM ENG {code % 8191 + 1})")[0].startswith("(NOP")
    heard = again.say(f"(IAM ENG {code})")
    assert [line[:7] for line in heard] == ["(HLO EN", "(ORD 0 ", "(ORD 1 "]
    submit_all({word: one for word, one in programs.items() if word != "ENG"})
    assert again.say(ENGLAND)[:2] == ["(YES)", "(TME 0)"]
    assert len(room.game.history) == 2


def test_those_who_watch_are_told_results_alone():
    room, programs = dpp_table()
    watcher = DppProgram(room)
    heard = watcher.say("(OBS)")
    assert heard[0] == "(HLO REF)" and heard[1].startswith("(ORD 0 ")
    programs["ENG"].say("(SND FRA (PCE))")
    assert watcher.say("(SUB ((FLT LON) HLD))")[0].startswith("(NOP")
    submit_all(programs)
    assert watcher.heard[2:][-1].startswith("(ORD 1 ")
    assert not any("PCE" in line for line in watcher.heard)


def test_all_survivors_agree_to_a_draw():
    room, programs = dpp_table()
    assert programs["ENG"].say("(DRW ENG FRA)") == ["(NOP (DRW ENG FRA))"]
    first, *others = programs.values()
    assert first.say("(DRW)") == ["(YES (DRW))"]
    for program in others:
        program.say("(DRW)")
    assert room.is_over
    england = programs["ENG"]
    assert first.heard[-2:] == ["(DRW AUS ENG FRA GER ITA RUS TUR)", "(END)"]
    assert england.say(ENGLAND)[0].startswith("(NOP (SUB")


def test_some_agree_to_share_a_draw_where_the_terms_allow_it():
    room, programs = dpp_table(Terms(partial_draws=True))
    assert programs["ENG"].say("(DRW XXX)") == ["(NOP (DRW XXX))"]
    for program in programs.values():
        program.say("(DRW ENG FRA)")
    assert room.game.winners == ("ENGLAND", "FRANCE")


# With others.


def mixed(level=130):
    """England and France speak DPP, Germany and Italy DAIDE; the rest only listens."""
    room = Room(STANDARD, Terms(level=level), seed=1)
    programs = {word: DppProgram(room) for word in ("ENG", "FRA", "AUS", "RUS", "TUR")}
    for word, program in programs.items():
        program.say(f"(NME Test {word})")
    for word in ("GER", "ITA"):
        program = programs[word] = Program(room)
        program.greet(f"{word}:Test")
        program.say("YES (MAP ('standard'))")
    return room, programs


def test_programs_of_two_languages_talk_to_each_other():
    _, programs = mixed()
    england, germany = programs["ENG"], programs["GER"]
    england.say("(SND GER (PCE))")
    assert germany.heard[-1] == "FRM (ENG) (GER) (PRP (PCE (ENG GER)))"
    said = "SND (ENG) (YES (PRP (PCE (ENG GER))))"
    assert germany.say(said) == [f"YES ({said})"]
    assert england.heard[-1] == "(FRM GER (YES (PCE)))"
    germany.say("SND (ENG FRA) (PRP (XDO ((ENG FLT LON) MTO NTH)))")
    assert england.heard[-1] == "(FRM GER (UDO ((FLT LON) MTO NTH)))"
    england.say("(SND GER (YES))")
    assert germany.heard[-1] == "FRM (ENG) (GER) (YES (PRP (XDO ((ENG FLT LON) MTO NTH))))"


def test_what_cannot_be_said_is_answered_in_the_name_of_who_is_not_told():
    _, programs = mixed()
    england, germany = programs["ENG"], programs["GER"]
    before = len(england.heard)
    answer, accepted = germany.say("SND (ENG) (PRP (XOY (ENG) (GER)))")
    assert answer.startswith("FRM (ENG) (GER) (TRY (") and accepted.startswith("YES")
    assert england.heard[before:] == []
    before = len(germany.heard)
    heard = england.say("(SND GER (CTE IX))")
    assert germany.heard[before:] == []
    assert any(line.startswith("(FRM GER (TRY TRY HUH YES") for line in heard)


def test_press_too_long_for_a_frame_does_not_end_who_is_to_hear_it():
    _, programs = mixed()
    england, germany = programs["ENG"], programs["GER"]
    before = len(germany.heard)
    heard = england.say(f"(SND GER (UDO{' ((AMY MUN) MTO BUR)' * 2900}))")
    assert germany.heard[before:] == [] and not germany.is_closed
    assert any(line.startswith("(FRM GER (TRY ") for line in heard)


def test_names_are_short_enough_to_be_told_at_the_end():
    room = Room(STANDARD, seed=1)
    long = "x" * 201
    assert Program(room).greet(long)[0].startswith("REJ (NME")
    assert DppProgram(room).say(f"(NME {long})") == [f"(NOP (NME {long}))"]


def test_press_above_the_level_of_the_game_is_not_understood():
    _, programs = mixed(level=10)
    england, germany = programs["ENG"], programs["GER"]
    before = len(germany.heard)
    heard = england.say("(SND GER (UDO ((AMY MUN) MTO BUR)))")
    assert germany.heard[before:] == []
    assert any(line.startswith("(FRM GER (TRY ") for line in heard)


def test_whatever_a_program_sends_the_others_play_on():
    dice = random.Random(7)
    room, programs = dpp_table()
    words = ["(", ")", "SUB", "SND", "FRM", "FRA", "ENG", "FLT", "LON", "MTO", "NTH", "*", "DMZ"]
    words += ["é", "\x00", "99999999", "IAM", "NME", "IFF", "THN", "TME", "ORD", "15-"]
    for round_ in range(300):
        line = " ".join(dice.choice(words) for _ in range(dice.randrange(12)))
        broken = DppProgram(room)
        broken.say(line, f"({line})")
        broken.seat.received(bytes(dice.randrange(256) for _ in range(20)))
        broken.seat.line.gone()
        programs["ENG"].say(f"(SND FRA ({line}))" if round_ % 2 else f"(SUB {line})")
    assert not programs["ENG"].is_closed
    submit_all(programs)
    assert len(room.game.history) == 1


def test_a_line_without_an_end_ends_the_connection():
    room, programs = dpp_table()
    programs["ENG"].seat.received(b"(" * 70_000)
    assert programs["ENG"].heard[-1] == "(RPT)" and programs["ENG"].is_closed
    assert programs["FRA"].heard[-1] == "(FRM ENG (CDD))"
    assert room.is_running
