"""What an adjustment asks of each power: units that are due, or ducats for those that there are."""

from __future__ import annotations

from dragoman.board import Board
from dragoman.machiavelli.engine.builds import due
from dragoman.machiavelli.engine.units import upkeep_cost as cost_of
from dragoman.machiavelli.ground import Ground
from dragoman.machiavelli.judge.encode import load_realm
from dragoman.machiavelli.judge.ground_index import ground_index
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.encode import load_turn
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.position import Position


def units_due(
    board: Board, ground: Ground, position: Position, rule_set: RuleSet, calendar: Calendar
) -> dict[str, int]:
    """In the basic game, how many units each power that plays may build, below zero how many it
    must remove."""
    g = ground_index(board, ground)
    t = load_turn(g.board, position, g.board.terms(rule_set, calendar))
    r = load_realm(g, position, rule_set, calendar)
    return {
        power: due(t, r, g.board.power[power])
        for power in ground.players
        if r.is_out[g.board.power[power]] == 0
    }


def cost_of_unit(board: Board, kind: str) -> int:
    """What a unit of this kind costs to build, and for a year, in ducats."""
    return cost_of(board_index(board).kind[kind])


def upkeep_cost(board: Board, position: Position, power: str) -> int:
    """What all the units of a power cost for a year, in ducats."""
    return sum(cost_of_unit(board, unit.kind) for unit in position.units_of(power))
