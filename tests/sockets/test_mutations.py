"""Frames and lines that were changed at random never take a room down."""

import os
import random

from dpp_programs import DppProgram, dpp_table as dpp, submit_all
from programs import WORDS, Program, all_hold, table

from dragoman.press.daide.frames import INITIAL, Frame, FrameKind
from dragoman.press.daide.tokens import from_text
from dragoman.sockets.table import Terms

MUTATIONS = int(os.environ.get("DRAGOMAN_TEST_MUTATIONS", "500"))
"""How many; 100,000 take some minutes."""
SAID = [
    "NME ('Test') ('1')",
    "OBS",
    "YES (MAP ('standard'))",
    "IAM (ENG) (1234)",
    "SUB ((ENG FLT LON) MTO NTH) ((ENG AMY LVP) CTO NWY VIA (NTH NWG))",
    "NOT (SUB ((ENG FLT LON) HLD))",
    "SND (FRA GER) (PRP (AND (PCE (ENG FRA)) (XDO ((ENG FLT LON) MTO NTH))))",
    "SND (FRA) (IFF (NOT (XDO ((FRA AMY PAR) MTO BUR))) THN (FCT (PCE (ENG FRA))))",
    "DRW",
    "HST (SPR 1901)",
    "ADM ('me') ('hello')",
    "TME (20)",
    "MDF",
    "NOT (GOF)",
]
LINES = [
    "(NME Test ENG)",
    "(IAM ENG 1234)",
    "(OBS)",
    "(DRW)",
    "(SUB ((FLT LON) MTO NTH) ((AMY LVP) SUP (FLT EDI) MTO YOR))",
    "(SND FRA (IFF (FOR 15 (UNO ((FLT (STP NTH)) BLD))) THN (DWR) ELS (ALY WTH GER VSS RUS)))",
    "(SND GER (DST (ENG 3) (GER 2)) (XDO FRA ((AMY PAR) MTO BUR)))",
    "(HUH (DMZ BUR *ENG RUH))",
    "(THK (ENG ((FLT LON) MTO NTH (BNC) (RET WAL))))",
    "(RPT)",
    "(END)",
]


def mutated(dice, content):
    """Some bytes more, less, or other ones."""
    found = bytearray(content)
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(found) + 1)
        match dice.randrange(4):
            case 0:
                found[at:at] = bytes([dice.randrange(256)])
            case 1:
                del found[at : at + dice.randrange(1, 5)]
            case 2:
                found[at : at + 1] = bytes([dice.randrange(256)])
            case _:
                other = dice.randrange(len(found) + 1)
                found[at:at] = found[other : other + dice.randrange(12)]
    return bytes(found)


def test_six_others_notice_nothing_of_one_who_sends_frames_changed_at_random():
    dice = random.Random(5)
    room, programs = table(Terms(level=130))
    broken = programs.pop("ENG")
    frames = [
        Frame(FrameKind.DIPLOMACY, WORDS.numbering.to_bytes(from_text(text))).to_bytes()
        for text in SAID
    ]
    for one in programs.values():
        one.heard.clear()
    turns = 0
    for number in range(MUTATIONS // 2):
        if broken.is_closed:
            broken = Program(room)
            broken.send(INITIAL.to_bytes())
            broken.say(f"IAM (ENG) ({room.seats['ENGLAND'].passcode})")
        broken.send(mutated(dice, dice.choice(frames)))
        if not broken.is_closed and broken.seat.wire.is_awaited:
            broken.seat.wire.late()
        broken.heard.clear()
        if number % 100 == 99:  # the others play a turn
            all_hold(room, programs)
            room.turn_over()
            turns += 1
    assert len(room.game.history) >= turns and not any(one.is_closed for one in programs.values())
    told = {line[:3] for one in programs.values() for line in one.heard}
    # What anybody may hear who plays with somebody that comes, goes and speaks.
    assert told <= {"CCD", "NOT", "FRM", "ADM", "THX", "ORD", "SCO", "NOW", "OUT"}
    answered = sum(line[:3] == "THX" for one in programs.values() for line in one.heard)
    assert not turns or answered, "their orders are noted"


def test_frames_changed_at_random():
    dice = random.Random(3)
    room, programs = table(Terms(level=130, partial_draws=True))
    frames = [
        Frame(FrameKind.DIPLOMACY, WORDS.numbering.to_bytes(from_text(text))).to_bytes()
        for text in SAID
    ]
    quiet, codes = programs.pop("TUR"), {seat.passcode for seat in room.seats.values()}
    for _ in range(MUTATIONS // 2):
        word = dice.choice([*programs])
        program = programs[word]
        if program.is_closed:
            program = programs[word] = Program(room)
            program.send(INITIAL.to_bytes())
            program.say(f"IAM ({word}) ({room.seats[WORDS.power_keys[word]].passcode})")
        program.send(mutated(dice, dice.choice(frames)))
        program.send(b"")
        if not program.is_closed and program.seat.wire.is_awaited:
            program.seat.wire.late()  # the rest of a frame never comes
        program.heard.clear()
    assert codes == {seat.passcode for seat in room.seats.values()}
    assert not quiet.is_closed and quiet.say("NOW")[0].startswith("NOW (")
    turns = len(room.game.history)
    all_hold(room, {"TUR": quiet})
    room.turn_over()
    assert len(room.game.history) == turns + 1 and "ORD (" in str(quiet.heard)


def test_lines_changed_at_random():
    dice = random.Random(4)
    room, programs = dpp()
    quiet = programs.pop("TUR")
    for _ in range(MUTATIONS // 2):
        word = dice.choice([*programs])
        program = programs[word]
        if program.is_closed:
            program = programs[word] = DppProgram(room)
            program.say(f"(IAM {word} {room.seats[program_power(word)].passcode})")
        program.seat.received(mutated(dice, dice.choice(LINES).encode()) + b"\n")
        program.heard.clear()
    assert not quiet.is_closed
    turns = len(room.game.history)
    submit_all({"TUR": quiet})
    room.turn_over()
    assert len(room.game.history) == turns + 1 and quiet.heard[-1].startswith("(ORD")


def program_power(word):
    return WORDS.power_keys[word]
