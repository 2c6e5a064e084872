"""Borders that look as if nature had drawn them, the same on every run."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

from dragoman.drawing.geometry import Point


def rugged(line: Sequence[Point], amount: float, name: str) -> list[Point]:
    """The line with every piece bent twice over, by up to ``amount`` of its length.

    The ends stay where they are. ``name`` seeds the randomness: the same name gives the same line.
    """
    points = list(line)
    if amount <= 0:
        return points
    chance = random.Random(name)
    for _ in range(2):
        bent = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            aside = chance.uniform(-amount, amount)
            bent.append(((ax + bx) / 2 - (by - ay) * aside, (ay + by) / 2 + (bx - ax) * aside))
            bent.append((bx, by))
        points = bent
    return points
