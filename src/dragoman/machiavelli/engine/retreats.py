"""Retreats: as in Diplomacy, and into the city of the province (rules 4.6)."""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import (
    DISBAND_LATE,
    FLEET,
    GARRISON,
    RETREAT_LAST,
    STRAITS_BARRED,
    TYPES,
)
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.rebellions import liberate
from dragoman.machiavelli.engine.straits import gate_on_way, lets_pass
from dragoman.machiavelli.engine.units import is_fleet, is_in_use, quality_of, stand_still
from dragoman.rules.engine.aftermath import forbidden_origin, list_retreats, mark_full, mark_keepers
from dragoman.rules.engine.codes import NO_RETREATS, NONE
from dragoman.rules.engine.turn import Turn


def list_dislodged(t: Turn, r: Realm) -> None:
    """Fill in the rows of the dislodged units that can go somewhere, before any of those that
    stand take their new places."""
    mark_full(t)
    if r.codes.movement_disband == DISBAND_LATE:
        for place in range(t.board.province_count):
            if r.gave_up[place] != 0:
                t.full[place] = 1
    mark_keepers(t)
    t.dislodged_count = 0
    for unit in range(t.unit_count):
        attacker = t.dislodged_by[unit]
        if attacker == NONE or list_ways_out(t, r, unit, attacker) == 0:
            continue
        row = t.dislodged_count
        t.dislodged.location[row] = t.location[unit]
        t.dislodged.owner[row] = t.owner[unit]
        t.dislodged.kind[row] = t.kind[unit]
        t.dislodged.origin[row] = forbidden_origin(t, attacker)
        t.dislodged_count = row + 1


def list_ways_out(t: Turn, r: Realm, unit: int, attacker: int) -> int:
    """List in ``t.options`` where a dislodged unit may go; how many there are. Into its city it
    may go only where there is nothing else, or always, as the rule set has it."""
    if t.rules.retreats == NO_RETREATS:
        return 0
    origin = forbidden_origin(t, attacker)
    listed = list_retreats(t, t.owner[unit], t.kind[unit], t.location[unit], origin)
    found = 0
    for index in range(listed):
        to = t.options[index]
        goal = t.board.province_of[to]
        is_offered = r.codes.strait_retreats != STRAITS_BARRED
        if is_offered or not is_strait_shut_after(t, r, t.place[unit], goal, t.owner[unit]):
            t.options[found] = to
            found += 1
    city = r.scenario.city_of[t.place[unit]]
    is_last = r.codes.city_retreat == RETREAT_LAST
    if (found == 0 or not is_last) and may_shut_itself_in(t, r, unit, city, origin):
        t.options[found] = city
        found += 1
    return found


def may_shut_itself_in(t: Turn, r: Realm, unit: int, city: int, origin: int) -> bool:
    """True if a dislodged unit may go into the city of its province: one with walls that is empty,
    does not rebel against it, and is not where its attacker came from; a fleet needs a port."""
    area = t.place[unit]
    if city in (NONE, origin) or not is_in_use(r, city):
        return False
    if r.scenario.is_land[area] == 0 or area == r.scenario.one_unit_area:
        return False  # Venice
    if is_fleet(t, unit) and r.scenario.is_port[city] == 0:
        return False
    return t.full[city] == 0 and t.at[city] == NONE and r.rebels[city] == 0


def is_strait_shut_after(t: Turn, r: Realm, here: int, goal: int, power: int) -> bool:
    """True if a fleet that stands at the gate after the moves keeps a power's retreat from a
    strait."""
    gate = gate_on_way(r, here, goal)
    if gate == NONE:
        return False
    for row in range(t.standing_count):
        if t.board.province_of[t.standing.location[row]] == gate:
            kind = t.standing.kind[row]
            owner = t.standing.owner[row]
            return kind % TYPES == FLEET and not lets_pass(r, owner, power)
    return False


def lose_in_straits(t: Turn, r: Realm) -> None:
    """In a retreat phase, before it is carried out, let those go nowhere that try a closed strait.
    ``t.standing`` are the units that stand before."""
    for row in range(t.dislodged_count):
        target = t.dislodged.target[row]
        here = t.board.province_of[t.dislodged.location[row]]
        if target != NONE and is_strait_shut_after(
            t, r, here, t.board.province_of[target], t.dislodged.owner[row]
        ):
            t.dislodged.target[row] = NONE


def settle_retreats(t: Turn, r: Realm, before: int) -> None:
    """Finish a retreat phase that is carried out; so many stood before. Who has gone into a city is
    a garrison there; who has come into a province that rebels against somebody else frees it."""
    for row in range(before, t.standing_count):
        place = t.board.province_of[t.standing.location[row]]
        if r.scenario.area_of[place] != NONE:
            t.standing.kind[row] = GARRISON + TYPES * quality_of(t.standing.kind[row])
        else:
            liberate(t, r, place, t.standing.owner[row])
    stand_still(t)
