"""A phase judged again without some of its orders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from dragoman.board import Board, Unit, UnknownName, province_of
from dragoman.diagnostics import Diagnostic
from dragoman.errors import DragomanError
from dragoman.game.resolution import Resolution, process
from dragoman.game.variant import PLAY, Variant
from dragoman.orders import (
    Convert,
    Convoy,
    Disband,
    Expense,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    scan_order,
    unit_of,
    write,
)
from dragoman.rules import PhaseKind


def without(
    variant: Variant, resolution: Resolution, taken: Iterable[tuple[str, Order]]
) -> Resolution:
    """Resolve a phase once more as if these of its orders had not been given: each the power
    that gave it and the order as it stands in ``resolution.orders``.

    A unit that is left without any order holds, in Machiavelli without being ordered to; a
    dislodged one disbands; what was to be built or removed is not. All other orders stay as they
    were.

    Raises:
        DragomanError: if one of the orders was not given in this phase.
    """
    left = Counter(taken)
    orders: dict[str, tuple[Order, ...]] = {}
    for power, given in resolution.orders.items():
        is_gone: list[bool] = []
        for order in given:
            is_gone.append(left[power, order] > 0)
            left[power, order] -= is_gone[-1]
        idle = _idle(variant.board, resolution, power, given, is_gone)
        if resolution.phase.kind is PhaseKind.MOVEMENT and not PLAY.of(variant).holds_unordered:
            idle.clear()
        orders[power] = tuple(_replaced(variant.board, resolution, idle, given, is_gone))
    if missing := +left:
        said = ", ".join(f"{order} ({power})" for power, order in missing)
        raise DragomanError(f"not ordered in {resolution.phase}: {said}")
    thrown = resolution.thrown
    return process(variant, resolution.before, orders, resolution.rule_set, thrown)


def orders_called(
    variant: Variant, resolution: Resolution, called: str | Order | Unit
) -> tuple[tuple[str, Order], ...]:
    """The orders of a phase that are meant, each with the power that gave it: by the order
    itself, written in any way that the scanner knows, or by a unit or its place, which means
    every order that it was given; an expenditure also by its number, ``expense 1``. Whose order
    it is may stand before it, ``Milan: expense 1``.

    Raises:
        UnknownName: if there was no such order; ``candidates`` are those that might be meant.
    """
    board = variant.board
    giver, text = _giver(board, called)
    meant = _read(board, resolution, text)
    given = [(power, order) for power, list_ in resolution.orders.items() for order in list_]
    if giver is not None:
        given = [one for one in given if one[0] == giver]
    of_unit = [one for one in given if meant is not None and _is_for(board, one, _unit_of(meant))]
    found = of_unit
    if isinstance(text, str) and (number := _EXPENSE.fullmatch(text.strip())):
        found = [one for one in given if isinstance(one[1], Expense)]
        found = [one for one in found if getattr(one[1], "number", 0) == int(number[1])]
    elif not isinstance(meant, UnitRef | None):
        found = [(power, order) for power, order in of_unit if alike(board, meant, order)]
    if not found:
        candidates = dict.fromkeys(write(order) for _, order in of_unit or given)
        what = f"no order {str(called)!r} was given in {resolution.phase}"
        raise UnknownName("order", str(called), candidates, what)
    return tuple(found)


_EXPENSE = re.compile("(?:expense|ausgabe) ([0-9]+)", re.IGNORECASE)


def _giver(board: Board, called: str | Order | Unit) -> tuple[str | None, str | Order | Unit]:
    """The power that is named before an order, and the order."""
    if not isinstance(called, str) or ":" not in called:
        return None, called
    name, _, text = called.partition(":")
    powers = board.power_names.find(name.strip())
    return (powers[0], text.strip()) if len(powers) == 1 else (None, called)


def _read(
    board: Board, resolution: Resolution, called: str | Order | Unit
) -> Order | UnitRef | None:
    """The order or unit that is called so; None where that is neither."""
    if isinstance(called, Unit):
        return UnitRef(called.location, called.kind, called.power)
    if not isinstance(called, str):
        return called
    read = scan_order(called, board, resolution.phase.kind.value)
    if not isinstance(read, Diagnostic):
        return read
    unit = scan_order(f"{called} H", board)
    return unit.unit if isinstance(unit, Hold) else None


def _unit_of(meant: Order | UnitRef) -> UnitRef | None:
    """The unit that is meant, by itself or by its order."""
    return meant if isinstance(meant, UnitRef) else unit_of(meant)


def _is_for(board: Board, given: tuple[str, Order], meant: UnitRef | None) -> bool:
    """True if an order was given for this unit, as far as both name it."""
    power, order = given
    unit = _unit_of(order)
    if unit is None or meant is None:
        return unit is meant
    return (
        _province(board, unit.location) == _province(board, meant.location)
        and (meant.kind is None or unit.kind in (None, meant.kind))
        and meant.power in (None, power, unit.power)
    )


def alike(board: Board, one: Order, other: Order) -> bool:
    """True if two orders for a unit say the same, kinds, powers, coasts and ways left aside."""
    return _gist(board, one) == _gist(board, other)


def _gist(board: Board, order: Order) -> tuple[object, ...]:
    match order:
        case Move(target=target) | Retreat(target=target):
            return "to", _province(board, target)
        case Support(supported=other, target=None):
            return "supports", _province(board, other.location)
        case Support(supported=other, target=str(target)):
            return "supports", _province(board, other.location), _province(board, target)
        case Convoy(convoyed=other, target=target):
            return "convoys", _province(board, other.location), _province(board, target)
        case Disband() | Remove():
            return ("goes",)
        case Convert(kind=kind):
            return "becomes", kind[0]
        case _ if unit_of(order) is None:
            return (order,)
        case _:
            return (type(order),)


def _province(board: Board, location: str) -> str:
    return board.province_of.get(location, province_of(location))


def _idle(
    board: Board,
    resolution: Resolution,
    power: str,
    given: Sequence[Order],
    is_gone: Sequence[bool],
) -> list[Unit]:
    """The units that no order of the power is left for."""
    before = resolution.before
    units = before.units
    match before.phase.kind:
        case PhaseKind.RETREAT:
            units = tuple(dislodged.unit for dislodged in before.dislodged)
        case PhaseKind.ADJUSTMENT:
            return []
        case PhaseKind.MOVEMENT:
            pass
    idle = [unit for unit in units if unit.power == power]
    for order, gone in zip(given, is_gone, strict=True):
        unit = None if gone else _one_of(board, idle, order)
        if unit is not None:
            idle.remove(unit)
    return idle


def _replaced(
    board: Board,
    resolution: Resolution,
    idle: list[Unit],
    given: Sequence[Order],
    is_gone: Sequence[bool],
) -> Iterator[Order]:
    """The orders, with what a unit does that has none any more in the place of its own."""
    retreating = resolution.before.phase.kind is PhaseKind.RETREAT
    for order, gone in zip(given, is_gone, strict=True):
        if not gone:
            yield order
        elif (unit := _one_of(board, idle, order)) is not None:
            idle.remove(unit)
            named = UnitRef(unit.location, unit.kind)
            yield Disband(named) if retreating else Hold(named)


def _one_of(board: Board, units: list[Unit], order: Order) -> Unit | None:
    """The unit that the order is for; of several on a high sea one of the kind it names."""
    named = _unit_of(order)
    if named is None:
        return None
    province = _province(board, named.location)
    there = [unit for unit in units if _province(board, unit.location) == province]
    return next((unit for unit in there if unit.kind == named.kind), there[0] if there else None)
