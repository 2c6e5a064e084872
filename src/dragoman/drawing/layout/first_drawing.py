"""A first drawing of a figure: correct, however it looks.

Each point is put in the middle of those around it, with the rim of the map held fast (Tutte):
that is a drawing without crossings whatever the weights, so the weights of crowded cells are
lessened until they have room.
"""

from __future__ import annotations

import math

from dragoman.drawing.layout.embedding import VOID, PlaneFigure, rim
from dragoman.extras import extra

with extra("maps"):
    import numpy as np
    import numpy.typing as npt

Points = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

_PACKINGS = 1500
"""The most times that the radii of a circle packing are bettered."""
_BALANCINGS = 40
"""The most times that the weights of the cells are bettered."""
_EASE = 0.4
_ROUGH, _EXACT = 1e-6, 1e-18
"""The part of the force on the points that is left (squared), while they are balanced and at
last."""


def first_drawing(
    figure: PlaneFigure, area: Points, width: float, height: float, turn: float = 0.0
) -> Points:
    """Positions of the corners, then of the borders' middles, so that no borders cross; the rim
    begins so far round the frame, clockwise.

    Cells, corners and middles are the nodes of triangles. The radii of circles around them
    that touch along the edges (a circle packing) say how long each edge would like to be;
    springs of that measure draw the nodes to their places within the frame.
    """
    mesh = Mesh(figure)
    steps = mesh.radii[mesh.held] + np.roll(mesh.radii[mesh.held], -1)
    angles = np.cumsum(steps) / steps.sum() * 2 * math.pi + turn
    return mesh.borders_of(mesh.drawn(area, on_frame(angles, width, height)))


class Mesh:
    """The triangles of a figure: nodes are its corners, its cells and the middles of its borders,
    in this order. ``held`` are those of the rim, a corner and a middle in turn."""

    def __init__(self, figure: PlaneFigure) -> None:
        self.figure = figure
        corners = figure.corners
        first_middle = corners + figure.cells
        self.count = first_middle + len(figure.borders)
        self.triangles: Numbers = np.array(
            [
                (corners + cell, corner, first_middle + number)
                for number, border in enumerate(figure.borders)
                for cell in border.cells
                if cell != VOID
                for corner in border.corners
            ]
        )
        self.held: Numbers = np.array(
            [
                node
                for number in rim(figure)
                for node in (figure.borders[number].corners[0], first_middle + number)
            ]
        )
        self.free = np.ones(self.count, dtype=bool)
        self.free[self.held] = False
        self.radii = _packed(self.triangles, self.free)
        a, b, c = (self.radii[self.triangles[:, i]] for i in range(3))
        inner = np.sqrt(a * b * c / (a + b + c))
        self.heads = np.concatenate([self.triangles[:, i] for i in (0, 1, 2)])
        self.tails = np.concatenate([self.triangles[:, i] for i in (1, 2, 0)])
        self.springs = np.tile(inner, 3) / (self.radii[self.heads] + self.radii[self.tails])

    def drawn(self, area: Points, frame: Points) -> Points:
        """The nodes with those of the rim at points of the frame, and in each cell as much room as
        can be of what it wants."""
        figure = self.figure
        positions = np.zeros((self.count, 2))
        positions[self.held] = frame
        cells = self.triangles[:, 0] - figure.corners
        owners = np.tile(cells, 3)
        loose = np.ones(figure.cells)
        for round_ in range(_BALANCINGS):
            exactness = _EXACT if round_ == _BALANCINGS - 1 else _ROUGH
            positions = _relaxed(
                positions,
                self.heads,
                self.tails,
                self.springs * loose[owners],
                self.free,
                exactness,
            )
            doubled = np.abs(doubled_areas(positions, self.triangles))
            size = np.bincount(cells, doubled, figure.cells) / 2
            loose *= np.clip((size + 1e-12) / area, 0.1, 10.0) ** _EASE
        return positions

    def borders_of(self, positions: Points) -> Points:
        """The positions of the corners, then of the borders' middles."""
        corners = self.figure.corners
        return np.concatenate([positions[:corners], positions[corners + self.figure.cells :]])


def _packed(triangles: Numbers, free: npt.NDArray[np.bool_]) -> Points:
    """The radii of touching circles with these triangles, 1 for those that are not free
    (by the method of Collins and Stephenson)."""
    count = len(free)
    corner = np.concatenate([triangles[:, 0], triangles[:, 1], triangles[:, 2]])
    one = np.concatenate([triangles[:, 1], triangles[:, 2], triangles[:, 0]])
    other = np.concatenate([triangles[:, 2], triangles[:, 0], triangles[:, 1]])
    petals = np.bincount(corner, minlength=count).astype(float)
    wanted = np.sin(math.pi / np.maximum(petals, 1))
    radii = np.ones(count)
    for _ in range(_PACKINGS):
        r, p, q = radii[corner], radii[one], radii[other]
        angle = 2 * np.arcsin(np.sqrt(p * q / ((r + p) * (r + q))))
        total = np.bincount(corner, angle, count)
        if np.abs(total[free] - 2 * math.pi).max() < 1e-3:
            break
        has = np.sin(np.minimum(total / (2 * np.maximum(petals, 1)), 1.5))
        radii = np.where(free, has / (1 - has) * radii * (1 - wanted) / wanted, 1.0)
    return radii


def _relaxed(
    start: Points,
    heads: Numbers,
    tails: Numbers,
    springs: Points,
    free: npt.NDArray[np.bool_],
    exactness: float,
) -> Points:
    """The rest positions of points joined by springs, by conjugate gradients, so that no more
    than ``exactness`` is left of the force on them (squared)."""
    count = len(start)

    def pull(at: Points) -> Points:
        stretch = (at[heads] - at[tails]) * springs[:, None]
        total = np.empty_like(at)
        for axis in (0, 1):
            total[:, axis] = np.bincount(heads, stretch[:, axis], count) - np.bincount(
                tails, stretch[:, axis], count
            )
        total[~free] = 0
        return total

    stiffness = np.bincount(heads, springs, count) + np.bincount(tails, springs, count)
    scale = 1 / stiffness[:, None]
    found = start.copy()
    left = -pull(found)
    step = left * scale
    power = float((left * step).sum())
    goal = power * exactness + 1e-18
    for _ in range(4 * count):
        if power <= goal:
            break
        pulled = pull(step)
        length = power / float((step * pulled).sum())
        found += length * step
        left -= length * pulled
        eased = left * scale
        now = float((left * eased).sum())
        step = eased + now / power * step
        power = now
    return found


def doubled_areas(points: Points, triangles: Numbers) -> Points:
    """Twice the area of each triangle, with its sign."""
    a, b, c = (points[triangles[:, i]] for i in range(3))
    return (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])


def on_frame(angles: Points, width: float, height: float) -> Points:
    """The points of the frame in these directions (of a square frame)."""
    cos, sin = np.cos(angles), np.sin(angles)
    reach = 1 / np.maximum(np.abs(cos), np.abs(sin))
    return np.stack([cos * reach * width / 2, sin * reach * height / 2], axis=1)
