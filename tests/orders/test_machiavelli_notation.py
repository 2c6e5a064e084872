"""Orders of Machiavelli written in every notation, and read back, on both of its boards."""

import pytest
from hypothesis import given, strategies as st

import dragoman.orders
from dragoman.board import AUTONOMOUS, province_of
from dragoman.formats import load_variant
from dragoman.orders import (
    NOTATIONS,
    Ally,
    Besiege,
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
    NotationError,
    Pay,
    Purpose,
    Remove,
    Retreat,
    Support,
    UnitRef,
    scan_order,
    write,
)

EDITIONS = {name: load_variant(name) for name in ("machiavelli", "machiavelli2")}
CLASSIC = EDITIONS["machiavelli"]
GEN = UnitRef("GEN", "A")
INSIDE = UnitRef("GEN_CITY", "G")
ELITE = UnitRef("MIL", "Am")


def written(order, notation, variant=CLASSIC):
    if notation == "german":
        names = variant.names["de"]
        return write(order, notation, variant.board, names.places, names.powers)
    return write(order, notation, variant.board)


@pytest.mark.parametrize(
    ("order", "text", "short", "njudge", "english", "german"),
    [
        (
            Besiege(GEN),
            "A Gen besieges",
            "A GEN besieges",
            "A gen b",
            "Army Genoa besieges",
            "Armee Genua belagert",
        ),
        (
            LiftSiege(GEN),
            "A Gen lifts the siege",
            "A GEN lifts the siege",
            "A gen l",
            "Army Genoa lifts the siege",
            "Armee Genua hebt die Belagerung auf",
        ),
        (
            Convert(GEN, "G"),
            "A Gen converts to G",
            "A GEN converts to G",
            "A gen c G",
            "Army Genoa converts to Garrison",
            "Armee Genua wandelt sich in Garnison",
        ),
        (
            Convert(UnitRef("CRO_CITY", "G"), "F", "NC"),
            "G Cro converts to F/nc",
            "G CRO converts to F nc",
            "G cro c F nc",
            "Garrison Croatia converts to Fleet nc",
            "Garnison Kroatien wandelt sich in Flotte nc",
        ),
        (
            Support(ELITE, INSIDE),
            "Am Mil S G Gen",
            "Am MIL S G GEN",
            "Am mil s G gen",
            "Elite Mercenary Army Milan supports Garrison Genoa",
            "Elitesöldner Armee Mailand unterstützt Garnison Genua",
        ),
        (
            Expense(1, Purpose.BUY, ELITE, 18),
            "expense 1: 18 d buy Am Mil",
            "expense 1: 18 d buy Am MIL",
            "expense 1: 18 d buy Am mil",
            "Expense 1: 18 ducats buy Elite Mercenary Army Milan",
            "Ausgabe 1: 18 Dukaten Kauf von Elitesöldner Armee Mailand",
        ),
        (
            Expense(2, Purpose.RELIEF, "MIL"),
            "expense 2: famine relief Mil",
            "expense 2: famine relief MIL",
            "expense 2: famine relief mil",
            "Expense 2: famine relief for Milan",
            "Ausgabe 2: Hungerhilfe für Mailand",
        ),
        (
            NoExpense(3),
            "expense 3: none",
            "expense 3: none",
            "expense 3: none",
            "Expense 3: none",
            "Ausgabe 3: keine",
        ),
        (
            Borrow(25, 2),
            "borrow 25 d for 2 years",
            "borrow 25 d for 2 years",
            "borrow 25 d for 2 years",
            "Borrow 25 ducats for 2 years",
            "Leihe 25 Dukaten für 2 Jahre",
        ),
        (
            Pay(6, "MILAN"),
            "pay 6 d to Milan",
            "pay 6 d to MILAN",
            "pay 6 d to Milan",
            "Pay 6 ducats to Milan",
            "Zahle 6 Dukaten an Mailand",
        ),
        (
            Pay(14),
            "pay 14 d to bank",
            "pay 14 d to bank",
            "pay 14 d to bank",
            "Pay 14 ducats to the bank",
            "Zahle 14 Dukaten an die Bank",
        ),
        (
            GiveChit("TURKEY", "NAPLES"),
            "give Turkey to Naples",
            "give TURKEY to NAPLES",
            "give Turkey to Naples",
            "Give the chit for Turkey to Naples",
            "Gib die Marke für Türkei an Neapel",
        ),
        (
            Ally("NAPLES"),
            "ally Naples",
            "ally NAPLES",
            "ally Naples",
            "Ally Naples",
            "Bündnis mit Neapel",
        ),
        (
            Ally("NAPLES", may_pass=False),
            "unally Naples",
            "unally NAPLES",
            "unally Naples",
            "Unally Naples",
            "Kein Bündnis mit Neapel",
        ),
    ],
)
def test_each_order_in_each_notation(order, text, short, njudge, english, german):
    assert str(order) == text
    assert eval(repr(order), vars(dragoman.orders)) == order
    assert write(order) == short
    assert written(order, "njudge") == njudge
    assert written(order, "english") == english
    assert written(order, "german") == german


