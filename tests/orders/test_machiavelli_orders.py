"""Orders of Machiavelli as people write them, in both languages, and what is said of others."""

import pytest
from hypothesis import given, strategies as st

from dragoman.formats import load_variant
from dragoman.orders import (
    Ally,
    Borrow,
    Build,
    Convert,
    Convoy,
    Disband,
    Expense,
    GiveChit,
    Hold,
    LiftSiege,
    Maintain,
    Move,
    NoExpense,
    Pay,
    Purpose,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
    scan,
    scan_file,
    scan_order,
)
from dragoman.orders.order import Besiege

BOARD = load_variant("machiavelli").board
MACH2 = load_variant("machiavelli2").board
STANDARD = load_variant("standard").board

GEN = UnitRef("GEN", "A")
INSIDE = UnitRef("GEN_CITY", "G")
CRO = UnitRef("CRO_CITY", "G")
MIL = UnitRef("MIL", "A")
FER = UnitRef("FER", "A")

BESIEGE, LIFT = Besiege(GEN), LiftSiege(GEN)
ENTER, LEAVE = Convert(GEN, "G"), Convert(INSIDE, "A")
TO_NC = Convert(CRO, "F", "NC")
BUY = Expense(1, Purpose.BUY, FER, 18)
RELIEF = Expense(1, Purpose.RELIEF, "MIL", 3)
PACIFY = Expense(1, Purpose.PACIFY, "RME", 12)
REBEL = Expense(1, Purpose.REBEL, "SLZ", 9)
COUNTER = Expense(1, Purpose.COUNTER, UnitRef("MOD", "A"), 6)
FREE = Expense(1, Purpose.SET_FREE, UnitRef("BOL_CITY", "G"), 9)
RID = Expense(1, Purpose.DISBAND, UnitRef("FER_CITY", "G"), 12)
KILL = Expense(1, Purpose.ASSASSINATE, "PAPACY", 24)

