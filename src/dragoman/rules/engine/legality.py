"""Which orders can be carried out at all, and which of them fit together.

An order is legal if it could be carried out for some orders of the others, with the units
as they stand (DATC 4.E.1). What is not legal is ignored, with a reason; a legal support or
convoy of something that was not ordered so is void. What is left is written into the columns
of the units for the resolver.
"""

from __future__ import annotations

from dragoman.rules.engine.changes import fault_in_change
from dragoman.rules.engine.codes import (
    CHANGES_KIND,
    COAST_CORRECTED,
    COAST_DEFAULT,
    COAST_FAILS,
    COAST_IF_SEVERAL,
    COAST_REQUIRED,
    CONVOY,
    CORES,
    HOLD,
    INVALID,
    LEGAL_AS_NAMED,
    MOVE,
    NAMED_LOOSELY,
    NAMES_ROUTE,
    NONE,
    ODD_COAST_OF_OTHER,
    ODD_COAST_OF_TARGET,
    ODD_COAST_OF_UNIT,
    PLAIN_STEP,
    SUPPORT,
    TOGETHER,
    UNLESS_PROPER,
    VALID,
    VIA,
    VIA_BY_LAND_IF_POSSIBLE,
)
from dragoman.rules.engine.conflicting_orders import choose, take
from dragoman.rules.engine.cores import fault_in_coring
from dragoman.rules.engine.high_seas import (
    ANYWHERE,
    are_alike,
    other_named,
    unit_ordered,
)
from dragoman.rules.engine.passages import (
    fault_in_ride,
    gate_at,
    may_take,
    rides,
)
from dragoman.rules.engine.primitives import fill
from dragoman.rules.engine.routes import (
    connected,
    could_help,
    may_land,
    paths_from,
)
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.ways import can_convoy
from dragoman.rules.model.reasons import (
    CANNOT_BE_CONVOYED,
    CANNOT_CONVOY,
    COAST_MISSING,
    COAST_NEEDED,
    CONVOY_USELESS,
    KIND_MISSING,
    KIND_WRONG,
    NO_PATH,
    NO_ROUTE,
    NO_SUCH_OTHER,
    NO_SUCH_UNIT,
    NOT_YOURS,
    ODD_COAST,
    OK,
    OTHER_POWER_MISSING,
    OTHER_POWER_WRONG,
    SAME_PLACE,
    SELF_SUPPORT,
    SUPPORT_NEEDS_COAST,
    SUPPORT_OUT_OF_REACH,
    SUPPORTED_CANNOT_MOVE,
    WAY_OWNED,
    WRONG_COAST,
    WRONG_COAST_OF_UNIT,
)


def check(t: Turn) -> None:
    """Judge every order as written and write the legal ones into the units' columns."""
    judge_orders(t)
    take_orders(t)


def judge_orders(t: Turn) -> None:
    """Fill in what each order is for, and why it cannot be carried out. Those of gatekeepers are
    left to ``gatekeepers.tend_gate``."""
    forget_orders(t)
    t.doubtful_count = t.order_count
    for order in range(t.order_count):
        t.orders.doubtful[order] = order
    find_faults(t)


def forget_orders(t: Turn) -> None:
    """Let no unit have an order yet."""
    fill(t.order, t.unit_count, HOLD)
    fill(t.target, t.unit_count, NONE)
    fill(t.goal, t.unit_count, NONE)
    fill(t.reason, t.unit_count, OK)
    fill(t.chosen, t.unit_count, NONE)
    fill(t.pass_by, t.unit_count, NONE)
    fill(t.pass_gate, t.unit_count, NONE)
    fill(t.railway, t.unit_count, NONE)
    fill(t.coring, t.unit_count, 0)


