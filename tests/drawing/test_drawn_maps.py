"""The geometry of a drawn map says what the map file says, and nothing covers anything."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from functools import cache, cached_property
from importlib.resources import files
from itertools import combinations, pairwise
from pathlib import Path

import pytest
import shapely
from shapely import LineString, Point, Polygon

import dragoman
from dragoman.drawing.files.geometry_file import read_geometry

OUT = "OUT"

IMPASSABLE = {"SWI"}
"""Provinces of the map file that nobody enters; they have neighbours only to the eye."""

STRAITS = {
    "standard": {("DEN", "SWE"), ("DEN", "DEN"), ("CON", "CON"), ("NAP", "NAP"), ("SEV", "SEV")},
    "abstraction_2": {
        ("DEN", "SWE"),
        ("DEN", "DEN"),
        ("CON", "CON"),
        ("NAP", "SIC"),
        ("ADL", "MOR"),
        ("ODE", "ODE"),
    },
}
"""Where an army may cross water, and where fleets pass through a province."""

OPEN = {
    "standard": {},
    "abstraction_2": {("NAP", "SIC"): {"CMS", "TYS"}, ("ADL", "MOR"): {"SAO", "WES"}},
}
"""Straits that fleets pass from sea to sea as well."""

LETTER_WIDTH, LINE_HEIGHT = 0.6, 1.1
"""What a letter takes of the width, and a line of the height, in parts of the letters' size."""


