"""Lists of legal orders made shorter: by who chooses, whom an order helps, or anything else."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from dragoman.extras import extra
from dragoman.rules.batch.number_types import Cells, LegalOrders
from dragoman.rules.batch.packed_form import C_PHASE
from dragoman.rules.engine.codes import CONVOY, MOVE, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import (
    packed_kind,
    packed_other,
    packed_target,
)
from dragoman.rules.model.phase import PhaseKind

with extra("fast"):
    import numpy as np
    import numpy.typing as npt

if TYPE_CHECKING:
    from dragoman.rules.batch.batch import Batch


def only(listed: LegalOrders, wanted: npt.NDArray[np.bool_]) -> LegalOrders:
    """The list with those of its codes alone for which ``wanted`` is true. Rows stay, if empty."""
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(wanted, dtype=np.int64)])
    return listed._replace(codes=listed.codes[wanted], starts=before[listed.starts])


def of_powers(listed: LegalOrders, powers: Collection[int]) -> npt.NDArray[np.bool_]:
    """Which codes are choices of these powers, by their numbers."""
    chosen = np.isin(listed.owners, np.array([*powers], dtype=np.int32))
    return np.repeat(chosen, np.diff(listed.starts))


def helps_own(batch: Batch, cells: Cells, listed: LegalOrders) -> npt.NDArray[np.bool_]:
    """Which codes are no supports or convoys of another power's unit. ``cells`` are the positions
    that the orders are legal in; units on high seas, which codes do not tell apart by location, are
    taken for own ones."""
    position, is_movement = _positions(batch, cells, listed)
    codes: Any = listed.codes.astype(np.int64)
    helped = packed_other(codes)
    tables = batch.tables
    is_help = is_movement & (packed_kind(codes) >= SUPPORT)
    is_help &= (helped != NONE) & (helped < tables.location_count)
    province_of = np.array(tables.province_of)
    place = province_of[np.where(is_help, helped, 0)]
    helper = np.repeat(listed.owners, np.diff(listed.starts))
    owner = _owner_at(cells, batch)[position, place]
    return ~is_help | (owner == helper)


def convoy_pairs(batch: Batch, cells: Cells, listed: LegalOrders) -> npt.NDArray[np.int64]:
    """Which codes belong to each other as a move and a convoy of it: rows of two places in
    ``listed.codes``. Whether one fleet is enough, or none is needed, is not asked."""
    position, is_movement = _positions(batch, cells, listed)
    codes: Any = listed.codes.astype(np.int64)
    columns, counts = batch.columns(cells), np.diff(listed.starts)
    row = np.repeat(np.arange(len(counts)), counts)
    unit = row - listed.rows[position]
    standing = np.minimum(unit, columns.location.shape[1] - 1)
    own_location = columns.location[position, standing]
    moves = np.flatnonzero(is_movement & (packed_kind(codes) == MOVE))
    convoys = np.flatnonzero(is_movement & (packed_kind(codes) == CONVOY))
    width = batch.tables.location_count + 1

    def keys(places: npt.NDArray[np.int64], army: Any) -> npt.NDArray[np.int64]:
        found = position[places].astype(np.int64) * width + army
        return found * width + packed_target(codes[places])

    of_moves = keys(moves, own_location[moves])
    sequence = np.argsort(of_moves, kind="stable")
    wanted = keys(convoys, packed_other(codes[convoys]))
    first = np.searchsorted(of_moves[sequence], wanted, "left")
    last = np.searchsorted(of_moves[sequence], wanted, "right")
    each = last - first
    every: npt.NDArray[np.int64] = np.arange(int(each.sum()), dtype=np.int64)
    nth = every - np.repeat(np.cumsum(each) - each, each)
    return np.stack([moves[sequence[np.repeat(first, each) + nth]], np.repeat(convoys, each)], 1)


def _positions(
    batch: Batch, cells: Cells, listed: LegalOrders
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """For each code its position, and whether that is in a movement phase."""
    codes_before = listed.starts[listed.rows]
    position = np.repeat(np.arange(len(cells)), np.diff(codes_before))
    kinds = np.array([phase.kind is PhaseKind.MOVEMENT for phase in batch.calendar.phases])
    return position, kinds[cells[:, C_PHASE]][position]


def _owner_at(cells: Cells, batch: Batch) -> npt.NDArray[np.int64]:
    """For each position and province the power whose unit stands there, NONE for none."""
    columns = batch.columns(cells)
    found = np.full((len(cells), batch.tables.province_count), NONE, dtype=np.int64)
    numbers: npt.NDArray[np.int64] = np.arange(columns.location.shape[1], dtype=np.int64)
    units = numbers < columns.unit_count[:, np.newaxis]
    position, unit = np.nonzero(units)
    province_of = np.array(batch.tables.province_of)
    found[position, province_of[columns.location[position, unit]]] = columns.owner[position, unit]
    return found
