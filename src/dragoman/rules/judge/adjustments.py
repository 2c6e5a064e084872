"""The adjustment phase: builds, removals and civil disorder; and what is due to whom."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.board import Board, Unit
from dragoman.errors import checked
from dragoman.orders import Build, Order, Remove, UnitRef, Waive
from dragoman.rules.choices.rule_set import RuleSet, rules_called
from dragoman.rules.engine.balance import count_dues
from dragoman.rules.engine.building import build_way, is_site, mark_sites_taken
from dragoman.rules.engine.codes import BUILD, NONE, REMOVE
from dragoman.rules.engine.packed_orders import packed_other, packed_target
from dragoman.rules.engine.phases import run_adjustments
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import BoardIndex, board_index
from dragoman.rules.judge.encode import load_standing, write_adjustments
from dragoman.rules.judge.outcomes import Verdict
from dragoman.rules.model.outcome import Orders, Outcome, Result, UnusedOrder
from dragoman.rules.model.position import Position
from dragoman.rules.model.reasons import CIVIL_DISORDER, JUDGE_BUILDS, NOT_YOURS, OK, REASONS


def judge_adjustments(n: BoardIndex, t: Turn, position: Position, orders: Orders) -> Verdict:
    """Carry out an adjustment phase.

    One outcome per order given, in the order given; then one for each unit that the judge
    builds or that civil disorder removes (``order`` is None). The unit of a waived build has
    neither kind nor location. Orders for a power without a side on the board are unused.
    """
    given = [(p, o) for p, list_ in orders.items() if p in n.power for o in list_]
    write_adjustments(n, t, given, more=len(n.places))
    run_adjustments(t)
    outcomes = read_adjustments(n, t, position, [order for _, order in given])
    built = [
        o.unit for o in outcomes if o.result is Result.SUCCEEDS and isinstance(o.treated_as, Build)
    ]
    unused = tuple(
        UnusedOrder(power, order, REASONS[NOT_YOURS].code)
        for power, list_ in orders.items()
        if power not in n.power
        for order in list_
    )
    stay = (unit for unit, mark in zip(position.units, t.gone, strict=True) if mark == 0)
    return Verdict(outcomes, unused, n.unit_rows((*stay, *built)))


def read_adjustments(
    n: BoardIndex, t: Turn, position: Position, given: Sequence[Order]
) -> tuple[Outcome, ...]:
    """The outcomes of an adjustment phase that the turn has judged, with these orders."""
    outcomes = [
        _outcome(n, t, row, given[row] if row < len(given) else None)
        for row in range(t.adjustment_count)
    ]
    for unit, mark in zip(position.units, t.gone, strict=True):
        if mark == 2:
            removal = Remove(UnitRef(unit.location, unit.kind))
            code = REASONS[CIVIL_DISORDER].code
            outcomes.append(Outcome(unit, None, removal, Result.SUCCEEDS, code))
    return tuple(outcomes)


@checked
def builds_due(board: Board, position: Position, power: str, rule_set: RuleSet | str) -> int:
    """The number of units the power may build; below zero: how many it must remove.

    Where units cost other than one, or centres give other than one, these are points.
    """
    n = board_index(board)
    t = load_standing(n, position, rules_called(rule_set))
    count_dues(t)
    return t.dues[n.power[board.power_called(power)]]


@checked
def build_sites(
    board: Board, position: Position, power: str, rule_set: RuleSet | str
) -> tuple[str, ...]:
    """The locations where the power may build: of the centres that it owns, that stand empty
    and in which the rule set lets it, those where some kind of unit may be built for the
    points that it is due."""
    key, rules = board.power_called(power), rules_called(rule_set)
    sites = {unit.location for unit in buildable_units(board, position, key, rules)}
    return tuple(
        location
        for province in board.provinces.values()
        for location in province.locations
        if location in sites
    )


@checked
def builds_left(
    board: Board,
    position: Position,
    power: str,
    orders: Sequence[Order],
    rule_set: RuleSet | str,
) -> int:
    """The number of units the power could build besides those of its orders: as many as it can pay
    for and has room for. A build that is waived takes a point, and the room for one."""
    key, rules = board.power_called(power), rules_called(rule_set)
    could = buildable_units(board, position, key, rules)
    if not could:
        return 0
    cost = {name: kind.cost for name, kind in board.kinds.items()}
    cheapest = min(cost[unit.kind] for unit in could)
    builds = [one for one in orders if isinstance(one, Build)]
    waived = sum(isinstance(one, Waive) for one in orders)
    spent = sum(cost.get(one.unit.kind or "", cheapest) for one in builds) + waived
    room = len({board.province_of[unit.location] for unit in could}) - len(builds) - waived
    points = builds_due(board, position, key, rules) - spent
    return max(0, min(points // cheapest if cheapest else room, room))


def buildable_units(
    board: Board, position: Position, power: str, rule_set: RuleSet
) -> tuple[Unit, ...]:
    """Every unit that the power could build now, as it would stand."""
    n = board_index(board)
    t = load_standing(n, position, rule_set)
    count_dues(t)
    mark_sites_taken(t)
    number = n.power[power]
    due = t.dues[number]
    found: list[Unit] = []
    for province in range(len(n.places)):
        if is_site(t, number, province, due):
            which = 0
            while (way := build_way(t, province, which, due)) != NONE:
                kind, location = n.kinds[packed_other(way)], n.locations[packed_target(way)]
                found.append(Unit(power, kind, location))
                which += 1
    return tuple(found)


def _outcome(n: BoardIndex, t: Turn, row: int, order: Order | None) -> Outcome:
    rows = t.adjustments
    unit = Unit(n.powers[rows.by[row]], "", "")
    if rows.location[row] != NONE:
        kind = "" if rows.kind[row] == NONE else n.kinds[rows.kind[row]]
        unit = Unit(unit.power, kind, n.locations[rows.location[row]])
    named = UnitRef(unit.location, unit.kind or None)
    if rows.type[row] == BUILD:
        treated: Order = Build(named)
    elif rows.type[row] == REMOVE:
        treated = Remove(named)
    else:
        treated = order or Waive()
    result = Result.SUCCEEDS
    if rows.reason[row] != OK:
        result = Result.EXCESS if rows.is_excess[row] == 1 else Result.ILLEGAL
    reason = JUDGE_BUILDS if order is None else rows.reason[row]
    return Outcome(unit, order, treated, result, REASONS[reason].code)
