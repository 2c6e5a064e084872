"""The spreading of a figure's corners and borders, so that every cell gets its share of room.

A first drawing is correct, but its cells are angular and of all sizes. They are blown up like
bubbles in a foam, whose pressure evens the areas out and whose skins smooth the borders.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import chain as linked, pairwise

from dragoman.drawing.geometry import Point
from dragoman.drawing.layout.embedding import VOID, PlaneFigure, rim, rings
from dragoman.drawing.layout.facing import Facing
from dragoman.drawing.layout.first_drawing import Numbers, Points, first_drawing, on_frame
from dragoman.drawing.layout.placed_drawing import placed_drawing
from dragoman.extras import extra

with extra("maps"):
    import numpy as np
    import numpy.typing as npt

_SETTLINGS, _LAST_SETTLINGS = 700, 150
"""After so many steps a foam has come to rest; most have before. One that settled with pieces
twice as long needs fewer."""
_DRAWN_SETTLINGS = 400
"""So many while its cells are drawn to their targets."""
_SQUASHED, _SWELLINGS = 0.02, 8
"""While a province has less than this of its room it goes on settling, up to so many times."""
_MANY = 60
"""With more cells than this a foam settles with long pieces first: they find their way sooner."""
_REST = 1e-3
"""It rests when no point goes further in a step than this part of a cell's width."""
_SWELLING = 0.5
"""The greatest pressure, in and out: more would tear what is still small."""
_PRESSURE = 1.0
_SKIN, _TENSION = 0.3, 1.0
"""The force with which a border shrinks: by its length, and at any length."""
_LOOKS = 10
"""After how many steps the walls around each point are looked for again."""
_NEAR, _SHYNESS = 0.17, 0.015
"""Borders this near to each other, in parts of a cell's width, push each other away so much."""
_CLOSING = 0.03
"""A cell that wants less than this of the usual room is about to close: its borders may meet."""
_DRAWING, _LONGEST = 1.0, 1.0
"""The force by which a cell is drawn to its target, and the distance beyond which it grows no
more, in parts of a cell's width."""


