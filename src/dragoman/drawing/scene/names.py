"""The names on a map, each where it covers nothing and no order goes through it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from dragoman.drawing.embedded_type import width_of
from dragoman.drawing.geometry import Geometry, MapShape, Point, Ring, area_of
from dragoman.drawing.scene.contents import DrawnProvince, Names, Scene
from dragoman.drawing.scene.lines import Curve, straight
from dragoman.drawing.scene.marks import cross
from dragoman.drawing.scene.order_lines import CORNERS, RING, OrderLines, cross_at, order_lines
from dragoman.drawing.scene.readable import UNIT_PIXELS
from dragoman.orders import Hold, Support
from dragoman.quick_dataclass import dataclass

WANTED, LEAST = 11.0, 9.0
"""The pixels of names, where there is room, and where there is not."""


def drawn_names(scene: Scene, orders: OrderLines) -> str:
    """The names of the provinces, to be put over the orders, each where it covers none of what
    stands there. A backdrop has names of its own."""
    return _names(scene, _taken(scene, orders))


def names_throughout(scenes: Sequence[Scene]) -> str:
    """The names alone for all pictures of one map, so that none moves from one to the next: each is
    where it covers least in all of them together."""
    squares: dict[tuple[float, float, float], None] = {}
    discs: dict[tuple[float, float, float], None] = {}
    lines: dict[tuple[Point, ...], _Box] = {}
    for scene in scenes:
        taken = _taken(scene, order_lines(scene))
        squares |= dict.fromkeys(taken.squares)
        discs |= dict.fromkeys(taken.discs)
        lines |= {tuple(points): box for box, points in taken.lines}
    everything = _Taken([*squares], [*discs], [(box, points) for points, box in lines.items()], [])
    return _names(scenes[0], everything)


def _names(scene: Scene, taken: _Taken) -> str:
    """All names. Those of small provinces come first, as they have least room; those that find
    none in their province come last, so that they take nobody else's."""
    if scene.options.names is Names.NONE or scene.backdrop:
        return ""
    found: dict[str, tuple[_Name, Point | None]] = {}
    outside: list[DrawnProvince] = []
    for place in sorted(scene.provinces, key=lambda place: _area(scene, place)):
        name = _within(scene, place, taken)
        if name is None:
            outside.append(place)
        else:
            found[place.key] = name, None
            taken.names.append(name)
    for place in outside:
        found[place.key] = _outside(scene, place, taken)
        taken.names.append(found[place.key][0])
    parts: list[str] = []
    for place in scene.provinces:
        name, goal = found[place.key]
        if goal is not None:
            parts.append(f'<path class="leader" d="{_leader(name, goal).path()}"/>')
        parts.append(_drawn(scene, name))
    return "".join(parts)


def _area(scene: Scene, place: DrawnProvince) -> float:
    return sum(abs(area_of(ring)) for ring in scene.geometry.shapes[place.key].rings)


def drawn_stand_offs(scene: Scene) -> str:
    """The crosses where a stand-off keeps everybody out."""
    contested = [place.key for place in scene.provinces if place.is_contested]
    marks = (cross(scene.geometry.units[one], scene.geometry.unit_size * 1.6) for one in contested)
    return "".join(f'<g class="contested">{mark}</g>' for mark in marks)


@dataclass(frozen=True)
class _Name:
    """A name on the map, about its middle; half of its width and height, or where it is turned, of
    the box around it."""

    lines: Sequence[str]
    font: float
    angle: float
    kind: str
    x: float
    y: float
    wide: float
    high: float

    def moved(self, x: float, y: float) -> _Name:
        return _Name(self.lines, self.font, self.angle, self.kind, x, y, self.wide, self.high)

    def level(self) -> _Name:
        """The same, not turned."""
        box = _box(self.lines, self.font, 0.0)
        return _Name(self.lines, self.font, 0.0, self.kind, self.x, self.y, *box)

    def boxes(self, x: float, y: float) -> Sequence[tuple[float, float, float, float]]:
        """The room it takes up about a point: boxes by their middles and half of their sizes, of
        which a name that is turned has several along its line."""
        if not self.angle:
            return ((x, y, self.wide, self.high),)
        angle, width = math.radians(self.angle), _width(self.lines, self.font)
        number = math.ceil(width / (self.font * 1.2))
        step = width / number
        half = _turned(step / 2, _height(self.lines, self.font), self.angle)
        shifts = ((i - (number - 1) / 2) * step for i in range(number))
        return [(x + s * math.cos(angle), y + s * math.sin(angle), *half) for s in shifts]


