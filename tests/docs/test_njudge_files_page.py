"""The page on nJudge's files: its examples are whole, are checked, and are played."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from dragoman.board import AUTONOMOUS
from dragoman.formats import load_variant
from dragoman.game import Game
from dragoman.games.variants.maps import check
from dragoman.rules import legal_orders

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "njudge-files.md").read_text("utf-8")
EXAMPLES: dict[str, str] = dict(
    re.findall(r"^`((?:map|seed)\.\w+)`:\n\n```text\n(.*?)```", PAGE, re.M | re.S)
)
NAMES = ("ponds", "twins")


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The folder of an example."""
    found = tmp_path / request.param
    found.mkdir()
    for file in (f"map.{request.param}", f"seed.{request.param}"):
        (found / file).write_text(EXAMPLES[file], "utf-8")
    if request.param == "twins":
        (toml,) = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
        (found / "variant.toml").write_text(toml, "utf-8")
    return found


def test_each_map_has_its_seed() -> None:
    assert set(EXAMPLES) == {f"{file}.{name}" for file in ("map", "seed") for name in NAMES}


@pytest.mark.parametrize("folder", NAMES, indirect=True)
def test_nothing_is_wrong_with_them(folder: Path) -> None:
    answer = check(str(folder), None)
    assert answer.diagnostics == ()


def test_the_check_says_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("map.ponds", "seed.ponds"):
        Path(file).write_text(EXAMPLES[file], "utf-8")
    (said,) = re.findall(r"\$ dragoman variant check map.ponds seed.ponds\n(.*?)```", PAGE, re.S)
    assert check("map.ponds", Path("seed.ponds")).text.strip() == said.strip()


@pytest.mark.parametrize("folder", NAMES, indirect=True)
def test_they_are_played(folder: Path) -> None:
    variant, dice = load_variant(folder), Random(1)
    game = Game(variant, seed=1 if variant.scenario else None)
    while game.ending is None and len(game.history) < 12:
        if variant.scenario is None:
            for unit, orders in legal_orders(variant.board, game.position, game.rule_set).items():
                game.order(unit.power, dice.choice(orders))
        game.process()
    assert len(game.history) > 1


@pytest.mark.parametrize("folder", ["twins"], indirect=True)
def test_what_the_rows_of_the_seed_say(folder: Path) -> None:
    start = Game(load_variant(folder), seed=1).position
    affairs = start.affairs
    assert affairs is not None
    assert {unit.kind for unit in start.units} == {"A", "F", "Am", "G"}
    assert (affairs.treasuries["H"], affairs.treasuries["L"]) == (12, 9)
    assert [(one.principal, one.interest) for one in affairs.loans["L"]] == [(10, 2)]
    assert affairs.chits == {"H": ("L",), "L": ("H",)}
    assert [unit.location for unit in start.units if unit.power == AUTONOMOUS] == ["MID_CITY"]
    assert (start.owners["HIG"], start.owners["LOL"]) == ("H", "L")


def test_the_seed_of_builds_is_one(tmp_path: Path) -> None:
    """The row of the page has a sign for each province of a map of four."""
    lines = ("Ash, A ash", "Beech, l bee", "Cedar, B ced", "Dale, l dal", "-1")
    ways = ("ash-mv: bee", "bee-mv: ash ced dal", "ced-mv: bee", "dal-mv: bee", "-1", "-1")
    (seed,) = re.findall(r"```text\n(F1900B\n.*?)```", PAGE, re.S)
    (tmp_path / "map.four").write_text("\n".join((*lines, *ways, "")), "utf-8")
    (tmp_path / "seed.four").write_text(seed, "utf-8")
    assert not [one for one in check(str(tmp_path), None).diagnostics if one.is_error]
    start = load_variant(tmp_path).start
    assert (str(start.phase), dict(start.owners)) == ("W1900A", {"ASH": "A", "CED": "B"})


@pytest.mark.parametrize("area", "lwxvhgr")
def test_every_area_is_on_the_page(area: str) -> None:
    assert f"| `{area}` |" in PAGE
