"""What programs say, told in the languages of people."""

from pathlib import Path

import pytest
from daide_samples import VARIANT, WORDS as DAIDE, speeches
from dpp_samples import WORDS as DPP, messages
from hypothesis import given

from dragoman.press import plain_words
from dragoman.press.daide.language import read_speech
from dragoman.press.daide.tokens import from_text
from dragoman.press.dpp.language import KEYWORDS, read_message
from dragoman.press.dpp.order_patterns import NOTES
from dragoman.press.plain_words import told_message, told_speech
from dragoman.words import LANGUAGES, word_file

FOLDER = Path(plain_words.__file__).with_name("words")

TOLD = [
    (
        "PRP (PCE (ENG FRA))",
        "I propose: peace between England and France",
        "Ich schlage vor: Frieden zwischen England und Frankreich",
    ),
    (
        "PRP (ORR (XDO ((ENG FLT LON) MTO NTH)) (DRW))",
        "I propose: one of these: the order “England: F Lon–Nth” or a draw",
        "Ich schlage vor: eines davon: der Befehl „England: F Lon–Nth“ oder ein Remis",
    ),
    (
        "FCT (FOR ((SPR 1901) (FAL 1902)) (DMZ (RUS TUR) (BLA)))",
        "It is so: no units of Russia and Turkey in Bla"
        " (from Spring 1901, movement, to Fall 1902, movement)",
        "Tatsache ist: keine Einheiten von Russland und der Türkei in Bla"
        " (von Frühjahr 1901, Züge, bis Herbst 1902, Züge)",
    ),
    (
        "IFF (DRW (ENG FRA)) THN (PRP (SLO (ENG))) ELS (YES (PRP (SLO (FRA))))",
        "If this is so: a draw among England and France, then “I propose: a solo win for England”, "
        "else “I accept this proposal: a solo win for France”",
        None,
    ),
    (
        "PRP (AND (PCE (ENG FRA)) (SCD (ENG LON EDI) (FRA PAR)) (ORR (DRW) (SLO (ENG))))",
        "I propose: all of this: peace between England and France; the centres are shared out "
        "thus: England: Lon and Edi; France: Par; one of these: a draw or a solo win for England",
        None,
    ),
    (
        "QRY (PCE (ENG FRA))",
        "Is it so: peace between England and France?",
        "Trifft das zu: Frieden zwischen England und Frankreich?",
    ),
    ("FCT (QRY (DRW))", "It is so: a draw", "Tatsache ist: ein Remis"),
    (
        "THK (NAR (QRY (DRW)))",
        "I think it is so: no draw",
        "Ich glaube, dass das zutrifft: kein Remis",
    ),
    (
        "PRP (NOT (AND (DRW) (PCE (ENG TUR))))",
        "I propose: the opposite of this: all of this: a draw; peace between England and Turkey",
        None,
    ),
    (
        "REJ (PRP (NOT (PCE (TUR RUS))))",
        "I reject this proposal: no peace between Turkey and Russia",
        "Ich lehne diesen Vorschlag ab: kein Frieden zwischen der Türkei und Russland",
    ),
    (
        "BWX (HOW (TUR))",
        "No comment on “How are we to attack Turkey?”",
        "Kein Kommentar zu „Wie sollen wir angreifen: Türkei?“",
    ),
    (
        "THK (NOT (XDO ((FRA AMY PAR) MTO BUR)))",
        "I do not expect this order: France: A Par–Bur",
        "Ich erwarte diesen Befehl nicht: Frankreich: A Par–Bur",
    ),
    (
        "SRY (EXP (FAL 1902) (PRP (ALY (TUR ENG) VSS (TUR))))",
        None,
        "Es tut mir leid, dass ich mich nicht daran gehalten habe (Herbst 1902, Züge): "
        "„Ich schlage vor: ein Bündnis von der Türkei und England gegen die Türkei“",
    ),
    (
        "FRM (TUR) (ENG TUR) (PRP (DRW))",
        "Turkey told England and Turkey: “I propose: a draw”",
        "Die Türkei sagte zu England und der Türkei: „Ich schlage vor: ein Remis“",
    ),
    (
        "IFF (DRW) THN (PRP (PCE (ENG FRA)))",
        None,
        "Falls das zutrifft: ein Remis, dann „Ich schlage vor: Frieden zwischen England und "
        "Frankreich“",
    ),
    ("TRY ()", "I understand these words: none", "Ich verstehe diese Wörter: keine"),
    ("HUH (PRP (ERR SCD))", "I do not understand this from ERR on: PRP (ERR SCD)", None),
    ("'see you'", "See you", "See you"),
]

