"""Movement in a campaign: what sieges, cities, straits and rebels add to the resolver's rules.

The resolver of ``rules`` judges it. A city is a place beside its area and a conversion a move
between the two; here is decided what may not be ordered there, who is kept out, and whom rebels
help.
"""

from __future__ import annotations

from dragoman.machiavelli.engine.city_orders import fault_in_city_order
from dragoman.machiavelli.engine.codes import (
    BOUGHT_OVER,
    DISBAND_LATE,
    FIRST_BY_STRENGTH,
    HELP_ONE_POWER,
    HELP_ONE_UNIT,
    LOST_BY_ORDER,
    SIEGE_ABORTED,
    SIEGE_FREE,
    SIEGE_KEPT,
    TYPES,
)
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.rebellions import is_in_revolt
from dragoman.machiavelli.engine.straits import (
    chart_straits,
    close_straits,
    name_closed_straits,
)
from dragoman.machiavelli.engine.units import (
    area_of,
    close_ranks,
    field_unit,
    garrison,
    is_garrison,
    quality_of,
    remove,
)
from dragoman.rules.engine.codes import (
    BESIEGES,
    CONVERTS,
    GATED,
    GIVES_UP,
    HOLD,
    LIFTS,
    MOVE,
    NONE,
    SUPPORT,
    WHOLE,
)
from dragoman.rules.engine.legality import judge_orders, take_orders
from dragoman.rules.engine.matching import match
from dragoman.rules.engine.phases import settle_units
from dragoman.rules.engine.primitives import EMPTY, Mask, fill, first, only, size
from dragoman.rules.engine.resolver import resolve
from dragoman.rules.engine.strengths import of_power
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import (
    ASSASSINATED,
    BESIEGED,
    CITY_ATTACKED,
    CITY_GARRISONED,
    CITY_HELD,
    CITY_IN_REVOLT,
    OK,
    STILL_BESIEGING,
    TRADES_PLACES,
)


def run_moves(t: Turn, r: Realm) -> None:
    """Carry out the movement orders of a campaign. What stands afterwards is in ``t.standing``."""
    disband_at_once(t, r)
    fill(t.orders.unit, t.order_count, NONE)  # others stand there now
    t.is_loose = 1
    judge_orders(t)
    for order in range(t.order_count):
        if t.orders.reason[order] == OK:
            t.orders.reason[order] = fault_in_city_order(t, r, order)
    take_orders(t)
    for unit in range(t.unit_count):
        owner = t.owner[unit]
        if owner != r.scenario.nobody and r.assassinated[owner] != 0:
            let_hold(t, unit, ASSASSINATED)
    restrain_conversions(t, r)
    restrain_besiegers(t, r)
    support_conversions(t)
    chart_straits(t, r)
    match(t)
    fail_conversions(t, r)
    guard_one_unit_city(t, r)
    close_straits(t, r)
    help_entrants(t, r)
    resolve(t)
    name_closed_straits(t)
    settle_units(t)
    settle_kinds(t)


def has_order(t: Turn, unit: int, flag: int) -> bool:
    """True if the order that the unit carries out is of this sort. Of orders that contradict each
    other it carries out none."""
    order = t.chosen[unit]
    return order != NONE and t.orders.reason[order] == OK and t.orders.flags[order] & flag != 0


def holds_by_order(t: Turn, unit: int) -> bool:
    """True if the unit holds because it was ordered to, and not to do anything beside."""
    order = t.chosen[unit]
    is_hold = order != NONE and t.order[unit] == HOLD and t.orders.reason[order] == OK
    return is_hold and not has_order(t, unit, BESIEGES | LIFTS | CONVERTS)


def let_hold(t: Turn, unit: int, reason: int) -> None:
    """Let the unit hold instead of what it was ordered."""
    t.order[unit] = HOLD
    t.target[unit] = NONE
    t.goal[unit] = NONE
    t.chosen[unit] = NONE
    t.reason[unit] = reason
    t.moving &= ~only(unit)
    t.supporting &= ~only(unit)


