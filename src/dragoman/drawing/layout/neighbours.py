"""Who borders on whom."""

from __future__ import annotations

from dragoman.board import Board, Terrain


def neighbours(board: Board) -> dict[str, frozenset[str]]:
    """The provinces a unit can step to from each, for provinces that are ground."""
    found: dict[str, set[str]] = {
        key: set()
        for key, province in board.provinces.items()
        if province.terrain.is_ground and province.terrain is not Terrain.CITY
    }
    for path in board.paths:
        a, b = board.province_of[path.source], board.province_of[path.target]
        if a != b and a in found and b in found:
            found[a].add(b)
            found[b].add(a)
    return {key: frozenset(keys) for key, keys in found.items()}
