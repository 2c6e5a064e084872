"""The movement phase: orders in, outcomes and dislodged units out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from dragoman.board import Board, Unit
from dragoman.orders import Besiege, Convert, Convoy, Hold, LiftSiege, Move, Order, Support, UnitRef
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.aftermath import by_sea, forbidden_origin, list_retreats, mark_full
from dragoman.rules.engine.codes import (
    CONVOY,
    GATED,
    MOVE,
    NONE,
    SUPPORT,
    WAY_CLOSED,
)
from dragoman.rules.engine.masks import EMPTY, only
from dragoman.rules.engine.phases import run_movement
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import BoardIndex
from dragoman.rules.judge.circles import circles
from dragoman.rules.judge.encode import unit_ref, write_orders
from dragoman.rules.judge.forces import Forces
from dragoman.rules.judge.verdict import Verdict
from dragoman.rules.model.outcome import RESULTS, Orders, Outcome, Result, UnusedOrder
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


def judge_movement(
    n: BoardIndex, t: Turn, position: Position, orders: Orders, rule_set: RuleSet
) -> Verdict:
    """Carry out a movement phase. One outcome per standing unit, in the position's order, then
    one for each order of a gatekeeper.

    A unit without a legal order holds. Orders that no unit of their power could take, or
    that another order of the unit overruled, are unused.
    """
    given = [(power, order) for power, list_ in orders.items() for order in list_]
    if rule_set.implied_orders == "yes":
        given += _implied(n.board, position, given)
    used, others = write_orders(n, t, given)
    run_movement(t, False)
    if t.dislodged_by.count(NONE) == t.unit_count:
        mark_full(t)  # where somebody was dislodged the engine has done so
    unused = [UnusedOrder(power, order, REASONS[WRONG_PHASE].code) for power, order in others]
    unused += unused_orders(t, used)
    outcomes = movement_outcomes(n, t, position.units, used)
    standing, dislodged = _after(n, t, outcomes)
    return Verdict(
        (*outcomes, *_leave(n, t, used)),
        tuple(unused),
        tuple(standing),
        tuple(dislodged),
        frozenset(n.places[p] for p in range(len(n.places)) if t.full[p] == 2),
    )


def unused_orders(t: Turn, used: Sequence[tuple[str, Order]]) -> list[UnusedOrder]:
    """The orders in a turn that no unit of their power could take, or that another overruled."""
    unused: list[UnusedOrder] = []
    for index, (power, order) in enumerate(used):
        reason = t.orders.reason[index]
        unit = t.orders.unit[index]
        if unit == NONE:
            is_unused = reason in (NO_SUCH_UNIT, NOT_YOURS, OVERRULED)
        else:
            taken = t.chosen[unit] not in (NONE, index)
            is_unused = reason == NOT_YOURS or (reason != OK and taken)
        if is_unused:
            unused.append(UnusedOrder(power, order, REASONS[reason].code))
    return unused


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


def movement_outcomes(
    n: BoardIndex, t: Turn, units: Sequence[Unit], used: list[tuple[str, Order]]
) -> list[Outcome]:
    """What became of the order of each of the units, once a turn is judged. ``used`` are the orders
    in the turn."""
    forces = Forces(t, units)
    circle_of = circles(t, units)
    last_given = {
        t.orders.unit[index]: order
        for index, (_, order) in enumerate(used)
        if t.orders.reason[index] not in (NO_SUCH_UNIT, NOT_YOURS)
    }
    found: list[Outcome] = []
    for number, unit in enumerate(units):
        chosen = t.chosen[number]
        order = last_given.get(number) if chosen == NONE else used[chosen][1]
        attacker = t.dislodged_by[number]
        result, reason = RESULTS[t.result[number]], t.reason[number]
        force, met, cutter, arrived, by_convoy = None, (), None, None, False
        if t.order[number] == MOVE and chosen != NONE:
            force, met = forces.of_move(number)
            arrived = n.locations[t.target[number]] if t.moves_yes & only(number) != EMPTY else None
            by_convoy = by_sea(t, number)
            if result is Result.BLOCKED and reason == OK:
                reason = GATE_CLOSED
            elif result is Result.DISRUPTED and t.paradox[number] & WAY_CLOSED:
                reason = CONVOY_PARADOX
        elif t.rivals[t.place[number]] != EMPTY:
            force, met = forces.of_stay(number)
            cutter = forces.cutter(number) if result is Result.CUT else None
        found.append(
            Outcome(
                unit=unit,
                order=order,
                treated_as=_treated_as(n, t, number, order),
                result=result,
                reason=REASONS[reason].code,
                dislodged_by=None if attacker == NONE else units[attacker],
                force=force,
                met=met,
                cut_by=cutter,
                moved_to=arrived,
                by_convoy=by_convoy,
                circle=circle_of.get(number, ()),
            )
        )
    return found


def _leave(n: BoardIndex, t: Turn, used: list[tuple[str, Order]]) -> list[Outcome]:
    """What became of the orders of gatekeepers' notional units."""
    found: list[Outcome] = []
    gates = list(n.gates)
    for index, (power, order) in enumerate(used if gates else ()):
        place = n.places[t.board.province_of[t.orders.location[index]]]
        reason = t.orders.reason[index]
        if place not in n.gates or reason in (NO_SUCH_UNIT, NOT_YOURS, OVERRULED):
            continue
        result = Result.SUCCEEDS if reason == OK else Result.ILLEGAL
        other = t.orders.other[index]
        if reason == OK and isinstance(order, Support) and other != NONE:
            passes = (
                t.route[other] == GATED
                and t.pass_gate[other] == gates.index(place)
                and t.reason[other] != GATE_CLOSED
            )
            if not passes:
                result = Result.UNUSED
            elif t.open_no & only(other) != EMPTY:
                result = Result.VOID
        treated = order if reason == OK else Hold(UnitRef(place))
        code = REASONS[reason].code
        found.append(Outcome(Unit(power, "", place), order, treated, result, code))
    return found


