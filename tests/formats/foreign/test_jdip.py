"""Folders of jDip: ``variants.xml``, and the file with what borders on what."""

import pytest

from dragoman.board import Terrain, Unit
from dragoman.formats.foreign.bundle import Bundle
from dragoman.formats.foreign.reading import read_bundle
from tests.formats.foreign.small_files import JDIP, JDIP_ADJACENCY, JDIP_VARIANTS


def read(changes=None, which=""):
    files = {name: text.encode() for name, text in {**JDIP, **(changes or {})}.items()}
    return read_bundle(Bundle(files, "", "ponds"), which=which)


def test_a_folder():
    variant, faults = read(which="two ponds")
    board = variant.board
    assert (variant.title, variant.about) == ("Ponds", "Two powers.")
    assert [*board.provinces] == ["ALD", "BIR", "NEC", "REE", "UPP", "LOW", "WAL"]
    assert board.provinces["UPP"].terrain is Terrain.ICE
    assert board.provinces["NEC"].convoyable_land
    assert board.names.find("Aldermoor") == ("ALD",)
    assert board.reach("A", "REE") == {"ALD": 2, "BIR": 0}
    assert board.reach("A", "ALD") == {"NEC": 0, "REE": 0}
    assert {*board.reach("F", "NEC/SC")} == {"UPP"}
    assert board.homes == {"ALDERS": ("ALD",), "BIRCHES": ("BIR",)}
    assert board.centers == ("ALD", "BIR", "NEC")
    assert board.power_names.find("oaks") == ("ALDERS",)
    assert variant.start.owners == {"ALD": "ALDERS"}  # as it says who owns what
    assert variant.start.units == (Unit("ALDERS", "F", "ALD"), Unit("BIRCHES", "F", "NEC/SC"))
    assert str(variant.start.phase) == "W1203A"
    assert (variant.victory_centers, variant.rule_set.build_in) == (3, "one-home")
    told = [(fault.source, fault.line) for fault in faults if fault.code == "not-held"]
    assert told == [
        ("ponds_adjacency.xml", 6),  # a border for armies alone
        ("variants.xml", 12),  # a power that nobody plays
        ("variants.xml", 14),  # the end of the game
        ("variants.xml", 20),  # a wing
    ]
    assert not any(fault.is_error for fault in faults)


def test_one_of_several():
    variant, faults = read()
    assert variant.title == "Ponds"
    assert "there are others: Other" in next(f.what for f in faults if f.code == "several-variants")
    variant, faults = read(which="Third")
    assert (variant, faults[0].candidates) == (None, ("Other", "Ponds"))


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "line"),
    [
        ("variants.xml", 'value="3"', 'value="many"', "bad-number", 14),
        ("variants.xml", "Fall, 1203, Adjustment", "soon", "bad-phase", 13),
        ("variants.xml", 'power="alders"', 'power="yews"', "unknown-power", 18),
        (
            "variants.xml",
            'province="bir" homepower',
            'province="oak" homepower',
            "unknown-province",
            16,
        ),
        ("variants.xml", "ponds_adjacency.xml", "../secret.xml", "no-such-file", 0),
        ("variants.xml", "</VARIANT>\n</VARIANTS>", "</VARIANT>", "not-xml", 22),
        ("ponds_adjacency.xml", "ald bir nec-nc", "ald bir oak", "unknown-province", 20),
        ("ponds_adjacency.xml", 'shortname="ree"', 'shortname="bir"', "two-places", 16),
    ],
)
def test_faults_have_their_lines(file, old, new, code, line):
    _, faults = read({file: JDIP[file].replace(old, new, 1)})
    assert (code, line) in [(f.code, f.line) for f in faults if f.is_error]


def test_entities_are_refused():
    bomb = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><VARIANTS>&b;</VARIANTS>'
    variant, faults = read({"variants.xml": bomb})
    assert (variant, faults[0].code) == (None, "not-xml")
    outside = '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><VARIANTS>&a;</VARIANTS>'
    assert read({"variants.xml": outside})[1][0].code == "not-xml"
    assert "&" not in JDIP_VARIANTS + JDIP_ADJACENCY
