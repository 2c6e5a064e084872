"""A variant made of a picture and a table of its places."""

from dragoman.formats.foreign.bundle import Bundle
from dragoman.games.variants.foreign import read_files
from tests.drawing.test_painted import picture

TABLE = """name,x,y,short,kind,centre,home,unit
Alder,20,30,ald,land,yes,Alders,fleet
Birch,120,30,,land,,Birches,army
Birch (nc),120,10,,,,,
Birch (sc),120,50,,,,,
Pond,70,90,,,,,
Isle,20,95,,land,yes,,
"""


def read(table=TABLE, **others):
    files = {"pond/places.csv": table.encode(), "pond/map.png": picture(), **others}
    return read_files(Bundle(files, "", "pond"))


def test_a_picture_becomes_a_variant():
    found = read()
    board = found.variant.board
    assert [*board.provinces] == ["ALD", "BIR", "PON", "ISL"]
    assert board.provinces["PON"].terrain.is_water  # it is blue
    assert board.reach("A", "ALD") == {"BIR": 0}
    assert {*board.reach("F", "ALD")} == {"PON", "BIR/NC"}
    assert {*board.reach("F", "PON")} == {"ALD", "BIR/SC", "ISL"}
    assert board.homes == {"ALDERS": ("ALD",), "BIRCHES": ("BIR",)}
    assert board.centers == ("ALD", "BIR", "ISL")
    assert [str(unit) for unit in found.variant.start.units]
    assert found.variant.coordinates["BIR/SC"] == (120, 50)
    assert b'"format": "dragoman-geometry"' in found.drawing["geometry.json"]
    guessed = [fault.what for fault in found.faults if fault.code == "guessed"]
    assert "Pond is taken for water by its colour" in guessed
    assert not any(fault.is_error for fault in found.faults)


def test_faults_of_the_table():
    broken = TABLE.replace("Isle,20,95", "Isle,far,95").replace("land,,Birches", "rock,,Birches")
    told = [(fault.code, fault.line) for fault in read(broken).faults if fault.is_error]
    assert told == [("bad-kind", 3), ("bad-line", 7)]
    assert read("place;x\nAlder;1").faults[0].code == "bad-table"
    assert "no-power" in [fault.code for fault in read("name,x,y\nAlder,20,30\n").faults]
