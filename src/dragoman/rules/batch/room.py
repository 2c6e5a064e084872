"""The lists that compiled code works in, one set a thread."""

from __future__ import annotations

from typing import Any, NamedTuple

from dragoman.extras import extra
from dragoman.rules.engine.codes import A_WIDTH, O_WIDTH, WIDTH, Cells
from dragoman.rules.engine.tables import BoardIndex

with extra("fast"):
    import numpy as np


class Room(NamedTuple):
    """The working lists of one thread; see the functions that use them for their sizes."""

    units: Cells
    at: Cells
    rivals: Cells
    orders: Cells
    sea: Cells
    todo: Cells
    trail: Cells
    full: Cells
    options: Cells
    owners: Cells
    gone: Cells
    dues: Cells
    steps: Cells
    queue: Cells
    heads: Cells
    chains: Cells
    starts: Cells
    found: Cells


def make_room(n: BoardIndex, orders: int, listed: int) -> Room:
    """Room to judge one turn of a board at a time, of up to so many orders, and to list so
    many legal ones."""
    places, locations = len(n.places), len(n.locations)

    def ints(size: int) -> Any:
        return np.zeros(size, dtype=np.int32)

    return Room(
        units=ints(places * WIDTH),
        at=ints(places),
        rivals=ints(places),
        orders=ints(orders * O_WIDTH + places * A_WIDTH),
        sea=ints(4 * places + 4),
        todo=ints(3 * places + 1),
        trail=ints(12 * places + 9),
        full=ints(places),
        options=ints(locations),
        owners=ints(places),
        gone=ints(places),
        dues=ints(len(n.powers)),
        steps=ints(locations),
        queue=ints(locations),
        heads=ints(3 * places),
        chains=ints(2 * listed),
        starts=ints(places + 1),
        found=np.zeros(listed, dtype=np.int64),  # type: ignore[arg-type]
    )
