"""Control of land, cities, home countries; who is out, who has won (section 8)."""

from __future__ import annotations

from typing import Final

from dragoman.machiavelli.engine.codes import (
    CHANGED_HANDS,
    DIVIDED_NOBODY,
    DUE,
    FREED_BY_CHANGE,
    HANDED_OVER_END,
    HOME_CHANGED,
    HOMES_BASIC,
    HOMES_NONE,
    LOST_WITH_POWER,
    MORE_CITIES,
    OUT,
)
from dragoman.machiavelli.engine.events import record_event
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.rebellions import free_from_rebels
from dragoman.machiavelli.engine.units import close_ranks, field_unit, garrison, remove
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn

_CITIES_A_HOME: Final = 8
"""Each home country that must be held stands for so many cities."""
_UNASKED: Final = -2
"""The owner of all of nothing."""


def settle_control(t: Turn, r: Realm, is_divided: bool) -> None:
    """Give every place to who is there: an area to the owner of the unit in it, else of the
    garrison; a city to its garrison's, else to the unit's. Where nobody is, nothing changes.
    ``is_divided`` says that an area goes to nobody where two powers are in area and city (the
    edition of 1995)."""
    for area in range(t.board.province_count):
        city = r.scenario.city_of[area]
        if r.scenario.is_land[area] == 0 and city == NONE:
            continue
        inside = owner_of(t, r, garrison(t, r, area))
        outside = owner_of(t, r, field_unit(t, r, area))
        land = inside if outside == NONE else outside
        town = outside if inside == NONE else inside
        if is_divided and NONE not in (inside, outside) and inside != outside:
            land = r.scenario.nobody
            if r.codes.divided_city == DIVIDED_NOBODY:
                town = r.scenario.nobody
        if land != NONE and r.scenario.is_land[area] == 1:
            own(t, r, area, land)
        if town != NONE and city != NONE and (r.scenario.value[city] > 0 or inside != NONE):
            hand_over(t, r, city, NONE if town == r.scenario.nobody else town)


def owner_of(t: Turn, r: Realm, unit: int) -> int:
    """The owner of a unit, nobody's number for an autonomous one, NONE where there is none."""
    return NONE if unit == NONE else t.owner[unit]


def own(t: Turn, r: Realm, area: int, owner: int) -> None:
    """Let an area change hands, or not. A rebellion against its old owner ends with that,
    or goes on, as the rule set has it."""
    found = NONE if owner == r.scenario.nobody else owner
    if found != t.owners[area]:
        if r.codes.rebels_handed_over == HANDED_OVER_END:
            free_from_rebels(t, r, area, FREED_BY_CHANGE)
        hand_over(t, r, area, found)


def hand_over(t: Turn, r: Realm, place: int, owner: int) -> None:
    """Let a place change hands."""
    if t.owners[place] != owner:
        record_event(r, CHANGED_HANDS, place, owner, t.owners[place])
        t.owners[place] = owner


def settle_new_homes(t: Turn, r: Realm) -> None:
    """A home country goes to a power that controls all of it, and is lost by one that controls
    nothing of it."""
    for country in range(r.scenario.country_count):
        holder = only_owner(t, r, country)
        owner = r.home_owner[country]
        if holder == NONE and (owner == NONE or has_part(t, r, country, owner)):
            continue
        if holder != owner:
            r.home_owner[country] = holder
            record_event(r, HOME_CHANGED, NONE, holder, country)


def only_owner(t: Turn, r: Realm, country: int) -> int:
    """The power that controls all provinces of a country and its cities, NONE if none does."""
    holder = _UNASKED
    for area in range(t.board.province_count):
        if r.scenario.country_of[area] != country:
            continue
        if r.scenario.is_land[area] == 1:
            holder = agreed(holder, t.owners[area])
        city = r.scenario.city_of[area]
        if city != NONE and r.scenario.value[city] > 0:
            holder = agreed(holder, t.owners[city])
    return NONE if holder == _UNASKED else holder


def agreed(holder: int, owner: int) -> int:
    """The owner of all so far and of one place more, NONE if they differ."""
    return owner if holder in (_UNASKED, owner) else NONE


