"""DPP's messages: those of the protocol and of its first draft, read, written, refused."""

import pickle

import pytest
from dpp_samples import WORDS, messages
from hypothesis import given, strategies as st
from mutations import damaged

from dragoman.orders import Build, Hold, Move, Support, UnitRef
from dragoman.press.dpp import messages as m
from dragoman.press.dpp.language import (
    KEYWORDS,
    TextFault,
    check_message,
    read_message,
    write_message,
)
from dragoman.press.dpp.vocabulary import turn_number, turn_numbered
from dragoman.press.grammar import DEEPEST, Unsayable
from dragoman.reports.statements.statement import LocationKey
from dragoman.rules import Phase

W1903A = Phase.parse("W1903A")
STP = UnitRef("STP/NC", "F")

# The examples of the protocol that are written as it says.
EXAMPLES = {
    "(TRY DWR PCE UNO UDO)": m.Try(("DWR", "PCE", "UNO", "UDO")),
    "(TRY)": m.Try(()),
    "(HUH (DMZ BUR *ENG RUH))": m.Puzzled(("(", "DMZ", "BUR", "*", "ENG", "RUH", ")")),
    "(ALT DPP)": m.OtherProtocol(("DPP",)),
    "(TME 3)": m.TimeLeft(3),
    "(DMZ BUR RUH NTH)": m.Demilitarised(("BUR", "RUH", "NTH")),
    "(ALY WTH FRA VSS GER RUS)": m.Alliance(("FRANCE",), ("GERMANY", "RUSSIA")),
    "(DST (ENG BRE SPA POR) (GER BEL PAR) (ITA MAR))": m.Distribution(
        (
            ("ENGLAND", ("BRE", "SPA", "POR")),
            ("GERMANY", ("BEL", "PAR")),
            ("ITALY", ("MAR",)),
        )
    ),
    "(DST (ENG 3) (GER 2) (ITA 1))": m.Distribution((("ENGLAND", 3), ("GERMANY", 2), ("ITALY", 1))),
    "(UNO ((FLT (STP NTH)) BLD))": m.YouShouldNot((Build(STP),)),
    "(INO ((AMY MAR) SUP (AMY VEN) MTO PIE))": m.IWillNot(
        (Support(UnitRef("MAR", "A"), UnitRef("VEN", "A"), "PIE"),)
    ),
    "(IDO ((FLT ECH) MTO MAO))": m.IWill((Move(UnitRef("ENG", "F"), "MAO"),)),
    "(XDO ENG ((FLT ECH) CNV (AMY EDI) MTO WAL))": None,
    "(XNO FRA ((AMY PAR) HLD))": m.TheyWillNot("FRANCE", (Hold(UnitRef("PAR", "A")),)),
    "(EXP 12 (UNO ((FLT (STP NTH)) BLD)))": m.BrokenPromise(
        Phase.parse("S1903R"), (m.YouShouldNot((Build(STP),)),)
    ),
    "(FOR 15-20 (UDO ((FLT SEV) BLD)))": m.During(
        m.Period(W1903A, Phase.parse("W1904A")),
        (m.YouShould((Build(UnitRef("SEV", "F")),)),),
    ),
    "(IFF (FOR 15 (UNO ((FLT (STP NTH)) BLD))) THN (DWR) ELS (FOR 16 (IDO ((AMY SWE) SUP"
    " (FLT (STP NTH)) MTO NWY))))": None,
    "(WHT (FLT NTH))": m.AskedUnits((UnitRef("NTH", "F"),)),
    "(HOW MOS)": m.AskedPlan(LocationKey("MOS")),
    "(HOW (STP NTH))": m.AskedPlan(LocationKey("STP/NC")),
    "(HOW (FLT NTH))": m.AskedPlan(UnitRef("NTH", "F")),
    "(DFM 2)": m.Discard(2),
    "(PPT)": m.Puppet(()),
    "(ORD 1 (FRA ((AMY PAR) MTO BUR (BNC)) ((AMY MAR) HLD (RET GAS (SPA NTH)))))": None,
    "(FOR 15- (DWR))": m.During(m.Period(W1903A, None), (m.War(),)),
    "(FOR -15 (DWR))": m.During(m.Period(None, W1903A), (m.War(),)),
    "(FOR 15 (DWR))": m.During(m.Period(W1903A, W1903A), (m.War(),)),
    "(DMZ TYL APU HEL LON)": m.Demilitarised(("TYR", "APU", "HEL", "LON")),
    "(CTE IX.7)": m.CitedRule("IX.7"),
    "(THK (REF))": m.Prediction(((m.REFEREE, ()),)),
}

