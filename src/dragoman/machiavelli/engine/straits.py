"""Straits: ways of fleets that a fleet at their gate closes to others (rules 4.9)."""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import FLEET
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.units import area_of, is_fleet, is_garrison, type_of
from dragoman.rules.engine.codes import CONVERTS, GATED, MOVE, NONE, SEA, SEA_ELSE_LAND, SUPPORT
from dragoman.rules.engine.primitives import EMPTY, Mask, only
from dragoman.rules.engine.routes import keeps_to_route, straits_on
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.ways import lead_across
from dragoman.rules.model.reasons import STRAIT_CLOSED


def chart_straits(t: Turn, r: Realm) -> None:
    """Tell the turn where straits are, and which of them are closed to convoys, or may come to be:
    these may have to look for ways round them."""
    t.strait_count = r.scenario.strait_count
    for strait in range(t.strait_count):
        t.strait_one[strait] = r.scenario.strait_one[strait]
        t.strait_other[strait] = r.scenario.strait_other[strait]
        t.strait_gate[strait] = r.scenario.strait_gate[strait]
    if t.strait_count == 0:
        return
    for unit in range(t.unit_count):
        t.closers[unit] = EMPTY
        t.shut_straits[unit] = 0
        if t.order[unit] != MOVE or t.has_convoys == 0:
            continue
        for strait in range(t.strait_count):
            gate = t.strait_gate[strait]
            if is_shut(t, r, gate, t.owner[unit]):
                t.shut_straits[unit] |= 1 << strait
            elif is_closed_on_entry(t, r, gate):
                t.closers[unit] |= hostile_fleets(t, r, gate, t.owner[unit])


def close_straits(t: Turn, r: Realm) -> None:
    """Close the straits to those that may not pass: where a fleet of somebody who has not allowed
    it is at the gate, and where the rules say so as soon as one has come there."""
    if t.strait_count == 0:
        return
    for unit in range(t.unit_count):
        if t.order[unit] == MOVE and t.route[unit] in (SEA, SEA_ELSE_LAND):
            close_to_convoy(t, unit)
            continue
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
            gate = gate_on_way(r, t.place[unit], area_of(r, goal))
            if gate == NONE:
                continue
            if is_shut(t, r, gate, t.owner[unit]):
                t.helps[unit] = NONE
                t.supporters[helped] ^= only(unit)
                t.supporting ^= only(unit)
                t.reason[unit] = STRAIT_CLOSED
            else:
                await_closers(t, r, unit, gate)


def close_to_convoy(t: Turn, army: int) -> None:
    """Close the straits to an army that is convoyed, aboard, from fleet to fleet and ashore (K-3):
    another way over its fleets may be open, unless it named the one it keeps to."""
    if t.open_no & only(army) != EMPTY:
        return
    is_named = keeps_to_route(t, army)
    if is_named:
        on_way = straits_on(t, t.chosen[army], t.place[army], t.goal[army])
        t.shut_straits[army] &= on_way
        for strait in range(t.strait_count):
            if on_way >> strait & 1 == 0:
                t.closers[army] &= ~t.rivals[t.strait_gate[strait]]
    if t.shut_straits[army] == 0:
        return
    is_open = False
    if not is_named:
        t.barred_straits = t.shut_straits[army]
        is_open = lead_across(t, t.place[army], t.goal[army], t.fleets[army])
        t.barred_straits = 0
    if not is_open:
        t.open_no |= only(army)
        t.reason[army] = STRAIT_CLOSED


def name_closed_straits(t: Turn) -> None:
    """Tell the moves that a fleet kept from a strait by coming to its gate, once it is known."""
    for unit in range(t.unit_count if t.strait_count > 0 else 0):
        is_closed = t.open_no & only(unit) != EMPTY
        if t.order[unit] == MOVE and is_closed and t.closers[unit] & t.moves_yes != EMPTY:
            t.reason[unit] = STRAIT_CLOSED


def gate_on_way(r: Realm, here: int, there: int) -> int:
    """The gate of the strait between two areas, NONE if there is no strait."""
    for strait in range(r.scenario.strait_count):
        one = r.scenario.strait_one[strait]
        other = r.scenario.strait_other[strait]
        if (one == here and other == there) or (one == there and other == here):
            return r.scenario.strait_gate[strait]
    return NONE


def is_shut(t: Turn, r: Realm, gate: int, power: int) -> bool:
    """True if a fleet at the gate closes it to a power. It does whatever it is ordered; only where
    none closes it that comes there, one that goes into the city does not either (ST-3)."""
    unit = t.at[gate]
    if unit == NONE or not is_fleet(t, unit) or lets_pass(r, t.owner[unit], power):
        return False
    return r.codes.strait_entered == 1 or not converts(t, unit)


def converts(t: Turn, unit: int) -> bool:
    """True if the order that the unit carries out is to convert."""
    order = t.chosen[unit]
    return order != NONE and t.orders.flags[order] & CONVERTS != 0


def is_closed_on_entry(t: Turn, r: Realm, gate: int) -> bool:
    """True if a fleet that comes to a gate closes it at once: where none is there."""
    there = t.at[gate]
    return r.codes.strait_entered == 1 and (there == NONE or not is_fleet(t, there))


def lets_pass(r: Realm, keeper: int, power: int) -> bool:
    """True if a power's fleets let another's pass: its own always, others as it has allowed."""
    if keeper == power:
        return True
    if r.scenario.nobody in (keeper, power):
        return False
    return r.allows[keeper * r.scenario.nobody + power] == 1


def await_closers(t: Turn, r: Realm, unit: int, gate: int) -> None:
    """Let a way hang on the fleets that try to come to its gate, where there is none."""
    if not is_closed_on_entry(t, r, gate):
        return
    closers = hostile_fleets(t, r, gate, t.owner[unit])
    if closers != EMPTY:
        t.closers[unit] = closers
        t.route[unit] = GATED
        t.hampered |= only(unit)


def hostile_fleets(t: Turn, r: Realm, gate: int, power: int) -> Mask:
    """The units that try to come to a gate as fleets and would close it to a power."""
    found = EMPTY
    for unit in range(t.unit_count):
        if t.order[unit] != MOVE or t.goal[unit] != gate or lets_pass(r, t.owner[unit], power):
            continue
        kind = t.kind[unit]
        if converts(t, unit) and is_garrison(t, unit):
            kind = t.orders.other_kind[t.chosen[unit]]
        if type_of(kind) == FLEET:
            found |= only(unit)
    return found
