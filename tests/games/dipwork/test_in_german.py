"""A round in German: neither the screen nor ``ERRORS.TXT`` has an English sentence."""

import re

import pytest

from dragoman.board import Board
from dragoman.formats import load_variant
from dragoman.games.dipwork.round import run
from dragoman.games.dipwork.workspace import Dialogue
from dragoman.orders import scan
from dragoman.words import in_language

UNITS = {"Au": ["A Bud", "A Vie", "F Tri"], "Ge": ["A Mun", "F Kie"], "Ru": ["F PeS", "A War"]}
ORDERS = {
    "Au": [
        "A Bud-Nirgends",
        "A Vie fliegt Boh",
        "F Tri-Alb-Ion",
        'A Vie S "',
        "A Vie winter Boh",
        "F Spa(xc)-Mid",
    ],
    "Ge": ["A Mun C", "A Mun", "A Ber-Kie", "F Kie-Helgolant", "bitte: A Mun - Boh"],
    "Ru": ["A War-", "F PeS S A War", "A War-Ukr", "A War-Gal", "A War-Lvn-xyzzyx"],
}
ENGLISH = re.compile(
    r"\b(the|is|no|and|with|write|place|order|orders|read|unit|cannot|behind|such|line)\b"
)


def say_de(text):
    return in_language(text, "de")


def test_the_screen_and_the_errors_have_no_english_sentence(table):
    table.write(UNITS, ORDERS, header=["SPELLCHECK 3", "ERROR_NR_OUTPUT Nein"])
    said = []
    faults = run(["ROUND", "/s", "/p"], Dialogue(said.append).spoken("de"), table.here)
    told = [fault.told(say_de) for fault in faults]
    assert len({fault.code for fault in faults}) >= 8, {fault.code for fault in faults}
    assert any("'winter' ist kein Befehl" in line for line in told)
    written = "\n".join(line for line in table.errors() if not line.startswith("  "))
    assert "Diese Zeile ist nicht auszuwerten:" in written
    for line in (*told, *said, *written.splitlines()):
        assert not ENGLISH.search(re.sub(r"'[^']*'|\([^)]*\)", "", line)), line


def test_in_english_dipworks_own_words_stay(table):
    table.write(UNITS, ORDERS).play("/s", "/p")
    assert "Can not evaluate this line:" in table.errors()
    assert "No Such Unit:" in table.errors()
    assert any("is not an order for the unit in Vienna" in fault.what for fault in table.faults)


LINES = """A Par - Nirgendwo
A Par fliegt Bur
A Par
A Par - Bur (Mar)
A Par - Bur please
F Spa/xc - Mao
A Mar S \"
F Eng C A Lon
A Lon - Nwy, Nth
A Lvp - Xyz - Edi via Nth
Liv - Edi
please: A Vie - Tri
A Nor - Swe"""
MONEY = """Expense 5: 9 d buy A Fer
Expense 1: buy A Fer x
Expense 1: 18.5 d buy A Fer
Expense 1: 0 d buy A Fer
Expense 1: d
borrow 25 d for 5 years
pay 5 d to Narnia
pay 5 d to
Expense 1: 9 d garrison to autonomous A Fer
A Ven C
G Cro C F/xc
A Ven B Fer
A Fer - Ferrara City
Expense 1: 3 d relief Mil
Expense 1: 3 d relief Mil
Expense: none"""


@pytest.mark.parametrize(("variant", "lines"), [("standard", LINES), ("machiavelli", MONEY)])
def test_every_fault_of_the_scanner_has_german_words(variant, lines):
    board: Board = load_variant(variant).board
    found = scan(lines, board).diagnostics
    assert len({fault.code for fault in found}) >= 8, [(f.line, f.code) for f in found]
    for fault in found:
        assert say_de(fault.what) != fault.what, fault
        assert not fault.remedy or say_de(fault.remedy) != fault.remedy, fault
