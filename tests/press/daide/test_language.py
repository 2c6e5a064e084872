"""DAIDE's messages: read, written, refused at the right token."""

import pickle

import pytest
from daide_samples import WORDS, speeches
from hypothesis import given
from mutations import damaged

from dragoman.orders import Hold, Move, UnitRef
from dragoman.press.daide import messages as m, speech as s
from dragoman.press.daide.language import (
    MessageFault,
    Sender,
    read_message,
    read_speech,
    write_message,
    write_speech,
)
from dragoman.press.daide.order_patterns import WaivedBuild
from dragoman.press.daide.speech_grammar import LEVELS, trimmed
from dragoman.press.daide.tokens import Unknown, from_text, to_text
from dragoman.press.grammar import DEEPEST, Unsayable
from dragoman.rules import Phase

LON = UnitRef("LON", "F", "ENGLAND")
S1901M = Phase.parse("S1901M")

MESSAGES = {
    "OBS": m.Observe(),
    "OBS ('a') ('1')": m.Observe("a", "1"),
    "NME ('DumbBot') ('8~3')": m.Name("DumbBot", "8~3"),
    "NME () ()": m.Name("", ""),
    "IAM (ENG) (77)": m.Identify("ENGLAND", 77),
    "MAP": m.MapName(),
    "MAP ('standard')": m.MapName("standard"),
    "HLO": m.Hello(),
    "HLO (UNO) (0) ((LVL 0) (DSD))": m.Hello(
        m.Seat(None, 0, (m.Option("LVL", 0), m.Option("DSD")))
    ),
    "SCO (ENG EDI LON) (TUR) (UNO BEL)": m.Scores(
        (("ENGLAND", ("EDI", "LON")), ("TURKEY", ()), (None, ("BEL",)))
    ),
    "NOW (SUM 1901) (RUS FLT (STP SCS)) (FRA AMY PAR MRT (BUR (SPA NCS)))": None,
    "NOW (SUM 1901) (FRA AMY PAR MRT ())": None,
    "HST (SPR 1901)": m.History(S1901M),
    "SUB ((ENG FLT LON) MTO NTH)": m.Submit(None, (Move(LON, "NTH"),)),
    "SUB (WIN 1901) (ENG WVE)": m.Submit(Phase.parse("W1901A"), (WaivedBuild("ENGLAND"),)),
    "NOT (SUB)": m.Undo(m.Submit(None, ())),
    "NOT (SUB ((ENG FLT LON) HLD))": m.Undo(m.Submit(None, (Hold(LON),))),
    "NOT (GOF)": m.Undo(m.GoFlag()),
    "NOT (CCD (ENG))": m.Undo(m.CivilDisorder("ENGLAND")),
    "THX ((ENG FLT LON) HLD) (MBV)": m.Thanks(Hold(LON), "MBV"),
    "MIS": m.Missing(),
    "MIS (-2)": m.Missing((), -2),
    "MIS (ENG FLT LON) (ENG FLT EDI)": None,
    "MIS (ENG FLT LON MRT (NTH))": None,
    "ORD (SPR 1901) ((ENG FLT LON) HLD) (RET)": None,
    "ORD (SPR 1901) ((ENG AMY LON) CTO NWY VIA (NTH NWG)) (BNC RET)": None,
    "ORD (SPR 1901) ((ENG FLT LON) MTO PAR) (FAR)": None,
    "TME (1200)": m.TimeLeft(1200),
    "NOT (TME (5))": m.Undo(m.TimeLeft(5)),
    "DRW": m.DrawVote(),
    "SLO (ENG)": m.SoloWin("ENGLAND"),
    "SMR (FAL 1904) (ENG ('a') ('1') 0 1903) (FRA ('it''s') () 18)": None,
    "OFF": m.Off(),
    "CCD (ENG)": m.CivilDisorder("ENGLAND"),
    "CCD (ENG) (SPR 1901)": m.CivilDisorder("ENGLAND", S1901M),
    "OUT (ENG) (SND (ENG) (PRP (SLO (ENG))))": None,
    "ADM ('me') ('hello')": m.Remark("me", "hello"),
    "SVE ('x')": m.Save("x"),
    "LOD ('x')": m.Load("x"),
    "YES (MAP ('standard'))": m.Accepted(m.MapName("standard")),
    "REJ (NOW)": m.Rejected(m.Now()),
    "HUH (ERR XDO)": m.NotUnderstood(("ERR", "XDO")),
    "PRN (SUB ((ENG)": m.Unbalanced(("SUB", "(", "(", "ENG")),
    "SND (FRA GER) (PRP (PCE (ENG FRA)))": m.Send(
        None, ("FRANCE", "GERMANY"), s.Proposal(s.Peace(("ENGLAND", "FRANCE")))
    ),
    "SND (SPR 1901) (FRA) (TRY ())": m.Send(S1901M, ("FRANCE",), s.Understood(())),
    "FRM (ENG) (FRA) ('so be it')": m.Delivery("ENGLAND", ("FRANCE",), s.FreeText("so be it")),
}


