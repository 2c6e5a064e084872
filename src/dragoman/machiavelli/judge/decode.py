"""From a realm that the engine has judged back to affairs and an account of what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from dragoman.board import Unit
from dragoman.machiavelli.account import (
    CAUSES,
    FREED_BY,
    SIEGES,
    Account,
    Event,
    Gift,
    Lending,
    Payment,
    Roll,
    RollFor,
    Spending,
    Spent,
    Transfer,
    What,
)
from dragoman.machiavelli.engine import codes
from dragoman.machiavelli.engine.codes import DUE
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.judge.encode import MoneyOrders
from dragoman.machiavelli.judge.scenario_index import ScenarioIndex
from dragoman.orders import Borrow, Expense, Pay
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.tables import Cells
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.affairs import Affairs, Loan
from dragoman.rules.model.outcome import Force


def units_of(g: ScenarioIndex, t: Turn) -> tuple[Unit, ...]:
    """The units of a turn, in its order."""
    n = g.board
    return tuple(
        Unit(n.powers[t.owner[u]], n.kinds[t.kind[u]], n.locations[t.location[u]])
        for u in range(t.unit_count)
    )


def owners_of(g: ScenarioIndex, t: Turn) -> dict[str, str]:
    """The owners of places."""
    n = g.board
    return {n.places[p]: n.powers[owner] for p, owner in enumerate(t.owners) if owner != NONE}


def affairs_of(g: ScenarioIndex, r: Realm, keeps_allies: bool) -> Affairs:
    """The affairs of a realm. Whom fleets let pass is kept until the retreats are over."""
    n = g.board
    powers = n.powers[: g.nobody]
    loans: dict[str, tuple[Loan, ...]] = {}
    chits: dict[str, tuple[str, ...]] = {}
    allies: dict[str, tuple[str, ...]] = {}
    for number, power in enumerate(powers):
        slots = range(number * DUE, (number + 1) * DUE)
        found = tuple(
            Loan(r.principal[slot], r.interest[slot], slot - slots.start + 1)
            for slot in slots
            if r.principal[slot] + r.interest[slot] > 0
        )
        if found:
            loans[power] = found
        first = number * g.nobody
        chits[power] = tuple(
            other for i, other in enumerate(powers) for _ in range(r.chits[first + i])
        )
        others = tuple(other for i, other in enumerate(powers) if r.allows[first + i] == 1)
        if others and keeps_allies:
            allies[power] = others

    return Affairs(
        treasuries={power: r.treasury[i] for i, power in enumerate(powers) if r.is_out[i] == 0},
        homes={
            key: n.powers[owner]
            for key, owner in zip(g.countries, r.home_owner, strict=True)
            if owner != NONE
        },
        loans=loans,
        chits={power: held for power, held in chits.items() if held},
        sieges=_marked(g, r.siege),
        rebellions=_marked(g, r.rebels),
        famine=_marked(g, r.famine),
        defaulters=frozenset(p for i, p in enumerate(powers) if r.has_defaulted[i] == 1),
        eliminated=frozenset(p for i, p in enumerate(powers) if r.is_out[i] == 1),
        allies=allies,
        victory_cities=r.victory_cities,
        seed=r.seed,
    )


def _marked(g: ScenarioIndex, cells: Cells) -> frozenset[str]:
    return frozenset(g.board.places[place] for place, mark in enumerate(cells) if mark == 1)


_SPENT = tuple(Spent)
_TRANSFERS = tuple(Transfer)
_WHAT = tuple(What)
_ROLLS = tuple(RollFor)


def account_of(
    g: ScenarioIndex,
    r: Realm,
    given: MoneyOrders,
    thrown: Sequence[Roll] = (),
    gifts: tuple[Gift, ...] = (),
    weighed: Mapping[str, tuple[Force, Force]] = MappingProxyType({}),
) -> Account:
    """Everything that happened. ``thrown`` are the dice that were not rolled from the seed,
    ``weighed`` the strengths that decided sieges, by the area."""
    n = g.board
    by_row = {
        kind: [
            (power, order)
            for power in n.powers
            for order in given.get(power, ())
            if isinstance(order, kind)
        ]
        for kind in (Pay, Borrow)
    }
    numbered = sorted(
        (
            (n.power[power], order.number, power, order)
            for power, list_ in given.items()
            for order in list_
            if isinstance(order, Expense)
        ),
        key=lambda row: row[:2],
    )
    return Account(
        spendings=tuple(
            Spending(
                power,
                order,
                _SPENT[r.expenses.result[row]],
                r.expenses.paid[row],
                r.expenses.counts[row],
                r.expenses.minimum[row],
                r.expenses.countered[row],
            )
            for row, (_, _, power, order) in enumerate(numbered)
        ),
        payments=tuple(
            Payment(power, order, _TRANSFERS[r.payments.result[row]], r.payments.paid[row])
            for row, (power, order) in enumerate(by_row[Pay])
            if isinstance(order, Pay)
        ),
        lendings=tuple(
            Lending(power, order, _TRANSFERS[r.loans.result[row]], r.loans.lent[row])
            for row, (power, order) in enumerate(by_row[Borrow])
            if isinstance(order, Borrow)
        ),
        gifts=gifts,
        rolls=tuple(_roll(g, r, row, thrown) for row in range(r.roll_count)),
        events=tuple(_event(g, r, row, weighed) for row in range(r.event_count)),
    )


def _roll(g: ScenarioIndex, r: Realm, row: int, thrown: Sequence[Roll]) -> Roll:
    power = r.rolls.power[row]
    roll = Roll(
        _ROLLS[r.rolls.purpose[row]],
        None if power == NONE else g.board.powers[power],
        r.rolls.number[row],
        r.rolls.die[row],
    )
    return next((one for one in thrown if one.is_as(roll)), roll)


def _event(
    g: ScenarioIndex, r: Realm, row: int, weighed: Mapping[str, tuple[Force, Force]]
) -> Event:
    n = g.board
    what, number = _WHAT[r.events.what[row]], r.events.number[row]
    place = n.places[r.events.place[row]] if r.events.place[row] != NONE else None
    power = n.powers[r.events.power[row]] if r.events.power[row] != NONE else None
    match what:
        case What.LOST:
            kind, cause = divmod(number, codes.CAUSES)
            unit = Unit(power or "", n.kinds[kind], place or "")
            return Event(what, place, power, unit, CAUSES[cause])
        case What.FREED:
            return Event(what, place, power, detail=FREED_BY[number])
        case What.CHANGED_HANDS:
            return Event(what, place, power, detail="" if number == NONE else n.powers[number])
        case What.HOME_CHANGED:
            return Event(what, None, power, detail=g.countries[number])
        case What.ASSASSINATED:
            who = "player" if number == codes.BY_PLAYER else "bank"
            return Event(what, None, power, detail=who)
        case What.STRUCK:
            return Event(what, place, detail=_ROLLS[number].value)
        case What.SIEGE:
            is_weighed = number in (codes.SIEGE_WON, codes.SIEGE_TOO_WEAK)
            forces = weighed.get(place or "") if is_weighed else None
            return Event(what, place, power, detail=SIEGES[number], weighed=forces)
        case _:
            return Event(what, place, power, ducats=number)
