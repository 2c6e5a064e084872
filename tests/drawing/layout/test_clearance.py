"""How far points are from outlines, against the plain way to tell."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from dragoman.drawing.layout.clearance import Clearance, inscribed

NUMBER = st.floats(0, 9, width=32) | st.integers(0, 5).map(float)
POINT = st.tuples(NUMBER, NUMBER)
RINGS = st.lists(st.lists(POINT, min_size=1, max_size=40).map(tuple), min_size=1, max_size=3)


def plainly(rings, x, y):
    inside, nearest = False, math.inf
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
            dx, dy = bx - ax, by - ay
            square = dx * dx + dy * dy
            share = min(max(((x - ax) * dx + (y - ay) * dy) / square, 0), 1) if square else 0
            nearest = min(nearest, math.hypot(x - ax - share * dx, y - ay - share * dy))
    return nearest if inside else -nearest


@given(RINGS, POINT, st.floats(0.01, 4))
def test_it_is_what_the_plain_way_says(rings, point, least):
    wanted, room = plainly(rings, *point), Clearance(rings)
    assert room(*point) == pytest.approx(wanted, abs=1e-6)
    found = room(*point, least)
    if wanted > least + 1e-6:
        assert found == pytest.approx(wanted, abs=1e-6)
    elif wanted < least - 1e-6:
        assert found < least


@pytest.mark.parametrize(
    "ring", [((1, 1),), ((0, 0), (9, 0)), ((0, 0), (9, 0), (4, 0)), ((0, 0), (9, 0), (9, 1e-9))]
)
def test_shapes_without_room(ring):
    assert inscribed(Clearance([ring]))[1] == pytest.approx(0, abs=1e-6)


def test_points_that_do_not_matter():
    ring = tuple((math.cos(t / 1000), math.sin(t / 1000)) for t in range(6283))
    assert Clearance([ring], 0.01)(0, 0) == pytest.approx(1, abs=1e-3)
