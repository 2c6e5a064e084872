"""Expenditures in a campaign: relief, rebellions, bribes (section 6 of the specification).

Everybody pays first, in the order of each power's expenditures; then bribes for the same unit are
weighed against each other; then what has come off takes effect, kind after kind, so that it does
not matter who is numbered before whom.
"""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import (
    ASSASSINATE,
    BARRED_PURCHASE,
    BOUGHT_OVER,
    BUY,
    BY_MINIMUM,
    COUNTED,
    COUNTER,
    COUNTERED,
    DICE_A_PLACE,
    DISBAND,
    DONE,
    EQUAL_LOST,
    EXPENSES_BY_KIND,
    FACES,
    FREED_BY_MONEY,
    FREED_BY_PURCHASE,
    GARRISON,
    KIND_FORBIDDEN,
    KIND_REFUSED,
    LOST_BY_BRIBE,
    MAJOR,
    MAY_BUY,
    MILITIA,
    NEAR_ANYWHERE,
    NEAR_CONTROL,
    NO_LAND,
    NO_UNIT,
    NO_VICTIM,
    NOBODYS_LAND,
    NOT_AUTONOMOUS,
    NOT_IN_USE,
    NOT_NEAR,
    NOT_NEEDED,
    OUTBID,
    OWN_LAND,
    OWN_UNIT,
    PACIFY,
    PROFESSIONAL,
    REBEL,
    RELIEF,
    ROLL_BRIBE,
    SECOND_ELITE,
    SET_FREE,
    TIED,
    TOO_LITTLE,
    TYPES,
)
from dragoman.machiavelli.engine.events import roll
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.rebellions import calm, free_from_rebels, rise
from dragoman.machiavelli.engine.units import (
    area_of,
    close_ranks,
    is_garrison,
    owns_elite,
    quality_of,
    remove,
    type_of,
)
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn


def spend(t: Turn, r: Realm) -> None:
    """Carry out everything that is paid for but assassinations, which are only paid for."""
    for row in range(r.expense_count):
        kind = r.expenses.kind[row]
        target = r.expenses.victim[row] if kind == ASSASSINATE else r.expenses.place[row]
        fault = fault_in_expense(t, r, r.expenses.by[row], kind, target)
        r.expenses.result[row] = fault
        r.expenses.minimum[row] = price(t, r, kind, target) if fault == DONE else 0
        r.expenses.countered[row] = 0
        r.expenses.paid[row] = 0
        r.expenses.counts[row] = 0
    for row in range(r.expense_count):
        if r.expenses.result[row] == DONE:
            pay(r, row)
    for row in range(r.expense_count):
        weigh_nearness(t, r, row)
    for row in range(r.expense_count):
        if r.expenses.result[row] == DONE and is_bribe(r, row):
            outbid(t, r, row)
    for row in range(r.expense_count):
        if r.expenses.result[row] == DONE and is_bribe(r, row):
            counter(r, row)
    if r.codes.expense_order == EXPENSES_BY_KIND:
        for kind in range(RELIEF, BUY + 1):
            if kind == BUY:
                refuse_second_elites(t, r)
            for row in range(r.expense_count):
                if r.expenses.kind[row] == kind:
                    take_effect(t, r, row)
    else:
        for row in range(r.expense_count):
            if r.expenses.kind[row] <= BUY:
                take_effect(t, r, row)
    if r.codes.bought_siege == BOUGHT_OVER:
        lift_own_sieges(t, r)
    close_ranks(t)


def refuse_second_elites(t: Turn, r: Realm) -> None:
    """Let nobody buy an elite unit who has one before anything is bought, also where that is bought
    away at once: else it would matter whose money is looked at first."""
    for row in range(r.expense_count):
        if r.expenses.kind[row] != BUY or r.expenses.result[row] != DONE:
            continue
        unit = t.at[r.expenses.place[row]]
        if quality_of(t.kind[unit]) > 0 and owns_elite(t, r.expenses.by[row]):
            r.expenses.result[row] = SECOND_ELITE


def is_bribe(r: Realm, row: int) -> bool:
    """True if it is for a unit, which others may pay for too."""
    return r.expenses.kind[row] in (DISBAND, SET_FREE, BUY)


# What is refused, and costs nothing.


