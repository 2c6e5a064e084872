"""The terms on which powers play together: orders that were agreed, powers that spare each other,
provinces that are left alone. All of it is for movements. Compiled only, as ``rows`` is."""

from __future__ import annotations

from typing import Final

from dragoman.bots.engine.forms import FORESEEN, USUAL, SearchRoom
from dragoman.bots.engine.rows import BatchEvaluator, give_temper, order_row
from dragoman.bots.engine.worth import is_spared, mixed
from dragoman.rules.engine.codes import HOLD, MOVE, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import (
    packed,
    packed_kind,
    packed_other,
    packed_target,
)

FREE: Final = -2
"""Of a fleet that may be the next in a chain of convoys."""
OFTEN: Final = 2
"""In how many of the ``FORESEEN`` draws a unit does what is worth supporting."""


def keep_peace(evaluator: BatchEvaluator) -> None:
    """Have those units hold that would go where their power spares another."""
    tables, sight = evaluator.tables, evaluator.sight
    for unit in range(sight.counts[0]):
        code = evaluator.codes[unit]
        if packed_kind(code) == MOVE:
            place = tables.province_of[packed_target(code)]
            if is_spared(tables, sight, sight.owner[unit], place):
                evaluator.codes[unit] = packed(HOLD, 0, NONE, NONE)


def keep_terms(evaluator: BatchEvaluator, search: SearchRoom) -> None:
    """Have units spare whom they are to spare, and do what was agreed, whatever that is."""
    keep_peace(evaluator)
    for unit in range(evaluator.sight.counts[0]):
        if search.agreed[unit] != NONE:
            evaluator.codes[unit] = search.agreed[unit]


def foresee(evaluator: BatchEvaluator, search: SearchRoom) -> bool:
    """Draw what all units may do in a movement; False if there was no room to list legal orders."""
    state = evaluator.state[0]
    for one in range(evaluator.tables.powers):
        give_temper(evaluator, one, USUAL)
    for drawn in range(FORESEEN):
        evaluator.state[0] = mixed(state, drawn + 1)
        if not order_row(evaluator, search.before, search.all_dumb):
            return False
        keep_terms(evaluator, search)
        for unit in range(evaluator.tables.provinces):
            search.foreseen[drawn, unit] = evaluator.codes[unit]
    evaluator.state[0] = state
    return True


def is_ours(search: SearchRoom, power: int, owner: int) -> bool:
    """True of the power that a search is for, and of its partner."""
    return owner == power or (owner == search.partner[0] and owner != NONE)


def is_of_use(
    evaluator: BatchEvaluator, search: SearchRoom, power: int, unit: int, code: int
) -> bool:
    """True if an order of a unit is worth a try under the terms: if it goes nowhere that is spared,
    and what it is to help is ours, or was agreed, or may well be done."""
    tables, sight = evaluator.tables, evaluator.sight
    target = packed_target(code)
    helped = packed_other(code)
    there = NONE
    if packed_kind(code) >= SUPPORT and helped != NONE and helped < tables.locations:
        there = sight.at[tables.province_of[helped]]
    if there != NONE and search.agreed[there] != NONE:
        return is_as_agreed(evaluator, search.agreed[there], code)
    if target != NONE:
        place = tables.province_of[target]
        if is_spared(tables, sight, sight.owner[unit], place):
            return False
    if there == NONE or is_ours(search, power, sight.owner[there]):
        return True
    return packed_kind(code) == SUPPORT and is_foreseen(evaluator, search, there, code)


def is_as_agreed(evaluator: BatchEvaluator, order: int, code: int) -> bool:
    """True if a support or a convoy is for what a unit is ordered."""
    target = packed_target(code)
    if packed_kind(order) != MOVE:
        return packed_kind(code) == SUPPORT and target == NONE
    if target == NONE:
        return False
    places = evaluator.tables.province_of
    return places[target] == places[packed_target(order)]


def is_foreseen(evaluator: BatchEvaluator, search: SearchRoom, unit: int, code: int) -> bool:
    """True if a unit may well do what a support of it is for."""
    often = 0
    for drawn in range(FORESEEN):
        if is_as_agreed(evaluator, search.foreseen[drawn, unit], code):
            often += 1
    return often >= OFTEN


# Chains of convoys


def find_chain(evaluator: BatchEvaluator, search: SearchRoom, army: int, target: int) -> int:
    """The last fleet of a shortest chain over which an army can go to a province, NONE if there is
    none; ``search.chain`` leads back from it to the first, which has itself there. Those fleets can
    be used that ``search.chain`` has at ``FREE`` before."""
    tables, sight = evaluator.tables, evaluator.sight
    start = tables.province_of[sight.location[army]]
    for unit in range(sight.counts[0]):
        if search.chain[unit] == FREE and is_beside(evaluator, unit, start):
            search.chain[unit] = unit
    for _ in range(sight.counts[0]):
        for unit in range(sight.counts[0]):
            if search.chain[unit] >= 0 and is_beside(evaluator, unit, target):
                return unit
        found = 0
        for unit in range(sight.counts[0]):
            if search.chain[unit] != FREE:
                continue
            place = tables.province_of[sight.location[unit]]
            for other in range(sight.counts[0]):
                if search.chain[other] >= 0 and is_beside(evaluator, other, place):
                    search.chain[unit] = FREE - 1 - other  # it counts from the next round on
                    found += 1
                    break
        if found == 0:
            return NONE
        for unit in range(sight.counts[0]):
            if search.chain[unit] < FREE:
                search.chain[unit] = FREE - 1 - search.chain[unit]
    return NONE


def is_beside(evaluator: BatchEvaluator, unit: int, place: int) -> bool:
    """True if a unit could go to a province."""
    tables, sight = evaluator.tables, evaluator.sight
    node = sight.kind[unit] * tables.locations + sight.location[unit]
    for cell in range(tables.help_starts[node], tables.help_starts[node + 1]):
        if tables.help_places[cell] == place:
            return True
    return False
