"""Many packed positions and what goes with them."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.rules.engine.tables import Cells, Ints


@dataclass(slots=True, eq=False)
class Lot:
    """The positions of a batch, one after the other. Position ``i`` begins in ``cells`` at
    ``i * form.row``; where its orders and results begin, the caller of the kernel says."""

    cells: Cells
    codes: Cells
    """Orders (see ``engine.packed_orders``)."""
    results: Cells
    states: Cells
    """The state of the random generator of each position."""
    counts: Cells
    """How many phases of each game have been played; or, where legal orders are listed, how many
    there are in each row."""
    rows: Ints
    """The first row of the legal orders of each position."""
    dues: Cells
    """For each row of legal orders what is due of them."""
