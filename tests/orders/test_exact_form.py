"""Orders that are read by looking their words up: they are what the scanner reads."""

import os
from itertools import islice, product

import pytest
from hypothesis import given, settings, strategies as st

from dragoman.board import ARMY, FLEET, Board, Power, Province, Terrain, UnitKind
from dragoman.formats import load_variant
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Retreat,
    ScanOptions,
    Support,
    UnitRef,
    Waive,
    scan,
    scan_order,
    write,
)
from dragoman.orders.exact_form import _LOOKED_FOR, exact_form
from dragoman.orders.order import places_of
from dragoman.orders.reader import Manner, _read_any_line, read_line
from dragoman.orders.scanner import vocabulary_of
from dragoman.orders.vocabulary import OwnWords, Word
from tests.variants.samples import sample

IS_LONG = "DRAGOMAN_TEST_LINES" in os.environ


def by_the_scanner(text, words, phase):
    """The order that the scanner reads, where the text is one order and nothing is wrong."""
    found = _read_any_line(text, words, Manner(phase), None)
    assert found == read_line(text, words, Manner(phase), None)
    ((order, span),) = found.orders
    assert span == (0, len(text))
    assert (found.press, found.diagnostics, found.lost, found.goes_on) == ([], [], [], False)
    assert found.previous == order
    return order


def legal_orders_of_a_board(board, every=1):
    """Every order that may be legal in some position, with the letter of its phase. (Convoys
    lead from any shore to any other.) Of supports only those of every so many units."""
    units = [UnitRef(at, kind) for kind in board.kinds for at in sorted(board.stands[kind])]
    shores = {key for key, province in board.provinces.items() if not province.coasts}
    moves = [
        (unit, to)
        for unit in units
        for to in {*board.reach(unit.kind, unit.location)}
        | (shores & board.stands[unit.kind] if board.kinds[unit.kind].convoyable else set())
        if to != unit.location
    ]
    yield "A", Waive()
    for number, unit in enumerate(units):
        yield "M", Hold(unit)
        yield "R", Disband(unit)
        yield "A", Build(unit)
        yield "A", Remove(unit)
        if number % every:
            continue
        near = {board.province_of[to] for to in board.reach(unit.kind, unit.location)}
        for other in units:
            if board.province_of[other.location] in near:
                yield "M", Support(unit, other)
        for other, to in moves:
            if board.province_of[to] in near:
                yield "M", Support(unit, other, to)
    carriers = [unit for unit in units if board.kinds[unit.kind].can_convoy]
    for unit, to in moves:
        yield "M", Move(unit, to)
        yield "M", Move(unit, to, via_convoy=True)
        yield "R", Retreat(unit, to)
        if carriers and board.kinds[unit.kind].convoyable and to in shores:
            yield "M", Convoy(carriers[len(to + unit.location) % len(carriers)], unit, to)


def is_looked_for(key, words):
    """True if a place is called as a word of orders is, which the scanner looks for: ``AND``."""
    return not _LOOKED_FOR.isdisjoint(words.orders.get(words.fold(key), ()))


def runs_into_a_name(text, words):
    """True if two places with a dash between are spelt as a place of two words is: ``DAN-ANG``."""
    return any(
        words.fold(word.replace("-", "")) in words.several_words
        for word in text.split()
        if "-" in word[1:]
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["standard", *sample()])
def test_every_legal_order_of_a_board(name):
    """Each is read by looking it up, and as the scanner reads it: of the standard board most, of
    others some. ``DRAGOMAN_TEST_LINES`` asks for all of the standard board and more of others."""
    board = load_variant(name).board
    is_standard = name == "standard"
    every, nth, step = (4, 1, 3) if is_standard else (13, 5, 7)
    if IS_LONG:
        every, nth, step = (1, 1, 1) if is_standard else (13, 1, 7)
    words = vocabulary_of(board, ScanOptions())
    form = exact_form(words)
    looked_for = {at for at in board.locations if is_looked_for(at.partition("/")[0], words)}
    orders = islice(legal_orders_of_a_board(board, every), None, None, nth)
    for number, (phase, order) in enumerate(orders):
        for notation in ("diplomacy", "dragoman"):
            text = write(order, notation)
            exact = form.read(text, phase)
            is_odd = runs_into_a_name(text, words) or not looked_for.isdisjoint(places_of(order))
            is_left_over = exact is None and is_odd
            assert exact == order or is_left_over
            if is_left_over or number % step == 0:
                assert by_the_scanner(text, words, phase) == order


