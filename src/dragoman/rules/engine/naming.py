"""How an order names units: what is missing, superfluous or wrong.

Written in the part of Python that Numba compiles; see ``codes`` for the rows of units and of
orders as written.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    COAST_FAILS,
    G_PROVINCES,
    INVALID,
    KIND,
    LOCATION,
    MOVE,
    NONE,
    O_BY,
    O_FLAGS,
    O_KIND,
    O_LOCATION,
    O_ROW,
    O_TYPE,
    O_WIDTH,
    ODD_COAST_OF_OTHER,
    ODD_COAST_OF_UNIT,
    OWNER,
    R_COAST_OF_UNIT,
    R_COAST_SUPERFLUOUS,
    R_KIND_MISSING,
    R_KIND_WRONG,
    R_POWER_MISSING,
    R_POWER_WRONG,
    UNLESS_PROPER,
    X_KIND,
    X_LOCATION,
    X_POWER,
    X_ROW,
    Ints,
)
from dragoman.rules.model.reasons import (
    KIND_MISSING,
    KIND_WRONG,
    NO_SUCH_OTHER,
    NO_SUCH_UNIT,
    NOT_YOURS,
    ODD_COAST,
    OK,
    OTHER_POWER_MISSING,
    OTHER_POWER_WRONG,
    WRONG_COAST_OF_UNIT,
)


def fault_in_naming(
    ground: Ints, units: Ints, orders: Ints, order: int, order_count: int, rules: Ints
) -> int:
    """What is wrong with how the order names units (DATC 4.B.5, 4.C.1, 4.C.2, 4.C.5, 4.C.6)."""
    row = orders[order + O_ROW]
    if row == NONE:
        return NO_SUCH_UNIT
    if units[row + OWNER] != orders[order + O_BY]:
        return NOT_YOURS
    flags = orders[order + O_FLAGS]
    location = orders[order + O_LOCATION]
    reason = fault_in_kind(units, row, orders[order + O_KIND], orders, order_count, rules)
    if reason == OK:
        odd = flags & ODD_COAST_OF_UNIT != 0
        reason = fault_in_coast(ground, units, row, location, odd, rules)
    other = orders[order + X_ROW]
    if reason != OK or orders[order + X_LOCATION] == NONE or orders[order + O_TYPE] == MOVE:
        return reason
    if other == NONE:
        return NO_SUCH_OTHER
    reason = fault_in_kind(units, other, orders[order + X_KIND], orders, order_count, rules)
    if reason != OK:
        return reason
    odd = flags & ODD_COAST_OF_OTHER != 0
    reason = fault_in_coast(ground, units, other, orders[order + X_LOCATION], odd, rules)
    if reason != OK:
        return reason
    return fault_in_power(units, other, orders, order, order_count, rules)


def fault_in_kind(
    units: Ints, row: int, kind: int, orders: Ints, order_count: int, rules: Ints
) -> int:
    """A kind of unit that is missing (4.C.1) or wrong (4.C.2)."""
    if kind == units[row + KIND]:
        return OK
    rule = rules[R_KIND_MISSING] if kind == NONE else rules[R_KIND_WRONG]
    if rule == UNLESS_PROPER:
        for index in range(order_count):
            order = index * O_WIDTH
            if (
                orders[order + O_ROW] == row
                and orders[order + O_BY] == units[row + OWNER]
                and orders[order + O_KIND] == units[row + KIND]
            ):
                rule = INVALID
    if rule == INVALID:
        return KIND_MISSING if kind == NONE else KIND_WRONG
    return OK


def fault_in_coast(
    ground: Ints, units: Ints, row: int, location: int, odd: bool, rules: Ints
) -> int:
    """A coast that is not the one the unit stands on (4.B.5) or that means nothing (4.B.6)."""
    if odd and rules[R_COAST_SUPERFLUOUS] == COAST_FAILS:
        return ODD_COAST
    if location >= ground[G_PROVINCES] and location != units[row + LOCATION]:
        if units[row + LOCATION] < ground[G_PROVINCES]:
            return ODD_COAST if rules[R_COAST_SUPERFLUOUS] == COAST_FAILS else OK
        if rules[R_COAST_OF_UNIT] == COAST_FAILS:
            return WRONG_COAST_OF_UNIT
    return OK


def fault_in_power(
    units: Ints, row: int, orders: Ints, order: int, order_count: int, rules: Ints
) -> int:
    """The power of a foreign unit that is missing (4.C.5) or wrong (4.C.6)."""
    power = orders[order + X_POWER]
    owner = units[row + OWNER]
    if power == owner or (power == NONE and owner == orders[order + O_BY]):
        return OK
    rule = rules[R_POWER_MISSING] if power == NONE else rules[R_POWER_WRONG]
    if rule == UNLESS_PROPER:
        for index in range(order_count):
            if (
                orders[index * O_WIDTH + X_ROW] == row
                and orders[index * O_WIDTH + X_POWER] == owner
            ):
                rule = INVALID
    if rule == INVALID:
        return OTHER_POWER_MISSING if power == NONE else OTHER_POWER_WRONG
    return OK
