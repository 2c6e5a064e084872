"""Which provinces of a drawn map touch."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from dragoman.drawing import Geometry


def touching(geometry: Geometry) -> set[frozenset[str]]:
    """The pairs of provinces that share a piece of border."""
    owners: defaultdict[frozenset[tuple[float, float]], set[str]] = defaultdict(set)
    for key, ground in geometry.shapes.items():
        for ring in ground.rings:
            for piece in pairwise((*ring, ring[0])):
                owners[frozenset(piece)].add(key)
    return {frozenset(pair) for pair in owners.values() if len(pair) == 2}
