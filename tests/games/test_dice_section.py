"""Dice in the order sheet of a game folder: listed, typed, judged, kept, taken back."""

import json
import re
from pathlib import Path

import pytest

from dragoman.files import content_of
from dragoman.formats import load_variant
from dragoman.game import Game, write_record
from dragoman.games import playing
from dragoman.games.folder import FolderSettings, GameFolder
from dragoman.games.order_sheet import empty_sheet

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def fall() -> tuple[Game, str]:
    game = Game(load_variant("machiavelli"), seed=7)
    while game.phase.season != "F":
        game.process()
    return game, write_record(game)


def folder_of(path: Path, game: tuple[Game, str], language: str = "en") -> GameFolder:
    folder = GameFolder(path)
    folder.record.write_text(game[1])
    folder.settings.write_text(str(FolderSettings(language=language)))
    folder.orders.write_text(empty_sheet(game[0], language))
    return folder


def test_the_sheet_lists_the_dice_and_takes_what_was_thrown(
    tmp_path: Path, fall: tuple[Game, str]
) -> None:
    folder = folder_of(tmp_path, fall)
    sheet = folder.orders.read_text()
    assert "\nDice\n" in sheet
    assert "\nfamine severity: - -\n" in sheet
    assert "\nincome Venice, Venice: - -\n" in sheet
    assert not playing.check(tmp_path, None).diagnostics
    typed = sheet.replace("famine severity: - -", "famine severity: 4 4").replace(
        "income Venice, Venice: - -", "income Venice, Venice: 6 -  # by hand"
    )
    folder.orders.write_text(typed)
    checked = playing.check(tmp_path, None)
    assert not checked.diagnostics
    assert "famine severity: 4 4" in checked.text
    assert re.search(r"famine row: - -\n", checked.text)
    assert "income VENICE VEN 1: 6" in checked.data["thrown"]
    judged = playing.adjudicate(tmp_path, None, False, False)
    assert not judged.diagnostics
    assert judged.data["thrown"] == checked.data["thrown"]
    assert content_of(folder.result_data)
    again = playing.adjudicate(tmp_path, None, False, False)
    assert again.data == judged.data
    assert not playing.accept(tmp_path).diagnostics
    record = json.loads(folder.record.read_text())
    assert record["phases"][-2]["thrown"] == judged.data["thrown"]
    assert record["phases"][-2]["dice"] == judged.data["dice"]
    assert not playing.undo(tmp_path).diagnostics
    assert folder.orders.read_text() == typed
    assert playing.adjudicate(tmp_path, None, False, False).data == judged.data


def test_in_german(tmp_path: Path, fall: tuple[Game, str]) -> None:
    folder = folder_of(tmp_path, fall, "de")
    sheet = folder.orders.read_text()
    assert "\nWürfel\n" in sheet
    assert "\nHungersnot Schwere: - -\n" in sheet
    assert "\nErtrag Venedig, Venedig: - -\n" in sheet
    folder.orders.write_text(sheet.replace("Schwere: - -", "Schwere: 1 1"))
    checked = playing.check(tmp_path, None)
    assert not checked.diagnostics
    assert checked.data["thrown"] == ["famine severity 1: 1", "famine severity 2: 1"]


def test_wrong_dice_have_their_place_and_nothing_is_judged(
    tmp_path: Path, fall: tuple[Game, str]
) -> None:
    folder = folder_of(tmp_path, fall)
    folder.orders.write_text(
        "Milan\nA mil H\nDice\nfamine severity: 9 1\nplague row: 3\n"
        "income Milan: 2\nincome Mailand: 4\nrubbish\n\nVenice\nA pad H\n"
    )
    checked = playing.check(tmp_path, None)
    places = {(fault.line, fault.column, fault.code) for fault in checked.diagnostics}
    assert places == {
        (4, 18, "no-die"),
        (5, 1, "unasked-die"),
        (7, 1, "die-twice"),
        (8, 1, "unreadable-dice"),
    }
    assert all(fault.is_error and fault.remedy for fault in checked.diagnostics)
    assert checked.data["orders"] == {"MILAN": ["A MIL H"], "VENICE": ["A PAD H"]}
    refused = playing.adjudicate(tmp_path, None, False, False)
    assert refused.diagnostics[-1].code == "not-judged"
    assert not folder.result.exists()
    judged = playing.adjudicate(tmp_path, None, False, True)
    assert judged.data["thrown"] == ["famine severity 2: 1", "income MILAN MIL 1: 2"]


def test_dice_typed_after_the_judging_are_not_accepted(
    tmp_path: Path, fall: tuple[Game, str]
) -> None:
    folder = folder_of(tmp_path, fall)
    playing.adjudicate(tmp_path, None, False, False)
    sheet = folder.orders.read_text()
    folder.orders.write_text(sheet.replace("severity: - -", "severity: 6 6"))
    (fault,) = playing.accept(tmp_path).diagnostics
    assert fault.code == "changed-since"


def test_diplomacy_has_no_dice(tmp_path: Path) -> None:
    assert not playing.new("standard", tmp_path / "g", None, [], FolderSettings()).diagnostics
    sheet = (tmp_path / "g" / "orders.txt").read_text()
    assert "Dice" not in sheet
