"""Upkeep and builds (rules 5.4): every unit is paid for or lost, then new ones are built."""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import (
    ARMY,
    BUILD,
    BUILT,
    ELITE_LIMIT,
    FLEET,
    GARRISON,
    IN_FAMINE,
    IN_REBELLION,
    KEPT,
    LOST_UNORDERED,
    MAY_BUILD,
    NO_CITY,
    NO_PORT,
    NO_WALLS,
    NOT_DUE,
    NOT_HELD,
    NOT_HOME,
    OCCUPIED,
    ONE_A_PROVINCE,
    REMOVE,
    REMOVED,
    SAME_SLOT,
    TOO_DEAR,
    TYPES,
    UNORDERED,
    UNPAID,
    UPKEEP_ORDERED,
)
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.units import (
    area_of,
    close_ranks,
    is_in_use,
    owns_elite,
    quality_of,
    remove,
    type_of,
    upkeep_cost,
)
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn


def adjust(t: Turn, r: Realm) -> None:
    """Maintain units and build new ones; with money as it pays for them, without it as many as a
    power has cities. What became of each unit that began the phase is then in ``r.upkept``:
    ``KEPT``, ``UNORDERED``, ``UNPAID`` or ``REMOVED``."""
    for place in range(t.board.province_count):
        r.built[place] = 0
        r.upkept[place] = NONE
    if r.codes.money == 1:
        for unit in range(t.unit_count):
            r.upkept[t.place[unit]] = upkeep_of(t, r, unit)
    else:
        for power in range(r.ground.nobody):
            remove_surplus(t, r, power)
    for unit in range(t.unit_count):
        became = r.upkept[t.place[unit]]
        if became not in (KEPT, NONE):
            remove(t, r, unit, LOST_UNORDERED + became - UNORDERED)
    for row in range(r.upkeep_count):
        if r.upkeep.type[row] == BUILD:
            build(t, r, row)
    close_ranks(t)


def order_for(t: Turn, r: Realm, unit: int) -> int:
    """The last order of its owner to maintain or remove the unit, NONE if there is none."""
    found = NONE
    for row in range(r.upkeep_count):
        if r.upkeep.type[row] == BUILD or r.upkeep.by[row] != t.owner[unit]:
            continue
        location = r.upkeep.location[row]
        if t.board.province_of[location] == t.place[unit]:
            found = row
    return found


def upkeep_of(t: Turn, r: Realm, unit: int) -> int:
    """Pay for a unit, unless its owner does not want it or has not the money. An autonomous
    garrison lives on its city."""
    owner = t.owner[unit]
    if owner == r.ground.nobody:
        return KEPT
    row = order_for(t, r, unit)
    if row == NONE and r.codes.upkeep == UPKEEP_ORDERED:
        return UNORDERED
    if row != NONE and r.upkeep.type[row] == REMOVE:
        r.upkeep.result[row] = REMOVED
        return REMOVED
    cost = upkeep_cost(t.kind[unit])
    result = KEPT if cost <= r.treasury[owner] else UNPAID
    if result == KEPT:
        r.treasury[owner] -= cost
    if row != NONE:
        r.upkeep.result[row] = result
    return result


def maintain_all(t: Turn, r: Realm) -> None:
    """Pay for every unit as the game begins, as far as there is money; nobody is lost (T-4)."""
    for unit in range(t.unit_count):
        owner = t.owner[unit]
        if owner != r.ground.nobody:
            r.treasury[owner] = max(0, r.treasury[owner] - upkeep_cost(t.kind[unit]))


# The basic game.


def due(t: Turn, r: Realm, power: int) -> int:
    """In the basic game what a power may build, below zero what it must remove: it has a unit for
    each city that it controls together with the province around it."""
    found = 0
    for area in range(t.board.province_count):
        city = r.ground.city_of[area]
        if city == NONE or r.ground.value[city] == 0 or t.owners[city] != power:
            continue
        if r.ground.is_land[area] == 0 or t.owners[area] == power:
            found += 1
    for unit in range(t.unit_count):
        if t.owner[unit] == power and t.gone[unit] == 0:
            found -= 1
    return found


