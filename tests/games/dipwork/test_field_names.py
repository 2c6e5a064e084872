"""Fields go by the names the game master gave them, in everything that is said about a round."""

import re
import shutil
from pathlib import Path

import pytest

from dragoman.drawing import map_of, scene_of, svg
from dragoman.formats.dipwork import read_game_directory
from dragoman.games.dipwork.round import run
from dragoman.games.dipwork.round_report import report
from dragoman.games.dipwork.workspace import Dialogue
from dragoman.games.requests import ReportRequest

ISLANDS = Path(__file__).parents[2] / "cases" / "dipwork" / "islands"
ENGINE = re.compile(r"\b(Nth|Ska|Mid|Spa/[ns]c|P2739|Ire2|IRE2)\b")
UNITS = {
    "Au": ["A P27_39", "A Vie"],
    "En": ["F NTH", "F SpN", "F Lon"],
    "Ge": ["F SKA"],
    "Fr": ["F MID"],
}
ORDERS = {
    "Au": ["A P27_39-Vie"],
    "En": ["F NTH xxx", "F SpN-MID", "F Lon S F NTH"],
    "Ge": ["F SKA-NTH"],
    "Fr": ["F MID-Spa", "F Spa(ec)-MID"],
}


@pytest.fixture
def renamed(table):
    """The standard table, on whose map Galicia is a field P27_39."""
    path = table.here / "VARIANTS" / "STANDARD" / "FIELDS.TXT"
    text = path.read_bytes().decode("cp437")
    text = re.sub(r"^= Gal .*\r\n", "", text, flags=re.MULTILINE)
    path.write_bytes(re.sub(r"\bGal\b", "P27_39", text).encode("cp437"))
    table.write(UNITS, ORDERS, year="Frühjahr 1901")
    return table


def test_debug1_has_the_fields_of_fields_txt(renamed):
    said = "\n".join(renamed.play("/s", "/p", "/c", "/debug1").said)
    for name in ("A P27_39–Vie", "F SpN–MID", "F SKA–NTH", "F Lon S F NTH", "F MID–Spa"):
        assert name in said
    assert not ENGINE.search(said)
    assert not ENGINE.search("\n".join(map(str, renamed.faults)))


@pytest.mark.parametrize("form", ["text", "markdown", "html", "bbcode", "zine"])
def test_reports_have_the_fields_of_fields_txt(renamed, form):
    renamed.play("/s", "/p", "/c")
    request = ReportRequest(form, None, None, True, "de")
    text = report("ROUND", "", request, renamed.here).text.replace("\\_", "_")
    assert all(name in text for name in ("P27_39", "SpN", "NTH", "SKA"))
    assert not ENGINE.search(re.sub("<[^>]*>", " ", text))


def test_two_fields_that_differ_in_capitals_alone(tmp_path):
    for name in ("ROSE", "VARIANTS"):
        shutil.copytree(ISLANDS / name, tmp_path / name)
    shutil.copy(ISLANDS / "PROJECT.TXT", tmp_path)
    said = []
    run(["ROSE", "/s", "/p", "/c", "/debug1"], Dialogue(said.append), tmp_path)
    told = "\n".join(said)
    assert "K IRE S L Wal–Ire" in told
    assert "L Ire" in told
    assert not ENGINE.search(told)


def test_a_unit_that_is_destroyed_is_told_by_its_field(table):
    units = {"It": ["F ION", "F TYS"], "Tu": ["F WES", "A Afr"], "Fr": ["F Tun"]}
    table.write(units, {"It": ["F ION-Tun", "F TYS S F ION-Tun"]}).play("/s", "/p", "/c")
    assert "  Fr F Tun is driven out and has nowhere to go" in table.said


def test_a_map_of_ours_has_the_fields_of_fields_txt(renamed):
    game, _ = read_game_directory(renamed.folder, None)
    found, _ = map_of(game.variant)
    drawn = svg(scene_of(game.variant, found.geometry, game.start))
    assert "P27_39" in drawn
    assert not re.search(r">(P2739|Nth)<", drawn)


def test_the_heading_of_a_map_is_the_game_master_s(table, monkeypatch):
    """VARNAME, NAME and YEAR as they are in the game's files; what is said besides is German."""
    scenes = []

    def seen(scene):
        scenes.append(scene)
        return svg(scene)

    monkeypatch.setattr("dragoman.drawing.svg", seen)
    table.write({"En": ["F NTH"]}, {}, year="Frühjahr 1901", header=["NAME Rhododendron"])
    table.play("/s", "/p", "/c", "/w", "/m")
    assert [(one.title, one.turn, one.language) for one in scenes] == [
        ("Standard - Rhododendron", "Frühjahr 1901", "de")
    ]