def _box(lines: Sequence[str], font: float, angle: float) -> Point:
    """Half of the width and height of a name."""
    width, height = _width(lines, font) / 2, _height(lines, font)
    return _turned(width, height, angle) if angle else (width, height)


def _height(lines: Sequence[str], font: float) -> float:
    """Half of the height of a name."""
    return font * (0.37 + 0.5 * (len(lines) - 1))


def _turned(width: float, height: float, angle: float) -> Point:
    """Half of the width and height of the box around one that is turned."""
    sin, cos = abs(math.sin(math.radians(angle))), abs(math.cos(math.radians(angle)))
    return width * cos + height * sin, width * sin + height * cos


def _drawn(scene: Scene, name: _Name) -> str:
    """A name as SVG. On a page, where it may be set in another type, each line keeps its width."""
    turn = f' transform="rotate({name.angle:g} {name.x:g} {name.y:g})"' if name.angle else ""
    top = name.y + name.font * (0.35 - 0.5 * (len(name.lines) - 1))
    kept = ' textLength="{:.1f}" lengthAdjust="spacingAndGlyphs"' * scene.options.on_page
    shown = "".join(
        f'<tspan x="{name.x:.1f}" y="{top + name.font * i:.1f}"'
        f"{kept.format(_width([line], name.font))}>{escape(line)}</tspan>"
        for i, line in enumerate(name.lines)
    )
    return f'<text class="label {name.kind}" font-size="{name.font:.2f}"{turn}>{shown}</text>'


def _fonts(scene: Scene) -> tuple[float, float, float]:
    """The sizes of names, the one that is wanted first: larger on a picture that is looked at from
    farther off, whose units are larger, too."""
    geometry, pixel = scene.geometry, scene.sizes.pixel
    larger = max(1.0, geometry.unit_size / pixel / UNIT_PIXELS)
    return WANTED * larger * pixel, (WANTED + LEAST) / 2 * larger * pixel, LEAST * larger * pixel


def _ways_to_write(scene: Scene, place: DrawnProvince) -> Iterator[_Name]:
    """A name where it would stand if nothing else were there, as it is liked best first: in full,
    where somebody chose a place for it or as large as can be, and then its short form."""
    shape, kind = scene.geometry.shapes[place.key], "water" if place.terrain.is_water else "land"
    x, y = shape.label
    wanted, medium, least = _fonts(scene)
    if scene.options.names is Names.FITTING and wanted <= _FULL * _own_size(scene.geometry):
        chosen = _in_chosen_place(shape, place.name, wanted * (1.3 if kind == "water" else 1.0))
        if chosen and chosen[1] >= least:
            lines, font = chosen
            angle = shape.label_angle
            yield _Name(lines, font, angle, kind, x, y, *_box(lines, font, angle))
        for font in (wanted, medium, least):
            for lines in _ways(place.name):
                yield _Name(lines, font, 0.0, kind, x, y, *_box(lines, font, 0.0))
    short = [_short(scene, place)]
    for font in (wanted, medium, least):
        yield _Name(short, font, 0.0, kind, x, y, *_box(short, font, 0.0))


_FULL = 0.9
"""The largest type in which names are written in full, in sizes of a unit that fits everywhere."""


def _own_size(geometry: Geometry) -> float:
    return geometry.least_size or geometry.unit_size


# Free places


_Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True)
class _Taken:
    """The obstacles on the map for names: squares of units, discs of centres, cities and signs,
    and lines of orders, each with the box around it."""

    squares: Sequence[tuple[float, float, float]]
    discs: Sequence[tuple[float, float, float]]
    lines: Sequence[tuple[_Box, Sequence[Point]]]
    names: list[_Name]

    def near(self, name: _Name, reach: float) -> _Taken:
        """The things so near to a name that they may be in its way, however it is moved."""
        left, right = name.x - name.wide - reach, name.x + name.wide + reach
        top, bottom = name.y - name.high - reach, name.y + name.high + reach
        return _Taken(
            [d for d in self.squares if left < d[0] < right and top < d[1] < bottom],
            [d for d in self.discs if left < d[0] < right and top < d[1] < bottom],
            [
                line
                for line in self.lines
                if line[0][0] < right
                and line[0][2] > left
                and line[0][1] < bottom
                and line[0][3] > top
            ],
            [
                other
                for other in self.names
                if left < other.x + other.wide
                and other.x - other.wide < right
                and top < other.y < bottom
            ],
        )


def _taken(scene: Scene, orders: OrderLines) -> _Taken:
    geometry, size = scene.geometry, scene.geometry.unit_size
    # On a page names keep off all places of units, most of which are empty.
    half = size * (0.57 if scene.options.on_page else 0.64)
    if not scene.shows_units:
        half = scene.dot_size * 0.6
    squares: list[tuple[float, float, float]] = []
    for piece in scene.pieces:
        at = geometry.stand(piece.unit.location, piece.beside, piece.is_dislodged)
        is_starred = scene.shows_units and (piece.is_dislodged or piece.beaten)
        squares.append((*at, size * 0.8 if is_starred else half))
    if scene.options.on_page or not scene.pieces:  # a ground that units will be put on
        closed = {place.key for place in scene.provinces if not place.is_passable}
        squares += [(*at, half) for key, at in geometry.units.items() if key not in closed]
    squares += [(*at, half) for at in orders.built.values()]
    discs: list[tuple[float, float, float]] = []
    discs += [(*at, size * RING) for at in orders.under_way.values()]
    discs += [(*at, size * 0.24) for at in orders.signs.values()]
    for drawn in scene.orders:
        match drawn.order:
            case Hold() if at := orders.spot(drawn.unit.location, drawn.beside):
                squares.append((*at, size * CORNERS * 1.08))
            case Support(supported=supported, target=None):
                if at := orders.spot(supported.location):
                    discs.append((*at, size * RING * 1.08))
            case _:
                pass
    coin = geometry.center_size * 0.75
    for place in scene.provinces:
        if place.is_center and (at := geometry.shapes[place.key].center) is not None:
            discs.append((*at, coin))
    for city in scene.cities:
        if (shape := geometry.shapes.get(city.place)) and shape.center is not None:
            discs.append((*shape.center, coin))
    for number, arrow in orders.arrows.items():
        if scene.orders[number].failed:
            discs.append((*cross_at(orders, arrow), size * 0.2))
    lines: list[tuple[_Box, Sequence[Point]]] = []
    for line in (*orders.arrows.values(), *orders.helps.values()):
        xs, ys = [x for x, _ in line.points], [y for _, y in line.points]
        lines.append(((min(xs), min(ys), max(xs), max(ys)), line.points))
    return _Taken(squares, discs, lines, [])


def _within(scene: Scene, place: DrawnProvince, everything: _Taken) -> _Name | None:
    """A name in its province, in the best of its forms that covers nothing there; or else covers
    no unit and no other name. None where there is no room for any."""
    geometry = scene.geometry
    shape, unit = geometry.shapes[place.key], geometry.units[place.key]
    best, least = None, float(_HIDDEN)
    ways = [*_ways_to_write(scene, place)]
    taken = everything.near(max(ways, key=lambda way: way.wide), geometry.unit_size * _FAR * 1.5)
    for reach in (_WITHIN, _MOSTLY):
        for name in ways:
            is_short = len(name.lines) == 1 and name.lines == ways[-1].lines
            if reach == _MOSTLY and not is_short:
                continue
            if name.angle or _lies_in(shape, name, name.x, name.y, reach):
                covered = _covered(name, name.x, name.y, taken, least)
                if covered < least:
                    best, least = name, covered
                if not least:
                    return best
            level = name.level() if name.angle else name
            for at in _spots_inside(geometry, shape.rings, level, unit):
                covered = _covered(level, *at, taken, least)
                if covered < least and _lies_in(shape, level, *at, reach):
                    best, least = level.moved(*at), covered
                    if not least:
                        return best
    return best


