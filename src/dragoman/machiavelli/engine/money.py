"""Money: payments, loans and what falls due (rules 5.5 and 5.6 of the specification), and income
(5.2 and 5.3)."""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import (
    BY_BANK,
    COLLECTED,
    CUT_TO_LIMIT,
    DEBT_LIMIT,
    DEFAULTED,
    DUE,
    EARNED,
    FACES,
    IN_DEBT,
    INCOME_BY_CITY,
    NEVER_AGAIN,
    NOTHING_LEFT,
    PAID,
    PAID_IN_PART,
    ROLL_INCOME,
    TRADED,
    VENICE_AS_SEA,
    WAS_ASSASSINATED,
)
from dragoman.machiavelli.engine.events import record_event, roll
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.units import garrison, is_fleet
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn

# The bank


def do_banking(r: Realm) -> None:
    """Pay the bank, then the players, then borrow; then the bank collects what is due. All
    payments between players are decided before any of them is received."""
    for row in range(r.payment_count):
        if r.payments.to[row] == r.scenario.nobody:
            pay_bank(r, row)
    for row in range(r.payment_count):
        if r.payments.to[row] != r.scenario.nobody:
            pay_player(r, row)
    for row in range(r.payment_count):
        to = r.payments.to[row]
        if to != r.scenario.nobody:
            r.treasury[to] += r.payments.paid[row]
    for row in range(r.loan_count):
        lend(r, row)
    for power in range(r.scenario.nobody):
        collect(r, power)


def take_payment(r: Realm, row: int) -> int:
    """Take the money of a payment from the treasury: what there is of it."""
    power = r.payments.by[row]
    amount = min(r.payments.amount[row], r.treasury[power])
    r.treasury[power] -= amount
    r.payments.paid[row] = amount
    r.payments.result[row] = PAID
    if amount < r.payments.amount[row]:
        r.payments.result[row] = PAID_IN_PART if amount > 0 else NOTHING_LEFT
    return amount


def pay_bank(r: Realm, row: int) -> None:
    """A payment to the bank goes to the loan that is due first, to its interest before its
    principal, then to the next. What is too much is lost."""
    left = take_payment(r, row)
    for slot in range(r.payments.by[row] * DUE, (r.payments.by[row] + 1) * DUE):
        part = min(left, r.interest[slot])
        r.interest[slot] -= part
        left -= part
        part = min(left, r.principal[slot])
        r.principal[slot] -= part
        left -= part


def pay_player(r: Realm, row: int) -> None:
    """A payment to a player. Who owes the bank pays nobody else; the money stays."""
    if owed(r, r.payments.by[row]) > 0:
        r.payments.paid[row] = 0
        r.payments.result[row] = IN_DEBT
    else:
        take_payment(r, row)


def owed(r: Realm, power: int) -> int:
    """The ducats that a power owes the bank, with interest."""
    total = 0
    for slot in range(power * DUE, (power + 1) * DUE):
        total += r.principal[slot] + r.interest[slot]
    return total


def credit(r: Realm, power: int) -> int:
    """The ducats that a power may still borrow."""
    if r.codes.loans == 0 or r.has_defaulted[power] == 1:
        return 0
    left = DEBT_LIMIT
    for slot in range(power * DUE, (power + 1) * DUE):
        left -= r.principal[slot]
    return max(left, 0)


def interest_on(amount: int, years: int) -> int:
    """A fifth for one year, half for two, rounded up."""
    return (amount + 4) // 5 if years == 1 else (amount + 1) // 2


def lend(r: Realm, row: int) -> None:
    """A loan, cut to the limit, to be paid back in the same season one or two years later."""
    power = r.loans.by[row]
    amount = min(r.loans.amount[row], credit(r, power))
    years = r.loans.years[row]
    r.treasury[power] += amount
    slot = power * DUE + years * r.scenario.campaigns
    r.principal[slot] += amount
    r.interest[slot] += interest_on(amount, years)
    r.loans.lent[row] = amount
    r.loans.result[row] = PAID
    if r.has_defaulted[power] == 1:
        r.loans.result[row] = NEVER_AGAIN
    elif amount < r.loans.amount[row]:
        r.loans.result[row] = CUT_TO_LIMIT


def collect(r: Realm, power: int) -> None:
    """Collect what is due in this campaign. Who cannot pay all of it loses the treasury, is
    assassinated by the bank and never borrows again; what else is owed is forgotten."""
    first = power * DUE
    due = r.principal[first] + r.interest[first]
    if due > r.treasury[power]:
        record_event(r, DEFAULTED, NONE, power, due)
        record_event(r, WAS_ASSASSINATED, NONE, power, BY_BANK)
        r.treasury[power] = 0
        r.has_defaulted[power] = 1
        r.assassinated[power] = BY_BANK
        for slot in range(first, first + DUE):
            r.principal[slot] = 0
            r.interest[slot] = 0
        return
    if due > 0:
        record_event(r, COLLECTED, NONE, power, due)
    r.treasury[power] -= due
    for slot in range(first, first + DUE - 1):
        r.principal[slot] = r.principal[slot + 1]
        r.interest[slot] = r.interest[slot + 1]
    r.principal[first + DUE - 1] = 0
    r.interest[first + DUE - 1] = 0


