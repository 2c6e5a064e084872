"""All legal orders of a campaign, counted, and written as numbers: those of Diplomacy, and behind
them those for cities."""

from __future__ import annotations

from dragoman.machiavelli.engine.city_orders import offer_city_orders
from dragoman.machiavelli.engine.realm import Realm
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.legal_orders import NEVER, count_orders, offer_orders
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
