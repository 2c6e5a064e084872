"""Many packed positions and what goes with them."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.rules.engine.tables import Cells


@dataclass(slots=True, eq=False)
class Lot:
    """The positions of a batch, one after the other. Position ``i`` begins in ``cells`` at
    ``i * cells_needed(provinces)``, its orders and results at ``i * provinces``."""

    cells: Cells
    codes: Cells
    """Orders (see ``engine.packed_orders``)."""
    results: Cells
    states: Cells
    """The state of the random generator of each position."""
    counts: Cells
    """How many phases of each game have been played."""
