"""The means of each power, what it can do with them, and what an adjustment asks of it."""

from __future__ import annotations

from dragoman.board import Board
from dragoman.machiavelli.engine.codes import ASSASSINATE, COUNTER, DISBAND, DUE
from dragoman.machiavelli.engine.expenses import price
from dragoman.machiavelli.engine.legal_orders import PURPOSES, count_expenses, write_expenses
from dragoman.machiavelli.engine.money import credit, owed
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.units import upkeep_cost as cost_of
from dragoman.machiavelli.engine.upkeep import due
from dragoman.machiavelli.judge.encode import load_realm
from dragoman.machiavelli.judge.scenario_index import ScenarioIndex, scenario_index
from dragoman.machiavelli.scenario import Scenario
from dragoman.orders import Expense, Purpose, UnitRef
from dragoman.quick_dataclass import dataclass
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.encode import load_turn
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Position
from dragoman.values import short_repr


@dataclass(frozen=True, slots=True)
class PossibleExpense:
    """Something that a power can spend money on: ``minimum`` ducats at least, and only in whole
    multiples of ``step``; of what is above ``most`` nothing counts (None where there is no such
    bound)."""

    purpose: Purpose
    target: UnitRef | str
    minimum: int
    step: int = 3
    most: int | None = None

    __repr__ = short_repr

    def order(self, number: int, ducats: int | None = None) -> Expense:
        """The order to spend so much on it, or the minimum, as one of the four expenditures."""
        return Expense(number, self.purpose, self.target, ducats)


@dataclass(frozen=True, slots=True)
class Means:
    """The means of a power in a position, and what it can do with them in this phase.

    ``expenses`` are those that are not refused and not in vain from the start, whether or not there
    is money for them; of these it makes four at most. ``credit`` is what the bank still lends it,
    ``owes`` all that it owes with interest, ``falls_due`` what of this the bank collects in this
    campaign. ``receivers`` are the powers that it can give money and chits to, and let through its
    straits. ``chits`` are the powers on whose lives it has an attempt, as often as it has.
    """

    treasury: int = 0
    expenses: tuple[PossibleExpense, ...] = ()
    credit: int = 0
    owes: int = 0
    falls_due: int = 0
    receivers: tuple[str, ...] = ()
    chits: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Means: {self.treasury} ducats, {len(self.expenses)} possible expenditures>"


def means(
    board: Board, scenario: Scenario, position: Position, rule_set: RuleSet, calendar: Calendar
) -> dict[str, Means]:
    """The means of each power that is not out of the game. Where no money is spent, in the basic
    game and in phases that are no campaigns, they tell what it has and owes alone.

    Raises:
        KeyError: if the position names something that is not on the board.
        ValueError: if the calendar has no such phase.
    """
    g = scenario_index(board, scenario)
    r = load_realm(g, position, rule_set, calendar)
    t = load_turn(g.board, position, g.board.terms(rule_set, calendar))
    is_spending = position.phase.kind is PhaseKind.MOVEMENT and r.codes.money == 1
    alive = [p for p in range(g.nobody) if r.is_out[p] == 0]
    names = g.board.powers
    found: dict[str, Means] = {}
    for power in alive:
        first = power * DUE
        found[names[power]] = Means(
            r.treasury[power],
            tuple(_expenses(g, t, r, power)) if is_spending else (),
            credit(r, power) if is_spending else 0,
            owed(r, power),
            r.principal[first] + r.interest[first] if is_spending else 0,
            tuple(names[other] for other in alive if other != power) if is_spending else (),
            tuple(names[v] for v in alive for _ in range(r.chits[power * g.nobody + v])),
        )
    return found


def _expenses(g: ScenarioIndex, t: Turn, r: Realm, power: int) -> list[PossibleExpense]:
    total = count_expenses(t, r, power)
    t.found, t.found_count = [0] * total, 0
    write_expenses(t, r, power, 0, total)
    return [_possible(g, t, r, code) for code in t.found]


_PURPOSES = tuple(Purpose)
"""In the engine's sequence of the kinds of expenditures."""


def written_expense(
    g: ScenarioIndex, position: Position, code: int, number: int, ducats: int
) -> Expense:
    """The expenditure that a number of the engine stands for."""
    target, kind = divmod(code, PURPOSES)
    purpose = _PURPOSES[kind]
    if kind == ASSASSINATE:
        return Expense(number, purpose, g.board.powers[target], ducats)
    place = g.board.places[target]
    if not purpose.is_for_unit:
        return Expense(number, purpose, place, ducats)
    unit = position.by_province[place]
    return Expense(number, purpose, UnitRef(unit.location, unit.kind), ducats)


def _possible(g: ScenarioIndex, t: Turn, r: Realm, code: int) -> PossibleExpense:
    target, kind = divmod(code, PURPOSES)
    least = price(t, r, kind, target)
    if kind == ASSASSINATE:
        return PossibleExpense(_PURPOSES[kind], g.board.powers[target], least, step=12, most=36)
    unit = t.at[target] if DISBAND <= kind <= COUNTER else NONE
    if unit == NONE:
        return PossibleExpense(_PURPOSES[kind], g.board.locations[target], least)
    return PossibleExpense(_PURPOSES[kind], g.board.ref(t.kind[unit], t.location[unit]), least)


# Adjustments: units that are due, or ducats for those that there are.


def units_due(
    board: Board, scenario: Scenario, position: Position, rule_set: RuleSet, calendar: Calendar
) -> dict[str, int]:
    """In the basic game, how many units each power that plays may build, below zero how many it
    must remove."""
    g = scenario_index(board, scenario)
    t = load_turn(g.board, position, g.board.terms(rule_set, calendar))
    r = load_realm(g, position, rule_set, calendar)
    return {
        power: due(t, r, g.board.power[power])
        for power in scenario.players
        if r.is_out[g.board.power[power]] == 0
    }


def cost_of_unit(board: Board, kind: str) -> int:
    """The ducats that a unit of this kind costs to build, and for a year."""
    return cost_of(board_index(board).kind[kind])


def upkeep_cost(board: Board, position: Position, power: str) -> int:
    """The ducats that all the units of a power cost for a year."""
    return sum(cost_of_unit(board, unit.kind) for unit in position.units_of(power))
