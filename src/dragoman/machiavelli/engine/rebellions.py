"""Rebellions: where they are, who puts them down, whom they help (rules 4.7).

A rebellion is against whoever controls the area. It is in the area, and also in a walled city that
had no garrison when it broke out.
"""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import FREED, FREED_BY_ENTRY, REBELLED
from dragoman.machiavelli.engine.events import record_event
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.units import garrison, is_in_use
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn


def rise(t: Turn, r: Realm, area: int) -> None:
    """Let a rebellion break out in an area."""
    r.rebels[area] = 1
    record_event(r, REBELLED, area, t.owners[area], 0)
    city = r.scenario.city_of[area]
    is_apart = city not in (NONE, area)
    if is_apart and is_in_use(r, city) and garrison(t, r, area) == NONE:
        r.rebels[city] = 1
        record_event(r, REBELLED, city, t.owners[area], 0)


def free_from_rebels(t: Turn, r: Realm, area: int, how: int) -> bool:
    """End the rebellion in an area and its city; whether there was one."""
    found = calm(t, r, area, area, how)
    city = r.scenario.city_of[area]
    return (city != NONE and calm(t, r, area, city, how)) or found


def calm(t: Turn, r: Realm, area: int, place: int, how: int) -> bool:
    """End the rebellion in a place, the area or its city; whether there was one. A siege of rebels
    is over with it."""
    if r.rebels[place] == 0:
        return False
    r.rebels[place] = 0
    if place != area and garrison(t, r, area) == NONE:
        r.siege[area] = 0
    record_event(r, FREED, place, t.owners[area], how)
    return True


def is_in_revolt(r: Realm, area: int) -> bool:
    """True if there is a rebellion in the area or its city."""
    city = r.scenario.city_of[area]
    return r.rebels[area] == 1 or (city != NONE and r.rebels[city] == 1)


def liberate(t: Turn, r: Realm, area: int, power: int) -> bool:
    """A power enters the area: a rebellion against somebody else ends; whether there was one."""
    against = t.owners[area]
    if power in (against, r.scenario.nobody) or not is_in_revolt(r, area):
        return False
    return free_from_rebels(t, r, area, FREED_BY_ENTRY)
