"""The cores of positions, whole and half, as columns, and back: where home centres change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dragoman.extras import extra
from dragoman.rules.batch.position_columns import Numbers, PositionColumns
from dragoman.rules.engine.codes import NONE
from dragoman.rules.judge.board_index import BoardIndex
from dragoman.rules.model.position import Position
from dragoman.values import FrozenMap

with extra("fast"):
    import numpy as np


def core_columns(n: BoardIndex, positions: Sequence[Position]) -> tuple[Numbers, Numbers]:
    """For each position and province whose core and whose half core it is."""
    whole, half = (np.full((len(positions), len(n.places)), NONE) for _ in range(2))
    homes = {at: power for power, of in n.board.homes.items() for at in of}
    for row, position in enumerate(positions):
        cores = homes if position.cores is None else position.cores
        for found, of in ((whole, cores), (half, position.half_cores)):
            for center, power in of.items():
                found[row, n.location[center]] = n.power[power]
    return whole, half


def with_cores(n: BoardIndex, position: Position, columns: PositionColumns, row: int) -> Position:
    """The position with the cores in a row of these columns."""
    whole, half = (_powers_in(n, of, row) for of in (columns.cores, columns.half_cores))
    return replace(position, cores=whole, half_cores=half)


def _powers_in(n: BoardIndex, column: Numbers | None, row: int) -> FrozenMap[str, str]:
    """The power of each province in a row of a column; of some that have none."""
    numbers: list[int] = [] if column is None else column[row].tolist()
    named = [(n.places[place], power) for place, power in enumerate(numbers) if power != NONE]
    return FrozenMap({place: n.powers[power] for place, power in sorted(named)})
