"""All legal orders of a campaign, counted, and written as numbers: those of Diplomacy, and behind
them those for cities."""

from __future__ import annotations

from typing import Final

from dragoman.machiavelli.engine.city_orders import offer_city_orders
from dragoman.machiavelli.engine.codes import (
    ASSASSINATE,
    BUILT,
    BUY,
    COUNTER,
    DISBAND,
    DONE,
    GARRISON,
    MAY_BUILD,
    MAY_BUY,
    PACIFY,
    REBEL,
    RELIEF,
    TYPES,
)
from dragoman.machiavelli.engine.expenses import fault_in_expense, is_near
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.rebellions import is_in_revolt
from dragoman.machiavelli.engine.units import owns_elite, quality_of, type_of, upkeep_cost
from dragoman.machiavelli.engine.upkeep import due, fault_in_site
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.legal_orders import NEVER, count_orders, offer, offer_orders
from dragoman.rules.engine.packed_orders import packed
from dragoman.rules.engine.turn import Turn


def count_campaign_orders(t: Turn, r: Realm) -> int:
    """Count in ``choices`` the legal orders of each unit. Returns how many there are, or NONE when
    there is no room for the convoys."""
    total = count_orders(t)
    if total == NONE:
        return NONE
    for unit in range(t.unit_count):
        t.offered = 0
        t.first_wanted = NEVER
        t.end_wanted = NEVER
        offer_city_orders(t, r, unit)
        t.choices[unit] += t.offered
        total += t.offered
    return total


def write_campaign_orders(t: Turn, r: Realm, unit: int, begin: int, end: int) -> None:
    """Write the orders of a unit that have the numbers ``begin`` to ``end`` among its orders to
    ``found``, behind what is there. They must have been counted."""
    t.offered = 0
    t.first_wanted = begin
    t.end_wanted = end
    offer_orders(t, unit)
    if t.offered < end:
        offer_city_orders(t, r, unit)


# Expenditures and builds that are not in vain from the start.
#
# They are offered one after the other, as legal orders are (see ``rules.engine.legal_orders``), to
# be counted, listed or drawn.

PURPOSES: Final = 8
"""An expenditure is one number: its kind + this * its target, a place or a power."""


def count_expenses(t: Turn, r: Realm, power: int) -> int:
    """The number of expenditures a power could make."""
    write_expenses(t, r, power, NEVER, NEVER)
    return t.offered


def write_expenses(t: Turn, r: Realm, power: int, begin: int, end: int) -> None:
    """Write the expenditures of a power with the numbers ``begin`` to ``end`` to ``found``, behind
    what is there."""
    t.offered = 0
    t.first_wanted = begin
    t.end_wanted = end
    offer_expenses(t, r, power)


def offer_expenses(t: Turn, r: Realm, power: int) -> None:
    """Offer what the power could spend money on: not what is refused, and not what is in vain
    whatever others pay for."""
    if r.codes.money == 0 or r.is_out[power] == 1:
        return
    for area in range(t.board.province_count):
        if r.scenario.area_of[area] != NONE:
            continue
        for kind in range(RELIEF, REBEL + 1):
            if is_wanted(r, kind, area) and fault_in_expense(t, r, power, kind, area) == DONE:
                offer(t, kind + PURPOSES * area)
    for unit in range(t.unit_count):
        place = t.place[unit]
        if not is_near(t, r, power, place):
            continue
        for kind in range(DISBAND, COUNTER + 1):
            if fault_in_expense(t, r, power, kind, place) == DONE and (
                kind != BUY or may_buy(t, r, power, t.kind[unit])
            ):
                offer(t, kind + PURPOSES * place)
    for victim in range(r.scenario.nobody):
        has_chit = r.chits[power * r.scenario.nobody + victim] > 0
        if has_chit and fault_in_expense(t, r, power, ASSASSINATE, victim) == DONE:
            offer(t, ASSASSINATE + PURPOSES * victim)


def is_wanted(r: Realm, kind: int, area: int) -> bool:
    """True if there is a famine to relieve, a rebellion to pacify, or none yet to cause."""
    if kind == RELIEF:
        return r.famine[area] == 1
    if kind == PACIFY:
        return is_in_revolt(r, area)
    return r.rebels[area] == 0


def may_buy(t: Turn, r: Realm, power: int, kind: int) -> bool:
    """True if a power may come to own a unit of that kind, while it has the units that it has."""
    is_allowed = r.scenario.limits[power * 4 * TYPES + kind] & MAY_BUY != 0
    return is_allowed and (quality_of(kind) == 0 or not owns_elite(t, power))


# Builds.


def count_builds(t: Turn, r: Realm, power: int) -> int:
    """The number of builds a power has to choose from."""
    write_builds(t, r, power, NEVER, NEVER)
    return t.offered


def write_builds(t: Turn, r: Realm, power: int, begin: int, end: int) -> None:
    """Write those of them with the numbers ``begin`` to ``end`` to ``found``, behind what is
    there: ``packed`` with the place as target and the kind of unit as other."""
    t.offered = 0
    t.first_wanted = begin
    t.end_wanted = end
    offer_builds(t, r, power)


def offer_builds(t: Turn, r: Realm, power: int) -> None:
    """Offer the units that a power could build, if it maintained as few of its own as need be."""
    if r.codes.money == 0 and due(t, r, power) <= 0:
        return
    for area in range(t.board.province_count):
        if r.scenario.country_of[area] == NONE:
            continue
        if r.home_owner[r.scenario.country_of[area]] != power:
            continue
        for kind in range(t.board.kind_count):
            if fault_in_site(t, r, power, kind, area) == BUILT and can_afford(r, power, kind):
                offer_builds_in(t, r, kind, area)


def offer_builds_in(t: Turn, r: Realm, kind: int, area: int) -> None:
    """Offer to build a kind of unit in an area or its city, for a fleet on each coast."""
    start = kind * t.board.location_count
    city = r.scenario.city_of[area]
    if type_of(kind) == GARRISON or area == city:
        if city != NONE and t.at[city] == NONE and t.board.can_stand[start + city] == 1:
            offer(t, packed(0, 0, city, kind))
        return
    if t.at[area] != NONE:
        return
    if t.board.can_stand[start + area] == 1:
        offer(t, packed(0, 0, area, kind))
    for coast in range(t.board.coast_starts[area], t.board.coast_starts[area + 1]):
        if t.board.can_stand[start + coast] == 1:
            offer(t, packed(0, 0, coast, kind))


def can_afford(r: Realm, power: int, kind: int) -> bool:
    """True if a power could have such a unit, and pay for it, if it gave up others."""
    if quality_of(kind) > 0:
        may_build = r.scenario.limits[power * 4 * TYPES + kind] & MAY_BUILD != 0
        if r.codes.elite_units == 0 or not may_build:
            return False
    return r.codes.money == 0 or upkeep_cost(kind) <= r.treasury[power]
