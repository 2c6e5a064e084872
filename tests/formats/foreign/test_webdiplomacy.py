"""Folders of webDiplomacy and vDiplomacy: what is read of them, and what is told."""

from dragoman.board import Terrain, Unit
from dragoman.formats.foreign.bundle import Bundle
from dragoman.formats.foreign.reading import read_bundle
from tests.formats.foreign.small_files import INSTALL, UNITS, VARIANT, WEBDIPLOMACY


def bundle(changes=None, **others):
    files = {**WEBDIPLOMACY, **(changes or {})}
    inside = {f"Ponds/{name}": text.encode() for name, text in files.items()}
    beside = {name.replace("__", "/"): text.encode() for name, text in others.items()}
    return Bundle(inside | beside, "Ponds", "Ponds")


def read(changes=None, **others):
    return read_bundle(bundle(changes, **others))


def test_a_folder():
    variant, faults = read()
    board = variant.board
    assert (variant.name, variant.title) == ("ponds", "The Ponds")
    assert variant.about == "Two powers ."
    assert variant.credits == "Ada Lee; adapted by Ben Day"
    assert [p.name for p in board.provinces.values()] == [
        *("Alder", "Birch", "Neck", "Réed 's Mark", "Upper Pond", "Lower Pond"),
    ]
    assert board.provinces["LOW"].terrain is Terrain.WATER
    assert board.provinces["NEC"].coasts == ("NC", "SC")
    assert board.provinces["NEC"].convoyable_land
    assert board.homes == {"ALDERS": ("ALD",), "BIRCHES": ("BIR",), "AUTONOMOUS": ()}
    assert board.centers == ("ALD", "BIR", "NEC")
    assert {*board.reach("F", "NEC/NC")} == {"LOW"}
    assert {*board.reach("A", "NEC")} == {"ALD", "BIR"}
    assert {*board.reach("F", "LOW")} == {"ALD", "BIR", "NEC/NC"}
    assert board.names.find("Bi") == ("BIR",)
    assert variant.start.units == (
        Unit("ALDERS", "F", "ALD"),
        Unit("AUTONOMOUS", "A", "NEC"),
        Unit("BIRCHES", "A", "BIR"),
    )
    assert variant.start.owners == {"ALD": "ALDERS", "BIR": "BIRCHES"}
    assert str(variant.start.phase) == "S1204M"
    assert variant.victory_centers == 2
    assert variant.rule_set.build_in == "any"
    assert variant.colours == {"ALDERS": "#ff0010", "BIRCHES": "#008040"}
    assert variant.coordinates["NEC/SC"] == (110, 70)
    told = [(fault.source, fault.line, fault.is_error) for fault in faults]
    assert told == [
        ("classes/adjMove.php", 0, False),  # a program that nobody here carries out
        ("install.php", 12, False),  # a sign that no way leads to
        ("variant.php", 0, False),  # no number of centres
    ]


def test_a_variant_that_builds_on_another():
    child = {
        "install.php": "<?php require_once('variants/Ponds/install.php'); ?>",
        "variant.php": "<?php class ChildVariant extends PondsVariant {public $fullName='Child';}",
    }
    files = {f"Ponds/{name}": text.encode() for name, text in WEBDIPLOMACY.items()}
    files |= {f"Child/{name}": text.encode() for name, text in child.items()}
    variant, faults = read_bundle(Bundle(files), which="Child")
    assert (variant.title, len(variant.start.units)) == ("Child", 3)
    assert not any(fault.is_error for fault in faults)
    alone = Bundle({name: text for name, text in files.items() if name.startswith("Child")})
    variant, faults = read_bundle(alone)
    assert variant is None
    assert "put the folder Ponds beside this one" in [fault.remedy for fault in faults]


def test_several_in_one_archive():
    files = {f"{one}/{name}": b"<?php" for one in ("B", "A") for name in WEBDIPLOMACY}
    variant, faults = read_bundle(Bundle(files))
    assert variant is None
    assert faults[0].candidates == ("A", "B")
    assert read_bundle(Bundle({"readme.txt": b""}, name="x"))[1][0].code == "unknown-format"


