"""The legal orders of a position, for people and programs to choose from."""

from __future__ import annotations

from dragoman.board import Board, Unit
from dragoman.errors import checked
from dragoman.orders import Order
from dragoman.rules.choices.rule_set import RuleSet, rules_called
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.legal import list_plainly
from dragoman.rules.model.calendar import DIPLOMACY, Calendar
from dragoman.rules.model.position import Position
from dragoman.rules.one_turn.machine import machine


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
