"""A room of programs that speak DAIDE: from the handshake to the end of the game."""

import random

import pytest
from programs import STANDARD, WORDS, Hours, Program, all_hold, table

from dragoman.press.daide.frames import INITIAL, Frame, FrameKind
from dragoman.rules import Position
from dragoman.sockets.room import Room
from dragoman.sockets.table import Terms

ORDERS = "SUB ((ENG FLT LON) MTO NTH) ((ENG FLT EDI) MTO NWG) ((ENG AMY LVP) MTO YOR)"


# Frames.


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("02 00 00 02 48 0f", 2),
        ("00 00 04 00 01 00 10 da", 3),
        ("00 00 00 04 00 01 10 da", 3),
        ("00 00 00 04 00 01 be ef", 4),
        ("00 00 00 04 00 02 da 10", 5),
        ("00 00 00 02 00 01", 9),
        ("09 00 00 00", 2),
        ("01 00 00 00", 2),
        ("47 45 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a", 2),  # GET / HTTP/1.1
        ("da 10 00 00 00 00 00 00", 2),
    ],
)
def test_a_bad_beginning(sent, code):
    program = Program(Room(STANDARD))
    assert program.send(bytes.fromhex(sent)) == [f"ERROR 00{code:02x}"]
    assert program.is_closed


@pytest.mark.parametrize("sent", ["03 00 00 00", "04 00 00 02 00 0b"])
def test_who_ends_before_the_beginning_is_not_answered(sent):
    program = Program(Room(STANDARD))
    assert program.send(bytes.fromhex(sent)) == [] and program.is_closed


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("00 00 00 04 00 01 da 10", 6),
        ("07 00 00 00", 8),
        ("01 00 00 00", 13),
        ("02 00 00 01 48", 9),
        ("02 00 00 00", 9),
        ("02 00 00 02 5f ff", 14),
    ],
)
def test_a_broken_protocol_ends_the_connection(sent, code):
    room, programs = table()
    assert programs["ENG"].send(bytes.fromhex(sent)) == [f"ERROR 00{code:02x}"]
    assert programs["ENG"].is_closed
    assert programs["FRA"].heard[-1] == "CCD (ENG)"
    assert room.is_running


def test_frames_in_pieces_and_together():
    program = Program(Room(STANDARD))
    body = bytes.fromhex("020000024809")
    for byte in INITIAL.to_bytes():
        program.send(bytes([byte]))
    assert program.heard == ["REPRESENTATION"]
    assert program.send(body + body) == ["MAP ('standard')"] * 2


@pytest.mark.parametrize("kind", [FrameKind.FINAL, FrameKind.ERROR])
def test_a_program_that_ends_is_not_answered(kind):
    _, programs = table()
    assert programs["ENG"].send(Frame(kind, b"\x00\x08"[: kind * 2 - 6]).to_bytes()) == []
    assert programs["ENG"].is_closed
    assert programs["FRA"].heard[-1] == "CCD (ENG)"


# The handshake.


def test_seven_programs_begin_a_game():
    _, programs = table(Terms(level=20, movement=1200, press_in_retreats=False))
    assert {*programs} == {*WORDS.powers.values()}
    heard = programs["ENG"].heard
    assert heard[:3] == ["REPRESENTATION", "YES (NME ('Test') ('1'))", "MAP ('standard')"]
    assert heard[3].startswith("HLO (ENG) (")
    assert heard[3].endswith(") ((LVL 20) (MTL 1200) (NPR))")
    assert heard[4].startswith("SCO (AUS BUD TRI VIE)")
    assert heard[5].startswith("NOW (SPR 1901) (AUS AMY BUD)")
    assert heard[6:] == ["TME (1200)"]


def test_an_eighth_program_is_refused_and_a_wish_is_granted():
    room = Room(STANDARD)
    wisher = Program(room)
    wisher.greet("TUR:Bot")
    others = [Program(room) for _ in range(6)]
    for program in others:
        program.greet()
    late = Program(room)
    assert late.greet() == ["REJ (NME ('Test') ('1'))"]
    assert room.seats["TURKEY"].name == "TUR:Bot"
    assert late.say("OBS") == ["YES (OBS)", "MAP ('standard')"]
    wisher.send(Frame(FrameKind.FINAL).to_bytes())
    another = Program(room)
    assert another.greet()[0] == "YES (NME ('Test') ('1'))"
    assert room.seats["TURKEY"].name == "Test"


