"""Where the corners and borders of a figure go, so that every cell gets its share of room.

First each point is put in the middle of those around it (Tutte), with the rim of the map held
fast: that is a drawing without crossings whatever the weights, so the weights of crowded cells
are lessened until they have room. Then the cells are blown up like bubbles in a foam, whose
pressure evens the areas out and whose skins smooth the borders.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from dragoman.drawing.embedding import VOID, Figure
from dragoman.drawing.geometry import Point

Points = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


def spread(
    figure: Figure, shares: Sequence[float], width: float, height: float
) -> tuple[tuple[Point, ...], ...]:
    """The lines of a figure's borders, in their order, in a frame around ``(0, 0)``.

    ``shares`` is how much room each cell wants of the whole.
    """
    area = np.asarray(shares) / sum(shares) * width * height
    points = _drawn(figure, area, width, height)
    foam = _Foam(figure, points, area, width, height)
    foam.settle()
    return foam.lines()


def _on_frame(angles: Points, width: float, height: float) -> Points:
    """The points of the frame in these directions (of a square frame)."""
    cos, sin = np.cos(angles), np.sin(angles)
    reach = 1 / np.maximum(np.abs(cos), np.abs(sin))
    return np.stack([cos * reach * width / 2, sin * reach * height / 2], axis=1)


# A first drawing.


def _drawn(figure: Figure, area: Points, width: float, height: float) -> Points:
    """Positions of the corners, then of the borders' middles, so that no borders cross.

    Cells, corners and middles are the nodes of triangles. The radii of circles around them
    that touch along the edges (a circle packing) say how long each edge would like to be;
    springs of that measure draw the nodes to their places within the frame.
    """
    corners = figure.corners
    first_middle = corners + figure.cells
    count = first_middle + len(figure.borders)
    triangles = np.array(
        [
            (corners + cell, corner, first_middle + number)
            for number, border in enumerate(figure.borders)
            for cell in border.cells
            if cell != VOID
            for corner in border.corners
        ]
    )
    rim = _rim(figure)
    free = np.ones(count, dtype=bool)
    free[rim] = False
    radii = _packed(triangles, free)
    a, b, c = (radii[triangles[:, i]] for i in range(3))
    inner = np.sqrt(a * b * c / (a + b + c))
    heads = np.concatenate([triangles[:, 0], triangles[:, 1], triangles[:, 2]])
    tails = np.concatenate([triangles[:, 1], triangles[:, 2], triangles[:, 0]])
    springs = np.tile(inner, 3) / (radii[heads] + radii[tails])
    positions = np.zeros((count, 2))
    steps = radii[rim] + np.roll(radii[rim], -1)
    angles = np.cumsum(steps) / steps.sum() * 2 * math.pi
    positions[rim] = _on_frame(angles, width, height)
    cells = triangles[:, 0] - corners
    owners = np.tile(cells, 3)
    loose = np.ones(figure.cells)
    for _ in range(_BALANCINGS):
        positions = _relaxed(positions, heads, tails, springs * loose[owners], free)
        doubled = np.abs(_doubled(positions, triangles))
        size = np.bincount(cells, doubled, figure.cells) / 2
        loose *= np.clip((size + 1e-12) / area, 0.1, 10.0) ** _EASE
    return np.concatenate([positions[:corners], positions[first_middle:]])


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


_PACKINGS = 4000
_BALANCINGS = 40
_EASE = 0.4


def _rim(figure: Figure) -> Numbers:
    """The corners and middles on the rim of the map in order."""
    first_middle = figure.corners + figure.cells
    nodes: list[int] = []
    leaving = {
        border.corners[0]: (number, border)
        for number, border in enumerate(figure.borders)
        if VOID in border.cells
    }
    corner = min(leaving)
    for _ in leaving:
        number, border = leaving[corner]
        nodes += [corner, first_middle + number]
        corner = border.corners[1]
    return np.array(nodes)


def rings(figure: Figure) -> list[list[tuple[int, bool]]]:
    """The borders around each cell in order, and whether each is walked from its first corner
    to its second."""
    found: list[list[tuple[int, bool]]] = []
    around: list[list[int]] = [[] for _ in range(figure.cells)]
    for number, border in enumerate(figure.borders):
        for cell in border.cells:
            if cell != VOID:
                around[cell].append(number)
    for borders in around:
        ring: list[tuple[int, bool]] = []
        left = list(borders)
        number, forward = left.pop(0), True
        while True:
            ring.append((number, forward))
            corner = figure.borders[number].corners[1 if forward else 0]
            following = [n for n in left if corner in figure.borders[n].corners]
            if not following:
                break
            number = following[0]
            left.remove(number)
            forward = figure.borders[number].corners[0] == corner
        found.append(ring)
    return found


def _relaxed(
    start: Points, heads: Numbers, tails: Numbers, springs: Points, free: npt.NDArray[np.bool_]
) -> Points:
    """The rest positions of points joined by springs, by conjugate gradients."""
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
    goal = power * 1e-18 + 1e-18
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


def _doubled(points: Points, triangles: Numbers) -> Points:
    """Twice the area of each triangle, with its sign."""
    a, b, c = (points[triangles[:, i]] for i in range(3))
    return (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])


def _area(ring: Points) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2


# The foam.


class _Foam:
    """Borders as chains of points, and cells that press on them."""

    def __init__(
        self, figure: Figure, points: Points, area: Points, width: float, height: float
    ) -> None:
        self.figure, self.area, self.width, self.height = figure, area, width, height
        self.parts = 6 if figure.cells > 60 else 8 if figure.cells > 20 else 10
        corners = figure.corners
        places: list[Points] = [points[:corners]]
        self.chains: list[list[int]] = []
        used = corners
        for number, border in enumerate(figure.borders):
            a, b = (points[corner] for corner in border.corners)
            middle = points[corners + number]
            shares: Points = np.linspace(0, 2, self.parts + 1)[1:-1, None]
            there, back = a + (middle - a) * shares, middle + (b - middle) * (shares - 1)
            places.append(there * (shares <= 1) + back * (shares > 1))
            self.chains.append(
                [border.corners[0], *range(used, used + self.parts - 1), border.corners[1]]
            )
            used += self.parts - 1
        self.points = np.concatenate(places)
        self._orient(points, corners)
        self._frame()

    def _orient(self, points: Points, corners: int) -> None:
        """The segments, each with the cell that has it the positive way round, and the other."""
        positive: dict[tuple[int, int], bool] = {}
        for cell, ring in enumerate(rings(self.figure)):
            at = [n for number, forward in ring for n in self._walk(number, forward)[:-1]]
            right_way = _area(self.points[at]) > 0
            for number, forward in ring:
                positive[cell, number] = forward == right_way
        starts: list[int] = []
        ends: list[int] = []
        left: list[int] = []
        right: list[int] = []
        for number, border in enumerate(self.figure.borders):
            one, other = border.cells
            if positive[other, number] if other != VOID else not positive[one, number]:
                one, other = other, one
            chain = self.chains[number]
            starts += chain[:-1]
            ends += chain[1:]
            left += [one] * self.parts
            right += [other] * self.parts
        self.starts, self.ends = np.array(starts), np.array(ends)
        # The void is the last entry of the arrays of cells: it has no area and no pressure.
        self.left, self.right = np.array(left), np.array(right)

    def _walk(self, number: int, forward: bool) -> list[int]:
        chain = self.chains[number]
        return chain if forward else chain[::-1]

    def _frame(self) -> None:
        leaving = {
            border.corners[0]: number
            for number, border in enumerate(self.figure.borders)
            if VOID in border.cells
        }
        corner = min(leaving)
        self._rim_walk: list[int] = []
        for _ in leaving:
            self._rim_walk += self.chains[leaving[corner]][:-1]
            corner = self.chains[leaving[corner]][-1]
        self.rim = np.array(self._rim_walk)
        self._to_frame()

    def _to_frame(self) -> None:
        self.points[self.rim] = self._framed(self.points[self.rim])

    def _framed(self, at: Points) -> Points:
        angles = np.arctan2(at[:, 1] / self.height, at[:, 0] / self.width)
        return _on_frame(angles, self.width, self.height)

    def settle(self) -> None:
        """Let the foam come to rest.

        No point goes further at a time than a part of its way to what is next to it in one of
        its cells: so no borders ever cross, whatever presses on them.
        """
        scale = math.sqrt(float(self.area.mean()))
        stiff = self.parts / 6  # so that a finer line is as hard to bend
        count = len(self.points)
        cells = self.figure.cells + 1
        wall_points, wall_starts, wall_ends = self._walls()
        room = np.zeros(count)
        apart = np.zeros((count, 2))
        for turn in range(_SETTLINGS):
            if turn % _LOOKS == 0:
                room, apart = self._room(wall_points, wall_starts, wall_ends, scale)
            a, b = self.points[self.starts], self.points[self.ends]
            cross = (a[:, 0] * b[:, 1] - b[:, 0] * a[:, 1]) / 2
            size = np.bincount(self.left % cells, cross, cells) - np.bincount(
                self.right % cells, cross, cells
            )
            share = self.area / np.maximum(size[:-1], 1e-12)
            pressure = np.append(np.clip(share - 1, -_SWELLING, _SWELLING), 0)
            push = (pressure[self.left] - pressure[self.right])[:, None] * _PRESSURE
            along = b - a
            outward = np.stack([along[:, 1], -along[:, 0]], axis=1) * push / 2
            length = np.hypot(along[:, 0], along[:, 1])
            width = np.append(np.sqrt(np.clip(size[:-1], 1e-12, self.area)), scale)
            local = np.minimum(width[self.left], width[self.right]) / self.parts
            pull = stiff * (_SKIN + _TENSION * local / np.maximum(length, 1e-12))
            skin = along * pull[:, None]
            force = apart.copy()
            for axis in (0, 1):
                force[:, axis] += np.bincount(
                    self.starts, outward[:, axis] + skin[:, axis], count
                ) + np.bincount(self.ends, outward[:, axis] - skin[:, axis], count)
            step = force * (0.3 / stiff)
            reach = np.hypot(step[:, 0], step[:, 1])
            step *= (np.minimum(reach, room * (0.4 / _LOOKS)) / np.maximum(reach, 1e-12))[:, None]
            self.points += step
            self._to_frame()
            if np.hypot(step[:, 0], step[:, 1]).max() < scale * _REST:
                break

    def _walls(self) -> tuple[Numbers, Numbers, Numbers]:
        """Every point with every piece of border that it shares a cell with."""
        pairs: list[Numbers] = []
        apart: list[npt.NDArray[np.bool_]] = []
        around = [
            [n for number, forward in ring for n in self._walk(number, forward)[:-1]]
            for ring in rings(self.figure)
        ]
        around.append(self._rim_walk)
        for ring in around:
            at = np.array(ring)
            starts, points = np.meshgrid(np.arange(len(at)), np.arange(len(at)))
            ends = (starts + 1) % len(at)
            other = (points != starts) & (points != ends)
            pairs.append(np.stack([at[points[other]], at[starts[other]], at[ends[other]]]))
            along = np.abs(points - starts)[other]
            apart.append(np.minimum(along, len(at) - along) > self.parts)
        self.far_along = np.concatenate(apart)
        found = np.concatenate(pairs, axis=1)
        return found[0], found[1], found[2]

    def _room(
        self, points: Numbers, starts: Numbers, ends: Numbers, scale: float
    ) -> tuple[Points, Points]:
        """How far each point is from what is next to it, and the force that keeps it away."""
        at, a, b = self.points[points], self.points[starts], self.points[ends]
        along = b - a
        square = np.maximum((along * along).sum(axis=1), 1e-18)
        share = np.clip(((at - a) * along).sum(axis=1) / square, 0, 1)
        away = at - a - along * share[:, None]
        distance = np.hypot(away[:, 0], away[:, 1])
        room = np.full(len(self.points), np.inf)
        for ends_of in (points, starts, ends):
            np.minimum.at(room, ends_of, distance)
        near = self.far_along & (distance < scale * _NEAR)
        strength = np.minimum(scale * _NEAR / np.maximum(distance[near], 1e-12) - 1, 5.0)
        push = away[near] / np.maximum(distance[near], 1e-12)[:, None]
        push *= strength[:, None] * (scale * _SHYNESS)
        force = np.zeros_like(self.points)
        for axis in (0, 1):
            force[:, axis] = np.bincount(points[near], push[:, axis], len(room))
            for ends_of in (starts, ends):
                force[:, axis] -= np.bincount(ends_of[near], push[:, axis] / 2, len(room))
        return room, force

    def lines(self) -> tuple[tuple[Point, ...], ...]:
        """The borders; those along the frame go into its corners."""
        found: list[tuple[Point, ...]] = []
        for border, chain in zip(self.figure.borders, self.chains, strict=True):
            points = [(float(x), float(y)) for x, y in self.points[chain]]
            if VOID in border.cells:
                points = self._squared(points)
            found.append(tuple(points))
        return tuple(found)

    def _squared(self, points: list[Point]) -> list[Point]:
        w, h = self.width / 2, self.height / 2
        found = points[:1]
        for (ax, ay), (bx, by) in pairwise(points):
            upright = abs(abs(ax) - w) < abs(abs(ay) - h)
            if upright != (abs(abs(bx) - w) < abs(abs(by) - h)):
                x, y = (ax, by) if upright else (bx, ay)
                found.append((math.copysign(w, x), math.copysign(h, y)))
            found.append((bx, by))
        return found


_SETTLINGS = 700
_SWELLING = 0.5
_LOOKS = 10
_REST = 1e-3
_NEAR = 0.12
_SHYNESS = 0.004
_PRESSURE = 1.0
_SKIN = 0.3
_TENSION = 1.0