def _outside(scene: Scene, place: DrawnProvince, everything: _Taken) -> tuple[_Name, Point | None]:
    """A name beside its province, with the point that a line leads to from there."""
    geometry = scene.geometry
    unit = geometry.units[place.key]
    *_, wanted, _, small = _ways_to_write(scene, place)
    taken = everything.near(wanted, geometry.unit_size * _FAR * 2)
    best, least = small, math.inf
    for name in (wanted, small):
        for at in _spots_around(geometry, name, unit):
            if (covered := _covered(name, *at, taken, least)) < least:
                best, least = name.moved(*at), covered
                if not covered:
                    return best, unit
    return best, unit


_HIDDEN = 3
"""The cost of a name that is under a unit, a centre or another name."""
_FAR = 3.2
"""So far from where it was a name is put at most, in sizes of a unit."""
_MOST_SPOTS = 60
_WITHIN, _MOSTLY = 0.95, 0.55
"""The part of half of a name that has to lie within its province."""


def _spots_inside(
    geometry: Geometry, rings: Sequence[Ring], name: _Name, unit: Point
) -> Iterator[Point]:
    """Places for a name in its province: above, below and beside its unit, and all over."""
    size, wide, high = geometry.unit_size, name.wide, name.high
    below, aside = size * 0.56 + high, size * 0.6 + wide
    x, y = unit
    spots = [(x, y + below), (x, y - below), (x + aside, y), (x - aside, y)]
    xs = [one for ring in rings for one, _ in ring] or [name.x]
    ys = [one for ring in rings for _, one in ring] or [name.y]
    reach = size * _FAR
    left, right = max(min(xs), name.x - reach), min(max(xs), name.x + reach)
    top, bottom = max(min(ys), name.y - reach), min(max(ys), name.y + reach)
    across, down = max(wide * 0.5, name.font * 0.4), name.font * 0.5
    columns, rows = int((right - left) / across) + 1, int((bottom - top) / down) + 1
    grid = [
        (left + across * (column + 0.5), top + down * (row + 0.5))
        for column in range(columns)
        for row in range(rows)
    ]
    grid.sort(key=lambda at: math.dist(at, (name.x, name.y)))
    yield from (at for at in spots + grid[:_MOST_SPOTS] if _is_on_sheet(geometry, name, at))


def _spots_around(geometry: Geometry, name: _Name, unit: Point) -> Iterator[Point]:
    """Places for a name that finds no room in its province, the nearest first."""
    for distance in (1.0, 1.3, 1.7, 2.2, 2.8, 3.5, 4.3):
        for step in range(16):
            angle = math.tau * step / 16
            reach = geometry.unit_size * distance
            at = (
                unit[0] + (reach + name.wide) * math.cos(angle),
                unit[1] + (reach + name.high) * math.sin(angle),
            )
            if _is_on_sheet(geometry, name, at):
                yield at


def _is_on_sheet(geometry: Geometry, name: _Name, at: Point) -> bool:
    wide, high = name.wide, name.high
    return wide <= at[0] <= geometry.width - wide and high < at[1] < geometry.height - high


def _leader(name: _Name, goal: Point) -> Curve:
    """A line from a name to its province."""
    dx, dy = goal[0] - name.x, goal[1] - name.y
    # Where it leaves the box of the name.
    share = min(
        (name.wide * 1.08 / abs(dx) if dx else math.inf),
        (name.high * 1.1 / abs(dy) if dy else math.inf),
        1.0,
    )
    return straight((name.x + dx * share, name.y + dy * share), goal)


