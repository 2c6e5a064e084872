"""A position as the numbers that bots reckon with, in plain Python, and their orders read back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from dragoman.board import Board, Unit
from dragoman.bots.bot import View
from dragoman.bots.engine.forms import PlayTables, Sight, Work, room_to_see
from dragoman.bots.engine.worth import feel, look
from dragoman.bots.tables import play_tables
from dragoman.game import Resolution, Variant
from dragoman.orders import Build, Disband, Move, Order, Remove, Retreat
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind, Position, Result, RuleSet
from dragoman.rules.engine.codes import HOLD, MOVE, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import packed
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.encode import numbers_of
from dragoman.rules.judge.legal import orders_numbered
from dragoman.values import FrozenMap


@dataclass(frozen=True, slots=True)
class NumberedView:
    """A view in numbers."""

    view: View
    tables: PlayTables
    sight: Sight
    work: Work
    number: int
    """Of the power."""

    @property
    def own(self) -> list[int]:
        """The numbers of the power's units that stand."""
        owners = self.sight.owner[: self.sight.counts[0]]
        return [unit for unit, owner in enumerate(owners) if owner == self.number]


def numbered_view(view: View) -> NumberedView:
    """A view in numbers, with what the bots ask of every position worked out."""
    tables, seen = seen_from_above(view.variant, view.position, view.rule_set)
    _, work = room_to_see(tables, _column, _measures)
    sight = Sight._make(column[:] for column in seen)
    number = board_index(view.variant.board).power[view.power]
    return NumberedView(view, tables, sight, work, number)


@lru_cache(maxsize=8)
def seen_from_above(
    variant: Variant, position: Position, rule_set: RuleSet
) -> tuple[PlayTables, Sight]:
    """A position in numbers, as everybody sees it; to be copied before it is changed."""
    n, calendar = board_index(variant.board), variant.calendar_under(rule_set)
    tables = play_tables(variant.board, rule_set, calendar)
    sight, _ = room_to_see(tables, _column, _measures)
    numbers = numbers_of(n, position)
    sight.phase[0] = calendar.place(position.phase)
    sight.counts[:] = [len(position.units), len(position.dislodged)]
    for unit, row in enumerate(numbers.units):
        sight.location[unit], sight.kind[unit], sight.owner[unit] = (
            row.location,
            row.kind,
            row.owner,
        )
    for unit, out in enumerate(position.dislodged):
        sight.out_location[unit] = n.location[out.unit.location]
        sight.out_kind[unit] = n.kind[out.unit.kind]
        sight.out_owner[unit] = n.power[out.unit.power]
    sight.owners[:] = numbers.owners
    look(tables, sight)
    feel(tables, sight)
    return tables, sight


def ways_of(view: View) -> list[dict[int, Order]]:
    """The choices of the power in a retreat phase for each dislodged unit, empty for those
    of others; in an adjustment phase among builds or removals, all in one. By their codes."""
    n = board_index(view.variant.board)
    found: dict[Unit, dict[int, Order]] = {}
    for unit, orders in view.legal_orders().items():
        coded = found.setdefault(unit, {})
        for order in orders:
            match order:
                case Retreat():
                    coded[packed(MOVE, 0, n.location[order.target], NONE)] = order
                case Disband():
                    coded[packed(HOLD, 0, NONE, NONE)] = order
                case Build():
                    kind, to = n.kind[unit.kind], n.location[unit.location]
                    coded[packed(MOVE, 0, to, kind)] = order
                case Remove():
                    coded[packed(SUPPORT, 0, NONE, n.location[unit.location])] = order
                case _:  # to waive a build is to order none
                    pass
    if view.position.dislodged:
        return [found.get(out.unit, {}) for out in view.position.dislodged]
    every: dict[int, Order] = {}
    for coded in found.values():
        every |= coded
    return [every]


def orders_of_codes(view: View, codes: list[int]) -> list[Order]:
    """The orders that codes stand for: one for each of the power's units, or dislodged units, in
    turn; in an adjustment phase builds or removals."""
    position, power = view.position, view.power
    if position.phase.kind is PhaseKind.MOVEMENT:
        units = dict(zip(position.units_of(power), codes, strict=True))
        calendar = view.variant.calendar_under(view.rule_set)
        board = view.variant.board
        return [*orders_numbered(board, position, view.rule_set, calendar, units).values()]
    ways = ways_of(view)
    if position.phase.kind is PhaseKind.RETREAT:
        own = [coded for coded in ways if coded]
        return [coded[code] for coded, code in zip(own, codes, strict=True)]
    return [ways[0][code] for code in codes if code != NONE]


def _column(length: int) -> list[int]:
    return [0] * length


def _measures(length: int) -> list[float]:
    return [0.0] * length


# Which unit came into a game when: what first-in-first-out removals go by.


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
