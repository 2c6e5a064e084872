"""Upkeep (rules 5.4): every unit is paid for or lost, or without money is one of as many as there
are cities; then new ones are built."""

from __future__ import annotations

from dragoman.machiavelli.engine.builds import build_units, due, is_kept
from dragoman.machiavelli.engine.codes import (
    BUILD,
    KEPT,
    LOST_REMOVED,
    LOST_SURPLUS,
    LOST_UNORDERED,
    LOST_UNPAID,
    NO_SUCH_UNIT,
    NOT_DUE,
    PAID_AS_WRITTEN,
    REMOVE,
    REMOVED,
    REPLACED,
    SIEGE_GOES_ON,
    SIEGE_KEPT,
    SURPLUS,
    UNORDERED,
    UNPAID,
    UPKEEP_ORDERED,
)
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.units import area_of, close_ranks, remove, upkeep_cost
from dragoman.rules.engine.codes import NONE
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
        for power in range(r.ground.nobody):
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
        if t.owner[unit] != r.ground.nobody and (row == NONE or not is_as_written):
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
        if owner != r.ground.nobody:
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
    """Whether this is an order of the power to remove a unit that counts."""
    is_its = r.upkeep.type[row] == REMOVE and r.upkeep.by[row] == power
    return is_its and r.upkeep.result[row] == KEPT