# Before the moves.


def disband_at_once(t: Turn, r: Realm) -> None:
    """Take off the units that are ordered to disband; they take no part in anything (X-1). Where
    they go with the moves, their sieges go on so long, and their places stay taken."""
    for place in range(t.board.province_count):
        r.gave_up[place] = 0
    if r.codes.movement_disband == 0:
        return
    for order in range(t.order_count):
        place = t.board.province_of[t.orders.location[order]]
        unit = t.at[place]
        if unit == NONE or t.orders.flags[order] & GIVES_UP == 0:
            continue
        owner = t.owner[unit]
        if t.orders.by[order] != owner or r.assassinated[owner] != 0:
            continue
        r.gave_up[place] = owner + 1
        area = area_of(r, place)
        siege = r.siege[area]
        remove(t, r, unit, LOST_BY_ORDER)
        if r.codes.movement_disband == DISBAND_LATE:
            r.siege[area] = siege
    close_ranks(t)


def restrain_conversions(t: Turn, r: Realm) -> None:
    """Let those conversions fail that cannot be: out of a city that is besieged, and of two units
    of one power that would trade places. The sortie of another power's garrison is an attack on a
    unit that holds: strength decides."""
    for unit in range(t.unit_count):
        if not is_garrison(t, unit) or not has_order(t, unit, CONVERTS):
            continue
        area = area_of(r, t.place[unit])
        outside = field_unit(t, r, area)
        if r.siege[area] == 1:
            if r.codes.besieged_converts == 0:
                let_hold(t, unit, BESIEGED)
        elif outside == NONE:
            continue
        elif has_order(t, outside, CONVERTS) and t.owner[outside] == t.owner[unit]:
            let_hold(t, unit, TRADES_PLACES)
        elif (
            r.codes.first_siege != FIRST_BY_STRENGTH
            and has_order(t, outside, BESIEGES)
            and t.owner[outside] < t.owner[unit]
        ):
            let_hold(t, unit, BESIEGED)


def fail_conversions(t: Turn, r: Realm) -> None:
    """Let those go into no city that is held, or rebels. Who fails defends alone (S-1)."""
    for unit in range(t.unit_count):
        if is_garrison(t, unit) or not has_order(t, unit, CONVERTS):
            continue
        area = area_of(r, t.place[unit])
        city = r.scenario.city_of[area]
        if area == city:
            continue
        gave_up = r.gave_up[city]
        is_late = r.codes.movement_disband == DISBAND_LATE
        if t.at[city] != NONE or (is_late and gave_up not in (0, t.owner[unit] + 1)):
            keep_out(t, unit, CITY_GARRISONED)
        elif r.rebels[city] == 1:
            keep_out(t, unit, CITY_IN_REVOLT)


def restrain_besiegers(t: Turn, r: Realm) -> None:
    """Keep who has begun a siege to it, or let the siege be over, as the rule set has it."""
    for area in range(t.board.province_count):
        if r.siege[area] == 0:
            continue
        unit = field_unit(t, r, area)
        if unit == NONE or has_order(t, unit, BESIEGES):
            continue
        if has_order(t, unit, LIFTS) or r.codes.siege_left == SIEGE_FREE:
            r.siege[area] = 0
            continue
        inside = garrison(t, r, area)
        is_own = inside != NONE and t.owner[inside] == t.owner[unit]
        if r.codes.siege_left == SIEGE_KEPT or (is_own and r.codes.bought_siege != BOUGHT_OVER):
            continue
        if r.codes.siege_left == SIEGE_ABORTED:
            r.siege[area] = 0
        if t.reason[unit] != ASSASSINATED:
            let_hold(t, unit, STILL_BESIEGING)


def support_conversions(t: Turn) -> None:
    """Let support for a unit in its place go with it where it converts: whoever supports it names
    the place, not what it does there (O-2)."""
    for unit in range(t.unit_count):
        order = t.chosen[unit]
        if t.order[unit] != SUPPORT or t.orders.target[order] != NONE:
            continue
        other = t.orders.other[order]
        if t.order[other] == MOVE and has_order(t, other, CONVERTS):
            t.orders.target[order] = t.target[other]
            t.target[unit] = t.target[other]


