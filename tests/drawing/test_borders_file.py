"""The shipped geometry is that of the borders files beside their generator."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
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
from dragoman.drawing.files.geometry_file import read_geometry

TOOL = Path(__file__).parents[2] / "tools" / "standard_map"
CONSTRAINTS = TOOL.parents[1] / "constraints.txt"
FILES = {"standard": "borders.txt", "abstraction_2": "abstraction_2.txt"}


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"standard_map_{name}", TOOL / f"{name}.py")
    assert spec and spec.loader
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


AUTHORED = module("authored")
PROJECTION = module("projection")


class Shipped:
    """A map as it is shipped, and the file of which it was made."""

    def __init__(self, name: str) -> None:
        self.provinces = dragoman.load_variant(name).board.provinces
        self.shapes = read_geometry(
            Path(str(files("dragoman"))) / "variants" / name / "geometry.json"
        ).shapes
        self.file = AUTHORED.read_authored(TOOL / FILES[name])
        self.to_sheet = PROJECTION.projection(self.file.lenses, self.file.corners[0])


SHIPPED = {name: Shipped(name) for name in FILES}


@cache
def outlines(name: str, key: str) -> MultiLineString:
    rings = SHIPPED[name].shapes[key].rings
    return MultiLineString([LineString((*ring, ring[0])) for ring in rings])


@cache
def shape(name: str, key: str) -> shapely.Geometry:
    found = Polygon()
    for ring in SHIPPED[name].shapes[key].rings:
        found = found.symmetric_difference(Polygon(ring))
    return found


@pytest.mark.parametrize("name", SHIPPED)
def test_the_file_names_every_province_once(name: str) -> None:
    shipped = SHIPPED[name]
    assert shipped.file.provinces.keys() == shipped.provinces.keys()
    assert shipped.file.cities.keys() == {k for k, p in shipped.provinces.items() if p.is_center}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_points_of_a_province_lie_in_it(name: str) -> None:
    shipped = SHIPPED[name]
    assert {
        key
        for key, points in shipped.file.provinces.items()
        for point in shipped.to_sheet(np.array(points))
        if not shape(name, key).contains(Point(point))
    } == set()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_border_passes_through_its_points(name: str) -> None:
    """Not so its ends, which may lie beyond the coast, in the water or on another island."""
    shipped = SHIPPED[name]
    off: dict[tuple[str, ...], float] = {}
    for border in shipped.file.borders:
        sides = [key for key in border.sides if key != "OUT"]
        for point in map(Point, shipped.to_sheet(np.array(border.points))[1:-1]):
            if any(shape(name, key).contains(point) for key in sides):
                away = max(outlines(name, key).distance(point) for key in sides)
                off |= {tuple(border.sides): away} if away >= 0.3 else {}
    assert off == {}


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("border BRE: 1,2 3,4", "not enough values"),
        ("border BRE PIC: 1,2,3", "too many values"),
        ("border BRE PIC: north,2", "could not convert"),
        ("wall BRE PIC: 1,2", "unknown word 'wall'"),
        ("sheet: 0,0", "not enough values"),
        ("lens: 1,2 3,4 5,6", "too many values"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, line: str, what: str) -> None:
    path = tmp_path / "borders.txt"
    path.write_text(f"# first\n{line}\n")
    with pytest.raises(ValueError, match=f"borders.txt:2: cannot read .*{what}"):
        AUTHORED.read_authored(path)


def test_the_versions_it_was_made_with_are_those_that_are_pinned() -> None:
    pinned = dict(line.split("==") for line in CONSTRAINTS.read_text().splitlines() if "==" in line)
    made_with = re.findall(r'"(shapely|numpy)": "([^"]+)"', (TOOL / "build.py").read_text())
    assert len(made_with) == 2
    assert {package: pinned[package] for package, _ in made_with} == dict(made_with)


def test_points_are_rounded_where_processors_differ() -> None:
    to_sheet = PROJECTION.projection((), (0.0, 0.0))
    ((x, y),) = to_sheet(np.array([[2.35, 48.86]])).tolist()
    assert (x, y) == (round(x, 6), round(y, 6))


@pytest.mark.slow
@pytest.mark.parametrize("name", os.environ.get("DRAGOMAN_TEST_MAPS", "").split())
def test_a_map_made_anew_is_the_shipped_one(name: str, tmp_path: Path) -> None:
    """Byte for byte. Each takes a minute, and the packages that ``make map`` fetches."""
    shipped = Path(str(files("dragoman"))) / "variants" / name / "geometry.json"
    code = (
        "import sys; from pathlib import Path; import build; build.VARIANTS = Path(sys.argv.pop());"
        " build.main()"
    )
    (tmp_path / name).mkdir()
    command = [sys.executable, "-c", code, name, str(tmp_path)]
    subprocess.run(command, check=True, cwd=TOOL)
    assert (tmp_path / name / "geometry.json").read_bytes() == shipped.read_bytes()
