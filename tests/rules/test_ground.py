"""The board's tables say what the board says, and are no larger than they need be."""

import pytest

from dragoman.board import Board, Path, UnitKind
from dragoman.formats import load_variant, shipped_variants
from dragoman.rules.engine.codes import G_PATHS, G_REACH, SEA_LOSS
from dragoman.rules.engine.tables import BoardConditions, BoardIndex


@pytest.mark.parametrize("name", shipped_variants())
def test_the_rows_are_the_paths_of_the_board(name):
    board = load_variant(name).board
    n = BoardIndex(board)
    ground = n.ground_under(BoardConditions())
    for k, kind in enumerate(n.kinds):
        for here, source in enumerate(n.locations):
            start = k * len(n.locations) + here
            row = ground[ground[G_PATHS] + start]
            found = {
                target: (ground[row + there] - 1) % SEA_LOSS
                for there, target in enumerate(n.locations)
                if ground[row + there]
            }
            reach = {to: loss for to, loss in board.reach(kind, source).items() if to != source}
            assert found == reach
            row = ground[ground[G_REACH] + start]
            supported = {place for there, place in enumerate(n.places) if ground[row + there]}
            assert supported == {board.province_of[to] for to, loss in reach.items() if loss == 0}


def test_kinds_that_go_the_same_ways_share_their_rows():
    board = load_variant("standard").board
    two = len(BoardIndex(board).ground)
    kinds = [UnitKind(letter, f"kind {letter}") for letter in "ABCDEFGHIJKL"]
    paths = [
        Path(kind.letter, path.source, path.target)
        for kind in kinds
        for path in board.paths
        if path.kind == "A"
    ]
    twelve = Board("twelve", board.provinces.values(), kinds, paths, board.powers.values())
    assert len(BoardIndex(twelve).ground) < two + 12 * (6 * len(board.locations) + len(paths))


def test_terms_that_make_no_difference_make_no_other_tables():
    n = BoardIndex(load_variant("standard").board)
    fall = BoardConditions(ice=True, hong_kong=True, gateways=False, railways=False)
    assert n.ground_under(fall) is n.ground
    assert (
        n.ground_under(BoardConditions(duality=True)) is not n.ground
    )  # Denmark, Kiel, Constantinople
    icy = BoardIndex(load_variant("white_winter").board)
    assert icy.ground_under(BoardConditions(ice=True)) is not icy.ground
