"""The cores of a position, whole and half, as numbers of a turn, and back."""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import BoardIndex
from dragoman.rules.model.position import Position
from dragoman.values import FrozenMap


def load_cores(n: BoardIndex, t: Turn, position: Position) -> None:
    """Give the turn the cores of a position, whole and half, where they change in the game."""
    if t.board.has_cores == 0:
        return
    places = range(t.board.province_count)
    t.half_cores = [NONE for _ in places]
    t.cores = [max(t.board.home_of[place], NONE) for place in places]
    if position.cores is not None:
        t.cores = [NONE for _ in places]
        for center, power in position.cores.items():
            t.cores[n.location[center]] = n.power[power]
    for center, power in position.half_cores.items():
        t.half_cores[n.location[center]] = n.power[power]


def cores_of(n: BoardIndex, t: Turn) -> tuple[FrozenMap[str, str] | None, FrozenMap[str, str]]:
    """The cores that a turn leaves, whole and half; None and none where they never change."""
    if t.board.has_cores == 0:
        return None, _NO_CORES
    whole, half = (
        FrozenMap(
            {key: n.powers[of[place]] for place, key in n.places_by_name if of[place] != NONE}
        )
        for of in (t.cores, t.half_cores)
    )
    return whole, half


_NO_CORES: Final = FrozenMap[str, str]()
