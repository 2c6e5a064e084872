"""Gateways and railways: ways that others open, and ways that others block.

A gateway lets one unit a turn pass between two provinces, by leave of the power with a unit
in a certain province; a railway takes one army a turn along its line, as far as no foreign
unit stands on it or enters it (nJudge's manual and practice). Written in the part of Python
that Numba compiles; see ``codes`` for the rows.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    CHOSEN,
    G_CONVOYABLE,
    G_GATE_COUNT,
    G_GATE_HOLDERS,
    G_GATES,
    G_GUARDS,
    G_POWERS,
    G_PROVINCE_OF,
    G_PROVINCES,
    G_RAIL_COUNT,
    G_RAIL_POWERS,
    G_RAIL_STARTS,
    G_RAIL_STOPS,
    G_RAILS,
    GOAL,
    KIND,
    MOVE,
    NO,
    NONE,
    OPEN,
    ORDER,
    OWNER,
    PASS_BY,
    PASS_GATE,
    PASS_TO,
    PLACE,
    RAIL,
    RAILWAY,
    REASON,
    ROUTE,
    TARGET,
    WIDTH,
    YES,
    Cells,
    Ints,
)
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


def gate_at(ground: Ints, province: int) -> int:
    """The gateway whose gatekeeper this province is, NONE if it is none."""
    for gate in range(ground[G_GATE_COUNT]):
        if ground[ground[G_GATES] + gate] == province:
            return gate
    return NONE


def guard(ground: Ints, here: int, there: int) -> int:
    """The gateway between two provinces, NONE if there is none."""
    if ground[G_GATE_COUNT] == 0:
        return NONE
    return ground[ground[G_GUARDS] + here * ground[G_PROVINCES] + there] - 1


def controls(ground: Ints, units: Ints, at: Ints, gate: int, power: int) -> bool:
    """Whether the power has the unit that gives control of the gateway."""
    holder = at[ground[ground[G_GATE_HOLDERS] + gate]]
    return holder != NONE and units[holder + OWNER] == power


def fault_in_leave(
    ground: Ints, units: Ints, at: Ints, gate: int, power: int, other: int, goal: int
) -> int:
    """Why the power cannot let the unit in row ``other`` pass to the goal by this gateway."""
    if not controls(ground, units, at, gate, power):
        return NOT_YOURS
    if other == NONE or goal == NONE or guard(ground, units[other + PLACE], goal) != gate:
        return NO_PASSAGE
    return OK


def permit(
    ground: Ints, count: int, units: Cells, at: Ints, gate: int, power: int, other: int, goal: int
) -> int:
    """Let the unit in row ``other`` pass to the goal, or say why the gateway cannot.

    Of a unit with leave from several gateways the one counts that its order, known by now,
    has to pass.
    """
    fault = fault_in_leave(ground, units, at, gate, power, other, goal)
    if fault != OK:
        return fault
    target = units[other + TARGET]
    asked = target != NONE and ground[ground[G_PROVINCE_OF] + target] == goal
    if asked or units[other + PASS_GATE] == NONE:
        units[other + PASS_BY] = at[ground[ground[G_GATE_HOLDERS] + gate]]
        units[other + PASS_TO] = goal
        units[other + PASS_GATE] = gate
    return OK


def rail_at(ground: Ints, province: int) -> int:
    """The railway whose name this province is, NONE if it is none."""
    for rail in range(ground[G_RAIL_COUNT]):
        if ground[ground[G_RAILS] + rail] == province:
            return rail
    return NONE


def stop_of(ground: Ints, rail: int, province: int) -> int:
    """Where on the line the province is, NONE if it is not on it."""
    first = ground[ground[G_RAIL_STARTS] + rail]
    for stop in range(first, ground[ground[G_RAIL_STARTS] + rail + 1]):
        if ground[ground[G_RAIL_STOPS] + stop] == province:
            return stop
    return NONE


def rides(ground: Ints, units: Ints, row: int, goal: int) -> int:
    """The first railway by which the unit could go to the goal, NONE if there is none."""
    for rail in range(ground[G_RAIL_COUNT]):
        if fault_in_ride(ground, units, row, ground[ground[G_RAILS] + rail], goal) == OK:
            return rail
    return NONE


def fault_in_ride(ground: Ints, units: Ints, row: int, named: int, target: int) -> int:
    """Why the unit cannot ride from where it stands to the target, on the railway named."""
    rail = rail_at(ground, ground[ground[G_PROVINCE_OF] + named])
    if rail == NONE:
        return NO_RAILWAY
    if ground[ground[G_CONVOYABLE] + units[row + KIND]] == 0:
        return CANNOT_BE_CONVOYED
    if ground[ground[G_RAIL_POWERS] + rail * ground[G_POWERS] + units[row + OWNER]] == 0:
        return RAIL_FOR_OTHERS
    goal = ground[ground[G_PROVINCE_OF] + target]
    if goal == units[row + PLACE]:
        return SAME_PLACE
    here = stop_of(ground, rail, units[row + PLACE])
    if here == NONE or stop_of(ground, rail, goal) == NONE:
        return OFF_THE_LINE
    return OK


def ride(ground: Ints, count: int, units: Cells, at: Ints) -> None:
    """Find out how far each railway takes the army that uses it. Two armies block it."""
    for index in range(count):
        row = index * WIDTH
        rail = units[row + RAILWAY]
        if units[row + ORDER] != MOVE or units[row + CHOSEN] == NONE or rail == NONE:
            continue
        units[row + ROUTE] = RAIL
        units[row + OPEN] = NO
        riders = 0
        for other in range(count):
            if units[other * WIDTH + ORDER] == MOVE and units[other * WIDTH + RAILWAY] == rail:
                riders += 1
        if riders > 1:
            units[row + REASON] = RAIL_CROWDED
            continue
        here = stop_of(ground, rail, units[row + PLACE])
        end = stop_of(ground, rail, units[row + GOAL])
        step = 1 if end > here else -1
        reached = here
        while reached != end and is_free(
            ground, count, units, at, row, ground[ground[G_RAIL_STOPS] + reached + step]
        ):
            reached += step
        if reached != end:
            units[row + REASON] = RAIL_STOPPED
        if reached != here:
            units[row + GOAL] = ground[ground[G_RAIL_STOPS] + reached]
            units[row + TARGET] = units[row + GOAL]
            units[row + OPEN] = YES


def is_free(ground: Ints, count: int, units: Ints, at: Ints, row: int, province: int) -> bool:
    """Whether no foreign unit stands in the province or is ordered to enter it."""
    there = at[province]
    if there != NONE and units[there + OWNER] != units[row + OWNER]:
        return False
    for index in range(count):
        other = index * WIDTH
        if (
            units[other + OWNER] != units[row + OWNER]
            and units[other + ORDER] == MOVE
            and units[other + CHOSEN] != NONE
            and units[other + GOAL] == province
        ):
            return False
    return True
