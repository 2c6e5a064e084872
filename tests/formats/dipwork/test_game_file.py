"""GAME.TXT and ORDERS.TXT: positions and orders, and a round written back."""

import pytest
from dipwork_example import EXAMPLE, ROUNDS
from hypothesis import given, settings, strategies as st

from dragoman.board import Unit
from dragoman.formats.dipwork import (
    game_lines,
    nation_sections,
    new_text_file,
    position_of,
    read_game_directory,
    read_game_file,
    read_text_file,
    read_turn,
    scan_orders,
    write_turn,
)
from dragoman.game import process
from dragoman.orders import Hold, Move, UnitRef
from dragoman.rules import Phase, Position

TURNS = [
    ("Frühjahr 1901", "S1901M"),
    ("Fruehjahr 1901", "S1901M"),
    ("Spring 03", "S1903M"),
    ("F01", "S1901M"),  # Frühjahr, as in the manual's list
    ("Herbst 1902", "F1902M"),
    ("H/W1904", "F1904M"),
    ("Fall 1905", "F1905M"),
    ("Winter 1900", "W1900A"),
    ("W 00", "W1900A"),
]


@pytest.mark.parametrize(("written", "phase"), TURNS)
def test_what_a_game_master_calls_a_turn(written, phase):
    assert read_turn(written) == Phase.parse(phase)


@pytest.mark.parametrize("written", ["", "1901", "Frühjahr", "Runde 3", "Frühjahr 19011"])
def test_what_is_no_turn(written):
    assert read_turn(written) is None


@pytest.mark.parametrize("phase", ["S1901M", "F1999M", "W1900A"])
def test_turns_written_and_read(phase):
    assert read_turn(write_turn(Phase.parse(phase))) == Phase.parse(phase)


def test_the_start(game):
    found = game("TWO01S")
    position = found.start
    assert position.phase == Phase.parse("S1901M")  # from ORDERS.TXT, not from GAME.TXT
    assert len(position.units) == 22
    assert Unit("RUSSIA", "F", "PET/SC") in position.units
    assert len(position.owners) == 22
    assert found.players["Fr"] == "Jean-Luc von der Aue"
    assert found.variant.rule_set.convoy_paradox == "never-cuts"
    assert found.parameters.text("NAME") == "Rhododendron"
    assert found.parameters.text("ZAT") == "14. März"
    assert found.parameters.word("FNGAME") == "game.txt"


def test_orders(game):
    found = game("TWO01S")
    orders, faults = scan_orders(
        found.orders, found.variant_directory.files, found.variant.board, found.parameters
    )
    assert [(fault.code, fault.line) for fault in faults] == [("unknown-order-word", 11)]
    assert orders.orders["AUSTRIA"] == (
        Move(UnitRef("VIE", "A"), "GAL"),
        Move(UnitRef("BUD", "A"), "SER"),
        Move(UnitRef("TRI", "F"), "ALB"),
    )
    assert Hold(UnitRef("VEN", "A")) in orders.orders["ITALY"]


@pytest.mark.parametrize("name", ROUNDS)
def test_a_position_written_and_read_is_the_same(game, name):
    found = game(name)
    atlas, board = found.variant_directory.atlas, found.variant_directory.board
    sections = nation_sections(found.start, atlas, found.players, {})
    file = new_text_file("GAME.TXT", [*game_lines(found.game.header, sections)])
    again, faults = read_game_file(file)
    assert faults == ()
    position, faults = position_of(again, atlas, board, found.start.phase)
    assert faults == ()
    assert position == found.start
    assert again.header == found.game.header
    assert [section.player for section in again.sections] == [
        section.player for section in found.game.sections
    ]


@pytest.mark.slow
@given(st.data())
def test_any_position_written_and_read_is_the_same(standard, data):
    atlas, board = standard.atlas, standard.board
    homes = data.draw(st.lists(st.sampled_from([*board.provinces]), unique=True, max_size=34))
    powers = st.sampled_from([*board.powers])
    units = []
    for province in homes:
        stands = [
            (kind, place)
            for place in board.provinces[province].locations
            for kind in board.kinds
            if place in board.stands[kind]
        ]
        units.append(Unit(data.draw(powers), *data.draw(st.sampled_from(stands))))
    owners = {key: data.draw(powers) for key in homes if key in board.centers}
    position = Position(Phase(1907, "F", "M"), tuple(units), owners)
    lines = [*game_lines(["YEAR Herbst 1907"], nation_sections(position, atlas, {"Au": "Ö"}, {}))]
    again, faults = read_game_file(new_text_file("GAME.TXT", lines))
    assert faults == ()
    assert position_of(again, atlas, board, position.phase) == (position, ())


@pytest.mark.slow
@given(st.data())
def test_never_raises_on_damaged_files(standard, data):
    name = data.draw(st.sampled_from(ROUNDS))
    content = bytearray((EXAMPLE / name / "NEWGAME.TXT").read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + data.draw(st.integers(0, 30))] = data.draw(st.binary(max_size=9))
    file = read_text_file(bytes(content), "GAME.TXT")
    assert file.content == bytes(content)
    found, _ = read_game_file(file)
    position_of(found, standard.atlas, standard.board, Phase(1901, "S", "M"))


@pytest.fixture(scope="module")
def damaged(tmp_path_factory):
    """A copy of a game and its variant, and the files in it that can be damaged."""
    folder = tmp_path_factory.mktemp("damaged")
    texts = {
        "VARIANT.TXT": EXAMPLE / "VARIANTS" / "STANDARD" / "VARIANT.TXT",
        "FIELDS.TXT": EXAMPLE / "VARIANTS" / "STANDARD" / "FIELDS.TXT",
        "GAME.TXT": EXAMPLE / "TWO01F" / "GAME.TXT",
        "ORDERS.TXT": EXAMPLE / "TWO01F" / "ORDERS.TXT",
    }
    return folder, {name: path.read_bytes() for name, path in texts.items()}


@pytest.mark.slow
@settings(max_examples=30)
@given(st.data())
def test_never_raises_on_a_damaged_directory(damaged, data):
    folder, texts = damaged
    name = data.draw(st.sampled_from([*texts]))
    content = bytearray(texts[name])
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + data.draw(st.integers(0, 200))] = data.draw(st.binary(max_size=9))
    for other, text in texts.items():
        (folder / other).write_bytes(bytes(content) if other == name else text)
    found, faults = read_game_directory(folder, None, folder)
    assert found is not None or faults
    if found is not None and found.orders is not None:
        orders, _ = scan_orders(
            found.orders, found.variant_directory.files, found.variant.board, found.parameters
        )
        if found.start.phase.letter == "M" and not found.start.faults(found.variant.board):
            process(found.variant, found.start, orders.orders)