def test_a_program_that_does_not_know_the_map_is_sent_away():
    program = Program(Room(STANDARD))
    program.greet()
    assert program.say("REJ (MAP ('standard'))") == ["OFF", "FINAL"]
    assert program.is_closed


def test_before_the_start():
    program = Program(Room(STANDARD))
    program.greet()
    assert program.say("MDF")[0].startswith("MDF (AUS ENG FRA GER ITA RUS TUR) (((AUS BUD")
    assert program.say("HLO") == ["REJ (HLO)"]
    assert program.say("NOW") == ["REJ (NOW)"]
    assert program.say("SCO")[0].startswith("SCO (AUS BUD TRI VIE)")
    assert program.say("HST")[1].startswith("NOW (SPR 1901)")
    assert program.say(ORDERS) == [f"REJ ({ORDERS})"]
    assert program.say("NME ('x') ('y')") == ["REJ (NME ('x') ('y'))"]
    assert program.say("SMR") == ["REJ (SMR)"]
    assert program.say("ORD") == ["REJ (ORD)"]


def test_mistakes_of_language():
    _, programs = table()
    england = programs["ENG"]
    assert england.say("SUB ((ENG FLT LON) MTO)") == ["HUH (SUB ((ENG FLT LON) MTO ERR))"]
    assert england.say("SUB ((ENG FLT LON)") == ["PRN (SUB ((ENG FLT LON))"]
    assert england.say("THX ((ENG FLT LON) HLD) (MBV)")[0].startswith("HUH (ERR THX")
    assert england.say("HUH (ERR NOW)") == []
    assert england.say("PRN (NOW") == []
    sent = "SND (FRA) (PRP (PCE (ENG FRA)))"
    assert england.say(sent) == ["HUH (ERR SND (FRA) (PRP (PCE (ENG FRA))))"]


# A turn.


def test_orders_are_noted_and_missing_units_told():
    room, programs = table()
    england = programs["ENG"]
    assert england.say("MIS") == ["MIS (ENG FLT EDI) (ENG FLT LON) (ENG AMY LVP)"]
    assert england.say(
        "SUB ((ENG FLT LON) MTO NTH) ((ENG FLT EDI) MTO PAR) ((FRA AMY PAR) HLD)"
    ) == [
        "THX ((ENG FLT LON) MTO NTH) (MBV)",
        "THX ((ENG FLT EDI) MTO PAR) (FAR)",
        "THX ((FRA AMY PAR) HLD) (NYU)",
        "MIS (ENG FLT EDI) (ENG AMY LVP)",
    ]
    assert england.say("GOF") == ["YES (GOF)", "MIS (ENG FLT EDI) (ENG AMY LVP)"]
    assert england.say("NOT (SUB ((ENG FLT LON) MTO NTH))") == [
        "YES (NOT (SUB ((ENG FLT LON) MTO NTH)))"
    ]
    assert england.say("NOT (SUB ((ENG FLT LON) MTO NTH))")[0].startswith("REJ")
    assert england.say("NOT (SUB)") == ["YES (NOT (SUB))"]
    assert len(england.say(ORDERS)) == 3
    assert england.say("MIS") == ["MIS"]
    assert len(england.say("SUB ((ENG FLT LON) HLD) ((ENG FLT LON) MTO ECH)")) == 2
    of_london = [str(one) for one in room.seats["ENGLAND"].orders if "Lon" in str(one)]
    assert of_london == ["England F Lon - Eng"], "the last of two orders counts"
    assert england.say("SUB (FAL 1901) ((ENG FLT LON) HLD)")[0].startswith("REJ (SUB (FAL 1901)")


def test_a_turn_is_judged_when_all_have_given_their_orders():
    room, programs = table()
    england = programs["ENG"]
    england.say(ORDERS)
    england.say("NOT (GOF)")
    all_hold(room, programs)
    assert not room.game.history
    heard = england.say("GOF")
    assert len(room.game.history) == 1
    assert heard[0] == "YES (GOF)"
    assert heard[1].startswith("ORD (SPR 1901) (") and len(heard) == 24
    assert "ORD (SPR 1901) ((ENG FLT LON) MTO NTH) (SUC)" in heard
    assert heard[-1].startswith("NOW (FAL 1901)") and "(ENG FLT NTH)" in heard[-1]
    assert england.say("ORD") == heard[1:-1]
    assert england.say("HST (SPR 1901)")[:-2] == heard[1:-1]
    assert england.say("HST (SPR 1950)") == ["REJ (HST (SPR 1950))"]


def test_a_year_of_holding():
    room, programs = table()
    for _ in range(2):
        all_hold(room, programs)
    assert str(room.game.phase) == "S1902M"
    assert programs["ENG"].heard[-1].startswith("NOW (SPR 1902)")


