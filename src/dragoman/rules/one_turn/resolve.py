"""One phase of a game, from a position and orders to the next position; and its legal orders.

Movements and adjustments are judged in machine code where that is at hand; outcomes and reasons are
read, as in plain Python, when somebody looks. Everything comes to what ``judge.resolve`` makes of
it, which judges the rest: retreats, boards too large for a kernel, orders that name routes.
"""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.board import Board, Unit
from dragoman.errors import checked
from dragoman.orders import Order, OrdersGiven, orders_given
from dragoman.rules.choices.rule_set import RuleSet, rules_called
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.legal import list_plainly
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
    if position.phase.letter in ("M", "A") and (at_hand := machine()) is not None:
        n = board_index(board)
        wins = len(n.places) + 1 if victory_centers is None else victory_centers
        result = at_hand.judged(n, n.terms(rule_set, calendar), position, given, wins)
        if result is not None:
            return result
    return resolve_plainly(board, position, given, rule_set, calendar, victory_centers)


@checked
def legal_orders(
    board: Board, position: Position, rule_set: RuleSet | str, calendar: Calendar = DIPLOMACY
) -> dict[Unit, tuple[Order, ...]]:
    """Every order that each unit could be given in this phase. Equal units on a high sea are
    one entry.

    In a movement phase for every standing unit, and for every gateway under somebody's
    control, as a unit of no kind in the gatekeeper's province; in a retreat phase for every
    dislodged one; in an adjustment phase for every unit of a power that must remove some, and
    for every unit that could be built (as it would stand), with ``Waive`` last where that is
    allowed.

    Loose writing that the rule set would let pass is not repeated in every spelling: coasts
    are named, a support for a fleet names the coast, kinds are given; powers of foreign units
    are given where the rule set asks for them, and on a high sea.
    """
    rule_set = rules_called(rule_set)
    if position.phase.letter == "M" and (at_hand := machine()) is not None:
        n = board_index(board)
        listed = at_hand.listed(n, n.terms(rule_set, calendar), position)
        if listed is not None:
            return listed
    return list_plainly(board, position, rule_set, calendar)
