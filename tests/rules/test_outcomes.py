"""Outcomes that are worked out when somebody looks, and orders that are read once."""

import copy
import pickle
from random import Random

import pytest
from random_turns import loosened, random_orders, random_position

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.orders import Move, Support, UnitRef, scan_order
from dragoman.rules import Phase, Position, RuleSet, resolve

BOARD = load_variant("standard").board
RULES = RuleSet()


def judged(seed):
    dice = Random(seed)
    position = random_position(BOARD, dice, 24)
    orders = loosened(BOARD, random_orders(BOARD, position, dice), dice)
    return resolve(BOARD, position, orders, RULES)


def test_outcomes_are_like_a_tuple_of_them():
    outcomes = judged(1).outcomes
    told = tuple(outcomes)
    assert outcomes == told
    assert told == outcomes
    assert hash(outcomes) == hash(told)
    assert (len(outcomes), outcomes[0], outcomes[-2:]) == (len(told), told[0], told[-2:])
    assert outcomes != told[1:]
    assert outcomes != list(told)
    assert repr(outcomes) == repr(told)


@pytest.mark.parametrize("seed", range(20))
def test_it_is_the_same_whenever_one_looks(seed):
    one, other = judged(seed), judged(seed)
    looked = tuple(one.outcomes)
    judged(seed + 1000)
    assert other.outcomes == looked
    assert other == one
    assert pickle.loads(pickle.dumps(judged(seed))) == one
    assert copy.deepcopy(judged(seed)) == one


def test_an_order_is_read_for_what_it_says_in_each_position():
    order = Support(UnitRef("MAR", "A"), UnitRef("PAR", "A"), "BUR")
    move = Move(UnitRef("PAR", "A"), "BUR")
    found = []
    for other in (
        Unit("FRANCE", "A", "PAR"),
        Unit("FRANCE", "A", "GAS"),
        Unit("ITALY", "A", "PAR"),
    ):
        units = (Unit("FRANCE", "A", "MAR"), other)
        orders = {"FRANCE": [order, move]}
        settled = resolve(BOARD, Position(Phase.parse("S1901M"), units), orders, RULES)
        found.append(next(o for o in settled.outcomes if o.unit.location == "MAR"))
    assert [(o.result.value, o.reason) for o in found] == [
        ("succeeds", ""),
        ("illegal", "no-unit-to-help"),
        ("void", "not-ordered-so"),
    ]


@pytest.mark.parametrize(
    ("unit", "text", "said"),
    [
        (("F", "STP/SC"), "F stp/nc - nwy", ("illegal", "no-path")),
        (("F", "STP/NC"), "F stp/nc - nwy", ("succeeds", "")),
        (("A", "STP"), "F stp/nc - nwy", ("succeeds", "")),
    ],
)
def test_a_move_that_would_be_legal_from_where_it_says(unit, text, said):
    order = scan_order(text, BOARD)
    position = Position(Phase.parse("S1901M"), (Unit("RUSSIA", *unit),))
    (outcome,) = resolve(BOARD, position, {"RUSSIA": [order]}, RULES).outcomes
    assert (outcome.result.value, outcome.reason) == said
