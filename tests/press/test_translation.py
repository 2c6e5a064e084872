"""The same said in the other language."""

import pytest
from daide_samples import BOARD, VARIANT, WORDS as DAIDE, speeches
from dpp_samples import WORDS as DPP, messages
from hypothesis import given

from dragoman.press.daide import speech as s
from dragoman.press.daide.language import (
    read_message as read_daide,
    read_speech,
    write_message,
    write_speech,
)
from dragoman.press.daide.tokens import from_text, to_text
from dragoman.press.dpp.language import read_message, write_message as write_dpp
from dragoman.press.exchange import Exchange
from dragoman.press.grammar import Unsayable
from dragoman.press.to_daide import to_daide
from dragoman.press.to_dpp import to_dpp
from dragoman.rules import Position

POSITION = Position.parse(
    "F1901M | ENGLAND: F NTH, A YOR; FRANCE: A PAR, F BRE; RUSSIA: F STP/NC, A WAR; GERMANY: A MUN",
    BOARD,
)
LAST = s.Proposal(s.Peace(("FRANCE", "ENGLAND")))
TO_FRANCE = Exchange(BOARD, "ENGLAND", "FRANCE", POSITION, LAST)
ACCUSED = Exchange(BOARD, "ENGLAND", "FRANCE", POSITION, s.Explanation(POSITION.phase, LAST))

