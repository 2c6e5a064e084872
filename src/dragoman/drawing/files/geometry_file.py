"""Geometries as JSON files: ``geometry.json`` in a variant's folder.

One object::

    format      "dragoman-geometry"
    version     1
    width, height, unit_size, center_size    in the sheet's own units
    grid        how many steps of whole numbers one unit has (10: tenths)
    arcs        every border once: [x, y, dx, dy, dx, dy, ...], in steps of the grid, first a
                point and then the way from each point to the next
    grounds     by province: {"rings": [[arcs]], "label": [x, y], "lines": [text], "size": n,
                "angle": degrees, "center": [x, y]}; the last four where there are any
    units, dislodged    by location: [x, y]
    outside, holes, lakes    [[arcs]]
    rivers      [[x, y, dx, dy, ...]]
    straits     [{"between": [province, province], "line": [x, y, dx, dy, ...]}]
    bridges     [[province, province]]

A ring is a list of arcs that follow on each other; ``-1`` is arc 0 backwards, ``-2`` arc 1,
and so on. Neighbours name the same arc, so that between them is neither gap nor overlap.

Wheels hold the geometries of shipped variants compressed, as ``geometry.json.gz``: so many maps
are most of what a light install would take.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from dragoman.diagnostics import Diagnostic
from dragoman.drawing.geometry import Geometry, MapShape, Point, Ring, StraitLine
from dragoman.errors import DragomanError
from dragoman.files import read_text, write_atomically
from dragoman.game.json_object import FormatError, JsonObject, parse

GEOMETRY = "geometry.json"
"""The file of a variant's folder that holds its geometry."""
FORMAT = "dragoman-geometry"
VERSION = 1
GRID = 10
LARGEST = 1e9
"""No coordinate is larger."""

_Steps = tuple[int, int]
_Arc = tuple[_Steps, ...]


