"""The adjustment phase: builds, removals and civil disorder."""

from __future__ import annotations

from dragoman.board import Board, Unit
from dragoman.orders import Build, Disband, Order, Remove, UnitRef, Waive
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.balance import balance
from dragoman.rules.engine.codes import (
    A_BY,
    A_EXCESS,
    A_KIND,
    A_LOCATION,
    A_ODD_COAST,
    A_REASON,
    A_TYPE,
    A_WIDTH,
    BUILD,
    G_LOCATIONS,
    G_PROVINCES,
    NONE,
    OTHER_ORDER,
    REMOVE,
    WAIVE,
)
from dragoman.rules.engine.tables import BoardIndex, numbers, rule_codes
from dragoman.rules.judge.encoding import set_table
from dragoman.rules.model.outcome import Orders, Outcome, PhaseResult, Result, UnusedOrder
from dragoman.rules.model.position import Position
from dragoman.rules.model.reasons import CIVIL_DISORDER, JUDGE_BUILDS, NOT_YOURS, OK, REASONS


def adjust(board: Board, position: Position, orders: Orders, rule_set: RuleSet) -> PhaseResult:
    """Carry out an adjustment phase.

    One outcome per order given, in the order given; then one for each unit that the judge
    builds or that civil disorder removes (``order`` is None). The unit of a waived build has
    neither kind nor location. Orders for a power without a side on the board are refused.
    """
    n = numbers(board)
    ground = n.ground_for(rule_set, position.phase)
    table = set_table(n, position.units)
    owners = [NONE] * n.ground[G_PROVINCES]
    for center, owner in position.owners.items():
        owners[n.location[center]] = n.power[owner]
    given = [(p, o) for p, list_ in orders.items() if p in n.power for o in list_]
    rows = [cell for power, order in given for cell in write_adjustment(n, power, order)]
    rows += [0] * (A_WIDTH * len(n.places))
    gone = [0] * len(position.units)
    dues = [0] * len(n.powers)
    steps, queue = [0] * n.ground[G_LOCATIONS], [0] * n.ground[G_LOCATIONS]
    total = balance(
        ground,
        rule_codes(rule_set),
        len(position.units),
        table.units,
        table.at,
        owners,
        rows,
        len(given),
        gone,
        dues,
        steps,
        queue,
    )
    outcomes: list[Outcome] = []
    for index in range(total):
        row = rows[index * A_WIDTH : (index + 1) * A_WIDTH]
        order = given[index][1] if index < len(given) else None
        outcomes.append(_outcome(n, row, order))
    built = [
        o.unit for o in outcomes if o.result is Result.SUCCEEDS and isinstance(o.treated_as, Build)
    ]
    for unit, mark in zip(position.units, gone, strict=True):
        if mark == 2:
            removal = Remove(UnitRef(unit.location, unit.kind))
            code = REASONS[CIVIL_DISORDER].code
            outcomes.append(Outcome(unit, None, removal, Result.SUCCEEDS, code))
    refused = tuple(
        UnusedOrder(power, order, REASONS[NOT_YOURS].code)
        for power, list_ in orders.items()
        if power not in n.power
        for order in list_
    )
    stay = (unit for unit, mark in zip(position.units, gone, strict=True) if mark == 0)
    return PhaseResult(tuple(outcomes), refused, (*stay, *built))


def builds_due(board: Board, position: Position, power: str, rule_set: RuleSet) -> int:
    """How many units the power may build; below zero: how many it must remove.

    Where units cost other than one, or centres give other than one, these are points.
    """
    uncounted = board.hong_kong.get(power, ()) if rule_set.hong_kong == "manual" else ()
    counted = [center for center in position.centers_of(power) if center not in uncounted]
    points = sum(board.provinces[center].points for center in counted)
    return points - sum(board.kinds[unit.kind].cost for unit in position.units_of(power))


def build_sites(board: Board, position: Position, power: str, rule_set: RuleSet) -> tuple[str, ...]:
    """The locations where the power may build: of the centres that it owns, that stand empty
    and in which the rule set lets it, those where some kind of unit may be built for the
    points that it is due."""
    due = builds_due(board, position, power, rule_set)
    affordable = [kind.letter for kind in board.kinds.values() if kind.cost <= due]
    taken = {board.province_of[unit.location] for unit in position.units}
    owned = position.centers_of(power)
    homes = {*board.homes.get(power, ()), *board.common_homes}
    anywhere = rule_set.build_in == "any" or (
        rule_set.build_in == "one-home" and any(home in owned for home in homes)
    )
    return tuple(
        location
        for center in board.provinces
        if center in owned and center not in taken and (anywhere or center in homes)
        for location in board.provinces[center].locations
        if any(location in board.buildable[kind] for kind in affordable)
    )


def write_adjustment(n: BoardIndex, power: str, order: Order) -> list[int]:
    """An order as a row of numbers; see ``codes``."""
    row = [NONE] * A_WIDTH
    row[A_BY] = n.power[power]
    row[A_TYPE] = OTHER_ORDER
    if isinstance(order, Waive):
        row[A_TYPE] = WAIVE
        return row
    if isinstance(order, Build):
        row[A_TYPE] = BUILD
    elif isinstance(order, Remove | Disband):
        row[A_TYPE] = REMOVE
    written = order.unit.location
    row[A_ODD_COAST] = int(written not in n.location)
    row[A_LOCATION] = n.location.get(written, n.location[written.partition("/")[0]])
    row[A_KIND] = NONE if order.unit.kind is None else n.kind[order.unit.kind]
    return row


def _outcome(n: BoardIndex, row: list[int], order: Order | None) -> Outcome:
    power = n.powers[row[A_BY]]
    if row[A_LOCATION] == NONE:
        unit = Unit(power, "", "")
    else:
        kind = "" if row[A_KIND] == NONE else n.kinds[row[A_KIND]]
        unit = Unit(power, kind, n.locations[row[A_LOCATION]])
    named = UnitRef(unit.location, unit.kind or None)
    if row[A_TYPE] == BUILD:
        treated: Order = Build(named)
    elif row[A_TYPE] == REMOVE:
        treated = Remove(named)
    else:
        treated = order or Waive()
    result = Result.SUCCEEDS
    if row[A_REASON] != OK:
        result = Result.EXCESS if row[A_EXCESS] == 1 else Result.ILLEGAL
    reason = JUDGE_BUILDS if order is None else row[A_REASON]
    return Outcome(unit, order, treated, result, REASONS[reason].code)