def find_faults(t: Turn) -> None:
    """Why each doubtful order cannot be carried out."""
    t.is_charted = 0
    doubtful = t.orders.doubtful
    for row in range(t.doubtful_count if t.is_loose == 1 else 0):
        order = doubtful[row]
        unit = t.orders.unit[order]
        helps = t.orders.type[order] in (SUPPORT, CONVOY)
        if unit == NONE or (helps and t.orders.other[order] == NONE):
            t.orders.flags[order] |= NAMED_LOOSELY
            t.orders.flags[order] &= ~(LEGAL_AS_NAMED | PLAIN_STEP)
            find_units(t, order)
    by, flags_of, reasons = t.orders.by, t.orders.flags, t.orders.reason
    ordered, helped, named = t.orders.unit, t.orders.other, t.orders.other_power
    owners = t.owner
    for row in range(t.doubtful_count):
        order = doubtful[row]
        if t.board.gate_count > 0 and is_for_gate(t, order):
            continue
        flags = flags_of[order]
        unit = ordered[order]
        reason = OK
        if flags & NAMED_LOOSELY != 0 or by[order] != owners[unit]:
            reason = fault_in_naming(t, order)
        else:
            other = helped[order]
            if other != NONE and named[order] != owners[other]:
                reason = fault_in_power(t, order)
        if reason == OK and t.board.nobody != NONE:
            reason = fault_with_nobody(t, order)
        if reason == OK and flags & LEGAL_AS_NAMED == 0:
            reason = why_illegal(t, order)
        reasons[order] = reason


def fault_with_nobody(t: Turn, order: int) -> int:
    """Why an order is none on account of units of nobody: those obey nobody, and stay."""
    if t.orders.by[order] == t.board.nobody:
        return NOT_YOURS
    other = t.orders.other[order]
    helps_neutral = other != NONE and t.owner[other] == t.board.nobody
    if t.orders.type[order] == SUPPORT and helps_neutral and t.orders.target[order] != NONE:
        return SUPPORTED_CANNOT_MOVE
    if t.orders.type[order] == CONVOY and helps_neutral:
        return CANNOT_BE_CONVOYED
    return OK


def take_orders(t: Turn) -> None:
    """Write the doubtful orders that are legal into the columns of the units; of several for one
    unit the one that counts."""
    ordered, reasons, chosen = t.orders.unit, t.orders.reason, t.chosen
    doubtful = t.orders.doubtful
    for row in range(t.doubtful_count):
        order = doubtful[row]
        unit = ordered[order]
        if reasons[order] == OK and unit != NONE and chosen[unit] == NONE:
            take(t, unit, order)
        else:
            choose(t, order)


def is_for_gate(t: Turn, order: int) -> bool:
    """True if the order is for a gatekeeper."""
    return gate_at(t, t.board.province_of[t.orders.location[order]]) != NONE


def find_units(t: Turn, order: int) -> None:
    """Find the units that an order names; on a high sea several may stand."""
    other = t.orders.other_location[order]
    t.orders.unit[order] = t.at[t.board.province_of[t.orders.location[order]]]
    t.orders.other[order] = NONE if other == NONE else t.at[t.board.province_of[other]]
    if t.board.high_sea_count > 0:
        if t.orders.unit[order] == NONE:
            t.orders.unit[order] = unit_ordered(t, order)
        if t.orders.other[order] == NONE and other != NONE:
            t.orders.other[order] = other_named(t, order, ANYWHERE)


