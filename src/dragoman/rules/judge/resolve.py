"""One phase of a game, from a position and orders to the next position."""

from __future__ import annotations

from operator import itemgetter
from typing import Final

from dragoman.board import Board
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.phases import next_phase
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.adjustments import judge_adjustments
from dragoman.rules.judge.board_index import BoardIndex, UnitRow, board_index
from dragoman.rules.judge.core_numbers import cores_of
from dragoman.rules.judge.encode import keep_numbers, load_turn, numbers_of
from dragoman.rules.judge.movement import Movement
from dragoman.rules.judge.outcomes import Verdict
from dragoman.rules.judge.retreats import judge_retreats
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.outcome import Orders, PhaseResult
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Position, position_in_order
from dragoman.values import FrozenMap

_UNIT: Final = itemgetter(UnitRow._fields.index("unit"))
_RANK: Final = itemgetter(UnitRow._fields.index("rank"))


def resolve_plainly(
    board: Board,
    position: Position,
    given: Orders,
    rule_set: RuleSet,
    calendar: Calendar,
    victory_centers: int | None,
) -> PhaseResult:
    """Carry out a phase in plain Python: what ``dragoman.rules.resolve`` comes to, whoever judges.

    Raises:
        KeyError: if an order or unit names something that is not on the board.
        ValueError: if the calendar has no such phase, or two units stand in one province.
    """
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
    standing = t.standing_count
    t.victory_centers = len(n.places) + 1 if victory_centers is None else victory_centers
    next_phase(t)
    owners, owner_numbers = position.owners, numbers_of(n, position).owners
    if list(t.owners) != list(owner_numbers):
        owner_numbers = tuple(t.owners)
        powers, owned = n.powers, t.owners
        owners = FrozenMap(
            {key: powers[owned[place]] for place, key in n.places_by_name if owned[place] != NONE}
        )
    phase = calendar.phase(t.phase, t.year)
    come_back = range(standing, t.standing_count)
    columns = t.standing.owner, t.standing.kind, t.standing.location
    returned = [n.row(*(column[unit] for column in columns)) for unit in come_back]
    rows = sorted([*verdict.units, *returned], key=_RANK)
    cores = cores_of(n, t)
    after = position_in_order(phase, tuple(map(_UNIT, rows)), owners, cores=cores)
    if phase.kind is PhaseKind.RETREAT:
        waiting = tuple(dislodged for dislodged in verdict.dislodged if dislodged.options)
        more = waiting, verdict.contested
        after = Position(phase, after.units, owners, *more, None, *cores)
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
