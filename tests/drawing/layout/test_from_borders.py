"""Maps laid out from neighbours alone: right, stable, and with room for everything."""

import random
from itertools import pairwise

import pytest
from touching import touching

from dragoman.board import ARMY, Board, Path, Power, Province, Terrain
from dragoman.drawing.layout.clearance import Clearance, inscribed
from dragoman.drawing.layout.from_borders import lay_out, neighbours
from dragoman.formats import load_variant
from dragoman.game import LayoutHints


def board_of(count, edges, water=()):
    """A board of so many provinces with armies going along the edges."""
    keys = [f"P{i:03}" for i in range(count)]
    provinces = [
        Province(key, key.title(), Terrain.WATER if i in water else Terrain.LAND)
        for i, key in enumerate(keys)
    ]
    paths = [Path("A", keys[a], keys[b]) for u, v in edges for a, b in ((u, v), (v, u))]
    return Board("drawn", provinces, [ARMY], paths, [Power("X", "X", "X")])


def grid(count, seed):
    """A sheet of squares with some diagonals, some borders missing: planar, as maps are."""
    chance = random.Random(seed)
    wide = round(count**0.5)
    high = count // wide
    edges = []
    for y in range(high):
        for x in range(wide):
            here = y * wide + x
            if x + 1 < wide:
                edges.append((here, here + 1))
            if y + 1 < high:
                edges.append((here, here + wide))
            if x + 1 < wide and y + 1 < high:
                slanted = [(here, here + wide + 1), (here + 1, here + wide)]
                edges.append(chance.choice(slanted))
    kept = [edge for edge in edges if chance.random() < 0.92]
    return board_of(wide * high, kept, {i for i in range(wide * high) if chance.random() < 0.3})


BOARDS = {
    "standard": lambda: load_variant("standard").board,
    "white_winter": lambda: load_variant("white_winter").board,
    "isthmus": lambda: load_variant("isthmus").board,
    "a row": lambda: board_of(8, list(pairwise(range(8)))),
    "a star": lambda: board_of(9, [(0, i) for i in range(1, 9)]),
    "two parts": lambda: board_of(9, [(0, 1), (1, 2), (2, 0), (4, 5), (5, 6), (6, 4), (6, 7)]),
    "crossing": lambda: board_of(12, [*((i, (i + 1) % 12) for i in range(12)), (0, 6), (3, 9),
                                      (1, 7), (4, 10)]),
    "100": lambda: grid(100, 5),
    "archipelago": lambda: load_variant("archipelago").board,
    "islands": lambda: board_of(9, [*((i, (i + 1) % 6) for i in range(6)),
                                    *((i, 6) for i in (0, 1, 2, 3, 4, 5, 7, 8)), (7, 8)], {6}),
}  # fmt: skip
AROUND = {"archipelago": "OUT"}


@pytest.fixture(scope="module", params=BOARDS)
def laid_out(request):
    board = BOARDS[request.param]()
    return board, lay_out(board, LayoutHints(around=AROUND.get(request.param, "")))


@pytest.mark.slow
def test_neighbours_touch_or_have_a_bridge_and_nobody_else_does(laid_out):
    board, geometry = laid_out
    guarded = {frozenset(pair) for gateway in board.gateways for pair in gateway.pairs}
    wanted = {frozenset((a, b)) for a, near in neighbours(board).items() for b in near} - guarded
    bridged = set(map(frozenset, geometry.bridges))
    # What borders on nothing fills a hole between others, and touches whoever is around it.
    lonely = {key for key, near in neighbours(board).items() if not near}
    touched = {pair for pair in touching(geometry) if not pair & lonely}
    assert touched | bridged == wanted
    assert not touched & bridged


@pytest.mark.slow
def test_few_bridges(laid_out):
    assert len(laid_out[1].bridges) <= 3


def signed(ring):
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*ring, ring[0]))) / 2


def area(rings):
    """The area of a shape: of its largest ring without those that are holes in it."""
    sizes = [abs(signed(ring)) for ring in rings]
    return 2 * max(sizes) - sum(sizes)


@pytest.mark.slow
def test_borders_do_not_cross(laid_out):
    """The areas of all shapes together are that of the sheet, and each is the right way round:
    what crosses or overlaps would count twice."""
    _, geometry = laid_out

    shapes = [ground.rings for ground in geometry.shapes.values() if ground.rings]
    total = sum(map(area, (*shapes, *((ring,) for ring in geometry.holes))))
    assert total == pytest.approx(geometry.width * geometry.height, rel=0.01)


@pytest.mark.slow
def test_units_stand_within_their_provinces(laid_out):
    board, geometry = laid_out
    for key, ground in geometry.shapes.items():
        if ground.rings:
            assert Clearance(ground.rings)(*geometry.units[key]) > 0, key
    assert set(geometry.units) == set(geometry.dislodged) == set(board.locations)


@pytest.mark.slow
def test_there_is_room_in_every_province(laid_out):
    """Nearly every province takes a unit whole, and none is a sliver."""
    _, geometry = laid_out
    radii = [inscribed(Clearance(g.rings))[1] for g in geometry.shapes.values() if g.rings]
    roomy = [radius > geometry.unit_size * 0.5 for radius in radii]
    assert sum(roomy) > 0.85 * len(roomy)
    assert min(radii) > geometry.unit_size * 0.2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two parts", "a star"])
def test_the_same_board_gives_the_same_map(name):
    assert lay_out(BOARDS[name]()) == lay_out(BOARDS[name]())


@pytest.mark.slow
def test_a_sea_lies_around_the_map_and_around_its_islands():
    variant = load_variant("archipelago")
    geometry = lay_out(variant.board, variant.layout)
    outer, inner = sorted(geometry.shapes["OUT"].rings, key=lambda ring: -area((ring,)))
    sheet = {(0, 0), (0, geometry.height), (geometry.width, 0), (geometry.width, geometry.height)}
    assert {(round(x), round(y)) for x, y in sheet} <= {(round(x), round(y)) for x, y in outer}
    edge = 1e-6
    for key, ground in geometry.shapes.items():
        for x, y in (point for ring in ground.rings for point in ring):
            inside = edge < x < geometry.width - edge and edge < y < geometry.height - edge
            assert inside or key == "OUT", key
    for key in ("OUT", "GRE"):
        outline, hole = (signed(ring) for ring in geometry.shapes[key].rings)
        assert outline * hole < 0, "a hole is walked the other way round"
    deep = max(geometry.shapes["GRE"].rings, key=lambda ring: area((ring,)))
    for island in ("ATO", "TUR"):
        assert Clearance((deep,))(*geometry.units[island]) > 0
    assert len(geometry.shapes["GRE"].rings) == 2
    assert Clearance((inner,))(*geometry.units["GRE"]) > 0


@pytest.mark.slow
def test_a_map_full_of_crossings_becomes_a_circle_of_islands():
    geometry = lay_out(load_variant("pure").board)
    assert len(geometry.bridges) == 21  # seven provinces, each next to all others
    assert touching(geometry) == set()


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 3])
def test_tiny_boards(count):
    geometry = lay_out(board_of(count, list(pairwise(range(count)))))
    assert len(geometry.shapes) == count
    assert len(touching(geometry)) == count - 1


@pytest.mark.slow
def test_shipped_maps_are_what_the_layout_makes():
    from dragoman.drawing import map_of

    for name in ("pure", "archipelago"):
        drawn_on, _ = map_of(load_variant(name))
        variant = load_variant(name)
        again = lay_out(variant.board, variant.layout)
        assert drawn_on.geometry.bridges == again.bridges
        assert drawn_on.geometry.units.keys() == again.units.keys()
