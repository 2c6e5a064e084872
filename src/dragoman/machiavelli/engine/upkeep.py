"""Upkeep (rules 5.4): every unit is paid for or lost, or without money is one of as many as there
are cities; then new ones are built."""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import (
    ARMY,
    BUILD,
    BUILD_AT_CITIES,
    BUILT,
    BUILT_TWICE,
    ELITE_LIMIT,
    FLEET,
    GARRISON,
    IN_FAMINE,
    IN_REBELLION,
    KEPT,
    LOST_REMOVED,
    LOST_SURPLUS,
    LOST_UNORDERED,
    LOST_UNPAID,
    MAY_BUILD,
    NO_CITY,
    NO_PORT,
    NO_SUCH_UNIT,
    NO_WALLS,
    NOT_DUE,
    NOT_HELD,
    NOT_HOME,
    OCCUPIED,
    PAID_AS_WRITTEN,
    REMOVE,
    REMOVED,
    REPLACED,
    SAME_SLOT,
    SIEGE_GOES_ON,
    SIEGE_KEPT,
    SURPLUS,
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
from dragoman.rules.engine.codes import KEEP_FIRST, KEEP_LAST, KEEP_NONE, NONE
from dragoman.rules.engine.turn import Turn


def adjust(t: Turn, r: Realm) -> None:
    """Maintain units and build new ones; with money as it pays for them, without it as many as a
    power has cities. What became of each unit that began the phase is then in ``r.upkept``:
    ``KEPT``, ``UNORDERED``, ``UNPAID``, ``REMOVED`` or ``SURPLUS``."""
    for place in range(t.board.province_count):
        r.upkept[place] = NONE if t.at[place] == NONE else KEPT
    for row in range(r.upkeep_count):
        r.upkeep.result[row] = fault_in_upkeep(t, r, row)
    if r.codes.money == 1:
        pay_for_units(t, r)
    else:
        for power in range(r.scenario.nobody):
            remove_surplus(t, r, power)
    for row in range(r.upkeep_count):
        if r.upkeep.type[row] != BUILD and r.upkeep.result[row] == KEPT:
            r.upkeep.result[row] = r.upkept[t.board.province_of[r.upkeep.location[row]]]
    for unit in range(t.unit_count):
        became = r.upkept[t.place[unit]]
        if became != KEPT:
            area = area_of(r, t.place[unit])
            siege = r.siege[area]
            remove(t, r, unit, cause_of(became))
            is_lifted = became == REMOVED and r.codes.money == 1
            if not is_lifted and r.codes.siege_left in (SIEGE_GOES_ON, SIEGE_KEPT):
                r.siege[area] = siege
    build_units(t, r)
    close_ranks(t)


def cause_of(became: int) -> int:
    """Why a unit is lost that became this."""
    if became == UNPAID:
        return LOST_UNPAID
    if became == REMOVED:
        return LOST_REMOVED
    return LOST_SURPLUS if became == SURPLUS else LOST_UNORDERED


def fault_in_upkeep(t: Turn, r: Realm, row: int) -> int:
    """Why an order to maintain or remove a unit does not count, ``KEPT`` if it does: there is no
    such unit, or a later order is for the same."""
    unit = t.at[t.board.province_of[r.upkeep.location[row]]]
    if r.upkeep.type[row] == BUILD:
        return KEPT
    if unit == NONE or t.owner[unit] != r.upkeep.by[row]:
        return NO_SUCH_UNIT
    return KEPT if order_for(t, r, unit) == row else REPLACED


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


def pay_for_units(t: Turn, r: Realm) -> None:
    """Pay for every unit that its owner wants, as far as there is money: in the order in which they
    are written, or in that in which they are listed. An autonomous garrison lives on its city."""
    is_as_written = r.codes.payment_order == PAID_AS_WRITTEN
    for row in range(r.upkeep_count if is_as_written else 0):
        if r.upkeep.type[row] != BUILD and r.upkeep.result[row] == KEPT:
            place = t.board.province_of[r.upkeep.location[row]]
            r.upkept[place] = pay_or_part(t, r, t.at[place], row)
    for unit in range(t.unit_count):
        row = order_for(t, r, unit)
        if t.owner[unit] != r.scenario.nobody and (row == NONE or not is_as_written):
            r.upkept[t.place[unit]] = pay_or_part(t, r, unit, row)


def pay_or_part(t: Turn, r: Realm, unit: int, row: int) -> int:
    """Pay for a unit, unless its owner does not want it or has not the money."""
    owner = t.owner[unit]
    if row == NONE and r.codes.upkeep == UPKEEP_ORDERED:
        return UNORDERED
    if row != NONE and r.upkeep.type[row] == REMOVE:
        return REMOVED
    cost = upkeep_cost(t.kind[unit])
    if cost > r.treasury[owner]:
        return UNPAID
    r.treasury[owner] -= cost
    return KEPT


def maintain_all(t: Turn, r: Realm) -> None:
    """Pay for every unit as the game begins, as far as there is money; nobody is lost (T-4)."""
    for unit in range(t.unit_count):
        owner = t.owner[unit]
        if owner != r.scenario.nobody:
            r.treasury[owner] = max(0, r.treasury[owner] - upkeep_cost(t.kind[unit]))


# The basic game.


def remove_surplus(t: Turn, r: Realm, power: int) -> None:
    """Remove what was ordered so, as far as that is due, then units as positions list
    them: by the abbreviation of their places."""
    surplus = -due(t, r, power)
    ordered = 0
    for row in range(r.upkeep_count):
        ordered += 1 if is_removal(r, row, power) else 0
    number = 0
    for row in range(r.upkeep_count):
        if not is_removal(r, row, power):
            continue
        if is_kept(t.rules.excess_removals, number, ordered, surplus):
            r.upkept[t.board.province_of[r.upkeep.location[row]]] = REMOVED
        else:
            r.upkeep.result[row] = NOT_DUE
        number += 1
    for unit in range(t.unit_count):
        if t.owner[unit] == power and r.upkept[t.place[unit]] != KEPT:
            surplus -= 1
    for unit in range(t.unit_count):
        if surplus > 0 and t.owner[unit] == power and r.upkept[t.place[unit]] == KEPT:
            r.upkept[t.place[unit]] = SURPLUS
            surplus -= 1


def is_removal(r: Realm, row: int, power: int) -> bool:
    """True if this is an order of the power to remove a unit that counts."""
    is_its = r.upkeep.type[row] == REMOVE and r.upkeep.by[row] == power
    return is_its and r.upkeep.result[row] == KEPT


# Builds: where which units may be built, and which of several orders count.


def build_units(t: Turn, r: Realm) -> None:
    """Build what can be built: of several units for one place one; without money no more than are
    due, with it what it pays for, in the order in which they are written."""
    for row in range(r.upkeep_count):
        if r.upkeep.type[row] == BUILD:
            r.upkeep.result[row] = fault_in_new_unit(t, r, row)
    for row in range(r.upkeep_count):
        if is_build(r, row):
            settle_site(t, r, row)
    for power in range(r.scenario.nobody):
        ordered = 0
        for row in range(r.upkeep_count):
            ordered += 1 if is_build(r, row) and r.upkeep.by[row] == power else 0
        count = ordered if r.codes.money == 1 else due(t, r, power)
        number = 0
        for row in range(r.upkeep_count):
            if is_build(r, row) and r.upkeep.by[row] == power:
                if is_kept(t.rules.excess_builds, number, ordered, count):
                    build(t, r, row)
                else:
                    r.upkeep.result[row] = NOT_DUE
                number += 1


def is_build(r: Realm, row: int) -> bool:
    """True if this is an order to build against which nothing has been found."""
    return r.upkeep.type[row] == BUILD and r.upkeep.result[row] == BUILT


def settle_site(t: Turn, r: Realm, row: int) -> None:
    """Where a power orders several units to be built in the place of this one, the first order for
    it, let one of them count or none. With money an area and its city are one place (MB-3)."""
    keeper = row
    for other in range(row + 1, r.upkeep_count):
        if is_build(r, other) and is_same_site(t, r, row, other):
            r.upkeep.result[other] = BUILT_TWICE
            if t.rules.two_builds == KEEP_LAST:
                keeper = other
            elif t.rules.two_builds == KEEP_NONE:
                keeper = NONE
    if keeper != row:
        r.upkeep.result[row] = BUILT_TWICE
        if keeper != NONE:
            r.upkeep.result[keeper] = BUILT


def is_same_site(t: Turn, r: Realm, row: int, other: int) -> bool:
    """True if two builds are of one power for one place."""
    if r.upkeep.by[row] != r.upkeep.by[other]:
        return False
    one = t.board.province_of[r.upkeep.location[row]]
    two = t.board.province_of[r.upkeep.location[other]]
    return one == two or (r.codes.money == 1 and area_of(r, one) == area_of(r, two))


def is_kept(rule: int, number: int, ordered: int, count: int) -> bool:
    """True if the order of that number, of so many that are ordered, is one of those that are
    carried out where so many are due."""
    if ordered <= count:
        return True
    if rule == KEEP_LAST:
        return number >= ordered - count
    return rule == KEEP_FIRST and number < count


def due(t: Turn, r: Realm, power: int) -> int:
    """In the basic game what a power may build, below zero what it must remove: it has a unit for
    each city that it controls together with the province around it."""
    found = 0
    for area in range(t.board.province_count):
        city = r.scenario.city_of[area]
        if city == NONE or r.scenario.value[city] == 0 or t.owners[city] != power:
            continue
        if r.scenario.is_land[area] == 0 or t.owners[area] == power:
            found += 1
    for unit in range(t.unit_count):
        if t.owner[unit] == power and t.gone[unit] == 0:
            found -= 1
    return found


def build(t: Turn, r: Realm, row: int) -> None:
    """Build a unit, unless it is a second elite unit or too dear."""
    by = r.upkeep.by[row]
    kind = r.upkeep.kind[row]
    location = r.upkeep.location[row]
    if quality_of(kind) > 0 and owns_elite(t, by):
        r.upkeep.result[row] = ELITE_LIMIT
        return
    if r.codes.money == 1:
        if upkeep_cost(kind) > r.treasury[by]:
            r.upkeep.result[row] = TOO_DEAR
            return
        r.treasury[by] -= upkeep_cost(kind)
    place = t.board.province_of[location]
    unit = t.unit_count
    t.unit_count = unit + 1
    t.place[unit] = place
    t.location[unit] = location
    t.owner[unit] = by
    t.kind[unit] = kind
    t.strength[unit] = t.board.strength[kind]
    t.gone[unit] = 0
    t.at[place] = unit


def fault_in_new_unit(t: Turn, r: Realm, row: int) -> int:
    """Why the power cannot build that there, whatever else it builds and has the money for,
    ``BUILT`` if it can."""
    by = r.upkeep.by[row]
    kind = r.upkeep.kind[row]
    place = t.board.province_of[r.upkeep.location[row]]
    area = area_of(r, place)
    fault = fault_in_site(t, r, by, kind, area)
    if fault != BUILT:
        return fault
    if t.at[place] != NONE:
        return OCCUPIED
    if r.upkept[place] not in (NONE, KEPT):
        return SAME_SLOT
    if area == r.scenario.one_unit_area and r.upkept[area] not in (NONE, KEPT):
        return SAME_SLOT
    if quality_of(kind) > 0:
        is_allowed = r.scenario.limits[by * 4 * TYPES + kind] & MAY_BUILD != 0
        if r.codes.elite_units == 0 or not is_allowed:
            return ELITE_LIMIT
    return BUILT


def fault_in_site(t: Turn, r: Realm, by: int, kind: int, area: int) -> int:
    """Why the power cannot build a kind of unit in an area or its city, whatever it has and
    whoever is there (MB-2)."""
    country = r.scenario.country_of[area]
    if country == NONE or r.home_owner[country] != by:
        return NOT_HOME
    city = r.scenario.city_of[area]
    if city == NONE or r.scenario.value[city] == 0:
        return fault_in_poor_site(t, r, by, kind, area)
    if t.owners[city] != by or (r.scenario.is_land[area] == 1 and t.owners[area] != by):
        return NOT_HELD
    unit_type = type_of(kind)
    if unit_type == FLEET and r.scenario.is_port[city] == 0:
        return NO_PORT
    if unit_type == GARRISON and not is_in_use(r, city):
        return NO_WALLS
    if unit_type == ARMY and r.scenario.is_land[area] == 0:
        return NO_PORT
    if r.famine[area] == 1:
        return IN_FAMINE
    rebels = r.rebels[city] if unit_type == GARRISON else max(r.rebels[area], r.rebels[city])
    return IN_REBELLION if rebels == 1 else BUILT


def fault_in_poor_site(t: Turn, r: Realm, by: int, kind: int, area: int) -> int:
    """Why the power cannot build in an area of its country without a city that has an income:
    always, or where it is not the power's first country, as the rule set has it."""
    is_first = r.scenario.country_of[area] == r.scenario.first_home[by]
    if r.codes.money == 1 or r.codes.build_sites == BUILD_AT_CITIES or not is_first:
        return NO_CITY
    if t.owners[area] != by:
        return NOT_HELD
    city = r.scenario.city_of[area]
    if type_of(kind) == FLEET and (city == NONE or r.scenario.is_port[city] == 0):
        return NO_PORT
    if type_of(kind) == GARRISON:
        return NO_WALLS
    return BUILT
