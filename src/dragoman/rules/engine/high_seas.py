"""High seas: water with room for any number of units, where nobody is in anybody's way.

nJudge's manual: "unlimited number of fleets may be present (yes, no bounces !)"; supports
there have no effect. So nobody stands in the lists that say who is where and who goes where:
in a high sea there is nothing to attack, to block or to cut, and the resolver meets none of it.
What is left is to tell its units apart, where an order names them by their place.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    INVALID,
    NONE,
)
from dragoman.rules.engine.tables import Cells
from dragoman.rules.engine.turn import Turn

ANYWHERE: Final = -2
"""In place of a target: whatever the unit was ordered."""


def is_high_sea(t: Turn, province: int) -> bool:
    """True if the province is a high sea."""
    for sea in range(t.board.high_sea_count):
        if t.board.high_seas[sea] == province:
            return True
    return False


def leave_out_high_seas(t: Turn, cells: Cells, nobody: int) -> None:
    """Write into a list with a number for each province that nobody is in a high sea."""
    for sea in range(t.board.high_sea_count):
        cells[t.board.high_seas[sea]] = nobody


def unit_ordered(t: Turn, order: int) -> int:
    """The unit in a high sea that an order is for; NONE if nobody is there.

    The orders go to the units of their power in turn, each to the first of its kind without
    one. Those that are left over go to the last, as second orders of it.
    """
    place = t.board.province_of[t.orders.location[order]]
    best = NONE
    best_claim = 0
    for unit in range(t.unit_count):
        if t.place[unit] != place:
            continue
        claim = 1
        if t.owner[unit] == t.orders.by[order]:
            claim = 2
            if t.orders.kind[order] == NONE or t.orders.kind[order] == t.kind[unit]:
                claim = 4
            if not is_ordered(t, order, unit, t.orders.by[order]):
                claim += 1
        # Of several without an order the first, of several with one the last.
        if claim > best_claim or (claim == best_claim and claim in (2, 4)):
            best = unit
            best_claim = claim
    return best


def is_ordered(t: Turn, end: int, unit: int, power: int) -> bool:
    """True if one of the orders before ``end`` is the power's for this unit."""
    for order in range(end):
        if t.orders.unit[order] == unit and t.orders.by[order] == power:
            return True
    return False


def other_named(t: Turn, order: int, target: int) -> int:
    """The unit in a high sea that an order supports or convoys; NONE if nobody is there.

    Of the units of the power and kind named (a rule decides whether foreign ones need naming) the
    one is meant that was ordered to the province of ``target`` (NONE: that stays; ``ANYWHERE``: no
    matter), to ``target`` itself if there are several, and an own one before others. Never the
    unit that is ordered, unless it is alone.
    """
    place = t.board.province_of[t.orders.other_location[order]]
    power = t.orders.other_power[order]
    kind = t.orders.other_kind[order]
    strict = t.rules.power_missing == INVALID
    goal = t.board.province_of[target] if target >= 0 else target
    best = NONE
    best_claim = -1
    for unit in range(t.unit_count):
        if t.place[unit] != place:
            continue
        claim = 0
        own = t.owner[unit] == t.orders.by[order]
        fits = t.owner[unit] == power or (power == NONE and (own or not strict))
        if unit != t.orders.unit[order]:
            claim += 16
        if fits and (kind == NONE or kind == t.kind[unit]):
            claim += 8
        if goal != ANYWHERE and t.goal[unit] == goal:
            if goal == NONE or t.chosen[unit] != NONE:
                claim += 4
            if goal != NONE and t.target[unit] == target:
                claim += 2
        if own:
            claim += 1
        if claim > best_claim:
            best = unit
            best_claim = claim
    return best


def are_alike(t: Turn, unit: int, other: int) -> bool:
    """True if two are one unit, or units of one power and kind in one high sea."""
    return unit == other or (
        unit != NONE
        and t.location[unit] == t.location[other]
        and t.owner[unit] == t.owner[other]
        and t.kind[unit] == t.kind[other]
    )


def is_repeated(t: Turn, unit: int, besides: int) -> bool:
    """True if an equal unit is listed before this one, leaving out ``besides``."""
    for other in range(unit):
        if other != besides and are_alike(t, other, unit):
            return True
    return False


def unit_to_remove(t: Turn, order: int) -> int:
    """The unit that the order is for, NONE if there is none: of several on a high
    sea one of the power and kind named that is not removed yet, as far as there is one."""
    place = t.board.province_of[t.adjustments.location[order]]
    unit = t.at[place]
    if unit != NONE or t.board.high_sea_count == 0:
        return unit
    best_claim = -1
    for other in range(t.unit_count):
        if t.place[other] != place:
            continue
        claim = 0
        if t.owner[other] == t.adjustments.by[order]:
            claim += 4
        if t.adjustments.kind[order] == t.kind[other]:
            claim += 2
        if t.gone[other] == 0:
            claim += 1
        if claim > best_claim:
            unit = other
            best_claim = claim
    return unit


def keep_unit(t: Turn, order: int) -> None:
    """Let a unit stay whose removal is not due after all."""
    for unit in range(t.unit_count):
        if (
            t.gone[unit] == 1
            and t.location[unit] == t.adjustments.location[order]
            and t.owner[unit] == t.adjustments.by[order]
            and t.kind[unit] == t.adjustments.kind[order]
        ):
            t.gone[unit] = 0
            return
