"""The board's tables say what the board says, and are no larger than they need be."""

import pytest

from dragoman.board import Board, Path, UnitKind
from dragoman.formats import load_variant
from dragoman.rules import RuleSet
from dragoman.rules.batch.arrays import flat
from dragoman.rules.engine.codes import SEA_LOSS
from dragoman.rules.judge.board_index import BoardConditions, BoardIndex
from tests.variants.samples import sample


@pytest.mark.parametrize("name", ["standard", *sample()])
def test_the_rows_are_the_paths_of_the_board(name):
    board = load_variant(name).board
    n = BoardIndex(board)
    tables = n.tables_under(BoardConditions())
    for k, kind in enumerate(n.kinds):
        for here, source in enumerate(n.locations):
            start = k * len(n.locations) + here
            row = tables.path_rows[start]
            found = {
                target: (tables.path_cells[row + there] - 1) % SEA_LOSS
                for there, target in enumerate(n.locations)
                if tables.path_cells[row + there]
            }
            reach = {to: loss for to, loss in board.reach(kind, source).items() if to != source}
            turned = {w.target for w in board.conversions if (w.kind, w.source) == (kind, source)}
            assert found == reach | dict.fromkeys(turned - {source}, 0)
            row = tables.reach_rows[start]
            supported = {
                place for there, place in enumerate(n.places) if tables.reach_cells[row + there]
            }
            wanted = {board.province_of[to] for to, loss in reach.items() if loss == 0}
            if board.provinces[board.province_of[source]].city_of is not None:
                wanted |= {board.province_of[to] for to in turned}
            wanted |= {key for key, place in board.provinces.items() if place.city_of in wanted}
            assert supported == wanted


def test_kinds_that_go_the_same_ways_share_their_rows():
    board = load_variant("standard").board
    two = size(board)
    kinds = [UnitKind(letter, f"kind {letter}") for letter in "ABCDEFGHIJKL"]
    paths = [
        Path(kind.letter, path.source, path.target)
        for kind in kinds
        for path in board.paths
        if path.kind == "A"
    ]
    twelve = Board("twelve", board.provinces.values(), kinds, paths, board.powers.values())
    assert size(twelve) < two + 12 * (6 * len(board.locations) + len(paths))


def size(board: Board) -> int:
    return len(flat(BoardIndex(board).tables_under(BoardConditions())))


def test_conditions_that_make_no_difference_make_no_other_tables():
    n = BoardIndex(load_variant("standard").board)
    usual = n.tables_under(BoardConditions())
    fall = BoardConditions(ice=True, hong_kong=True, gateways=False, railways=False)
    assert n.tables_under(fall) is usual
    duality = BoardConditions(duality=True)  # Denmark, Kiel, Constantinople
    assert n.tables_under(duality) is not usual
    icy = BoardIndex(load_variant("white_winter").board)
    assert icy.tables_under(BoardConditions(ice=True)) is not icy.tables_under(BoardConditions())


def test_games_by_equal_rules_share_their_terms():
    standard = load_variant("standard")
    n = BoardIndex(standard.board)
    of_one = n.terms(RuleSet(), standard.calendar)
    of_other = n.terms(RuleSet(convoy_paradox="all-hold"), standard.calendar)
    assert of_other is not of_one
    assert of_other.rules.convoy_paradox != of_one.rules.convoy_paradox
    assert n.terms(RuleSet(), load_variant("standard").calendar) is of_one
    for _ in range(200):  # more than are known by themselves
        assert n.terms(RuleSet(), standard.calendar) is of_one
