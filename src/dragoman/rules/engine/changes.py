"""Units of Diplomacy that become of the other kind where they stand, an army a fleet and a fleet an
army.

Whoever converts holds meanwhile, and can be supported. It comes to nothing if anybody attacks the
unit as it would have to be attacked for its support to be cut.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import CHANGES_KIND, COAST_FAILS, HOLD, NONE, ODD_COAST_OF_TARGET
from dragoman.rules.engine.primitives import EMPTY, Mask, first, only
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import (
    CANNOT_STAND,
    COAST_NEEDED,
    NOT_CONVERTED_HERE,
    ODD_COAST,
    OK,
    SAME_KIND,
)


def other_kind(board: BoardTables, kind: int) -> int:
    """The kind that a unit of a kind becomes: the first that convoys if it does not, else the first
    that does not. NONE if there is none."""
    for becomes in range(board.kind_count):
        if board.can_convoy[becomes] != board.can_convoy[kind]:
            return becomes
    return NONE


def becomes(t: Turn, unit: int) -> int:
    """The kind that the unit becomes, if it converts."""
    return other_kind(t.board, t.kind[unit])


def count_changes(t: Turn, unit: int) -> int:
    """The number of ways in which the unit can convert."""
    count = 0
    while way_to_change(t, unit, count) != NONE:
        count += 1
    return count


def fault_in_change(t: Turn, order: int) -> int:
    """Why the unit cannot convert whatever the others do; where it will stand is put right."""
    unit = t.orders.unit[order]
    place = t.place[unit]
    target = t.orders.target[order]
    kind = t.orders.other_kind[order]
    if t.board.converts_in[place] == 0:
        return NOT_CONVERTED_HERE
    if kind == NONE or target == NONE or kind != becomes(t, unit):
        return SAME_KIND
    if t.orders.flags[order] & ODD_COAST_OF_TARGET != 0:
        if t.rules.coast_superfluous == COAST_FAILS:
            return ODD_COAST
        target = place
    row = kind * t.board.location_count
    if t.board.can_stand[row + target] == 1:
        t.orders.target[order] = target
        return OK
    found = NONE
    for coast in range(t.board.coast_starts[place], t.board.coast_starts[place + 1]):
        if t.board.can_stand[row + coast] == 1:
            if found != NONE:
                return COAST_NEEDED
            found = coast
    if found == NONE and t.board.can_stand[row + place] == 1:
        found = place
    if found == NONE:
        return CANNOT_STAND
    t.orders.target[order] = found
    return OK


def way_to_change(t: Turn, unit: int, which: int) -> int:
    """One of the locations at which a unit can stand when it has converted; NONE if there are not
    so many, or it cannot convert."""
    place = t.place[unit]
    if t.board.converts_in[place] == 0:
        return NONE
    kind = becomes(t, unit)
    if kind == NONE:
        return NONE
    seen = 0
    row = kind * t.board.location_count
    if t.board.can_stand[row + place] == 1:
        if seen == which:
            return place
        seen += 1
    for coast in range(t.board.coast_starts[place], t.board.coast_starts[place + 1]):
        if t.board.can_stand[row + coast] == 1:
            if seen == which:
                return coast
            seen += 1
    return NONE


def gather_changes(t: Turn) -> None:
    """Note which units convert; each is as a support of nobody, which an attack cuts."""
    t.converting = EMPTY
    for unit in range(t.unit_count if t.board.has_conversions == 1 else 0):
        order = t.chosen[unit]
        if t.order[unit] == HOLD and order != NONE and t.orders.flags[order] & CHANGES_KIND != 0:
            t.converting |= only(unit)
            t.helps[unit] = unit
    t.supporting |= t.converting


def converted(t: Turn) -> Mask:
    """The units that have converted."""
    return t.converting & t.stands_yes


def change_standing(t: Turn) -> None:
    """Let who has converted stand as what it has become, where all units have their rows in
    ``t.standing``."""
    left = converted(t)
    while left != EMPTY:
        unit = first(left)
        left ^= only(unit)
        t.standing.kind[unit] = t.orders.other_kind[t.chosen[unit]]
        t.standing.location[unit] = t.target[unit]