@pytest.mark.parametrize("text", MESSAGES)
def test_a_message_is_read_and_written(text):
    found = read_message(from_text(text), WORDS, LEVELS[-1])
    if MESSAGES[text] is not None:
        assert found == MESSAGES[text]
    assert to_text(write_message(found, WORDS)) == text
    assert (
        read_message(
            WORDS.numbering.from_bytes(WORDS.numbering.to_bytes(from_text(text))), WORDS, LEVELS[-1]
        )
        == found
    )


# Each row: a message, and how it is answered.
ANSWERED = [
    ("XYZ", "HUH (ERR XYZ)"),
    ("", "HUH (ERR)"),
    ("NME ('a')", "HUH (NME ('a') ERR)"),
    ("OBS OBS", "HUH (OBS ERR OBS)"),
    ("SUB", "HUH (SUB ERR)"),
    ("SUB ((ENG FLT LON) MTO)", "HUH (SUB ((ENG FLT LON) MTO ERR))"),
    ("SUB ((ENG FLT LON) MTO ENG)", "HUH (SUB ((ENG FLT LON) MTO ERR ENG))"),
    ("SUB ((ENG FLT (STP AMY)) HLD)", "HUH (SUB ((ENG FLT (STP ERR AMY)) HLD))"),
    ("SUB ((ENG AMY LON) CTO NWY VIA (PAR))", "HUH (SUB ((ENG AMY LON) CTO NWY VIA (ERR PAR)))"),
    ("SUB (FAL) ((ENG FLT LON) HLD)", "HUH (SUB (FAL ERR) ((ENG FLT LON) HLD))"),
    ("SUB ((ENG FLT LON) HLD", "PRN (SUB ((ENG FLT LON) HLD)"),
    ("SUB ) (", "PRN (SUB) ()"),
    ("NOW (SPR 1901)", "HUH (NOW ERR (SPR 1901))"),
    ("THX ((ENG FLT LON) HLD) (MBV)", "HUH (ERR THX ((ENG FLT LON) HLD) (MBV))"),
    ("OFF", "HUH (ERR OFF)"),
    ("TME ('x')", "HUH (TME (ERR 'x'))"),
    ("SCO (ENG XYZ)", "HUH (SCO ERR (ENG XYZ))"),
    ("MIS (ENG AMY XYZ)", "HUH (MIS ERR (ENG AMY XYZ))"),
    ("IAM (XYZ) (3)", "HUH (IAM (ERR XYZ) (3))"),
    ("SUB (XYZ)", "HUH (SUB (ERR XYZ))"),
    ("HST (XYZ)", "HUH (HST (ERR XYZ))"),
    ("SND (FRA) (PRP (XDO ((ENG FLT LON) HLD)))", None),
    ("SND (FRA) (PRP (SCD (ENG LON)))", "HUH (SND (FRA) (PRP (ERR SCD (ENG LON))))"),
    ("SND (FRA) (THK (PCE (ENG FRA)))", "HUH (SND (FRA) (ERR THK (PCE (ENG FRA))))"),
    ("SND (FRA) ('hello')", "HUH (SND (FRA) (ERR 'hello'))"),
    ("SND (FRA) (PRP (PCE (ENG)))", "HUH (SND (FRA) (PRP (PCE (ENG ERR))))"),
    (
        "SND (FRA) (PRP (NOT (NOT (SLO (ENG)))))",
        "HUH (SND (FRA) (PRP (NOT (ERR NOT (SLO (ENG))))))",
    ),
    (
        "SND (FRA) (PRP (DRW (ENG FRA)))",
        "HUH (SND (FRA) (PRP (DRW ERR (ENG FRA))))",
    ),
    ("SND (FRA) (HUH (PRP))", "HUH (SND (FRA) (HUH (PRP ERR)))"),
    ("HUH (SUB)", ""),
    ("HUH (SUB", ""),
    ("PRN SUB", ""),
]


