"""How many steps apart places are: what civil disorder asks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from dragoman.board import Board

FAR: Final = 1_000_000
"""The distance to a place that cannot be reached."""


@lru_cache(maxsize=64)
def distances_any_way(board: Board) -> dict[str, dict[str, int]]:
    """Steps between provinces where every kind of unit may take each step, land and water
    alike (rulebook 2023 and DATC 4.D.8). ``table[from][to]``; missing where unreachable."""
    near: dict[str, set[str]] = {key: set() for key in board.provinces}
    for path in board.paths:
        near[board.province_of[path.source]].add(board.province_of[path.target])
    return {key: _spread([key], near) for key in board.provinces}


@lru_cache(maxsize=64)
def distances_of_kind(board: Board, kind: str) -> dict[str, dict[str, int]]:
    """Steps from each location to each province on the paths of one kind of unit."""
    near: dict[str, set[str]] = {key: set() for key in board.locations}
    for path in board.paths:
        if path.kind == kind:
            near[path.source].add(path.target)
    table: dict[str, dict[str, int]] = {}
    for location in board.stands[kind]:
        steps: dict[str, int] = {}
        for to, count in _spread([location], near).items():
            province = board.province_of[to]
            steps[province] = min(count, steps.get(province, count))
        table[location] = steps
    return table


def _spread(start: Iterable[str], near: dict[str, set[str]]) -> dict[str, int]:
    reached = dict.fromkeys(start, 0)
    edge = list(reached)
    while edge:
        edge = [
            to
            for here in edge
            for to in near[here]
            if to not in reached and reached.setdefault(to, reached[here] + 1)
        ]
    return reached
