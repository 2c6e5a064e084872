"""Fingers of a province, too thin to be seen, that lie between two others: they are drawn back.

Where three provinces meet, one of them may end in a finger whose sides run side by side. The sides
are laid together into one line, and the three meet at the root of the finger.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate, pairwise

from dragoman.drawing.geometry import Point
from dragoman.drawing.layout.embedding import VOID, CellBorder, PlaneFigure

_STEP = 0.25
"""So far apart points are compared, in parts of the width of a finger."""
_MOST = 0.6
"""No border loses more of its length."""


def without_fingers(
    figure: PlaneFigure, lines: Sequence[Sequence[Point]], width: float
) -> list[list[Point]]:
    """The lines of a figure without fingers thinner than a width and longer than that."""
    found = [list(line) for line in lines]
    ends: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for number, border in enumerate(figure.borders):
        ends[border.corners[0]].append((number, True))
        ends[border.corners[1]].append((number, False))
    for meeting in ends.values():
        if len(meeting) != 3 or any(_is_rim(figure.borders[number]) for number, _ in meeting):
            continue
        for i in range(3):
            one, other, along = meeting[i], meeting[(i + 1) % 3], meeting[(i + 2) % 3]
            if len({one[0], other[0], along[0]}) == 3 and _drawn_back(
                found, one, other, along, width
            ):
                break
    return found


def _is_rim(border: CellBorder) -> bool:
    return VOID in border.cells


def _drawn_back(
    lines: list[list[Point]],
    one: tuple[int, bool],
    other: tuple[int, bool],
    along: tuple[int, bool],
    width: float,
) -> bool:
    """True if the finger between two borders was laid into the third."""
    a, b, c = (
        lines[number] if is_start else lines[number][::-1]
        for number, is_start in (one, other, along)
    )
    ways_a, ways_b = _ways(a), _ways(b)
    middles: list[Point] = []
    reach = 0.0
    most = min(ways_a[-1], ways_b[-1]) * _MOST
    while reach + width * _STEP < most:
        further = reach + width * _STEP
        p, q = _at(a, ways_a, further), _at(b, ways_b, further)
        if math.dist(p, q) > width:
            break
        reach = further
        middles.append(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2))
    if reach < width:
        return False
    root = middles[-1]
    shortened = (
        [root, *(p for p, way in zip(line, ways, strict=True) if way > reach)]
        for line, ways in ((a, ways_a), (b, ways_b))
    )
    for (number, is_start), line in zip(
        (one, other, along), (*shortened, [*middles[::-1], *c]), strict=True
    ):
        lines[number] = line if is_start else line[::-1]
    return True


def _ways(line: Sequence[Point]) -> list[float]:
    """The way along a line to each of its points."""
    return list(accumulate((math.dist(p, q) for p, q in pairwise(line)), initial=0.0))


def _at(line: Sequence[Point], ways: Sequence[float], way: float) -> Point:
    """The point so far along a line."""
    i = min(max(bisect_left(ways, way), 1), len(line) - 1)
    length = ways[i] - ways[i - 1]
    share = (way - ways[i - 1]) / length if length else 0.0
    (ax, ay), (bx, by) = line[i - 1], line[i]
    return ax + (bx - ax) * share, ay + (by - ay) * share