CAMPAIGN = {
    BESIEGE: (
        "A gen B",
        "A gen b G",
        "A gen besieges",
        "Army Genoa besieges the city",
        "A gen besieges Genoa",
        "A gen besieges the city of Genoa",
        "A gen siege",
        "A gen seige G gen",
        "A gen lays siege to Genoa",
        "A gen besieging",
        "A gen belagert",
        "Armee Genua belagert die Stadt",
        "A gen belagert Garnison Genua",
    ),
    LIFT: (
        "A gen L",
        "A gen ls",
        "A gen lifts",
        "A gen lift siege",
        "A gen lifts the siege",
        "A gen hebt die Belagerung auf",
        "A gen bricht Belagerung ab",
    ),
    ENTER: (
        "A gen C G",
        "a gen c g",
        "A gen converts to G",
        "Army Genoa converts to a garrison",
        "A gen becomes garrison",
        "A gen wandelt sich in eine Garnison",
        "Armee Genua wird Garnison",
    ),
    LEAVE: (
        "G gen C A",
        "Garrison Genoa converts to an army",
        "G gen: C A",
        "G gen wird eine Armee",
        "Garrison city of Genoa converts to an army",
        "Garnison Stadt Genua wird eine Armee",
        "G Stadt Genua wird Armee",
    ),
    TO_NC: (
        "G cro C F /nc",
        "G cro C F/nc",
        "G cro C F nc",
        "G cro converts to a fleet (north coast)",
        "G Kroatien wird Flotte (Nordküste)",
    ),
    Convert(UnitRef("GEN"), "A"): ("gen C A", "Genoa converts to army"),
    Convoy(UnitRef("EGL", "F"), UnitRef("PSA", "A"), "GEN"): (
        "F egl C A psa - gen",
        "F egl T A psa - gen",
        "F egl transports army Pisa to Genoa",
        "F egl geleitet Armee Pisa nach Genua",
    ),
    Move(UnitRef("PSA", "A"), "GEN", route=("EGL",)): (
        "A psa - egl - gen",
        "Army Pisa moves over Eastern Gulf of Lyons to Genoa",
    ),
    Support(UnitRef("FOR", "A"), INSIDE): (
        "A for S G gen",
        "A for S G gen C A",
        "A for S G gen H",
        "A for supports garrison Genoa converting to army",
        "A for S G city of Genoa",
        "A for unterstützt Garnison Stadt Genua",
    ),
    Support(UnitRef("FOR", "A"), GEN): ("A for S A gen B", "A for S A gen besieges the city"),
    Support(UnitRef("MON", "A"), UnitRef("SAV", "A"), "GEN"): ("A mon S A sav - gen",),
    Hold(UnitRef("MIL", "Am")): (
        "Am mil H",
        "em A mil H",
        "elite mercenary A mil holds",
        "mercenary army Milan holds",
        "Elitesöldner Armee Mailand hält",
    ),
    Hold(UnitRef("MIL", "Ac")): (
        "citizen's militia A mil H",
        "citizen’s militia A mil H",
        "militia army Milan H",
        "cm A mil H",
        "Bürgermiliz A mil hält",
    ),
    Hold(UnitRef("RME_CITY", "Gp")): ("ep G rme H", "elite professional garrison Rome holds"),
    Disband(MIL): ("A mil D", "A mil disbands", "disband A mil", "A mil löst sich auf"),
    BUY: (
        "expense 1: 18 d buy A fer",
        "expense 1 18 d buy A fer",
        "Expense 1 - 18 ducats buy army Ferrara",
        "18 d buy A fer",
        "18d buy A fer",
        "18 buy A fer",
        "buy A fer for 18 d",
        "buy A fer (18 d)",
        "e1: 18 d b A fer",
        "Ausgabe 1: 18 Dukaten kaufe A Fer",
        "Ausgabe 1: 18 D Kauf von Armee Ferrara",
        "kaufe Armee Ferrara für 18 Dukaten",
    ),
    Expense(1, Purpose.BUY, FER): ("expense 1: buy A fer", "buy A fer", "kaufe A Fer"),
    RELIEF: (
        "3 d famine relief milan",
        "3 d relief for Milan",
        "3 d famine mil",
        "3 d fr mil",
        "3 d famine relief city of Milan",
        "3 Dukaten Hungerhilfe Mailand",
        "3 D Hungerhilfe für Mailand",
    ),
    PACIFY: (
        "12 d pacify rebellion rome",
        "12 d pacify the rebellion in Rome",
        "12 d pr rme",
        "12 Dukaten Aufstand befrieden in Rom",
        "12 D befriede Rom",
    ),
    REBEL: (
        "9 d cause rebellion slz",
        "9 d rebellion slz",
        "9 d cause a rebellion in Saluzzo",
        "9 Dukaten Aufstand anzetteln in Saluzzo",
        "zettle einen Aufstand an in Saluzzo für 9 D",
    ),
    COUNTER: (
        "6 d counter-bribe A mod",
        "6 d counter bribe A mod",
        "6 d counter A mod",
        "6 d cb A mod",
        "6 d Gegenbestechung A mod",
        "6 Dukaten Gegenbestechung für Armee Modena",
    ),
    FREE: (
        "9 d garrison to autonomous bol",
        "9 d gta G bol",
        "9 d Garnison in die Unabhängigkeit Bologna",
    ),
    RID: (
        "12 d disband G fer",
        "12 d d G fer",
        "expense 1: 12 disband garrison Ferrara",
        "12 Dukaten Auflösung von Garnison Ferrara",
    ),
    KILL: (
        "24 d assassinate papacy",
        "24 d assassinate the Pope",
        "24 d a papacy",
        "assassinate Papacy for 24 d",
        "24 Dukaten Attentat auf Kirchenstaat",
    ),
    Expense(1, Purpose.BUY, UnitRef("MIL", "A"), 18): ("Ausgabe 1: 18 d kauft A mil",),
    Expense(1, Purpose.ASSASSINATE, "TURKEY", 12): (
        "Ausgabe 1: 12 d Mord an Türkei",
        "Ausgabe 1: 12 d ermordet Türkei",
        "Ausgabe 1: 12 d Anschlag auf Türkei",
    ),
    Expense(1, Purpose.SET_FREE, UnitRef("LUC_CITY", "G"), 9): (
        "Ausgabe 1: 9 d Garnison wird unabhängig luc",
        "Ausgabe 1: 9 d macht unabhängig G luc",
    ),
    Expense(1, Purpose.REBEL, "TYR", 15): ("Ausgabe 1: 15 d zettelt einen Aufstand an in tyr",),
    Expense(1, Purpose.PACIFY, "TYR", 12): ("Ausgabe 1: 12 d befriedet den Aufstand in tyr",),
    Expense(1, Purpose.RELIEF, "TYR", 3): ("Ausgabe 1: 3 d lindert die Hungersnot in tyr",),
    Borrow(26, 1): ("leiht 26 d für 1 Jahr", "borgt 26 Dukaten auf ein Jahr"),
    Pay(5, "MILAN"): ("zahlt 5 d an Mailand", "bezahlt 5 d an Mailand", "gibt Mailand 5 Dukaten"),
    Pay(5): ("zahlt 5 d an die Bank", "überweist 5 Dukaten an die Bank"),
    GiveChit("TURKEY", "VENICE"): (
        "gibt Türkei an Venedig",
        "gibt die Marke für Türkei an Venedig",
    ),
    Convert(MIL, "G"): (
        "A mil wandelt sich in G",
        "A mil wandelt in Garnison",
        "A mil wandelt um in G",
    ),
    Ally("TURKEY"): (
        "verbündet mit Türkei",
        "verbündet sich mit Türkei",
        "erlaubt Durchfahrt für Türkei",
    ),
    NoExpense(2): ("expense 2: none", "expense 2 none", "Ausgabe 2: keine"),
    Borrow(25, 2): (
        "borrow 25 d for 2 years",
        "borrow 25 for two years",
        "borrow 25d for 2y",
        "leihe 25 Dukaten für 2 Jahre",
    ),
    Borrow(10, 1): ("borrow 10 d for 1 year", "borrow 10 d for a year", "leihe 10 D auf ein Jahr"),
    Pay(14): ("pay 14 d to bank", "pay the bank 14 d", "zahle 14 Dukaten an die Bank"),
    Pay(6, "MILAN"): (
        "pay 6 d to Milan",
        "pay Milan 6 d",
        "give 6 d to Milan",
        "give Milan 6 ducats",
        "zahle 6 d an Mailand",
        "gib Mailand 6 Dukaten",
    ),
    GiveChit("TURKEY", "NAPLES"): (
        "give Turkey to Naples",
        "give the chit for Turkey to Naples",
        "give Naples the chit for Turkey",
        "gib Türkei an Neapel",
        "gib die Marke für Türkei an Neapel",
    ),
    Ally("NAPLES"): ("ally naples", "ally with Naples", "verbündet mit Neapel"),
    Ally("NAPLES", may_pass=False): ("unally naples", "kein Bündnis mit Neapel"),
}
WINTER = {
    Build(MIL): ("build A mil", "A mil B", "Aufbau A Mailand"),
    Build(UnitRef("MIL", "Am")): (
        "build elite mercenary A mil",
        "build Am mil",
        "Aufbau Söldner A Mil",
    ),
    Build(UnitRef("MIL_CITY", "G")): ("build G mil", "G mil B"),
    Maintain(MIL): (
        "maintain A mil",
        "A mil maintained",
        "unterhalte A mil",
        "Unterhalt für Armee Mailand",
    ),
    Remove(MIL): ("remove A mil", "A mil D", "A mil R", "Abbau A mil"),
}
RETREATS = {
    Retreat(MIL, "PAV"): ("A mil - pav", "A mil R pav", "A mil zieht sich zurück nach Pavia"),
    Disband(MIL): ("A mil D",),
    Retreat(MIL, "MIL_CITY"): ("A mil C G", "A mil converts to garrison", "A mil R city of Milan"),
}
CASES = [
    pytest.param(phase, order, texts, id=texts[0])
    for phase, orders in (("M", CAMPAIGN), ("A", WINTER), ("R", RETREATS))
    for order, texts in orders.items()
]