def test_games_that_begin_with_builds_and_years_before_christ():
    empty = UNITS.replace("'Alder'=>'Fleet'", "").replace("'Birch (Bi)'=>'Army'", "")
    empty = empty.replace("'Neck'=>'Army'", "")
    variant, _ = read({"classes/adjudicatorPreGame.php": empty})
    assert str(variant.start.phase) == "W1203A"
    down = VARIANT.replace("(floor($turn/2) + 1204)", '(-1*(floor($turn/2) - 480))." BC"')
    assert str(read({"variant.php": down})[0].start.phase) == "S0480BCM"
    steps = VARIANT.replace("(floor($turn/2) + 1204)", "(floor($turn*5) + 1555)")
    variant, _ = read({"variant.php": steps})
    assert [str(phase) for phase in variant.calendar.phases][:3] == ["SM +5", "SR", "FM +5"]
    odd = VARIANT.replace("(floor($turn/2) + 1204)", "someday($turn)")
    assert ("guessed", 17) in [(fault.code, fault.line) for fault in read({"variant.php": odd})[1]]


def test_territories_and_borders_each_by_itself():
    lines = [
        "<?php",
        "new InstallTerritory('Alder', 'Coast', 'Yes', 1, 10, 10, 5, 5);",
        "new InstallTerritory('Pond', 'Sea', 'No', 0, 20, 20, 9, 9);",
        "InstallTerritory::$Territories['Alder']->addBorder("
        "InstallTerritory::$Territories['Pond'], 'Yes', 'No');",
        "InstallTerritory::$Territories['Alder']->addBorder("
        "InstallTerritory::$Territories['Elm'], 'No', 'Yes');",
    ]
    variant, faults = read({"install.php": "\n".join(lines)})
    assert [*variant.board.provinces] == ["ALD", "PON"]
    assert {*variant.board.reach("F", "PON")} == {"ALD"}
    errors = [(f.line, f.code) for f in faults if f.is_error and f.source == "install.php"]
    assert errors == [(5, "unknown-province")]


def test_fog():
    fog = {"classes/adjMove.php": "<?php class Fog_adjMove {} class PondsVariant_adjMove {}"}
    variant, faults = read(fog)
    assert variant.rule_set.sight == "borders"
    assert any("limits sight" in fault.what for fault in faults)


def test_what_statements_change():
    more = INSTALL.replace(
        "InstallTerritory::runSQL($this->mapID);",
        """InstallTerritory::$Territories['Neck']->supply='No';
$DB->sql_put('DELETE FROM wD_Borders WHERE mapID='.$this->mapID.' AND fromTerrID=3 AND toTerrID=1');
$DB->sql_put('UPDATE wD_Territories SET supply="No" WHERE mapID='.$this->mapID.' AND countryID>1;');
$DB->sql_put('DROP TABLE wD_Borders');""",
    )
    variant, faults = read({"install.php": more})
    assert variant.board.centers == ("ALD",)
    assert variant.board.one_way == (("ALD", "NEC"),)
    lines = [fault.line for fault in faults if fault.source == "install.php"]
    assert lines == [12, 20, 39]  # the sign, the border that leads one way, and the last statement


def test_faults_have_their_lines():
    broken = INSTALL.replace("'Yes', 2, 210", "'Yes', 7, 210").replace(
        "'Birch (Bi)','Neck','No'", "'Elsewhere','Neck','No'"
    )
    units = UNITS.replace("'Alder'=>'Fleet'", "'Alder'=>'Wing', 'Lower Pond'=>'Army'")
    _, faults = read({"install.php": broken, "classes/adjudicatorPreGame.php": units})
    errors = [(f.source, f.line, f.code) for f in faults if f.is_error]
    assert errors == [
        ("classes/adjudicatorPreGame.php", 4, "bad-unit"),
        ("classes/adjudicatorPreGame.php", 4, "bad-unit"),
        ("install.php", 5, "unknown-power"),
        ("install.php", 23, "unknown-province"),
    ]
