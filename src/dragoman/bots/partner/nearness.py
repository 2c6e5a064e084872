"""The nearness of places to centres, by the steps that a unit has to make."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from dragoman.board import Board, province_of
from dragoman.values import FrozenMap

FELT: Final = (1.0, 0.7, 0.35, 0.15, 0.05)
"""How much a unit counts at a centre so many steps away."""

Nearness = Mapping[tuple[str, str], Mapping[str, float]]
"""By kind of unit and location: how much it counts at each centre that it counts at."""


@lru_cache(maxsize=16)
def nearness_on(board: Board) -> Nearness:
    """The nearness of all places on a board."""
    return FrozenMap(
        {
            (kind, location): _from(board, kind, location)
            for kind in board.kinds
            for location in board.locations
        }
    )


def _from(board: Board, kind: str, location: str) -> Mapping[str, float]:
    found: dict[str, float] = {}
    seen, edge = {location}, {location}
    centers = frozenset(board.centers)
    for felt in FELT:
        for place in map(province_of, edge):
            if place in centers:
                found.setdefault(place, felt)
        edge = {to for place in edge for to in board.reach(kind, place)} - seen
        seen |= edge
    return FrozenMap(found)
