"""Orders packed into numbers read into a turn, and what became of them."""

from __future__ import annotations

from typing import Final

from dragoman.rules.batch.chunk import Chunk
from dragoman.rules.engine.aftermath import list_retreats
from dragoman.rules.engine.building import builder_in
from dragoman.rules.engine.changes import becomes
from dragoman.rules.engine.codes import (
    BUILD,
    CHANGES_KIND,
    CONVOY,
    CORES,
    DISBANDED,
    HOLD,
    ILLEGAL,
    MOVE,
    NONE,
    REMOVE,
    SUCCEEDED,
    SUPPORT,
    VIA,
    WAIVE,
)
from dragoman.rules.engine.high_seas import ANYWHERE, is_high_sea, other_named
from dragoman.rules.engine.packed_orders import (
    named_kind,
    named_owner,
    named_place,
    packed_kind,
    packed_other,
    packed_target,
    packed_via,
)
from dragoman.rules.engine.passages import rail_at
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import OK

WAS_DISLODGED: Final = 64
"""Added to the result of a unit that was dislodged."""


def read_orders(t: Turn, chunk: Chunk, first: int) -> None:
    """Read the orders of a movement phase: of each unit in turn, then of each gatekeeper."""
    t.order_count = t.unit_count
    t.is_loose = 1 if t.board.high_sea_count + t.board.gate_count > 0 else 0
    t.has_convoys = 0
    t.strait_count = 0
    for unit in range(t.unit_count):
        read_order(t, unit, chunk.codes[first + unit], chunk.is_checked)
    for gate in range(t.board.gate_count):
        read_gate_order(t, gate, chunk.codes[first + t.unit_count + gate])
    if t.board.high_sea_count > 0:
        for order in range(t.order_count):
            find_on_high_sea(t, order)


def read_order(t: Turn, unit: int, code: int, is_checked: bool) -> None:
    """Read the order of a unit: as written, or as found to be legal."""
    kind = packed_kind(code)
    target = packed_target(code)
    other = packed_other(code)
    if t.board.high_sea_count > 0:
        other = named_place(t.board, code)
    helped = NONE if other == NONE else t.at[t.board.province_of[other]]
    t.orders.by[unit] = t.owner[unit]
    t.orders.target[unit] = target
    t.orders.flags[unit] = 0
    changes = kind == HOLD and packed_via(code) == 1 and target != NONE
    if changes:
        t.orders.flags[unit] = CHANGES_KIND
        t.orders.other_kind[unit] = becomes(t, unit)
    elif packed_via(code) == 1:
        t.orders.flags[unit] = CORES if kind == HOLD else VIA
    t.orders.route_start[unit] = NONE
    t.orders.unit[unit] = unit
    t.orders.other[unit] = helped
    if kind == CONVOY:
        t.has_convoys = 1
    if is_checked:
        t.order[unit] = kind
        t.reason[unit] = OK
        t.coring[unit] = 1 if t.orders.flags[unit] == CORES else 0
        t.chosen[unit] = unit
        t.target[unit] = target
        t.goal[unit] = t.board.province_of[target] if kind == MOVE else NONE
        if t.board.rail_count > 0:
            t.railway[unit] = NONE
            if kind == MOVE and other != NONE:
                t.railway[unit] = rail_at(t, t.board.province_of[other])
        if t.board.high_sea_count == 0 and t.board.gate_count == 0:
            return
        t.pass_by[unit] = NONE
        t.pass_gate[unit] = NONE
    elif helped == NONE or t.location[helped] != other:
        t.orders.other[unit] = NONE
        if kind in (SUPPORT, CONVOY):
            t.is_loose = 1
    t.orders.type[unit] = kind
    t.orders.location[unit] = t.location[unit]
    t.orders.kind[unit] = t.kind[unit]
    t.orders.other_location[unit] = other
    if not changes:
        t.orders.other_kind[unit] = NONE if helped == NONE else t.kind[helped]
    t.orders.other_power[unit] = NONE if helped == NONE else t.owner[helped]
    if other != NONE and is_high_sea(t, t.board.province_of[other]):
        t.orders.other_kind[unit] = named_kind(t.board, code)
        t.orders.other_power[unit] = named_owner(t.board, code)


