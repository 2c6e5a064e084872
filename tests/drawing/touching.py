"""Which provinces of a drawn map touch, and what lies in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from dragoman.drawing import Geometry
from dragoman.drawing.geometry import Ring


def touching(geometry: Geometry) -> set[frozenset[str]]:
    """The pairs of provinces that share a piece of border."""
    owners: defaultdict[frozenset[tuple[float, float]], set[str]] = defaultdict(set)
    for key, ground in geometry.shapes.items():
        for ring in ground.rings:
            for piece in pairwise((*ring, ring[0])):
                owners[frozenset(piece)].add(key)
    return {frozenset(pair) for pair in owners.values() if len(pair) == 2}


def holds(rings: Iterable[Ring], x: float, y: float) -> bool:
    """True if a point lies within outlines: an odd number of sides is to the right of it."""
    sides = [side for ring in rings for side in pairwise((*ring, ring[0]))]
    return (
        sum(
            (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
            for (ax, ay), (bx, by) in sides
        )
        % 2
        == 1
    )
