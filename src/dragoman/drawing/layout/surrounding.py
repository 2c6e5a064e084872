"""Cells that lie around others: a sea around its islands, an ocean around the whole map.

A cell of a plane figure has no holes. So one that is to lie around others is cut into pieces, which
form a ring; each piece touches the cells from one border of the ring to the next, outside and
inside. The drawn pieces are put together again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from dragoman.quick_dataclass import dataclass

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
