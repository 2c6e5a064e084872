"""Who touches whom on a map, by how long a border: what the drawing says of the board."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import pairwise

from dragoman.drawing.geometry import Geometry

LEAST = 12.0
"""A border that is shorter is not seen. Units."""


def borders(geometry: Geometry) -> dict[frozenset[str], float]:
    """The length of border of every two provinces that touch."""
    sides: defaultdict[frozenset[tuple[float, float]], list[str]] = defaultdict(list)
    for key, ground in geometry.shapes.items():
        for ring in ground.rings:
            for piece in pairwise((*ring, ring[0])):
                sides[frozenset(piece)].append(key)
    found: defaultdict[frozenset[str], float] = defaultdict(float)
    for piece, keys in sides.items():
        if len(set(keys)) == 2:
            found[frozenset(keys)] += math.dist(*piece)
    return dict(found)


def faults(geometry: Geometry, wanted: frozenset[frozenset[str]]) -> list[str]:
    """In words, where provinces touch otherwise than is wanted."""
    seen = borders(geometry)
    bridges = {frozenset(pair) for pair in geometry.bridges}
    told = [f"{' '.join(sorted(pair))}: touch" for pair in seen.keys() - wanted]
    told += [f"{' '.join(sorted(pair))}: apart" for pair in wanted - seen.keys() - bridges]
    told += [
        f"{' '.join(sorted(pair))}: touch at {length:.0f}"
        for pair, length in seen.items()
        if length < LEAST and pair in wanted
    ]
    return sorted(told) + [
        f"{' '.join(sorted(pair))}: bridge" for pair in sorted(bridges, key=sorted)
    ]
