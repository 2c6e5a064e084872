"""A map's neighbours as a plane figure: which cells meet at which corners, without positions.

A planar drawing of the neighbour graph is turned inside out: every province becomes a cell, every
pair of neighbours a border, every triangle of neighbours a corner where three cells meet. Where
more than three provinces surround a point, a hole is left between them, so that provinces that are
not neighbours do not touch. What lies outside the map is the void.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any

from dragoman.drawing.layout.planarity import is_planar
from dragoman.extras import extra
from dragoman.quick_dataclass import dataclass

VOID = -1
"""The cell that surrounds the map."""

_TRIES = 16
_WORK = 200_000
"""So many edges are tested at most before the best try is taken."""


@dataclass(frozen=True)
class CellBorder:
    """A line between two corners with a cell on each side."""

    cells: tuple[int, int]
    corners: tuple[int, int]


@dataclass(frozen=True)
class PlaneFigure:
    """Cells, borders and corners. The provinces are the cells 0 to ``provinces - 1`` in the
    order they were given; the cells from there to ``cells - 1`` are holes, or ``pieces`` of a
    province that lies around others."""

    provinces: int
    cells: int
    corners: int
    borders: tuple[CellBorder, ...]
    bridges: tuple[tuple[int, int], ...]
    """The neighbours that could not be made to touch."""
    pieces: Mapping[int, int]
    """The provinces of which cells are pieces besides the one of their number."""


def embed(
    count: int,
    neighbours: Iterable[tuple[int, int]],
    water: frozenset[int],
    around: int | None = None,
) -> PlaneFigure:
    """The figure of a map of ``count`` provinces, numbered from 0, and their neighbours.

    The same map gives the same figure on every run. ``water`` are the provinces that look
    best at the rim, and that lie around islands of their own; ``around`` lies around all others.
    """
    edges = sorted({(min(pair), max(pair)) for pair in neighbours if pair[0] != pair[1]})
    kept, bridges = _planar_part(count, edges)
    fillers, joined = _joined(count, kept)
    whole = surrounded(planar_graphs(), count + fillers, joined, water, around)
    joined = whole.edges
    faces = _faces(whole.cells, joined)
    if whole.frame:
        outer = max(range(len(faces)), key=lambda f: _framing(faces[f], whole.frame))
    else:
        outer = max(range(len(faces)), key=lambda f: (_rimlike(faces[f], water), -f))
    corner_of: dict[tuple[int, int], int] = {}
    borders: list[CellBorder] = []
    cells, corners = whole.cells, 0
    for number, face in enumerate(faces):
        size = len(face)
        steps = [(face[i], face[(i + 1) % size]) for i in range(size)]
        if size == 3 and number != outer:
            corner_of.update(dict.fromkeys(steps, corners))
            corners += 1
            continue
        hole = VOID
        if number != outer:
            hole, cells = cells, cells + 1
        for i, step in enumerate(steps):
            corner_of[step] = corners + i
            borders.append(CellBorder((face[i], hole), (corners + (i - 1) % size, corners + i)))
        corners += size
    for u, v in joined:
        borders.append(CellBorder((u, v), (corner_of[u, v], corner_of[v, u])))
    return PlaneFigure(count, cells, corners, tuple(borders), tuple(bridges), whole.pieces)


def rings(figure: PlaneFigure) -> list[list[tuple[int, bool]]]:
    """The borders around each cell in order, and whether each is walked from its first corner
    to its second."""
    around: list[list[int]] = [[] for _ in range(figure.cells)]
    for number, border in enumerate(figure.borders):
        for cell in border.cells:
            if cell != VOID:
                around[cell].append(number)
    return [_walk(figure, borders) if borders else [] for borders in around]


def rings_of_pieces(figure: PlaneFigure, province: int) -> list[list[tuple[int, bool]]]:
    """The same around a province that lies in pieces: outside, and around what it encloses."""
    own = {province, *(piece for piece, cell in figure.pieces.items() if cell == province)}
    left = [
        n for n, border in enumerate(figure.borders) if len(own.intersection(border.cells)) == 1
    ]
    found: list[list[tuple[int, bool]]] = []
    while left:
        found.append(_walk(figure, left))
        walked = {number for number, _ in found[-1]}
        left = [number for number in left if number not in walked]
    return found


def _walk(figure: PlaneFigure, borders: Sequence[int]) -> list[tuple[int, bool]]:
    """The ring that the first of some borders is part of."""
    left = list(borders)
    number, forward = left.pop(0), True
    found: list[tuple[int, bool]] = []
    while True:
        found.append((number, forward))
        corner = figure.borders[number].corners[1 if forward else 0]
        following = [n for n in left if corner in figure.borders[n].corners]
        if not following:
            return found
        number = following[0]
        left.remove(number)
        forward = figure.borders[number].corners[0] == corner


def rim(figure: PlaneFigure) -> list[int]:
    """The borders along the rim of the map, in order, each walked from its first corner."""
    leaving = {
        border.corners[0]: number
        for number, border in enumerate(figure.borders)
        if VOID in border.cells
    }
    corner = min(leaving)
    found: list[int] = []
    for _ in leaving:
        found.append(leaving[corner])
        corner = figure.borders[found[-1]].corners[1]
    return found


def _rimlike(face: Sequence[int], water: frozenset[int]) -> float:
    return sum(1.0 if cell in water else 0.6 for cell in face)


def _framing(face: Sequence[int], frame: frozenset[int]) -> tuple[int, int]:
    """The edges of the frame that a face has, and how few others."""
    return len(frame.intersection(face)), -len(face)


def planar_graphs() -> Any:
    """NetworkX, loaded only where a map is laid out; it has no types."""
    with extra("maps"):
        return import_module("networkx")


def _planar_part(
    count: int, edges: Sequence[tuple[int, int]]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The edges that can be drawn without crossing, and those that are left over.

    Finding the largest such set is hard; the best of several tries will do. The first prefers pairs
    with many common neighbours, the others are random, but the same on every run.
    """
    near: list[set[int]] = [set() for _ in range(count)]
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    order = sorted(edges, key=lambda e: (-len(near[e[0]] & near[e[1]]), e))
    tries = _Tries(count, len(edges))
    bridges = tries.left_over(order, len(edges))
    for seed in range(_TRIES):
        if len(bridges) < 2 or tries.work_left <= 0:
            break
        random.Random(seed).shuffle(order)
        bridges = tries.left_over(order, len(bridges)) or bridges
    return [edge for edge in edges if edge not in bridges], sorted(bridges)