# Each row: an example that is written otherwise than the protocol says, how it should be written,
# and what is remarked.
ODD = [
    (
        "(UDO ((AMY WAR) MTO PRU) ((AMY SEV) MTO ARM)",
        "(UDO ((AMY WAR) MTO PRU) ((AMY SEV) MTO ARM))",
        ["not-closed"],
    ),
    ("(FOR 15 (UDO ((FLT SEV) BLD))", "(FOR 15 (UDO ((FLT SEV) BLD)))", ["not-closed"]),
    ("(FRM RUS (WAR))", "(FRM RUS (DWR))", ["other-word"]),
    ("(FRM RUS ENGLAND (WAR))", "(FRM RUS ENG (DWR))", ["full-name", "other-word"]),
    (
        "(IFF (DST (AUSTRIA VIE BUD TRI)) THN (FOR -80 (PPT IDO SND FRM)))",
        "(IFF (DST (AUS VIE BUD TRI)) THN (FOR -80 (PPT IDO SND FRM)))",
        ["full-name"],
    ),
    ("(YEP)", "(YES)", ["other-word"]),
    ("(DMZ TYR)", "(DMZ TYL)", []),
    ("(WHT (F NTH))", "(WHT (FLT NTH))", ["short-kind"]),
    # The first draft.
    ("(WAR)", "(DWR)", ["other-word"]),
    ("(OUT)", "(END)", ["other-word"]),
    ("(UNO BUILD F STP(NC))", "(UNO ((FLT (STP NTH)) BLD))", ["plain-order"]),
    ("(UDO A WAR - PRU)", "(UDO ((AMY WAR) MTO PRU))", ["plain-order"]),
    ("(INO A MAR S A VEN - PIE)", "(INO ((AMY MAR) SUP (AMY VEN) MTO PIE))", ["plain-order"]),
    ("(IDO F ECH - MAO)", "(IDO ((FLT ECH) MTO MAO))", ["plain-order"]),
    (
        "(EXP UNO BUILD F STP(NC))",
        "(EXP (UNO ((FLT (STP NTH)) BLD)))",
        ["no-brackets", "plain-order"],
    ),
    (
        "(IFF FOR 15 UNO BUILD F STP(NC) THN WAR ELS FOR 16 IDO A SWE S F STP - NWY)",
        "(IFF (FOR 15 (UNO ((FLT (STP NTH)) BLD))) THN (DWR)"
        " ELS (FOR 16 (IDO ((AMY SWE) SUP (FLT STP) MTO NWY))))",
        None,
    ),
    ("(WHT F NTH)", "(WHT (FLT NTH))", ["short-kind", "no-brackets"]),
    (
        "(FRM RUSSIA (INO BUILD F STP(NC)))",
        "(FRM RUS (INO ((FLT (STP NTH)) BLD)))",
        ["full-name", "plain-order"],
    ),
    ("(pce)", "(PCE)", ["small-letters"]),
]

# Each row: no message, the column of the fault, and what is answered.
WRONG = [
    ("(DMZ BUR ENG RUH)", 10, "(HUH (DMZ BUR *ENG RUH))"),
    ("(DMZ SWI)", 6, "(HUH (DMZ *SWI))"),
    ("(HOW SWI)", 6, "(HUH (HOW *SWI))"),
    ("(TME)", 5, "(HUH (TME *))"),
    ("(PCE) (PCE)", 7, "(HUH (PCE) *(PCE))"),
    ("(PCE))", 6, "(RPT)"),
    ("(UNO)", 5, "(HUH (UNO *))"),
    ("(IDO ((AMY PAR) CNV (AMY BUR)))", 30, "(HUH (IDO ((AMY PAR) CNV (AMY BUR) *)))"),
    ("(FOR BUR (PCE))", 6, "(HUH (FOR *BUR (PCE)))"),
    ("(UDO A PAR)", 6, "(HUH (UDO *A PAR))"),
    ("(UDO ENGLAND A LON H)", 6, "(HUH (UDO *ENGLAND A LON H))"),
    ("(UDO A LON-NTH-NWY)", 6, "(HUH (UDO *A LON-NTH-NWY))"),
    ("(UDO PAY 3 TO FRANCE)", 6, "(HUH (UDO *PAY 3 TO FRANCE))"),
    ("(HUH (PCE))", 11, "(RPT)"),
    ("(ABC)", 2, f"(TRY {' '.join(KEYWORDS)})"),
    ("", 1, f"(TRY {' '.join(KEYWORDS)})"),
    ("()", 2, f"(TRY {' '.join(KEYWORDS)})"),
]