def remove_surplus(t: Turn, r: Realm, power: int) -> None:
    """Remove what was ordered so, as far as that is due, then units in their order."""
    surplus = -due(t, r, power)
    for unit in range(t.unit_count):
        if t.owner[unit] == power:
            r.upkept[t.place[unit]] = KEPT
    for row in range(r.upkeep_count):
        if r.upkeep.type[row] != REMOVE or r.upkeep.by[row] != power:
            continue
        place = t.board.province_of[r.upkeep.location[row]]
        r.upkeep.result[row] = NOT_DUE
        if surplus > 0 and r.upkept[place] == KEPT and t.owner[t.at[place]] == power:
            r.upkept[place] = REMOVED
            r.upkeep.result[row] = REMOVED
            surplus -= 1
    for unit in range(t.unit_count):
        if surplus > 0 and t.owner[unit] == power and r.upkept[t.place[unit]] == KEPT:
            r.upkept[t.place[unit]] = UNORDERED
            surplus -= 1


# Builds.


def build(t: Turn, r: Realm, row: int) -> None:
    """Build a unit, or say why not."""
    by = r.upkeep.by[row]
    kind = r.upkeep.kind[row]
    location = r.upkeep.location[row]
    fault = fault_in_new_unit(t, r, by, kind, location)
    r.upkeep.result[row] = fault
    if fault != BUILT:
        return
    if r.codes.money == 1:
        r.treasury[by] -= upkeep_cost(kind)
    place = t.board.province_of[location]
    r.built[area_of(r, place)] = 1
    unit = t.unit_count
    t.unit_count = unit + 1
    t.place[unit] = place
    t.location[unit] = location
    t.owner[unit] = by
    t.kind[unit] = kind
    t.strength[unit] = t.board.strength[kind]
    t.gone[unit] = 0
    t.at[place] = unit


def fault_in_new_unit(t: Turn, r: Realm, by: int, kind: int, location: int) -> int:
    """Why the power cannot build that there, ``BUILT`` if it can."""
    place = t.board.province_of[location]
    area = area_of(r, place)
    fault = fault_in_site(t, r, by, kind, area)
    if fault != BUILT:
        return fault
    if t.at[place] != NONE:
        return OCCUPIED
    if r.upkept[place] not in (NONE, KEPT):
        return SAME_SLOT
    if area == r.ground.one_unit_area and r.upkept[area] not in (NONE, KEPT):
        return SAME_SLOT
    if quality_of(kind) > 0:
        is_allowed = r.ground.limits[by * 4 * TYPES + kind] & MAY_BUILD != 0
        if r.codes.elite_units == 0 or not is_allowed or owns_elite(t, by):
            return ELITE_LIMIT
    if r.codes.money == 0:
        return BUILT if due(t, r, by) > 0 else NOT_DUE
    if r.built[area] == 1:
        return ONE_A_PROVINCE
    return BUILT if upkeep_cost(kind) <= r.treasury[by] else TOO_DEAR


def fault_in_site(t: Turn, r: Realm, by: int, kind: int, area: int) -> int:
    """Why the power cannot build a kind of unit in an area or its city, whatever it has and
    whoever is there (MB-2)."""
    country = r.ground.country_of[area]
    if country == NONE or r.home_owner[country] != by:
        return NOT_HOME
    city = r.ground.city_of[area]
    if city == NONE or r.ground.value[city] == 0:
        return NO_CITY
    if t.owners[city] != by or (r.ground.is_land[area] == 1 and t.owners[area] != by):
        return NOT_HELD
    unit_type = type_of(kind)
    if unit_type == FLEET and r.ground.is_port[city] == 0:
        return NO_PORT
    if unit_type == GARRISON and not is_in_use(r, city):
        return NO_WALLS
    if unit_type == ARMY and r.ground.is_land[area] == 0:
        return NO_PORT
    if r.famine[area] == 1:
        return IN_FAMINE
    rebels = r.rebels[city] if unit_type == GARRISON else max(r.rebels[area], r.rebels[city])
    return IN_REBELLION if rebels == 1 else BUILT