def from_position(text):
    room, programs = table()
    room.game = type(room.game)("standard", position=Position.parse(text, STANDARD.board))
    return room, programs


def test_retreats_and_builds():
    room, programs = from_position(
        "F1901M | FRANCE: A PAR, A MAR; GERMANY: A BUR; ENGLAND: F LON | FRANCE: PAR, MAR, BRE;"
        " GERMANY: BER, MUN; ENGLAND: LON | - | -"
    )
    france, germany = programs["FRA"], programs["GER"]
    france.say("SUB ((FRA AMY PAR) MTO BUR) ((FRA AMY MAR) SUP (FRA AMY PAR) MTO BUR)")
    programs["ENG"].say("SUB ((ENG FLT LON) HLD)")
    heard = germany.say("SUB ((GER AMY BUR) HLD)")
    assert "ORD (FAL 1901) ((GER AMY BUR) HLD) (RET)" in heard
    assert heard[-1].startswith("NOW (AUT 1901)")
    assert "(FRA AMY BUR) (GER AMY BUR MRT (" in heard[-1]
    assert germany.say("MIS")[0].startswith("MIS (GER AMY BUR MRT (")
    assert germany.say("SUB ((GER AMY BUR) RTO PAR)") != []
    heard = germany.say("SUB ((GER AMY BUR) RTO MUN)") if room.game.position.dislodged else []
    assert str(room.game.phase) == "W1901A"
    assert any(line.startswith("SCO (AUS)") for line in germany.heard)
    assert france.say("MIS") == ["MIS (-1)"]
    assert germany.say("MIS") == ["MIS (-1)"]
    assert france.say("SUB ((FRA FLT BRE) BLD) (FRA WVE)") == [
        "THX ((FRA FLT BRE) BLD) (MBV)",
        "THX (FRA WVE) (NMB)",
    ]
    heard = germany.say("SUB (GER WVE)")
    assert heard[0] == "THX (GER WVE) (MBV)"
    assert "ORD (WIN 1901) ((FRA FLT BRE) BLD) (SUC)" in heard
    assert "ORD (WIN 1901) (GER WVE) (SUC)" in heard
    assert heard[-1].startswith("NOW (SPR 1902)")


# Press, draws, time.


def test_press_is_delivered():
    _, programs = table(Terms(level=20))
    england, france, germany = (programs[word] for word in ("ENG", "FRA", "GER"))
    sent = "SND (FRA GER) (PRP (PCE (ENG FRA)))"
    assert england.say(sent) == [f"YES ({sent})"]
    for other in (france, germany):
        assert other.heard[-1] == "FRM (ENG) (FRA GER) (PRP (PCE (ENG FRA)))"
    assert england.say("SND (ENG) (PRP (PCE (ENG FRA)))")[0].startswith("REJ (SND (ENG)")
    assert england.say("SND (FAL 1901) (FRA) (TRY ())")[0].startswith("REJ")
    assert england.say("SND (SPR 1901) (FRA) (TRY (PRP WHY))")[0].startswith("YES")
    assert france.heard[-1] == "FRM (ENG) (FRA) (TRY (PRP))"
    france.send(Frame(FrameKind.FINAL).to_bytes())
    assert england.say(sent) == ["CCD (FRA)"]


def test_press_to_who_cannot_hear_it_reaches_nobody():
    room, programs = table(Terms(level=20, partial_draws=True))
    start = "S1901M | ENGLAND: F LON; GERMANY: A MUN | ENGLAND: LON; GERMANY: MUN | - | -"
    room.game = type(room.game)("standard", position=Position.parse(start, STANDARD.board))
    england, france, germany = (programs[word] for word in ("ENG", "FRA", "GER"))
    before = len(germany.heard), len(france.heard)
    assert england.say("SND (GER FRA) (PRP (PCE (ENG GER)))") == ["OUT (FRA)"]
    assert (len(germany.heard), len(france.heard)) == before
    sent = "SND (GER) (PRP (PCE (FRA GER)))"
    assert france.say(sent) == [f"REJ ({sent})"]  # who is eliminated says nothing any more
    assert france.say("DRW") == ["REJ (DRW)"]
    assert england.say("DRW (ENG FRA)") == ["REJ (DRW (ENG FRA))"]
    watcher = Program(room)
    watcher.send(INITIAL.to_bytes())
    watcher.say("OBS")
    watcher.say("YES (MAP ('standard'))")
    assert watcher.say(sent) == [f"REJ ({sent})"]