def fault_in_expense(t: Turn, r: Realm, by: int, kind: int, target: int) -> int:
    """Why an expenditure for a place or, if somebody is to be assassinated, against a power is
    refused, DONE if it is not."""
    if kind == ASSASSINATE:
        if r.codes.assassination == 0:
            return NOT_IN_USE
        return NO_VICTIM if target == by or r.is_out[target] == 1 else DONE
    place = target
    if kind in (RELIEF, PACIFY):
        return DONE if is_land_or_city(r, place) else NO_LAND
    if kind == REBEL:
        if r.scenario.is_land[place] == 0 or place == r.scenario.one_unit_area:
            return NO_LAND
        if t.owners[place] == NONE:
            return NOBODYS_LAND
        return OWN_LAND if t.owners[place] == by else DONE
    unit = t.at[place]
    if unit == NONE:
        return NO_UNIT
    may_own = r.scenario.limits[by * 4 * TYPES + t.kind[unit]] & MAY_BUY != 0
    if not may_own and r.codes.barred_kinds != BARRED_PURCHASE:
        return KIND_REFUSED
    if kind == COUNTER:
        return DONE
    if t.owner[unit] == by:
        return OWN_UNIT
    if kind == SET_FREE and (not is_garrison(t, unit) or t.owner[unit] == r.scenario.nobody):
        return NOT_AUTONOMOUS
    return DONE


def is_land_or_city(r: Realm, area: int) -> bool:
    """True if famine and rebellion can be there: on land, and in a city that lies in the sea."""
    return r.scenario.is_land[area] == 1 or r.scenario.city_of[area] != NONE


# Prices.


def price(t: Turn, r: Realm, kind: int, place: int) -> int:
    """The least that an expenditure takes, in ducats."""
    if kind in (RELIEF, COUNTER):
        return 3
    if kind in (PACIFY, ASSASSINATE):
        return 12
    if kind == REBEL:
        country = r.scenario.country_of[place]
        is_home = country != NONE and r.home_owner[country] == t.owners[place]
        return 15 if is_home else 9
    return price_of_bribe(t, r, kind, t.at[place])


def price_of_bribe(t: Turn, r: Realm, bribe: int, unit: int) -> int:
    """The least that a bribe takes: twice as much for the garrison of a major city, and twice as
    much for militia and professionals (table of section 6, X-B)."""
    is_free = t.owner[unit] == r.scenario.nobody
    if bribe == SET_FREE:
        amount = 9
    elif bribe == DISBAND:
        amount = 6 if is_free else 12
    else:
        amount = 9 if is_free else 18
    city = r.scenario.city_of[area_of(r, t.place[unit])]
    if type_of(t.kind[unit]) == GARRISON and r.scenario.value[city] >= MAJOR:
        amount *= 2
    quality = quality_of(t.kind[unit])
    return amount * 2 if quality in (MILITIA, PROFESSIONAL) else amount


def pay(r: Realm, row: int) -> None:
    """Pay for it with what is left. Only whole threes count, for an assassin only whole dozens;
    the rest is lost."""
    by = r.expenses.by[row]
    amount = r.expenses.amount[row]
    if amount == BY_MINIMUM:
        amount = r.expenses.minimum[row]
    amount = min(amount, r.treasury[by])
    r.treasury[by] -= amount
    r.expenses.paid[row] = amount
    unit = 12 if r.expenses.kind[row] == ASSASSINATE else 3
    r.expenses.counts[row] = amount - amount % unit
    if r.expenses.counts[row] < r.expenses.minimum[row]:
        r.expenses.result[row] = TOO_LITTLE


# Bribes.


def weigh_nearness(t: Turn, r: Realm, row: int) -> None:
    """Bribes and counter-bribes count only near a unit of who pays."""
    kind = r.expenses.kind[row]
    is_for_unit = kind == COUNTER or is_bribe(r, row)
    if not is_for_unit or r.expenses.result[row] not in (DONE, TOO_LITTLE):
        return
    if not is_near(t, r, r.expenses.by[row], r.expenses.place[row]):
        r.expenses.result[row] = NOT_NEAR


def is_near(t: Turn, r: Realm, power: int, place: int) -> bool:
    """True if the power has a unit in the area or city, or next to the area, whether or not a
    strait is closed; or, by the rule set, controls land there."""
    if r.codes.bribe_nearness == NEAR_ANYWHERE:
        return True
    area = area_of(r, place)
    if is_present(t, r, power, area):
        return True
    for index in range(t.board.near_starts[area], t.board.near_starts[area + 1]):
        if is_present(t, r, power, t.board.near[index]):
            return True
    return False


def is_present(t: Turn, r: Realm, power: int, area: int) -> bool:
    """True if the power has a unit in the area or its city, or counts as if it had."""
    unit = t.at[area]
    if unit != NONE and t.owner[unit] == power:
        return True
    city = r.scenario.city_of[area]
    if city != NONE and t.at[city] != NONE and t.owner[t.at[city]] == power:
        return True
    return r.codes.bribe_nearness == NEAR_CONTROL and t.owners[area] == power


