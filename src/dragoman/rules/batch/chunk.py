"""Many packed positions and what goes with them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from dragoman.rules.engine.tables import Cells, Ints


@dataclass(slots=True, eq=False)
class Chunk:
    """The positions of a batch, one after the other, of which a thread goes through a stretch.
    Position ``i`` begins in ``cells`` at ``i * form.row``."""

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
    begin: int
    """The first position of the stretch, ..."""
    end: int
    """... and the one behind its last."""
    width: int
    """How many orders and results of each position there is room for."""
    is_checked: bool
    """Whether the orders are known to be legal."""
    room: int
    """How many legal orders of the whole stretch there is room to list."""
    last_year: int
    """The last year that is played."""


CHUNK_NUMBERS: Final = tuple(f.name for f in fields(Chunk) if f.type in ("int", "bool"))
"""The fields that are no arrays."""
