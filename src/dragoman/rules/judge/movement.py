"""The movement phase: orders in, outcomes and dislodged units out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, repeat

from dragoman.board import Board, Unit
from dragoman.orders import Convoy, Hold, Move, Order, Support
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.aftermath import forbidden_origin, leaves_contested, list_retreats
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.masks import members
from dragoman.rules.engine.phases import run_movement
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import BoardIndex
from dragoman.rules.judge.circles import circles
from dragoman.rules.judge.order_rows import write_orders
from dragoman.rules.judge.outcomes import read_outcomes
from dragoman.rules.judge.verdict import Verdict
from dragoman.rules.model.outcome import Orders, Outcomes, UnusedOrder
from dragoman.rules.model.position import Dislodged, Position
from dragoman.rules.model.reasons import (
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
    given = list(chain.from_iterable(orders.values()))
    powers = list(chain.from_iterable(repeat(power, len(own)) for power, own in orders.items()))
    if rule_set.implied_orders == "yes":
        for power, order in _implied(n.board, position, list(zip(powers, given, strict=True))):
            powers.append(power)
            given.append(order)
    used, others = write_orders(n, t, powers, given)
    run_movement(t, False)
    unused = [UnusedOrder(power, order, REASONS[WRONG_PHASE].code) for power, order in others]
    if any(t.orders.reason):
        unused += unused_orders(n, t, used)
    standing, dislodged = _after(n, t, position)
    circle_of = circles(t, position.units)
    outcomes = Outcomes(partial(read_outcomes, n, t, position.units, used, circle_of))
    contested = frozenset(
        n.places[t.goal[unit]] for unit in members(t.moves_no) if leaves_contested(t, unit)
    )
    return Verdict(outcomes, tuple(unused), tuple(standing), tuple(dislodged), contested)


def unused_orders(n: BoardIndex, t: Turn, used: Sequence[Order]) -> Iterator[UnusedOrder]:
    """Those of the orders that no unit of their power could take, or that were overruled."""
    for index, order in enumerate(used):
        reason = t.orders.reason[index]
        unit = t.orders.unit[index]
        if unit == NONE:
            is_unused = reason in (NO_SUCH_UNIT, NOT_YOURS, OVERRULED)
        else:
            taken = t.chosen[unit] not in (NONE, index)
            is_unused = reason == NOT_YOURS or (reason != OK and taken)
        if is_unused:
            power = n.powers[t.orders.by[index]]
            yield UnusedOrder(power, order, REASONS[reason].code)


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


def _after(n: BoardIndex, t: Turn, position: Position) -> tuple[list[Unit], list[Dislodged]]:
    units = list(position.units)
    for number in members(t.moves_yes):
        units[number] = n.unit(t.owner[number], t.kind[number], t.target[number])
    if t.standing_count == t.unit_count:
        return units, []
    standing: list[Unit] = []
    dislodged: list[Dislodged] = []
    for number, unit in enumerate(units):
        attacker = t.dislodged_by[number]
        if attacker == NONE:
            standing.append(unit)
        else:
            origin = forbidden_origin(t, attacker)
            found = list_retreats(t, t.owner[number], t.kind[number], t.location[number], origin)
            options = tuple(sorted(n.locations[to] for to in t.options[:found]))
            dislodged.append(Dislodged(unit, options, n.places[t.place[attacker]]))
    return standing, dislodged
