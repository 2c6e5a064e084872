"""Orders written in every notation, and read back."""

import pytest
from hypothesis import given, strategies as st

import dragoman.orders
from dragoman.formats import load_variant
from dragoman.orders import (
    NOTATIONS,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    NotationError,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
    scan,
    scan_order,
    write,
)

STANDARD = load_variant("standard")
BOARD = STANDARD.board
GERMAN = STANDARD.names["de"]

BUD = UnitRef("BUD", "A")
NTH = UnitRef("NTH", "F")
YOR = UnitRef("YOR", "A")
STP = UnitRef("STP/SC", "F")


def written(order, notation):
    if notation == "german":
        return write(order, notation, BOARD, GERMAN.places, GERMAN.powers)
    return write(order, notation, BOARD)


@pytest.mark.parametrize(
    ("order", "short", "english", "german"),
    [
        (Hold(BUD), "A BUD H", "Army Budapest holds", "Armee Budapest hält"),
        (
            Move(BUD, "VIE"),
            "A BUD-VIE",
            "Army Budapest moves to Vienna",
            "Armee Budapest zieht nach Wien",
        ),
        (
            Move(YOR, "BEL", via_convoy=True),
            "A YOR-BEL VIA",
            "Army Yorkshire moves to Belgium via convoy",
            "Armee Yorkshire zieht nach Belgien per Konvoi",
        ),
        (
            Move(UnitRef("WAL", "A"), "NAF", route=("IRI", "MAO")),
            "A WAL-IRI-MAO-NAF",
            "Army Wales moves over Irish Sea - Mid-Atlantic Ocean to North Africa",
            "Armee Wales zieht über Irische See - Mittelatlantik nach Nordafrika",
        ),
        (
            Support(NTH, YOR),
            "F NTH S A YOR",
            "Fleet North Sea supports Army Yorkshire",
            "Flotte Nordsee unterstützt Armee Yorkshire",
        ),
        (
            Support(BUD, UnitRef("GAL", "A", "RUSSIA"), "VIE"),
            "A BUD S RUSSIA A GAL-VIE",
            "Army Budapest supports Russian Army Galicia moving to Vienna",
            "Armee Budapest unterstützt Russland Armee Galizien nach Wien",
        ),
        (
            Convoy(NTH, YOR, "BEL"),
            "F NTH C A YOR-BEL",
            "Fleet North Sea convoys Army Yorkshire to Belgium",
            "Flotte Nordsee geleitet Armee Yorkshire nach Belgien",
        ),
        (
            Retreat(STP, "BOT"),
            "F STP/SC R BOT",
            "Fleet St Petersburg (South Coast) retreats to Gulf of Bothnia",
            "Flotte Sankt Petersburg (Südküste) zieht sich zurück nach Bottnischer Meerbusen",
        ),
        (Disband(BUD), "A BUD D", "Army Budapest disbands", "Armee Budapest löst sich auf"),
        (Build(BUD), "A BUD B", "Build Army Budapest", "Aufbau Armee Budapest"),
        (Remove(BUD), "A BUD D", "Remove Army Budapest", "Abbau Armee Budapest"),
        (Waive(), "WAIVE", "Waive", "Verzicht"),
    ],
)
def test_short_english_and_german(order, short, english, german):
    assert write(order) == short
    assert written(order, "english") == english
    assert written(order, "german") == german


@pytest.mark.parametrize(
    ("notation", "lines"),
    [
        (
            "datc",
            ["A BUD H", "A BUD-VIE", "A YOR-BEL VIA", "F NTH S A YOR-BEL", "F NTH C A YOR-BEL"],
        ),
        (
            "diplomacy",
            [
                "A BUD H",
                "A BUD - VIE",
                "A YOR - BEL VIA",
                "F NTH S A YOR - BEL",
                "F NTH C A YOR - BEL",
            ],
        ),
        ("njudge", ["A bud h", "A bud-vie", None, "F nth s A yor-bel", "F nth c A yor-bel"]),
        ("dipwork", ["A Bud xxx", "A Bud-Vie", None, "F NTH S A Yor-Bel", "F NTH C A Yor-Bel"]),
    ],
)
def test_orders_of_a_movement_phase(notation, lines):
    orders = [
        Hold(BUD),
        Move(BUD, "VIE"),
        Move(YOR, "BEL", via_convoy=True),
        Support(NTH, YOR, "BEL"),
        Convoy(NTH, YOR, "BEL"),
    ]
    for order, line in zip(orders, lines, strict=True):
        if line is None:
            with pytest.raises(NotationError):
                written(order, notation)
        else:
            assert written(order, notation) == line


