"""The one-line text of a position."""

import pickle

import pytest
from hypothesis import given, strategies as st

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.rules import Dislodged, Phase, Position, PositionError

names = st.one_of(
    st.sampled_from(
        ["LON", "STP/NC", "to", "from", "-", "|", "A:B", "AUSTRIA-HUNGARY", "Österreich"]
    ),
    st.text(min_size=1, max_size=8),
)
units = st.builds(Unit, names, names, names)
positions = st.builds(
    Position,
    st.builds(Phase, st.integers(1, 9999), st.sampled_from("SUF"), st.sampled_from("MR")),
    st.lists(units, max_size=6).map(tuple),
    st.dictionaries(names, names, max_size=6),
    st.lists(
        st.builds(Dislodged, units, st.lists(names, max_size=3).map(tuple), st.none() | names),
        max_size=3,
    ).map(tuple),
    st.frozensets(names, max_size=3),
)


@given(positions)
def test_a_position_is_read_back_from_its_text(position: Position) -> None:
    text = position.text()
    assert "\n" not in text and text.count(" | ") >= 4
    assert Position.parse(text) == position
    assert pickle.loads(pickle.dumps(position)) == position


def test_every_field_of_the_text() -> None:
    board = load_variant("standard").board
    position = Position(
        Phase.parse("S1902R"),
        (Unit("RUSSIA", "F", "STP/NC"), Unit("ENGLAND", "A", "YOR"), Unit("ENGLAND", "F", "EDI")),
        {"STP": "RUSSIA", "EDI": "ENGLAND", "LVP": "ENGLAND"},
        (Dislodged(Unit("GERMANY", "A", "BUR"), ("MUN", "RUH"), "PAR"),),
        frozenset({"GAS", "PIC"}),
    )
    text = (
        "S1902R | ENGLAND: F EDI, A YOR; RUSSIA: F STP/NC | ENGLAND: EDI, LVP; RUSSIA: STP"
        " | GERMANY: A BUR from PAR to MUN RUH | GAS, PIC"
    )
    assert position.text() == text
    assert Position.parse(text, board) == position
    assert Position.parse("S1901M") == Position(Phase.parse("S1901M"), ())
    assert repr(position) == "<Position S1902R: 3 units, 3 owned centres, 1 dislodged>"


@pytest.mark.parametrize("name", ["standard", "chaos", "archipelago", "isthmus", "seismic"])
def test_the_start_of_a_variant(name: str) -> None:
    variant = load_variant(name)
    assert Position.parse(variant.start.text(), variant.board) == variant.start


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("", "unreadable-position", 1),
        ("soon", "unreadable-position", 1),
        ("S1901M | FRANCE A PAR", "unreadable-position", 17),
        ("S1901M | FRANCE: A", "unreadable-position", 19),
        ("S1901M | - | A: PAR, PAR", "unreadable-position", 22),
        ("S1901M | - | - | - | - | -", "unreadable-position", 26),
        ('S1901M | "FRANCE', "unreadable-position", 10),
        ("S1901M | FRANCE: A NOWHERE", "unknown-place", 0),
        ("S1901M | NARNIA: A PAR", "unknown-power", 0),
        ("S1901M | FRANCE: A PAR; ITALY: A PAR", "two-units", 0),
        ("S1901M | - | FRANCE: BUR", "no-centre", 0),
        ("S1901M | - | - | FRANCE: A PAR from BUR to GAS", "wrong-phase", 0),
    ],
)
def test_what_is_no_position(text: str, code: str, column: int) -> None:
    with pytest.raises(PositionError) as error:
        Position.parse(text, load_variant("standard").board)
    fault = error.value.diagnostics[0]
    assert (fault.code, fault.column) == (code, column)
