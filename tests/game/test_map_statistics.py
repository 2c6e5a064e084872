"""What is told of a map's shape, on maps small enough to count by hand."""

import pytest

from dragoman.formats import load_variant, read_mdf
from dragoman.game import MapStatistics

# Three lands in a row, a sea along the first two, an island; and a land nobody can enter.
ROW = """
MDF (RED BLU)
(((RED ONE) (BLU TRE) (UNO TWO ISL)) (SEA OFF))
((ONE (AMY TWO) (FLT SEA TWO))
 (TWO (AMY ONE TRE) (FLT SEA ONE))
 (TRE (AMY TWO))
 (SEA (FLT ONE TWO ISL))
 (ISL (AMY) (FLT SEA))
 (OFF (AMY)))
"""


@pytest.fixture
def row():
    variant, faults = read_mdf(ROW)
    assert faults == ()
    return MapStatistics(variant)


def test_links(row):
    assert row.links == {
        "ONE": {"TWO", "SEA"},
        "TRE": {"TWO"},
        "TWO": {"ONE", "TRE", "SEA"},
        "ISL": {"SEA"},
        "SEA": {"ONE", "TWO", "ISL"},
    }
    assert row.closed == ("OFF",)
    assert row.dead_ends == ("TRE", "ISL")


def test_parts_and_chokepoints(row):
    assert row.parts("A") == (("ONE", "TRE", "TWO"),)
    assert row.parts("F") == (("ONE", "TWO", "ISL", "SEA"),)
    assert row.chokepoints() == ("TWO", "SEA")
    assert row.chokepoints("A") == ("TWO",)
    assert row.chokepoints("F") == ("SEA",)


def test_distances(row):
    assert row.steps["RED"] == {"ONE": 0, "TWO": 1, "SEA": 1, "ISL": 2, "TRE": 2}
    assert row.steps["BLU"] == {"TRE": 0, "TWO": 1, "ONE": 2}
    assert row.centers_within("RED", 1) == ("TWO",)
    assert row.centers_within("RED", 2) == ("TRE", "TWO", "ISL")
    assert row.nearest("RED") == (2, ("BLU",))
    assert row.nearest("BLU") == (2, ("RED",))


def test_the_standard_map():
    shape = MapStatistics(load_variant("standard"))
    assert shape.closed == ("SWI",)
    assert [len(part) for part in shape.parts("A")] == [48, 6, 2]
    assert [len(part) for part in shape.parts("F")] == [61]
    assert shape.chokepoints() == ()
    assert shape.chokepoints("A") == ("SPA",)
    assert shape.dead_ends == ()
    assert len(shape.links["NTH"]) == 11
    assert shape.nearest("AUSTRIA") == (1, ("ITALY",))
    assert shape.centers_within("TURKEY", 1) == ("BUL",)


def test_powers_that_cannot_reach_each_other():
    shape = MapStatistics(load_variant("archipelago"))
    assert [len(part) for part in shape.parts("A")] == [4, 4, 4, 4, 4, 2]
    assert shape.parts("F")[1:] == ()
