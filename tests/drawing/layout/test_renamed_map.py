"""The maps of boards that are other boards under other names."""

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.board import Board, Path as Way
from dragoman.drawing import map_of
from dragoman.drawing.layout.other_maps import renamed, same_places
from dragoman.formats import load_variant
from dragoman.formats.dipwork import read_dipwork

DIPWORK = Path(__file__).parents[3] / "examples" / "dipwork" / "VARIANTS" / "STANDARD"
OTHER_NAMES = {
    "AFR": "NAF", "BAS": "BAL", "LIV": "LVN", "LPL": "LVP", "MID": "MAO", "NAT": "NAO",
    "NOR": "NWY", "PET": "STP", "PET/NC": "STP/NC", "PET/SC": "STP/SC", "SEB": "SEV",
}  # fmt: skip


@pytest.fixture(scope="module")
def dipwork():
    variant, _ = read_dipwork(DIPWORK)
    return variant


def test_dipworks_standard_map_is_ours(dipwork, standard, europe):
    places = same_places(dipwork.board, standard.board)
    assert {new: old for new, old in places.items() if new != old} == OTHER_NAMES
    drawn_on, faults = map_of(dipwork)
    assert faults == ()
    geometry = drawn_on.geometry
    assert geometry.units["PET/NC"] == europe.units["STP/NC"]
    assert geometry.shapes["BAS"] == europe.shapes["BAL"]
    assert set(geometry.units) == set(dipwork.board.locations)
    assert "SWI" not in geometry.shapes  # DipWork has no Switzerland: it is land beyond the map
    assert set(europe.shapes["SWI"].rings) <= set(geometry.outside)
    assert len(geometry.straits) == len(europe.straits)


def without(board, *ways):
    paths = [p for p in board.paths if (p.source, p.target) not in ways]
    assert len(paths) < len(board.paths)
    return Board(
        board.name, board.provinces.values(), board.kinds.values(), paths, board.powers.values()
    )


def test_a_border_less_is_another_map(dipwork, standard):
    other = without(dipwork.board, ("MUN", "TYR"), ("TYR", "MUN"))
    assert same_places(other, standard.board) is None


def test_land_is_not_sea(dipwork, standard):
    assert same_places(dipwork.board, load_variant("isthmus").board) is None


def test_where_there_are_several_ways_none_is_taken():
    """Each of pure's provinces borders on all others: names alone could tell them apart."""
    pure = load_variant("pure").board
    assert same_places(pure, pure) is None


def test_a_map_is_itself(standard, europe):
    places = same_places(standard.board, standard.board)
    assert places == {at: at for at in standard.board.locations}
    assert renamed(europe, places) == europe


def test_a_map_without_coasts(standard, europe):
    """As for Seismic, whose manual advises to play without them."""
    board = standard.board
    ways = {Way(p.kind, province(p.source), province(p.target)) for p in board.paths}
    bare = Board(
        "bare",
        [replace(p, coasts=()) for p in board.provinces.values()],
        board.kinds.values(),
        sorted(ways, key=str),
        board.powers.values(),
    )
    places = same_places(bare, board)
    assert set(places) == set(board.provinces)
    assert renamed(europe, places).units["STP"] == europe.units["STP"]


def province(location):
    return location.partition("/")[0]
