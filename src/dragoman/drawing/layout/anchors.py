"""Anchors: the points of names, units and centres in provinces whose shapes are known."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from dragoman.board import Board
from dragoman.drawing.geometry import Geometry, MapShape, Point, Ring
from dragoman.drawing.layout.clearance import Clearance, inscribed

_GRAIN = 0.0005
"""A distance smaller than this part of the sheet makes no difference to where things go."""
_NOWHERE = Clearance(())


def anchored(
    board: Board,
    shapes: Mapping[str, tuple[Ring, ...]],
    shores: Mapping[tuple[str, str], Point],
    width: float,
    height: float,
    holes: tuple[Ring, ...] = (),
    bridges: tuple[tuple[str, str], ...] = (),
    named: Mapping[str, Point] | None = None,
    unit_size: float | None = None,
) -> Geometry:
    """A geometry with everything in its place.

    Units stand in the middle of the largest circle within their province, or where ``named``
    says for their location; those on a coast between it and that shore. ``shores`` gives a
    point of the border between two provinces, where it is known; ``unit_size`` is how large
    units are, else as large as the provinces have room for. Provinces without a shape,
    such as cities and gateways, are put beside those they belong to.
    """
    named = named or {}
    grain = math.hypot(width, height) * _GRAIN
    rooms = {key: Clearance(rings, grain) for key, rings in shapes.items()}
    middles = {key: inscribed(room) for key, room in rooms.items()}
    size = unit_size or _unit_size(sorted(radius for _, radius in middles.values()), width)
    units: dict[str, Point] = {}
    dislodged: dict[str, Point] = {}
    grounds: dict[str, MapShape] = {}
    for key, province in board.provinces.items():
        rings = shapes.get(key, ())
        room = rooms.get(key, _NOWHERE)
        if key in middles:
            (x, y), radius = middles[key]
            raised = y - min(size * 0.3, max(radius - size * 0.5, 0.0))
            spot = named.get(key, (x, raised))
        else:
            middle_of_sheet = (width / 2, height / 2)
            spot = named.get(key) or without_shape(board, key, middles, size, middle_of_sheet)
        units[key] = spot
        label = _best(room, spot, size, _LABELS, 0.35)
        if not rings:
            label = _moved(spot, (0.0, -0.4), size)
        around = _around(spot, label, size)
        center = _best(room, spot, size, around) if province.is_center else None
        left = [step for step in around if center != _moved(spot, step, size)]
        grounds[key] = MapShape(rings, label, center)
        dislodged[key] = _best(room, spot, size * 0.85, left[::-1])
        for location in province.locations[1:]:
            x, y = named.get(location) or _on_coast(board, location, spot, shores, size)
            edge = size * 0.6
            at = (min(max(x, edge), width - edge), min(max(y, edge), height - edge))
            units[location] = at
            dislodged[location] = _best(room, at, size * 0.85, _OVER[::-1])
    return Geometry(
        width,
        height,
        size,
        grounds,
        units,
        dislodged,
        center_size=size * 0.4,
        holes=holes,
        bridges=bridges,
    )


# Where things stand beside a unit, in its own size; the first is the usual place.
_LABELS = ((0.0, 0.78), (0.0, -0.78), (1.4, 0.1), (-1.4, 0.1))
_OVER = ((-0.62, -0.5), (-0.8, -0.1), (0.0, -0.78), (0.8, -0.1), (0.62, -0.5))
_UNDER = ((-0.62, 0.5), (-0.8, 0.1), (0.0, 0.78), (0.8, 0.1), (0.62, 0.5))


def _best(
    room: Callable[[float, float], float],
    spot: Point,
    size: float,
    steps: Sequence[Point],
    enough: float = 0.22,
) -> Point:
    """The first of these places that is well within the shape, else the roomiest."""
    places = [_moved(spot, step, size) for step in steps]
    good = [place for place in places if room(*place) > size * enough]
    return good[0] if good else max(places, key=lambda place: room(*place))


def _around(spot: Point, label: Point, size: float) -> tuple[Point, ...]:
    """Points at which something else than the name may stand."""
    aside = label[0] - spot[0]
    if abs(aside) > size:
        return tuple(step for step in _OVER if step[0] * aside <= 0)
    return _OVER if label[1] > spot[1] else _UNDER


def _moved(spot: Point, step: Point, size: float) -> Point:
    return (spot[0] + step[0] * size, spot[1] + step[1] * size)


def _unit_size(radii: list[float], width: float) -> float:
    """A size that fits nearly every province, and is never too small to be seen."""
    if not radii:
        return width / 20
    usual = radii[len(radii) // 2]
    # Shapes without any area have no room for anything.
    return max(min(radii[len(radii) // 12] * 1.15, usual * 0.9), usual * 0.45, width / 400)


def _on_coast(
    board: Board,
    location: str,
    middle: Point,
    shores: Mapping[tuple[str, str], Point],
    size: float,
) -> Point:
    """Between the middle of the province and the shore that this coast is on."""
    here = board.province_of[location]
    reached = [
        shores[here, board.province_of[target]]
        for kind in board.kinds
        for target in board.reach(kind, location)
        if (here, board.province_of[target]) in shores
        and board.provinces[board.province_of[target]].terrain.is_water
    ]
    x, y = middle
    if not reached:
        number = board.provinces[here].locations.index(location)
        return (x + size * (0.9 if number % 2 else -0.9), y + size * 0.5)
    sx = sum(point[0] for point in reached) / len(reached)
    sy = sum(point[1] for point in reached) / len(reached)
    distance = ((sx - x) ** 2 + (sy - y) ** 2) ** 0.5
    share = max(0.0, 1 - size * 0.6 / distance) if distance else 0.0
    return (x + (sx - x) * share, y + (sy - y) * share)


def without_shape(
    board: Board,
    key: str,
    middles: Mapping[str, tuple[Point, float]],
    size: float,
    middle_of_sheet: Point,
) -> Point:
    """The point of a province without a shape: a city in its province, a gateway between those it
    joins, a railway at the middle of its
    way."""
    province = board.provinces[key]
    if province.city_of is not None and province.city_of in middles:
        (x, y), _ = middles[province.city_of]
        return (x - size * 0.6, y + size * 0.6)
    ends = [end for g in board.gateways if g.province == key for p in g.pairs for end in p]
    stops = [stop for r in board.railways if r.province == key for stop in r.stops]
    known = [middles[place][0] for place in ends or stops if place in middles]
    if not known:
        return middle_of_sheet
    if stops and not ends:
        (ax, ay), (bx, by) = known[(len(known) - 1) // 2], known[len(known) // 2]
        return ((ax + bx) / 2, (ay + by) / 2)
    return (sum(x for x, _ in known) / len(known), sum(y for _, y in known) / len(known))
