"""A first drawing of a figure whose cells have targets: correct, and as near to them as can be.

A correct drawing is drawn towards the targets step by step. No node goes further at a time than a
part of its way to the other side of a triangle that it belongs to: so nothing is ever turned over.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from dragoman.drawing.geometry import Point
from dragoman.drawing.layout.embedding import PlaneFigure, rim
from dragoman.drawing.layout.first_drawing import Mesh, Numbers, Points, on_frame
from dragoman.extras import extra

with extra("maps"):
    import numpy as np

_STEPS = 800
_SAFE = 0.3
"""A node goes so far at most, in parts of the smallest height of its triangles."""
_EVENNESS = 0.25
"""The force that draws nodes to the middle of those around them, beside their targets."""
_OWN_LENGTH = 0.15
"""The weight of the own distance of two neighbours, rather than what their room asks for."""
_ANCHOR = 0.02
"""The weight of where each place is in truth."""


def evened(
    places: Sequence[Point], edges: Sequence[tuple[int, int]], radii: Sequence[float]
) -> list[Point]:
    """The places with room for each: every neighbour lies in the direction in which it lies in
    truth, at a distance that is between its own and what the two ask for."""
    at = np.array(places)
    u, v = np.array([a for a, _ in edges]), np.array([b for _, b in edges])
    along = at[v] - at[u]
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)
    asked = np.array(radii)[u] + np.array(radii)[v]
    scale = float(np.median(asked / length))
    at, length = at * scale, length * scale
    length = np.maximum(length, float(np.median(length)) * 1e-3)
    wanted = length**_OWN_LENGTH * asked ** (1 - _OWN_LENGTH)
    goal = along * scale / length[:, None] * wanted[:, None]
    weight = 1 / wanted**2
    count = len(at)
    system = np.zeros((count, count))
    np.add.at(system, (u, u), weight)
    np.add.at(system, (v, v), weight)
    np.add.at(system, (u, v), -weight)
    np.add.at(system, (v, u), -weight)
    right = np.zeros((count, 2))
    np.add.at(right, v, goal * weight[:, None])
    np.add.at(right, u, -goal * weight[:, None])
    anchor = _ANCHOR * float(np.median(weight))
    system[np.diag_indices(count)] += anchor
    found = np.linalg.solve(system, right + at * anchor)
    return [(float(x), float(y)) for x, y in found]


def placed_drawing(
    figure: PlaneFigure, area: Points, width: float, height: float, targets: Mapping[int, Point]
) -> Points:
    """Positions of the corners, then of the borders' middles, so that no borders cross."""
    mesh = Mesh(figure)
    frame = on_frame(_rim_angles(figure, targets, width, height), width, height)
    positions = mesh.drawn(area, frame)
    goals = _goals(figure, targets, mesh.count)
    known = mesh.free & ~np.isnan(goals[:, 0])
    ways = np.bincount(mesh.heads, minlength=mesh.count) + np.bincount(
        mesh.tails, minlength=mesh.count
    )
    for _ in range(_STEPS):
        room = _room(positions, mesh.triangles)
        force = np.zeros_like(positions)
        for axis in (0, 1):
            near = np.bincount(mesh.heads, positions[mesh.tails, axis], mesh.count) + np.bincount(
                mesh.tails, positions[mesh.heads, axis], mesh.count
            )
            force[:, axis] = (near / ways - positions[:, axis]) * _EVENNESS
        force[known] += (goals - positions)[known] * (1 - _EVENNESS)
        force[~mesh.free] = 0
        reach = np.hypot(force[:, 0], force[:, 1])
        step = force * (np.minimum(reach, room * _SAFE) / np.maximum(reach, 1e-12))[:, None]
        positions += step
    return mesh.borders_of(positions)


def _goals(figure: PlaneFigure, targets: Mapping[int, Point], count: int) -> Points:
    """A target for each node: for corners and the middles of borders between those of their
    cells."""
    goals = np.zeros((count, 2))
    known = np.zeros(count)
    for number, border in enumerate(figure.borders):
        for cell in border.cells:
            if cell in targets:
                for node in (*border.corners, figure.corners + figure.cells + number):
                    goals[node] += targets[cell]
                    known[node] += 1
    for cell, target in targets.items():
        goals[figure.corners + cell] = target
        known[figure.corners + cell] = 1
    goals[known == 0] = np.nan
    return goals / np.maximum(known, 1)[:, None]


def _room(positions: Points, triangles: Numbers) -> Points:
    """For each node the smallest height of the triangles that it belongs to."""
    a, b, c = (positions[triangles[:, i]] for i in range(3))
    doubled = np.abs(
        (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    )
    longest = np.zeros(len(triangles))
    for one, other in ((a, b), (b, c), (c, a)):
        longest = np.maximum(longest, np.hypot(*(other - one).T))
    room = np.full(len(positions), np.inf)
    for i in range(3):
        np.minimum.at(room, triangles[:, i], doubled / np.maximum(longest, 1e-12))
    return room


def _rim_angles(
    figure: PlaneFigure, targets: Mapping[int, Point], width: float, height: float
) -> Points:
    """The directions of the corners and middles of the borders of the rim, in order: those of the
    targets, as far as they follow on each other."""
    cells = [figure.borders[number].cells[0] for number in rim(figure)]
    at = np.array([targets[cell] for cell in cells]) / (width, height)
    wanted = _directions(at)
    if abs(abs(_steps(wanted).sum()) - 2 * math.pi) > 0.1:  # they do not lie around the middle
        wanted = _directions(at - at.mean(axis=0))
    count = len(wanted)
    least = math.pi / count / 2
    best: tuple[float, Points] | None = None
    for sense in (1.0, -1.0):
        for begin in range(0, count, 2):
            turned = np.roll(wanted * sense, -begin)
            lifted = turned[0] + np.concatenate([[0.0], np.cumsum(_steps(turned)[:-1])])
            even = np.arange(count) * least
            rising = _rising(lifted - even)
            most = rising[0] + 2 * math.pi - (count + 1) * least
            rising = np.clip(rising, rising[0], most) + even
            cost = float(((np.sin((rising - turned) / 2)) ** 2).sum())
            if best is None or cost < best[0] - 1e-9:
                best = (cost, np.roll(rising, begin) * sense)
    assert best is not None
    return best[1]


def _directions(at: Points) -> Points:
    """The directions of the points between each cell of the rim and the one before, and of the
    cell, in turn."""
    corners = (at + np.roll(at, 1, axis=0)) / 2
    both = np.stack([corners, at], axis=1).reshape(-1, 2)
    return np.arctan2(both[:, 1], both[:, 0])


def _steps(directions: Points) -> Points:
    """The turn from each direction to the next, the last to the first."""
    return (np.roll(directions, -1) - directions + math.pi) % (2 * math.pi) - math.pi


def _rising(values: Points) -> Points:
    """The numbers nearest to these that never fall (by pooling those that do)."""
    pools: list[tuple[float, int]] = []
    for value in values:
        mean, size = float(value), 1
        while pools and pools[-1][0] > mean:
            other, count = pools.pop()
            mean = (mean * size + other * count) / (size + count)
            size += count
        pools.append((mean, size))
    return np.concatenate([np.full(size, mean) for mean, size in pools])