@pytest.mark.parametrize(("text", "answer"), ANSWERED)
def test_what_a_server_answers(text, answer):
    try:
        read_message(from_text(text), WORDS, 20, sender=Sender.PROGRAM)
    except MessageFault as fault:
        assert to_text(fault.reply) == answer
        assert pickle.loads(pickle.dumps(fault)).reply == fault.reply
    else:
        assert answer is None


def test_a_token_that_stands_for_nothing():
    with pytest.raises(MessageFault) as found:
        read_message(("SUB", "(", Unknown(0x5890), ")"), WORDS)
    assert found.value.reply == ("HUH", "(", "SUB", "(", "ERR", Unknown(0x5890), ")", ")")


def test_draws_of_some_survivors_are_an_option():
    tokens = from_text("DRW (ENG FRA)")
    with pytest.raises(MessageFault):
        read_message(tokens, WORDS, 10)
    assert read_message(tokens, WORDS, 10, ["PDA"]) == m.DrawVote(("ENGLAND", "FRANCE"))


# Each row: a message of press, and the level from which on there is it.
PEACE = "(PCE (ENG FRA))"
LEVELLED = [
    (f"PRP {PEACE}", 10),
    ("PRP (ALY (ENG FRA) VSS (GER))", 10),
    (f"FCT (NOT {PEACE})", 10),
    ("TRY (PRP PCE)", 10),
    (f"CCL (PRP {PEACE})", 10),
    (f"HUH (PRP (ERR {PEACE}))", 10),
    ("PRP (XDO ((ENG AMY LVP) HLD))", 20),
    ("PRP (DMZ (ENG FRA) (ECH BUR))", 20),
    (f"PRP (AND {PEACE} (SLO (ENG)))", 30),
    (f"PRP (ORR {PEACE} (SLO (ENG)))", 30),
    ("PRP (SCD (ENG LON EDI) (FRA PAR))", 40),
    ("PRP (OCC (ENG UNT NTH) (FRA AMY PAR))", 40),
    (f"PRP (AND (ORR {PEACE} (SLO (ENG))) (SLO (FRA)))", 50),
    (f"PRP (NOT (AND {PEACE} (SLO (ENG))))", 50),
    (f"FCT (AND {PEACE} (SLO (ENG)))", 50),
    (f"PRP (CHO (1 2) {PEACE} (SLO (FRA)))", 50),
    (f"INS {PEACE}", 60),
    (f"QRY {PEACE}", 60),
    (f"YES (QRY {PEACE})", 60),
    (f"THK (NAR (QRY {PEACE}))", 60),
    (f"FCT (QRY {PEACE})", 60),
    (f"IDK (QRY {PEACE})", 60),
    ("WHT (ENG FLT LON)", 70),
    ("HOW (PAR)", 70),
    ("HOW (ENG)", 70),
    ("IDK (HOW (ENG))", 70),
    (f"EXP (SPR 1901) (PRP {PEACE})", 80),
    (f"SRY (EXP (SPR 1901) (PRP {PEACE}))", 80),
    (f"PRP (FOR (SPR 1901) {PEACE})", 90),
    (f"PRP (FOR ((SPR 1901) (FAL 1903)) {PEACE})", 90),
    (f"IFF {PEACE} THN (PRP (SLO (ENG)))", 100),
    (f"IFF {PEACE} THN (PRP (SLO (ENG))) ELS (PRP (SLO (FRA)))", 100),
    ("PRP (XOY (ENG) (FRA))", 110),
    ("PRP (YDO (ENG) (FRA AMY PAR))", 110),
    (f"PRP (SND (ENG) (GER) (PRP {PEACE}))", 120),
    ("PRP (FWD (ENG FRA) (GER) (ITA))", 120),
    ("PRP (BCC (ENG) (GER) (ITA))", 120),
    (f"FRM (ENG) (GER) (PRP {PEACE})", 120),
    (f"PRP (FOR (SPR 1901) (SND (ENG) (GER) (PRP (FOR (FAL 1901) {PEACE}))))", 120),
    (f"WHY (PRP {PEACE})", 130),
    (f"POB (WHY (SUG {PEACE}))", 130),
    (f"IDK (PRP {PEACE})", 130),
    ("'Now or never'", 8000),
]