class _Tries:
    """Attempts to draw as many edges as can be, with so much work for all of them."""

    def __init__(self, count: int, edges: int) -> None:
        self.count = count
        self.edges = edges
        self.work_left = _WORK

    def left_over(self, edges: Sequence[tuple[int, int]], most: int) -> list[tuple[int, int]]:
        """The edges that cross an earlier one; none, where they are ``most`` or more."""
        kept: list[tuple[int, int]] = []
        crossing: list[tuple[int, int]] = []
        waiting: list[Sequence[tuple[int, int]]] = [edges]
        while waiting:
            chunk = waiting.pop()
            self.work_left -= self.edges
            if is_planar(self.count, [*kept, *chunk]):
                kept += chunk
            elif len(chunk) > 1:
                middle = len(chunk) // 2
                waiting += [chunk[middle:], chunk[:middle]]
            else:
                crossing += chunk
                if len(crossing) >= most:
                    return []
        return crossing


def _graph(count: int, edges: Iterable[tuple[int, int]]) -> Any:
    graph = planar_graphs().Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edges)
    return graph


def _joined(count: int, edges: Sequence[tuple[int, int]]) -> tuple[int, list[tuple[int, int]]]:
    """The number of cells of no province needed to hold the parts of the map together, and the
    edges with theirs."""
    graph = _graph(count, edges)
    parts: list[set[int]] = sorted(planar_graphs().connected_components(graph), key=min)
    found = list(edges)
    fillers = 0
    if len(parts) > 1:
        found += [(min(part), count) for part in parts]
        fillers = 1
    while count + fillers < 4:  # a figure needs a few cells to be one
        found += [(cell, count + fillers) for cell in range(count + fillers)]
        fillers += 1
    return fillers, found


