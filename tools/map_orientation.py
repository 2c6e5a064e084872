"""Measure laid-out and drawn maps: ``.venv/bin/python -m tools.map_orientation [NAME...]``.

For each shipped variant whose provinces have places: whether its map is mirrored, by how many
degrees it is turned, how far provinces are from where they belong (0: all lie as their places do;
1: there is no likeness), how many of its borders are drawn as touching, and who touches without
bordering on each other. It ends with an error if a map of the earth is mirrored or turned by over
20 degrees.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from dragoman.drawing.files.geometry_file import read_geometry
from dragoman.drawing.geometry import Geometry
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.formats import load_variant
from tools.places.plane import HERE, fit, is_on_earth, read_places

VARIANTS = Path(__file__).parents[1] / "src" / "dragoman" / "variants"
MOST = 20.0
"""By so many degrees a map may be turned."""


def touching(geometry: Geometry) -> set[frozenset[str]]:
    """The pairs of provinces that share a piece of border."""
    owners: defaultdict[frozenset[tuple[float, float]], set[str]] = defaultdict(set)
    for key, shape in geometry.shapes.items():
        for ring in shape.rings:
            for piece in pairwise((*ring, ring[0])):
                owners[frozenset(piece)].add(key)
    return {frozenset(keys) for keys in owners.values() if len(keys) == 2}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="the variants; all of them if there are none")
    asked = parser.parse_args().names
    wrong: list[str] = []
    for path in sorted(VARIANTS.glob("*/geometry.json")):
        name = path.parent.name
        if (asked and name not in asked) or not (HERE / f"{name}.toml").exists():
            continue
        places, _ = read_places(name) or ({}, 0.0)
        geometry = read_geometry(path)
        near = neighbours(load_variant(name).board)
        borders = {frozenset((one, other)) for one in near for other in near[one]}
        drawn = touching(geometry)
        found = fit({key: shape.label for key, shape in geometry.shapes.items()}, places)
        print(
            f"{name:28} {'mirrored' if found.is_mirrored else 'right':8} {found.turn:6.1f}° "
            f"off {found.residual:.2f}  borders {len(borders & drawn)}/{len(borders)}  "
            f"others touching {len(drawn - borders)}  bridges {len(geometry.bridges)}"
            f"{'' if is_on_earth(name) else '  (a plane)'}"
        )
        if is_on_earth(name) and (found.is_mirrored or abs(found.turn) > MOST):
            wrong.append(name)
    if wrong:
        sys.exit(f"mirrored or turned: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
