"""The ground that games of a variant are stepped on: its tables, and how much room choices take."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dragoman.board import Board
from dragoman.env.areas import board_areas, deepmind_areas, terrain_of
from dragoman.env.engine.forms import PlayGround
from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.native.grid import Grid, grid_of
from dragoman.rules.batch.batch import Batch
from dragoman.rules.batch.packed_form import YEAR_ZERO
from dragoman.rules.engine.codes import ADJUSTMENTS, NONE
from dragoman.rules.judge.board_index import board_index, calendar_tables

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    from dragoman.env.answers import Ints

LAYOUTS: Final = {"board": board_areas, "deepmind": deepmind_areas}
"""The sequences of areas, by their names."""
_SURVEYED: Final = 24
"""So many games of random play say how much room choices take, ..."""
_PHASES: Final = 60
"""... each of so many phases; ..."""
_CHOICES, _LISTED = 3, 4
"""... and there is so many times the room that was seen to be needed."""
_STEP: Final = 64
_GOLDEN: Final = 0x9E3779B97F4A7C15


class Sizes(NamedTuple):
    """The room that the choices of a variant take."""

    slots: int
    """Orders of a power in a phase, ..."""
    choices: int
    """... and legal orders of each of them."""
    listed: int
    """Legal orders of a position."""


def batch_for(variant: Variant, threads: int = 1) -> Batch:
    """The judge for a variant.

    Raises:
        DragomanError: if the variant is no game of Diplomacy, or one in which powers do not see all
            of the board.
    """
    if variant.kind != "diplomacy":
        what = f"{variant.name} is a game of {variant.kind}, not of Diplomacy"
        remedy = "dragoman.machiavelli.Campaigns plays and judges many games of Machiavelli at once"
        raise DragomanError(f"{what}; {remedy}")
    if variant.rule_set.sight != "all":
        raise DragomanError(f"{variant.name} is played in fog; an environment shows all of a board")
    calendar = variant.calendar_under(variant.rule_set)
    terms = variant.rule_set, variant.victory_centers, threads, calendar
    return Batch(variant.board, *terms)


@lru_cache(maxsize=32)
def usual_sizes(variant: Variant) -> Sizes:
    """Room for the choices of a variant: three times as many choices as random play of the same
    few games shows to be needed, a multiple of 64, and as many slots as a power can fill that has
    not won."""
    batch = batch_for(variant)
    tables = batch.tables
    cells = batch.pack_grid([variant.start] * _SURVEYED)
    states = batch.states(_SURVEYED, 1)
    choices = listed = 1
    for _ in range(_PHASES):
        codes = batch.random_orders(cells, states)  # type: ignore[arg-type]
        legal = batch.legal_orders(cells)  # type: ignore[arg-type]
        starts, rows = legal.starts.tolist(), legal.rows.tolist()
        choices = max(choices, *(last - first for first, last in pairwise(starts)))
        listed = max(listed, *(starts[last] - starts[first] for first, last in pairwise(rows)))
        cells, _ = batch.process(cells, codes, checked=True)  # type: ignore[arg-type]
    owned = [unit.power for unit in variant.start.units]
    held = variant.victory_centers - 1
    if tables.has_victory_terms or tables.has_hong_kong or held < 1:
        held = tables.center_count
    most = max([held + variant.board.build_terms.most_units, *map(owned.count, {*owned})])
    return Sizes(
        slots=min(most, tables.province_count) + tables.gate_count,
        choices=_rounded(_CHOICES * choices),
        listed=_rounded(_LISTED * listed),
    )


def _rounded(number: int) -> int:
    return -(-number // _STEP) * _STEP


def areas_called(layout: str, board: Board) -> tuple[str, ...]:
    """The areas of a board in the sequence of a name.

    Raises:
        DragomanError: if there is no such sequence, or none of that board.
    """
    if layout not in LAYOUTS:
        raise DragomanError(f"layout is {' or '.join(map(repr, LAYOUTS))}, not {layout!r}")
    return LAYOUTS[layout](board)


def ground_for(batch: Batch, sizes: Sizes, areas: Sequence[str], first_counted: int) -> PlayGround:
    """The tables of a board as machine code takes them."""
    board, tables, form = batch.board, batch.tables, batch.form
    phases, n = calendar_tables(batch.calendar), board_index(board)
    place_of = {key: place for place, key in enumerate(areas)}
    within = [
        [place_of[key] for key in n.locations if board.province_of[key] == province
         and key in place_of]
        for province in n.places
    ]  # fmt: skip
    starts = [0]
    for own in within:
        starts.append(starts[-1] + len(own))
    return PlayGround(
        powers=tables.power_count,
        nobody=tables.nobody,
        provinces=tables.province_count,
        locations=tables.location_count,
        kinds=tables.kind_count,
        slots=sizes.slots,
        choices=sizes.choices,
        areas=len(areas),
        channels=channel_count(tables.kind_count, tables.power_count),
        gates=tables.gate_count,
        first_counted=first_counted,
        years_from=YEAR_ZERO,
        first_owner=form.first_owner,
        first_unit=form.first_unit,
        kind_shift=form.kind_shift,
        owner_shift=form.owner_shift,
        owner_mask=form.owner_mask,
        owner_bits=form.owner_bits,
        cell_bits=form.cell_bits,
        cells_of_dislodged=form.cells_of_dislodged,
        centers=form.center_count,
        center_place=_column(form.centers),
        phase_kind=_column(phases.kind),
        is_counted=_column(_counted(phases.counts_centers, phases.kind)),
        province_of=_column(tables.province_of),
        area_of=_column([place_of.get(key, NONE) for key in n.locations]),
        main_area=_column([place_of.get(key, NONE) for key in n.places]),
        area_starts=_column(starts),
        areas_in=_column([area for own in within for area in own]),
        gate_holder=_column(tables.gate_holder),
        cost=_column(tables.cost),
        blank=_blank(board, areas, tables.kind_count, tables.power_count),
    )


def channel_count(kinds: int, powers: int) -> int:
    """The numbers that an area has in an observation: 35 for two kinds of unit and seven powers."""
    return 2 * (kinds + 1) + 3 * (powers + 1) + 5


def _counted(counts: Sequence[int], kinds: Sequence[int]) -> list[int]:
    """For each phase whether the centres of its year have been counted when it comes: from the
    phase on with which they are; where a calendar has none such, from the adjustments on."""
    told = [place for place, one in enumerate(counts) if one == 1]
    told = told or [place for place, kind in enumerate(kinds) if kind == ADJUSTMENTS]
    first = told[-1] if told else len(counts)
    return [int(place >= first) for place in range(len(counts))]


def _blank(board: Board, areas: Sequence[str], kinds: int, powers: int) -> Any:
    """The observation of a board with no unit and no owner."""
    channels = channel_count(kinds, powers)
    blank = array("B", bytes(len(areas) * channels))
    out, terrain = kinds + powers + 4, 2 * (kinds + powers) + 6
    for place, area in enumerate(areas):
        first = place * channels
        for flag in (kinds, kinds + powers + 1, out + kinds, out + kinds + powers + 1):
            blank[first + flag] = 1
        blank[first + terrain + terrain_of(board, area)] = 1
        if board.province_of[area] in board.centers:
            blank[first + channels - 1] = 1
    return Grid("u1", (len(blank),), blank)


def _column(numbers: Sequence[int]) -> Any:
    return grid_of("i8", [*numbers])


def generator_states(seed: int, games: Ints) -> Ints:
    """The states of the generators of games, by their numbers: each hangs on the seed and its
    number alone (SplitMix64; Steele, Lea and Flood 2014)."""
    if seed < 0:
        raise DragomanError(f"a seed is no number below zero: {seed}")
    with np.errstate(over="ignore"):
        state = np.uint64(seed % (1 << 64)) * np.uint64(0xBF58476D1CE4E5B9)
        state = state + (games.astype(np.uint64) + np.uint64(1)) * np.uint64(_GOLDEN)
        state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state ^= state >> np.uint64(31)
    return (state >> np.uint64(16)).astype(np.int64)