# Each row: a message of DPP from England to France, and the same in DAIDE, one message or several;
# the third says whether the way back leads to where it began.
PAIRS = [
    ("(DWR)", ["FCT (NOT (PCE (ENG FRA)))"], True),
    ("(PCE)", ["PRP (PCE (ENG FRA))"], True),
    ("(DMZ BUR NTH)", ["PRP (DMZ (ENG FRA) (BUR NTH))"], True),
    ("(DMZ (SPA NTH))", ["PRP (DMZ (ENG FRA) (SPA))"], False),
    ("(ALY WTH ITA VSS GER RUS)", ["PRP (ALY (ENG FRA ITA) VSS (GER RUS))"], True),
    ("(ALY WTH FRA ENG VSS GER)", ["PRP (ALY (ENG FRA) VSS (GER))"], False),
    ("(DST (ENG LON BEL) (FRA PAR))", ["PRP (SCD (ENG LON BEL) (FRA PAR))"], True),
    ("(UDO ((AMY PAR) MTO BUR))", ["PRP (XDO ((FRA AMY PAR) MTO BUR))"], True),
    (
        "(UDO ((AMY PAR) MTO BUR) ((FLT BRE) HLD))",
        ["PRP (AND (XDO ((FRA AMY PAR) MTO BUR)) (XDO ((FRA FLT BRE) HLD)))"],
        True,
    ),
    (
        "(UNO ((AMY PAR) SUP (AMY MUN)))",
        ["PRP (NOT (XDO ((FRA AMY PAR) SUP (GER AMY MUN))))"],
        True,
    ),
    (
        "(IDO ((FLT NTH) CNV (AMY YOR) MTO NWY))",
        ["FCT (XDO ((ENG FLT NTH) CVY (ENG AMY YOR) CTO NWY))"],
        True,
    ),
    (
        "(IDO ((AMY YOR) SUP (FLT (STP NTH)) MTO (BUL EST)))",
        ["FCT (XDO ((ENG AMY YOR) SUP (RUS FLT (STP NCS)) MTO BUL))"],
        False,
    ),
    ("(INO ((FLT NTH) MTO ECH))", ["FCT (NOT (XDO ((ENG FLT NTH) MTO ECH)))"], True),
    ("(XDO RUS ((FLT (STP NTH)) BLD))", ["THK (XDO ((RUS FLT (STP NCS)) BLD))"], True),
    ("(XNO RUS ((AMY WAR) HLD))", ["THK (NOT (XDO ((RUS AMY WAR) HLD)))"], True),
    ("(FOR 15 (UDO ((FLT BRE) BLD)))", ["PRP (FOR (WIN 1903) (XDO ((FRA FLT BRE) BLD)))"], True),
    (
        "(FOR 15- (PCE))",
        ["PRP (FOR ((WIN 1903) (WIN 8191)) (PCE (ENG FRA)))"],
        True,
    ),
    ("(FOR -15 (PCE))", ["PRP (FOR ((FAL 1901) (WIN 1903)) (PCE (ENG FRA)))"], False),
    (
        "(IFF (FOR 15 (UNO ((FLT BRE) BLD))) THN (DWR) ELS (PCE))",
        [
            "IFF (FOR (WIN 1903) (NOT (XDO ((FRA FLT BRE) BLD)))) THN (FCT (NOT (PCE (ENG FRA))))"
            " ELS (PRP (PCE (ENG FRA)))"
        ],
        True,
    ),
    ("(IFF (IDO ((FLT NTH) HLD)) THN (PCE))", None, True),
    ("(YES (PCE))", ["YES (PRP (PCE (FRA ENG)))"], True),
    ("(YES)", ["YES (PRP (PCE (FRA ENG)))"], False),
    ("(NOP)", ["REJ (PRP (PCE (FRA ENG)))"], False),
    ("(NOP (UDO ((FLT NTH) HLD)))", ["REJ (PRP (XDO ((ENG FLT NTH) HLD)))"], True),
    ("(BWX)", ["BWX (PRP (PCE (FRA ENG)))"], True),
    ("(EXP 3 (PCE))", ["EXP (FAL 1901) (PRP (PCE (ENG FRA)))"], True),
    ("(WHT (AMY PAR))", ["WHT (FRA AMY PAR)"], True),
    ("(WHT (AMY PAR) (AMY MUN))", ["WHT (FRA AMY PAR)", "WHT (GER AMY MUN)"], False),
    ("(HOW MOS)", ["HOW (MOS)"], True),
    ("(HOW (FLT BRE))", ["HOW (BRE)"], False),
    ("(THK (RUS ((AMY WAR) HLD)))", ["THK (XDO ((RUS AMY WAR) HLD))"], False),
    ("(FRM RUS (DWR))", ["FRM (RUS) (ENG) (FCT (NOT (PCE (RUS ENG))))"], True),
    ("(FRM RUS ITA (PCE))", ["FRM (RUS) (ITA) (PRP (PCE (RUS ITA)))"], True),
    ("(SND RUS (PCE))", ["PRP (SND (FRA) (RUS) (PRP (PCE (FRA RUS))))"], True),
    ("(SNT RUS (PCE))", ["FRM (ENG) (RUS) (PRP (PCE (ENG RUS)))"], True),
    ("(TRY PCE DMZ UDO)", ["TRY (PRP PCE DMZ XDO)"], True),
    ("(TRY)", ["TRY ()"], True),
    ("(PSV DWR)", ["TRY (FCT NOT PCE)"], False),
    # What programs and their server say.
    ("(END)", ["GOF"], False),
    ("(TME 0)", ["TME (0)"], False),
    ("(CDD)", ["CCD (ENG)"], False),
    ("(SUB ((FLT NTH) HLD))", ["SUB ((ENG FLT NTH) HLD)"], False),
    (
        "(ORD 3 (ENG ((FLT NTH) HLD (VLD)) ((AMY YOR) MTO LON (BNC) (RET WAL))))",
        [
            "ORD (FAL 1901) ((ENG FLT NTH) HLD) (SUC)",
            "ORD (FAL 1901) ((ENG AMY YOR) MTO LON) (BNC RET)",
        ],
        False,
    ),
]


@pytest.mark.parametrize(("text", "said", "and_back"), PAIRS, ids=[row[0] for row in PAIRS])
def test_dpp_in_daide(text, said, and_back):
    message = read_message(text, DPP)
    found = to_daide(message, TO_FRANCE)
    if said is not None:
        assert [to_text(_tokens(one)) for one in found] == said
    if and_back:
        (one,) = found
        assert write_dpp(to_dpp(one, TO_FRANCE), DPP) == text


def _tokens(one):
    try:
        return write_speech(one, DAIDE)
    except Unsayable:
        return write_message(one, DAIDE)


def test_apologies_and_denials_answer_an_accusation():
    accused = "EXP (FAL 1901) (PRP (PCE (FRA ENG)))"
    for text, said in (("(SRY)", f"SRY ({accused})"), ("(DNY)", f"REJ ({accused})")):
        (one,) = to_daide(read_message(text, DPP), ACCUSED)
        assert to_text(write_speech(one, DAIDE)) == said
        assert write_dpp(to_dpp(one, ACCUSED), DPP) == text
        with pytest.raises(Unsayable):
            to_daide(read_message(text, DPP), TO_FRANCE)


