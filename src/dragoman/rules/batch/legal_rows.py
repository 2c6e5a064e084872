"""The legal orders of many positions as flat arrays, and who chooses among them."""

from __future__ import annotations

from typing import Any, NamedTuple

from dragoman.extras import extra
from dragoman.rules.batch.packed_form import C_UNITS, PackedForm
from dragoman.rules.batch.position_columns import Cells
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.tables import BoardTables

with extra("fast"):
    import numpy as np
    import numpy.typing as npt


class LegalOrders(NamedTuple):
    """The legal orders of many positions.

    A position has a row of codes for each choice that is to be made: in a movement phase for each
    standing unit, in the order in which the position is packed, and then for each gatekeeper; in a
    retreat phase for each dislodged unit; in an adjustment phase for each power, in board order.
    The rows of position ``i`` are ``rows[i]`` to ``rows[i + 1]``, the codes of row ``j`` are
    ``codes[starts[j]:starts[j + 1]]``.
    """

    codes: npt.NDArray[np.int32]
    """Each of them as ``Batch.process`` takes it."""
    starts: npt.NDArray[np.int64]
    """One for each row, and one more at the end."""
    rows: npt.NDArray[np.int64]
    """One for each position, and one more at the end."""
    dues: npt.NDArray[np.int32]
    """For each row how many of its codes are to be ordered: 1, or 0 where a gateway has nobody to
    order its gatekeeper; for a power the supply points that it has to spend on builds, below zero
    what it has to gain by removals, so the number of orders where units cost one."""
    owners: npt.NDArray[np.int32]
    """For each row the number of the power that chooses, in board order; -1 for a gatekeeper that
    nobody has to order."""


def choosers(
    cells: Cells,
    form: PackedForm,
    tables: BoardTables,
    rows: npt.NDArray[np.int64],
    of_kind: list[npt.NDArray[np.bool_]],
) -> npt.NDArray[np.int32]:
    """For each row of legal orders the power that chooses among them. ``of_kind`` says for each
    kind of phase which positions are in one of that kind."""
    moves, retreats, adjusts = of_kind
    position = np.repeat(np.arange(len(cells)), np.diff(rows))
    place: npt.NDArray[np.int64] = np.arange(rows[-1], dtype=np.int64) - rows[:-1][position]
    units = cells[:, C_UNITS].astype(np.int64)
    is_keeper = moves[position] & (place >= units[position])
    dislodged = units[position] + place * form.cells_of_dislodged
    of_unit = np.where(retreats[position], dislodged, place)
    of_unit[adjusts[position] | is_keeper] = 0
    owner = _owners(cells[position, form.first_unit + of_unit], form)
    owners = np.where(adjusts[position], place, owner)
    if is_keeper.any():
        standing = cells[:, form.first_unit :].astype(np.int64)
        locations = standing & ((1 << form.kind_shift) - 1)
        at = np.take(np.array(tables.province_of), locations, mode="clip")
        at[np.arange(at.shape[1]) >= units[:, np.newaxis]] = NONE
        gates = (place - units[position])[is_keeper]
        holder = np.array(tables.gate_holder)[gates]
        held = at[position[is_keeper]] == holder[:, np.newaxis]
        power = _owners(standing[position[is_keeper], held.argmax(axis=1)], form)
        owners[is_keeper] = np.where(held.any(axis=1), power, NONE)
    return owners.astype(np.int32)


def _owners(words: npt.NDArray[np.integer[Any]], form: PackedForm) -> npt.NDArray[np.int64]:
    return (words.astype(np.int64) >> form.owner_shift) & form.owner_mask
