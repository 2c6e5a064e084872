"""Positions as columns of numbers: what packed positions are made of and taken apart into."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.rules.batch.number_types import Cells, Numbers
from dragoman.rules.batch.packed_form import (
    C_DISLODGED,
    C_PHASE,
    C_UNITS,
    C_WINNER,
    C_YEAR,
    YEAR_ZERO,
    PackedForm,
)
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.tables import BoardTables

with extra("fast"):
    import numpy as np
    import numpy.typing as npt


class PositionColumns(NamedTuple):
    """Positions as arrays with a row for each, without the names.

    Powers, kinds of unit, provinces and locations are numbered in board order, locations with the
    coasts last; -1 is none. Of the units that stand there are ``unit_count`` in the columns of
    ``location``, ``owner`` and ``kind``, of the dislodged ones ``dislodged_count`` in theirs; what
    stands in columns after that means nothing.
    """

    phase: Numbers
    """Its place in the calendar."""
    year: Numbers
    winner: Numbers
    """The power that has won."""
    unit_count: Numbers
    location: Numbers
    owner: Numbers
    kind: Numbers
    dislodged_count: Numbers
    dislodged_location: Numbers
    dislodged_owner: Numbers
    dislodged_kind: Numbers
    dislodged_origin: Numbers
    """The province next to it that its attacker came from; -1 also for one farther away."""
    owners: Numbers
    """For each province the power that owns the centre in it."""
    contested: npt.NDArray[np.bool_]
    """For each province whether a stand-off left it empty, in a retreat phase."""
    cores: Numbers | None = None
    """For each province the power whose core it is, where home centres change in the game; None
    where it is as on the board ..."""
    half_cores: Numbers | None = None
    """... and the power that has begun to make a core of it; None for nobody."""


class CellPacking:
    """Packs the columns of positions on a board into rows of cells, and takes these apart."""

    def __init__(self, board: BoardTables, form: PackedForm) -> None:
        self.form = form
        self.cell_type: type[np.unsignedinteger[Any]] = (
            np.uint16 if form.cell_bits == 16 else np.uint32
        )
        self._provinces = board.province_count
        self._centers = np.array(form.centers, dtype=np.int64)
        self._province_of = np.array(board.province_of, dtype=np.int64)
        self._homes = np.maximum(np.array(board.home_of, dtype=np.int64), NONE)
        starts = board.near_starts
        near = [board.near[a:b] for a, b in pairwise(starts)]
        most = max(map(len, near), default=0)
        self._near = np.full((self._provinces, 1 + most), NONE, dtype=np.int64)
        for row, places in zip(self._near, near, strict=True):
            row[1 : 1 + len(places)] = places

    def cells(self, columns: PositionColumns) -> Cells:
        """The rows of these positions.

        Raises:
            DragomanError: if there are more units than the map has provinces for them, more
                dislodged ones than could have been, or a year is none that a number has room for.
        """
        form, count = self.form, len(columns.phase)
        units, dislodged = columns.unit_count, columns.dislodged_count
        if self.are_crowded(units, dislodged).any():
            most = f"{form.most_units} units, and for more dislodged ones than others"
            raise DragomanError(f"there is no room for more than {most}")
        if ((columns.year < -YEAR_ZERO) | (columns.year >= YEAR_ZERO)).any():
            raise DragomanError(f"years go from {-YEAR_ZERO} to {YEAR_ZERO - 1}")
        cells = np.zeros((count, form.row), dtype=self.cell_type)
        cells[:, C_PHASE] = columns.phase
        cells[:, C_YEAR] = columns.year + YEAR_ZERO
        cells[:, C_UNITS] = units
        cells[:, C_DISLODGED] = dislodged
        cells[:, C_WINNER] = columns.winner + 1
        nobodys = np.full(columns.owners.shape, NONE)
        half = nobodys if columns.half_cores is None else columns.half_cores
        homes = np.broadcast_to(self._homes, columns.owners.shape)
        cores = homes if columns.cores is None else columns.cores
        rows = (columns.owners, cores, half)[: form.owner_rows]
        joined = [_joined(r[:, self._centers] + 1, form.owner_bits, form.cell_bits) for r in rows]
        cells[:, form.first_owner : form.first_contested] = np.concatenate(joined, axis=1)
        contested = _joined(columns.contested.astype(np.int64), 1, form.cell_bits)
        cells[:, form.first_contested : form.first_unit] = contested
        words = self._words(columns.location, columns.owner, columns.kind)
        wide = min(words.shape[1], form.most_units)
        standing = within(units, wide)
        cells[:, form.first_unit : form.first_unit + wide] = np.where(standing, words[:, :wide], 0)
        rows, column = np.nonzero(within(dislodged, columns.dislodged_location.shape[1]))
        location = columns.dislodged_location[rows, column]
        origin = columns.dislodged_origin[rows, column, np.newaxis]
        near = (self._near[self._province_of[location]] == origin) & (origin != NONE)
        word = self._words(
            location, columns.dislodged_owner[rows, column], columns.dislodged_kind[rows, column]
        )
        first = form.first_unit + units[rows] + column * form.cells_of_dislodged
        last = first + form.cells_of_dislodged - 1
        cells[rows, first] = word
        cells[rows, last] |= (near.argmax(axis=1) << form.origin_shift).astype(self.cell_type)
        return cells

    def are_crowded(self, units: Numbers, dislodged: Numbers) -> npt.NDArray[np.bool_]:
        """True if a row has no room for so many units and dislodged ones."""
        form = self.form
        wide = units + dislodged * form.cells_of_dislodged > form.row - form.first_unit
        return wide | (units + dislodged > form.most_units)

    def columns(self, cells: Cells) -> PositionColumns:
        """The columns that the rows consist of. Those columns of units are as wide as need be."""
        form = self.form
        head = cells[:, : form.first_owner].astype(np.int64)
        units, dislodged = head[:, C_UNITS], head[:, C_DISLODGED]
        end = form.first_unit + int(units.max(initial=0))
        location, owner, kind = self._parts(cells[:, form.first_unit : end].astype(np.int64))
        # Dislodged units stand behind the others, not always in the same columns.
        waiting = np.arange(int(dislodged.max(initial=0)), dtype=np.int64)
        is_out = within(dislodged, len(waiting))
        first = form.first_unit + units[:, np.newaxis] + waiting * form.cells_of_dislodged
        first = np.where(is_out, first, C_WINNER)  # any number will do
        words = np.take_along_axis(cells, first, axis=1).astype(np.int64)
        out_location, out_owner, out_kind = self._parts(words)
        out_location = np.where(is_out, out_location, 0)
        words = np.take_along_axis(cells, first + form.cells_of_dislodged - 1, axis=1)
        near = np.where(is_out, words >> form.origin_shift, 0)
        origin = self._near[self._province_of[out_location], near]
        owned = np.full((3, len(cells), self._provinces), NONE, dtype=np.int64)
        for row in range(form.owner_rows):
            begin = form.first_owner + row * form.cells_of_owners
            of_row = cells[:, begin : begin + form.cells_of_owners]
            owned[row][:, self._centers] = (
                _parted(of_row, form.owner_bits, form.cell_bits)[:, : len(self._centers)] - 1
            )
        contested = _parted(cells[:, form.first_contested : form.first_unit], 1, form.cell_bits)
        return PositionColumns(
            phase=head[:, C_PHASE],
            year=head[:, C_YEAR] - YEAR_ZERO,
            winner=head[:, C_WINNER] - 1,
            unit_count=units,
            location=location,
            owner=owner,
            kind=kind,
            dislodged_count=dislodged,
            dislodged_location=out_location,
            dislodged_owner=out_owner,
            dislodged_kind=out_kind,
            dislodged_origin=origin,
            owners=owned[0],
            contested=contested[:, : self._provinces] == 1,
            cores=owned[1],
            half_cores=owned[2],
        )

    def _words(self, location: Numbers, owner: Numbers, kind: Numbers) -> Numbers:
        return location + (kind << self.form.kind_shift) + (owner << self.form.owner_shift)

    def _parts(self, words: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """The location, owner and kind in the numbers of units."""
        form = self.form
        kinds = (1 << (form.owner_shift - form.kind_shift)) - 1
        return (
            words & ((1 << form.kind_shift) - 1),
            (words >> form.owner_shift) & form.owner_mask,
            (words >> form.kind_shift) & kinds,
        )


def within(counts: Numbers, width: int) -> npt.NDArray[np.bool_]:
    """For each row which of its columns are before a count of its own."""
    columns = np.arange(width, dtype=np.int64)
    return columns < counts[:, np.newaxis]


def _joined(numbers: Numbers, bits: int, cell_bits: int) -> Numbers:
    """Small numbers, several in a cell, the first in its lowest bits."""
    each = cell_bits // bits
    rows, columns = numbers.shape
    full = np.zeros((rows, -(-columns // each) * each), dtype=np.int64)
    full[:, :columns] = numbers
    shifts = bits * np.arange(each)
    return (full.reshape(rows, full.shape[1] // each, each) << shifts).sum(axis=2)


def _parted(cells: Cells, bits: int, cell_bits: int) -> Numbers:
    """The numbers that ``_joined`` has joined, with a few zeros after it."""
    shifts = bits * np.arange(cell_bits // bits)
    parts = (cells.astype(np.int64)[:, :, np.newaxis] >> shifts) & ((1 << bits) - 1)
    return parts.reshape(len(cells), cells.shape[1] * (cell_bits // bits))
