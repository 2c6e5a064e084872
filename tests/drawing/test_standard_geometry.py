"""The standard map's geometry says what the map file says, and nothing covers anything."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise
from pathlib import Path

import pytest
import shapely
from shapely import LineString, Point, Polygon

import dragoman
from dragoman.drawing.geometry import Geometry
from dragoman.drawing.geometry_file import read_geometry

OUT = "OUT"

IMPASSABLE = {"SWI"}
"""Provinces of the map file that nobody enters; they have neighbours only to the eye."""

STRAITS = {("DEN", "SWE"), ("DEN", "DEN"), ("CON", "CON"), ("NAP", "NAP"), ("SEV", "SEV")}
"""Where an army may cross water, and where fleets pass through a province."""

LETTER_WIDTH, LINE_HEIGHT = 0.6, 1.1
"""What a letter takes of the width, and a line of the height, in parts of the letters' size."""

BOARD = dragoman.load_variant("standard").board
SEAS = {key for key, province in BOARD.provinces.items() if province.terrain.is_water}
LANDS = set(BOARD.provinces) - SEAS


@cache
def geometry() -> Geometry:
    return read_geometry(Path(str(files("dragoman"))) / "variants" / "standard" / "geometry.json")


@cache
def shapes() -> dict[str, shapely.Geometry]:
    """Each province as its largest outlines less those that lie within them."""
    found = {}
    for key, ground in geometry().grounds.items():
        shape = Polygon()
        for ring in sorted(map(Polygon, ground.rings), key=lambda ring: -ring.area):
            shape = shape.symmetric_difference(ring)
        found[key] = shape
    return found


@cache
def owners() -> dict[frozenset, list[str]]:
    """The provinces on the sides of every straight piece of border."""
    found = defaultdict(list)
    everything = [(key, ground.rings) for key, ground in geometry().grounds.items()]
    for key, rings in [*everything, (OUT, geometry().outside)]:
        for ring in rings:
            for piece in pairwise((*ring, ring[0])):
                found[frozenset(piece)].append(key)
    return dict(found)


@cache
def borders() -> dict[frozenset[str], list[frozenset]]:
    """The pieces of border of every two neighbours."""
    found = defaultdict(list)
    for piece, sides in owners().items():
        if len(sides) == 2:
            found[frozenset(sides)].append(piece)
    return dict(found)


@cache
def at_points() -> dict[tuple, set[str]]:
    """The provinces that meet at every point."""
    found = defaultdict(set)
    for piece, sides in owners().items():
        for point in piece:
            found[point].update(sides)
    return dict(found)


def of_map_file(kind: str) -> set[frozenset[str]]:
    """Pairs of provinces between which units of a kind go, whatever the coast."""
    return {
        frozenset((path.source.partition("/")[0], path.target.partition("/")[0]))
        for path in BOARD.paths
        if path.kind == kind and path.source != path.target
    }


def drawn(one: set[str], other: set[str]) -> set[frozenset[str]]:
    """Pairs of neighbours, the first of one set and the second of the other."""
    return {
        pair
        for pair in borders()
        if len(pair) == 2
        and any({a} <= one and {b} <= other for a, b in (tuple(pair), tuple(pair)[::-1]))
    }


# The shapes


def test_every_province_is_drawn() -> None:
    assert geometry().grounds.keys() == BOARD.provinces.keys()


@pytest.mark.parametrize("key", sorted(BOARD.provinces))
def test_outlines_do_not_cross_themselves_or_each_other(key: str) -> None:
    assert all(Polygon(ring).is_valid for ring in geometry().grounds[key].rings)
    rings = [LineString((*ring, ring[0])) for ring in geometry().grounds[key].rings]
    assert not any(one.crosses(other) for one, other in combinations(rings, 2))