KEYS = ["A", "S", "H", "R", "CON", "SA", "PAR", "BUR", "PARB", "URA", "VIA", "NC", "N", "TO", "THE"]
KEYS += ["OF", "MOVE", "D", "STAND", "BY", "SEA", "CO", "NVOY", "APAR", "HPA", "RA", "O", "DIT"]
NAMES = ["Par Bur", "Parbur", "S A", "Par-Bur", "Par/Bur", "A Par", "H Par", "Sea Con", "North"]
NAMES += ["Par_Bur", "Par S", "Par/NC", "Via Bur", "R Bur", "Mar", "Con", "Par Via", "Aburg"]
KINDS = [ARMY, FLEET, UnitKind("O", "Ogre"), UnitKind("R", "Rider"), UnitKind("H", "Horde")]
KINDS += [UnitKind("C", "Cart"), UnitKind("D", "Dragon"), UnitKind("V", "Van")]


@st.composite
def awkward_boards(draw):
    """Boards on which places are called what orders say, or what others are called together."""
    keys = draw(st.lists(st.sampled_from(KEYS), min_size=2, max_size=7, unique=True))
    coasts = st.lists(
        st.sampled_from(["NC", "SC", "S", "CA", "VIA", "ECS"]), max_size=2, unique=True
    )
    names = st.lists(st.sampled_from([*NAMES, *KEYS]), max_size=2)
    provinces = [
        Province(
            key,
            draw(st.sampled_from([key, *NAMES])),
            Terrain.LAND,
            tuple(draw(names)),
            tuple(draw(coasts)),
        )
        for key in keys
    ]
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3, unique=True))
    return Board("awkward", provinces, kinds, (), [Power("X", "x", "Par"), Power("Y", "y", "A")])


OWN = [
    OwnWords(),
    OwnWords(orders=(("S", Word.HOLD),)),
    OwnWords(orders=(("apar", Word.BUILD), ("sa", Word.MOVE))),
    OwnWords(units=(("A", "F"), ("par", "A"))),
]


@settings(max_examples=400 if IS_LONG else 150, derandomize=True)
@given(awkward_boards(), st.booleans(), st.sampled_from(OWN), st.data())
def test_on_boards_made_to_mislead_it(board, exact_match, own, data):
    """What could be read in another way is left to the scanner."""
    words = vocabulary_of(board, ScanOptions(exact_match=exact_match, own_words=own))
    form = exact_form(words)
    locations = [at for province in board.provinces.values() for at in province.locations]
    places = st.sampled_from([*locations, *map(str.capitalize, locations)])
    units = st.builds("{} {}".format, st.sampled_from([*board.kinds, "A"]), places)
    dash = st.sampled_from(["-", " - "])
    orders = st.one_of(
        st.builds("{} {}".format, units, st.sampled_from(["H", "D", "B"])),
        st.builds("{}{}{}".format, units, dash, places),
        st.builds("{}{}{} VIA".format, units, dash, places),
        st.builds("{} S {}".format, units, units),
        st.builds("{} {} {}{}{}".format, units, st.sampled_from("SC"), units, dash, places),
        st.builds("{} R {}".format, units, places),
        st.just("WAIVE"),
    )
    for text in data.draw(st.lists(orders, min_size=10, max_size=30)):
        for phase in ("M", "R", "A"):
            exact = form.read(text, phase)
            if exact is not None:
                assert by_the_scanner(text, words, phase) == exact, text


