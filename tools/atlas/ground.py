"""The sheet cut into many small cells, none of which is both land and water: what provinces are
grown of. Their sides follow rivers and borders of today where there are some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import shapely
from coasts import GRID
from scipy import sparse
from scipy.spatial import Voronoi
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

STEP = 11.5
"""From one cell to the next. Units."""
WATER, LAND, CLOSED = 0, 1, 2
ALONG = 0.5
"""What a border that follows a line of nature costs of one that does not."""


@dataclass(frozen=True)
class Cells:
    """The cells, and the sides they share.

    ``kinds`` says what each is: ``WATER``, ``LAND``, or ``CLOSED``, water that is part of nothing.
    ``first``, ``others``, ``lengths`` and ``costs`` hold the sides of each cell: those of cell i
    from ``first[i]`` to ``first[i + 1]``.
    """

    polygons: np.ndarray
    middles: np.ndarray
    areas: np.ndarray
    kinds: np.ndarray
    first: np.ndarray
    others: np.ndarray
    lengths: np.ndarray
    costs: np.ndarray
    sides: dict[tuple[tuple[float, float], tuple[float, float]], tuple[int, int]]
    """Each straight piece of an outline with the cells on it; -1 is beyond the sheet."""

    @cached_property
    def ways(self) -> sparse.csr_matrix:
        """The ways from cell to neighbour, by the distance of their middles."""
        return self._ways(np.ones(len(self.others), bool))

    @cached_property
    def ways_of_a_kind(self) -> sparse.csr_matrix:
        """Those that lead from land to water or back left out."""
        source = np.repeat(np.arange(len(self.areas)), np.diff(self.first))
        return self._ways(self.kinds[source] == self.kinds[self.others])

    def _ways(self, keep: np.ndarray) -> sparse.csr_matrix:
        size = len(self.areas)
        source = np.repeat(np.arange(size), np.diff(self.first))[keep]
        others = self.others[keep]
        far = np.hypot(*(self.middles[source] - self.middles[others]).T) + 0.01
        return sparse.csr_matrix((far, (source, others)), shape=(size, size))


def cells_of(
    land: BaseGeometry,
    closed: BaseGeometry,
    frame: Polygon,
    lines: Sequence[LineString],
    seed: int = 1,
) -> Cells:
    """The cells of a sheet, with sides along some lines; a part of the land is closed water."""
    sites = _sites(frame, lines, np.random.default_rng(seed))
    mesh = Voronoi(sites)
    walls = np.round([mesh.vertices[pair] for pair in mesh.ridge_vertices if min(pair) >= 0], 1)
    walls = shapely.linestrings(walls[(walls[:, 0] != walls[:, 1]).any(axis=1)])
    shores = shapely.union_all([frame.exterior, land.boundary, closed.boundary])
    shapely.prepare(shores)
    at_shore = shapely.dwithin(shores, walls, 2 * GRID)
    crossing = shapely.union_all([shores, *walls[at_shore]], grid_size=GRID)
    faces = shapely.polygonize([*shapely.get_parts(crossing), *walls[~at_shore]]).geoms
    sheet = frame.buffer(GRID / 2)
    shapely.prepare(sheet)
    polygons = np.array([face for face in faces if sheet.contains(face)])
    shapely.prepare(land)
    inner = shapely.point_on_surface(polygons)
    kinds = shapely.contains(land, inner).astype(np.int8)
    shapely.prepare(closed)
    kinds[shapely.contains(closed, inner)] = CLOSED
    sides: dict[tuple, list[int]] = {}
    for i, polygon in enumerate(polygons):
        for ring in (polygon.exterior, *polygon.interiors):
            points = np.round(shapely.get_coordinates(ring), 1).tolist()
            for a, b in pairwise(points):
                key = (tuple(a), tuple(b)) if a <= b else (tuple(b), tuple(a))
                sides.setdefault(key, []).append(i)
    pairs = {key: (found[0], found[1] if len(found) > 1 else -1) for key, found in sides.items()}
    first, others, lengths, costs = _neighbours(pairs, len(polygons), lines)
    return Cells(
        polygons,
        shapely.get_coordinates(shapely.centroid(polygons)),
        shapely.area(polygons),
        kinds,
        first,
        others,
        lengths,
        costs,
        pairs,
    )


def _sites(frame: Polygon, lines: Sequence[LineString], random: np.random.Generator) -> np.ndarray:
    """Points about a step apart, and beside each line pairs of them opposite to each other."""
    _, _, width, height = frame.bounds
    xs, ys = np.meshgrid(
        np.arange(-2 * STEP, width + 2 * STEP, STEP), np.arange(-2 * STEP, height + 2 * STEP, STEP)
    )
    xs = xs + (np.arange(len(xs)) % 2)[:, None] * STEP / 2
    sites = np.c_[xs.ravel(), ys.ravel()] + random.uniform(-0.42, 0.42, (xs.size, 2)) * STEP
    if not lines:
        return sites
    bed = shapely.union_all(lines).simplify(1.5)
    pairs: list[np.ndarray] = []
    for line in shapely.get_parts(bed):
        for far in np.arange(0.3 * STEP, line.length, 0.75 * STEP):
            at, ahead = (
                np.array(line.interpolate(one).coords[0]) for one in (far, far + 0.2 * STEP)
            )
            way = ahead - at
            if (size := np.hypot(*way)) > 0.01:
                aside = np.array([-way[1], way[0]]) / size * 0.36 * STEP
                pairs += [at + aside, at - aside]
    if not pairs:
        return sites
    near = shapely.distance(bed, shapely.points(sites)) < 0.75 * STEP
    found = np.vstack([sites[~near], *pairs])
    return found[np.unique(np.round(found / 1.5), axis=0, return_index=True)[1]]


def _neighbours(
    sides: dict, count: int, lines: Sequence[LineString]
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    keys = [key for key, (_, other) in sides.items() if other >= 0]
    ends = np.array(keys)
    pair = np.array([sides[key] for key in keys])
    length = np.hypot(*(ends[:, 0] - ends[:, 1]).T)
    cost = length.copy()
    if lines:
        bed = shapely.union_all(lines)
        shapely.prepare(bed)
        on_line = shapely.dwithin(bed, shapely.points(ends.mean(axis=1)), 2.2)
        cost[on_line] *= ALONG
    both = np.vstack([pair, pair[:, ::-1]])
    size = (count, count)
    lengths = sparse.csr_matrix((np.tile(length, 2), both.T), shape=size)
    costs = sparse.csr_matrix((np.tile(cost, 2), both.T), shape=size)
    for one in (lengths, costs):
        one.sum_duplicates()
        one.sort_indices()
    return lengths.indptr, lengths.indices, lengths.data, costs.data
