"""The movement phase: orders in, outcomes and dislodgements out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from dragoman.board import Board, Unit
from dragoman.orders import Convoy, Hold, Move, Order, Support, UnitRef
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.aftermath import (
    by_sea,
    dislodger,
    forbidden_origin,
    occupy,
    result_of,
    retreats,
)
from dragoman.rules.engine.codes import (
    CARRIES,
    CHOSEN,
    CONVOY,
    G_LOCATIONS,
    G_PROVINCE_OF,
    G_PROVINCES,
    GATED,
    GOAL,
    HELPS,
    KIND,
    LOCATION,
    MOVE,
    MOVES,
    NO,
    NONE,
    O_LOCATION,
    O_REASON,
    O_ROW,
    O_TARGET,
    O_WIDTH,
    OPEN,
    ORDER,
    PARADOX,
    PASS_GATE,
    PLACE,
    REASON,
    ROUTE,
    SUPPORT,
    TARGET,
    WAY_CLOSED,
    WIDTH,
    X_ROW,
    YES,
    Ints,
)
from dragoman.rules.engine.legality import check
from dragoman.rules.engine.matching import match
from dragoman.rules.engine.resolver import resolve
from dragoman.rules.engine.tables import BoardIndex, numbers, rule_codes
from dragoman.rules.judge.encoding import Table, set_table, write_order
from dragoman.rules.judge.forces import Forces
from dragoman.rules.model.outcome import RESULTS, Orders, Outcome, PhaseResult, Result, UnusedOrder
from dragoman.rules.model.position import Dislodged, Position
from dragoman.rules.model.reasons import (
    CONVOY_PARADOX,
    GATE_CLOSED,
    NO_SUCH_UNIT,
    NOT_YOURS,
    OK,
    OVERRULED,
    REASONS,
    WRONG_PHASE,
)


def move(board: Board, position: Position, orders: Orders, rule_set: RuleSet) -> PhaseResult:
    """Carry out a movement phase. One outcome per standing unit, in the position's order, then
    one for each order of a gatekeeper.

    A unit without a legal order holds. Orders that no unit of their power could take, or
    that another order of the unit overruled, are in ``PhaseResult.unused``.

    Raises:
        KeyError: if an order or unit names something that is not on the board.
    """
    n = numbers(board)
    rules = rule_codes(rule_set)
    table = set_table(n, position.units)
    given = [(power, order) for power, list_ in orders.items() for order in list_]
    if rule_set.implied_orders == "yes":
        given += _implied(board, position, given)
    rows, routes, used = list[int](), list[int](), list[tuple[str, Order]]()
    refused: list[UnusedOrder] = []
    for power, order in given:
        row = write_order(n, power, order, routes)
        if row is None:
            refused.append(UnusedOrder(power, order, REASONS[WRONG_PHASE].code))
        else:
            rows += row
            used.append((power, order))
    count, order_count = len(position.units), len(used)
    ground = n.ground_for(rule_set, position.phase)
    check(ground, count, table.units, table.at, rows, order_count, routes, rules, table.sea)
    match(
        ground,
        count,
        table.units,
        table.at,
        rows,
        order_count,
        routes,
        rules,
        table.sea,
        table.rivals,
    )
    resolve(
        ground,
        count,
        table.units,
        table.at,
        table.rivals,
        rules,
        table.todo,
        table.trail,
    )
    for index, (power, order) in enumerate(used):
        reason = rows[index * O_WIDTH + O_REASON]
        row = rows[index * O_WIDTH + O_ROW]
        if row == NONE:
            is_refused = reason in (NO_SUCH_UNIT, NOT_YOURS, OVERRULED)
        else:
            taken = table.units[row + CHOSEN] not in (NONE, index)
            is_refused = reason == NOT_YOURS or (reason != OK and taken)
        if is_refused:
            refused.append(UnusedOrder(power, order, REASONS[reason].code))
    full = [0] * ground[G_PROVINCES]
    occupy(ground, count, table.units, table.at, table.rivals, rules, full, table.trail)
    leave = _leave(n, table, rows, used)
    outcomes = _outcomes(n, ground, position, table, rules, rows, used)
    standing, dislodged = _after(n, ground, position, table, rules, full, outcomes)
    return PhaseResult(
        outcomes=(*outcomes, *leave),
        unused=tuple(refused),
        units=tuple(standing),
        dislodged=tuple(dislodged),
        contested=frozenset(n.places[p] for p, mark in enumerate(full) if mark == 2),
    )


def _implied(
    board: Board, position: Position, given: list[tuple[str, Order]]
) -> list[tuple[str, Order]]:
    """Orders that a support or convoy implies for own units without any (DATC 4.E.3); for no
    second unit on a high sea what one there does already."""
    ordered = Counter(
        (power, board.province_of.get(order.unit.location, order.unit.location))
        for power, order in given
        if isinstance(order, Hold | Move | Support | Convoy)
    )
    own = Counter((unit.power, board.province_of[unit.location]) for unit in position.units)
    known: set[tuple[str, str, str | None]] = {
        (power, board.province_of.get(order.unit.location, order.unit.location), order.target)
        for power, order in given
        if isinstance(order, Move)
    }
    found: list[tuple[str, Order]] = []
    for power, order in given:
        if not isinstance(order, Support | Convoy):
            continue
        named = order.supported if isinstance(order, Support) else order.convoyed
        key = power, board.province_of.get(named.location, named.location)
        target = order.target
        if ordered[key] < own[key] and (*key, target) not in known:
            ordered[key] += 1
            known.add((*key, target))
            found.append((power, Hold(named) if target is None else Move(named, target)))
    return found


def _outcomes(
    n: BoardIndex,
    ground: Ints,
    position: Position,
    table: Table,
    rules: Ints,
    rows: Ints,
    used: list[tuple[str, Order]],
) -> list[Outcome]:
    units = table.units
    forces = Forces(ground, table, rules, position.units)
    last_given = {
        rows[i * O_WIDTH + O_ROW]: order
        for i, (_, order) in enumerate(used)
        if rows[i * O_WIDTH + O_REASON] not in (NO_SUCH_UNIT, NOT_YOURS)
    }
    found: list[Outcome] = []
    for index, unit in enumerate(position.units):
        row = index * WIDTH
        chosen = units[row + CHOSEN]
        order = last_given.get(row) if chosen == NONE else used[chosen][1]
        driver = dislodger(units, table.rivals, row)
        outcome = Outcome(
            unit=unit,
            order=order,
            treated_as=_treated_as(n, unit, order, row, table, rows),
            result=RESULTS[result_of(units, table.rivals, row, rules)],
            reason=REASONS[units[row + REASON]].code,
            dislodged_by=None if driver == NONE else forces.unit(driver),
        )
        if units[row + ORDER] == MOVE and chosen != NONE:
            force, met = forces.of_move(row)
            arrived = n.locations[units[row + TARGET]] if units[row + MOVES] == YES else None
            outcome = replace(
                outcome,
                force=force,
                met=met,
                moved_to=arrived,
                by_convoy=by_sea(units, row),
            )
            if outcome.result is Result.BLOCKED and units[row + REASON] == OK:
                outcome = replace(outcome, reason=REASONS[GATE_CLOSED].code)
            if outcome.result is Result.DISRUPTED and units[row + PARADOX] & WAY_CLOSED:
                outcome = replace(outcome, reason=REASONS[CONVOY_PARADOX].code)
        elif table.rivals[units[row + PLACE]] != NONE:
            force, met = forces.of_stay(row)
            cutter = forces.cutter(row) if outcome.result is Result.CUT else None
            outcome = replace(outcome, force=force, met=met, cut_by=cutter)
        found.append(outcome)
    return found


def _leave(n: BoardIndex, table: Table, rows: Ints, used: list[tuple[str, Order]]) -> list[Outcome]:
    """What became of the orders of gatekeepers' notional units."""
    found: list[Outcome] = []
    gates = list(n.gates)
    for index, (power, order) in enumerate(used):
        place = n.places[n.ground[n.ground[G_PROVINCE_OF] + rows[index * O_WIDTH + O_LOCATION]]]
        reason = rows[index * O_WIDTH + O_REASON]
        if place not in n.gates or reason in (NO_SUCH_UNIT, NOT_YOURS, OVERRULED):
            continue
        result = Result.SUCCEEDS if reason == OK else Result.ILLEGAL
        other = rows[index * O_WIDTH + X_ROW]
        if reason == OK and isinstance(order, Support) and other != NONE:
            passes = (
                table.units[other + ROUTE] == GATED
                and table.units[other + PASS_GATE] == gates.index(place)
                and table.units[other + REASON] != GATE_CLOSED
            )
            if not passes:
                result = Result.UNUSED
            elif table.units[other + OPEN] == NO:
                result = Result.VOID
        treated = order if reason == OK else Hold(UnitRef(place))
        code = REASONS[reason].code
        found.append(Outcome(Unit(power, "", place), order, treated, result, code))
    return found


