"""The lines along which orders are drawn: curves as chains of points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from dragoman.drawing.geometry import Point
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True)
class Curve:
    """A chain of points, close enough together to look like a curve."""

    points: tuple[Point, ...]

    @property
    def length(self) -> float:
        return sum(math.dist(a, b) for a, b in pairwise(self.points))

    def at(self, share: float) -> Point:
        """The point so far along the line, from 0 to 1."""
        return self.trimmed(self.length * share, 0.0).points[0]

    def direction(self) -> Point:
        """The direction in which the line ends, of length 1."""
        (ax, ay), (bx, by) = self.points[-2:]
        length = math.dist((ax, ay), (bx, by)) or 1.0
        return ((bx - ax) / length, (by - ay) / length)

    def trimmed(self, start: float, end: float) -> Curve:
        """Without the first and the last so many units; something is always left."""
        whole = self.length
        if start + end > whole * 0.9:
            scale = whole * 0.9 / (start + end)
            start, end = start * scale, end * scale
        return Curve(_from(_from(self.points, start)[::-1], end)[::-1])

    def clear_of(self, at: Point, radius: float) -> Curve:
        """Without what lies at its beginning within a circle; something is always left."""
        points = self.points
        if math.dist(points[0], at) >= radius:
            return self
        for i, (a, b) in enumerate(pairwise(points)):
            inner, outer = math.dist(a, at), math.dist(b, at)
            if outer >= radius:
                share = (radius - inner) / (outer - inner) if outer > inner else 1.0
                here = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
                return Curve((here, *points[i + 1 :])) if here != b else Curve(points[i:][-2:])
        return Curve(points[-2:])

    def distance(self, at: Point) -> float:
        """The distance of a point from it."""
        return min(_from_straight(at, a, b) for a, b in pairwise(self.points))

    def lengthened(self, least: float) -> Curve:
        """With its end so far on that it has at least this length."""
        (x, y), (dx, dy) = self.points[-1], self.direction()
        more = max(least - self.length, 0.0)
        return Curve((*self.points[:-1], (x + dx * more, y + dy * more)))

    def backwards(self) -> Curve:
        return Curve(self.points[::-1])

    def sides(self, first: float, last: float) -> Iterator[tuple[Point, Point]]:
        """The points at its left and right, so far from it where it begins and where it ends."""
        whole, gone, before = self.length or 1.0, 0.0, self.points[0]
        for i, (x, y) in enumerate(self.points):
            (ax, ay), *_, (bx, by) = self.points[max(i - 1, 0) : i + 2]
            length = math.dist((ax, ay), (bx, by)) or 1.0
            dx, dy = (bx - ax) / length, (by - ay) / length
            gone += math.dist(before, (x, y))
            half = first + (last - first) * gone / whole
            yield (x - dy * half, y + dx * half), (x + dy * half, y - dx * half)
            before = (x, y)

    def path(self) -> str:
        """As the data of an SVG path."""
        return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in self.points)


def _from(points: Sequence[Point], distance: float) -> tuple[Point, ...]:
    for i, (a, b) in enumerate(pairwise(points)):
        step = math.dist(a, b)
        if step >= distance:
            share = distance / step if step else 0.0
            here = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            rest = points[i + 1 :]
            return (here, *rest)
        distance -= step
    return tuple(points[-2:])


def _from_straight(at: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    share = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / whole if whole else 0.0
    share = min(max(share, 0.0), 1.0)
    return math.dist(at, (a[0] + dx * share, a[1] + dy * share))


def straight(a: Point, b: Point) -> Curve:
    return Curve((a, b))


def beside(a: Point, b: Point, aside: float, least: float = 0.0) -> Curve:
    """The straight way from a to b, moved to the right by so much (to the left if it is less than
    0); if that is too short, it is longer at both ends."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    more = max(least - length, 0.0) / 2
    return straight(
        (a[0] - dy * aside - dx * more, a[1] + dx * aside - dy * more),
        (b[0] - dy * aside + dx * more, b[1] + dx * aside + dy * more),
    )


def bent(a: Point, b: Point, aside: float) -> Curve:
    """From a to b with its middle so far to the right of the straight way."""
    if aside == 0:
        return straight(a, b)
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    cx = (a[0] + b[0]) / 2 - dy / length * aside * 2
    cy = (a[1] + b[1]) / 2 + dx / length * aside * 2
    points: list[Point] = []
    for i in range(15):
        t = i / 14
        s = 1 - t
        x = s * s * a[0] + 2 * s * t * cx + t * t * b[0]
        y = s * s * a[1] + 2 * s * t * cy + t * t * b[1]
        points.append((x, y))
    return Curve(tuple(points))


def through(stops: Sequence[Point]) -> Curve:
    """A smooth curve through all stops (Catmull and Rom's)."""
    ends = (stops[0], *stops, stops[-1])
    points: list[Point] = [stops[0]]
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for i in range(1, 11):
            t = i / 10
            points.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return Curve(tuple(points))


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b
        + (c - a) * t
        + (2 * a - 5 * b + 4 * c - d) * t * t
        + (3 * b - a - 3 * c + d) * t * t * t
    )
