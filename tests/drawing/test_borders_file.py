"""The shipped geometry is that of the borders file beside its generator."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import shapely
from shapely import LineString, MultiLineString, Point, Polygon

import dragoman
from dragoman.drawing.geometry_file import read_geometry

TOOL = Path(__file__).parents[2] / "tools" / "standard_map"
GEOMETRY = read_geometry(Path(str(files("dragoman"))) / "variants" / "standard" / "geometry.json")
PROVINCES = dragoman.load_variant("standard").board.provinces


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"standard_map_{name}", TOOL / f"{name}.py")
    assert spec and spec.loader
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


AUTHORED = module("authored")
PROJECTION = module("projection")
FILE = AUTHORED.read_authored(TOOL / "borders.txt")


@cache
def outlines(key: str) -> MultiLineString:
    rings = GEOMETRY.grounds[key].rings
    return MultiLineString([LineString((*ring, ring[0])) for ring in rings])


@cache
def shape(key: str) -> shapely.Geometry:
    found = Polygon()
    for ring in GEOMETRY.grounds[key].rings:
        found = found.symmetric_difference(Polygon(ring))
    return found


def test_the_file_names_every_province_once() -> None:
    assert FILE.provinces.keys() == PROVINCES.keys()
    assert FILE.cities.keys() == {key for key, p in PROVINCES.items() if p.is_center}


@pytest.mark.parametrize("key", sorted(FILE.provinces))
def test_the_points_of_a_province_lie_in_it(key: str) -> None:
    for point in PROJECTION.to_sheet(np.array(FILE.provinces[key])):
        assert shape(key).contains(Point(point))


@pytest.mark.parametrize("border", FILE.borders, ids=lambda border: "-".join(border.sides))
def test_a_border_passes_through_its_points(border) -> None:
    """Not so its ends, which may lie beyond the coast, in the water or on another island."""
    sides = [key for key in border.sides if key != "OUT"]
    for at in PROJECTION.to_sheet(np.array(border.points))[1:-1]:
        point = Point(at)
        if any(shape(key).contains(point) for key in sides):
            assert max(outlines(key).distance(point) for key in sides) < 0.3


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("border BRE: 1,2 3,4", "not enough values"),
        ("border BRE PIC: 1,2,3", "too many values"),
        ("border BRE PIC: north,2", "could not convert"),
        ("wall BRE PIC: 1,2", "unknown word 'wall'"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, line: str, what: str) -> None:
    path = tmp_path / "borders.txt"
    path.write_text(f"# first\n{line}\n")
    with pytest.raises(ValueError, match=f"borders.txt:2: cannot read .*{what}"):
        AUTHORED.read_authored(path)
