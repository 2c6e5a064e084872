"""``tools/evened_map``: the room of a map shared out evenly, with the same neighbours."""

import pytest
from shapely import Polygon
from touching import touching

import dragoman
from dragoman.drawing import map_of
from dragoman.drawing.geometry import area_of
from tools import evened_map

SMALL = 250
"""Steps across; a map of few provinces needs no more."""


def sizes(geometry):
    return sorted(sum(abs(area_of(ring)) for ring in one.rings) for one in geometry.shapes.values())


@pytest.fixture(scope="module")
def maps():
    variant = dragoman.load_variant("touchy")
    before = map_of(variant)[0].geometry
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evened_map, "ACROSS", SMALL)
        return variant.board, before, evened_map.evened(variant.board, before)


def test_nobody_has_other_neighbours(maps):
    _, before, after = maps
    assert touching(after) == touching(before)
    assert after.bridges == before.bridges


def test_the_smallest_have_more_room_and_the_sheet_is_full(maps):
    _, before, after = maps
    few = len(after.shapes) // 4
    assert sum(sizes(after)[:few]) > 1.25 * sum(sizes(before)[:few])
    assert (after.width, after.height) == (before.width, before.height)
    assert sum(sizes(after)) == pytest.approx(after.width * after.height, rel=0.02)


def test_no_more_outlines_cross_themselves_than_did_and_units_stand_in_their_provinces(maps):
    board, before, after = maps

    def crossed(geometry):
        rings = [ring for one in geometry.shapes.values() for ring in one.rings]
        return sum(not Polygon(ring).is_valid for ring in rings)

    assert crossed(after) <= crossed(before)
    assert all(one.holds(*after.units[key]) for key, one in after.shapes.items())
    assert after.units.keys() >= set(board.locations)
