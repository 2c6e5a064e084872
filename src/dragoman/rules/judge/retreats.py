"""The retreat phase: where dislodged units go, by order or by a rule where nobody ordered them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dragoman.board import Board
from dragoman.errors import checked
from dragoman.orders import Build, Disband, MoneyOrder, Move, Order, Remove, Retreat, UnitRef, Waive
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import BOUNCED, NONE
from dragoman.rules.engine.phases import keep_standing, run_retreats
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import BoardIndex
from dragoman.rules.judge.outcomes import Verdict
from dragoman.rules.model.outcome import Orders, Outcome, Result, UnusedOrder
from dragoman.rules.model.position import Dislodged, Position
from dragoman.rules.model.reasons import (
    CANNOT_RETREAT,
    COAST_MISSING,
    COAST_NEEDED,
    CONTRADICTED,
    NO_RETREAT_ORDERED,
    NO_SUCH_UNIT,
    NOT_YOURS,
    OVERRULED,
    REASONS,
    WRONG_PHASE,
)


def judge_retreats(
    n: BoardIndex, t: Turn, position: Position, orders: Orders, rule_set: RuleSet
) -> Verdict:
    """Carry out a retreat phase. One outcome per dislodged unit, in the position's order.

    Two units that retreat to one province are both disbanded (DATC 6.H.8), but a high sea has
    room for both; a unit without a legal order is disbanded too. Nobody can support or
    convoy a retreat (DATC 6.H.1, 6.H.3).
    """
    board = n.board
    unused: list[UnusedOrder] = []
    given: dict[Dislodged, list[Order]] = {d: [] for d in position.dislodged}
    places = {board.province_of[d.unit.location]: d for d in position.dislodged}
    for power, list_ in orders.items():
        for order in list_:
            if isinstance(order, Build | Remove | Waive | MoneyOrder):
                unused.append(UnusedOrder(power, order, REASONS[WRONG_PHASE].code))
                continue
            place = board.province_of.get(order.unit.location, order.unit.location)
            dislodged = places.get(place.partition("/")[0])
            if dislodged is None:
                standing = any(board.province_of[u.location] == place for u in position.units)
                reason = WRONG_PHASE if standing else NO_SUCH_UNIT
                unused.append(UnusedOrder(power, order, REASONS[reason].code))
            elif dislodged.unit.power != power:
                unused.append(UnusedOrder(power, order, REASONS[NOT_YOURS].code))
            else:
                given[dislodged].append(order)
    alone = [
        _alone(board, d, open_retreats(board, position, d, rule_set), given[d], rule_set, unused)
        for d in position.dislodged
    ]
    t.dislodged_count = len(alone)
    for row, outcome in enumerate(alone):
        t.dislodged.location[row] = n.location[outcome.unit.location]
        t.dislodged.owner[row] = n.power[outcome.unit.power]
        t.dislodged.kind[row] = n.kind[outcome.unit.kind]
        t.dislodged.target[row] = NONE
        if outcome.moved_to is not None:
            t.dislodged.target[row] = n.location[outcome.moved_to]
    keep_standing(t)
    run_retreats(t)
    outcomes = tuple(
        replace(outcome, result=Result.BOUNCES, moved_to=None)
        if outcome.moved_to is not None and t.dislodged.result[row] == BOUNCED
        else outcome
        for row, outcome in enumerate(alone)
    )
    arrived = tuple(
        replace(o.unit, location=o.moved_to) for o in outcomes if o.moved_to is not None
    )
    return Verdict(outcomes, tuple(unused), n.unit_rows((*position.units, *arrived)))


@checked
def open_retreats(
    board: Board, position: Position, dislodged: Dislodged, rule_set: RuleSet
) -> tuple[str, ...]:
    """Where a dislodged unit may go of what the position says: not to where another unit stands,
    nor to where it cannot stand itself; but into the city of its province, as a garrison. Records
    have such places now and then. Nowhere, by rules that have no retreats."""
    if rule_set.retreats == "no":
        return ()
    standing, stands = position.by_province, board.stands[dislodged.unit.kind]
    here = board.province_of[dislodged.unit.location]
    return tuple(
        to
        for to in dislodged.options
        if (to in stands or board.provinces[board.province_of[to]].city_of == here)
        and (board.province_of[to] not in standing or board.province_of[to] in board.high_seas)
    )


def _alone(
    board: Board,
    dislodged: Dislodged,
    ways: tuple[str, ...],
    given: list[Order],
    rule_set: RuleSet,
    unused: list[UnusedOrder],
) -> Outcome:
    """The outcome for the unit if it were alone."""
    unit = dislodged.unit
    named = UnitRef(unit.location, unit.kind)
    tried = [(order, *_try(board, dislodged, ways, order, rule_set)) for order in given]
    legal = {treated: order for order, treated, reason in tried if reason == 0}
    nothing = Outcome(unit, None, Disband(named), Result.DISBANDS, REASONS[NO_RETREAT_ORDERED].code)
    if not tried:
        return nothing
    if not legal:
        order, _, reason = tried[-1]
        return replace(nothing, order=order, result=Result.ILLEGAL, reason=REASONS[reason].code)
    if len(legal) > 1 and rule_set.two_orders == "neither":
        for order in legal.values():
            unused.append(UnusedOrder(unit.power, order, REASONS[CONTRADICTED].code))
        return replace(nothing, reason=REASONS[CONTRADICTED].code)
    choice = list(legal)[-1 if rule_set.two_orders == "last" else 0]
    for treated, order in legal.items():
        if treated != choice:
            unused.append(UnusedOrder(unit.power, order, REASONS[OVERRULED].code))
    if isinstance(choice, Retreat):
        return Outcome(unit, legal[choice], choice, Result.SUCCEEDS, moved_to=choice.target)
    return Outcome(unit, legal[choice], choice, Result.DISBANDS)


def _try(
    board: Board, dislodged: Dislodged, ways: tuple[str, ...], order: Order, rule_set: RuleSet
) -> tuple[Order, int]:
    """The order with its coast put right, and why it cannot be carried out (0: it can)."""
    named = UnitRef(dislodged.unit.location, dislodged.unit.kind)
    if isinstance(order, Disband):
        return Disband(named), 0
    if not isinstance(order, Move | Retreat):
        return order, WRONG_PHASE
    target = order.target
    province = target.partition("/")[0]
    options = [to for to in ways if board.province_of.get(to) == province]
    if target in options:
        return Retreat(named, target), 0
    if not options or target in board.locations[len(board.provinces) :]:
        unreachable = rule_set.coast_unreachable == "corrected" or province in options
        if not options or not unreachable:
            return order, CANNOT_RETREAT
    if len(options) > 1:
        return order, COAST_NEEDED
    if rule_set.coast_one_possible == "fails" and options[0] != province:
        return order, COAST_MISSING
    return Retreat(named, options[0]), 0


# Just's right-hand rule
#
# The owner of a unit looks towards the province that the attack came from, turns to the right, that
# is clockwise on the map, and takes the first way that is open (DipWork manual, "Der Winterer").


def right_hand_retreat(
    dislodged: Dislodged, around: Sequence[str], attacker: str | None = None
) -> str | None:
    """The location that the rule sends a unit to; None where it says nothing.

    ``around`` are the locations next to the unit's own, clockwise. ``attacker`` is where the
    attack came from, with its coast; if that is not known, or not next to the unit, the
    attacker's province will do. It is not for an attacker that came by convoy.
    """
    provinces = [location.partition("/")[0] for location in around]
    if attacker in around:
        start = around.index(attacker)
    elif dislodged.came_from in provinces:
        start = provinces.index(dislodged.came_from)
    else:
        return None
    turned = (*around[start:], *around[:start])
    return next((to for to in turned if to in dislodged.options), None)
