"""One phase of a game, from a position and orders to the next position.

Movements are judged in machine code where that is at hand; outcomes and reasons are read, as in
plain Python, when somebody looks. Everything comes to what ``judge.resolve`` makes of it, which
judges the rest: retreats and adjustments, boards too large for a kernel, orders that name routes.
"""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.board import Board
from dragoman.errors import checked
from dragoman.orders import OrdersGiven, orders_given
from dragoman.rules.choices.rule_set import RuleSet, rules_called
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.resolve import resolve_plainly
from dragoman.rules.model.calendar import DIPLOMACY, Calendar
from dragoman.rules.model.outcome import Orders, PhaseResult
from dragoman.rules.model.position import Position
from dragoman.rules.one_turn.machine import machine


@checked
def resolve(
    board: Board,
    position: Position,
    orders: Mapping[str, OrdersGiven],
    rule_set: RuleSet | str,
    calendar: Calendar = DIPLOMACY,
    victory_centers: int | None = None,
) -> PhaseResult:
    """Carry out the phase that the position is in; nothing is changed. Orders are objects or text,
    the rule set is one or the name of a preset.

    The next position lies in the next phase with something to decide: a retreat phase only if
    some dislodged unit has somewhere to go, an adjustment phase only if some power can build or
    must remove. Nobody wins unless ``victory_centers`` says how many centres it takes.

    Raises:
        OrdersError: if a text cannot be read.
        UnknownName: if there is no such power.
        KeyError: if an order or unit names something that is not on the board.
        ValueError: if the calendar has no such phase.
    """
    given = orders_given(board, position.phase.letter, orders)  # type: ignore[arg-type]
    return resolve_given(board, position, given, rules_called(rule_set), calendar, victory_centers)


def resolve_given(
    board: Board,
    position: Position,
    given: Orders,
    rule_set: RuleSet,
    calendar: Calendar,
    victory_centers: int | None,
) -> PhaseResult:
    """The same for orders that are objects, and were looked at."""
    if position.phase.letter == "M" and (at_hand := machine()) is not None:
        n = board_index(board)
        wins = len(n.places) + 1 if victory_centers is None else victory_centers
        result = at_hand.judged(n, n.terms(rule_set, calendar), position, given, wins)
        if result is not None:
            return result
    return resolve_plainly(board, position, given, rule_set, calendar, victory_centers)