@pytest.mark.parametrize(("phase", "order", "texts"), CASES)
def test_orders_as_people_write_them(phase, order, texts):
    found = {text: scan(text, BOARD, phase) for text in texts}
    assert {
        text: ([scanned.order for scanned in one.orders], one.diagnostics, one.press)
        for text, one in found.items()
    } == dict.fromkeys(texts, ([order], (), ()))


@pytest.mark.parametrize(("phase", "order", "texts"), CASES)
def test_what_was_written_comes_back(phase, order, texts):
    """From a file with blanks and remarks around it."""
    file = "Milan\n# a remark\n   {}   # as he said\n"
    found = {text: scan_file(file.format(text), BOARD, phase) for text in texts}
    assert {
        text: (
            [(s.order, s.text, s.line, s.column) for s in one.sections["MILAN"]],
            one.diagnostics,
        )
        for text, one in found.items()
    } == {text: ([(order, text, 3, 4)], ()) for text in texts}


def test_a_list_of_powers_is_an_order_for_each():
    for text in ("ally naples, turkey", "ally naples and turkey", "verbündet mit Neapel, Türkei"):
        found = scan(f"{text}; A mil H", BOARD)
        assert [scanned.order for scanned in found.orders] == [
            Ally("NAPLES"),
            Ally("TURKEY"),
            Hold(MIL),
        ]
        assert not found.diagnostics