def _lies_in(shape: MapShape, name: _Name, x: float, y: float, reach: float = _WITHIN) -> bool:
    """True if the ends of a name would be within its province, or what is not so far out."""
    wide, high = name.wide * reach, name.high * reach * 0.9
    ends = [(x - wide, y), (x + wide, y), (x, y - high), (x, y + high)]
    if reach >= _WITHIN:  # the corners, too
        ends += [(x + dx * wide, y + dy * high) for dx in (-0.9, 0.9) for dy in (-0.7, 0.7)]
    return not shape.rings or all(shape.holds(*end) for end in ends)


def _covered(name: _Name, x: float, y: float, taken: _Taken, enough: float = math.inf) -> float:
    """The amount that a name would cover, or have going through it; ``enough`` is what is as good
    as any more."""
    boxes, found = name.boxes(x, y), 0
    for dx, dy, half in taken.squares:
        for bx, by, wide, high in boxes:
            if abs(dx - bx) < wide + half and abs(dy - by) < high + half:
                found += _HIDDEN
                break
        if found >= enough:
            return found
    for dx, dy, radius in taken.discs:
        for bx, by, wide, high in boxes:
            gap_x, gap_y = abs(dx - bx) - wide, abs(dy - by) - high
            if gap_x < radius and gap_y < radius:
                gap_x, gap_y = max(gap_x, 0.0), max(gap_y, 0.0)
                if gap_x * gap_x + gap_y * gap_y < radius * radius:
                    found += _HIDDEN
                    break
        if found >= enough:
            return found
    for other in taken.names:
        if abs(other.x - x) < name.wide + other.wide and abs(other.y - y) < name.high + other.high:
            found += _HIDDEN * any(
                abs(ox - bx) < wide + other_wide and abs(oy - by) < high + other_high
                for ox, oy, other_wide, other_high in other.boxes(other.x, other.y)
                for bx, by, wide, high in boxes
            )
    left, right, top, bottom = x - name.wide, x + name.wide, y - name.high, y + name.high
    for (low_x, low_y, high_x, high_y), points in taken.lines:
        if found >= enough:
            return found
        if low_x > right or high_x < left or low_y > bottom or high_y < top:
            continue
        found += 2 * any(
            _cuts(a, b, bx - wide, bx + wide, by - high, by + high)
            for a, b in pairwise(points)
            for bx, by, wide, high in boxes
        )
    return found


def _cuts(a: Point, b: Point, left: float, right: float, top: float, bottom: float) -> bool:
    """True if a straight line goes through a box."""
    begin, end = 0.0, 1.0
    for start, step, low, high in (
        (a[0], b[0] - a[0], left, right),
        (a[1], b[1] - a[1], top, bottom),
    ):
        if step == 0:
            if not low <= start <= high:
                return False
            continue
        one, other = (low - start) / step, (high - start) / step
        begin, end = max(begin, min(one, other)), min(end, max(one, other))
    return begin < end


# Room for names


def _in_chosen_place(shape: MapShape, name: str, largest: float) -> tuple[list[str], float] | None:
    """The lines of a name and their size, where somebody found a place for it, or for its name
    in another language; None where it would have to be too small."""
    if not shape.label_lines or not shape.label_size:
        return None
    if " ".join(shape.label_lines) == name:
        return list(shape.label_lines), min(shape.label_size, largest)
    chosen = max(map(len, shape.label_lines))
    for way in _ways(name):
        size = shape.label_size * chosen / max(map(len, way))
        if len(way) > len(shape.label_lines):
            size = min(size, shape.label_size * 0.75)
        if size >= largest * 0.65:
            return way, min(size, shape.label_size, largest)
    return None


def _short(scene: Scene, place: DrawnProvince) -> str:
    short = scene.short_names.get(place.key, place.key.capitalize())
    return short.upper() if place.terrain.is_water else short


def _ways(name: str) -> Iterator[list[str]]:
    """A name on one line, and on two."""
    yield [name]
    words = name.split()
    cuts = sorted(
        range(1, len(words)),
        key=lambda cut: abs(len(" ".join(words[:cut])) - len(" ".join(words[cut:]))),
    )
    if cuts:
        yield [" ".join(words[: cuts[0]]), " ".join(words[cuts[0] :])]


def _width(lines: Sequence[str], font: float) -> float:
    return max(map(width_of, lines)) * font
