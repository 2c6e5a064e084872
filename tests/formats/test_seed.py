"""Seed files: what is read, and that a fault costs one diagnostic and nothing else."""

import pytest

from dragoman.board import Unit
from dragoman.formats.njudge import SeedUnit, board_from, read_map, read_seed, start_from
from dragoman.rules import Phase


@pytest.fixture(scope="module")
def map_file(standard_map):
    return read_map(standard_map)[0]


@pytest.fixture(scope="module")
def board(map_file):
    return board_from(map_file, "standard")[0]


@pytest.fixture(scope="module")
def home_row(map_file):
    return "".join(province.home_letter or "." for province in map_file.provinces)


def start(text, map_file, board):
    seed_file, read_faults = read_seed(text, "seed.test")
    position, faults = start_from(seed_file, map_file, board)
    return position, (*read_faults, *faults)


def test_a_whole_file():
    seed_file, diagnostics = read_seed("F1901M\nA: A Bud\nEr F London, Yor, wal\n-1\n.A.\n-1\n")
    assert diagnostics == ()
    assert seed_file.phase == Phase.parse("F1901M")
    assert seed_file.units == (
        SeedUnit("A", ":", "A", "Bud"),
        SeedUnit("E", "r", "F", "London", ("Yor", "wal")),
    )
    assert [(unit.line, unit.column) for unit in seed_file.units] == [(2, 6), (3, 6)]
    assert (seed_file.ownership, seed_file.ownership_line) == (".A.", 5)


def test_the_standard_start(standard_seed, map_file, board):
    position, diagnostics = start(standard_seed, map_file, board)
    assert diagnostics == ()
    assert str(position.phase) == "S1901M"
    assert len(position.units) == 22
    assert Unit("R", "F", "STP/SC") in position.units
    assert position.faults(board) == ()
    assert {c for c, owner in position.owners.items() if owner == "R"} == {
        "MOS",
        "SEV",
        "STP",
        "WAR",
    }


def test_without_a_row_units_own_the_centers_they_stand_on(map_file, board):
    position, _ = start("S1902M\nE: A Brest\nE: A Burgundy\n-1\n-1\n", map_file, board)
    assert position.owners["BRE"] == "E"
    assert position.owners["PAR"] == "F"
    assert "BUR" not in position.owners


def test_with_a_row_the_row_says_it_all(map_file, board, home_row):
    row = "." * len(home_row.rstrip("."))
    position, diagnostics = start(f"F1900B\nE: A Brest\n-1\n{row}....\n-1\n", map_file, board)
    assert [d.code for d in diagnostics] == ["ownership-length"]
    assert position.owners == {}
    assert str(position.phase) == "W1900A"


def test_letters_on_provinces_that_are_no_centers_mean_nothing(map_file, board, home_row):
    row = home_row.replace(".", "E")
    position, diagnostics = start(f"S1901M\n-1\n{row}\n-1\n", map_file, board)
    assert diagnostics == ()
    assert len(position.owners) == 34


def test_a_short_row_leaves_the_rest_at_home(map_file, board, home_row):
    position, (fault,) = start(f"S1901M\n-1\n{'.' * 40} rest\n-1\n", map_file, board)
    assert (fault.code, fault.column, fault.is_error) == ("ownership-length", 41, False)
    assert "BUD" not in position.owners
    assert position.owners["VIE"] == "A"


def test_dislodged_units_and_their_retreats(map_file, board):
    position, diagnostics = start("S1901R\nAr A Bud, gal, Serbia\n-1\n-1\n", map_file, board)
    assert diagnostics == ()
    assert position.units == ()
    (dislodged,) = position.dislodged
    assert str(dislodged) == "*A BUD"
    assert dislodged.options == ("GAL", "SER")


@pytest.mark.parametrize(
    "place",
    ["stp/sc", "St Petersburg (sc)", "STP/South Coast", "stp(south  coast)", "St. Petersburg/SC"],
)
def test_ways_to_name_a_coast(place, map_file, board):
    position, diagnostics = start(f"S1901M\nR: F {place}\n-1\n-1\n", map_file, board)
    assert diagnostics == ()
    assert position.units == (Unit("R", "F", "STP/SC"),)


