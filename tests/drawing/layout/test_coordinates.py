"""The map of a variant that says where its units are drawn."""

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.drawing import map_of
from dragoman.drawing.layout.from_borders import lay_out
from dragoman.formats.dipwork import read_dipwork

SMALL = Path(__file__).parents[2] / "cases" / "dipwork" / "small"


def test_units_stand_as_the_coordinates_have_it():
    variant, _ = read_dipwork(SMALL)
    found, faults = map_of(variant)
    assert faults == ()
    units = found.geometry.units
    for location, (x, y) in variant.coordinates.items():
        for other, (ox, oy) in variant.coordinates.items():
            assert (x < ox) <= (units[location][0] < units[other][0])
            assert (y < oy) <= (units[location][1] < units[other][1])


@pytest.mark.slow
def test_without_a_point_for_each_province_the_map_is_laid_out():
    variant, _ = read_dipwork(SMALL)
    points = dict(variant.coordinates)
    for few in ({**points, "ZED": points["ALF"]}, {"ALF": (10, 50)}, {}):
        found, _ = map_of(replace(variant, coordinates=few))
        assert found.geometry == lay_out(variant.board)
