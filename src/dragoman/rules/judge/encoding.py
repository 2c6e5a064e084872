"""Orders and units turned into the rows of numbers that the resolver works on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dragoman.board import Unit
from dragoman.orders import Convoy, Hold, Move, Order, Support, UnitRef
from dragoman.rules.engine.codes import (
    CONVOY,
    G_HALVES,
    G_PROVINCE_OF,
    G_PROVINCES,
    HOLD,
    KIND,
    LOCATION,
    MOVE,
    NONE,
    O_BY,
    O_FLAGS,
    O_KIND,
    O_LOCATION,
    O_ROUTE,
    O_ROUTE_END,
    O_TARGET,
    O_TYPE,
    O_WIDTH,
    ODD_COAST_OF_OTHER,
    ODD_COAST_OF_TARGET,
    ODD_COAST_OF_UNIT,
    OWNER,
    PLACE,
    STRENGTH,
    SUPPORT,
    VIA,
    WIDTH,
    X_KIND,
    X_LOCATION,
    X_POWER,
    Cells,
)
from dragoman.rules.engine.high_seas import leave_out_high_seas
from dragoman.rules.engine.tables import BoardIndex


class Table(NamedTuple):
    """The working lists of one movement phase; see ``codes`` and ``resolver``."""

    units: Cells
    at: Cells
    rivals: Cells
    todo: Cells
    trail: Cells
    sea: Cells


def set_table(n: BoardIndex, units: Sequence[Unit]) -> Table:
    """Rows for the units as they stand, and room to work."""
    count = len(units)
    ground = n.ground
    rows: list[int] = []
    at = [NONE] * ground[G_PROVINCES]
    for unit in units:
        given = unit_row(n, unit)
        at[given[PLACE]] = len(rows)
        rows += given
        rows += [0] * (WIDTH - len(given))
    leave_out_high_seas(ground, at, NONE)
    return Table(
        units=rows,
        at=at,
        rivals=[NONE] * ground[G_PROVINCES],
        todo=[0] * (3 * count + 1),
        trail=[0] * (12 * count + 9),
        sea=[0] * (4 * count + 4),
    )


def unit_row(n: BoardIndex, unit: Unit) -> list[int]:
    """The first fields of a unit's row: those that the position gives."""
    location = n.location[unit.location]
    kind = n.kind[unit.kind]
    row = [0] * (STRENGTH + 1)
    row[PLACE] = n.ground[n.ground[G_PROVINCE_OF] + location]
    row[LOCATION] = location
    row[OWNER] = n.power[unit.power]
    row[KIND] = kind
    row[STRENGTH] = n.ground[n.ground[G_HALVES] + kind]
    return row


def write_order(n: BoardIndex, power: str, order: Order, routes: list[int]) -> list[int] | None:
    """An order of a movement phase as numbers; None for an order of another phase.

    A named route is added to ``routes``.

    Raises:
        KeyError: if the order names a power, kind or province that the board lacks.
    """
    row = [NONE] * O_WIDTH
    row[O_BY] = n.power[power]
    row[O_FLAGS] = 0
    if not isinstance(order, Hold | Move | Support | Convoy):
        return None
    _write_unit(n, row, order.unit, O_LOCATION, O_KIND, ODD_COAST_OF_UNIT)
    if isinstance(order, Hold):
        row[O_TYPE] = HOLD
        return row
    target = order.target
    if isinstance(order, Move):
        row[O_TYPE] = MOVE
        if order.via_convoy:
            row[O_FLAGS] |= VIA
        rail = next((step for step in order.route if step in n.rails), None)
        if rail is not None:
            row[X_LOCATION] = n.location[rail]
        elif order.route:
            row[O_ROUTE] = len(routes)
            routes.extend(_location(n, row, step, 0) for step in order.route)
            row[O_ROUTE_END] = len(routes)
    elif isinstance(order, Support):
        row[O_TYPE] = SUPPORT
        _write_unit(n, row, order.supported, X_LOCATION, X_KIND, ODD_COAST_OF_OTHER)
        row[X_POWER] = NONE if order.supported.power is None else n.power[order.supported.power]
    else:
        row[O_TYPE] = CONVOY
        _write_unit(n, row, order.convoyed, X_LOCATION, X_KIND, ODD_COAST_OF_OTHER)
        row[X_POWER] = NONE if order.convoyed.power is None else n.power[order.convoyed.power]
    if target is not None:
        row[O_TARGET] = _location(n, row, target, ODD_COAST_OF_TARGET)
    return row


def _write_unit(
    n: BoardIndex, row: list[int], unit: UnitRef, location: int, kind: int, odd_flag: int
) -> None:
    row[location] = _location(n, row, unit.location, odd_flag)
    row[kind] = NONE if unit.kind is None else n.kind[unit.kind]


def _location(n: BoardIndex, row: list[int], written: str, odd_flag: int) -> int:
    """The number of a location; a coast that does not exist is noted and left out."""
    found = n.location.get(written)
    if found is None:
        row[O_FLAGS] |= odd_flag
        found = n.location[written.partition("/")[0]]
    return found
