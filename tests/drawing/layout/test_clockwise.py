"""The order in which a province's neighbours lie around it."""

import math
from itertools import pairwise

import pytest

from dragoman.drawing import clockwise, map_of
from dragoman.drawing.layout.from_borders import lay_out
from dragoman.formats import load_variant

STANDARD = load_variant("standard")
GEOMETRY = map_of(STANDARD)[0].geometry
AROUND = clockwise(STANDARD.board, GEOMETRY)


def around(location):
    """The provinces around a location, each once."""
    return [*dict.fromkeys(place.partition("/")[0] for place in AROUND[location])]


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        # As they are seen on the board of the rulebook, from the north on.
        ("BOH", "SIL GAL VIE TYR MUN"),
        ("BUR", "BEL RUH MUN MAR GAS PAR PIC"),
        ("KIE", "BAL BER MUN RUH HOL HEL DEN"),
        ("MUN", "KIE BER SIL BOH TYR BUR RUH"),
        ("NTH", "NWY SKA DEN HEL HOL BEL ENG LON YOR EDI NWG"),
        ("TYS", "ROM NAP ION TUN WES LYO TUS"),
        ("BLA", "SEV ARM ANK CON BUL RUM"),
        ("SPA/NC", "MAO GAS MAR LYO WES POR"),
        ("SPA/SC", "GAS MAR LYO WES MAO POR"),
        ("STP/NC", "BAR MOS LVN BOT FIN NWY"),
    ],
)
def test_who_lies_around_a_place(location, expected):
    assert around(location) == expected.split()


def test_all_the_way_around_is_one_turn():
    """Whoever goes from border to border, back to the first, turns once, to the right: nobody
    is passed by and come back to."""
    seen = 0
    for key in STANDARD.board.provinces:
        middles = [border for place in around(key) if (border := middle(key, place))]
        if len(middles) < 3 or len(GEOMETRY.shapes[key].rings) > 1:
            continue
        seen += 1
        assert turning(middles) == pytest.approx(1), (key, *around(key))
    assert seen > len(STANDARD.board.provinces) / 2


def middle(one, other):
    """Halfway along the border of two provinces that have one in common."""
    shared = {p for ring in GEOMETRY.shapes[other].rings for p in ring}
    ring = [p for ring in GEOMETRY.shapes[one].rings for p in ring]
    border = [point for point in ring if point in shared]
    if not border:
        return None
    x, y = (sum(part) / len(border) for part in zip(*border, strict=True))
    return min(border, key=lambda point: math.dist(point, (x, y)))


def turning(points):
    """By how many turns the way around some points turns to the right."""
    ways = [
        math.atan2(by - ay, bx - ax)
        for (ax, ay), (bx, by) in pairwise((*points, *points[:1]))
        if (ax, ay) != (bx, by)
    ]
    turns = ((b - a + math.pi) % math.tau - math.pi for a, b in pairwise((*ways, ways[0])))
    return sum(turns) / math.tau


def test_every_neighbour_is_there_once():
    board = STANDARD.board
    for location, places in AROUND.items():
        assert len(places) == len({*places})
        reached = {end for kind in board.kinds for end in board.reach(kind, location)}
        assert reached <= {*places}


@pytest.mark.slow
def test_a_map_that_nobody_drew_has_an_order_too():
    """There it is that of the map which was laid out, where units stand beside each other."""
    variant = load_variant("chaos")
    laid_out = lay_out(variant.board)
    found = clockwise(variant.board, laid_out)
    assert {*found} == {*variant.board.locations}
    assert {*found["BOH"]} == {*AROUND["BOH"]}
