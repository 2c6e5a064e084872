"""Positions as the kernel reads them."""

from __future__ import annotations

from array import array
from typing import Final, NamedTuple

from dragoman.rules.engine.codes import NONE
from dragoman.rules.judge.board_index import WHICH, BoardIndex, BoardTerms
from dragoman.rules.judge.core_numbers import core_numbers
from dragoman.rules.model.position import Position

_WRITTEN: Final = "_written"
"""Where a position keeps its cells."""


class PositionCells(NamedTuple):
    """A position as the kernel reads it."""

    n: BoardIndex
    units: bytes
    owners: bytes


def cells_of(n: BoardIndex, position: Position) -> PositionCells:
    """The numbers of a position, which are kept with it.

    Raises:
        KeyError: if the position names something that is not on the board.
    """
    found: PositionCells | None = position.__dict__.get(_WRITTEN)
    if found is None or found.n is not n:
        numbers = map(n.unit_numbers.get, map(WHICH, position.units))
        units = [
            one or n.unit_number(unit) for one, unit in zip(numbers, position.units, strict=True)
        ]
        owners = array("i", [NONE]) * len(n.places)
        for center, owner in position.owners.items():
            owners[n.location[center]] = n.power[owner]
        found = PositionCells(n, array("i", units).tobytes(), owners.tobytes())
        position.__dict__[_WRITTEN] = found
    return found


def core_cells(n: BoardIndex, terms: BoardTerms, position: Position) -> bytes:
    """The numbers of a position's cores, whole and half; none where home centres never change.

    Raises:
        KeyError: if the position names something that is not on the board.
    """
    if terms.open_tables.has_cores == 0:
        return b""
    cores, half_cores = core_numbers(n, terms.open_tables, position)
    return array("i", [*cores, *half_cores]).tobytes()


def keep_cells(n: BoardIndex, position: Position, units: bytes, owners: bytes) -> None:
    """Keep what is known of a position's cells with it."""
    position.__dict__[_WRITTEN] = PositionCells(n, units, owners)
