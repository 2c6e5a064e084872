"""High seas: water with room for any number of units, where nobody is in anybody's way.

nJudge's manual: "unlimited number of fleets may be present (yes, no bounces !)"; supports
there have no effect. So nobody stands in the lists that say who is where and who goes where:
in a high sea there is nothing to attack, to block or to cut, and the resolver meets none of it.
What is left is to tell its units apart, where an order names them by their place. Written in the
part of Python that Numba compiles; see ``codes`` for the rows.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import (
    A_BY,
    A_KIND,
    A_LOCATION,
    CHOSEN,
    G_HIGH_SEA_COUNT,
    G_HIGH_SEAS,
    G_PROVINCE_OF,
    GOAL,
    INVALID,
    KIND,
    LOCATION,
    NONE,
    O_BY,
    O_KIND,
    O_LOCATION,
    O_ROW,
    O_WIDTH,
    OWNER,
    PLACE,
    R_POWER_MISSING,
    TARGET,
    WIDTH,
    X_KIND,
    X_LOCATION,
    X_POWER,
    Cells,
    Ints,
)

ANYWHERE: Final = -2
"""In place of a target: whatever the unit was ordered."""


def is_high_sea(ground: Ints, province: int) -> bool:
    """Whether the province is a high sea."""
    for sea in range(ground[G_HIGH_SEA_COUNT]):
        if ground[ground[G_HIGH_SEAS] + sea] == province:
            return True
    return False


def leave_out_high_seas(ground: Ints, cells: Cells, nobody: int) -> None:
    """Write into a list with a number for each province that nobody is in a high sea."""
    for sea in range(ground[G_HIGH_SEA_COUNT]):
        cells[ground[ground[G_HIGH_SEAS] + sea]] = nobody


def unit_ordered(ground: Ints, count: int, units: Ints, orders: Ints, index: int) -> int:
    """The row of the unit in a high sea that order ``index`` is for; NONE if nobody is there.

    The orders go to the units of their power in turn, each to the first of its kind without
    one. Those that are left over go to the last, as second orders of it.
    """
    order = index * O_WIDTH
    place = ground[ground[G_PROVINCE_OF] + orders[order + O_LOCATION]]
    best = NONE
    best_claim = 0
    for cell in range(count):
        row = cell * WIDTH
        if units[row + PLACE] != place:
            continue
        claim = 1
        if units[row + OWNER] == orders[order + O_BY]:
            claim = 2
            if orders[order + O_KIND] == NONE or orders[order + O_KIND] == units[row + KIND]:
                claim = 4
            if not is_ordered(orders, index, row, orders[order + O_BY]):
                claim += 1
        # Of several without an order the first, of several with one the last.
        if claim > best_claim or (claim == best_claim and claim in (2, 4)):
            best = row
            best_claim = claim
    return best


def is_ordered(orders: Ints, end: int, row: int, power: int) -> bool:
    """Whether one of the orders before ``end`` is the power's for the unit in this row."""
    for index in range(end):
        if orders[index * O_WIDTH + O_ROW] == row and orders[index * O_WIDTH + O_BY] == power:
            return True
    return False


def other_named(
    ground: Ints, count: int, units: Ints, orders: Ints, order: int, target: int, rules: Ints
) -> int:
    """The row of the other unit that an order names in a high sea; see ``unit_named``."""
    return unit_named(
        count,
        units,
        ground[ground[G_PROVINCE_OF] + orders[order + X_LOCATION]],
        orders[order + O_BY],
        orders[order + X_POWER],
        orders[order + X_KIND],
        rules[R_POWER_MISSING] == INVALID,
        orders[order + O_ROW],
        ground[ground[G_PROVINCE_OF] + target] if target >= 0 else target,
        target,
    )


def unit_named(
    count: int,
    units: Ints,
    place: int,
    by: int,
    power: int,
    kind: int,
    strict: bool,
    besides: int,
    goal: int,
    target: int,
) -> int:
    """The row of the unit in a high sea that an order of the power ``by`` speaks of.

    ``power`` and ``kind`` are those named, or NONE; ``strict`` says that own units need no
    naming, but foreign ones do. Of the units that fit the one is meant that was ordered to
    ``goal`` (NONE: that stays; ``ANYWHERE``: no matter), to ``target`` if there are several,
    and an own one before others. Never the unit ``besides`` itself, unless it is alone. NONE if
    nobody is there.
    """
    best = NONE
    best_claim = -1
    for cell in range(count):
        row = cell * WIDTH
        if units[row + PLACE] != place:
            continue
        claim = 0
        own = units[row + OWNER] == by
        fits = units[row + OWNER] == power or (power == NONE and (own or not strict))
        if row != besides:
            claim += 16
        if fits and (kind == NONE or kind == units[row + KIND]):
            claim += 8
        if goal != ANYWHERE and units[row + GOAL] == goal:
            if goal == NONE or units[row + CHOSEN] != NONE:
                claim += 4
            if goal != NONE and units[row + TARGET] == target:
                claim += 2
        if own:
            claim += 1
        if claim > best_claim:
            best = row
            best_claim = claim
    return best


def are_alike(units: Ints, row: int, other: int) -> bool:
    """Whether two rows are one unit, or units of one power and kind in one high sea."""
    return row == other or (
        row != NONE
        and units[row + LOCATION] == units[other + LOCATION]
        and units[row + OWNER] == units[other + OWNER]
        and units[row + KIND] == units[other + KIND]
    )


def is_repeated(units: Ints, row: int, besides: int) -> bool:
    """Whether an equal unit stands before this one in the rows, leaving out ``besides``."""
    for cell in range(row // WIDTH):
        other = cell * WIDTH
        if other != besides and are_alike(units, other, row):
            return True
    return False


def unit_to_remove(
    ground: Ints, count: int, units: Ints, at: Ints, orders: Ints, order: int, gone: Ints
) -> int:
    """The row of the unit that the order is for, NONE if there is none: of several on a high
    sea one of the power and kind named that is not removed yet, as far as there is one."""
    place = ground[ground[G_PROVINCE_OF] + orders[order + A_LOCATION]]
    row = at[place]
    if row != NONE or ground[G_HIGH_SEA_COUNT] == 0:
        return row
    best_claim = -1
    for index in range(count):
        other = index * WIDTH
        if units[other + PLACE] != place:
            continue
        claim = 0
        if units[other + OWNER] == orders[order + A_BY]:
            claim += 4
        if orders[order + A_KIND] == units[other + KIND]:
            claim += 2
        if gone[index] == 0:
            claim += 1
        if claim > best_claim:
            row = other
            best_claim = claim
    return row


def spare(count: int, units: Ints, orders: Ints, order: int, gone: Cells) -> None:
    """Let a unit stay whose removal is not due after all."""
    for index in range(count):
        row = index * WIDTH
        if (
            gone[index] == 1
            and units[row + LOCATION] == orders[order + A_LOCATION]
            and units[row + OWNER] == orders[order + A_BY]
            and units[row + KIND] == orders[order + A_KIND]
        ):
            gone[index] = 0
            return