# While they are matched.


def guard_one_unit_city(t: Turn, r: Realm) -> None:
    """Venice, where it has room for one unit: no garrison comes out of it under attack, and nobody
    enters while a garrison is there, nor the power that it rebels against."""
    area = r.scenario.one_unit_area
    if area == NONE or t.rivals[area] == EMPTY:
        return
    unit = t.at[area]
    is_held = unit != NONE and is_garrison(t, unit)
    if is_held and has_order(t, unit, CONVERTS):
        let_hold(t, unit, CITY_ATTACKED)
    left = t.rivals[area]
    while left != EMPTY:
        rival = first(left)
        left ^= only(rival)
        if is_held:
            keep_out(t, rival, CITY_HELD)
        elif is_in_revolt(r, area) and t.owner[rival] == t.owners[area]:
            keep_out(t, rival, CITY_IN_REVOLT)


def keep_out(t: Turn, unit: int, reason: int) -> None:
    """Let a move fail before it meets anybody."""
    t.route[unit] = GATED
    t.hampered |= only(unit)
    t.open_no |= only(unit)
    t.open_yes &= ~only(unit)
    t.reason[unit] = reason


def help_entrants(t: Turn, r: Realm) -> None:
    """Let rebels help who tries to enter their province, but not whom they rebel against."""
    for area in range(t.board.province_count):
        if t.rivals[area] == EMPTY or not is_in_revolt(r, area):
            continue
        entrants = t.rivals[area]
        against = t.owners[area]
        if against != NONE:
            entrants ^= of_power(t, entrants, against)
        if area == r.scenario.one_unit_area and t.at[area] != NONE:
            continue
        if r.codes.rebels_help == HELP_ONE_POWER:
            entrants = strongest_of_one_power(t, entrants)
        elif r.codes.rebels_help == HELP_ONE_UNIT:
            entrants = only_one(t, entrants)
        while entrants != EMPTY:
            unit = first(entrants)
            entrants ^= only(unit)
            t.loss[unit] -= WHOLE
            t.loss_at_sea[unit] -= WHOLE


def only_one(t: Turn, units: Mask) -> Mask:
    """Of units those beside which no other moves; garrisons that come out do not count as such."""
    movers = EMPTY
    left = units
    while left != EMPTY:
        unit = first(left)
        left ^= only(unit)
        if not is_garrison(t, unit):
            movers |= only(unit)
    if size(movers) > 1:
        return EMPTY
    return units if movers == EMPTY else movers


def strongest_of_one_power(t: Turn, units: Mask) -> Mask:
    """Of units that are all of one power the strongest, with the support given to it; none where
    they are of several powers, or two are equally strong (B-3)."""
    best = EMPTY
    most = 0
    power = NONE
    left = units
    while left != EMPTY:
        unit = first(left)
        left ^= only(unit)
        if power not in (NONE, t.owner[unit]):
            return EMPTY
        power = t.owner[unit]
        strength = t.strength[unit]
        helpers = t.supporters[unit]
        while helpers != EMPTY:
            helper = first(helpers)
            helpers ^= only(helper)
            strength += t.strength[helper]
        if strength > most:
            most = strength
            best = only(unit)
        elif strength == most:
            best = EMPTY
    return best


# After the moves.


def settle_kinds(t: Turn) -> None:
    """Let who has converted stand as what it has become."""
    row = 0
    for unit in range(t.unit_count):
        if t.dislodged_by[unit] != NONE:
            continue
        if has_order(t, unit, CONVERTS) and (
            t.order[unit] == HOLD or t.moves_yes & only(unit) != EMPTY
        ):
            becomes = t.orders.other_kind[t.chosen[unit]] % TYPES
            t.standing.kind[row] = becomes + TYPES * quality_of(t.kind[unit])
        row += 1