def test_all_hear_the_messages_of_a_game_in_one_sequence():
    _, programs = table(Terms(level=10))
    first = "(FRA GER) (PRP (PCE (ENG FRA)))"
    second = "(ENG GER) (YES (PRP (PCE (ENG FRA))))"
    programs["ENG"].say(f"SND {first}")
    programs["FRA"].say(f"SND {second}")
    heard = {word: programs[word].heard[-2:] for word in ("ENG", "FRA", "GER")}
    assert heard == {
        "ENG": [f"YES (SND {first})", f"FRM (FRA) {second}"],
        "FRA": [f"FRM (ENG) {first}", f"YES (SND {second})"],
        "GER": [f"FRM (ENG) {first}", f"FRM (FRA) {second}"],
    }


def test_press_can_be_barred_from_adjustments():
    room, programs = table(Terms(level=10, press_in_adjustments=False))
    start = "W1901A | ENGLAND: F LON | ENGLAND: LON, EDI; FRANCE: PAR, BRE | - | -"
    room.game = type(room.game)("standard", position=Position.parse(start, STANDARD.board))
    assert programs["ENG"].say("SND (FRA) (PRP (PCE (ENG FRA)))")[0].startswith("REJ")
    assert programs["ENG"].heard.count("OUT (FRA)") == 0


def test_all_survivors_agree_to_a_draw():
    room, programs = table()
    *others, last = programs.values()
    for program in others:
        assert program.say("DRW") == ["YES (DRW)"]
    others[0].say("NOT (DRW)")
    assert last.say("DRW") == ["YES (DRW)"]
    assert room.is_running
    others[0].say("DRW")
    assert room.is_over
    assert last.heard[-2] == "DRW"
    assert last.heard[-1].startswith("SMR (SPR 1901) (AUS ('Test') ('1') 3)")
    assert last.say("SMR") == last.heard[-2:-1]
    assert last.say("SUB ((ENG FLT LON) HLD)")[0].startswith("REJ")
    assert last.say("NOW")[0].startswith("NOW (SPR 1901)")


def test_a_draw_of_some():
    room, programs = table(Terms(level=10, partial_draws=True))
    for program in programs.values():
        assert program.say("DRW (ENG FRA)") == ["YES (DRW (ENG FRA))"] + (
            program.heard[-2:] if room.is_over else []
        )
    assert room.game.winners == ("ENGLAND", "FRANCE")
    assert programs["ENG"].heard[-2] == "DRW (ENG FRA)"


def test_a_victory_and_the_eliminated():
    centers = [*STANDARD.board.centers]
    room, programs = from_position(
        f"F1901M | ENGLAND: A KIE, A PAR | ENGLAND: {', '.join(centers[:17])};"
        f" FRANCE: {centers[17]} | - | -"
    )
    place = centers[17]
    start = f"F1901M | ENGLAND: A {place}, A PAR | ENGLAND: {', '.join(centers[:17])}; "
    start += f"FRANCE: {place} | - | -"
    room.game = type(room.game)("standard", position=Position.parse(start, STANDARD.board))
    england = programs["ENG"]
    all_hold(room, {"ENG": england})
    assert room.game.winners == ("ENGLAND",)
    heard = programs["FRA"].heard[-4:]
    assert heard[:2] == ["OUT (FRA)", "SLO (ENG)"]
    assert programs["FRA"].heard.count("SLO (ENG)") == 1
    assert heard[2].startswith("NOW (")
    assert heard[3].startswith("SMR (") and "(FRA ('Test') ('1') 0 1901)" in heard[3]


def test_the_end_of_the_last_year_is_told_before_the_position():
    room, programs = table(Terms(last_year=1901))
    watcher = Program(room)
    watcher.send(INITIAL.to_bytes())
    watcher.say("OBS")
    watcher.say("YES (MAP ('standard'))")
    for _ in range(2):
        all_hold(room, programs)
    assert room.is_over
    for one in (programs["ENG"], programs["TUR"], watcher):
        words = [line[:3] for line in one.heard]
        assert words[-4:] == ["ORD", "DRW", "NOW", "SMR"], "no TME: nothing is due"
        assert words.count("DRW") == words.count("SMR") == 1
    assert all(not one.is_closed for one in programs.values())
    assert programs["ENG"].say("HST (SPR 1901)")[-1].startswith("NOW (FAL 1901)")


