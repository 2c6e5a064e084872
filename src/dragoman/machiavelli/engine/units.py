"""Units that vanish or change hands in the middle of a campaign."""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import (
    CAUSES,
    FLEET,
    GARRISON,
    LOST,
    ORDINARY,
    PROFESSIONAL,
    TYPES,
)
from dragoman.machiavelli.engine.events import record_event
from dragoman.machiavelli.engine.realm import Realm
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn


def type_of(kind: int) -> int:
    """``ARMY``, ``FLEET`` or ``GARRISON``."""
    return kind % TYPES


def quality_of(kind: int) -> int:
    """``ORDINARY``, ``MILITIA``, ``MERCENARY`` or ``PROFESSIONAL``."""
    return kind // TYPES


def is_garrison(t: Turn, unit: int) -> bool:
    """True if the unit is in a city."""
    return type_of(t.kind[unit]) == GARRISON


def is_fleet(t: Turn, unit: int) -> bool:
    """True if the unit is a fleet."""
    return type_of(t.kind[unit]) == FLEET


def upkeep_cost(kind: int) -> int:
    """The ducats that a unit of the kind costs each year, and to build (U-3)."""
    quality = quality_of(kind)
    if quality == ORDINARY:
        return 3
    return 9 if quality == PROFESSIONAL else 6


def area_of(r: Realm, place: int) -> int:
    """The area that a place is or, if it is a city, lies in."""
    area = r.scenario.area_of[place]
    return place if area == NONE else area


def field_unit(t: Turn, r: Realm, area: int) -> int:
    """The army or fleet in an area, NONE if there is none. Where area and city are one place, the
    unit there may be a garrison."""
    unit = t.at[area]
    if unit != NONE and area == r.scenario.one_unit_area and is_garrison(t, unit):
        return NONE
    return unit


def garrison(t: Turn, r: Realm, area: int) -> int:
    """The garrison of the city in an area, NONE if there is none."""
    city = r.scenario.city_of[area]
    if city == NONE:
        return NONE
    if area == r.scenario.one_unit_area:
        unit = t.at[area]
        return unit if unit != NONE and is_garrison(t, unit) else NONE
    return t.at[city]


def is_in_use(r: Realm, city: int) -> bool:
    """True if a garrison can stand in a city: a fortress holds one only where they are played."""
    if r.codes.garrisons == 0 or r.scenario.has_walls[city] == 0:
        return False
    return r.scenario.value[city] > 0 or r.codes.fortresses == 1


def owns_elite(t: Turn, power: int) -> bool:
    """True if a power has a unit that is not ordinary; it may have one at a time."""
    for unit in range(t.unit_count):
        if t.owner[unit] == power and t.gone[unit] == 0 and quality_of(t.kind[unit]) > 0:
            return True
    return False


def remove(t: Turn, r: Realm, unit: int, cause: int) -> None:
    """Take a unit off the board, and lift the siege by it or on it. It stays among the units,
    marked, until ``close_ranks``."""
    record_event(r, LOST, t.place[unit], t.owner[unit], CAUSES * t.kind[unit] + cause)
    t.gone[unit] = 1
    t.at[t.place[unit]] = NONE
    area = area_of(r, t.place[unit])
    if field_unit(t, r, area) == NONE or garrison(t, r, area) == NONE:
        r.siege[area] = 0


def close_ranks(t: Turn) -> None:
    """Forget the units that are gone; the others keep their order."""
    count = 0
    for unit in range(t.unit_count):
        if t.gone[unit] == 1:
            continue
        t.place[count] = t.place[unit]
        t.location[count] = t.location[unit]
        t.owner[count] = t.owner[unit]
        t.kind[count] = t.kind[unit]
        t.spot[count] = t.spot[unit]
        t.strength[count] = t.strength[unit]
        t.gone[count] = 0
        t.at[t.place[count]] = count
        count += 1
    t.unit_count = count


def stand_still(t: Turn) -> None:
    """Let those that stand after a phase be the units of the next step."""
    for place in range(t.board.province_count):
        t.at[place] = NONE
    for unit in range(t.standing_count):
        location = t.standing.location[unit]
        kind = t.standing.kind[unit]
        t.location[unit] = location
        t.place[unit] = t.board.province_of[location]
        t.owner[unit] = t.standing.owner[unit]
        t.kind[unit] = kind
        t.spot[unit] = kind * t.board.location_count + location
        t.strength[unit] = t.board.strength[kind]
        t.gone[unit] = 0
        t.at[t.place[unit]] = unit
    t.unit_count = t.standing_count