# Income: land, cities, seas, and what the dice give.


def pay_income(t: Turn, r: Realm, is_first: bool) -> None:
    """Pay every power its income. ``is_first`` says that it is the one before the game begins, in
    which the first die of each recipient counts 2 at least (T-4)."""
    for power in range(r.scenario.nobody):
        r.income[power] = 0
    for area in range(t.board.province_count):
        if r.scenario.area_of[area] == NONE:
            earn(r, t.owners[area], area, income_of_area(t, r, area))
            city = r.scenario.city_of[area]
            unit = t.at[area]
            if (
                city != NONE
                and t.board.is_water[area] == 1
                and r.codes.venice_ducat != VENICE_AS_SEA
            ):
                earn(r, keeper_of_venice(t, r, area), area, 1)
            elif unit != NONE and t.board.is_water[area] == 1 and is_fleet(t, unit):
                earn(r, t.owner[unit], area, 1)
            if city != NONE:
                earn(r, t.owners[city], city, income_of_city(t, r, area, city))
    for entry in range(r.scenario.entry_count):
        recipient = recipient_of(t, r, entry)
        if recipient != NONE and r.is_out[recipient] == 0:
            amount = variable_income(t, r, entry, recipient, is_first)
            r.income[recipient] += amount
            record_event(r, TRADED, r.scenario.entry_city[entry], recipient, amount)
    for power in range(r.scenario.nobody):
        r.treasury[power] += r.income[power]


def earn(r: Realm, power: int, place: int, amount: int) -> None:
    """Count what a power earns; nobody's property pays nobody."""
    if amount > 0 and power not in (NONE, r.scenario.nobody):
        r.income[power] += amount
        record_event(r, EARNED, place, power, amount)


def keeper_of_venice(t: Turn, r: Realm, area: int) -> int:
    """The power that has Venice of 1995 as if it were land: whoever has the fleet there, if nobody
    else has the garrison, else who has the city."""
    outside = t.at[area]
    inside = garrison(t, r, area)
    if outside == NONE:
        return t.owners[r.scenario.city_of[area]]
    if inside != NONE and t.owner[inside] != t.owner[outside]:
        return NONE
    return t.owner[outside]


def income_of_area(t: Turn, r: Realm, area: int) -> int:
    """A ducat for land, unless famine or rebellion is there."""
    is_fruitful = r.famine[area] == 0 and r.rebels[area] == 0
    return 1 if r.scenario.is_land[area] == 1 and is_fruitful else 0


def income_of_city(t: Turn, r: Realm, area: int, city: int) -> int:
    """The income from a city (table E-2): nothing while it rebels; with a garrison nothing while it
    is besieged; without one nothing in famine, and if it has no walls nothing in a rebellion of its
    province."""
    if r.rebels[city] == 1:
        return 0
    if garrison(t, r, area) != NONE:
        return 0 if r.siege[area] == 1 else r.scenario.value[city]
    if r.famine[area] == 1:
        return 0
    if r.scenario.has_walls[city] == 0 and r.rebels[area] == 1:
        return 0
    return r.scenario.value[city]


def recipient_of(t: Turn, r: Realm, entry: int) -> int:
    """The recipient of a variable income: the owner of the home country, else of the key city, in
    the edition of 1983 only with the land around it. NONE for nobody."""
    country = r.scenario.entry_country[entry]
    if country != NONE:
        return r.home_owner[country]
    city = r.scenario.entry_city[entry]
    owner = t.owners[city]
    area = r.scenario.area_of[city]
    if r.codes.city_income != INCOME_BY_CITY and r.scenario.is_land[area] == 1:
        return owner if t.owners[area] == owner else NONE
    return owner


def variable_income(t: Turn, r: Realm, entry: int, power: int, is_first: bool) -> int:
    """The ducats that the dice of a variable income give; without dice, the face for 4 in odd years
    and for 3 in even ones."""
    if is_first and has_initial(r):
        return r.scenario.entry_initial[entry]
    total = 0
    for number in range(r.scenario.entry_dice[entry]):
        if r.codes.dice == 1:
            die = roll(t, r, ROLL_INCOME, power, entry * FACES + number)
        else:
            die = 3 + t.year % 2
        if is_first and number == 0 and is_first_entry(t, r, entry, power):
            die = max(die, 2)
        total += r.scenario.entry_faces[entry * FACES + die - 1]
    return total


def has_initial(r: Realm) -> bool:
    """True if the map tells what the first income is, of any variable income (VI-6)."""
    for entry in range(r.scenario.entry_count):
        if r.scenario.entry_initial[entry] != 0:
            return True
    return False


def is_first_entry(t: Turn, r: Realm, entry: int, power: int) -> bool:
    """True if none before it is paid to the same power."""
    for before in range(entry):
        if recipient_of(t, r, before) == power:
            return False
    return True