@pytest.mark.parametrize(("text", "level"), LEVELLED)
def test_the_levels_of_press(text, level):
    tokens = from_text(text)
    said = read_speech(tokens, WORDS, level)
    assert to_text(write_speech(said, WORDS)) == text
    with pytest.raises(MessageFault):
        read_speech(tokens, WORDS, LEVELS[LEVELS.index(level) - 1])


@pytest.mark.parametrize(
    "text",
    [
        f"PRP (FOR (SPR 1901) (FOR (FAL 1901) {PEACE}))",
        f"PRP (NAR (NOT {PEACE}))",
        f"PRP (AND {PEACE})",
        f"WHY (QRY {PEACE})",
        f"POB (PRP {PEACE})",
        "SRY (PRP (SLO (ENG)))",
        "PRP (SCD (ENG ECH))",
        "TRY (PRP (PCE))",
        "PRP (FOR ((SPR 1901)) (SLO (ENG)))",
        "ALY (ENG FRA)",
    ],
)
def test_what_no_level_has(text):
    with pytest.raises(MessageFault):
        read_speech(from_text(text), WORDS, LEVELS[-1])


def test_messages_are_not_read_to_any_depth():
    deep = ("YES", "(") * 10_000 + ("OFF",) + (")",) * 10_000
    with pytest.raises(MessageFault, match=f"deeper than {DEEPEST}"):
        read_message(deep, WORDS)


def test_a_server_delivers_the_words_that_its_game_has():
    said = s.Understood(("XDO", "PRP", "WHY", "PRP"))
    assert trimmed(said, 20) == s.Understood(("XDO", "PRP"))
    assert trimmed(said, 10) == s.Understood(("PRP",))


def test_what_has_no_words():
    for unsayable in (
        Hold(UnitRef("LON", "W", "ENGLAND")),
        Hold(UnitRef("LON", "F")),
        Move(LON, "ATLANTIS"),
    ):
        with pytest.raises(Unsayable):
            write_message(m.Submit(None, (unsayable,)), WORDS)
    with pytest.raises(Unsayable):
        write_message(m.History(Phase.parse("U1454M")), WORDS)


@pytest.mark.slow
@given(speeches)
def test_written_and_read_it_is_the_same(said):
    tokens = write_speech(said, WORDS)
    assert read_speech(tokens, WORDS, LEVELS[-1], ["PDA"]) == said
    sent = WORDS.numbering.to_bytes(tokens)
    assert WORDS.numbering.from_bytes(sent) == tokens
    assert from_text(to_text(tokens)) == tokens


def test_damaged_messages_are_read_or_answered():
    whole = [from_text(text) for text in MESSAGES if text != "PRN (SUB ((ENG)"]
    whole += [from_text(f"SND (FRA) ({text})") for text, _ in LEVELLED]
    vocabulary = [*WORDS.numbering.numbers, 0, -1, 1901, Unknown(0x6000), *from_text("'a'")]
    read = 0
    for tokens in damaged(whole, vocabulary, seed=16):
        try:
            found = read_message(tokens, WORDS, LEVELS[-1])
        except MessageFault as fault:
            assert fault.reply[:1] in ((), ("PRN",), ("HUH",))
            if fault.reply[:1] == ("HUH",):
                place = fault.reply.index("ERR", _kept_marks(tokens, fault.reply))
                assert (*fault.reply[2:place], *fault.reply[place + 1 : -1]) == tuple(tokens)
        else:
            read += 1
            written = write_message(found, WORDS)
            assert read_message(written, WORDS, LEVELS[-1]) == found
    assert read


def _kept_marks(tokens, reply):
    """Where to look for the mark put in: a message may have held one before."""
    same = 0
    for token, said in zip(tokens, reply[2:], strict=False):
        if token != said:
            break
        same += 1
    return 2 + same