ODD_WORDS = ["(", ")", "*", "THN", "ELS", "WTH", "VSS", "MTO", "7", "7-", "-7", "AMY", "A", "\x00"]


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_of_the_protocol(text):
    found = read_message(text, WORDS)
    if EXAMPLES[text] is not None:
        assert found == EXAMPLES[text]
    assert write_message(found, WORDS) == text
    assert check_message(text, WORDS) == ()


@pytest.mark.parametrize(("text", "written", "remarks"), ODD)
def test_what_is_written_otherwise_is_read_and_remarked(text, written, remarks):
    assert write_message(read_message(text, WORDS), WORDS) == written
    found = check_message(text, WORDS)
    assert not any(remark.is_error for remark in found)
    if remarks is not None:
        assert sorted(remark.code for remark in found) == sorted(remarks)
    assert check_message(written, WORDS) == ()


@pytest.mark.parametrize(("text", "column", "reply"), WRONG)
def test_what_is_no_message_is_answered(text, column, reply):
    with pytest.raises(TextFault) as found:
        read_message(text, WORDS)
    assert found.value.diagnostic.column == column
    assert found.value.reply == reply
    assert check_message(text, WORDS) == (found.value.diagnostic,)
    assert pickle.loads(pickle.dumps(found.value)).reply == reply
    read_message(reply, WORDS)


@pytest.mark.parametrize(
    ("number", "phase"),
    [
        (1, "S1901M"),
        (2, "S1901R"),
        (3, "F1901M"),
        (4, "F1901R"),
        (5, "W1901A"),
        (15, "W1903A"),
        (16, "S1904M"),
        (40, "W1908A"),
        (80, "W1916A"),
        (0, "W1900A"),
    ],
)
def test_turns_have_numbers(number, phase):
    assert turn_numbered(number) == Phase.parse(phase)
    assert turn_number(Phase.parse(phase)) == number


def test_what_has_no_words():
    for unsayable in (
        m.TurnResults(Phase.parse("U1454M"), ()),
        m.TurnResults(Phase.parse("S1900M"), ()),
        m.IWill((Hold(UnitRef("PAR")),)),
        m.Demilitarised(("ATLANTIS",)),
    ):
        with pytest.raises(Unsayable):
            write_message(unsayable, WORDS)


def test_messages_are_not_read_to_any_depth():
    with pytest.raises(TextFault, match=f"deeper than {DEEPEST}"):
        read_message("(YES " * 5000, WORDS)


@pytest.mark.slow
@given(messages)
def test_written_and_read_it_is_the_same(message):
    text = write_message(message, WORDS)
    assert read_message(text, WORDS) == message
    assert check_message(text, WORDS) == ()


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        read_message(text, WORDS)
    except TextFault as fault:
        assert fault.reply


def test_damaged_messages_are_read_or_answered():
    texts = [*EXAMPLES, *(text for text, _, _ in ODD)]
    tokens = [t.replace("(", " ( ").replace(")", " ) ").split() for t in texts]
    vocabulary = [
        *KEYWORDS,
        *[
            "(",
            ")",
            "*",
            "THN",
            "ELS",
            "WTH",
            "VSS",
            "MTO",
            "7",
            "7-",
            "-7",
            "AMY",
            "A",
            "FLT",
            "PAR",
            "FRANCE",
            "\x00",
        ],
    ]
    read = 0
    for message in damaged(tokens, vocabulary, seed=1990):
        try:
            found = read_message(" ".join(message), WORDS)
        except TextFault as fault:
            assert fault.reply
        else:
            read += 1
            assert read_message(write_message(found, WORDS), WORDS) == found
    assert read