def test_expenditures_are_numbered_by_their_place_in_the_list():
    text = "12 d disband A mod\nexpense 1: 18 d buy A fer\nA mil H\n3 d relief mil"
    found = scan(text, BOARD)
    numbers = [s.order.number for s in found.orders if isinstance(s.order, Expense)]
    assert numbers == [2, 1, 3]
    assert not found.diagnostics


def test_each_power_of_a_file_numbers_its_own():
    found = scan_file("Milan: 3 d relief mil\n3 d relief pav\nNaples: 3 d relief nap", BOARD)
    assert [order.number for order in found.orders["MILAN"]] == [1, 2]
    assert [order.number for order in found.orders["NAPLES"]] == [1]


def test_an_expenditure_that_was_cancelled_leaves_its_number():
    text = "expense 2: 3 d relief mil\nexpense 2: none\nexpense 2: 18 d buy A fer"
    found = scan(text, BOARD)
    assert len(found.orders) == 3
    assert not found.diagnostics


FAULTS = [
    ("A gen besieges Milan", "besieges-elsewhere", 16, None),
    ("A gen C", "missing-kind", 8, None),
    ("A gen converts to Milan", "missing-kind", 19, None),
    ("G cro C F/xx", "unknown-coast", 11, "CRO/NC"),
    ("A city of Genoa H", "only-garrisons", 3, None),
    ("A mil - city of Pavia", "no-way-into-city", 9, None),
    ("expense 5: 3 d relief mil", "fifth-expense", 1, None),
    ("expense 0: 3 d relief mil", "fifth-expense", 1, None),
    ("expense 99999999999: 3 d relief mil", "fifth-expense", 1, None),
    ("expense none", "no-expense-number", 9, None),
    ("expense 1: -5 d buy A fer", "no-amount", 12, None),
    ("expense 1: 0 d buy A fer", "no-amount", 12, None),
    ("18.5 d buy A fer", "no-amount", 1, None),
    ("expense 1: 18½ d buy A fer", "no-amount", 12, None),
    ("99999 d buy A fer", "no-amount", 1, None),
    ("expense 1: " + "9" * 5000 + " d buy A fer", "no-amount", 12, None),
    ("1,000 d buy A fer", "no-amount", 1, None),
    ("pay 1,500 d to Milan", "no-amount", 5, None),
    ("expense 1: 18 d A fer", "no-purpose", 17, None),
    ("24 d A florence", "no-purpose", 6, None),
    ("expense 1: 18 d bye A fer", "no-purpose", 17, "buy"),
    ("expense 1: 18 d", "no-purpose", 16, None),
    ("18 d buy A frerara", "unknown-place", 12, "Ferrara"),
    ("18 d buy", "missing-place", 9, None),
    ("3 d famine relief Millan", "unknown-place", 19, "Milan"),
    ("9 d gta A bol", "only-garrisons", 9, None),
    ("24 d assassinate Papcy", "unknown-power", 18, "Papacy"),
    ("24 d assassinate nobody", "unknown-power", 18, "Milan"),
    ("18 d buy A fer 20 d", "unread-text", 16, None),
    ("18 d buy A fer or A mod", "unread-text", 16, None),
    ("18 d buy A fer, mod", "unread-text", 17, None),
    ("18 d buy A fer (or 20)", "unread-text", 16, None),
    ("borrow 25 d for 3 years", "no-term", 17, None),
    ("borrow 25 d for 12 years", "no-term", 17, None),
    ("borrow 25 d", "no-term", 12, None),
    ("borrow some d for 2 years", "no-amount", 8, None),
    ("borrow -25 d for 2 years", "no-amount", 8, None),
    ("pay 6 d to Millan", "unknown-power", 12, "Milan"),
    ("pay 6 d", "missing-power", 8, None),
    ("pay six d to Milan", "no-amount", 5, None),
    ("pay -6 d to Milan", "no-amount", 5, None),
    ("pay 6 d to Milan by Friday", "unread-text", 18, None),
    ("give Turkye to Naples", "unknown-power", 6, "Turkey"),
    ("give Turkey to Naplse", "unknown-power", 16, "Naples"),
    ("ally naplse", "unknown-power", 6, "Naples"),
    ("ally", "missing-power", 5, None),
    ("please: 18 d buy A fer", "order-in-press", 9, None),
    ("please pay 6 d to Milan", "order-in-press", 8, None),
    ("zahle 6 d an Mailnad", "unknown-power", 14, None),
]


