"""The order of events in a campaign and in the year (T-3 of the specification)."""

from __future__ import annotations

from dragoman.machiavelli.engine.assassination import assassinate
from dragoman.machiavelli.engine.codes import (
    CALMED_BY_OWNER,
    CONTROL_CONTINUOUS,
    CUT_TO_LIMIT,
    FREED_BY_HOLD,
    HOME_OUT,
    NOT_IN_USE,
    NOTHING_LEFT,
)
from dragoman.machiavelli.engine.control import (
    eliminate,
    look_for_winner,
    settle_control,
    settle_new_homes,
)
from dragoman.machiavelli.engine.disasters import infect, sink, spread_famine, starve
from dragoman.machiavelli.engine.expenses import spend
from dragoman.machiavelli.engine.money import do_banking, pay_income
from dragoman.machiavelli.engine.movement import holds_by_order
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.rebellions import calm, liberate
from dragoman.machiavelli.engine.sieges import finish_sieges, judge_sieges
from dragoman.machiavelli.engine.units import area_of, is_garrison, stand_still
from dragoman.machiavelli.engine.upkeep import due
from dragoman.rules.engine.codes import (
    ADJUSTMENTS,
    MOVE,
    MOVEMENT,
    NONE,
    RETREATS,
)
from dragoman.rules.engine.primitives import EMPTY, only
from dragoman.rules.engine.turn import Turn


def spend_money(t: Turn, r: Realm) -> None:
    """Do what comes before anything moves: banking, expenditures, assassinations."""
    for power in range(r.scenario.nobody):
        r.assassinated[power] = 0
    if r.codes.money == 0:
        refuse_spending(r)
        return
    do_banking(r)
    spend(t, r)
    if r.codes.control == CONTROL_CONTINUOUS:
        settle_control(t, r, False)
    assassinate(t, r)


def finish_moves(t: Turn, r: Realm) -> None:
    """Go on to the retreats, or where nobody retreats to the end of the campaign."""
    if t.dislodged_count == 0:
        end_campaign(t, r)
    go_on(t, r)


def refuse_spending(r: Realm) -> None:
    """Where there is no money nothing is bought, paid or borrowed."""
    for row in range(r.expense_count):
        r.expenses.result[row] = NOT_IN_USE
    for row in range(r.payment_count):
        r.payments.result[row] = NOTHING_LEFT
    for row in range(r.loan_count):
        r.loans.result[row] = CUT_TO_LIMIT


def end_moves(t: Turn, r: Realm) -> None:
    """Do what follows the moves, when the dislodged are listed, up to the retreats: rebellions end,
    sieges go on or end, who stands takes its new place."""
    judge_sieges(t, r)
    for unit in range(t.unit_count):
        end_rebellion(t, r, unit)
    stand_still(t)
    finish_sieges(t, r)
    if r.codes.control == CONTROL_CONTINUOUS:
        settle_control(t, r, False)


def end_rebellion(t: Turn, r: Realm, unit: int) -> None:
    """A rebellion is put down by an army or fleet of who is rebelled against that holds by order,
    or by whoever does, as the rule set has it; it is over when another power enters."""
    if t.dislodged_by[unit] != NONE:
        return
    if t.moves_yes & only(unit) != EMPTY and t.order[unit] == MOVE:
        if r.scenario.area_of[t.goal[unit]] == NONE:
            liberate(t, r, t.goal[unit], t.owner[unit])
        return
    area = area_of(r, t.place[unit])
    is_its_own = t.owners[area] == t.owner[unit] and not is_garrison(t, unit)
    if holds_by_order(t, unit) and (is_its_own or r.codes.rebels_calmed != CALMED_BY_OWNER):
        calm(t, r, area, area, FREED_BY_HOLD)


def end_campaign(t: Turn, r: Realm) -> None:
    """Do what follows the retreats: control, disasters, what they change of that; then conquest,
    elimination and what that leaves to others, victory; after the last campaign of a year the
    income."""
    is_last = is_last_campaign(t)
    is_continuous = r.codes.control == CONTROL_CONTINUOUS
    if is_continuous or is_last:
        settle_control(t, r, not is_continuous)
    suffer(t, r, is_last)
    if is_continuous:
        settle_control(t, r, False)
    if is_continuous or is_last:
        if r.codes.new_home != HOME_OUT:
            settle_new_homes(t, r)
        is_anybody_out = eliminate(t, r)
        if is_anybody_out:
            settle_control(t, r, not is_continuous)
        if is_anybody_out or r.codes.new_home == HOME_OUT:
            settle_new_homes(t, r)
        look_for_winner(t, r)
    if t.winner == NONE and is_last and r.codes.money == 1:
        pay_income(t, r, False)


def suffer(t: Turn, r: Realm, is_last: bool) -> None:
    """The disasters at the end of a campaign: the hungry die in spring, plague comes with summer,
    storms and the famine of the next year in fall."""
    if is_first_campaign(t):
        starve(t, r)
        if r.codes.plague == 1:
            infect(t, r)
    if is_last:
        if r.codes.storms == 1:
            sink(t, r)
        if r.codes.famine == 1:
            spread_famine(t, r)


def is_first_campaign(t: Turn) -> bool:
    """True if this is the first campaign of the year."""
    for phase in range(t.phase):
        if t.calendar.kind[phase] == MOVEMENT and not is_same_campaign(t, phase):
            return False
    return True


def is_same_campaign(t: Turn, phase: int) -> bool:
    """True if an earlier phase of the year is the movement that this one belongs to."""
    for between in range(phase + 1, t.phase + 1):
        if t.calendar.kind[between] != RETREATS:
            return False
    return True


def is_last_campaign(t: Turn) -> bool:
    """True if no movement follows in the year."""
    for phase in range(t.phase + 1, t.calendar.phase_count):
        if t.calendar.kind[phase] == MOVEMENT:
            return False
    return True


def go_on(t: Turn, r: Realm) -> None:
    """Go on to the next phase in which there is something to decide."""
    while t.winner == NONE:
        t.phase += 1
        if t.phase == t.calendar.phase_count:
            t.phase = 0
        t.year += t.calendar.years[t.phase]
        kind = t.calendar.kind[t.phase]
        if kind == MOVEMENT or (kind == RETREATS and t.dislodged_count > 0):
            return
        if kind == ADJUSTMENTS and (r.codes.money == 1 or anybody_is_due(t, r)):
            return


def anybody_is_due(t: Turn, r: Realm) -> bool:
    """True if in the basic game some power may build or must remove."""
    for power in range(r.scenario.nobody):
        if r.is_out[power] == 0 and due(t, r, power) != 0:
            return True
    return False