def test_a_retreat_into_the_city_is_a_conversion():
    order = Retreat(UnitRef("MIL", "A"), "MIL_CITY")
    assert str(order) == "A Mil converts to G"
    assert written(order, "njudge") == "A mil c G"
    assert written(order, "german") == "Armee Mailand wandelt sich in Garnison"
    assert scan_order("A mil C G", CLASSIC.board, "R") == order


@pytest.mark.parametrize("notation", ["datc", "diplomacy", "dipwork"])
@pytest.mark.parametrize("order", [Besiege(GEN), Convert(GEN, "G"), Pay(14), Ally("NAPLES")])
def test_notations_of_diplomacy_have_no_words_for_them(notation, order):
    with pytest.raises(NotationError, match=notation):
        written(order, notation)


def strategies(variant):
    board = variant.board
    cities = {p.city_of: p.key for p in board.provinces.values() if p.city_of}
    places = [
        place for place in board.locations if board.provinces[province_of(place)].city_of is None
    ]
    players = [power for power in board.powers if power != AUTONOMOUS]
    whose = st.sampled_from([None, *board.powers])
    outside = [None, *(kind for kind in board.kinds if kind[0] != "G")]
    field = st.builds(UnitRef, st.sampled_from(places), st.sampled_from(outside), whose)
    inside = st.sampled_from([kind for kind in board.kinds if kind[0] == "G"])
    garrison = st.builds(UnitRef, st.sampled_from([*cities.values()]), inside, whose)
    unit, place, power = field | garrison, st.sampled_from(places), st.sampled_from(players)
    number, ducats = st.integers(1, 4), st.none() | st.integers(1, 9999)
    movements = st.one_of(
        st.builds(Hold, unit),
        st.builds(Move, unit, place, st.booleans(), st.lists(place, max_size=3).map(tuple)),
        st.builds(Support, unit, unit, st.none() | place),
        st.builds(Convoy, unit, unit, place),
        st.builds(Besiege, field),
        st.builds(LiftSiege, field),
        st.builds(Convert, field, inside),
        st.builds(
            Convert,
            garrison,
            st.sampled_from(["A", "F", "Am"]),
            st.sampled_from([None, "NC", "SC"]),
        ),
        st.builds(Disband, unit),
        st.builds(
            Expense,
            number,
            st.sampled_from([Purpose.BUY, Purpose.DISBAND, Purpose.COUNTER]),
            unit,
            ducats,
        ),
        st.builds(Expense, number, st.just(Purpose.SET_FREE), garrison, ducats),
        st.builds(
            Expense,
            number,
            st.sampled_from([Purpose.RELIEF, Purpose.PACIFY, Purpose.REBEL]),
            st.sampled_from([*board.provinces]).filter(lambda key: key in places),
            ducats,
        ),
        st.builds(Expense, number, st.just(Purpose.ASSASSINATE), power, ducats),
        st.builds(NoExpense, number),
        st.builds(Borrow, st.integers(1, 9999), st.sampled_from([1, 2])),
        st.builds(Pay, st.integers(1, 9999), st.none() | power),
        st.builds(GiveChit, power, power),
        st.builds(Ally, power, st.booleans()),
    )
    return st.one_of(
        movements.map(lambda order: (order, "M")),
        st.builds(Retreat, field, place).map(lambda order: (order, "R")),
        st.sampled_from([*cities]).map(lambda key: (Retreat(UnitRef(key, "A"), cities[key]), "R")),
        st.builds(Disband, unit).map(lambda order: (order, "R")),
        st.builds(Build, unit).map(lambda order: (order, "A")),
        st.builds(Remove, unit).map(lambda order: (order, "A")),
        st.builds(Maintain, unit).map(lambda order: (order, "A")),
    )


ORDERS = {name: strategies(variant) for name, variant in EDITIONS.items()}


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("notation", NOTATIONS)
@given(data=st.data())
def test_what_is_written_is_read_as_the_same_order(edition, notation, data):
    order, phase = data.draw(ORDERS[edition])
    variant = EDITIONS[edition]
    try:
        text = written(order, notation, variant)
    except NotationError:
        assert notation not in ("dragoman", "english", "german")
        return
    assert scan_order(text, variant.board, phase) == order, text
    assert scan_order(str(order), variant.board, phase) == order
