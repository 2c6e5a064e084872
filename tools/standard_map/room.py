"""Room in a shape: where a name, units and a centre go, so that nothing covers anything.

The optimiser tries places, sizes, angles and line breaks of the name; next
to each it puts the unit, a dislodged unit and the mark of the centre as freely as it can, and
keeps the best of all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from projection import even
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

UNIT = 25.0
"""The diameter of a unit's mark."""
GAP = 1.2
"""What stays free around everything."""

LETTER_WIDTH, LINE_HEIGHT = 0.6, 1.1
"""What a letter takes of the width, and a line of the height, in parts of the letters' size."""

Spot = tuple[float, float]


@dataclass(frozen=True)
class Placed:
    """Everything that has its place in one province."""

    lines: tuple[str, ...]
    size: float
    angle: float
    label: Spot
    unit: Spot
    dislodged: Spot
    center: Spot | None
    score: float


def place(
    name: str,
    shape: BaseGeometry,
    sizes: tuple[float, float],
    city: Spot | None,
    center_size: float | None,
    tries: int = 50,
) -> Placed | None:
    """The best places in a shape; None where not everything fits.

    ``sizes`` are the least and the greatest of the letters; without a ``center_size`` there is no
    mark of a centre. A name is tried at so many places for each way to write it.
    """
    field = _Field.of(shape)
    best: Placed | None = None
    for angle in _angles(field.shape):
        if best and best.size >= sizes[1]:
            break  # a name that lies level at its full size need not be tilted
        for lines in _breaks(name):
            for label, size in field.labels(lines, angle, sizes, city, tries):
                for attempt in np.linspace(size, sizes[0], 4):
                    placed = field.beside(lines, attempt, angle, label, city, center_size)
                    if placed is not None:
                        if best is None or placed.score > best.score:
                            best = placed
                        break
    return best


