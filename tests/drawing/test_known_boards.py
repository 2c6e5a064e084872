"""Boards that shipped variants have too are found without loading them all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dragoman.board import Board
from dragoman.drawing import known_boards
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.formats import load_variant
from tests.variants.samples import sample, with_own_map


def less(board: Board, key: str) -> Board:
    """A board with one province fewer."""
    return Board(
        board.name,
        [one for one in board.provinces.values() if one.key != key],
        board.kinds.values(),
        [
            p
            for p in board.paths
            if key not in (board.province_of[p.source], board.province_of[p.target])
        ],
        board.powers.values(),
    )


@pytest.mark.parametrize("name", ["standard", *sample()])
def test_a_board_is_found_by_its_places_and_neighbours(name: str) -> None:
    board = load_variant(name).board
    found = known_boards.same_board(board)
    assert (found is None) <= (name not in with_own_map())
    if found is not None:
        other = load_variant(found).board
        assert neighbours(other) == neighbours(board)
        assert {*other.locations} == {*board.locations}


def test_of_several_it_is_the_usual_one() -> None:
    assert known_boards.same_board(load_variant("standard").board) == "standard"
    assert known_boards.same_board(load_variant("1898").board) == "standard"


def test_a_border_or_a_place_less_is_another_board() -> None:
    board = load_variant("isthmus").board
    assert known_boards.same_board(board) == "isthmus"
    ways = [
        p
        for p in board.paths
        if {p.source, p.target} != {board.paths[0].source, board.paths[0].target}
    ]
    parts = (board.name, board.provinces.values(), board.kinds.values())
    assert known_boards.same_board(Board(*parts, ways, board.powers.values())) is None
    assert known_boards.same_board(less(board, board.paths[0].source)) is None


def test_other_names_are_told() -> None:
    board = load_variant("standard").board
    provinces = [replace(one, key=f"Q{one.key}") for one in board.provinces.values()]
    renamed = Board(
        "renamed",
        provinces,
        board.kinds.values(),
        [replace(p, source=f"Q{p.source}", target=f"Q{p.target}") for p in board.paths],
        board.powers.values(),
    )
    assert known_boards.same_board(renamed) is None
    assert known_boards.same_under_other_names(renamed) == (
        "standard",
        {f"Q{at}": at for at in board.locations},
    )


def test_a_larger_board_has_all_names_of_a_smaller_one() -> None:
    whole = load_variant("machiavelli").board
    name = known_boards.larger_board(whole)
    assert name is not None and {*whole.provinces} <= {*load_variant(name).board.provinces}
    key = next(k for k, p in whole.provinces.items() if p.city_of is None and p.home is None)
    other = Board(
        whole.name,
        [
            replace(one, name="Nowhere") if one.key == key else one
            for one in whole.provinces.values()
        ],
        whole.kinds.values(),
        whole.paths,
        whole.powers.values(),
    )
    assert known_boards.larger_board(other) is None
