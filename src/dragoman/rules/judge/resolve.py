"""One phase of a game, from a position and orders to the next position."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Final

from dragoman.board import Board
from dragoman.errors import checked
from dragoman.orders import OrdersGiven, orders_given
from dragoman.rules.choices.rule_set import RuleSet, rules_called
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.phases import next_phase
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.adjustments import judge_adjustments
from dragoman.rules.judge.board_index import BoardIndex, UnitRow, board_index
from dragoman.rules.judge.encode import keep_numbers, load_turn, numbers_of
from dragoman.rules.judge.movement import Movement
from dragoman.rules.judge.outcomes import Verdict
from dragoman.rules.judge.retreats import judge_retreats
from dragoman.rules.model.calendar import DIPLOMACY, Calendar
from dragoman.rules.model.outcome import PhaseResult
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Position
from dragoman.values import FrozenMap

_UNIT: Final = itemgetter(UnitRow._fields.index("unit"))
_RANK: Final = itemgetter(UnitRow._fields.index("rank"))


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
    rule_set = rules_called(rule_set)
    given = orders_given(board, position.phase.kind.value, orders)
    n = board_index(board)
    kind = position.phase.kind
    if kind is PhaseKind.MOVEMENT:
        movement = Movement(n, position, given, rule_set, calendar)
        t, verdict = movement.judge()
        result = _go_on(n, t, position, verdict, calendar, victory_centers)
        movement.keep(t)
        return result
    if kind is PhaseKind.RETREAT:
        t = load_turn(n, position, n.terms(rule_set, calendar), more=len(position.dislodged))
        verdict = judge_retreats(n, t, position, given, rule_set)
    else:
        more = len(n.places) + sum(map(len, given.values()))
        t = load_turn(n, position, n.terms(rule_set, calendar), more=more)
        verdict = judge_adjustments(n, t, position, given)
    return _go_on(n, t, position, verdict, calendar, victory_centers)


def _go_on(
    n: BoardIndex,
    t: Turn,
    position: Position,
    verdict: Verdict,
    calendar: Calendar,
    victory_centers: int | None,
) -> PhaseResult:
    """Go on from a phase that is judged to the next in which there is something to decide."""
    t.victory_centers = len(n.places) + 1 if victory_centers is None else victory_centers
    before = list(t.owners)
    next_phase(t)
    owners, owner_numbers = position.owners, numbers_of(n, position).owners
    if t.owners != before:
        owner_numbers = tuple(t.owners)
        powers, owned = n.powers, t.owners
        owners = FrozenMap(
            {key: powers[owned[place]] for place, key in n.places_by_name if owned[place] != NONE}
        )
    phase = calendar.phase(t.phase, t.year)
    rows = sorted(verdict.units, key=_RANK)
    after = Position.in_order(phase, tuple(map(_UNIT, rows)), owners)
    if phase.kind is PhaseKind.RETREAT:
        waiting = tuple(dislodged for dislodged in verdict.dislodged if dislodged.options)
        after = Position(phase, after.units, owners, waiting, verdict.contested)
    keep_numbers(n, after, rows, owner_numbers)
    winner = None if t.winner == NONE else n.powers[t.winner]
    return PhaseResult(
        verdict.outcomes,
        verdict.unused,
        tuple(map(_UNIT, verdict.units)),
        verdict.dislodged,
        verdict.contested,
        after,
        winner,
    )