def test_provinces_cover_the_sheet_without_gap_or_overlap() -> None:
    width, height = geometry().width, geometry().height
    for piece, sides in owners().items():
        if len(sides) == 1:
            ends = list(piece)
            assert any(
                all(end[axis] == edge for end in ends)
                for axis, edge in ((0, 0), (1, 0), (0, width), (1, height))
            ), f"a border of {sides[0]} alone: {ends}"
        else:
            assert len(sides) == 2 and (sides[0] != sides[1]), f"{sides} share {list(piece)}"
    area = sum(shape.area for shape in shapes().values())
    outside = Polygon()
    for ring in geometry().outside:
        outside = outside.symmetric_difference(Polygon(ring))
    assert area + outside.area == pytest.approx(width * height, abs=0.5)


# The adjacency


def test_armies_go_where_lands_touch() -> None:
    seen = {pair for pair in drawn(LANDS, LANDS) if not pair & IMPASSABLE}
    assert seen == of_map_file("A")


def test_fleets_put_to_sea_where_land_touches_it() -> None:
    expected = {pair for pair in of_map_file("F") if pair & SEAS and pair & LANDS}
    assert drawn(LANDS, SEAS) == expected


def test_fleets_sail_between_seas_that_touch() -> None:
    assert drawn(SEAS, SEAS) == {pair for pair in of_map_file("F") if pair <= SEAS}


def test_fleets_follow_the_shore_where_a_land_border_reaches_water() -> None:
    seen = {
        pair
        for pair in drawn(LANDS, LANDS)
        if any(at_points()[end] & SEAS for piece in borders()[pair] for end in piece)
    }
    assert seen == {pair for pair in of_map_file("F") if pair <= LANDS}


def test_no_border_is_too_short_to_see() -> None:
    shortest = {
        pair: sum(math.dist(*piece) for piece in pieces)
        for pair, pieces in borders().items()
        if OUT not in pair
    }
    assert min(shortest.values()) > 6
    # Seas may meet in a narrows; a border of two provinces on land is a thing to aim at.
    assert min(shortest[pair] for pair in drawn(LANDS, LANDS)) > 18


def shores(key: str) -> list[set[str]]:
    """Each stretch of coast: the seas before it, and the lands at its ends."""
    found = []
    for ring in geometry().grounds[key].rings:
        pieces = [frozenset(piece) for piece in pairwise((*ring, ring[0]))]
        beyond = [next((side for side in owners()[piece] if side != key), "") for piece in pieces]
        dry = [i for i, side in enumerate(beyond) if side not in SEAS]
        if not dry:
            found.append(set(beyond))
            continue
        turned = beyond[dry[0] :] + beyond[: dry[0] + 1]
        stretch: list[str] = []
        for before, side in pairwise(turned):
            if side in SEAS:
                stretch += [side] if before in SEAS else [before, side]
            elif stretch:
                found.append({*stretch, side})
                stretch = []
    return [stretch & set(BOARD.provinces) for stretch in found]


@pytest.mark.parametrize("coast", [c for p in BOARD.provinces.values() for c in p.locations[1:]])
def test_each_coast_is_a_stretch_of_its_own(coast: str) -> None:
    expected = {p.target.partition("/")[0] for p in BOARD.paths if p.source == coast}
    assert expected in shores(coast.partition("/")[0])


@pytest.mark.parametrize("key", sorted(p.key for p in BOARD.provinces.values() if p.coasts))
def test_a_province_has_no_stretch_of_coast_but_its_coasts_and_islands(key: str) -> None:
    coasts = [
        {p.target.partition("/")[0] for p in BOARD.paths if p.source == coast}
        for coast in BOARD.provinces[key].locations[1:]
    ]
    for stretch in shores(key):
        assert stretch in coasts or any(stretch <= (coast & SEAS) for coast in coasts)


# Straits


def test_straits_are_those_of_the_map() -> None:
    assert {strait.between for strait in geometry().straits} == STRAITS