@dataclass(frozen=True)
class _Field:
    """A shape as points: those inside it with their distance from its border, and its border."""

    shape: BaseGeometry
    points: np.ndarray
    room: np.ndarray
    border: np.ndarray
    middle: np.ndarray

    @classmethod
    def of(cls, shape: BaseGeometry) -> _Field:
        parts = shapely.get_parts(shape)
        body = shapely.union_all(parts[shapely.area(parts) > shape.area / 5])
        step = max(1.5, (body.area / 3000) ** 0.5)
        x0, y0, x1, y1 = body.bounds
        xs, ys = np.meshgrid(np.arange(x0, x1, step), np.arange(y0, y1, step))
        points = np.c_[xs.ravel(), ys.ravel()]
        points = points[shapely.contains_xy(body, points)]
        room = even(shapely.distance(body.boundary, shapely.points(points)))
        border = shapely.get_coordinates(shapely.segmentize(body.boundary, 3.0))
        return cls(body, points, room, border, points[np.argmax(room)])

    def labels(
        self,
        lines: Sequence[str],
        angle: float,
        sizes: tuple[float, float],
        city: Spot | None,
        tries: int,
    ) -> Iterator[tuple[np.ndarray, float]]:
        """Where a name fits, and how large; the largest first, well apart.

        Where it has more than enough room, between the middle and the city first.
        """
        half = _half(lines)
        turn = _turn(angle)
        spots = self.points[self.room > GAP]
        spots = spots[:: max(1, len(spots) // 700)]
        border = even(self.border @ turn.T)
        centres = even(spots @ turn.T)
        fits = np.empty(len(spots))
        for i, centre in enumerate(centres):
            off = np.maximum(np.abs(border - centre) - GAP - 1.0, 0) / half
            fits[i] = even(off.max(axis=1).min())
        goal = self.middle if city is None else (self.middle + city) / 2
        order = np.lexsort((_way(spots, goal), -np.minimum(fits, 1.3 * sizes[1])))
        taken: list[np.ndarray] = []
        apart = max(4.0, (self.shape.area**0.5) / 14)
        for i in order:
            if fits[i] < sizes[0] or len(taken) >= tries:
                return
            if all(math.dist(spots[i], other) >= apart for other in taken):
                taken.append(spots[i])
                yield spots[i], min(fits[i], sizes[1])

    def beside(
        self,
        lines: tuple[str, ...],
        size: float,
        angle: float,
        label: np.ndarray,
        city: Spot | None,
        center_size: float | None,
    ) -> Placed | None:
        """Unit, dislodged unit and centre next to a name, if there is room for them."""
        turn = _turn(angle)
        off = even(np.abs((self.points - label) @ turn.T) - _half(lines) * size)
        from_label = even(np.hypot(*np.maximum(off, 0).T))
        from_label[(off < 0).all(axis=1)] = 0
        free = np.minimum(self.room, from_label)
        at = np.flatnonzero(free >= UNIT / 2 + GAP)
        if len(at) < 2:
            return None
        best: Placed | None = None
        for i in self._likely(at, free, label):
            if (j := self._second(at, free, i)) is None:
                continue
            unit, dislodged = self.points[i], self.points[j]
            center = None
            if center_size is not None:
                goal = unit if city is None else np.array(city)
                k = self._third(free, unit, dislodged, goal, center_size)
                if k is None:
                    continue
                center = self.points[k]
            score = _size_score(size, angle) + self._score(
                label, unit, dislodged, center, city, float(free[i]), float(free[j])
            )
            if best is None or score > best.score:
                best = Placed(
                    lines,
                    float(size),
                    angle,
                    tuple(label),
                    tuple(unit),
                    tuple(dislodged),
                    None if center is None else tuple(center),
                    score,
                )
        return best

    def _likely(self, at: np.ndarray, free: np.ndarray, label: np.ndarray) -> np.ndarray:
        """Some of the points at which a unit fits, the likeliest first."""
        below = np.where(self.points[at, 1] < label[1], 0.0, 2.0)
        wish = (
            np.minimum(free[at], UNIT)
            - 0.04 * _way(self.points[at], self.middle)
            - 0.05 * _way(self.points[at], label)
            - below
        )
        return at[np.argsort(even(-wish), kind="stable")[::7][:18]]

    def _second(self, at: np.ndarray, free: np.ndarray, unit: int) -> int | None:
        """A dislodged unit's point: to the right of the other, rather below than above it."""
        far_enough = at[_way(self.points[at], self.points[unit]) >= UNIT + GAP]
        if not len(far_enough):
            return None
        ways = self.points[far_enough] - self.points[unit]
        distance = np.hypot(*ways.T)
        ahead = ways / distance[:, None]
        wish = distance - 25 * ahead[:, 0] - 5 * ahead[:, 1]
        wish -= 0.3 * np.minimum(free[far_enough], UNIT)
        return int(far_enough[np.argmin(even(wish))])

    def _third(
        self,
        free: np.ndarray,
        unit: np.ndarray,
        dislodged: np.ndarray,
        goal: np.ndarray,
        size: float,
    ) -> int | None:
        """A centre's point, as near to a goal as there is room."""
        from_units = np.minimum(_way(self.points, unit), _way(self.points, dislodged))
        clear = np.minimum(free, from_units - UNIT / 2)
        at = np.flatnonzero(clear >= size / 2 + GAP)
        if not len(at):
            return None
        wish = _way(self.points[at], goal) - 0.5 * np.minimum(clear[at], size)
        return int(at[np.argmin(even(wish))])

    def _score(
        self,
        label: np.ndarray,
        unit: np.ndarray,
        dislodged: np.ndarray,
        center: np.ndarray | None,
        city: Spot | None,
        free: float,
        dislodged_free: float,
    ) -> float:
        """How well everything stands: at ease, together, in the middle, the name below."""
        score = 0.6 * min(free, UNIT * 0.8) + 0.3 * min(dislodged_free, UNIT * 0.8)
        score -= 0.05 * math.dist(unit, label) + 0.05 * abs(unit[0] - label[0])
        score -= 0.06 * math.dist(unit, dislodged)
        score -= 0.03 * (math.dist(unit, self.middle) + math.dist(label, self.middle))
        if center is not None:
            score -= 0.06 * (math.dist(center, city or center) + math.dist(center, unit))
        return float(even(score - (4.0 if unit[1] > label[1] else 0.0)))


def _size_score(size: float, angle: float) -> float:
    """How well a name reads: up to size 14 every bit counts, and level is better."""
    return 3.0 * min(size, 14) + 1.6 * size - (6.0 + 0.1 * abs(angle) if angle else 0.0)


def _way(points: np.ndarray, to: np.ndarray) -> np.ndarray:
    return even(np.hypot(*(points - to).T))


def box_of(lines: Sequence[str], size: float, angle: float, at: Spot) -> Polygon:
    """The box a name takes."""
    half = _half(lines) * size
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    return Polygon(corners @ _turn(angle) + np.array(at))


def nearest(
    shape: BaseGeometry, goal: BaseGeometry, taken: BaseGeometry, also: BaseGeometry | None = None
) -> Spot | None:
    """The place for a unit nearest to a goal that is free of what is taken.

    Among places as near it is the nearest to what it shall ``also`` be near.
    """
    field = _Field.of(shape)
    points = shapely.points(field.points)
    free = np.minimum(field.room, shapely.distance(taken, points))
    at = np.flatnonzero(free >= UNIT / 2 + GAP)
    if not len(at):
        return None
    wish = shapely.distance(goal, points[at])
    if also is not None:
        wish = wish + 0.15 * shapely.distance(also, points[at])
    return tuple(field.points[at[np.argmin(even(wish))]])


def _breaks(name: str) -> list[tuple[str, ...]]:
    """The ways to break a name into lines between its words."""
    words = name.split()
    ways = [(name,)]
    ways += [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    if len(words) == 3:
        ways.append(tuple(words))
    return ways


def _angles(shape: BaseGeometry) -> list[float]:
    """Level, and along the shape: degrees, clockwise on the sheet."""
    corners = shapely.get_coordinates(shapely.minimum_rotated_rectangle(shape))
    sides = corners[1:3] - corners[:2]
    long = sides[np.argmax(even(np.hypot(*sides.T)))]
    angle = even((np.degrees(np.arctan2(long[1], long[0])) + 90) % 180 - 90)
    angles = [0.0]
    for tilt in (angle - 12, angle, angle + 12):
        if 6 < abs(tilt) <= 80:
            angles.append(float(round(tilt)))
    return angles


def _half(lines: Sequence[str]) -> np.ndarray:
    """Half the width and height of a name with letters of size 1."""
    longest = max(map(len, lines))
    return np.array([longest * LETTER_WIDTH, len(lines) * LINE_HEIGHT]) / 2


def _turn(angle: float) -> np.ndarray:
    """What turns the sheet so that a name at this angle lies level."""
    a = math.radians(angle)
    return np.array([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]])