@pytest.mark.parametrize(
    ("notation", "lines"),
    [
        ("datc", ["F STP/SC-BOT", "DISBAND A BUD", "BUILD A BUD", "REMOVE A BUD", "WAIVE"]),
        ("diplomacy", ["F STP/SC R BOT", "A BUD D", "A BUD B", "A BUD D", "WAIVE"]),
        ("njudge", ["F stp/sc-bot", "A bud d", "build A bud", "remove A bud", "waive"]),
    ],
)
def test_orders_of_the_other_phases(notation, lines):
    orders = [Retreat(STP, "BOT"), Disband(BUD), Build(BUD), Remove(BUD), Waive()]
    assert [written(order, notation) for order in orders] == lines


def test_dipwork_prints_coasts_in_brackets_and_seas_in_capitals():
    assert written(Move(STP, "BOT"), "dipwork") == "F Stp(sc)-BOT"


@pytest.mark.parametrize(
    ("notation", "order"),
    [
        ("datc", Move(BUD, "VIE", route=("TRI",))),
        ("diplomacy", Move(BUD, "VIE", route=("TRI",))),
        ("diplomacy", Hold(UnitRef("BUD"))),
        ("diplomacy", Support(NTH, UnitRef("YOR", "A", "ENGLAND"))),
        ("njudge", Move(BUD, "VIE", via_convoy=True)),
        ("dipwork", Move(BUD, "VIE", route=("TRI",))),
        ("dipwork", Hold(UnitRef("BUD"))),
        ("dipwork", Build(BUD)),
        ("dipwork", Waive()),
    ],
)
def test_what_a_notation_cannot_hold_is_said_so(notation, order):
    with pytest.raises(NotationError, match=notation):
        written(order, notation)


def test_keys_stand_for_names_without_a_board():
    assert write(Move(BUD, "VIE"), "english") == "Army BUD moves to VIE"
    assert write(Hold(UnitRef("STP/NC", "F", "RUSSIA")), "dipwork") == "Russia F Stp(nc) xxx"


locations = st.sampled_from([*BOARD.locations, "LON/NC", "SPA/EC"])
units = st.builds(
    UnitRef,
    locations,
    st.sampled_from([None, *BOARD.kinds]),
    st.sampled_from([None, *BOARD.powers]),
)
movements = st.one_of(
    st.builds(Hold, units),
    st.builds(Move, units, locations, st.booleans(), st.lists(locations, max_size=3).map(tuple)),
    st.builds(Support, units, units, st.none() | locations),
    st.builds(Convoy, units, units, locations),
)
orders = st.one_of(
    movements.map(lambda order: (order, "M")),
    st.builds(Retreat, units, locations).map(lambda order: (order, "R")),
    st.builds(Disband, units).map(lambda order: (order, "R")),
    st.builds(Build, units).map(lambda order: (order, "A")),
    st.builds(Remove, units).map(lambda order: (order, "A")),
    st.just((Waive(), "A")),
)


@pytest.mark.slow
@pytest.mark.parametrize("notation", NOTATIONS)
@given(orders)
def test_what_is_written_is_read_as_the_same_order(notation, order_and_phase):
    order, phase = order_and_phase
    try:
        text = written(order, notation)
    except NotationError:
        assert notation not in ("dragoman", "english", "german")
        return
    assert scan_order(text, BOARD, phase) == order


@pytest.mark.slow
@pytest.mark.parametrize("notation", ["dragoman", "diplomacy", "njudge", "dipwork", "english"])
def test_no_two_places_run_into_one(notation):
    """``Swe-Den`` spells Sweden."""
    for start in BOARD.locations:
        for target in BOARD.locations:
            order = Move(UnitRef(start, "A"), target)
            assert scan_order(write(order, notation, BOARD), BOARD) == order


@given(st.lists(movements, min_size=1, max_size=5), st.sampled_from([", ", "; ", "\n", " and "]))
def test_several_orders_in_a_row_are_told_apart(several, separator):
    text = separator.join(write(order) for order in several)
    found = scan(text, BOARD)
    assert [scanned.order for scanned in found.orders] == several
    assert not found.diagnostics
    assert not found.press


@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("M", "A Par H"),
        ("M", "A Par - Bur"),
        ("M", "F Stp/nc - Bar"),
        ("M", "A Wal - Iri - Mao - Naf"),
        ("M", "A Lon - Bel via convoy"),
        ("M", "A Par S A Mar"),
        ("M", "A Mun S England F Nth - Den"),
        ("M", "F Nth C A Yor - Bel"),
        ("M", "Par - Bur"),
        ("R", "A Par R Gas"),
        ("R", "Disband A Par"),
        ("A", "Build F Stp/sc"),
        ("A", "Remove A Par"),
        ("A", "Waive"),
    ],
)
def test_an_order_as_text_is_what_players_write(phase, text) -> None:
    order = scan_order(text, BOARD, phase)
    assert str(order) == text
    assert eval(repr(order), vars(dragoman.orders)) == order
