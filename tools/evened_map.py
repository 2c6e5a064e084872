"""A map whose provinces have about the same room each, whatever they had: its points move apart as
a gas spreads from where it is dense (Gastner and Newman's diffusion), so that no two lines that did
not cross do so afterwards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import groupby, pairwise

import numpy as np
from PIL import Image, ImageDraw
from scipy import fft, ndimage
from shapely import LineString

from dragoman.board import Board
from dragoman.drawing.geometry import Geometry, Point, Ring, area_of
from dragoman.drawing.layout.anchors import anchored

ACROSS = 1000
"""Steps across the map of the field that moves its points."""
SHARE = 0.06
"""The density of the emptiest ground, in parts of the usual one: wide seas keep some of their
room."""
ROUNDS = 2
"""So many times: outlines that are moved far are coarse, and have more points the next time."""
STEPS = 70
"""Steps in time in which the gas spreads."""
PIECE = 1.2
"""Sides of outlines are cut into pieces so long before they move. Steps across."""
FLAT = 0.5
"""Points nearer than this to a straight line are left out afterwards. Steps across."""


def evened(board: Board, geometry: Geometry) -> Geometry:
    """A map of the same provinces, neighbours and bridges, which fills its sheet."""
    drawn = _filling(geometry)
    for _ in range(ROUNDS):
        drawn = _moved_apart(drawn)
    outlines = {key: shape.rings for key, shape in drawn.shapes.items()}
    size = drawn.width, drawn.height
    return anchored(board, outlines, _shores(outlines), *size, drawn.holes, drawn.bridges)


def _moved_apart(geometry: Geometry) -> Geometry:
    """The same with other outlines."""
    step = geometry.width / ACROSS
    cut = {key: _cut(shape.rings, PIECE * step) for key, shape in geometry.shapes.items()}
    holes = _cut(geometry.holes, PIECE * step)
    points = sorted({at for rings in (*cut.values(), holes) for ring in rings for at in ring})
    where = _spread(_density(geometry, step), np.array(points) / step) * step
    moved = {
        at: (round(x, 1), round(y, 1)) for at, (x, y) in zip(points, where.tolist(), strict=True)
    }
    flat = _flat({key: _moved(rings, moved) for key, rings in cut.items()}, FLAT * step)
    shapes = {key: replace(shape, rings=flat[key]) for key, shape in geometry.shapes.items()}
    return replace(geometry, shapes=shapes, holes=_moved(holes, moved))


def _filling(geometry: Geometry) -> Geometry:
    """The same stretched to the lower edge of its sheet."""
    lowest = max(y for shape in geometry.shapes.values() for ring in shape.rings for _, y in ring)
    by = geometry.height / lowest

    def stretched(rings: tuple[Ring, ...]) -> tuple[Ring, ...]:
        return tuple(tuple((x, round(y * by, 1)) for x, y in ring) for ring in rings)

    shapes = {
        key: replace(shape, rings=stretched(shape.rings)) for key, shape in geometry.shapes.items()
    }
    return replace(geometry, shapes=shapes, holes=stretched(geometry.holes))


def _cut(rings: tuple[Ring, ...], longest: float) -> tuple[Ring, ...]:
    """Outlines with more points, at the same places for both provinces along a border."""
    found: list[Ring] = []
    for ring in rings:
        points: list[Point] = []
        for a, b in pairwise((*ring, ring[0])):
            low, high = np.array(min(a, b)), np.array(max(a, b))
            parts = max(1, int(np.ceil(np.hypot(*(high - low)) / longest)))
            between = [tuple((low + (high - low) * i / parts).tolist()) for i in range(1, parts)]
            points += [a, *(between if a <= b else between[::-1])]
        found.append(tuple(points))
    return tuple(found)


def _density(geometry: Geometry, step: float) -> np.ndarray:
    """As much of the gas in every province, evenly in each."""
    size = (ACROSS, round(geometry.height / step))
    sheet = Image.new("I", size, 0)
    brush = ImageDraw.Draw(sheet)
    rings = [
        (ring, number)
        for number, shape in enumerate(geometry.shapes.values(), 1)
        for ring in shape.rings
    ]
    rings.sort(key=lambda one: -abs(area_of(one[0])))
    for ring, number in rings:  # the smaller over those that they lie in
        brush.polygon([(x / step, y / step) for x, y in ring], fill=number)
    numbers = np.array(sheet)
    areas = np.bincount(numbers.ravel(), minlength=len(geometry.shapes) + 1)
    gas = 1.0 / np.maximum(areas, 1)
    gas[0] = 0.0
    density = gas[numbers]
    usual = 1.0 / (numbers.size / len(geometry.shapes))
    return ndimage.gaussian_filter(np.maximum(density, SHARE * usual), 2.0, mode="reflect")


def _spread(density: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Where points of a field are carried to until it is even everywhere."""
    rows, columns = density.shape
    waves = fft.dctn(density / density.mean(), norm="ortho")
    decay = (np.pi * np.arange(rows)[:, None] / rows) ** 2
    decay = decay + (np.pi * np.arange(columns)[None, :] / columns) ** 2
    where, time = points.copy(), 0.0
    for span in np.geomspace(0.02, (columns / 4) ** 2, STEPS):
        now = fft.idctn(waves * np.exp(-decay * (time + span / 2)), norm="ortho")
        time += span
        down, right = np.gradient(now)
        on_grid = where[:, ::-1].T - 0.5
        pushed = [
            ndimage.map_coordinates(-one / now, on_grid, order=1, mode="nearest") * span
            for one in (right, down)
        ]
        where = np.clip(where + np.clip(np.stack(pushed, axis=1), -6, 6), 0, [columns, rows])
        for axis, last in ((0, columns), (1, rows)):  # the rim stays the rim
            for edge in (0, last):
                at_edge = np.abs(points[:, axis] - edge) < 1e-6
                where[at_edge, axis] = edge
    return where


