"""Phases to explain, drawn at random: crowded ones, likely ones, and games from their start.

How many a run of the suite looks at is for each test to say; the environment figure
``DRAGOMAN_TEST_TURNS`` says it for all of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

from random_turns import (
    OrderLists,
    loosened,
    random_adjustments,
    random_orders,
    random_position,
    random_retreats,
)

from dragoman.game import Resolution, Variant, process
from dragoman.orders import Move
from dragoman.rules import PRESETS, SWITCHES, PhaseKind, Position, RuleSet, legal_orders


def turns(usually: int) -> int:
    """How many turns to look at."""
    return int(os.environ.get("DRAGOMAN_TEST_TURNS", usually))


def any_rule_set(dice: Random) -> RuleSet:
    """A preset, or a rule set with every choice made by lot."""
    if dice.random() < 0.5:
        return PRESETS[dice.choice(sorted(PRESETS))]
    return RuleSet(**{n: dice.choice(s.choices).word for n, s in SWITCHES.items()})


def crowded_turn(variant: Variant, dice: Random, seed: int) -> Iterator[Resolution]:
    """A movement phase full of clashes, sometimes badly written, and what follows from it."""
    rule_set = any_rule_set(dice)
    position = random_position(variant.board, dice, dice.randint(3, 60))
    orders = random_orders(variant.board, position, dice)
    if seed % 4 == 3:
        orders = loosened(variant.board, orders, dice)
    resolution = process(variant, position, orders, rule_set)
    yield resolution
    while resolution.position.phase.kind is not PhaseKind.MOVEMENT:
        position = resolution.position
        orders = follow_up(variant, position, dice)
        resolution = process(variant, position, orders, rule_set)
        yield resolution


def legal_turn(variant: Variant, dice: Random) -> Resolution:
    """A movement phase of legal orders."""
    position = random_position(variant.board, dice, dice.randint(10, 34))
    rule_set = any_rule_set(dice)
    orders = any_legal_orders(variant, position, rule_set, dice)
    return process(variant, position, orders, rule_set)


def play(variant: Variant, dice: Random, phases: int) -> Iterator[Resolution]:
    """Random play from the start: half of the orders legal ones, half of them clashing."""
    rule_set, position = any_rule_set(dice), variant.start
    for _ in range(phases):
        if position.phase.kind is not PhaseKind.MOVEMENT:
            orders = follow_up(variant, position, dice)
        elif dice.random() < 0.5:
            orders = any_legal_orders(variant, position, rule_set, dice)
        else:
            orders = random_orders(variant.board, position, dice)
        resolution = process(variant, position, orders, rule_set)
        yield resolution
        position = resolution.position


def follow_up(variant: Variant, position: Position, dice: Random) -> OrderLists:
    """Orders of a retreat or adjustment phase."""
    if position.phase.kind is PhaseKind.RETREAT:
        return random_retreats(variant.board, position, dice)
    return random_adjustments(variant.board, position, dice)


def any_legal_orders(
    variant: Variant, position: Position, rule_set: RuleSet, dice: Random
) -> OrderLists:
    """A legal order for nearly every unit, moves more often than the rest."""
    orders: OrderLists = {}
    for unit, choices in legal_orders(variant.board, position, rule_set).items():
        moves = [order for order in choices if isinstance(order, Move)]
        if dice.random() < 0.97:
            order = dice.choice(moves if moves and dice.random() < 0.4 else choices)
            orders[unit.power] = (*orders.get(unit.power, ()), order)
    return orders