class GeometryError(DragomanError):
    """A file that holds no geometry. ``diagnostics`` says what is wrong with it."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagnostics))


def geometry_in(folder: Path | Traversable) -> Path | Traversable | None:
    """The file with the geometry in a variant's folder, compressed or not; None where there is
    none."""
    files = (folder.joinpath(name) for name in (GEOMETRY, f"{GEOMETRY}.gz"))
    return next((file for file in files if file.is_file()), None)


def geometry_bytes(file: Path | Traversable) -> bytes:
    """The content of a file that ``geometry_in`` has found, as it was before it was compressed."""
    content = file.read_bytes()
    return gzip.decompress(content) if file.name.endswith(".gz") else content


def read_geometry(path: Path | str) -> Geometry:
    """The geometry in a file.

    Raises:
        GeometryError: if the file cannot be read, or holds something else.
    """
    text, faults = read_text(path)
    if faults:
        raise GeometryError(faults)
    return parse_geometry(text, str(path))


def parse_geometry(text: str, source: str = "") -> Geometry:
    """The geometry in a text; ``source`` is named in diagnostics.

    Raises:
        GeometryError: if the text holds something else.
    """
    try:
        return _geometry(parse(text))
    except FormatError as fault:
        raise GeometryError([fault.diagnostic.at(source)]) from None


def save_geometry(geometry: Geometry, path: Path | str) -> None:
    """Write a geometry to a file: the whole of it, or nothing.

    Raises:
        OSError: if the file cannot be written; what it held before is still there.
    """
    write_atomically(path, write_geometry(geometry))


def write_geometry(geometry: Geometry) -> str:
    """A geometry as the text of a file. Outlines are rounded to the grid; of those that come to
    nothing by that there is none."""
    arcs = _Arcs(
        ring
        for rings in (
            *(shape.rings for shape in geometry.shapes.values()),
            geometry.outside,
            geometry.holes,
            geometry.lakes,
        )
        for ring in rings
    )
    entries: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "width": geometry.width,
        "height": geometry.height,
        "unit_size": geometry.unit_size,
        "center_size": geometry.center_size,
        "grid": GRID,
        "grounds": {key: _entry(shape, arcs) for key, shape in geometry.shapes.items()},
        "units": geometry.units,
        "dislodged": geometry.dislodged,
        "outside": arcs.of(geometry.outside),
        **({"holes": arcs.of(geometry.holes)} if geometry.holes else {}),
        "lakes": arcs.of(geometry.lakes),
        "rivers": [_deltas(map(_steps, river)) for river in geometry.rivers],
        "straits": [
            {"between": strait.between, "line": _deltas(map(_steps, strait.line))}
            for strait in geometry.straits
        ],
        "bridges": geometry.bridges,
        "arcs": [_deltas(arc) for arc in arcs.numbers],
    }
    return written(entries)


def written(entries: Mapping[str, Any]) -> str:
    """The text of a file with these entries, each part of which has a line."""
    return "{\n" + ",\n".join(_lines(key, value) for key, value in entries.items()) + "\n}\n"


# Reading


def _geometry(fields: JsonObject) -> Geometry:
    if fields.values.get("format") != FORMAT:
        raise fields.wrong("format", "not-a-geometry", f'this should be "{FORMAT}"')
    if fields.number("version") != VERSION:
        raise FormatError(
            Diagnostic(
                "newer-version",
                f"this is version {fields.number('version')} of the format; "
                f"this Dragoman reads version {VERSION}",
                "install a newer Dragoman",
            )
        )
    grid = fields.number("grid")
    if grid < 1:
        raise fields.wrong("grid", "wrong-field", "this should be 1 or more")
    arcs = [
        _points(fields, f"arcs[{i}]", deltas, grid)
        for i, deltas in enumerate(_list(fields, "arcs", _values(fields, "arcs")))
    ]
    entries = fields.object("grounds")
    shapes = {key: _ground(entries.object(key), arcs) for key in entries.values}
    geometry = Geometry(
        width=_size(fields, "width"),
        height=_size(fields, "height"),
        unit_size=_size(fields, "unit_size"),
        center_size=_size(fields, "center_size") if "center_size" in fields else 0.0,
        shapes=shapes,
        units=_spots(fields.object("units")),
        dislodged=_spots(fields.object("dislodged")),
        outside=_rings(fields, "outside", arcs),
        holes=_rings(fields, "holes", arcs) if "holes" in fields else (),
        lakes=_rings(fields, "lakes", arcs),
        rivers=tuple(
            _points(fields, f"rivers[{i}]", deltas, grid)
            for i, deltas in enumerate(_list(fields, "rivers", _values(fields, "rivers")))
        ),
        straits=tuple(
            StraitLine(
                _pair(strait, "between", _values(strait, "between"), shapes),
                _points(strait, "line", _values(strait, "line"), grid),
            )
            for strait in fields.objects("straits")
        ),
        bridges=tuple(
            _pair(fields, f"bridges[{i}]", pair, shapes)
            for i, pair in enumerate(_list(fields, "bridges", _values(fields, "bridges")))
        ),
    )
    _check_places(fields, geometry)
    return geometry


def _ground(entry: JsonObject, arcs: Sequence[Ring]) -> MapShape:
    if "rings" not in entry:
        raise entry.wrong("rings", "missing-field", "a province needs an outline, or none: []")
    return MapShape(
        rings=_rings(entry, "rings", arcs),  # a gateway or a city has none
        label=_spot(entry, "label"),
        center=_spot(entry, "center") if "center" in entry else None,
        label_lines=entry.texts("lines"),
        label_size=_size(entry, "size") if "size" in entry else 0.0,
        label_angle=_number(entry, "angle", entry.values["angle"]) if "angle" in entry else 0.0,
    )


def _check_places(fields: JsonObject, geometry: Geometry) -> None:
    """Every unit has its place in a province there is, and every province a place for one."""
    for key in ("units", "dislodged"):
        spots: dict[str, Point] = getattr(geometry, key)
        for location in spots:
            if location.partition("/")[0] not in geometry.shapes:
                what = f"there is no province of the name {location!r} among the grounds"
                raise fields.object(key).wrong(location, "unknown-province", what)
        for province in geometry.shapes:
            if province not in spots:
                raise fields.object(key).wrong(
                    province, "missing-field", "every province needs a place here"
                )


def _rings(fields: JsonObject, key: str, arcs: Sequence[Ring]) -> tuple[Ring, ...]:
    rings: list[Ring] = []
    for i, numbers in enumerate(_list(fields, key, _values(fields, key))):
        ring: list[Point] = []
        for number in _list(fields, f"{key}[{i}]", numbers):
            if type(number) is not int or not -len(arcs) <= number < len(arcs):
                what = f"{number!r} is no arc; there are {len(arcs)}"
                raise fields.wrong(f"{key}[{i}]", "unknown-arc", what)
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            if ring and ring[-1] != arc[0]:
                what = f"arc {number} does not begin where the one before it ends"
                raise fields.wrong(f"{key}[{i}]", "broken-ring", what)
            ring += arc[1:] if ring else arc
        if len(ring) < 4 or ring[0] != ring[-1]:
            raise fields.wrong(f"{key}[{i}]", "broken-ring", "this outline is not closed")
        rings.append(tuple(ring[:-1]))
    return tuple(rings)


def _points(fields: JsonObject, place: str, deltas: object, grid: int) -> Ring:
    numbers = _list(fields, place, deltas)
    if len(numbers) < 4 or len(numbers) % 2 or set(map(type, numbers)) != {int}:
        what = "this should be an even number of whole numbers, at least four"
        raise fields.wrong(place, "wrong-field", what)
    if any(abs(cast(int, number)) > LARGEST for number in numbers):
        raise fields.wrong(place, "wrong-field", "these numbers are too large")
    x = y = 0
    points: list[Point] = []
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x / grid, y / grid))
    return tuple(points)


def _spots(fields: JsonObject) -> dict[str, Point]:
    return {key: _spot(fields, key) for key in fields.values}


def _spot(fields: JsonObject, key: str) -> Point:
    found = _values(fields, key)
    if len(found) != 2:
        raise fields.wrong(key, "wrong-field", "this should be a point: [x, y]")
    return _number(fields, key, found[0]), _number(fields, key, found[1])


def _pair(
    fields: JsonObject, place: str, found: object, shapes: dict[str, MapShape]
) -> tuple[str, str]:
    pair = _list(fields, place, found)
    if len(pair) != 2 or any(type(key) is not str or key not in shapes for key in pair):
        raise fields.wrong(place, "unknown-province", "this should name two of the grounds")
    return pair[0], pair[1]


def _size(fields: JsonObject, key: str) -> float:
    if key not in fields:
        raise fields.wrong(key, "missing-field", "this field is missing")
    size = _number(fields, key, fields.values[key])
    if size <= 0:
        raise fields.wrong(key, "wrong-field", "this should be more than 0")
    return size


def _number(fields: JsonObject, key: str, found: object) -> float:
    # A whole number may be too large for a float; NaN and Infinity come no further than parse().
    if type(found) not in (int, float) or not -LARGEST <= cast(float, found) <= LARGEST:
        raise fields.wrong(key, "wrong-field", "this should be a number")
    return float(cast(float, found))


def _values(fields: JsonObject, key: str) -> list[Any]:
    return _list(fields, key, fields.values[key] if key in fields else [])


def _list(fields: JsonObject, key: str, found: object) -> list[Any]:
    if not isinstance(found, list):
        raise fields.wrong(key, "wrong-field", "this should be a list")
    return cast(list[Any], found)


# Writing


class _Arcs:
    """The arcs of some outlines: the stretches between points where three or more lines meet."""

    def __init__(self, rings: Iterable[Ring]) -> None:
        self.numbers: dict[_Arc, int] = {}
        rounded = {ring: _rounded(ring) for ring in rings}
        self._rings = {ring: steps for ring, steps in rounded.items() if len(steps) > 2}
        beside: dict[_Steps, set[_Steps]] = {}
        for ring in self._rings.values():
            for one, other in pairwise((*ring, ring[0])):
                beside.setdefault(one, set()).add(other)
                beside.setdefault(other, set()).add(one)
        self._nodes = {point for point, others in beside.items() if len(others) > 2}

    def of(self, rings: Iterable[Ring]) -> list[list[int]]:
        """The numbers of the arcs that make up each outline."""
        cut = (self._cut(self._rings[ring]) for ring in rings if ring in self._rings)
        return [[self._number(arc) for arc in arcs] for arcs in cut]

    def _cut(self, ring: _Arc) -> Iterator[_Arc]:
        at = [i for i, point in enumerate(ring) if point in self._nodes]
        # An island has no node; it begins at a point that does not depend on the outline's.
        start = at[0] if at else ring.index(min(ring))
        ring = (*ring[start:], *ring[:start], ring[start])
        cuts = [i - start for i in at] or [0]
        for one, other in pairwise((*cuts, len(ring) - 1)):
            yield ring[one : other + 1]

    def _number(self, arc: _Arc) -> int:
        if arc in self.numbers:
            return self.numbers[arc]
        if arc[::-1] in self.numbers:
            return ~self.numbers[arc[::-1]]
        self.numbers[arc] = len(self.numbers)
        return self.numbers[arc]


def _entry(shape: MapShape, arcs: _Arcs) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "rings": arcs.of(shape.rings),
        "label": shape.label,
    }
    if shape.label_lines:
        entry["lines"] = shape.label_lines
    if shape.label_size:
        entry["size"] = shape.label_size
    if shape.label_angle:
        entry["angle"] = shape.label_angle
    if shape.center:
        entry["center"] = shape.center
    return entry


def _rounded(ring: Ring) -> _Arc:
    points = [_steps(point) for point in ring]
    return tuple(point for i, point in enumerate(points) if point != points[i - 1])


def _steps(point: Point) -> _Steps:
    return round(point[0] * GRID), round(point[1] * GRID)


def _deltas(points: Iterable[_Steps]) -> list[int]:
    deltas: list[int] = []
    x = y = 0
    for to_x, to_y in points:
        deltas += [to_x - x, to_y - y]
        x, y = to_x, to_y
    return deltas


def _lines(key: str, value: Any) -> str:
    """An entry of the file, with a line for each part of it, so that changes show."""
    if isinstance(value, dict) and value:
        parts = [f"{json.dumps(k)}: {_compact(v)}" for k, v in cast(Any, value).items()]
        return f"{json.dumps(key)}: {{\n" + ",\n".join(parts) + "\n}"
    if isinstance(value, list) and value:
        return f"{json.dumps(key)}: [\n" + ",\n".join(map(_compact, cast(Any, value))) + "\n]"
    return f"{json.dumps(key)}: {_compact(value)}"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