class Drawn:
    """A drawn map, and what can be seen on it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.board = dragoman.load_variant(name).board
        self.geometry = read_geometry(
            Path(str(files("dragoman"))) / "variants" / name / "geometry.json"
        )
        provinces = self.board.provinces
        self.seas = {key for key, province in provinces.items() if province.terrain.is_water}
        self.lands = set(provinces) - self.seas

    @cached_property
    def shapes(self) -> dict[str, shapely.Geometry]:
        """Each province as its largest outlines less those that lie within them."""
        found = {}
        for key, ground in self.geometry.shapes.items():
            shape = Polygon()
            for ring in sorted(map(Polygon, ground.rings), key=lambda ring: -ring.area):
                shape = shape.symmetric_difference(ring)
            found[key] = shape
        return found

    @cached_property
    def owners(self) -> dict[frozenset, list[str]]:
        """The provinces on the sides of every straight piece of border."""
        found = defaultdict(list)
        everything = [(key, ground.rings) for key, ground in self.geometry.shapes.items()]
        for key, rings in [*everything, (OUT, self.geometry.outside)]:
            for ring in rings:
                for piece in pairwise((*ring, ring[0])):
                    found[frozenset(piece)].append(key)
        return dict(found)

    @cached_property
    def borders(self) -> dict[frozenset[str], list[frozenset]]:
        """The pieces of border of every two neighbours."""
        found = defaultdict(list)
        for piece, sides in self.owners.items():
            if len(sides) == 2:
                found[frozenset(sides)].append(piece)
        return dict(found)

    @cached_property
    def at_points(self) -> dict[tuple, set[str]]:
        """The provinces that meet at every point."""
        found = defaultdict(set)
        for piece, sides in self.owners.items():
            for point in piece:
                found[point].update(sides)
        return dict(found)

    def of_map_file(self, kind: str) -> set[frozenset[str]]:
        """Pairs of provinces between which units of a kind go, whatever the coast."""
        return {
            frozenset((path.source.partition("/")[0], path.target.partition("/")[0]))
            for path in self.board.paths
            if path.kind == kind and path.source != path.target
        }

    def touching(self, one: set[str], other: set[str]) -> set[frozenset[str]]:
        """Pairs of neighbours, the first of one set and the second of the other."""
        return {
            pair
            for pair in self.borders
            if len(pair) == 2
            and any({a} <= one and {b} <= other for a, b in (tuple(pair), tuple(pair)[::-1]))
        }

    def shores(self, key: str) -> list[set[str]]:
        """Each stretch of coast: the seas before it, and the lands at its ends."""
        found = []
        for ring in self.geometry.shapes[key].rings:
            pieces = [frozenset(piece) for piece in pairwise((*ring, ring[0]))]
            beyond = [
                next((side for side in self.owners[piece] if side != key), "") for piece in pieces
            ]
            dry = [i for i, side in enumerate(beyond) if side not in self.seas]
            if not dry:
                found.append(set(beyond))
                continue
            turned = beyond[dry[0] :] + beyond[: dry[0] + 1]
            stretch: list[str] = []
            for before, side in pairwise(turned):
                if side in self.seas:
                    stretch += [side] if before in self.seas else [before, side]
                elif stretch:
                    found.append({*stretch, side})
                    stretch = []
        return [stretch & set(self.board.provinces) for stretch in found]

    def label_box(self, key: str) -> Polygon:
        ground = self.geometry.shapes[key]
        width = max(map(len, ground.label_lines)) * LETTER_WIDTH * ground.label_size
        height = len(ground.label_lines) * LINE_HEIGHT * ground.label_size
        x, y = ground.label
        box = shapely.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        return shapely.affinity.rotate(box, ground.label_angle, origin=(x, y))


@cache
def drawn(name: str) -> Drawn:
    return Drawn(name)


def disc(at: tuple[float, float], size: float) -> Polygon:
    return Point(at).buffer(size / 2)


of_each_map = pytest.mark.parametrize("map_", [drawn(name) for name in STRAITS], ids=list(STRAITS))


def of_each(what: Callable[[Drawn], list[str]]) -> pytest.MarkDecorator:
    """A test for each map, and for each of some of its keys."""
    cases = [(drawn(name), key) for name in STRAITS for key in what(drawn(name))]
    return pytest.mark.parametrize(
        ("map_", "key"), cases, ids=[f"{map_.name}-{key}" for map_, key in cases]
    )


def coasts(map_: Drawn) -> list[str]:
    return [coast for p in map_.board.provinces.values() for coast in p.locations[1:]]


def with_coasts(map_: Drawn) -> list[str]:
    return sorted(p.key for p in map_.board.provinces.values() if p.coasts)


# The shapes


@of_each_map
def test_every_province_is_drawn(map_: Drawn) -> None:
    assert map_.geometry.shapes.keys() == map_.board.provinces.keys()


@of_each_map
def test_outlines_do_not_cross_themselves_or_each_other(map_: Drawn) -> None:
    for key, ground in map_.geometry.shapes.items():
        assert all(Polygon(ring).is_valid for ring in ground.rings), key
        rings = [LineString((*ring, ring[0])) for ring in ground.rings]
        assert not any(one.crosses(other) for one, other in combinations(rings, 2)), key


@of_each_map
def test_provinces_cover_the_sheet_without_gap_or_overlap(map_: Drawn) -> None:
    width, height = map_.geometry.width, map_.geometry.height
    for piece, sides in map_.owners.items():
        if len(sides) == 1:
            ends = list(piece)
            assert any(
                all(end[axis] == edge for end in ends)
                for axis, edge in ((0, 0), (1, 0), (0, width), (1, height))
            ), f"a border of {sides[0]} alone: {ends}"
        else:
            assert len(sides) == 2 and (sides[0] != sides[1]), f"{sides} share {list(piece)}"
    area = sum(shape.area for shape in map_.shapes.values())
    outside = Polygon()
    for ring in map_.geometry.outside:
        outside = outside.symmetric_difference(Polygon(ring))
    assert area + outside.area == pytest.approx(width * height, abs=0.5)


# The adjacency


@of_each_map
def test_armies_go_where_lands_touch(map_: Drawn) -> None:
    seen = {pair for pair in map_.touching(map_.lands, map_.lands) if not pair & IMPASSABLE}
    assert seen == map_.of_map_file("A")


@of_each_map
def test_fleets_put_to_sea_where_land_touches_it(map_: Drawn) -> None:
    expected = {pair for pair in map_.of_map_file("F") if pair & map_.seas and pair & map_.lands}
    assert map_.touching(map_.lands, map_.seas) == expected


@of_each_map
def test_fleets_sail_between_seas_that_touch(map_: Drawn) -> None:
    touching = map_.touching(map_.seas, map_.seas)
    joined = {frozenset(seas) for seas in OPEN[map_.name].values()}
    assert not touching & joined
    assert touching | joined == {pair for pair in map_.of_map_file("F") if pair <= map_.seas}


@of_each_map
def test_fleets_follow_the_shore_where_a_land_border_reaches_water(map_: Drawn) -> None:
    seen = {
        pair
        for pair in map_.touching(map_.lands, map_.lands)
        if any(map_.at_points[end] & map_.seas for piece in map_.borders[pair] for end in piece)
    }
    assert seen == {pair for pair in map_.of_map_file("F") if pair <= map_.lands}


@of_each_map
def test_no_border_is_too_short_to_see(map_: Drawn) -> None:
    shortest = {
        pair: sum(math.dist(*piece) for piece in pieces)
        for pair, pieces in map_.borders.items()
        if OUT not in pair
    }
    assert min(shortest.values()) > 6
    # Seas may meet in a narrows; a border of two provinces on land is a thing to aim at.
    narrows = {frozenset(between) for between in OPEN[map_.name]}
    on_land = map_.touching(map_.lands, map_.lands) - narrows
    assert min(shortest[pair] for pair in on_land) > 18


@pytest.mark.slow
@of_each(coasts)
def test_each_coast_is_a_stretch_of_its_own(map_: Drawn, key: str) -> None:
    expected = {p.target.partition("/")[0] for p in map_.board.paths if p.source == key}
    assert expected in map_.shores(key.partition("/")[0])


@of_each(with_coasts)
def test_a_province_has_no_stretch_of_coast_but_its_coasts_and_islands(
    map_: Drawn, key: str
) -> None:
    coasts = [
        {p.target.partition("/")[0] for p in map_.board.paths if p.source == coast}
        for coast in map_.board.provinces[key].locations[1:]
    ]
    for stretch in map_.shores(key):
        assert stretch in coasts or any(stretch <= (coast & map_.seas) for coast in coasts)


# Straits


@of_each_map
def test_straits_are_those_of_the_map(map_: Drawn) -> None:
    assert {strait.between for strait in map_.geometry.straits} == STRAITS[map_.name]


@of_each_map
def test_an_army_crosses_water_only_at_a_strait(map_: Drawn) -> None:
    for pair in map_.touching(map_.lands, map_.lands):
        names = tuple(sorted(pair))
        channels = [
            LineString(strait.line)
            for strait in map_.geometry.straits
            if strait.between in (names, names[::-1])
        ]
        in_channels = [
            any(channel.distance(LineString(tuple(piece))) < 1.5 for channel in channels)
            for piece in map_.borders[pair]
        ]
        assert all(in_channels) if names in STRAITS[map_.name] else not any(in_channels)
        for strait in map_.geometry.straits:
            if set(strait.between) != pair:
                away = LineString(strait.line)
                assert all(away.distance(LineString(tuple(p))) > 1 for p in map_.borders[pair])


@of_each_map
def test_a_strait_leads_from_water_to_water(map_: Drawn) -> None:
    lakes = shapely.union_all([Polygon(ring) for ring in map_.geometry.lakes])
    for strait in map_.geometry.straits:
        for end in (strait.line[0], strait.line[-1]):
            at = Point(end)
            assert (
                any(map_.shapes[sea].distance(at) < 1 for sea in map_.seas)
                or lakes.distance(at) < 1
            )


@of_each_map
def test_an_open_strait_leads_from_one_sea_to_another(map_: Drawn) -> None:
    for strait in map_.geometry.straits:
        if seas := OPEN[map_.name].get(strait.between):
            ends = [Point(strait.line[0]), Point(strait.line[-1])]
            near = [{sea for sea in map_.seas if map_.shapes[sea].distance(at) < 1} for at in ends]
            assert sorted(near, key=sorted) == [{sea} for sea in sorted(seas)]


@of_each_map
def test_straits_and_lakes_lie_within_their_provinces(map_: Drawn) -> None:
    for strait in map_.geometry.straits:
        between = shapely.union_all([map_.shapes[key] for key in strait.between])
        line = LineString(strait.line)
        assert line.intersection(between).length > 0.6 * line.length


# Places


@of_each_map
def test_every_location_has_its_places(map_: Drawn) -> None:
    expected = {loc for province in map_.board.provinces.values() for loc in province.locations}
    assert map_.geometry.units.keys() == expected
    assert map_.geometry.dislodged.keys() == expected
    centers = {key for key, ground in map_.geometry.shapes.items() if ground.center}
    assert centers == {key for key, p in map_.board.provinces.items() if p.is_center}


@of_each_map
def test_names_are_those_of_the_provinces_and_large_enough_to_read(map_: Drawn) -> None:
    grounds = map_.geometry.shapes
    assert {key: " ".join(ground.label_lines) for key, ground in grounds.items()} == {
        key: province.name for key, province in map_.board.provinces.items()
    }
    assert {key for key, ground in grounds.items() if ground.label_size < 9} == set()


@of_each_map
def test_nothing_covers_anything(map_: Drawn) -> None:
    drawing = map_.geometry
    wrong: list[str] = []
    for key, ground in drawing.shapes.items():
        marks = {"name": map_.label_box(key)}
        if ground.center:
            marks["center"] = disc(ground.center, drawing.center_size)
        inside = map_.shapes[key].buffer(0.05)
        for location in map_.board.provinces[key].locations:
            here = {
                **marks,
                "unit": disc(drawing.units[location], drawing.unit_size),
                "dislodged": disc(drawing.dislodged[location], drawing.unit_size),
            }
            for what, mark in here.items():
                if not inside.contains(mark):
                    wrong.append(f"the {what} of {location} crosses a border")
            for (what, mark), (other, at) in combinations(here.items(), 2):
                if mark.intersects(at):
                    wrong.append(f"the {what} of {location} covers its {other}")
    assert wrong == []


@of_each_map
def test_names_units_and_centers_stay_out_of_lakes(map_: Drawn) -> None:
    lakes = shapely.union_all([Polygon(ring) for ring in map_.geometry.lakes])
    for key in map_.board.provinces:
        assert not lakes.intersects(map_.label_box(key)), key
        for location in map_.board.provinces[key].locations:
            for spots in (map_.geometry.units, map_.geometry.dislodged):
                assert not lakes.intersects(disc(spots[location], map_.geometry.unit_size)), (
                    location
                )


@of_each(with_coasts)
def test_who_dislodged_a_fleet_at_one_coast_covers_it_at_none(map_: Drawn, key: str) -> None:
    drawing = map_.geometry
    for place in map_.board.provinces[key].locations:
        for other in map_.board.provinces[key].locations:
            apart = math.dist(drawing.dislodged[place], drawing.units[other])
            assert apart >= drawing.unit_size, f"{other} covers what was dislodged from {place}"
