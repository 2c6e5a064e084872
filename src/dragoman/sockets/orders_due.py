"""Orders that a power still owes, and those that stand for the ones it does not give."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.board import Unit, province_of
from dragoman.game import Game
from dragoman.orders import Build, Disband, Hold, Order, Remove, UnitRef, Waive, unit_of
from dragoman.rules import PhaseKind, builds_due, resolve


def with_order(orders: Sequence[Order], order: Order) -> tuple[Order, ...]:
    """Orders with another: it takes the place of an earlier one for the same unit. Builds given up
    add up."""
    place = _place(order)
    return (*(one for one in orders if not place or _place(one) != place), order)


def missing(game: Game, power: str, orders: Sequence[Order]) -> tuple[Unit, ...]:
    """The units of a power that wait for orders, in movements and retreats."""
    position = game.position
    given = {_place(order) for order in orders}
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            units = position.units_of(power)
        case PhaseKind.RETREAT:
            units = tuple(d.unit for d in position.dislodged if d.unit.power == power)
        case PhaseKind.ADJUSTMENT:
            units = ()
    return tuple(unit for unit in units if province_of(unit.location) not in given)


def adjustments_due(game: Game, power: str, orders: Sequence[Order]) -> int:
    """The number of a power's removals that wait for orders; below zero: that of builds, or builds
    to be given up."""
    position = game.position
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return 0
    due = builds_due(game.variant.board, position, power, game.rule_set)
    kinds = (Build, Waive) if due > 0 else (Remove,)
    given = sum(isinstance(order, kinds) for order in orders)
    return -max(due - given, 0) if due > 0 else max(-due - given, 0)


def is_complete(game: Game, power: str, orders: Sequence[Order]) -> bool:
    """True if no order of a power is missing."""
    return not missing(game, power, orders) and not adjustments_due(game, power, orders)


def defaults(game: Game, power: str, orders: Sequence[Order]) -> tuple[Order, ...]:
    """The orders that stand for those that a power does not give: its units hold or disband, builds
    are given up, and removals are those of civil disorder."""
    match game.phase.kind:
        case PhaseKind.MOVEMENT:
            return tuple(Hold(_ref(unit)) for unit in missing(game, power, orders))
        case PhaseKind.RETREAT:
            return tuple(Disband(_ref(unit)) for unit in missing(game, power, orders))
        case PhaseKind.ADJUSTMENT:
            due = adjustments_due(game, power, orders)
            if due <= 0:
                return (Waive(),) * -due
            given = {_place(order) for order in orders}
            variant = game.variant
            found = resolve(
                variant.board, game.position, {power: orders}, game.rule_set, variant.calendar
            )
            gone = {*game.position.units} - {*found.position.units}
            return tuple(
                Remove(_ref(unit))
                for unit in game.position.units_of(power)
                if unit in gone and province_of(unit.location) not in given
            )


def _ref(unit: Unit) -> UnitRef:
    return UnitRef(unit.location, unit.kind, unit.power)


def _place(order: Order) -> str:
    unit = unit_of(order)
    return "" if unit is None else province_of(unit.location)
