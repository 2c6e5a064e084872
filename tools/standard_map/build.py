"""Makes ``geometry.json`` of the drawn maps anew, and pictures to look at.

    npm install --prefix tools/standard_map
    python tools/standard_map/build.py [VARIANT ...] [--preview FOLDER]

See ``docs/explanation/standard-map.md``.
"""

from __future__ import annotations

import argparse
import math
from importlib.metadata import version
from pathlib import Path

import shapely
from authored import Authored, read_authored
from inland import drawn_lakes, drawn_rivers
from natural_earth import read_lakes, read_land, read_rivers
from placing import place_all
from preview import draw
from projection import projection
from rings import point_of, points_of, rings_of
from room import UNIT, Placed, Spot
from shapely.geometry.base import BaseGeometry
from shapes import cut

import dragoman
from dragoman.board import Board
from dragoman.drawing.files.geometry_file import read_geometry, save_geometry
from dragoman.drawing.geometry import Geometry, MapShape, StraitLine

HERE = Path(__file__).parent
MADE_WITH = {"shapely": "2.2.0", "numpy": "2.4.6"}
"""The versions that the shipped geometry was made with; ``constraints.txt`` pins them. With others
the last digits of some places may differ."""
VARIANTS = HERE.parents[1] / "src" / "dragoman" / "variants"
DRAWN = {
    "standard": "borders.txt",
    "abstraction_2": "abstraction_2.txt",
    "machiavelli": "machiavelli.txt",
    "machiavelli2": "machiavelli2.txt",
}
"""The variants whose maps are drawn here, and the files with their borders."""


def main() -> None:
    options = argparse.ArgumentParser(description="Make the geometry of drawn maps anew.")
    options.add_argument("variants", nargs="*", metavar="VARIANT", help="which; else all")
    options.add_argument(
        "--packages", type=Path, default=HERE / "node_modules", help="where npm put the data"
    )
    options.add_argument("--preview", type=Path, help="a folder for pictures to look at")
    chosen = options.parse_args()
    if unknown := [name for name in chosen.variants if name not in DRAWN]:
        options.error(f"{unknown[0]} is not drawn here; these are: {', '.join(DRAWN)}")
    for package, wanted in MADE_WITH.items():
        if (found := version(package)) != wanted:
            print(f"with {package} {found}, not {wanted}: some places may come out otherwise")
    for name in chosen.variants or DRAWN:
        board = dragoman.load_variant(name).board
        target = VARIANTS / name / "geometry.json"
        save_geometry(build(board, read_authored(HERE / DRAWN[name]), chosen.packages), target)
        if chosen.preview:
            draw(read_geometry(target), board, chosen.preview / name)


def build(board: Board, authored: Authored, packages: Path) -> Geometry:
    """The geometry of a map, from the packages' coasts and the borders drawn by hand."""
    to_sheet = projection(authored.lenses, authored.corners[0], authored.scale)
    seas = frozenset(key for key, p in board.provinces.items() if p.terrain.is_water)
    shapes = cut(authored, read_land(packages, to_sheet), seas, to_sheet)
    seen = drawn_lakes(read_lakes(packages, to_sheet), authored.waters, to_sheet)
    lakes = shapely.union_all([shapes.lakes, *seen])
    courses = read_rivers(packages, to_sheet)
    rivers = drawn_rivers(courses, authored.mouths, shapes, lakes, to_sheet)
    places = place_all(board, authored, shapes, lakes, to_sheet)
    width, height = authored.size
    return Geometry(
        width=width,
        height=height,
        unit_size=UNIT,
        center_size=authored.center,
        shapes={
            key: _ground(shapes.provinces[key], places.provinces[key])
            if province.city_of is None
            else _city(places.units[key])
            for key, province in board.provinces.items()
        },
        units={location: point_of(spot) for location, spot in places.units.items()},
        dislodged={location: point_of(spot) for location, spot in places.dislodged.items()},
        outside=rings_of(shapes.outside),
        lakes=rings_of(lakes),
        rivers=tuple(points_of(river.coords) for river in rivers),
        straits=tuple(
            StraitLine(strait.sides, points_of(line.coords))
            for strait, line in zip(authored.straits, shapes.straits, strict=True)
        ),
        bridges=tuple(authored.bridges),
    )


def _ground(shape: BaseGeometry, placed: Placed) -> MapShape:
    return MapShape(
        rings=rings_of(shape),
        label=point_of(placed.label),
        center=point_of(placed.center) if placed.center else None,
        label_lines=placed.lines,
        label_size=math.floor(placed.size * 10) / 10,
        label_angle=placed.angle,
    )


def _city(spot: Spot) -> MapShape:
    """What a city looks like that is a place of its own: it has no shape but a mark."""
    return MapShape((), point_of(spot), point_of(spot))


if __name__ == "__main__":
    main()
