"""Gateways, railways and owned ways: ways that others open, and ways that others block.

A gateway lets one unit a turn pass between two provinces, by leave of the power with a unit
in a certain province; a railway takes one army a turn along its line, as far as no foreign
unit stands on it or enters it (nJudge's manual and practice).
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    MOVE,
    NONE,
    RAIL,
)
from dragoman.rules.engine.primitives import only
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import (
    CANNOT_BE_CONVOYED,
    NO_PASSAGE,
    NO_RAILWAY,
    NOT_YOURS,
    OFF_THE_LINE,
    OK,
    RAIL_CROWDED,
    RAIL_FOR_OTHERS,
    RAIL_STOPPED,
    SAME_PLACE,
)


def gate_at(t: Turn, province: int) -> int:
    """The gateway whose gatekeeper this province is, NONE if it is none."""
    for gate in range(t.board.gate_count):
        if t.board.gate_place[gate] == province:
            return gate
    return NONE


def gate_between(t: Turn, here: int, there: int) -> int:
    """The gateway between two provinces, NONE if there is none."""
    if t.board.gate_count == 0:
        return NONE
    return t.board.gate_between[here * t.board.province_count + there] - 1


def may_take(t: Turn, power: int, here: int, there: int) -> bool:
    """True if no centre that somebody else owns, or nobody, opens the way between two provinces."""
    if t.board.has_owned_ways == 0:
        return True
    center = t.board.way_center[here * t.board.province_count + there] - 1
    return center == NONE or t.owners[center] == power


def controls(t: Turn, gate: int, power: int) -> bool:
    """True if the power has the unit that gives control of the gateway."""
    holder = t.at[t.board.gate_holder[gate]]
    return holder != NONE and t.owner[holder] == power


def fault_in_leave(t: Turn, gate: int, power: int, other: int, goal: int) -> int:
    """Why the power cannot let the unit ``other`` pass to the goal by this gateway."""
    if not controls(t, gate, power):
        return NOT_YOURS
    if other == NONE or goal == NONE or gate_between(t, t.place[other], goal) != gate:
        return NO_PASSAGE
    return OK


def permit(t: Turn, gate: int, power: int, other: int, goal: int) -> int:
    """Let the unit ``other`` pass to the goal, or say why the gateway cannot.

    Of a unit with leave from several gateways the one counts that its order, known by now,
    has to pass.
    """
    fault = fault_in_leave(t, gate, power, other, goal)
    if fault != OK:
        return fault
    target = t.target[other]
    asked = target != NONE and t.board.province_of[target] == goal
    if asked or t.pass_gate[other] == NONE:
        t.pass_by[other] = t.at[t.board.gate_holder[gate]]
        t.pass_to[other] = goal
        t.pass_gate[other] = gate
    return OK


def rail_at(t: Turn, province: int) -> int:
    """The railway whose name this province is, NONE if it is none."""
    for rail in range(t.board.rail_count):
        if t.board.rail_place[rail] == province:
            return rail
    return NONE


def stop_of(t: Turn, rail: int, province: int) -> int:
    """Where on the line the province is, NONE if it is not on it."""
    first = t.board.rail_starts[rail]
    for stop in range(first, t.board.rail_starts[rail + 1]):
        if t.board.rail_stops[stop] == province:
            return stop
    return NONE


def rides(t: Turn, unit: int, goal: int) -> int:
    """The first railway by which the unit could go to the goal, NONE if there is none."""
    for rail in range(t.board.rail_count):
        if fault_in_ride(t, unit, t.board.rail_place[rail], goal) == OK:
            return rail
    return NONE


def fault_in_ride(t: Turn, unit: int, named: int, target: int) -> int:
    """Why the unit cannot ride from where it stands to the target, on the railway named."""
    rail = rail_at(t, t.board.province_of[named])
    if rail == NONE:
        return NO_RAILWAY
    if t.board.is_convoyable[t.kind[unit]] == 0:
        return CANNOT_BE_CONVOYED
    if t.board.may_ride[rail * t.board.power_count + t.owner[unit]] == 0:
        return RAIL_FOR_OTHERS
    goal = t.board.province_of[target]
    if goal == t.place[unit]:
        return SAME_PLACE
    here = stop_of(t, rail, t.place[unit])
    if here == NONE or stop_of(t, rail, goal) == NONE:
        return OFF_THE_LINE
    return OK


def ride(t: Turn) -> None:
    """Find out how far each railway takes the army that uses it. Two armies block it."""
    for unit in range(t.unit_count):
        rail = t.railway[unit]
        if t.order[unit] != MOVE or t.chosen[unit] == NONE or rail == NONE:
            continue
        t.route[unit] = RAIL
        t.open_no |= only(unit)
        riders = 0
        for other in range(t.unit_count):
            if t.order[other] == MOVE and t.railway[other] == rail:
                riders += 1
        if riders > 1:
            t.reason[unit] = RAIL_CROWDED
            continue
        here = stop_of(t, rail, t.place[unit])
        end = stop_of(t, rail, t.goal[unit])
        step = 1 if end > here else -1
        reached = here
        while reached != end and is_free(t, unit, t.board.rail_stops[reached + step]):
            reached += step
        if reached != end:
            t.reason[unit] = RAIL_STOPPED
        if reached != here:
            t.goal[unit] = t.board.rail_stops[reached]
            t.target[unit] = t.goal[unit]
            t.open_yes |= only(unit)
            t.open_no ^= only(unit)


def is_free(t: Turn, unit: int, province: int) -> bool:
    """True if no foreign unit stands in the province or is ordered to enter it."""
    there = t.at[province]
    if there != NONE and t.owner[there] != t.owner[unit]:
        return False
    for other in range(t.unit_count):
        if (
            t.owner[other] != t.owner[unit]
            and t.order[other] == MOVE
            and t.chosen[other] != NONE
            and t.goal[other] == province
        ):
            return False
    return True