def _faces(count: int, edges: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The faces of a planar drawing, each as the walk around it."""
    graph = _graph(count, edges)
    _, drawing = planar_graphs().check_planarity(graph)
    seen: set[tuple[int, int]] = set()
    return [
        tuple(drawing.traverse_face(u, v, mark_half_edges=seen))
        for u, v in sorted(drawing.edges)
        if (u, v) not in seen
    ]


# Cells that lie around others: a sea around its islands, an ocean around the whole map
#
# A cell of a plane figure has no holes. So one that is to lie around others is cut into pieces,
# which form a ring; each piece touches the cells from one border of the ring to the next, outside
# and inside. The drawn pieces are put together again.

Edge = tuple[int, int]
_LEAST = 3
"""So many pieces a ring has at least."""


@dataclass(frozen=True, slots=True)
class Surrounded:
    """A neighbour graph in which some cells are rings of pieces.

    ``cells`` is how many there are with the pieces, of which the first keeps the number of the
    cell; ``pieces`` has the cell of each other one. ``frame`` are the pieces of the cell around the
    map.
    """

    cells: int
    edges: Sequence[Edge]
    pieces: Mapping[int, int]
    frame: frozenset[int] = frozenset()


def surrounded(
    networkx: Any, count: int, edges: Iterable[Edge], seas: frozenset[int], around: int | None
) -> Surrounded:
    """The graph with the cell ``around`` as a ring around everything else, and each of the ``seas``
    as a ring around those islands that border on it alone."""
    graph = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edges)
    pieces: dict[int, int] = {}
    frame: frozenset[int] = frozenset()
    if around is not None and graph.degree(around):
        order = _around(networkx, graph, around)
        frame = _cut(graph, around, order, (), pieces)
    for sea in sorted(set(networkx.articulation_points(graph)) & seas - {around}):
        rest = graph.subgraph(cell for cell in graph if cell != sea)
        parts: list[set[int]] = sorted(networkx.connected_components(rest), key=len)
        mainland = parts.pop()
        islands = [part for part in parts if not part & (seas | pieces.keys())]
        if len(islands) == len(parts) and islands:
            order = _around(networkx, graph, sea)
            outside = [cell for cell in order if cell in mainland]
            inside = [cell for cell in order if cell not in mainland]
            _cut(graph, sea, outside, inside, pieces)
    found = sorted((min(edge), max(edge)) for edge in graph.edges)
    return Surrounded(len(graph), found, pieces, frame)


def _around(networkx: Any, graph: Any, cell: int) -> list[int]:
    """The neighbours of a cell in their order around it."""
    _, drawing = networkx.check_planarity(graph)
    return list(drawing.neighbors_cw_order(cell))


def _cut(
    graph: Any, cell: int, outside: Sequence[int], inside: Sequence[int], pieces: dict[int, int]
) -> frozenset[int]:
    """Cut a cell into a ring with these on its sides, in the order in which they lie around it."""
    number = max(len(outside), len(inside), _LEAST)
    ring = [cell, *range(len(graph), len(graph) + number - 1)]
    pieces.update(dict.fromkeys(ring[1:], cell))
    graph.remove_edges_from([(cell, other) for other in list(graph[cell])])
    graph.add_edges_from(pairwise((*ring, cell)))
    # What follows clockwise outside follows the other way round inside.
    for side in (outside, inside[::-1]):
        for i, piece in enumerate(ring):
            ends = (i * len(side) // number, (i + 1) * len(side) // number)
            graph.add_edges_from((piece, side[end % len(side)]) for end in ends if side)
    return frozenset(ring)
