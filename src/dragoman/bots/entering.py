"""Which unit came into a game when: what first-in-first-out removals go by."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.board import Board, Unit
from dragoman.game import Resolution
from dragoman.orders import Move, Retreat
from dragoman.rules import Result
from dragoman.values import FrozenMap


def entered_after(
    board: Board, entered: Mapping[Unit, int], resolution: Resolution, moment: int
) -> FrozenMap[Unit, int]:
    """``View.entered`` after a phase, from what it was before. Units built in it came in at
    ``moment``, a number that grows from phase to phase."""
    came: dict[str, int] = {}
    for outcome in resolution.outcomes:
        order = outcome.treated_as or outcome.order
        if outcome.result is Result.SUCCEEDS and isinstance(order, Move | Retreat):
            came[board.province_of[order.target]] = entered.get(outcome.unit, 0)
    before, after = resolution.before, resolution.position
    there = {*before.units, *(out.unit for out in before.dislodged)}
    found = {
        unit: entered.get(unit, 0) if unit in there else moment
        for unit in (*after.units, *(out.unit for out in after.dislodged))
    }
    for unit in after.units:
        place = board.province_of[unit.location]
        if place in came:
            found[unit] = came[place]
    return FrozenMap(found)
