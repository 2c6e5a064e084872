"""Arrays on a graphics card: rows as they come, and lanes as its threads want them.

In lanes the same cell of ``LANES`` positions lie side by side, so that threads which take each step
together ask for neighbouring numbers (see ``bare_arrays``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dragoman.extras import extra
from dragoman.rules.batch.arrays import Arrays
from dragoman.rules.batch.bare_arrays import LANES
from dragoman.rules.batch.compile_for_device import is_simulated
from dragoman.rules.batch.places import TABLES_OF_TURN

with extra("fast"):
    import numpy as np
with extra("cuda"):
    from numba import cuda as _cuda

cuda: Any = _cuda


@cuda.jit
def lay_in_lanes(rows: Any, order: Any, lanes: Any, begin: int, end: int) -> None:
    """Copy ``rows[order[i]]`` to number i of the lanes, for i from ``begin`` to ``end``."""
    for index in range(begin + cuda.grid(1), end, cuda.gridsize(1)):
        for cell in range(rows.shape[1]):
            lanes[index // LANES, cell, index % LANES] = rows[order[index], cell]


@cuda.jit
def take_from_lanes(rows: Any, order: Any, lanes: Any, begin: int, end: int) -> None:
    """Copy number i of the lanes to ``rows[order[i]]``, for i from ``begin`` to ``end``."""
    for index in range(begin + cuda.grid(1), end, cuda.gridsize(1)):
        for cell in range(rows.shape[1]):
            rows[order[index], cell] = lanes[index // LANES, cell, index % LANES]


@cuda.jit
def clear(lanes: Any) -> None:
    """Write zeros into all lanes."""
    for row in range(cuda.grid(1), lanes.shape[0] * lanes.shape[1], cuda.gridsize(1)):
        for lane in range(LANES):
            lanes[row // lanes.shape[1], row % lanes.shape[1], lane] = 0


def lanes(count: int, cells: int, number_type: Any) -> Any:
    """Room in lanes for so many positions of so many cells."""
    shape = (-(-count // LANES), max(cells, 1), LANES)
    return cuda.device_array(shape, dtype=number_type)


def room_in_lanes(turn: Arrays, threads: int) -> Arrays:
    """The working arrays of a turn for so many threads, each with room of its own; and its tables,
    which are the same for all."""
    found: Arrays = {}
    for name, array in turn.items():
        if name in TABLES_OF_TURN:
            found[name] = cuda.to_device(array)
            continue
        found[name] = lanes(threads, len(array), array.dtype)
        if array.any() or is_simulated():  # which takes a second to clear what is copied at once
            beginning = np.zeros(found[name].shape, dtype=array.dtype)
            beginning[:, : len(array)] = array[None, :, None]
            found[name].copy_to_device(beginning)
        else:
            clear[max(1, threads // LANES), LANES](found[name])
    return found


def bytes_of_room(turn: Mapping[str, Any]) -> int:
    """The bytes of working arrays that each thread needs."""
    return sum(array.nbytes for name, array in turn.items() if name not in TABLES_OF_TURN)
