"""A kind of game from one folder outside the program: begun, ordered, judged, reported, drawn,
saved and loaded, judged among people, and shown on pages."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dragoman.cli.app import app
from dragoman.drawing import map_of, scene_of
from dragoman.formats import load_variant, read_variant_files, write_variant
from dragoman.game import read_record, write_record
from dragoman.game.kind import ENTRY_POINTS, kinds, package_of
from dragoman.game.variant import PLAY
from dragoman.games.folder import GameFolder
from tests.web.conftest import House
from tests.web.pages.reader import reader
from tests.web.tables import begun, seats

KIND = Path(__file__).parents[1] / "kinds" / "bourse"
TOML = 'based_on = "standard"\ngame = "bourse"\ntitle = "The bourse"\n'

Call = Callable[..., str]


@pytest.fixture
def bourse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The kind is installed, as a package, and a variant of it is."""
    installed = tmp_path / "site-packages"
    shutil.copytree(KIND, installed / "bourse")
    names = installed / "bourse-1.0.dist-info"
    names.mkdir()
    names.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: bourse\nVersion: 1.0\n")
    names.joinpath("entry_points.txt").write_text(f"[{ENTRY_POINTS}]\nbourse = bourse\n")
    folder = tmp_path / "data" / "dragoman" / "variants" / "bourse"
    folder.mkdir(parents=True)
    folder.joinpath("variant.toml").write_text(TOML)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.syspath_prepend(installed)
    monkeypatch.setenv("PYTHONPATH", str(installed))
    yield
    for name in [one for one in sys.modules if one.partition(".")[0] == "bourse"]:
        del sys.modules[name]
    package_of.cache_clear()
    importlib.invalidate_caches()


def files_of(name: str) -> tuple[str, str, str]:
    texts, _ = write_variant(load_variant(name))
    return texts[f"map.{name}"], texts[f"seed.{name}"], texts["variant.toml"]


def brought(house: House) -> str:
    """The variant, which somebody has brought to the judge."""
    texts = zip(("map", "seed", "toml"), files_of("bourse"), strict=True)
    answer = house.person(1)("POST", "/variants", {"name": "bourse", **dict(texts)})
    assert answer.status_code == 201, answer.text
    return answer.json()["variant"]


@pytest.fixture
def call() -> Call:
    def called(*words: object) -> str:
        ran = CliRunner().invoke(app, [*map(str, words)])
        assert ran.exit_code == 0, ran.output
        return ran.output

    return called


def test_it_takes_no_more_than_a_folder() -> None:
    lines = [line for file in KIND.glob("*.py") for line in file.read_text().splitlines()]
    assert len(lines) <= 60


@pytest.mark.usefixtures("bourse")
def test_it_is_known_and_its_variant_is_of_it() -> None:
    variant = load_variant("bourse")
    assert "bourse" in kinds() and variant.kind == "bourse"
    assert not PLAY.of(variant).is_plain and PLAY.of(load_variant("standard")).is_plain
    again, faults = read_variant_files("bourse", *(one.encode() for one in files_of("bourse")))
    assert not faults and again is not None and again.kind == "bourse"


@pytest.mark.usefixtures("bourse")
def test_a_game_of_it_is_played_in_a_folder(tmp_path: Path, call: Call) -> None:
    at = tmp_path / "ours"
    call("new", "bourse", at)
    sheet = at / "orders.txt"
    assert "holds 300 shares" in sheet.read_text()
    sheet.write_text("France\nF bre-mao\nA par-pic\nA mar-spa\n")
    call("check", at)
    call("adjudicate", at)
    assert at.joinpath("result.svg").read_bytes()
    assert "FRANCE: 300" in at.joinpath("result.txt").read_text()
    variant = load_variant("bourse")
    scene = scene_of(variant, map_of(variant)[0].geometry, variant.start)
    assert {side.centers for side in scene.powers} == {300, 400}
    call("accept", at)
    assert "FRANCE: 300" in call("report", at)
    game, faults = GameFolder(at).open()
    assert game is not None and not faults
    assert game.game.variant.kind == "bourse" and len(game.game.history) == 1
    again, _ = read_record(write_record(game.game))
    assert again == game.game


@pytest.mark.slow
@pytest.mark.usefixtures("bourse")
def test_a_game_of_it_is_judged_among_people_and_shown_on_pages(house: House) -> None:
    variant = brought(house)
    game = begun(house, variant=variant)
    people = seats(house, game)
    assert people["FRANCE"].get(f"/games/{game}/orders")["possible"]
    text = "IF France has at least 300 shares\nF bre-mao\nELSE\nF bre-eng\nENDIF\nA par H"
    people["FRANCE"].do(game, "save-orders", text=text)
    number = next(n for n, one in house.callers.items() if one is people["FRANCE"])[0]
    one = reader(house, number)
    before = one.get(f"/games/{game}").text
    assert "Shares" in before and "300" in before
    assert "Ducats" not in before and "Money" not in before

    house.person(1).do(game, "process-now")
    while house.judge.games.tick(house.clock()) is not None:
        pass
    orders = {
        power: people[power].get(f"/games/{game}/turns/S1901M")["orders"]["FRANCE"]
        for power in ("FRANCE", "ITALY")
    }
    assert orders == {"FRANCE": ["F BRE-MAO", "A PAR H"], "ITALY": ["F BRE-MAO"]}
    assert "MAO" in json.dumps(people["FRANCE"].get(f"/games/{game}/board"))
    assert "FRANCE: 300" in one.get(f"/games/{game}/turns/S1901M").text
    assert "convoy_paradox" in one.get(f"/games/{game}/rules").text
    assert "The bourse" in one.get(f"/variants/{variant}").text
