"""A map's neighbours as a plane figure that lies as the places of its provinces do.

Who borders on whom can be drawn in more than one way, or not at all without crossings. Of the
neighbours those are kept that lie near each other, and pairs that merely lie near each other are
joined for as long as it takes to draw the figure: so parts that could be turned over lie where
they belong, and the rim of the map runs where the ground ends.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from dragoman.drawing.geometry import Point, area_of
from dragoman.drawing.layout.embedding import VOID, CellBorder, PlaneFigure, planar_graphs
from dragoman.drawing.layout.planarity import is_planar
from dragoman.quick_dataclass import dataclass

Edge = tuple[int, int]

_NEAREST = 5
"""Each place may be joined to so many of those nearest to it."""
_TRIES = 24
_FEW = 8
"""With no more bridges than this a drawing is good enough."""
_AT_SEA = 0.3
"""A border at sea counts as so much shorter."""
_ISLAND = 4
"""An island has no more provinces than this, if its seas are to meet behind it at the rim."""


@dataclass(frozen=True)
class PlacedMap:
    """The provinces of a map as numbers: where they lie, y downwards, and who borders on whom.

    ``whole`` has the province of each piece of one that lies in several places.
    """

    places: tuple[Point, ...]
    edges: tuple[Edge, ...]
    water: frozenset[int]
    whole: Mapping[int, int]

    def province(self, cell: int) -> int:
        return self.whole.get(cell, cell)


@dataclass(frozen=True)
class PlacedFigure:
    """A figure, and where its provinces and their pieces lie."""

    figure: PlaneFigure
    places: tuple[Point, ...]


def placed_figure(map_: PlacedMap) -> PlacedFigure:
    """The figure of a map that lies as its places do."""
    with_islands = _encircled(map_)
    drawing = _Drawing(with_islands)
    return drawing.figure()


def _distance(map_: PlacedMap, edge: Edge) -> float:
    return math.dist(map_.places[edge[0]], map_.places[edge[1]])


# Islands


def _encircled(map_: PlacedMap) -> PlacedMap:
    """The map with a second piece of every province that alone leads to others, on their far side:
    together the pieces lie around them."""
    networkx = planar_graphs()
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(map_.places)))
    graph.add_edges_from(map_.edges)
    places, edges, whole, water = (
        list(map_.places),
        list(map_.edges),
        dict(map_.whole),
        set(map_.water),
    )
    leading: list[int] = sorted(networkx.articulation_points(graph))
    for cell in leading:
        rest = graph.subgraph(other for other in graph if other != cell)
        parts: list[set[int]] = sorted(networkx.connected_components(rest), key=len)
        reach = [part for part in parts[:-1] if any(graph.has_edge(cell, c) for c in part)]
        for part in reach:
            shore = [c for c in sorted(part) if graph.has_edge(cell, c)]
            far = max(shore, key=lambda c: math.dist(map_.places[c], map_.places[cell]))
            (ax, ay), (bx, by) = map_.places[cell], map_.places[far]
            piece = len(places)
            places.append((bx + (bx - ax) * 0.4, by + (by - ay) * 0.4))
            whole[piece] = map_.province(cell)
            edges += [(cell, piece), (far, piece)]
            if cell in water:
                water.add(piece)
    return PlacedMap(tuple(places), tuple(edges), frozenset(water), whole)


# The drawing


class _Drawing:
    """The neighbours around each cell in their order (``around``), as halves of edges: ``head``
    is the cell that a half leads to, and the other half of ``h`` is ``h ^ 1``."""

    def __init__(self, map_: PlacedMap) -> None:
        self.map = map_
        self.kept, self.bridges = _planar_part(map_)
        self.near: dict[int, set[int]] = defaultdict(set)
        for u, v in map_.edges:
            a, b = map_.province(u), map_.province(v)
            self.near[a].add(b)
            self.near[b].add(a)
        self.head: list[int] = []
        self.around: dict[int, list[int]] = {cell: [] for cell in range(len(map_.places))}
        self._embed()

    def _embed(self) -> None:
        graph = planar_graphs().Graph()
        graph.add_nodes_from(range(len(self.map.places)))
        graph.add_edges_from([*self.kept, *_helping(self.map.places, self.kept)])
        is_plane, drawing = planar_graphs().check_planarity(graph)
        assert is_plane
        number: dict[Edge, int] = {}
        for u, v in self.kept:
            number[u, v], number[v, u] = len(self.head), len(self.head) + 1
            self.head += [v, u]
        for cell in self.around:
            order = [(cell, other) for other in drawing.neighbors_cw_order(cell)]
            self.around[cell] = [number[edge] for edge in order if edge in number]
        if sum(map(self._winding, self.around)) > 0:  # the other way round
            self.around = {cell: halves[::-1] for cell, halves in self.around.items()}
        self._better_sides()

    def _direction(self, half: int) -> float:
        (ax, ay), (bx, by) = self.map.places[self.tail(half)], self.map.places[self.head[half]]
        return math.atan2(by - ay, bx - ax)

    def _winding(self, cell: int) -> float:
        """Less than 0 if the neighbours follow on each other as their places do."""
        directions = [self._direction(half) for half in self.around[cell]]
        steps = zip(directions, [*directions[1:], *directions[:1]], strict=True)
        turns = sum((b - a) % math.tau for a, b in steps)
        return turns - math.pi * len(directions) if len(directions) > 2 else 0.0

    def _better_sides(self) -> None:
        """Draw edges that could as well go round the other side of something where their places
        ask for it."""
        faces = self.faces()
        for half in range(0, len(self.head), 2):
            u, v = self.tail(half), self.head[half]
            sides = {n for n, walk in enumerate(faces) if half in walk or half ^ 1 in walk}
            shared = [n for n, walk in enumerate(faces) if {u, v} <= {*map(self.tail, walk)}]
            if len(sides) < 2 or sides.issuperset(shared):
                continue
            self.around[u].remove(half)
            self.around[v].remove(half ^ 1)
            ways = [
                (self._misfit(a, half) + self._misfit(b, half ^ 1), a, b)
                for walk in self.faces()
                for a in walk
                if self.tail(a) == u
                for b in walk
                if self.tail(b) == v
            ]
            _, a, b = min(ways)
            self.around[u].insert(self.around[u].index(a) + 1, half)
            self.around[v].insert(self.around[v].index(b) + 1, half ^ 1)
            faces = self.faces()

    def _misfit(self, before: int, half: int) -> float:
        """By how much the direction of a half lies outside of the wedge clockwise after another."""
        order = self.around[self.tail(before)]
        after = order[(order.index(before) + 1) % len(order)]
        begin = self._direction(before)
        wedge = (self._direction(after) - begin) % math.tau or math.tau
        turn = (self._direction(half) - begin) % math.tau
        return 0.0 if turn <= wedge else min(turn - wedge, math.tau - turn)

    def faces(self) -> list[list[int]]:
        """The faces, each as the halves of the walk around it."""
        at = {h: (cell, i) for cell, hs in self.around.items() for i, h in enumerate(hs)}
        found: list[list[int]] = []
        seen: set[int] = set()
        for start in at:
            if start in seen:
                continue
            walk: list[int] = []
            half = start
            while half not in seen:
                seen.add(half)
                walk.append(half)
                cell, i = at[half ^ 1]
                order = self.around[cell]
                half = order[(i - 1) % len(order)]
            found.append(walk)
        return found

    def tail(self, half: int) -> int:
        return self.head[half ^ 1]

    def _join(self, walk: Sequence[int], i: int, j: int) -> tuple[list[int], list[int]]:
        """A new edge within a face, from the beginning of its half ``i`` to that of ``j``; the two
        faces that come of it."""
        a, b = walk[i], walk[j]
        new = len(self.head)
        self.head += [self.tail(b), self.tail(a)]
        # A walk turns from a half to the one before it in the order around a cell.
        here = self.around[self.tail(a)]
        here.insert(here.index(a) + 1, new)
        there = self.around[self.tail(b)]
        there.insert(there.index(b) + 1, new + 1)
        return [*walk[i:j], new + 1], [*walk[j:], *walk[:i], new]

    def figure(self) -> PlacedFigure:
        faces = self.faces()
        # What lies outside has the largest face.
        outer_number = max(range(len(faces)), key=lambda n: self._extent(faces[n]))
        outer = faces[outer_number]
        inner = [walk for number, walk in enumerate(faces) if number != outer_number]
        outer, cut = self._around_islands(outer)
        closed = [part for walk in [*inner, *cut] for part in self._filled(walk)]
        return self._as_figure(closed, outer)

    def _extent(self, walk: Sequence[int]) -> float:
        return abs(area_of(tuple(self.map.places[self.tail(half)] for half in walk)))

    def _may_join(self, one: int, other: int) -> bool:
        a, b = self.map.province(one), self.map.province(other)
        return one != other and (a == b or b in self.near[a])

    def _filled(self, walk: list[int]) -> list[list[int]]:
        """A face cut by second borders of neighbours, as far as there are any, so that islands lie
        in their seas and holes are small."""
        if len(walk) <= 3:
            return [walk]
        water, size = self.map.water, len(walk)
        best: tuple[float, int, int] | None = None
        for i in range(size):
            for j in range(i + 2, size):
                if i == 0 and j == size - 1:
                    continue
                u, v = self.tail(walk[i]), self.tail(walk[j])
                if not self._may_join(u, v):
                    continue
                sides = (range(i + 1, j), [*range(j + 1, size), *range(i)])
                both_water = u in water and v in water
                cuts_off = min(
                    (
                        len(side)
                        for side in sides
                        if not any(self.tail(walk[k]) in water for k in side)
                    ),
                    default=size,
                )
                rank = (0 if both_water else 1) * 1000 + (cuts_off if both_water else 0) * 10
                length = math.dist(self.map.places[u], self.map.places[v])
                candidate = (rank + length / (1 + length), i, j)
                if best is None or candidate < best:
                    best = candidate
        if best is None:
            return [walk]
        one, other = self._join(walk, best[1], best[2])
        return [*self._filled(one), *self._filled(other)]

    def _around_islands(self, outer: list[int]) -> tuple[list[int], list[list[int]]]:
        """The outer face without islands whose seas can meet behind them, and what was cut off."""
        water = self.map.water
        cut: list[list[int]] = []
        found = True
        while found and len(outer) > 4:
            found = False
            size = len(outer)
            for i in range(size):
                for width in range(2, min(_ISLAND + 2, size - 2)):
                    walk = [*outer[i:], *outer[:i]]
                    u, v = self.tail(walk[0]), self.tail(walk[width])
                    between = [self.tail(walk[k]) for k in range(1, width)]
                    if (
                        u in water
                        and v in water
                        and self._may_join(u, v)
                        and not any(cell in water for cell in between)
                        and self._is_island(between)
                    ):
                        inside, outer = self._join(walk, 0, width)
                        cut.append(inside)
                        found = True
                        break
                if found:
                    break
        return outer, cut

    def _is_island(self, cells: Collection[int]) -> bool:
        """True if land does not go on for long beyond these cells."""
        seen = set(cells)
        waiting = list(cells)
        while waiting:
            cell = waiting.pop()
            for half in self.around[cell]:
                other = self.head[half]
                if other not in seen and other not in self.map.water:
                    seen.add(other)
                    waiting.append(other)
                    if len(seen) > _ISLAND:
                        return False
        return True

    def _around(self, walk: Sequence[int]) -> int | None:
        """The cell that lies on several sides of a hole, if all others there border on it."""
        cells = [self.tail(half) for half in walk]
        for cell in cells:
            if cells.count(cell) > 1 and all(
                other == cell or self._may_join(cell, other) for other in cells
            ):
                return cell
        return None

    def _as_figure(self, faces: Sequence[Sequence[int]], outer: Sequence[int]) -> PlacedFigure:
        cells, corners = len(self.map.places), 0
        corner_of: dict[int, int] = {}
        borders: list[CellBorder] = []
        pieces = dict(self.map.whole)
        for walk in [*faces, outer]:
            if len(walk) == 3 and walk is not outer:
                corner_of.update(dict.fromkeys(walk, corners))
                corners += 1
                continue
            hole = VOID
            if walk is not outer:
                hole, cells = cells, cells + 1
                if (around := self._around(walk)) is not None:
                    pieces[hole] = self.map.province(around)
            size = len(walk)
            for i, half in enumerate(walk):
                corner_of[half] = corners + i
                cell = self.tail(half)
                borders.append(CellBorder((cell, hole), (corners + (i - 1) % size, corners + i)))
            corners += size
        for half in range(0, len(self.head), 2):
            borders.append(
                CellBorder(
                    (self.tail(half), self.head[half]), (corner_of[half], corner_of[half ^ 1])
                )
            )
        figure = PlaneFigure(
            len(self.map.places),
            cells,
            corners,
            tuple(borders),
            tuple(self.bridges),
            pieces,
        )
        return PlacedFigure(figure, self.map.places)


def _planar_part(map_: PlacedMap) -> tuple[list[Edge], list[Edge]]:
    """The neighbours that can be drawn without crossing, short borders first, and the others."""
    count = len(map_.places)
    edges = sorted({(min(edge), max(edge)) for edge in map_.edges})
    length = {edge: _distance(map_, edge) for edge in edges}
    at_sea = {edge for edge in edges if map_.water.issuperset(edge)}
    best: tuple[int, int, list[Edge]] | None = None
    for seed in range(_TRIES):
        chance = random.Random(seed)
        # By turns borders at sea come before those that an army may cross a strait by.
        order = sorted(
            edges,
            key=lambda e: (
                length[e]
                * (_AT_SEA if seed % 2 and e in at_sea else 1)
                * (1 + seed * 0.15 * chance.random())
            ),
        )
        crossing = [*_crossing(count, order)]
        cost = (len(crossing), len(at_sea.intersection(crossing)), crossing)
        best = min(best, cost) if best else cost
        if not crossing:
            break
    if (
        best is not None and best[0] > _FEW
    ):  # who has many neighbours in common is nearer than it looks
        near: dict[int, set[int]] = defaultdict(set)
        for u, v in edges:
            near[u].add(v)
            near[v].add(u)
        for seed in range(_TRIES):
            chance = random.Random(seed)
            order = sorted(edges, key=lambda e: (-len(near[e[0]] & near[e[1]]), chance.random()))
            crossing = [*_crossing(count, order)]
            best = min(best, (len(crossing), len(at_sea.intersection(crossing)), crossing))
    assert best is not None
    bridges = set(best[2])
    return [edge for edge in edges if edge not in bridges], best[2]


def _crossing(count: int, edges: Sequence[Edge], fixed: Sequence[Edge] = ()) -> Iterator[Edge]:
    """The edges that cross an earlier one, or a fixed one."""
    kept = list(fixed)
    waiting: list[Sequence[Edge]] = [edges]
    while waiting:
        chunk = waiting.pop()
        if is_planar(count, [*kept, *chunk]):
            kept += chunk
        elif len(chunk) > 1:
            middle = len(chunk) // 2
            waiting += [chunk[middle:], chunk[:middle]]
        else:
            yield chunk[0]


def _helping(places: Sequence[Point], kept: Sequence[Edge]) -> list[Edge]:
    """Pairs of near places that can be joined besides."""
    wanted = {edge for one in range(len(places)) for edge in _near(places, one)}
    order = sorted(wanted - set(kept), key=lambda edge: math.dist(places[edge[0]], places[edge[1]]))
    crossing = set(_crossing(len(places), order, kept))
    return [edge for edge in order if edge not in crossing]


def _near(places: Sequence[Point], one: int) -> Iterator[Edge]:
    """The pairs of a place with the nearest, and with all others that no third lies between: in the
    circle around the two."""
    x, y = places[one]
    others = sorted(
        (math.dist(places[one], at), other) for other, at in enumerate(places) if other != one
    )
    seen: list[Point] = []
    for rank, (distance, other) in enumerate(others):
        ox, oy = places[other]
        middle = ((x + ox) / 2, (y + oy) / 2)
        if rank < _NEAREST or not any(math.dist(middle, at) < distance / 2 for at in seen):
            yield (min(one, other), max(one, other))
        seen.append((ox, oy))
