"""Makes ``geometry.json`` of variants whose maps are regions of the globe, and pictures to look at.

    npm install --prefix tools/standard_map
    python tools/atlas/build.py [VARIANT ...] [--preview FOLDER]

See ``docs/explanation/atlas.md``.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import shapely

HERE = Path(__file__).parent
STANDARD = HERE.parent / "standard_map"
sys.path[:0] = [str(STANDARD)]

from authored import CENTER  # noqa: E402
from coastline import WORLD_WATERS, Coastline, areas, coastline_of  # noqa: E402
from ground import LAND, WATER, Cells, cells_of  # noqa: E402
from growing import OUT, Wanted, grown  # noqa: E402
from inland import drawn_rivers  # noqa: E402
from lines import rounded_shore  # noqa: E402
from made import note  # noqa: E402
from natural_earth import read_countries, read_rivers, read_subunits  # noqa: E402
from outlines import outlines  # noqa: E402
from placing import Places  # noqa: E402
from plan import Plan, read_plan  # noqa: E402
from preview import draw  # noqa: E402
from rings import point_of, points_of, rings_of  # noqa: E402
from room import UNIT  # noqa: E402
from scipy.spatial import KDTree  # noqa: E402
from setting import set_places  # noqa: E402
from shapely import LineString, Polygon  # noqa: E402
from shapely.geometry.base import BaseGeometry  # noqa: E402
from shapes import Shapes  # noqa: E402
from sheet import Sheet, sheet_of  # noqa: E402
from touching import borders, faults  # noqa: E402

import dragoman  # noqa: E402
from dragoman.board import Board  # noqa: E402
from dragoman.drawing.files.geometry_file import read_geometry, save_geometry  # noqa: E402
from dragoman.drawing.geometry import Geometry, MapShape, Ring, StraitLine  # noqa: E402
from dragoman.drawing.layout.anchors import without_shape  # noqa: E402

VARIANTS = HERE.parents[1] / "src" / "dragoman" / "variants"
FLAT = 0.35
"""Points nearer than this to a straight line are left out. Units."""
LIGHTER = (120, 0.6), (170, 1.0)
"""The same where there are more than so many provinces, and the file would be large."""


def main() -> None:
    options = argparse.ArgumentParser(description="Make the geometry of atlas maps.")
    options.add_argument("variants", nargs="*", metavar="VARIANT", help="which; else all")
    options.add_argument("--packages", type=Path, default=STANDARD / "node_modules")
    options.add_argument("--folders", type=Path, default=VARIANTS, help="where the variants lie")
    options.add_argument("--preview", type=Path, help="a folder for pictures to look at")
    chosen = options.parse_args()
    planned = sorted(path.stem for path in HERE.glob("*.toml"))
    shipped = [name for name in planned if (chosen.folders / name).is_dir()]
    for name in chosen.variants or shipped:
        board = dragoman.load_variant(chosen.folders / name).board
        geometry, told = build(board, read_plan(name), chosen.packages)
        target = chosen.folders / name / "geometry.json"
        save_geometry(geometry, target)
        note(name, chosen.folders / name)
        size = target.stat().st_size / 1024
        print(f"{name}: {size:.0f} KB", *told, sep="\n  ", flush=True)
        if chosen.preview:
            draw(read_geometry(target), board, chosen.preview / name)


def build(board: Board, plan: Plan, packages: Path) -> tuple[Geometry, list[str]]:
    """The geometry of a board, and in words what it is not as it should be."""
    provinces = [key for key, one in board.provinces.items() if key in plan.places]
    seas = frozenset(key for key in provinces if board.provinces[key].terrain.is_water)
    sheet = sheet_of(plan, len(provinces))
    frame = shapely.box(0, 0, sheet.width, sheet.height)
    coast = coastline_of(plan, sheet, seas, [key for key in provinces if key not in seas], packages)
    courses = _courses(sheet, packages)
    courses = [course for course in courses if course.intersects(frame)]
    edges = _edges_of_today(plan, sheet, coast.land, packages) if plan.today else []
    cells = cells_of(coast.land, coast.closed, frame, [*courses, *edges])
    wanted = Wanted(
        provinces,
        seas,
        _pairs(board, frozenset(provinces), plan.kinds),
        _seeds(plan, provinces, seas, sheet, cells),
        set(map(frozenset, plan.bridges)),
        {frozenset(pair) for gateway in board.gateways for pair in gateway.pairs},
        frozenset(plan.apart),
    )
    growth = grown(cells, wanted)
    for one, other in growth.apart():
        wanted.bridges.add(frozenset((one, other)))
    flat = max([FLAT, *(lighter for many, lighter in LIGHTER if len(provinces) > many)])
    shapes = outlines(cells, growth.labels, growth.keys, frame, flat)
    geometry, crowded = _geometry(board, sheet, coast, shapes, courses, wanted)
    apart = wanted.bridges - borders(geometry).keys()
    bridges = sorted((one, other) for pair in apart for one, other in (sorted(pair),))
    geometry = replace(geometry, bridges=tuple(bridges), rivers=_lighter(geometry.rivers, flat))
    return geometry, faults(geometry, wanted.pairs - wanted.guarded) + crowded


def _pairs(board: Board, provinces: frozenset[str], kinds: str) -> frozenset[frozenset[str]]:
    """Who borders on whom, by land or by sea, or for some kinds of units alone."""
    pairs = (
        frozenset((path.source.partition("/")[0], path.target.partition("/")[0]))
        for path in board.paths
        if not kinds or path.kind in kinds
    )
    return frozenset(pair for pair in pairs if len(pair) == 2 and pair <= provinces)


def _seeds(
    plan: Plan, provinces: list[str], seas: frozenset[str], sheet: Sheet, cells: Cells
) -> dict[str, list[int]]:
    """The cells in which the points of the provinces lie, or that are nearest to them."""
    trees = {
        kind: (np.flatnonzero(cells.kinds == kind), KDTree(cells.middles[cells.kinds == kind]))
        for kind in (WATER, LAND)
    }
    taken: set[int] = set()
    seeds: dict[str, list[int]] = {}
    points = {key: (plan.places[key], *plan.more.get(key, ())) for key in provinces}
    if plan.outside:
        points[OUT] = plan.outside
    for key, where in points.items():
        numbers, tree = trees[WATER if key in seas else LAND]
        for point in sheet.to_sheet(np.array(where)):
            near = numbers[tree.query(point, 30)[1]]
            cell = int(next((one for one in near if int(one) not in taken), near[0]))
            taken.add(cell)
            seeds.setdefault(key, []).append(cell)
    return seeds


def _lighter(rivers: tuple[Ring, ...], flat: float) -> tuple[Ring, ...]:
    """Rivers, on the largest maps with as few points as shapes have."""
    if flat < LIGHTER[-1][1]:
        return rivers
    return tuple(points_of(LineString(river).simplify(flat).coords) for river in rivers)


def _courses(sheet: Sheet, packages: Path) -> list[LineString]:
    """The rivers of the world in the window of a sheet."""
    if sheet.window is None:
        return []
    return read_rivers(packages, sheet.to_sheet, sheet.window, WORLD_WATERS)


def _edges_of_today(
    plan: Plan, sheet: Sheet, land: BaseGeometry, packages: Path
) -> list[LineString]:
    """The borders between countries, and between some of their states."""
    file = f"world-atlas/countries-{plan.detail}.json"
    countries = read_countries(packages, sheet.to_sheet, sheet.window, file)
    states = read_subunits(packages, sheet.to_sheet, sheet.window, WORLD_WATERS)
    edges = shapely.union_all([one.boundary for one in (*countries, *states)])
    inner = shapely.line_merge(edges.intersection(land.buffer(-4)))
    return [one for one in shapely.get_parts(inner) if one.length > 20]


def _geometry(
    board: Board,
    sheet: Sheet,
    coast: Coastline,
    shapes: dict[str, BaseGeometry],
    courses: list[LineString],
    wanted: Wanted,
) -> tuple[Geometry, list[str]]:
    outside = shapes.pop(OUT, Polygon())
    inland = [lake for lake in coast.lakes if not coast.closed.covers(lake)]
    lakes = [Polygon(rounded_shore(lake.exterior.coords)) for lake in inland]
    waters = [*(one for one in lakes if one.is_valid), coast.closed]  # closed ones keep corners
    shown = areas(shapely.union_all(waters).intersection(coast.land))
    land = Shapes(shapes, outside, shown, [], coast.land)
    rivers = drawn_rivers(courses, (), land, shown, sheet.to_sheet)
    middles = {key: (point_of(one.centroid.coords[0]), UNIT) for key, one in shapes.items()}
    wet = shapely.union_all([shown.buffer(1), *(one.buffer(3) for one in coast.straits.values())])
    places, crowded = set_places(board, shapes, wet)
    signs = {
        key: without_shape(board, key, middles, UNIT, (sheet.width / 2, sheet.height / 2))
        for key in board.provinces.keys() - shapes.keys()
    }
    geometry = Geometry(
        width=sheet.width,
        height=sheet.height,
        unit_size=UNIT,
        center_size=CENTER,
        shapes={
            key: MapShape((), point_of(signs[key]))
            if key in signs
            else _ground(shapes[key], places, key)
            for key in board.provinces
        },
        units={key: point_of(spot) for key, spot in (places.units | signs).items()},
        dislodged={key: point_of(spot) for key, spot in (places.dislodged | signs).items()},
        outside=rings_of(outside),
        lakes=rings_of(shown),
        rivers=tuple(points_of(river.simplify(FLAT).coords) for river in rivers),
        straits=tuple(
            StraitLine((names[0], names[-1]), points_of(line.coords))
            for key, line in coast.straits.items()
            for names in (key.split(),)
        ),
    )
    return geometry, [f"{key}: crowded" for key in sorted(set(crowded))]


def _ground(shape: BaseGeometry, places: Places, key: str) -> MapShape:
    placed = places.provinces[key]
    return MapShape(
        rings=rings_of(shape),
        label=point_of(placed.label),
        center=point_of(placed.center) if placed.center else None,
        label_lines=placed.lines,
        label_size=math.floor(placed.size * 10) / 10,
        label_angle=placed.angle,
    )


if __name__ == "__main__":
    main()
