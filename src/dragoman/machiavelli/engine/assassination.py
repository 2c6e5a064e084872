"""Assassination, by players and by the bank, and what it does to the victim (section 7)."""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import (
    ASSASSINATE,
    BY_PLAYER,
    DONE,
    LOST_BY_SURRENDER,
    MISSED,
    NO_CHIT,
    ROLL_ASSASSIN,
    ROLL_REBELLION,
    SURRENDER_SECOND,
    WAS_ASSASSINATED,
)
from dragoman.machiavelli.engine.events import record_event, roll
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.rebellions import rise
from dragoman.machiavelli.engine.units import close_ranks, field_unit, garrison, remove
from dragoman.rules.engine.codes import BESIEGES, NONE
from dragoman.rules.engine.turn import Turn

_MOST = 3
"""The highest die that any pay makes a success."""


def give_chit(r: Realm, power: int, victim: int, to: int) -> bool:
    """Let a chit change hands at once; whether there was one."""
    mine = power * r.scenario.nobody + victim
    if r.chits[mine] == 0:
        return False
    r.chits[mine] -= 1
    r.chits[to * r.scenario.nobody + victim] += 1
    return True


def assassinate(t: Turn, r: Realm) -> None:
    """Carry out the attempts that are paid for, and let every victim of these and of the bank
    suffer. Attempts on one victim are each rolled for; more than one success is no more."""
    for row in range(r.expense_count):
        if r.expenses.kind[row] == ASSASSINATE and r.expenses.result[row] == DONE:
            attempt(t, r, row)
    for power in range(r.scenario.nobody):
        if r.assassinated[power] != 0:
            lose_besieged_garrisons(t, r, power)
    for power in range(r.scenario.nobody):
        if r.assassinated[power] != 0:
            break_sieges(t, r, power)
            provoke_rebellions(t, r, power)
    close_ranks(t)


def attempt(t: Turn, r: Realm, row: int) -> None:
    """One attempt. It takes a chit for the victim, which is used up whatever comes of it; 12, 24
    or 36 ducats succeed on a die of up to 1, 2 or 3."""
    by = r.expenses.by[row]
    victim = r.expenses.victim[row]
    chit = by * r.scenario.nobody + victim
    if r.chits[chit] == 0:
        r.expenses.result[row] = NO_CHIT
        return
    r.chits[chit] -= 1
    die = roll(t, r, ROLL_ASSASSIN, by, r.expenses.number[row])
    if die > min(r.expenses.counts[row] // 12, _MOST):
        r.expenses.result[row] = MISSED
    elif r.assassinated[victim] == 0:
        r.assassinated[victim] = BY_PLAYER
        record_event(r, WAS_ASSASSINATED, NONE, victim, BY_PLAYER)


def lose_besieged_garrisons(t: Turn, r: Realm, victim: int) -> None:
    """Each garrison of the victim that has been besieged since the last campaign surrenders,
    unless who besieges it was assassinated too."""
    for area in range(t.board.province_count):
        if r.siege[area] == 0 and not (
            r.codes.assassinated_siege != SURRENDER_SECOND and is_besieged_now(t, area)
        ):
            continue
        unit = garrison(t, r, area)
        besieger = field_unit(t, r, area)
        if unit == NONE or besieger == NONE or t.owner[unit] != victim:
            continue
        owner = t.owner[besieger]
        if owner == r.scenario.nobody or r.assassinated[owner] == 0:
            remove(t, r, unit, LOST_BY_SURRENDER)


def is_besieged_now(t: Turn, area: int) -> bool:
    """True if the unit in the area is ordered to besiege its city."""
    for order in range(t.order_count):
        if t.orders.flags[order] & BESIEGES == 0:
            continue
        unit = t.at[area]
        is_there = t.board.province_of[t.orders.location[order]] == area
        if is_there and unit != NONE and t.orders.by[order] == t.owner[unit]:
            return True
    return False


def break_sieges(t: Turn, r: Realm, victim: int) -> None:
    """The sieges that the victim conducts are over."""
    for area in range(t.board.province_count):
        besieger = field_unit(t, r, area) if r.siege[area] == 1 else NONE
        if besieger != NONE and t.owner[besieger] == victim:
            r.siege[area] = 0


def provoke_rebellions(t: Turn, r: Realm, victim: int) -> None:
    """Roll for each province that the victim controls, in map order, whether it rebels: at home on
    a 1 with a unit there and up to 2 without, elsewhere on up to 3 and 5."""
    for area in range(t.board.province_count):
        if r.scenario.is_land[area] == 0 or t.owners[area] != victim or r.rebels[area] == 1:
            continue
        if area == r.scenario.one_unit_area and t.at[area] != NONE:
            continue
        is_held = field_unit(t, r, area) != NONE or garrison(t, r, area) != NONE
        country = r.scenario.country_of[area]
        is_home = country != NONE and r.home_owner[country] == victim
        if roll(t, r, ROLL_REBELLION, victim, area) <= most_for(is_home, is_held):
            rise(t, r, area)


def most_for(is_home: bool, is_held: bool) -> int:
    """The highest die on which a province rebels."""
    if is_home:
        return 1 if is_held else 2
    return 3 if is_held else 5
