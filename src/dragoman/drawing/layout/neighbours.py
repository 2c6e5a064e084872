"""The neighbours of a province: who borders on whom, and in which order clockwise."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from dragoman.board import Board, Terrain
from dragoman.drawing.geometry import Geometry, Point, Ring, area_of


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


# Clockwise: in which order the borders of a place follow on each other
#
# A map's outlines say it: walking along the border of a province, with the province on your right,
# you pass its neighbours clockwise. Just's right-hand rule needs this order, and DipWork's
# ``FIELDS.TXT`` lists borders in it.

_Edge = frozenset[Point]


def clockwise(board: Board, geometry: Geometry) -> Mapping[str, tuple[str, ...]]:
    """The provinces and coasts around each location, clockwise; the first is the one next to
    north. A province with several coasts is there besides them, where its border is longest.
    """
    owners = _owners(geometry)
    near: dict[str, set[str]] = {key: set() for key in board.provinces}
    for path in board.paths:
        near[board.province_of[path.source]].add(board.province_of[path.target])
    found: dict[str, tuple[str, ...]] = {}
    for key, province in board.provinces.items():
        outline = _outline(geometry.shapes[key].rings)
        for location in province.locations:
            touching = {
                target: _touching(geometry, owners, location, target)
                for other in sorted(near[key] - {key})
                for target in board.provinces[other].locations
            }
            found[location] = _sorted(geometry.units[location], outline, touching)
    return found


def _sorted(
    middle: Point, outline: Sequence[Point], touching: Mapping[str, Point]
) -> tuple[str, ...]:
    """Places in the order in which a walk along the outline comes to where they touch it."""
    bearing = {place: _bearing(middle, point) for place, point in touching.items()}
    if not outline:
        return tuple(sorted(bearing, key=lambda place: bearing[place]))
    at = {place: _nearest(outline, point) for place, point in touching.items()}
    walk = sorted(touching, key=lambda place: at[place])
    first = min(range(len(walk)), key=lambda i: bearing[walk[i]], default=0)
    return (*walk[first:], *walk[:first])


def _touching(
    geometry: Geometry, owners: Mapping[_Edge, tuple[str, ...]], location: str, target: str
) -> Point:
    """The point at which two neighbours touch: in the middle of their longest border, or for a
    coast at the point next to it. Neighbours without a border touch where the other one's unit
    stands."""
    here, other = location.partition("/")[0], target.partition("/")[0]
    stretches: list[list[Point]] = []
    for ring in geometry.shapes[here].rings:
        stretches += _shared(ring, owners, other)
    if not stretches:
        return geometry.units[target]
    coast = next((place for place in (target, location) if "/" in place), None)
    if coast:
        shore = [point for stretch in stretches for point in stretch]
        return min(shore, key=lambda point: math.dist(point, geometry.units[coast]))
    return _halfway(max(stretches, key=_length))


def _shared(ring: Ring, owners: Mapping[_Edge, tuple[str, ...]], other: str) -> list[list[Point]]:
    """The unbroken stretches of an outline that it has in common with another province."""
    edges = [*pairwise((*ring, ring[0]))]
    shared = [other in owners[frozenset(edge)] for edge in edges]
    if not any(shared):
        return []
    # Begin behind a break, so that no stretch is cut in two by where the outline begins.
    start = next((i for i, is_shared in enumerate(shared) if not is_shared), 0)
    found: list[list[Point]] = []
    is_open = False
    for i in (*range(start, len(edges)), *range(start)):
        if shared[i]:
            if not is_open:
                found.append([edges[i][0]])
            found[-1].append(edges[i][1])
        is_open = shared[i]
    return found


def _owners(geometry: Geometry) -> Mapping[_Edge, tuple[str, ...]]:
    """The provinces to which each edge of an outline belongs."""
    found: dict[_Edge, tuple[str, ...]] = {}
    for key, ground in geometry.shapes.items():
        for ring in ground.rings:
            for edge in pairwise((*ring, ring[0])):
                side = frozenset(edge)
                found[side] = (*found.get(side, ()), key)
    return found


def _outline(rings: Iterable[Ring]) -> Sequence[Point]:
    """The largest of a province's outlines, clockwise: islands lie beside it, lakes in it."""
    largest = max(rings, key=lambda ring: abs(area_of(ring)), default=())
    return largest if area_of(largest) > 0 else largest[::-1]


def _nearest(outline: Sequence[Point], point: Point) -> int:
    return min(range(len(outline)), key=lambda i: math.dist(outline[i], point))


def _bearing(middle: Point, point: Point) -> float:
    """The direction from one point to another: 0 is north, a quarter turn east."""
    return math.atan2(point[0] - middle[0], middle[1] - point[1]) % math.tau


def _length(stretch: Sequence[Point]) -> float:
    return sum(math.dist(one, other) for one, other in pairwise(stretch))


def _halfway(stretch: Sequence[Point]) -> Point:
    """The corner of a line that is next to the middle of its length."""
    half, way = _length(stretch) / 2, 0.0
    for one, other in pairwise(stretch):
        way += math.dist(one, other)
        if way >= half:
            return other if way - half < math.dist(one, other) / 2 else one
    return stretch[-1]
