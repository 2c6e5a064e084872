"""Orders for cities: to besiege one, to lift a siege, to come out of one or go into it; and to
disband. Which of them a unit may be given, whatever others do."""

from __future__ import annotations

from typing import Final

from dragoman.machiavelli.engine.codes import (
    DISBAND_LATE,
    FLEET,
    GARRISON,
    MAY_BUILD,
    TYPES,
)
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.units import (
    area_of,
    garrison,
    is_garrison,
    is_in_use,
    quality_of,
    type_of,
)
from dragoman.rules.engine.codes import (
    BESIEGES,
    CONVERTS,
    GIVES_UP,
    HOLD,
    LIFTS,
    MOVE,
    NONE,
    SUPPORT,
)
from dragoman.rules.engine.legal_orders import offer
from dragoman.rules.engine.packed_orders import packed, packed_kind, packed_other, packed_via
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import (
    DISBAND_BARRED,
    KIND_BARRED,
    NO_PORT,
    NO_SIEGE,
    NO_WALLS,
    NOTHING_TO_BESIEGE,
    OK,
    SAME_PLACE,
)

# An order for a city as one number (see ``rules.engine.packed_orders``): a hold "via convoy", which
# names for another thing what is done.
TO_CONVERT: Final = 0
"""What it is to become is added."""
TO_BESIEGE: Final = 3
TO_LIFT: Final = 4
TO_GIVE_UP: Final = 5


def packed_city_order(what: int, target: int) -> int:
    """An order for a city as one number; ``target`` is where a unit that converts comes to, NONE
    if it stays where it is."""
    return packed(HOLD, 1, target, what)


def city_order_in(code: int) -> int:
    """The kind of order for a city that the number is, NONE if it is another order."""
    if packed_kind(code) != HOLD or packed_via(code) == 0:
        return NONE
    return packed_other(code)


def offer_city_orders(t: Turn, r: Realm, unit: int) -> None:
    """Offer the legal orders for cities of a unit (see ``rules.engine.legal_orders``)."""
    if fault_in_siege(t, r, unit) == OK:
        offer(t, packed_city_order(TO_BESIEGE, NONE))
    if fault_in_lifting(t, r, unit) == OK:
        offer(t, packed_city_order(TO_LIFT, NONE))
    for becomes in range(TYPES):
        if fault_in_conversion(t, r, unit, becomes) == OK:
            offer_conversions(t, r, unit, becomes)
    if r.codes.movement_disband == 1:
        offer(t, packed_city_order(TO_GIVE_UP, NONE))


def offer_conversions(t: Turn, r: Realm, unit: int, becomes: int) -> None:
    """Offer the conversions of a unit to a type: one for each coast that it can come out to."""
    area = area_of(r, t.place[unit])
    if area == r.scenario.one_unit_area:
        if becomes != type_of(t.kind[unit]) and GARRISON in (becomes, type_of(t.kind[unit])):
            offer(t, packed_city_order(TO_CONVERT + becomes, NONE))
        return
    if becomes == GARRISON:
        offer_conversion(t, unit, becomes, r.scenario.city_of[area])
        return
    offer_conversion(t, unit, becomes, area)
    for coast in range(t.board.coast_starts[area], t.board.coast_starts[area + 1]):
        offer_conversion(t, unit, becomes, coast)


def offer_conversion(t: Turn, unit: int, becomes: int, target: int) -> None:
    """Offer a conversion if the unit can come there and stand there so."""
    row = t.board.path_rows[t.spot[unit]]
    if (
        is_garrison(t, unit) == (becomes != GARRISON)
        and t.board.path_cells[row + target] != 0
        and t.board.can_stand[becomes * t.board.location_count + target] == 1
    ):
        offer(t, packed_city_order(TO_CONVERT + becomes, target))


# What is wrong with them.


def fault_in_city_order(t: Turn, r: Realm, order: int) -> int:
    """Why a unit cannot besiege, lift a siege, convert or disband whatever others do, nor move
    between a city and its area without a conversion."""
    flags = t.orders.flags[order]
    unit = t.orders.unit[order]
    if flags & GIVES_UP != 0:
        return DISBAND_BARRED
    if flags & BESIEGES != 0:
        return fault_in_siege(t, r, unit)
    if flags & LIFTS != 0:
        return fault_in_lifting(t, r, unit)
    if flags & CONVERTS == 0:
        return fault_in_way_inside(t, r, order)
    fault = fault_in_conversion(t, r, unit, t.orders.other_kind[order] % TYPES)
    is_nowhere = t.orders.type[order] == HOLD
    if fault == OK and is_nowhere and area_of(r, t.place[unit]) != r.scenario.one_unit_area:
        return NO_WALLS
    return fault


def fault_in_way_inside(t: Turn, r: Realm, order: int) -> int:
    """Why an order is wrong that names a way between a city and its area: it is no move. A support
    for it is one for the unit in its place, which may convert."""
    type_ = t.orders.type[order]
    target = t.orders.target[order]
    if target == NONE or type_ not in (MOVE, SUPPORT):
        return OK
    mover = t.orders.unit[order] if type_ == MOVE else t.orders.other[order]
    if area_of(r, t.board.province_of[target]) != area_of(r, t.place[mover]):
        return OK
    t.orders.target[order] = NONE
    return SAME_PLACE if type_ == MOVE else OK


def fault_in_siege(t: Turn, r: Realm, unit: int) -> int:
    """Why the unit cannot besiege the city of its area: there must be a garrison or a rebellion in
    it, and it must be a port if it is to be besieged by a fleet."""
    area = area_of(r, t.place[unit])
    city = r.scenario.city_of[area]
    is_inside = is_garrison(t, unit) or area == r.scenario.one_unit_area
    if is_inside or city == NONE or not is_in_use(r, city):
        return NOTHING_TO_BESIEGE
    is_leaving = r.codes.movement_disband == DISBAND_LATE and r.gave_up[city] != 0
    if garrison(t, r, area) == NONE and r.rebels[city] == 0 and not is_leaving:
        return NOTHING_TO_BESIEGE
    is_landlocked = type_of(t.kind[unit]) == FLEET and r.scenario.is_port[city] == 0
    return NO_PORT if is_landlocked else OK


def fault_in_lifting(t: Turn, r: Realm, unit: int) -> int:
    """Why the unit cannot lift a siege."""
    has_siege = r.siege[area_of(r, t.place[unit])] == 1
    return OK if has_siege and not is_garrison(t, unit) else NO_SIEGE


def fault_in_conversion(t: Turn, r: Realm, unit: int, becomes: int) -> int:
    """Why the unit cannot become a garrison, or an army or fleet out of one: ``becomes`` is the
    type."""
    area = area_of(r, t.place[unit])
    city = r.scenario.city_of[area]
    if city == NONE or not is_in_use(r, city):
        return NO_WALLS
    if r.scenario.is_port[city] == 0 and FLEET in (becomes, type_of(t.kind[unit])):
        return NO_PORT
    kind = becomes + TYPES * quality_of(t.kind[unit])
    if r.scenario.limits[t.owner[unit] * 4 * TYPES + kind] & MAY_BUILD == 0:
        return KIND_BARRED
    return OK
