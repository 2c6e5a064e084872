"""What a phase would have come to without some of its orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from dragoman.board import Board, Unit
from dragoman.game.resolution import Resolution, process
from dragoman.game.variant import Variant
from dragoman.orders import Disband, Hold, Order, UnitRef, Waive
from dragoman.rules import PhaseKind


def without(
    variant: Variant, resolution: Resolution, taken: Iterable[tuple[str, Order]]
) -> Resolution:
    """Resolve a phase once more as if these of its orders had not been given: each the power
    that gave it and the order as it stands in ``resolution.orders``.

    A unit that is left without any order holds, a dislodged one disbands; what was to be built
    or removed is not. All other orders stay as they were.

    Raises:
        ValueError: if one of the orders was not given in this phase.
    """
    left = Counter(taken)
    orders: dict[str, tuple[Order, ...]] = {}
    for power, given in resolution.orders.items():
        kept, gone = list[Order](), list[Order]()
        for order in given:
            taken_now = left[power, order] > 0
            (gone if taken_now else kept).append(order)
            left[power, order] -= taken_now
        orders[power] = (*kept, *_instead(variant.board, resolution, power, kept, gone))
    if missing := +left:
        said = ", ".join(f"{order} ({power})" for power, order in missing)
        raise ValueError(f"not ordered in {resolution.phase}: {said}")
    return process(variant, resolution.before, orders, resolution.rule_set)


def _instead(
    board: Board, resolution: Resolution, power: str, kept: list[Order], gone: list[Order]
) -> Iterator[Order]:
    """What the units do that have no order any more."""
    before = resolution.before
    if before.phase.kind is PhaseKind.ADJUSTMENT:
        return
    retreating = before.phase.kind is PhaseKind.RETREAT
    standing = [d.unit for d in before.dislodged] if retreating else before.units
    idle = [unit for unit in standing if unit.power == power]
    for order in kept:
        if (unit := _unit_of(board, idle, order)) is not None:
            idle.remove(unit)
    for order in gone:
        if (unit := _unit_of(board, idle, order)) is not None:
            idle.remove(unit)
            named = UnitRef(unit.location, unit.kind)
            yield Disband(named) if retreating else Hold(named)


def _unit_of(board: Board, units: list[Unit], order: Order) -> Unit | None:
    """The unit that the order is for; of several on a high sea one of the kind it names."""
    if isinstance(order, Waive):
        return None
    named = order.unit
    province = board.province_of.get(named.location, named.location.partition("/")[0])
    there = [unit for unit in units if board.province_of[unit.location] == province]
    return next((unit for unit in there if unit.kind == named.kind), there[0] if there else None)
