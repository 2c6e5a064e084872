"""The bank: payments, loans, and what falls due (rules 5.5 and 5.6 of the specification)."""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import (
    BY_BANK,
    COLLECTED,
    CUT_TO_LIMIT,
    DEBT_LIMIT,
    DEFAULTED,
    DUE,
    IN_DEBT,
    NEVER_AGAIN,
    NOTHING_LEFT,
    PAID,
    PAID_IN_PART,
    WAS_ASSASSINATED,
)
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.telling import tell
from dragoman.rules.engine.codes import NONE


def do_banking(r: Realm) -> None:
    """Pay the bank, then the players, then borrow; then the bank collects what is due. All
    payments between players are decided before any of them is received."""
    for row in range(r.payment_count):
        if r.payments.to[row] == r.ground.nobody:
            pay_bank(r, row)
    for row in range(r.payment_count):
        if r.payments.to[row] != r.ground.nobody:
            pay_player(r, row)
    for row in range(r.payment_count):
        to = r.payments.to[row]
        if to != r.ground.nobody:
            r.treasury[to] += r.payments.paid[row]
    for row in range(r.loan_count):
        lend(r, row)
    for power in range(r.ground.nobody):
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
    """What a power owes the bank, with interest."""
    total = 0
    for slot in range(power * DUE, (power + 1) * DUE):
        total += r.principal[slot] + r.interest[slot]
    return total


def credit(r: Realm, power: int) -> int:
    """What a power may still borrow."""
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
    slot = power * DUE + years * r.ground.campaigns
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
        tell(r, DEFAULTED, NONE, power, due)
        tell(r, WAS_ASSASSINATED, NONE, power, BY_BANK)
        r.treasury[power] = 0
        r.has_defaulted[power] = 1
        r.assassinated[power] = BY_BANK
        for slot in range(first, first + DUE):
            r.principal[slot] = 0
            r.interest[slot] = 0
        return
    if due > 0:
        tell(r, COLLECTED, NONE, power, due)
    r.treasury[power] -= due
    for slot in range(first, first + DUE - 1):
        r.principal[slot] = r.principal[slot + 1]
        r.interest[slot] = r.interest[slot + 1]
    r.principal[first + DUE - 1] = 0
    r.interest[first + DUE - 1] = 0