@pytest.mark.parametrize(
    "text",
    [
        "(RPT)",
        "(ALT DPP)",
        "(ACT PCE)",
        "(DMZ)",
        "(ALY)",
        "(SUB)",
        "(DST (ENG 3))",
        "(DST (ENG NTH))",
        "(DST (REF LON))",
        "(ALY WTH REF VSS GER)",
        "(SND REF (PCE))",
        "(SND FRA (PCE))",
        "(FRM RUS RUS (PCE))",
        "(EXP)",
        "(WHT)",
        "(WHT (FLT NWG))",
        "(THK (ENG ((FLT NTH) MTO NWG (BNC))))",
        "(CTE 7)",
        "(DFM)",
        "(PPT)",
        "(TME 3)",
        "(IFF (YES) THN (PCE))",
        "(YES (YES))",
        "(UDO ((AMY PAR) SUP (AMY RUH)))",
        "(XDO REF ((AMY PAR) HLD))",
        "(FOR 3 (WHT (AMY PAR)))",
        "(FOR 3 (FOR 4 (PCE)))",
        "(IFF (PCE) THN (WHT (AMY PAR) (AMY MUN)))",
    ],
)
def test_what_daide_cannot_say(text):
    with pytest.raises(Unsayable):
        to_daide(read_message(text, DPP), TO_FRANCE)


@pytest.mark.parametrize(
    "text",
    [
        "PRP (DRW)",
        "PRP (PCE (GER FRA))",
        "PRP (XDO ((GER AMY MUN) HLD))",
        "INS (XDO ((ENG FLT NTH) HLD))",
        "PRP (AND (PCE (ENG FRA)) (XDO ((FRA AMY PAR) HLD)))",
        "PRP (AND (XDO ((FRA AMY PAR) HLD)) (NOT (XDO ((FRA FLT BRE) HLD))))",
        "FCT (XDO (ENG WVE))",
        "QRY (PCE (ENG FRA))",
        "THK (QRY (PCE (ENG FRA)))",
        "HOW (ENG)",
        "SRY (EXP (SPR 1901) (PRP (DRW)))",
        "FRM (GER) (GER) (PRP (DRW))",
        "BWX (PRP (DRW))",
        "WHY (PRP (DRW))",
        "FRM (GER) (ENG FRA) (PRP (PCE (GER ENG)))",
        "'words of people'",
    ],
)
def test_what_dpp_cannot_say(text):
    with pytest.raises(Unsayable):
        to_dpp(read_speech(from_text(text), DAIDE, 8000), TO_FRANCE)


def test_what_both_can_say_of_a_third_power_s_orders():
    said = read_speech(from_text("FCT (XDO ((GER AMY MUN) HLD))"), DAIDE)
    assert write_dpp(to_dpp(said, TO_FRANCE), DPP) == "(XDO GER ((AMY MUN) HLD))"


@pytest.mark.slow
@given(messages)
def test_any_message_of_dpp_is_translated_or_refused(message):
    """What DAIDE says instead is a message of DAIDE, and translated back it is one of DPP that
    DAIDE says in the same way."""
    exchange = Exchange(BOARD, "ENGLAND", "FRANCE", VARIANT.start, LAST)
    try:
        found = to_daide(message, exchange)
    except Unsayable:
        return
    written = [_tokens(one) for one in found]
    for one, tokens in zip(found, written, strict=True):
        try:
            assert read_speech(tokens, DAIDE) == one
        except ValueError:
            read_daide(tokens, DAIDE)
            continue
        try:
            back = to_dpp(one, exchange)
        except Unsayable:
            continue
        assert one in to_daide(back, exchange) or "TRY" in tokens  # it lists words in any order


@pytest.mark.slow
@given(speeches)
def test_any_press_of_daide_is_translated_or_refused(said):
    exchange = Exchange(BOARD, "ENGLAND", "FRANCE", VARIANT.start, LAST)
    try:
        text = write_dpp(to_dpp(said, exchange), DPP)
    except Unsayable:
        return
    read_message(text, DPP)