def read_gate_order(t: Turn, gate: int, code: int) -> None:
    """Read the order of a gatekeeper, if it has one and somebody controls the gateway."""
    holder = t.at[t.board.gate_holder[gate]]
    if code == NONE or holder == NONE:
        return
    order = t.order_count
    other = named_place(t.board, code)
    t.orders.by[order] = t.owner[holder]
    t.orders.kind[order] = NONE
    t.orders.location[order] = t.board.gate_place[gate]
    t.orders.type[order] = packed_kind(code)
    t.orders.target[order] = packed_target(code)
    t.orders.flags[order] = 0
    t.orders.route_start[order] = NONE
    t.orders.unit[order] = NONE
    t.orders.other_location[order] = other
    t.orders.other[order] = NONE if other == NONE else t.at[t.board.province_of[other]]
    t.orders.other_kind[order] = named_kind(t.board, code)
    t.orders.other_power[order] = named_owner(t.board, code)
    t.order_count = order + 1


def find_on_high_sea(t: Turn, order: int) -> None:
    """Find the unit that an order supports or convoys, if it is on a high sea."""
    other = t.orders.other_location[order]
    if other == NONE or t.orders.type[order] == MOVE:
        return
    if is_high_sea(t, t.board.province_of[other]):
        t.orders.other[order] = other_named(t, order, ANYWHERE)


def write_results(t: Turn, chunk: Chunk, first: int) -> None:
    """Write what became of the orders of a movement phase."""
    for unit in range(t.unit_count):
        chunk.results[first + unit] = t.result[unit]
        if t.dislodged_by[unit] != NONE:
            chunk.results[first + unit] = t.result[unit] + WAS_DISLODGED


def read_retreats(t: Turn, chunk: Chunk, first: int) -> None:
    """Read where the dislodged units go. One whose code is no legal move disbands."""
    for row in range(t.dislodged_count):
        code = chunk.codes[first + row]
        t.dislodged.target[row] = NONE
        t.dislodged.result[row] = DISBANDED
        if packed_kind(code) == MOVE:
            t.dislodged.result[row] = ILLEGAL
            for option in range(list_own_retreats(t, row)):
                if t.options[option] == packed_target(code):
                    t.dislodged.target[row] = packed_target(code)


def list_own_retreats(t: Turn, row: int) -> int:
    """List in ``t.options`` where a dislodged unit may go; how many places there are."""
    return list_retreats(
        t,
        t.dislodged.owner[row],
        t.dislodged.kind[row],
        t.dislodged.location[row],
        t.dislodged.origin[row],
    )


def read_adjustments(t: Turn, chunk: Chunk, first: int) -> None:
    """Read the orders of an adjustment phase. The codes, ended by NONE if there is room, are moves
    for builds, supports for removals, holds for waived builds (see ``packed_orders``)."""
    t.adjustment_count = 0
    while t.adjustment_count < chunk.width and chunk.codes[first + t.adjustment_count] >= 0:
        read_adjustment(t, chunk.codes[first + t.adjustment_count])


def read_adjustment(t: Turn, code: int) -> None:
    """Read one order; its power is the one that builds there, whose unit it is, or that waives."""
    order = t.adjustment_count
    t.adjustment_count = order + 1
    kind = packed_kind(code)
    t.adjustments.by[order] = NONE
    t.adjustments.kind[order] = NONE
    t.adjustments.odd_coast[order] = 0
    t.adjustments.reason[order] = NONE
    t.adjustments.location[order] = NONE
    t.adjustments.type[order] = WAIVE
    if kind == HOLD:
        t.adjustments.by[order] = packed_other(code)
    elif kind == MOVE:
        target = packed_target(code)
        t.adjustments.type[order] = BUILD
        t.adjustments.location[order] = target
        t.adjustments.kind[order] = packed_other(code)
        t.adjustments.by[order] = builder_in(t, t.board.province_of[target])
    elif kind == SUPPORT:
        place = named_place(t.board, code)
        t.adjustments.type[order] = REMOVE
        t.adjustments.location[order] = place
        unit = t.at[t.board.province_of[place]]
        if unit != NONE:
            t.adjustments.by[order] = t.owner[unit]
            t.adjustments.kind[order] = t.kind[unit]
        else:  # on a high sea the code says whose unit it is
            t.adjustments.by[order] = named_owner(t.board, code)
            t.adjustments.kind[order] = named_kind(t.board, code)


def write_adjustment_results(t: Turn, chunk: Chunk, first: int, given: int) -> None:
    """Write what became of the orders of an adjustment phase, the first so many of the rows."""
    for order in range(given):
        is_done = t.adjustments.reason[order] == OK
        chunk.results[first + order] = SUCCEEDED if is_done else ILLEGAL
