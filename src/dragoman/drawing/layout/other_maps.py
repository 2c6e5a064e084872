"""Boards drawn on the map of another: under other names, or without some of its land."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from itertools import islice
from operator import eq
from typing import Any, TypeVar

from dragoman.board import Board
from dragoman.drawing.geometry import Geometry, MapShape, Point
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.extras import extra

# Boards that are another under other names
#
# DipWork's standard map has ``BAS``, ``Pet`` and ``Lpl`` where ours has ``BAL``, ``STP``, ``LVP``.

_Known = TypeVar("_Known")


def same_places(board: Board, known: Board) -> Mapping[str, str] | None:
    """The location of another board that each location of a board is; None if there is none,
    or more than one way to tell.

    Provinces are recognised by their neighbours and by whether they are water, coasts by the
    provinces they lead to. Only one province of a board may border on nothing.
    """
    lonely, lonely_there = (_lonely(one) for one in (board, known))
    if len(lonely) > min(len(lonely_there), 1) or degrees(board) != degrees(known):
        return None
    with extra("maps"):
        networkx: Any = import_module("networkx")  # loaded only where needed; it has no types
    graph, other = (_graph(networkx, one) for one in (board, known))
    names = (networkx.weisfeiler_lehman_graph_hash(g, node_attr="kind") for g in (graph, other))
    if len(set(names)) > 1:  # surely not the same; to search for it could take long
        return None
    matcher = networkx.isomorphism.GraphMatcher(graph, other, node_match=eq)
    ways: list[dict[str, str]] = list(islice(matcher.isomorphisms_iter(), 2))
    if len(ways) != 1:
        return None
    provinces = ways[0] | dict(zip(lonely, lonely_there, strict=False))
    found = dict(provinces)
    for key, same in provinces.items():
        for coast in board.provinces[key].locations[1:]:
            near = {provinces.get(at) for at in _reached(board, coast)}
            coasts = known.provinces[same].locations
            shared = {at: len(near & _reached(known, at)) for at in coasts}
            found[coast] = max(coasts, key=shared.__getitem__)
    return found if found.keys() == set(board.locations) else None


def degrees(board: Board) -> list[int]:
    """The numbers of neighbours of the provinces that have any, the fewest first."""
    borders = {frozenset((one, at)) for one, near in neighbours(board).items() for at in near}
    return sorted(Counter(key for border in borders for key in border).values())


def renamed(geometry: Geometry, places: Mapping[str, str]) -> Geometry:
    """A geometry with the places of another board, where each of them is a place of its own.

    Ground that the board has no province for becomes land outside the map.
    """

    def moved(points: Mapping[str, _Known]) -> dict[str, _Known]:
        return {new: points[old] for new, old in places.items() if old in points}

    def standing(points: Mapping[str, Point]) -> dict[str, Point]:
        return {new: points.get(old) or points[_province(old)] for new, old in places.items()}

    new_of = {old: new for new, old in places.items()}
    left_over = (shape for key, shape in geometry.shapes.items() if key not in new_of)
    return replace(
        geometry,
        shapes=moved(geometry.shapes),
        units=standing(geometry.units),
        dislodged=standing(geometry.dislodged),
        outside=(*geometry.outside, *(ring for shape in left_over for ring in shape.rings)),
        straits=tuple(
            replace(strait, between=(new_of[strait.between[0]], new_of[strait.between[1]]))
            for strait in geometry.straits
        ),
        bridges=tuple((new_of[one], new_of[two]) for one, two in geometry.bridges),
    )


def _graph(networkx: Any, board: Board) -> Any:
    joined = neighbours(board)
    graph = networkx.Graph()
    for key, others in joined.items():
        if others:
            graph.add_node(key, kind=str(board.provinces[key].terrain.is_water))
            graph.add_edges_from((key, other) for other in others)
    return graph


def _lonely(board: Board) -> list[str]:
    """The provinces that border on nothing, such as Switzerland."""
    joined = neighbours(board)
    return [key for key in board.provinces if not joined.get(key)]


def _reached(board: Board, location: str) -> set[str]:
    """The provinces that paths lead to from a location."""
    return {_province(path.target) for path in board.paths if path.source == location}


def _province(location: str) -> str:
    return location.partition("/")[0]


# Boards without some of the land, on the map that has it all


def on_larger_map(board: Board, larger: Board, geometry: Geometry) -> Geometry:
    """The geometry of a larger board for one that lacks some of its provinces: they are land
    outside. Who borders on whom besides has a bridge; a city that is new stands near the middle of
    its province."""
    gone = [key for key in geometry.shapes if key not in board.provinces]
    known = neighbours(larger)
    joined = {
        (one, other)
        for one, others in neighbours(board).items()
        for other in others
        if one < other and other not in known[one]
    }
    kept = {key: shape for key, shape in geometry.shapes.items() if key not in gone}
    return replace(
        geometry,
        shapes=_new_cities(board, geometry) | kept,
        units=_spots(board, geometry.units, geometry),
        dislodged=_spots(board, geometry.dislodged, geometry),
        outside=(*geometry.outside, *(r for key in gone for r in geometry.shapes[key].rings)),
        bridges=(
            *(pair for pair in geometry.bridges if set(pair).isdisjoint(gone)),
            *sorted(joined),
        ),
    )


def _new_cities(board: Board, geometry: Geometry) -> dict[str, MapShape]:
    found: dict[str, MapShape] = {}
    for key, province in board.provinces.items():
        if province.city_of is not None:
            at = _beside(geometry, province.city_of)
            found[key] = MapShape((), at, at)
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