def outbid(t: Turn, r: Realm, row: int) -> None:
    """Compare a bribe with the others for the same unit: the highest amount alone has a chance,
    whatever it is for; where two are highest, none has, or the dice decide."""
    amount = r.expenses.counts[row]
    equal = 0
    before = 0
    for other in range(r.expense_count):
        if other == row or not is_bribe(r, other):
            continue
        is_rival = r.expenses.place[other] == r.expenses.place[row]
        if not is_rival or r.expenses.result[other] not in (DONE, TOO_LITTLE, OUTBID, TIED):
            continue
        if r.expenses.counts[other] > amount:
            r.expenses.result[row] = OUTBID
            return
        if r.expenses.counts[other] == amount:
            equal += 1
            if other < row:
                before += 1
    if equal == 0:
        return
    if r.codes.equal_bribes == EQUAL_LOST or not is_drawn(
        t, r, r.expenses.place[row], before, equal + 1
    ):
        r.expenses.result[row] = TIED


def is_drawn(t: Turn, r: Realm, place: int, which: int, of: int) -> bool:
    """True if the dice choose this one of several equal bribes for a unit. They are thrown once for
    all of these."""
    number = place * DICE_A_PLACE
    dice = 1 if of <= FACES else 2
    faces = FACES**dice
    thrown = faces
    while thrown >= faces // of * of:
        thrown = 0
        for _ in range(dice):
            thrown = thrown * FACES + die_for_bribe(t, r, number) - 1
            number += 1
    return thrown % of == which


def die_for_bribe(t: Turn, r: Realm, number: int) -> int:
    """A die for equal bribes; the one rolled before, if there is one of this number."""
    for row in range(r.roll_count):
        if r.rolls.purpose[row] == ROLL_BRIBE and r.rolls.number[row] == number:
            return r.rolls.die[row]
    return roll(t, r, ROLL_BRIBE, NONE, number)


def counter(r: Realm, row: int) -> None:
    """Take the counter-bribes off the one bribe that is left for a unit: what remains must still
    be the least that it takes."""
    against = 0
    for other in range(r.expense_count):
        if r.expenses.kind[other] != COUNTER or r.expenses.result[other] not in (DONE, COUNTED):
            continue
        if r.expenses.place[other] == r.expenses.place[row]:
            against += r.expenses.counts[other]
            r.expenses.result[other] = COUNTED
    r.expenses.countered[row] = against
    if r.expenses.counts[row] - against < r.expenses.minimum[row]:
        r.expenses.result[row] = COUNTERED


# Effects.


def take_effect(t: Turn, r: Realm, row: int) -> None:
    """Do what has been paid for."""
    if r.expenses.result[row] != DONE:
        return
    kind = r.expenses.kind[row]
    place = r.expenses.place[row]
    if kind == RELIEF:
        if r.famine[place] == 0:
            r.expenses.result[row] = NOT_NEEDED
        r.famine[place] = 0
    elif kind == PACIFY:
        if not free_from_rebels(t, r, place, FREED_BY_MONEY):
            r.expenses.result[row] = NOT_NEEDED
    elif kind == REBEL:
        if r.rebels[place] == 1:
            r.expenses.result[row] = NOT_NEEDED
        else:
            rise(t, r, place)
    else:
        bribe(t, r, row, t.at[place])


def bribe(t: Turn, r: Realm, row: int, unit: int) -> None:
    """Let a unit be disbanded, set free or bought."""
    kind = r.expenses.kind[row]
    by = r.expenses.by[row]
    if kind == DISBAND:
        remove(t, r, unit, LOST_BY_BRIBE)
        return
    if kind == SET_FREE:
        t.owner[unit] = r.scenario.nobody
        return
    if r.scenario.limits[by * 4 * TYPES + t.kind[unit]] & MAY_BUY == 0:
        r.expenses.result[row] = KIND_FORBIDDEN
        return
    if quality_of(t.kind[unit]) > 0 and owns_elite(t, by):
        r.expenses.result[row] = SECOND_ELITE
        return
    seller = t.owner[unit]
    t.owner[unit] = by
    area = area_of(r, t.place[unit])
    if t.owners[area] == seller:
        if not is_garrison(t, unit) or t.at[area] == NONE:
            free_from_rebels(t, r, area, FREED_BY_PURCHASE)
        else:
            calm(t, r, area, t.place[unit], FREED_BY_PURCHASE)


def lift_own_sieges(t: Turn, r: Realm) -> None:
    """A garrison that belongs to its besieger is no longer besieged."""
    for area in range(t.board.province_count):
        city = r.scenario.city_of[area]
        if city == NONE or t.at[area] == NONE or t.at[city] == NONE:
            continue
        if t.owner[t.at[area]] == t.owner[t.at[city]]:
            r.siege[area] = 0
