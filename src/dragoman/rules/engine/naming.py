"""How an order names units: what is missing, superfluous or wrong."""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    COAST_FAILS,
    INVALID,
    MOVE,
    NONE,
    ODD_COAST_OF_OTHER,
    ODD_COAST_OF_UNIT,
    UNLESS_PROPER,
    VALID,
)
from dragoman.rules.engine.turn import Turn
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


def fault_in_naming(t: Turn, order: int) -> int:
    """What is wrong with how the order names units (DATC 4.B.5, 4.C.1, 4.C.2, 4.C.5, 4.C.6)."""
    unit = t.orders.unit[order]
    if unit == NONE:
        return NO_SUCH_UNIT
    if t.owner[unit] != t.orders.by[order]:
        return NOT_YOURS
    reason = fault_in_unit(
        t,
        unit,
        t.orders.kind[order],
        t.orders.location[order],
        t.orders.flags[order] & ODD_COAST_OF_UNIT,
    )
    if reason != OK or t.orders.other_location[order] == NONE or t.orders.type[order] == MOVE:
        return reason
    other = t.orders.other[order]
    if other == NONE:
        return NO_SUCH_OTHER
    reason = fault_in_unit(
        t,
        other,
        t.orders.other_kind[order],
        t.orders.other_location[order],
        t.orders.flags[order] & ODD_COAST_OF_OTHER,
    )
    return reason if reason != OK else fault_in_power(t, order)


def fault_in_unit(t: Turn, unit: int, kind: int, location: int, odd: int) -> int:
    """What is wrong with the kind and the place by which an order names a unit; ``odd`` is not 0
    where the coast means nothing."""
    if kind != t.kind[unit]:
        reason = fault_in_kind(t, unit, kind)
        if reason != OK:
            return reason
    if location == t.location[unit] and odd == 0:
        return OK
    return fault_in_coast(t, unit, location, odd != 0)


def fault_in_kind(t: Turn, unit: int, kind: int) -> int:
    """A kind of unit that is missing (4.C.1) or wrong (4.C.2)."""
    rule = t.rules.kind_missing if kind == NONE else t.rules.kind_wrong
    if rule == UNLESS_PROPER:
        for order in range(t.order_count):
            if (
                t.orders.unit[order] == unit
                and t.orders.by[order] == t.owner[unit]
                and t.orders.kind[order] == t.kind[unit]
            ):
                rule = INVALID
    if rule == INVALID:
        return KIND_MISSING if kind == NONE else KIND_WRONG
    return OK


def fault_in_coast(t: Turn, unit: int, location: int, odd: bool) -> int:
    """A coast that is not the one the unit stands on (4.B.5) or that means nothing (4.B.6)."""
    if odd and t.rules.coast_superfluous == COAST_FAILS:
        return ODD_COAST
    if location >= t.board.province_count and location != t.location[unit]:
        if t.location[unit] < t.board.province_count:
            return ODD_COAST if t.rules.coast_superfluous == COAST_FAILS else OK
        if t.rules.coast_of_unit == COAST_FAILS:
            return WRONG_COAST_OF_UNIT
    return OK


def fault_in_power(t: Turn, order: int) -> int:
    """The power of a foreign unit that is missing (4.C.5) or wrong (4.C.6)."""
    power = t.orders.other_power[order]
    if power == NONE and t.rules.power_missing == VALID:
        return OK
    unit = t.orders.other[order]
    owner = t.owner[unit]
    if power == owner or (power == NONE and owner == t.orders.by[order]):
        return OK
    rule = t.rules.power_missing if power == NONE else t.rules.power_wrong
    if rule == UNLESS_PROPER:
        for index in range(t.order_count):
            if t.orders.other[index] == unit and t.orders.other_power[index] == owner:
                rule = INVALID
    if rule == INVALID:
        return OTHER_POWER_MISSING if power == NONE else OTHER_POWER_WRONG
    return OK