def _moved(rings: tuple[Ring, ...], moved: dict[Point, Point]) -> tuple[Ring, ...]:
    return tuple(tuple(moved[at] for at in ring) for ring in rings)


def _flat(shapes: dict[str, tuple[Ring, ...]], flat: float) -> dict[str, tuple[Ring, ...]]:
    """Shapes with fewer points, the same for both provinces along a border."""
    beside: defaultdict[Point, set[Point]] = defaultdict(set)
    for rings in shapes.values():
        for ring in rings:
            for a, b in pairwise((*ring, ring[0])):
                if a != b:
                    beside[a].add(b)
                    beside[b].add(a)
    kept = {at for at, near in beside.items() if len(near) != 2}  # where three meet
    passed: set[Point] = set()
    for start in sorted(kept):
        for ahead in sorted(beside[start]):
            if ahead not in passed:
                line = _line(start, ahead, beside, kept)
                passed.update(line)
                kept.update(LineString(line).simplify(flat).coords)
    kept |= beside.keys() - passed - kept  # whole outlines at which no three meet
    return {
        key: tuple(
            flat
            for ring in rings
            if len(flat := tuple(at for at, _ in groupby(at for at in ring if at in kept))) > 2
        )
        for key, rings in shapes.items()
    }


def _line(
    start: Point, ahead: Point, beside: Mapping[Point, set[Point]], ends: Collection[Point]
) -> list[Point]:
    """The points of a border from where it begins to where it ends."""
    line = [start, ahead]
    while line[-1] not in ends:
        (after,) = beside[line[-1]] - {line[-2]}
        line.append(after)
    return line


def _shores(shapes: dict[str, tuple[Ring, ...]]) -> dict[tuple[str, str], Point]:
    """A point in the middle of the border between every two provinces that touch."""
    sides: defaultdict[frozenset[Point], list[str]] = defaultdict(list)
    for key, rings in shapes.items():
        for ring in rings:
            for piece in pairwise((*ring, ring[0])):
                sides[frozenset(piece)].append(key)
    along: defaultdict[tuple[str, str], list[Point]] = defaultdict(list)
    for piece, keys in sides.items():
        if len(set(keys)) == 2:
            one, other = sorted(set(keys))
            middle = tuple(np.mean([*piece], axis=0).tolist())
            along[one, other].append(middle)
            along[other, one].append(middle)
    return {pair: points[len(points) // 2] for pair, points in along.items()}