@pytest.mark.parametrize(("text", "code", "column", "candidate"), FAULTS)
def test_orders_that_cannot_be_read(text, code, column, candidate):
    found = scan(text, BOARD)
    (fault,) = found.diagnostics
    assert (fault.code, fault.column) == (code, column)
    assert fault.is_error
    assert fault.remedy
    assert candidate is None or candidate in fault.candidates
    assert not found.orders


@pytest.mark.parametrize(
    ("text", "code", "kept"),
    [
        ("expense 1: 18 d buy A fer\nexpense 1: 12 d disband A mod", "expense-twice", 1),
        ("\n".join(["3 d relief mil"] * 5), "fifth-expense", 4),
        ("ally naples, turkye", "unknown-power", 1),
        ("expense 1: 18 d buy A fer; expense 6: 3 d relief mil", "fifth-expense", 1),
    ],
)
def test_the_rest_is_kept(text, code, kept):
    found = scan(text, BOARD)
    (fault,) = found.diagnostics
    assert fault.code == code
    assert fault.is_error
    assert len(found.orders) == kept


@pytest.mark.parametrize(
    "text",
    [
        "Expenses are high this year, and I am sorry for it",
        "Give me one good reason why I should not march on Rome",
        "I ally myself with nobody who breaks his word, and you know it",
        "Let us borrow a leaf from the book of Venice, shall we not?",
    ],
)
def test_talk_of_money_is_press(text):
    found = scan(text, BOARD)
    assert not found.orders
    assert not found.diagnostics


def test_boards_of_diplomacy_know_none_of_these_words():
    known = {Hold, Move, Support, Convoy, Retreat, Disband, Build, Remove, Waive}
    texts = [text for case in CASES for text in case.values[2]] + [fault[0] for fault in FAULTS]
    assert [
        (phase, text, scanned.order)
        for text in texts
        for phase in "MRA"
        for scanned in scan(text, STANDARD, phase).orders
        if type(scanned.order) not in known
    ] == []


@pytest.mark.parametrize(
    ("text", "phase", "order"),
    [
        ("A Bud B", "M", Build(UnitRef("BUD", "A"))),
        ("A Bud D", "M", Disband(UnitRef("BUD", "A"))),
        ("F NTH C A Yor - Bel", "M", Convoy(UnitRef("NTH", "F"), UnitRef("YOR", "A"), "BEL")),
    ],
)
def test_letters_mean_on_boards_of_diplomacy_what_they_meant(text, phase, order):
    assert scan_order(text, STANDARD, phase) == order


NONSENSE = """
expense 1 2 5 : 18 d -5 none buy b disband counter - bribe cb gta a assassinate relief pacify
rebellion cause borrow for years year pay give to bank ally unally Milan nobody Naples A F G Am em
mil gen city of C B L S H - , ; ( ) /nc 2 d. 1,000 Ausgabe leihe Aufstand an in
"""


@given(
    st.lists(st.sampled_from(NONSENSE.split()), max_size=12).map(" ".join), st.sampled_from("MRA")
)
def test_nonsense_never_breaks_the_reader(text, phase):
    for board in (BOARD, MACH2):
        found = scan(text, board, phase)
        for scanned in found.orders:
            assert scan(str(scanned.order), board, phase).orders


@pytest.mark.parametrize("line", ["ally Venice", "unally Venice", "ally with Venice, Turkey"])
def test_an_alliance_on_a_line_of_its_own_is_no_heading(line: str) -> None:
    """It begins with a word that is no power and goes on with the name of one."""
    found = scan_file(f"Milan\nA mil H\n{line}\nA pav H\n", BOARD, "M")
    assert not found.diagnostics
    assert [type(order).__name__ for order in found.orders["MILAN"]][-1] == "Hold"
    assert any(isinstance(order, Ally) for order in found.orders["MILAN"])