def spread(
    figure: PlaneFigure,
    shares: Sequence[float],
    width: float,
    height: float,
    facing_of: Callable[[Sequence[Point]], Facing],
) -> tuple[tuple[Point, ...], ...]:
    """The lines of a figure's borders, in their order, in a frame around ``(0, 0)``.

    ``shares`` is how much room each cell wants of the whole; ``facing_of`` says, from the middles
    of the cells in a first drawing, how it has to be turned.
    """
    area = np.asarray(shares) / sum(shares) * width * height
    points = first_drawing(figure, area, width, height)
    facing = facing_of(_middles(figure, points))
    if facing.turn:
        # What is mirrored afterwards is turned the other way.
        turn = -facing.turn if facing.is_mirrored else facing.turn
        points = first_drawing(figure, area, width, height, turn)
    foam = _Foam(figure, points, area, width, height)
    if figure.cells > _MANY:
        foam.settle(_SETTLINGS // 2)
        foam.refine()
        foam.settle(_LAST_SETTLINGS)
    else:
        foam.settle(_SETTLINGS)
    lines = foam.lines()
    if facing.is_mirrored:
        return tuple(tuple((-x, y) for x, y in line) for line in lines)
    return lines


def spread_at(
    figure: PlaneFigure,
    shares: Sequence[float],
    width: float,
    height: float,
    targets: Mapping[int, Point],
) -> tuple[tuple[Point, ...], ...]:
    """The same, with every cell as near to its target as the others leave it; the rim lies as the
    targets of its cells do."""
    area = np.asarray(shares) / sum(shares) * width * height
    foam = _Foam(figure, placed_drawing(figure, area, width, height, targets), area, width, height)
    foam.draw_to(targets)
    foam.settle(_DRAWN_SETTLINGS)
    foam.draw_to({})  # now everything gets its room
    foam.settle(_SETTLINGS // 2)
    for _ in range(_SWELLINGS):
        if foam.least_share() > _SQUASHED:
            break
        foam.settle(_SETTLINGS)
    foam.refine()
    foam.settle(_LAST_SETTLINGS)
    return foam.lines()


def _middles(figure: PlaneFigure, points: Points) -> list[Point]:
    """The middle of the corners of each cell."""
    found: list[Point] = []
    for ring in rings(figure):
        corners = [
            figure.borders[number].corners[0 if is_forward else 1] for number, is_forward in ring
        ]
        x, y = points[corners].mean(axis=0)
        found.append((float(x), float(y)))
    return found


def _area(ring: Points) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2


class _Foam:
    """Borders as chains of points, and cells that press on them."""

    def __init__(
        self, figure: PlaneFigure, points: Points, area: Points, width: float, height: float
    ) -> None:
        self.figure, self.area, self.width, self.height = figure, area, width, height
        self.targets: dict[int, Point] = {}
        self.parts = 3 if figure.cells > _MANY else 8 if figure.cells > 20 else 10
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
        self._orient()
        self._frame()

    def draw_to(self, targets: Mapping[int, Point]) -> None:
        """From now on cells are drawn to these points by their middles."""
        self.targets = dict(targets)

    def _drawn(self, nodes: Numbers, cells: Numbers, goals: Points, scale: float) -> Points:
        """The force on each point that draws its cells to their targets."""
        count = len(goals)
        sizes = np.maximum(np.bincount(cells, minlength=count), 1)
        found = np.zeros_like(self.points)
        away = np.zeros_like(goals)
        for axis in (0, 1):
            middle = np.bincount(cells, self.points[nodes, axis], count) / sizes
            away[:, axis] = np.nan_to_num(goals[:, axis] - middle)
        length = np.hypot(away[:, 0], away[:, 1])
        away *= (np.minimum(length, scale * _LONGEST) / np.maximum(length, 1e-12))[:, None]
        for axis in (0, 1):
            found[:, axis] = np.bincount(nodes, away[cells, axis], len(found)) * _DRAWING
        return found

    def refine(self) -> None:
        """Cut every piece of a border in two."""
        starts = np.array([node for chain in self.chains for node in chain[:-1]])
        ends = np.array([node for chain in self.chains for node in chain[1:]])
        middles = (self.points[starts] + self.points[ends]) / 2
        count = len(self.points)
        for number, chain in enumerate(self.chains):
            first = count + number * self.parts
            new = range(first, first + self.parts)
            self.chains[number] = [
                *chain[:1],
                *linked.from_iterable(zip(new, chain[1:], strict=True)),
            ]
        self.points = np.concatenate([self.points, middles])
        self.parts *= 2
        self._orient()
        self._frame()

    def _orient(self) -> None:
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
        self._rim_walk = [node for number in rim(self.figure) for node in self.chains[number][:-1]]
        self.rim = np.array(self._rim_walk)
        self._to_frame()

    def _to_frame(self) -> None:
        self.points[self.rim] = self._framed(self.points[self.rim])

    def _framed(self, at: Points) -> Points:
        angles = np.arctan2(at[:, 1] / self.height, at[:, 0] / self.width)
        return on_frame(angles, self.width, self.height)

    def settle(self, steps: int) -> None:
        """Let the foam come to rest, in so many steps at most.

        No point goes further at a time than a part of its way to what is next to it in one of
        its cells: so no borders ever cross, whatever presses on them.
        """
        scale = math.sqrt(float(self.area.mean()))
        stiff = self.parts / 6  # so that a finer line is as hard to bend
        count = len(self.points)
        cells = self.figure.cells + 1
        closing = self._closing()
        wall_points, wall_starts, wall_ends = self._walls()
        room = np.zeros(count)
        apart = np.zeros((count, 2))
        around = [
            [n for number, forward in ring for n in self._walk(number, forward)[:-1]]
            for ring in rings(self.figure)
        ]
        nodes = np.array([node for ring in around for node in ring])
        owners = np.array([cell for cell, ring in enumerate(around) for _ in ring])
        goals = np.full((self.figure.cells, 2), np.nan)
        for cell, target in self.targets.items():
            goals[cell] = target
        for turn in range(steps):
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
            width[:-1][closing] = scale
            local = np.minimum(width[self.left], width[self.right]) / self.parts
            pull = stiff * (_SKIN + _TENSION * local / np.maximum(length, 1e-12))
            skin = along * pull[:, None]
            force = apart.copy()
            if self.targets:
                force += self._drawn(nodes, owners, goals, scale) / self.parts
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

    def _closing(self) -> npt.NDArray[np.bool_]:
        return self.area < _CLOSING * self.area.mean()

    def _walls(self) -> tuple[Numbers, Numbers, Numbers]:
        """Every point with every piece of border that it shares a cell with."""
        pairs: list[Numbers] = []
        apart: list[npt.NDArray[np.bool_]] = []
        around = [
            [n for number, forward in ring for n in self._walk(number, forward)[:-1]]
            for ring in rings(self.figure)
        ]
        around.append(self._rim_walk)
        closing = self._closing()
        for cell, ring in enumerate(around):
            at = np.array(ring)
            starts, points = np.meshgrid(np.arange(len(at)), np.arange(len(at)))
            ends = (starts + 1) % len(at)
            other = (points != starts) & (points != ends)
            pairs.append(np.stack([at[points[other]], at[starts[other]], at[ends[other]]]))
            along = np.abs(points - starts)[other]
            is_closing = cell < len(closing) and bool(closing[cell])
            apart.append((np.minimum(along, len(at) - along) > self.parts) & (not is_closing))
        self.far_along = np.concatenate(apart)
        found = np.concatenate(pairs, axis=1)
        return found[0], found[1], found[2]

    def _room(
        self, points: Numbers, starts: Numbers, ends: Numbers, scale: float
    ) -> tuple[Points, Points]:
        """The distance of each point from what is next to it, and the force that keeps it away."""
        xs, ys = self.points[:, 0].copy(), self.points[:, 1].copy()
        ax, ay = xs[starts], ys[starts]
        along_x, along_y = xs[ends] - ax, ys[ends] - ay
        away_x, away_y = xs[points] - ax, ys[points] - ay
        square = np.maximum(along_x * along_x + along_y * along_y, 1e-18)
        share = np.clip((away_x * along_x + away_y * along_y) / square, 0, 1)
        away_x -= along_x * share
        away_y -= along_y * share
        distance = np.sqrt(away_x * away_x + away_y * away_y)
        room = np.full(len(self.points), np.inf)
        for ends_of in (points, starts, ends):
            np.minimum.at(room, ends_of, distance)
        near = np.flatnonzero(self.far_along & (distance < scale * _NEAR))
        gap = np.maximum(distance[near], 1e-12)
        strength = np.minimum(scale * _NEAR / gap - 1, 5.0) * (scale * _SHYNESS) / gap
        force = np.zeros_like(self.points)
        for axis, away in enumerate((away_x, away_y)):
            push = away[near] * strength
            force[:, axis] = np.bincount(points[near], push, len(room))
            for ends_of in (starts, ends):
                force[:, axis] -= np.bincount(ends_of[near], push / 2, len(room))
        return room, force

    def least_share(self) -> float:
        """The room of the most crowded cell that does not close, in parts of what it wants."""
        sizes = np.array(
            [
                abs(_area(self.points[[n for b, way in ring for n in self._walk(b, way)[:-1]]]))
                for ring in rings(self.figure)
            ]
        )
        return float((sizes / self.area)[~self._closing()].min())

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
