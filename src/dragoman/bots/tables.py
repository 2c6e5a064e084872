"""The tables that bots reckon with, worked out once for a board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from dragoman.board import Board
from dragoman.bots.engine.forms import DEPTH, PlayTables
from dragoman.rules import RuleSet
from dragoman.rules.batch.packed_form import packed_form
from dragoman.rules.engine.codes import ADJUSTMENTS, NONE
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.judge.board_index import board_index, calendar_tables
from dragoman.rules.model.calendar import Calendar

_NOW: Final = (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1)
"""How much a centre counts so many steps away, where centres are counted next."""
_LATER: Final = (100, 1000, 30, 10, 6, 5, 4, 3, 2, 1)
"""The same a season before: to stand beside it is what matters."""
_FADING: Final = 5
"""What comes from a place and its neighbours is shared by this at every step."""
_SCALE: Final = 64


@lru_cache(maxsize=16)
def play_tables(board: Board, rule_set: RuleSet, calendar: Calendar) -> PlayTables:
    """The tables of a board, as lists. Arctic water is taken to be open."""
    tables = board_index(board).tables_for(rule_set, ice=False)
    form, phases = packed_form(tables), calendar_tables(calendar)
    nodes = tables.kind_count * tables.location_count
    icy = any(phases.is_icy)
    now, later = _pulls(tables, form.centers)
    return PlayTables(
        powers=tables.power_count,
        provinces=tables.province_count,
        locations=tables.location_count,
        kinds=tables.kind_count,
        centers=form.center_count,
        province_of=tables.province_of,
        center_place=form.centers,
        center_of=[
            form.centers.index(place) if place in form.centers else NONE
            for place in range(tables.province_count)
        ],
        cost=tables.cost,
        step_starts=tables.step_starts[: nodes + 1],
        steps=tables.steps,
        help_starts=tables.help_starts[: nodes + 1],
        help_places=tables.help_places,
        pull_now=now,
        pull_later=later,
        phase_kind=phases.kind,
        counts_next=phases.counts_next,
        ends_year=[
            int(kind == ADJUSTMENTS and years > 0 and not counts)
            for kind, years, counts in zip(
                phases.kind,
                _rotated(phases.years),
                _rotated(phases.counts_centers),
                strict=True,
            )
        ],
        is_plain=int(not (tables.gate_count or tables.rail_count or tables.high_sea_count or icy)),
        first_owner=form.first_owner,
        first_unit=form.first_unit,
        kind_shift=form.kind_shift,
        owner_shift=form.owner_shift,
        owner_mask=form.owner_mask,
        cells_of_dislodged=form.cells_of_dislodged,
        owner_bits=form.owner_bits,
        cell_bits=form.cell_bits,
    )


def _rotated(cells: Sequence[int]) -> list[int]:
    """For each phase what the next one has."""
    return [*cells[1:], cells[0]]


def _pulls(tables: BoardTables, centers: Sequence[int]) -> tuple[list[float], list[float]]:
    """The pull of each centre at each node, when centres are counted next and else: for
    each centre one node after the other."""
    nodes = range(tables.kind_count * tables.location_count)
    steps = [_shares(tables, node) for node in nodes]
    now: list[float] = []
    later: list[float] = []
    for center in centers:
        felt = [float(tables.province_of[node % tables.location_count] == center) for node in nodes]
        of_now, of_later = [0.0] * len(nodes), [0.0] * len(nodes)
        for depth in range(DEPTH):
            for node in nodes:
                of_now[node] += _NOW[depth] * felt[node]
                of_later[node] += _LATER[depth] * felt[node]
            felt = [
                (felt[node] + sum(share * felt[to] for to, share in steps[node])) / _FADING
                for node in nodes
            ]
        now += [float(round(_SCALE * of_now[node])) for node in nodes]
        later += [float(round(_SCALE * of_later[node])) for node in nodes]
    return now, later


def _shares(tables: BoardTables, node: int) -> list[tuple[int, float]]:
    """The nodes one step away. Two coasts of a province share what one would have."""
    row = node - node % tables.location_count
    steps = tables.steps[tables.step_starts[node] : tables.step_starts[node + 1]]
    places = [tables.province_of[to] for to in steps]
    return [(row + to, 1 / places.count(place)) for to, place in zip(steps, places, strict=True)]