def why_illegal(t: Turn, order: int) -> int:
    """Why the unit could not do this whatever the others did; the target is put in order."""
    kind = t.orders.type[order]
    unit = t.orders.unit[order]
    if kind == HOLD:
        if t.orders.flags[order] & CHANGES_KIND != 0:
            return fault_in_change(t, order)
        return fault_in_core(t, order)
    target = t.orders.target[order]
    odd = t.orders.flags[order] & ODD_COAST_OF_TARGET != 0
    if kind == MOVE:
        if t.orders.other_location[order] != NONE:
            t.orders.target[order] = t.board.province_of[target]
            return fault_in_ride(t, unit, t.orders.other_location[order], target)
        if target < t.board.province_count and t.rules.read_together == TOGETHER:
            target = coast_from_supports(t, order)
        elif is_step(t.board, t.spot[unit], target) and not odd and not needs_fleets(t, order):
            goal = t.board.province_of[target]
            if may_take(t, t.owner[unit], t.place[unit], goal):
                return OK
            return OK if fault_in_voyage(t, unit, goal, NONE) == OK else WAY_OWNED
        reached = destination(t, unit, target, odd, NONE)
        if reached < 0:
            return -reached
        t.orders.target[order] = reached
        goal = t.board.province_of[reached]
        if needs_fleets(t, order) and fault_in_voyage(t, unit, goal, NONE) != OK:
            return NO_ROUTE
        return OK
    other = t.orders.other[order]
    if other == unit:
        return SELF_SUPPORT if kind == SUPPORT else CANNOT_BE_CONVOYED
    if kind == SUPPORT:
        place = t.place[other] if target == NONE else t.board.province_of[target]
        if t.board.reach_cells[t.board.reach_rows[t.spot[unit]] + place] == 0:
            return SUPPORT_OUT_OF_REACH
        if not may_take(t, t.owner[unit], t.place[unit], place):
            return WAY_OWNED
        if target != NONE and not may_take(t, t.owner[other], t.place[other], place):
            return SUPPORTED_CANNOT_MOVE
        if target == NONE or (is_step(t.board, t.spot[other], target) and not odd):
            return OK
        return fault_in_supported(t, order, other, target, odd)
    if not can_convoy(t, unit):
        return CANNOT_CONVOY
    goal = t.board.province_of[target]
    if not may_land(t, other, goal):
        return CANNOT_BE_CONVOYED
    if odd and t.rules.coast_superfluous == COAST_FAILS:
        return ODD_COAST
    t.orders.target[order] = goal
    here = t.place[other]
    if here == goal or not could_help(t, unit, here, goal):
        return CONVOY_USELESS
    return OK


def fault_in_core(t: Turn, order: int) -> int:
    """Why the unit cannot hold so: only to make a core where it stands takes anything."""
    if t.orders.flags[order] & CORES == 0:
        return OK
    return fault_in_coring(t, t.place[t.orders.unit[order]], t.orders.by[order])


def is_step(board: BoardTables, spot: int, target: int) -> bool:
    """True if a unit at the spot has a path to the target."""
    return board.path_cells[board.path_rows[spot] + target] != 0


def is_legal_as_named(
    board: BoardTables, kind: int, spot: int, other_spot: int, target: int, flags: int
) -> bool:
    """True if an order that names its units exactly is legal in whatever position: a hold, a step,
    or support for one or for a hold. False may also mean that it takes more to know."""
    if flags & ODD_COAST_OF_TARGET != 0:
        return False
    if board.has_owned_ways == 1 and kind != HOLD:
        return False
    if kind == HOLD:
        return flags & (CHANGES_KIND | CORES) == 0
    if kind == MOVE:
        if flags & VIA != 0:
            return False
        province = board.province_of[target]
        has_coasts = board.coast_starts[province] < board.coast_starts[province + 1]
        return is_step(board, spot, target) and (target != province or not has_coasts)
    if kind != SUPPORT or other_spot < 0 or other_spot == spot:
        return False
    at = target
    if target == NONE:
        at = other_spot % board.location_count
    elif not is_step(board, other_spot, target):
        return False
    return board.reach_cells[board.reach_rows[spot] + board.province_of[at]] != 0


