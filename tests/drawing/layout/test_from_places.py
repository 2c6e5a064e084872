"""Maps laid out from where provinces lie: the right way round, neighbours touch, nothing else."""

from __future__ import annotations

from functools import cache

import pytest

from dragoman.drawing.geometry import Geometry, Point, area_of
from dragoman.drawing.layout.from_places import lay_out_at
from dragoman.formats import load_variant
from tests.drawing.touching import holds, touching


def _board(tmp_path, provinces: str, moves: str):
    folder = tmp_path / "trial"
    folder.mkdir()
    (folder / "map.trial").write_text(f"{provinces}\n-1\n{moves}\n-1\n")
    (folder / "seed.trial").write_text("S1901M\n-1\n-1\n")
    (folder / "variant.toml").write_text(
        'title = "Trial"\n[[powers]]\nletter = "A"\nname = "Ays"\n'
    )
    return load_variant(folder).board


# Two seas meet on both sides of an island, between two lands; an enclave, and a rock at sea.
PROVINCES = """North, A nor
South, l sou
West Sea, w wsea
East Sea, w esea
Island, l isl
Enclave, l enc
Rock, l roc"""
MOVES = """nor-mv: enc
nor-xc: wsea esea
sou-xc: wsea esea
enc-mv: nor
wsea-xc: nor sou esea isl roc
esea-xc: nor sou wsea isl
isl-xc: wsea esea
roc-xc: wsea"""
POINTS: dict[str, Point] = {
    "NOR": (50, 0),
    "SOU": (50, 100),
    "WSEA": (20, 50),
    "ESEA": (80, 50),
    "ISL": (50, 50),
    "ENC": (50, -10),
    "ROC": (5, 50),
}


@pytest.fixture
def drawn(tmp_path) -> Geometry:
    return lay_out_at(_board(tmp_path, PROVINCES, MOVES), POINTS)


def test_neighbours_touch_and_nobody_else_does(drawn):
    assert touching(drawn) == {
        frozenset(pair)
        for pair in (
            ("NOR", "ENC"),
            ("NOR", "WSEA"),
            ("NOR", "ESEA"),
            ("SOU", "WSEA"),
            ("SOU", "ESEA"),
            ("WSEA", "ESEA"),
            ("WSEA", "ISL"),
            ("ESEA", "ISL"),
            ("WSEA", "ROC"),
        )
    }
    assert drawn.bridges == ()


def test_everything_lies_as_its_place_does(drawn):
    spots = drawn.units
    assert spots["NOR"][1] < spots["ISL"][1] < spots["SOU"][1]
    assert spots["WSEA"][0] < spots["ISL"][0] < spots["ESEA"][0]


def test_a_rock_lies_within_the_only_water_that_it_borders_on(drawn):
    rock, sea = drawn.shapes["ROC"], drawn.shapes["WSEA"]
    outline = max(sea.rings, key=lambda ring: abs(area_of(ring)))
    assert all(holds((outline,), x, y) for x, y in rock.rings[0])
    assert not holds(sea.rings, *drawn.units["ROC"])


@cache
def _other_side() -> tuple[dict[str, Point], str, str]:
    points: dict[str, Point] = {
        "AAA": (0, 0),
        "BBB": (40, -5),
        "CCC": (80, 5),
        "DDD": (120, 0),
        "EEE": (60, -40),
        "FFF": (60, 40),
    }
    provinces = "\n".join(
        f"{name}, {kind} {name.lower()}"
        for name, kind in zip(points, ("w", "A", "l", "l", "w", "w"), strict=True)
    )
    moves = """aaa-xc: bbb ddd eee fff
bbb-mv: ccc
bbb-xc: aaa eee fff
ccc-mv: bbb ddd
ccc-xc: eee fff
ddd-mv: ccc
ddd-xc: aaa eee fff
eee-xc: aaa bbb ccc ddd
fff-xc: aaa bbb ccc ddd"""
    return points, provinces, moves


def test_a_world_goes_on_at_its_other_side(tmp_path):
    points, provinces, moves = _other_side()
    drawn = lay_out_at(_board(tmp_path, provinces, moves), points, around=160)
    assert frozenset(("AAA", "DDD")) in touching(drawn)
    assert drawn.bridges == ()
    sides = {min(x for x, _ in ring) > drawn.width / 2 for ring in drawn.shapes["AAA"].rings}
    assert sides == {False, True}, "the ocean lies at both ends of the map"


def test_the_same_places_give_the_same_map(tmp_path):
    board = _board(tmp_path, PROVINCES, MOVES)
    assert lay_out_at(board, POINTS) == lay_out_at(board, POINTS)
