"""Outcomes that are worked out when somebody looks, and orders that are read once."""

import copy
import pickle
import threading
import tracemalloc
from dataclasses import FrozenInstanceError
from random import Random

import pytest
from random_turns import loosened, random_orders, random_position

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.orders import Move, Support, UnitRef, scan_order
from dragoman.rules import PRESETS, Outcome, Phase, Position, RuleSet, resolve
from dragoman.rules.model.outcome import new_outcome

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


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_many_movements_are_judged_before_one_looks(preset):
    rules = RuleSet.preset(preset)

    def settled(seed):
        dice = Random(seed)
        position = random_position(BOARD, dice, 2 + seed)
        orders = loosened(BOARD, random_orders(BOARD, position, dice), dice)
        return resolve(BOARD, position, orders, rules)

    looked = [tuple(settled(seed).outcomes) for seed in range(32)]
    waiting = [settled(seed) for seed in range(32)]
    assert [tuple(one.outcomes) for one in reversed(waiting)] == looked[::-1]
    assert [one.outcomes for one in waiting] == looked


def test_outcomes_are_the_same_in_another_thread():
    looked = [tuple(judged(seed).outcomes) for seed in range(20)]
    waiting = [judged(seed) for seed in range(20)]
    found = {}

    def look(name, sequence):
        for number in sequence:
            judged(number + 100)
            found[name, number] = tuple(waiting[number].outcomes)

    sequences = [range(20), range(19, -1, -1), range(0, 20, 2), range(1, 20, 2)]
    threads = [threading.Thread(target=look, args=pair) for pair in enumerate(sequences)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 60
    assert all(told == looked[number] for (_, number), told in found.items())


def test_what_nobody_looks_at_keeps_little():
    """The turn that a movement is judged on has 38 KB."""
    turns = []
    for seed in range(100):
        dice = Random(seed)
        position = random_position(BOARD, dice, 30)
        turns.append((position, random_orders(BOARD, position, dice)))
    for position, orders in turns:
        resolve(BOARD, position, orders, RULES)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept = [resolve(BOARD, position, orders, RULES) for position, orders in turns]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (after - before) / len(kept) < 6_000


def test_an_outcome_that_is_made_quickly_is_one_like_any_other():
    for told in judged(3).outcomes:
        values = [getattr(told, name) for name in Outcome.__match_args__]
        made, usual = new_outcome(*values), Outcome(*values)
        assert type(made) is Outcome
        assert (made, hash(made), repr(made)) == (usual, hash(usual), repr(usual))
        assert pickle.loads(pickle.dumps(made)) == copy.copy(made) == usual
        with pytest.raises(FrozenInstanceError):
            made.reason = ""


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
