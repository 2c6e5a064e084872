"""Variants of DiplomacyGM: an SVG with layers, and its settings."""

import json

from dragoman.board import Unit
from dragoman.formats.foreign.bundle import Bundle
from dragoman.games.variants.foreign import read_files

SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 120"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd">
<g inkscape:groupmode="layer" inkscape:label="Sea Adjacencies">
  <path inkscape:label="Pond" style="fill:#aaddee" d="M0,60H200V120H0Z"/>
</g>
<g inkscape:groupmode="layer" inkscape:label="Region Colors">
  <path inkscape:label="Alder" style="fill:#ff0010" d="M0,0H99.6V60H0Z"/>
  <path inkscape:label="Birch" style="fill:#008040" d="M100.4,0H180V60H100.4Z"/>
  <path inkscape:label="Isle" style="fill:#f5deb3" d="M20,80H60V110H20Z"/>
  <path inkscape:label="Wall" style="fill:#a69f8f" d="M180,0H200V60H180Z"/>
</g>
<g inkscape:groupmode="layer" inkscape:label="SC Markers">
  <g inkscape:label="Alder"/><g inkscape:label="Birch"/><g inkscape:label="Isle"/>
</g>
<g inkscape:groupmode="layer" inkscape:label="Units">
  <g inkscape:label="Alder"><path sodipodi:sides="6" d="M5,5H9V9Z"/></g>
  <g inkscape:label="Birch sc"><path sodipodi:sides="3" d="M150,50H159V59Z"/></g>
  <g inkscape:label="Isle"><path sodipodi:sides="3" d="M30,90H39V99Z"/></g>
</g>
</svg>"""

CONFIG = {
    "name": "Ponds",
    "file": "ponds.svg",
    "year": 1204,
    "victory_count": 2,
    "build_options": "cores",
    "svg config": {"impassable": "a69f8f"},
    "abbreviations": {"bir": "Birch"},
    "players": {"Alders": {"color": "ff0010"}, "Birches": {"color": {"standard": "008040"}}},
    "overrides": {
        "provinces": {
            "Birch": {"coasts": {"nc": [], "sc": ["Pond"]}},
            "Alder": {"adjacencies": ["Isle"]},
        }
    },
}


def read(svg=SVG, config=CONFIG):
    text = config if isinstance(config, str) else json.dumps(config)
    files = {"ponds/ponds.svg": svg.encode(), "ponds/config.json": text.encode()}
    return read_files(Bundle(files, "", "ponds"))


def test_a_folder():
    found = read()
    variant = found.variant
    board = variant.board
    assert [p.name for p in board.provinces.values()] == ["Pond", "Alder", "Birch", "Isle"]
    assert board.reach("A", "ALD") == {"BIR": 0, "ISL": 0}  # across a gap, and by an override
    assert {*board.reach("F", "PON")} == {"ALD", "BIR/SC", "ISL"}
    assert board.provinces["BIR"].coasts == ("NC", "SC")
    assert board.homes == {"ALDERS": ("ALD",), "BIRCHES": ("BIR",)}
    assert board.centers == ("ALD", "BIR", "ISL")
    assert variant.start.units == (Unit("ALDERS", "A", "ALD"), Unit("BIRCHES", "F", "BIR/SC"))
    assert (variant.title, str(variant.start.phase)) == ("Ponds", "S1204M")
    assert (variant.victory_centers, variant.colours["BIRCHES"]) == (2, "#008040")
    assert [*found.drawing] == ["picture.svg"]
    told = [(fault.code, fault.is_error) for fault in found.faults]
    assert ("bad-unit", True) in told  # on the isle, which is nobody's
    assert ("not-held", False) in told  # how builds are made


def test_broken_files_are_told():
    for svg, config in (
        (SVG.replace("</svg>", ""), CONFIG),
        (SVG.replace('viewBox="0 0 200 120"', ""), CONFIG),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]>" + SVG, CONFIG),
        (SVG, "{"),
        (SVG.replace("Region Colors", "Other").replace("Sea Adj", "Adj"), CONFIG),
    ):
        found = read(svg, config)
        assert found.variant is None
        assert any(fault.is_error for fault in found.faults)
    assert read(SVG.replace("M0,0H99.6V60H0Z", "M0,0Hx99")).faults
    assert read(SVG, {**CONFIG, "overrides": [], "players": {"Alders": 3}}).faults