TOLD_DPP = [
    ("(DWR)", "I declare war on you", "Ich erkläre dir den Krieg"),
    (
        "(ALY WTH FRA VSS GER RUS)",
        "I propose an alliance with France against Germany and Russia",
        "Ich schlage ein Bündnis mit Frankreich gegen Deutschland und Russland vor",
    ),
    ("(ALY)", "I propose an alliance", "Ich schlage ein Bündnis vor"),
    (
        "(FOR 15- (IDO ((AMY SWE) SUP (FLT (STP NTH)) MTO NWY)))",
        "“I shall order: A Swe S F Stp/nc–Nwy” (from Winter 1903, adjustments)",
        "„Ich werde befehlen: A Swe S F Stp/nc–Nwy“ (ab Winter 1903, Auf- und Abbau)",
    ),
    (
        "(FRM RUS (UNO ((FLT (STP NTH)) BLD)) (DMZ BUR RUH))",
        "Russia sent this: “You should not order: build F Stp/nc; I propose that we keep our units "
        "out of a demilitarised zone in Bur and Ruh”",
        "Russland sandte dies: „Du solltest nicht befehlen: Aufbau F Stp/nc; Ich schlage eine "
        "entmilitarisierte Zone in Bur und Ruh vor“",
    ),
    (
        "(DFM 3)",
        "Take no notice of what I send next (number of messages: 3)",
        "Beachte nicht, was ich als Nächstes sende (Zahl der Nachrichten: 3)",
    ),
    ("(EXP 3)", "You broke your promise (before Fall 1901, movement)", None),
    (
        "(THK (ENG ((FLT LON) MTO ECH (BNC) (RET WAL))))",
        "I predict these results: England: F Lon–Eng (bounces off an equal force and must retreat, "
        "to Wal)",
        None,
    ),
    (
        "(FRM REF (TME 0))",
        None,
        "Der Spielleiter sandte dies: „Nachrichten, die noch gesendet werden dürfen: 0“",
    ),
    (
        "(FRM TUR REF (TME 0))",
        None,
        "Die Türkei sandte dies an den Spielleiter: „Nachrichten, die noch gesendet werden dürfen: "
        "0“",
    ),
    ("(SUB)", "My orders: none", "Meine Befehle: keine"),
    (
        "(DST (TUR) (ENG 3))",
        "We shall divide the spoils thus: Turkey: none; England: 3",
        "Wir teilen die Beute so: Türkei: keine; England: 3",
    ),
    (
        "(IFF (XDO TUR ((AMY CON) HLD)) THN (DWR))",
        "If “Turkey will order: A Con H”, then “I declare war on you”",
        "Wenn „Die Türkei wird befehlen: A Con H“, dann „Ich erkläre dir den Krieg“",
    ),
]


def in_language(tell, message, english, german):
    for language, expected in (("en", english), ("de", german)):
        said = tell(message, VARIANT, language)
        assert expected is None or said == expected


@pytest.mark.parametrize(("text", "english", "german"), TOLD)
def test_press_of_daide_is_told(text, english, german):
    said = read_speech(from_text(text), DAIDE, 8000, ["PDA"])
    in_language(told_speech, said, english, german)


@pytest.mark.parametrize(("text", "english", "german"), TOLD_DPP)
def test_messages_of_dpp_are_told(text, english, german):
    in_language(told_message, read_message(text, DPP), english, german)


def test_every_message_and_every_note_has_a_sentence():
    tables = word_file(FOLDER, "en")
    assert set(tables["dpp"]) == {*KEYWORDS, "REF"}
    assert set(tables["notes"]) == {*NOTES, "RET-to"}


@pytest.mark.slow
@given(speeches)
def test_all_press_of_daide_can_be_told(said):
    for language in LANGUAGES:
        told = told_speech(said, VARIANT, language)
        assert told and "{" not in told


@pytest.mark.slow
@given(messages)
def test_all_messages_of_dpp_can_be_told(message):
    for language in LANGUAGES:
        told = told_message(message, VARIANT, language)
        assert told and "{" not in told


def test_a_language_without_words():
    with pytest.raises(ValueError, match="no words for 'xx'"):
        told_message(read_message("(PCE)", DPP), VARIANT, "xx")
