"""What became of the orders of a movement phase, read off a turn that the engine has judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dragoman.board import Unit
from dragoman.orders import Besiege, Convert, Convoy, Hold, LiftSiege, Move, Order, Support, UnitRef
from dragoman.rules.engine.aftermath import by_sea
from dragoman.rules.engine.codes import CONVOY, GATED, HOLD, MOVE, NONE, SUPPORT, WAY_CLOSED
from dragoman.rules.engine.masks import EMPTY, only
from dragoman.rules.engine.phases import settle_results
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import BoardIndex
from dragoman.rules.judge.circles import circles
from dragoman.rules.judge.forces import Forces
from dragoman.rules.model.outcome import RESULTS, Outcome, Result
from dragoman.rules.model.reasons import (
    CONVOY_PARADOX,
    GATE_CLOSED,
    NO_SUCH_UNIT,
    NOT_YOURS,
    OK,
    OVERRULED,
    REASONS,
)


def read_outcomes(
    n: BoardIndex,
    t: Turn,
    units: Sequence[Unit],
    used: Sequence[Order],
) -> tuple[Outcome, ...]:
    """One outcome for each unit, then one for each order of a gatekeeper. ``used`` are the orders
    that the turn has."""
    settle_results(t)
    circle_of = circles(t, units)
    forces = Forces(t, units)
    last_given = {
        t.orders.unit[index]: order
        for index, order in enumerate(used)
        if t.orders.reason[index] not in (NO_SUCH_UNIT, NOT_YOURS)
    }
    found: list[Outcome] = []
    for number, unit in enumerate(units):
        chosen = t.chosen[number]
        order = last_given.get(number) if chosen == NONE else used[chosen]
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
        treated_as = _treated_as(n, t, number, order)
        code = REASONS[reason].code
        dislodged_by = None if attacker == NONE else units[attacker]
        circle = circle_of.get(number, ())
        found.append(
            Outcome(
                *(unit, order, treated_as, result, code, dislodged_by),
                *(force, met, cutter, arrived, by_convoy, circle),
            )
        )
    return (*found, *_leave(n, t, used))


def _leave(n: BoardIndex, t: Turn, used: Sequence[Order]) -> list[Outcome]:
    """What became of the orders of gatekeepers' notional units."""
    found: list[Outcome] = []
    gates = list(n.gates)
    for index, order in enumerate(used if gates else ()):
        power = n.powers[t.orders.by[index]]
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
    named = n.ref(t.kind[unit], t.location[unit])
    chosen = t.chosen[unit]
    kind = t.order[unit]
    if isinstance(order, Move) and kind == MOVE:
        target = order.target if chosen == NONE else n.locations[t.target[unit]]
        if order.unit == named and order.target == target:
            return order
        return replace(order, unit=named, target=target)
    if isinstance(order, Besiege | LiftSiege | Convert) and chosen != NONE:
        return order
    if isinstance(order, Support) and kind == SUPPORT and t.helps[unit] != NONE:
        helped = t.helps[unit]
        target = order.target if order.target is None else n.locations[t.target[helped]]
        return Support(named, n.ref(t.kind[helped], t.location[helped]), target)
    if isinstance(order, Convoy) and kind == CONVOY and t.carries[unit] != NONE:
        army = t.carries[unit]
        return Convoy(named, n.ref(t.kind[army], t.location[army]), n.places[t.goal[army]])
    if isinstance(order, Support | Convoy) and chosen != NONE and kind != HOLD:
        number = t.orders.target[chosen]
        target = None if number == NONE else n.locations[number]
        if order.unit == named and order.target == target:
            return order
        return replace(order, unit=named, target=target)
    if isinstance(order, Hold) and order.unit == named:
        return order
    return Hold(named)