def _treated_as(n: BoardIndex, t: Turn, unit: int, order: Order | None) -> Order:
    """The order carried out: names and coasts put right, what is not legal a hold."""
    named = unit_ref(n, t, unit)
    chosen = t.chosen[unit]
    if isinstance(order, Move) and t.order[unit] == MOVE:
        target = order.target if chosen == NONE else n.locations[t.target[unit]]
        if order.unit == named and order.target == target:
            return order
        return replace(order, unit=named, target=target)
    if isinstance(order, Besiege | LiftSiege | Convert) and chosen != NONE:
        return order
    if isinstance(order, Support) and t.order[unit] == SUPPORT and t.helps[unit] != NONE:
        helped = t.helps[unit]
        target = order.target if order.target is None else n.locations[t.target[helped]]
        return Support(named, unit_ref(n, t, helped), target)
    if isinstance(order, Convoy) and t.order[unit] == CONVOY and t.carries[unit] != NONE:
        army = t.carries[unit]
        return Convoy(named, unit_ref(n, t, army), n.places[t.goal[army]])
    if isinstance(order, Support | Convoy) and chosen != NONE and t.order[unit] != 0:
        target = t.orders.target[chosen]
        return replace(order, unit=named, target=None if target == NONE else n.locations[target])
    return Hold(named)


def _after(n: BoardIndex, t: Turn, outcomes: list[Outcome]) -> tuple[list[Unit], list[Dislodged]]:
    standing: list[Unit] = []
    dislodged: list[Dislodged] = []
    for number, outcome in enumerate(outcomes):
        unit = outcome.unit
        attacker = t.dislodged_by[number]
        if outcome.moved_to is not None:
            standing.append(replace(unit, location=outcome.moved_to))
        elif attacker == NONE:
            standing.append(unit)
        else:
            origin = forbidden_origin(t, attacker)
            found = list_retreats(t, t.owner[number], t.kind[number], t.location[number], origin)
            options = tuple(sorted(n.locations[to] for to in t.options[:found]))
            dislodged.append(Dislodged(unit, options, n.places[t.place[attacker]]))
    return standing, dislodged
