"""A board without some of the land, drawn on the map that has it all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dragoman.board import Board
from dragoman.drawing.geometry import Geometry, Ground, Point
from dragoman.drawing.layout.embedding import neighbours


def has_all(larger: Board, board: Board) -> bool:
    """Whether one board has every province of another, by the same names."""
    names = {key: province.name for key, province in larger.provinces.items()}
    lands = (p for p in board.provinces.values() if p.city_of is None)
    return all(names.get(province.key) == province.name for province in lands)


def on_larger_map(board: Board, larger: Board, geometry: Geometry) -> Geometry:
    """The geometry of a larger board for one that lacks some of its provinces: they are land
    outside. Who borders on whom besides has a bridge; a city that is new stands near the middle of
    its province."""
    gone = [key for key in geometry.grounds if key not in board.provinces]
    known = neighbours(larger)
    joined = {
        (one, other)
        for one, others in neighbours(board).items()
        for other in others
        if one < other and other not in known[one]
    }
    kept = {key: ground for key, ground in geometry.grounds.items() if key not in gone}
    return replace(
        geometry,
        grounds=_new_cities(board, geometry) | kept,
        units=_spots(board, geometry.units, geometry),
        dislodged=_spots(board, geometry.dislodged, geometry),
        outside=(*geometry.outside, *(r for key in gone for r in geometry.grounds[key].rings)),
        bridges=(
            *(pair for pair in geometry.bridges if set(pair).isdisjoint(gone)),
            *sorted(joined),
        ),
    )


def _new_cities(board: Board, geometry: Geometry) -> dict[str, Ground]:
    found: dict[str, Ground] = {}
    for key, province in board.provinces.items():
        if province.city_of is not None:
            at = _beside(geometry, province.city_of)
            found[key] = Ground((), at, at)
    return found


def _spots(board: Board, spots: Mapping[str, Point], geometry: Geometry) -> dict[str, Point]:
    found = {at: spots[at] for at in board.locations if at in spots}
    for key, province in board.provinces.items():
        if province.city_of is not None:
            found.setdefault(key, _beside(geometry, province.city_of))
    return found


def _beside(geometry: Geometry, province: str) -> Point:
    x, y = geometry.units[province]
    return x - geometry.unit_size * 0.8, y
