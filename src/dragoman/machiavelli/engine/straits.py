"""Straits: ways of fleets that a fleet at their gate closes to others (rules 4.9)."""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import FLEET
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.units import is_fleet, is_garrison, type_of
from dragoman.rules.engine.codes import CONVERTS, GATED, MOVE, NONE, SUPPORT
from dragoman.rules.engine.masks import EMPTY, Mask, first, only
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import STRAIT_CLOSED


def close_straits(t: Turn, r: Realm) -> None:
    """Close the straits to those that may not pass: where a fleet of somebody who has not allowed
    it is at the gate, and where the rules say so as soon as one has come there."""
    if r.ground.strait_count == 0:
        return
    for unit in range(t.unit_count):
        t.closers[unit] = EMPTY
        if t.order[unit] == MOVE:
            gate = gate_on_way(r, t.place[unit], t.goal[unit])
            if gate == NONE:
                continue
            if is_shut(t, r, gate, t.owner[unit]):
                t.open_no |= only(unit)
                t.route[unit] = GATED
                t.hampered |= only(unit)
                t.reason[unit] = STRAIT_CLOSED
            else:
                await_closers(t, r, unit, gate)
        elif t.order[unit] == SUPPORT and t.helps[unit] != NONE:
            helped = t.helps[unit]
            goal = t.goal[helped] if t.order[helped] == MOVE else t.place[helped]
            gate = gate_on_way(r, t.place[unit], goal)
            if gate == NONE:
                continue
            if is_shut(t, r, gate, t.owner[unit]):
                t.helps[unit] = NONE
                t.supporters[helped] ^= only(unit)
                t.supporting ^= only(unit)
                t.reason[unit] = STRAIT_CLOSED
            else:
                await_closers(t, r, unit, gate)


def gate_on_way(r: Realm, here: int, there: int) -> int:
    """The gate of the strait between two areas, NONE if there is no strait."""
    for strait in range(r.ground.strait_count):
        one = r.ground.strait_one[strait]
        other = r.ground.strait_other[strait]
        if (one == here and other == there) or (one == there and other == here):
            return r.ground.strait_gate[strait]
    return NONE


def is_shut(t: Turn, r: Realm, gate: int, power: int) -> bool:
    """Whether a fleet at the gate closes it to a power. It does whatever it is ordered."""
    unit = t.at[gate]
    return unit != NONE and is_fleet(t, unit) and not lets_pass(r, t.owner[unit], power)


def lets_pass(r: Realm, keeper: int, power: int) -> bool:
    """Whether a power's fleets let another's pass: its own always, others as it has allowed."""
    if keeper == power:
        return True
    if r.ground.nobody in (keeper, power):
        return False
    return r.allows[keeper * r.ground.nobody + power] == 1


def await_closers(t: Turn, r: Realm, unit: int, gate: int) -> None:
    """Let a way hang on the fleets that try to come to its gate, where there is none."""
    there = t.at[gate]
    if r.codes.strait_entered == 0 or (there != NONE and is_fleet(t, there)):
        return
    closers = hostile_fleets(t, r, gate, t.owner[unit])
    if closers != EMPTY:
        t.closers[unit] = closers
        t.route[unit] = GATED
        t.hampered |= only(unit)


def hostile_fleets(t: Turn, r: Realm, gate: int, power: int) -> Mask:
    """The units that try to come to a gate as fleets and would close it to a power."""
    found = EMPTY
    left = t.rivals[gate]
    while left != EMPTY:
        rival = first(left)
        left ^= only(rival)
        order = t.chosen[rival]
        kind = t.kind[rival]
        if order != NONE and t.orders.flags[order] & CONVERTS != 0 and is_garrison(t, rival):
            kind = t.orders.other_kind[order]
        if type_of(kind) == FLEET and not lets_pass(r, t.owner[rival], power):
            found |= only(rival)
    return found