@settings(max_examples=400 if IS_LONG else 150, derandomize=True)
@given(awkward_boards(), st.booleans(), st.sampled_from(OWN))
def test_orders_put_together_from_parts_are_what_is_read(board, exact_match, own):
    """... whatever the places of the board are called, and never in another way."""
    words = vocabulary_of(board, ScanOptions(exact_match=exact_match, own_words=own))
    form = exact_form(words)
    parts = form.parts()
    units = [(str(unit), unit) for unit in parts.units]
    dashes = (" - ", "-") if parts.joins else (" - ",)
    for (text, unit), (named, other) in product(units, repeat=2):
        assert form.read(f"{text} H", "M") == Hold(unit)
        assert form.read(f"{text} S {named}", "M") == Support(unit, other)
        for dash, place in product(dashes, parts.places):
            to = f"{dash}{place}"
            assert form.read(f"{text}{to}", "M") == Move(unit, place)
            assert form.read(f"{text}{to} VIA", "M") == Move(unit, place, via_convoy=True)
            assert form.read(f"{text} S {named}{to}", "M") == Support(unit, other, place)
            assert form.read(f"{text} C {named}{to}", "M") == Convoy(unit, other, place)


def test_usual_boards_are_all_of_parts():
    board = load_variant("standard").board
    parts = exact_form(vocabulary_of(board, ScanOptions())).parts()
    assert {*parts.places} == {*board.locations}
    assert {str(unit) for unit in parts.units} == {
        f"{kind} {place}" for kind in board.kinds for place in board.locations
    }
    assert parts.joins


def test_places_that_are_another_together_are_not_joined():
    provinces = [Province(key, key, Terrain.LAND) for key in ("PAR", "BUR")]
    provinces.append(Province("XYZ", "Par-Bur", Terrain.LAND))
    board = Board("joined", provinces, [ARMY], (), [Power("X", "x", "X")])
    form = exact_form(vocabulary_of(board, ScanOptions()))
    assert not form.parts().joins
    assert form.read("A PAR-BUR", "M") is None
    assert form.read("A PAR - BUR", "M") == Move(UnitRef("PAR", "A"), "BUR")


@pytest.mark.parametrize(
    "text",
    ["", " ", "-", "A PAR", "A PAR H ", " A PAR H", "a par h", "A PAR  H", "A PAR-", "A PAR -BUR"],
)
def test_what_is_not_exact_is_left_to_the_scanner(text):
    form = exact_form(vocabulary_of(load_variant("standard").board, ScanOptions()))
    assert all(form.read(text, phase) is None for phase in ("M", "R", "A"))


def test_places_may_be_written_as_an_order_is_printed():
    board = load_variant("standard").board
    order = Support(UnitRef("STP/NC", "F"), UnitRef("NWY", "A"), "SWE")
    assert exact_form(vocabulary_of(board, ScanOptions())).read(str(order), "M") == order
    assert scan_order(str(order), board) == order
    (found,) = scan(f"France\n{order}", board).orders
    assert (found.order, found.text, found.line, found.column) == (order, str(order), 2, 1)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("A IND S F AND - HAT", ["A Ind S F And - Hat"]),
        ("F HAT S F AND and A IND H", ["F Hat S F And", "A Ind H"]),
        ("F HAT - AND and A IND S F HAT - AND", ["F Hat - And", "A Ind S F Hat - And"]),
        ("F AND H and A IND H, and F HAT H", ["F And H", "A Ind H", "F Hat H"]),
        ("F HAT H, and F AND H", ["F Hat H", "F And H"]),
        ("and h", ["And H"]),
        ("A IND H and and h", ["A Ind H", "And H"]),
    ],
)
def test_a_place_called_and_is_told_from_the_word(text, orders):
    found = scan(text, load_variant("twenty_twenty").board)
    assert [str(scanned.order) for scanned in found.orders] == orders
    assert (found.diagnostics, found.press) == ((), ())


@pytest.mark.parametrize(
    "text", ["A IND - HAT AND", "A IND S F HAT AND", "A IND S F HAT and holds"]
)
def test_what_may_be_that_place_or_the_word_is_not_passed_over(text):
    found = scan(text, load_variant("twenty_twenty").board)
    assert [(fault.code, fault.is_error) for fault in found.diagnostics] == [("unread-text", True)]
    assert found.orders == ()


@pytest.mark.parametrize("text", ["A DAN-ANG", "F ALB S A DAN-ANG", "F ALB C A DAN-ANG"])
def test_two_places_are_no_name_that_has_its_gap_elsewhere(text):
    """Of World War IV: Da Nang goes to Angola."""
    board = load_variant("world_war_4").board
    assert scan_order(text, board) == scan_order(text.replace("-", " - "), board)
    assert scan_order("A Da-Nang H", board) == Hold(UnitRef("DAN", "A"))
