"""Maps of other forms: the standard map twice, a board of squares, a row of boxes below a map."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from dragoman.board import Board, Path as Way
from dragoman.drawing.geometry import Geometry, MapShape, Point, Ring, StraitLine
from dragoman.drawing.layout.other_maps import renamed
from dragoman.formats import load_variant

BETWEEN = 24.0
"""What is blank between two parts of a map. Units."""
SQUARE = 100.0


def on_squares(board: Board, places: Mapping[str, Point]) -> Geometry:
    """A board of squares that lie in rows and columns, with names, centres and units in them as on
    other maps. No line shows who jumps where: whoever plays knows the game."""
    left, top = (sorted({at[axis] for at in places.values()}) for axis in (0, 1))
    corners = {
        key: (left.index(x) * SQUARE, top.index(y) * SQUARE) for key, (x, y) in places.items()
    }

    def spots(right: float, down: float) -> dict[str, Point]:
        return {key: (x + right * SQUARE, y + down * SQUARE) for key, (x, y) in corners.items()}

    ends = {key: (x + SQUARE, y + SQUARE) for key, (x, y) in corners.items()}
    labels, marks = spots(0.5, 0.16), spots(0.2, 0.8)
    shapes = {
        key: MapShape(
            (
                (
                    corners[key],
                    (ends[key][0], corners[key][1]),
                    ends[key],
                    (corners[key][0], ends[key][1]),
                ),
            ),
            labels[key],
            marks[key] if province.is_center else None,
        )
        for key, province in board.provinces.items()
    }
    width, height = len(left) * SQUARE, len(top) * SQUARE
    size, mark = 0.42 * SQUARE, 0.2 * SQUARE
    return Geometry(
        width, height, size, shapes, spots(0.5, 0.55), spots(0.76, 0.74), center_size=mark
    )


def without(board: Board, above: Collection[str], is_quartered: bool) -> Board:
    """A board without some provinces, and without ways from quarter to quarter of one sea."""
    provinces = {key: one for key, one in board.provinces.items() if key not in above}

    def is_drawn(way: Way) -> bool:
        ends = [board.province_of[end] for end in (way.source, way.target)]
        seas = {board.provinces[end].name.partition(" - ") for end in ends}
        quarters = is_quartered and all(part for _, _, part in seas)
        return provinces.keys() >= set(ends) and not (
            quarters and len({sea for sea, _, _ in seas}) == 1
        )

    if not above and not is_quartered:
        return board
    ways = [one for one in board.paths if is_drawn(one)]
    return Board(board.name, provinces.values(), board.kinds.values(), ways, board.powers.values())


def with_row(one: Geometry, keys: Collection[str]) -> Geometry:
    """A map with more provinces side by side below it."""
    if not keys:
        return one
    top, bottom = one.height, one.height + BETWEEN
    wide, high = one.width / len(keys), 3 * one.unit_size
    shapes, units, dislodged = dict(one.shapes), dict(one.units), dict(one.dislodged)
    blank = [_box(0, top, one.width, bottom)]
    for number, key in enumerate(keys):
        left, right = number * wide, (number + 1) * wide - BETWEEN
        shapes[key] = MapShape(
            (_box(left, bottom, right, bottom + high),), (left + 0.6 * wide, bottom + high / 2)
        )
        units[key] = left + 0.15 * wide, bottom + high / 2
        dislodged[key] = left + 0.15 * wide + one.unit_size, bottom + high / 2
        blank.append(_box(right, bottom, right + BETWEEN, bottom + high))
    return replace(
        one,
        height=bottom + high,
        shapes=shapes,
        units=units,
        dislodged=dislodged,
        holes=(*one.holes, *blank),
    )


def _box(left: float, top: float, right: float, bottom: float) -> Ring:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def layered(standard: Geometry, board: Board) -> Geometry:
    """The standard map twice, for provinces called as there, with a 1 or a 2 behind."""
    called = {one.name: key for key, one in load_variant("standard").board.provinces.items()}
    maps: list[Geometry] = []
    for level in "12":
        places = {
            at: at.replace(key, called[one.name[:-1]], 1)
            for key, one in board.provinces.items()
            if one.name[-1] == level
            for at in one.locations
        }
        one = renamed(standard, places)
        shapes = {
            key: replace(shape, label_lines=_with_level(shape.label_lines, level))
            for key, shape in one.shapes.items()
        }
        maps.append(replace(one, shapes=shapes))
    upper, lower = maps
    top, bottom = upper.height, upper.height + BETWEEN
    lower = _lowered(lower, bottom)
    return replace(
        upper,
        height=bottom + standard.height,
        shapes=upper.shapes | lower.shapes,
        units=upper.units | lower.units,
        dislodged=upper.dislodged | lower.dislodged,
        outside=upper.outside + lower.outside,
        rivers=upper.rivers + lower.rivers,
        lakes=upper.lakes + lower.lakes,
        straits=upper.straits + lower.straits,
        holes=(_box(0, top, upper.width, bottom),),
    )


def _with_level(lines: tuple[str, ...], level: str) -> tuple[str, ...]:
    return (*lines[:-1], lines[-1] + level) if lines else ()


def _lowered(one: Geometry, by: float) -> Geometry:
    """A map further down."""

    def down(point: Point) -> Point:
        return point[0], point[1] + by

    def ring(points: Ring) -> Ring:
        return tuple(map(down, points))

    def shape(ground: MapShape) -> MapShape:
        center = ground.center and down(ground.center)
        rings = tuple(map(ring, ground.rings))
        return replace(ground, rings=rings, label=down(ground.label), center=center)

    return replace(
        one,
        shapes={key: shape(ground) for key, ground in one.shapes.items()},
        units={at: down(point) for at, point in one.units.items()},
        dislodged={at: down(point) for at, point in one.dislodged.items()},
        outside=tuple(map(ring, one.outside)),
        rivers=tuple(map(ring, one.rivers)),
        lakes=tuple(map(ring, one.lakes)),
        straits=tuple(StraitLine(strait.between, ring(strait.line)) for strait in one.straits),
    )