def has_part(t: Turn, r: Realm, country: int, power: int) -> bool:
    """True if a power controls some province or city of a country."""
    for area in range(t.board.province_count):
        if r.scenario.country_of[area] != country:
            continue
        city = r.scenario.city_of[area]
        if t.owners[area] == power or (city != NONE and t.owners[city] == power):
            return True
    return False


def eliminate(t: Turn, r: Realm) -> bool:
    """Put out of the game who controls no city of any home country of its own; whether anybody
    is."""
    is_anybody_out = False
    for power in range(r.scenario.nobody):
        if r.is_out[power] == 1 or has_home_city(t, r, power):
            continue
        r.is_out[power] = 1
        is_anybody_out = True
        record_event(r, OUT, NONE, power, 0)
        r.treasury[power] = 0
        for slot in range(power * DUE, (power + 1) * DUE):
            r.principal[slot] = 0
            r.interest[slot] = 0
        for other in range(r.scenario.nobody):
            r.chits[power * r.scenario.nobody + other] = 0
            r.chits[other * r.scenario.nobody + power] = 0
        for unit in range(t.unit_count):
            if t.owner[unit] == power:
                remove(t, r, unit, LOST_WITH_POWER)
        for place in range(t.board.province_count):
            if t.owners[place] == power:
                if r.codes.rebels_handed_over == HANDED_OVER_END:
                    r.rebels[place] = 0
                hand_over(t, r, place, NONE)
        for country in range(r.scenario.country_count):
            if r.home_owner[country] == power:
                r.home_owner[country] = NONE
                record_event(r, HOME_CHANGED, NONE, NONE, country)
    close_ranks(t)
    return is_anybody_out


def has_home_city(t: Turn, r: Realm, power: int) -> bool:
    """True if a power controls a city with income in a home country that it holds."""
    for area in range(t.board.province_count):
        city = r.scenario.city_of[area]
        country = r.scenario.country_of[area]
        if city == NONE or country == NONE or r.home_owner[country] != power:
            continue
        if r.scenario.value[city] > 0 and t.owners[city] == power:
            return True
    return False


def count_cities(t: Turn, r: Realm, power: int) -> int:
    """The number of cities with income a power controls."""
    found = 0
    for area in range(t.board.province_count):
        city = r.scenario.city_of[area]
        if city != NONE and r.scenario.value[city] > 0 and t.owners[city] == power:
            found += 1
    return found


def look_for_winner(t: Turn, r: Realm) -> None:
    """Look who has the cities that it takes and, where the rules ask for them, a home country for
    every eight; in a scenario of shared countries who has the countries. Where two are equal
    ahead, one city more is asked for from now on, or the game goes on."""
    best = NONE
    most = 0
    is_equal = False
    for power in range(r.scenario.nobody):
        if r.scenario.has_city_victory == 1:
            cities = count_cities(t, r, power)
            if cities < r.victory_cities or not has_homes(t, r, power):
                continue
        else:
            cities = count_homes(r, power)
            if r.is_out[power] == 1 or cities < r.scenario.victory_countries:
                continue
        if cities > most:
            most = cities
            best = power
            is_equal = False
        elif cities == most:
            is_equal = True
    if is_equal and r.scenario.has_city_victory == 0:
        return
    if is_equal:
        r.victory_cities = most + 1
        record_event(r, MORE_CITIES, NONE, NONE, most + 1)
    elif best != NONE:
        t.winner = best


def has_homes(t: Turn, r: Realm, power: int) -> bool:
    """True if a power holds as many home countries as victory takes. In the basic game it holds
    all the cities of its first home country and six more."""
    if r.codes.victory_homes == HOMES_NONE:
        return True
    if r.codes.victory_homes == HOMES_BASIC:
        own_cities = 0
        for area in range(t.board.province_count):
            city = r.scenario.city_of[area]
            if city == NONE or r.scenario.value[city] == 0:
                continue
            if r.scenario.country_of[area] == r.scenario.first_home[power]:
                if t.owners[city] != power:
                    return False
                own_cities += 1
        return count_cities(t, r, power) - own_cities >= 6
    asked = r.scenario.victory_countries
    if asked == NONE:
        asked = (r.victory_cities + 1) // _CITIES_A_HOME
    return count_homes(r, power) >= asked


def count_homes(r: Realm, power: int) -> int:
    """The number of home countries a power holds."""
    homes = 0
    for country in range(r.scenario.country_count):
        if r.home_owner[country] == power:
            homes += 1
    return homes
