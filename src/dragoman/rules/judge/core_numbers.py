"""The cores of a position, whole and half, as numbers of a turn, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import BoardIndex
from dragoman.rules.model.position import Position
from dragoman.values import FrozenMap


def load_cores(n: BoardIndex, t: Turn, position: Position) -> None:
    """Give the turn the cores of a position, whole and half, where they change in the game."""
    if t.board.has_cores == 1:
        t.cores, t.half_cores = core_numbers(n, t.board, position)


def core_numbers(
    n: BoardIndex, tables: BoardTables, position: Position
) -> tuple[list[int], list[int]]:
    """For each province the power whose core it is, and the one that has begun to make one of
    it."""
    cores = [max(home, NONE) for home in tables.home_of]
    if position.cores is not None:
        cores = [NONE] * tables.province_count
        for center, power in position.cores.items():
            cores[n.location[center]] = n.power[power]
    half_cores = [NONE] * tables.province_count
    for center, power in position.half_cores.items():
        half_cores[n.location[center]] = n.power[power]
    return cores, half_cores


def cores_of(n: BoardIndex, t: Turn) -> Cores:
    """The cores that a turn leaves, whole and half; None and none where they never change."""
    return NO_CORES if t.board.has_cores == 0 else named_cores(n, t.cores, t.half_cores)


def named_cores(n: BoardIndex, cores: Sequence[int], half_cores: Sequence[int]) -> Cores:
    """Cores, whole and half, by the keys of provinces and powers."""
    whole, half = (
        FrozenMap(
            {key: n.powers[of[place]] for place, key in n.places_by_name if of[place] != NONE}
        )
        for of in (cores, half_cores)
    )
    return whole, half


Cores = tuple[FrozenMap[str, str] | None, FrozenMap[str, str]]
"""Whole and half cores, by province; None and none where they never change."""
NO_CORES: Final[Cores] = (None, FrozenMap())