def _treated_as(
    n: BoardIndex, unit: Unit, order: Order | None, row: int, table: Table, rows: Ints
) -> Order:
    """The order carried out: names and coasts put right, what is not legal a hold."""
    named = UnitRef(unit.location, unit.kind)
    units = table.units
    chosen = units[row + CHOSEN]
    if isinstance(order, Move) and units[row + ORDER] == MOVE:
        if chosen == NONE:
            return replace(order, unit=named)
        return replace(order, unit=named, target=n.locations[units[row + TARGET]])
    if isinstance(order, Support) and units[row + ORDER] == SUPPORT and units[row + HELPS] != NONE:
        helped = units[row + HELPS]
        target = order.target if order.target is None else n.locations[units[helped + TARGET]]
        return Support(named, _named(n, units, helped), target)
    if isinstance(order, Convoy) and units[row + ORDER] == CONVOY and units[row + CARRIES] != NONE:
        army = units[row + CARRIES]
        return Convoy(named, _named(n, units, army), n.places[units[army + GOAL]])
    if isinstance(order, Support | Convoy) and chosen != NONE and units[row + ORDER] != 0:
        target = rows[chosen * O_WIDTH + O_TARGET]
        return replace(order, unit=named, target=None if target == NONE else n.locations[target])
    return Hold(named)


def _named(n: BoardIndex, units: Ints, row: int) -> UnitRef:
    return UnitRef(n.locations[units[row + LOCATION]], n.kinds[units[row + KIND]])


def _after(
    n: BoardIndex,
    ground: Ints,
    position: Position,
    table: Table,
    rules: Ints,
    full: Ints,
    outcomes: list[Outcome],
) -> tuple[list[Unit], list[Dislodged]]:
    units = table.units
    standing: list[Unit] = []
    dislodged: list[Dislodged] = []
    options = [0] * ground[G_LOCATIONS]
    for index, outcome in enumerate(outcomes):
        row = index * WIDTH
        unit = outcome.unit
        if outcome.moved_to is not None:
            standing.append(replace(unit, location=outcome.moved_to))
        elif outcome.dislodged_by is None:
            standing.append(unit)
        else:
            driver = dislodger(units, table.rivals, row)
            found = retreats(
                ground,
                units[row + KIND],
                units[row + LOCATION],
                forbidden_origin(units, driver, rules),
                full,
                options,
            )
            dislodged.append(
                Dislodged(
                    unit,
                    tuple(sorted(n.locations[to] for to in options[:found])),
                    n.places[units[driver + PLACE]],
                )
            )
    return standing, dislodged
