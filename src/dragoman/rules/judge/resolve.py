"""One phase of a game, from a position and orders to the next position."""

from __future__ import annotations

from dragoman.board import Board
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.phases import next_phase
from dragoman.rules.judge.adjustments import judge_adjustments
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.encode import load_turn
from dragoman.rules.judge.movement import judge_movement
from dragoman.rules.judge.retreats import judge_retreats
from dragoman.rules.model.calendar import DIPLOMACY, Calendar
from dragoman.rules.model.outcome import Orders, PhaseResult
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Position


def resolve(
    board: Board,
    position: Position,
    orders: Orders,
    rule_set: RuleSet,
    calendar: Calendar = DIPLOMACY,
    victory_centers: int | None = None,
) -> PhaseResult:
    """Carry out the phase that the position is in; nothing is changed.

    The next position lies in the next phase with something to decide: a retreat phase only if
    some dislodged unit has somewhere to go, an adjustment phase only if some power can build or
    must remove. Nobody wins unless ``victory_centers`` says how many centres it takes.

    Raises:
        KeyError: if an order or unit names something that is not on the board.
        ValueError: if the calendar has no such phase.
    """
    n = board_index(board)
    kind = position.phase.kind
    more = len(position.dislodged)
    if kind is PhaseKind.ADJUSTMENT:
        more = len(n.places) + sum(map(len, orders.values()))
    t = load_turn(n, position, rule_set, calendar, more=more)
    if kind is PhaseKind.MOVEMENT:
        verdict = judge_movement(n, t, position, orders, rule_set)
    elif kind is PhaseKind.RETREAT:
        verdict = judge_retreats(n, t, position, orders, rule_set)
    else:
        verdict = judge_adjustments(n, t, position, orders)
    t.victory_centers = len(n.places) + 1 if victory_centers is None else victory_centers
    before = list(t.owners)
    next_phase(t)
    owners = position.owners
    if t.owners != before:
        owners = {n.places[p]: n.powers[o] for p, o in enumerate(t.owners) if o != NONE}
    phase = calendar.phase(t.phase, t.year)
    after = Position(phase, verdict.units, owners)
    if phase.kind is PhaseKind.RETREAT:
        waiting = tuple(dislodged for dislodged in verdict.dislodged if dislodged.options)
        after = Position(phase, verdict.units, owners, waiting, verdict.contested)
    winner = None if t.winner == NONE else n.powers[t.winner]
    return PhaseResult(*verdict, position=after, winner=winner)