def is_plain_step(board: BoardTables, spot: int, target: int, flags: int) -> bool:
    """True if a move that is legal as named goes by land where no fleet is to convoy it, past no
    gateway, and loses no strength on the way."""
    is_open = board.gate_count == 0 and board.rail_count == 0 and flags & VIA == 0
    is_whole = board.path_cells[board.path_rows[spot] + target] == 1
    return is_open and is_whole and board.strength[spot // board.location_count] > 0


def coast_from_supports(t: Turn, order: int) -> int:
    """The coast that an own support for this move names, else the move's own target (4.E.2)."""
    target = t.orders.target[order]
    for other in range(t.order_count):
        if (
            t.orders.type[other] == SUPPORT
            and t.orders.by[other] == t.orders.by[order]
            and are_alike(t, t.orders.other[other], t.orders.unit[order])
            and t.orders.target[other] >= t.board.province_count
            and t.board.province_of[t.orders.target[other]] == target
        ):
            return t.orders.target[other]
    return target


def fault_in_supported(t: Turn, order: int, other: int, target: int, odd: bool) -> int:
    """Why the supported unit could not make the move, or the support lacks a coast (4.B.4)."""
    if target < t.board.province_count:
        coasts = coasts_reached(t, other, target)
        if coasts > 0 and t.board.path_cells[paths_from(t, other) + target] == 0:
            rule = t.rules.coast_in_support
            if rule == COAST_REQUIRED or (rule == COAST_IF_SEVERAL and coasts > 1):
                return SUPPORT_NEEDS_COAST
            return OK
    reached = destination(t, other, target, odd, t.orders.unit[order])
    if reached < 0:
        if rides(t, other, t.board.province_of[target]) == NONE:
            return SUPPORTED_CANNOT_MOVE
        reached = t.board.province_of[target]
    t.orders.target[order] = reached
    return OK


def coasts_reached(t: Turn, unit: int, province: int) -> int:
    """The number of coasts of the province the unit can step to."""
    first = t.board.coast_starts[province]
    end = t.board.coast_starts[province + 1]
    if first == end:
        return 0
    ways = paths_from(t, unit)
    found = 0
    for coast in range(first, end):
        if t.board.path_cells[ways + coast] != 0:
            found += 1
    return found


def destination(t: Turn, unit: int, target: int, odd: bool, without: int) -> int:
    """The location a move comes to, or the reason it cannot be made, as a negative number.

    A convoy by the fleets as they stand will do, but not one by the fleet ``without``.
    """
    province = t.board.province_of[target]
    if province == t.place[unit]:
        return -SAME_PLACE
    if odd and t.rules.coast_superfluous == COAST_FAILS:
        return -ODD_COAST
    ways = paths_from(t, unit)
    if t.board.path_cells[ways + target] != 0:
        return target
    coasts = coasts_reached(t, unit, province)
    if coasts > 0:
        if target >= t.board.province_count:
            if t.rules.coast_unreachable != COAST_CORRECTED:
                return -WRONG_COAST
        elif t.rules.coast_one_possible != COAST_DEFAULT:
            return -COAST_MISSING
        if coasts > 1:
            return -COAST_NEEDED
        for coast in range(t.board.coast_starts[province], t.board.coast_starts[province + 1]):
            if t.board.path_cells[ways + coast] != 0:
                return coast
    if target >= t.board.province_count and t.rules.coast_superfluous == COAST_FAILS:
        return -ODD_COAST
    if t.board.path_cells[ways + province] != 0:
        return province
    fault = fault_in_voyage(t, unit, province, without)
    return province if fault == OK else -fault


def needs_fleets(t: Turn, order: int) -> bool:
    """True if the move says that it goes by convoy, and so is none where no convoy is possible."""
    is_marked = t.orders.flags[order] & (VIA | NAMES_ROUTE) != 0
    return is_marked and t.rules.via_without_convoy == VIA_BY_LAND_IF_POSSIBLE


def fault_in_voyage(t: Turn, unit: int, province: int, without: int) -> int:
    """Why the unit could not be convoyed there by the fleets as they stand, but the fleet
    ``without``."""
    if not may_land(t, unit, province) or t.board.is_shore[t.place[unit]] == 0:
        return NO_PATH
    return OK if connected(t, t.place[unit], province, without) else NO_ROUTE


# How an order names units: what is missing, superfluous or wrong.


def fault_in_naming(t: Turn, order: int) -> int:
    """The fault in how the order names units (DATC 4.B.5, 4.C.1, 4.C.2, 4.C.5, 4.C.6)."""
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
    """The fault in the kind and the place by which an order names a unit; ``odd`` is not 0
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
