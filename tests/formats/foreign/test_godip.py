"""Variants of godip: Go source that is read as text."""

from dragoman.board import Terrain, Unit
from dragoman.formats.foreign.bundle import Bundle
from dragoman.formats.foreign.reading import read_bundle
from tests.formats.foreign.small_files import GODIP_SOURCE


def read(source=GODIP_SOURCE, **others):
    files = {"ponds/ponds.go": source} | {n.replace("__", "/"): t for n, t in others.items()}
    return read_bundle(Bundle({n: t.encode() for n, t in files.items()}, "ponds", "ponds"))


def test_a_source():
    variant, faults = read()
    board = variant.board
    assert (variant.title, variant.credits, variant.about) == (
        *("The Ponds", "Ada Lee"),
        'Two "powers".',
    )
    assert {key: p.name for key, p in board.provinces.items()} == {
        **{"ALD": "Alder", "BIR": "Birch", "NEC": "Neck", "REE": "Reed Mark"},
        **{"UPP": "Upper Pond", "LOW": "Lower Pond"},
    }
    assert board.provinces["UPP"].terrain is Terrain.WATER
    assert board.provinces["NEC"].coasts == ("NC", "SC")
    assert board.provinces["BIR"].convoyable_land
    assert {*board.reach("F", "UPP")} == {"ALD", "BIR", "NEC/SC"}
    assert {*board.reach("A", "NEC")} == {"ALD", "BIR"}
    assert board.one_way == (("BIR", "REE"),)
    assert board.homes == {"THE ALDERS": ("ALD",), "BIRCHES": ("BIR",), "AUTONOMOUS": ()}
    assert variant.start.owners == {"ALD": "THE ALDERS", "NEC": "BIRCHES"}
    assert variant.start.units == (
        Unit("AUTONOMOUS", "A", "REE"),
        Unit("BIRCHES", "F", "NEC/SC"),
        Unit("THE ALDERS", "F", "ALD"),
    )
    assert str(variant.start.phase) == "S1204M"
    assert (variant.victory_centers, variant.rule_set.build_in) == (2, "any")
    assert variant.colours == {"THE ALDERS": "#ff0010"}
    assert [(fault.code, fault.line) for fault in faults] == [("one-way", 44)]


def test_a_source_that_builds_on_another():
    start = 'import "github.com/zond/godip/variants/classical/start"\nx = classical.Start()\n'
    child = f"package child\n{start}var Nations = []godip.Nation{{godip.Italy}}\n"
    units = 'map[godip.Province]godip.Unit{"rom": godip.Unit{godip.Army, godip.Italy}}'
    rome = 'Prov("rom").Conn("tus", godip.Land).Flag(godip.Land).SC(godip.Italy).\n'
    others = {
        "classical__start__map.go": rome + 'Prov("tus").Conn("rom", godip.Land).Flag(godip.Land).',
        "classical__start__units.go": units,
    }
    variant, faults = read(child, **others)
    assert variant.start.units == (Unit("ITALY", "A", "ROM"),)
    assert [fault.code for fault in faults] == ["guessed"]
    fleet = child + 'result.SetUnit(godip.Province("rom"), godip.Unit{godip.Fleet, godip.Italy})'
    assert "a fleet cannot stand in rom" in [fault.what for fault in read(fleet, **others)[1]]
    assert read(child)[0] is None


def test_people_win_by_a_program_and_home_centres_are_everybodys():
    source = GODIP_SOURCE.replace("common.SCCountWinner(2)", "soloWinner").replace(
        "godip.Anywhere", "godip.AnyHomeCenter"
    )
    variant, faults = read(source)
    assert variant.board.common_homes == ("ALD", "BIR")
    assert [f.line for f in faults if "who wins" in f.what] == [20]