def test_time():
    hours = Hours()
    _, programs = table(Terms(movement=100), hours)
    england = programs["ENG"]
    assert england.heard[-1] == "TME (100)"
    hours.now += 9.5
    assert england.say("TME") == ["TME (91)"]
    assert england.say("TME (101)") == ["REJ (TME (101))"]
    assert england.say("TME (-1)") == ["REJ (TME (-1))"]
    assert england.say("TME (60)") == ["YES (TME (60))"]
    before = len(england.heard)
    for now in (61, 60, 59):
        hours.now = 1100 - now
        england.seat.time_passes()
    assert england.heard[before:] == ["TME (60)"]
    assert england.say("NOT (TME (61))") == ["REJ (NOT (TME (61)))"]
    assert england.say("NOT (TME (60))") == ["YES (NOT (TME (60)))"]
    assert england.say("NOT (TME)") == ["YES (NOT (TME))"]
    untimed = table()[1]["ENG"]
    assert untimed.say("TME") == ["REJ (TME)"]
    assert untimed.say("TME (5)") == ["REJ (TME (5))"]


# Coming back, watching.


def test_a_program_comes_back():
    room, programs = table()
    england, france = programs["ENG"], programs["FRA"]
    code = room.seats["ENGLAND"].passcode
    again = Program(room)
    again.send(INITIAL.to_bytes())
    assert again.say(f"IAM (ENG) ({code})")[0].startswith("REJ")  # the seat is taken
    england.send(Frame(FrameKind.FINAL).to_bytes())
    all_hold(room, programs)
    assert not room.game.history  # a power in disorder is waited for
    assert again.say(f"IAM (ENG) ({code % 8191 + 1})")[0].startswith("REJ")
    assert again.say(f"IAM (ENG) ({code})") == [f"YES (IAM (ENG) ({code}))"]
    assert france.heard[-1] == "NOT (CCD (ENG))"
    assert again.say("HLO")[0].startswith(f"HLO (ENG) ({code})")
    again.say(ORDERS)
    assert len(room.game.history) == 1


def test_the_time_of_a_turn_is_up():
    room, programs = table()
    programs["ENG"].say(ORDERS)
    room.turn_over()
    assert "ORD (SPR 1901) ((ENG FLT LON) MTO NTH) (SUC)" in programs["FRA"].heard
    assert "ORD (SPR 1901) ((FRA AMY PAR) HLD) (SUC)" in programs["FRA"].heard


def test_observers_see_what_everybody_may_see():
    room, programs = table(Terms(level=10))
    watcher = Program(room)
    watcher.send(INITIAL.to_bytes())
    assert watcher.say("OBS") == ["YES (OBS)", "MAP ('standard')"]
    heard = watcher.say("YES (MAP ('standard'))")
    assert heard[0] == "HLO (UNO) (0) ((LVL 10))"
    assert heard[2].startswith("NOW (SPR 1901)")
    programs["ENG"].say("SND (FRA) (PRP (PCE (ENG FRA)))")
    assert watcher.heard[-1] == heard[2]
    assert watcher.say(ORDERS)[0].startswith("REJ")
    assert watcher.say("MIS") == ["REJ (MIS)"]
    all_hold(room, programs)
    assert watcher.heard[-1].startswith("NOW (FAL 1901)")


def test_remarks_are_for_everybody():
    _, programs = table()
    assert programs["ENG"].say("ADM ('me') ('hi')") == [
        "ADM ('me') ('hi')",
        "YES (ADM ('me') ('hi'))",
    ]
    assert programs["TUR"].heard[-1] == "ADM ('me') ('hi')"


def test_whatever_a_program_sends_the_others_play_on():
    dice = random.Random(13)
    room, programs = table(Terms(level=130))
    vocabulary = [*WORDS.numbering.numbers]
    for round_ in range(300):
        broken = Program(room)
        if round_ % 3:
            broken.send(INITIAL.to_bytes())
        words = [dice.choice(vocabulary) for _ in range(dice.randrange(6))]
        body = WORDS.numbering.to_bytes(["SUB", *words][dice.randrange(2) :])
        content = bytearray(Frame(FrameKind.DIPLOMACY, body).to_bytes())
        for _ in range(dice.randrange(3)):
            content[dice.randrange(len(content))] = dice.randrange(256)
        broken.send(bytes(content))
        whole = WORDS.numbering.to_bytes(["SUB", *words])
        programs["ENG"].send(Frame(FrameKind.DIPLOMACY, whole).to_bytes())
        broken.seat.wire.gone()
    assert not programs["ENG"].is_closed
    assert room.is_running
    all_hold(room, programs)
    assert len(room.game.history) == 1