# Each row: what is replaced in the standard seed, by what, how many units stand in the end,
# and the diagnostics: code and the beginning of the line they point at.
BROKEN = [
    ("A Budapest", "A Budapst", 21, [("unknown-province", "A: A Budapst")]),
    ("burg/sc", "burg", 21, [("cannot-stand", "R: F St")]),
    ("burg/sc", "burg/wc", 21, [("unknown-coast", "R: F St")]),
    ("burg/sc", "burg/xc", 21, [("unknown-province", "R: F St")]),
    ("F Trieste", "F Budapest", 21, [("cannot-stand", "A: F Bud")]),
    ("A Vienna", "A Adriatic", 21, [("cannot-stand", "A: A Adr")]),
    ("A Vienna", "A Switzerland", 21, [("cannot-stand", "A: A Swi")]),
    ("F Trieste", "A bud", 21, [("two-units", "A: A bud")]),
    ("A Budapest", "G Budapest", 21, [("unknown-unit-kind", "A: G")]),
    ("A: A Bud", "Z: A Bud", 21, [("unknown-power", "Z: A")]),
    ("A: A Bud", "&: A Bud", 21, [("not-supported", "&: A")]),
    ("A: A Bud", "A:cA Bud", 21, [("not-supported", "A:cA")]),
    ("A: A Bud", "A: A", 21, [("bad-unit-line", "A: A")]),
    ("A: A Bud", "A A Bud", 21, [("bad-unit-line", "A A")]),
    ("A: A Bud", "A: Bud", 21, [("bad-unit-line", "A: Bud")]),
    ("-1\n-1\n", "-1\n", 22, [("missing-end", "-1")]),
    ("-1\n-1\n", "", 22, [("cut-short", "T: A Smyrna")]),
    ("-1\n-1\n", "-1\n-1\n-1\n", 22, [("after-end", "-1")]),
    ("-1\n-1\n", "-1\nO:...\nC:...\n-1\n", 22, [("ownership-length", "C:")]),
    ("-1\n-1\n", "-1\nZ:...\n-1\n", 22, [("unknown-row", "Z:")]),
    ("-1\n-1\n", "-1\n...Z\n-1\n", 22, [("ownership-length", "...Z"), ("unknown-power", "...Z")]),
    (
        "-1\n-1\n",
        "-1\n...\n...\n-1\n",
        22,
        [("bad-ownership", "..."), ("ownership-length", "...")],
    ),
]


@pytest.mark.parametrize(("old", "new", "units", "expected"), BROKEN)
def test_a_fault_costs_nothing_else(standard_seed, map_file, board, old, new, units, expected):
    assert old in standard_seed
    text = standard_seed.replace(old, new, 1)
    position, diagnostics = start(text, map_file, board)
    lines = text.split("\n")
    assert sorted(d.code for d in diagnostics) == sorted(code for code, _ in expected)
    for code, beginning in expected:
        (diagnostic,) = (d for d in diagnostics if d.code == code)
        assert diagnostic.source == "seed.test"
        assert lines[diagnostic.line - 1].startswith(beginning)
        assert 1 <= diagnostic.column <= len(lines[diagnostic.line - 1]) + 1
    assert len(position.units) == units


@pytest.mark.parametrize("header", ["Spring 1901\n", "S1901X\n", ""])
def test_without_a_turn_there_is_no_position_but_the_units_are_read(
    standard_seed, map_file, board, header
):
    text = standard_seed.replace("S1901M\n", header)
    seed_file, diagnostics = read_seed(text, "seed.test")
    assert [(d.code, d.line) for d in diagnostics] == [("bad-phase", 1)]
    assert len(seed_file.units) == 22
    assert start_from(seed_file, map_file, board) == (None, ())


def test_a_fleet_without_its_coast_is_told_the_coasts(standard_seed, map_file, board):
    _, (fault,) = start(standard_seed.replace("burg/sc", "burg"), map_file, board)
    assert fault.candidates == ("stp/nc", "stp/sc")