def test_an_army_crosses_water_only_at_a_strait() -> None:
    for pair in drawn(LANDS, LANDS):
        names = tuple(sorted(pair))
        channels = [
            LineString(strait.line)
            for strait in geometry().straits
            if strait.between in (names, names[::-1])
        ]
        in_channels = [
            any(channel.distance(LineString(tuple(piece))) < 1.5 for channel in channels)
            for piece in borders()[pair]
        ]
        assert all(in_channels) if names in STRAITS else not any(in_channels)
        for strait in geometry().straits:
            if set(strait.between) != pair:
                away = LineString(strait.line)
                assert all(away.distance(LineString(tuple(p))) > 1 for p in borders()[pair])


def test_a_strait_leads_from_water_to_water() -> None:
    lakes = shapely.union_all([Polygon(ring) for ring in geometry().lakes])
    for strait in geometry().straits:
        for end in (strait.line[0], strait.line[-1]):
            at = Point(end)
            assert any(shapes()[sea].distance(at) < 1 for sea in SEAS) or lakes.distance(at) < 1


def test_straits_and_lakes_lie_within_their_provinces() -> None:
    for strait in geometry().straits:
        between = shapely.union_all([shapes()[key] for key in strait.between])
        line = LineString(strait.line)
        assert line.intersection(between).length > 0.6 * line.length


# Places


def label_box(key: str) -> Polygon:
    ground = geometry().grounds[key]
    width = max(map(len, ground.label_lines)) * LETTER_WIDTH * ground.label_size
    height = len(ground.label_lines) * LINE_HEIGHT * ground.label_size
    x, y = ground.label
    box = shapely.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    return shapely.affinity.rotate(box, ground.label_angle, origin=(x, y))


def disc(at: tuple[float, float], size: float) -> Polygon:
    return Point(at).buffer(size / 2)


def test_every_location_has_its_places() -> None:
    expected = {loc for province in BOARD.provinces.values() for loc in province.locations}
    assert geometry().units.keys() == expected
    assert geometry().dislodged.keys() == expected
    centers = {key for key, ground in geometry().grounds.items() if ground.center}
    assert centers == {key for key, p in BOARD.provinces.items() if p.is_center}


@pytest.mark.parametrize("key", sorted(BOARD.provinces))
def test_names_are_those_of_the_provinces_and_large_enough_to_read(key: str) -> None:
    ground = geometry().grounds[key]
    assert " ".join(ground.label_lines) == BOARD.provinces[key].name
    assert ground.label_size >= 9


@pytest.mark.parametrize("key", sorted(BOARD.provinces))
def test_nothing_covers_anything(key: str) -> None:
    drawing = geometry()
    ground = drawing.grounds[key]
    marks = {"name": label_box(key)}
    if ground.center:
        marks["center"] = disc(ground.center, drawing.center_size)
    inside = shapes()[key].buffer(0.05)
    for location in BOARD.provinces[key].locations:
        here = {
            **marks,
            "unit": disc(drawing.units[location], drawing.unit_size),
            "dislodged": disc(drawing.dislodged[location], drawing.unit_size),
        }
        for what, mark in here.items():
            assert inside.contains(mark), f"the {what} of {location} crosses a border"
        for (what, mark), (other, at) in combinations(here.items(), 2):
            assert not mark.intersects(at), f"the {what} of {location} covers its {other}"


def test_names_units_and_centers_stay_out_of_lakes() -> None:
    lakes = shapely.union_all([Polygon(ring) for ring in geometry().lakes])
    for key in BOARD.provinces:
        assert not lakes.intersects(label_box(key)), key
        for location in BOARD.provinces[key].locations:
            for spots in (geometry().units, geometry().dislodged):
                assert not lakes.intersects(disc(spots[location], geometry().unit_size)), location


@pytest.mark.parametrize("key", sorted(p.key for p in BOARD.provinces.values() if p.coasts))
def test_who_dislodged_a_fleet_at_one_coast_covers_it_at_none(key: str) -> None:
    drawing = geometry()
    for place in BOARD.provinces[key].locations:
        for other in BOARD.provinces[key].locations:
            apart = math.dist(drawing.dislodged[place], drawing.units[other])
            assert apart >= drawing.unit_size, f"{other} covers what was dislodged from {place}"
