"""Order sheets of Machiavelli: what each unit and each ducat can do, in both languages."""

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Game
from dragoman.games import playing
from dragoman.games.folder import FolderSettings
from dragoman.games.order_sheet import empty_sheet
from dragoman.orders import scan_file
from dragoman.rules import Dislodged, Loan, Phase, RuleSet


@lru_cache
def first(name: str = "machiavelli", preset: str | None = None) -> Game:
    return Game(load_variant(name), RuleSet.preset(preset) if preset else None, seed=7)


def section(sheet: str, power: str) -> list[str]:
    """The lines below the name of a power."""
    found = re.search(rf"^{power}\n((?:.+\n)*)", sheet, re.MULTILINE)
    assert found is not None
    return found[1].splitlines()


def in_winter(name: str = "machiavelli", preset: str | None = None) -> Game:
    game = first(name, preset).copy()
    while game.phase.letter != "A":
        for power in game.survivors:  # somewhere a unit has to move, so that there is work to do
            for unit, orders in game.legal_orders(power).items():
                if unit.kind != "G":
                    game.order(power, orders[1 % len(orders)])
        game.process()
    return game


def test_each_unit_and_each_ducat() -> None:
    lines = section(empty_sheet(first(), "en"), "Milan")
    assert (
        "# A Cre: moves to Ber, Bre, Man, Mil, Par, Pia; "
        "supports in Ber, Bre, Man, Mil, Pia; converts to G"
    ) in lines
    assert "# 7 d in the treasury, the bank lends up to 25 d" in lines
    assert "#   buy: G Man, G Mon, G Trt 9; A Tyr 18" in lines
    assert "#   disband: G Man, G Mon, G Trt 6; A Tyr 12" in lines
    assert (
        "# may pay up to 7 d to Austria, France, Florence, Naples, Papacy, Turkey, Venice" in lines
    )
    assert not [line for line in section(empty_sheet(first(), "en"), "France") if "pay" in line]
    (rebel,) = [line for line in lines if "cause rebellion" in line]
    assert rebel.endswith(" Vic 15")
    (kill,) = [line for line in lines if "assassinate" in line]
    assert "Venice" in kill and "Milan" not in kill


def test_places_are_in_the_sequence_of_the_map() -> None:
    lines = section(empty_sheet(first(), "en"), "Papacy")
    (bologna,) = [line for line in lines if line.startswith("# A Bol")]
    assert "supports in Fer, Flo, Luc, Man, Mod, Pst, Rma;" in bologna


def test_in_german() -> None:
    sheet = empty_sheet(first(), "de")
    assert "Befehle für" in sheet.splitlines()[0]
    lines = section(sheet, "Mailand")
    assert any(line.startswith("# A Pav: zieht nach") for line in lines)
    assert "# 7 D in der Staatskasse, die Bank leiht bis zu 25 D" in lines
    assert any(line.startswith("#   Gegenbestechung für: ") for line in lines)
    assert not re.search(r"\b(moves|supports|ducats|treasury)\b", sheet)


def test_the_treasury_decides_what_is_listed() -> None:
    game = first()
    affairs = game.position.affairs
    assert affairs is not None
    poor = replace(
        affairs,
        treasuries={**affairs.treasuries, "MILAN": 5},
        loans={"MILAN": (Loan(20, 10, 1),)},
        defaulters=frozenset({"FLORENCE"}),
    )
    there = Game(game.variant, position=replace(game.position, affairs=poor))
    lines = section(empty_sheet(there, "en"), "Milan")
    money = "5 d in the treasury, the bank lends up to 5 d, owes the bank 30 d"
    assert f"# {money}, of these 30 d fall due now" in lines
    assert not any("18" in line or " 12" in line for line in lines)
    (dearer,) = [line for line in lines if "more cost more" in line]
    allowed = sum(line.count(",") + 1 for line in lines if re.match(r"#   \w[\w -]*: ", line))
    assert int(re.findall(r"\d+", dearer)[0]) + allowed == len(there.means["MILAN"].expenses)
    florence = section(empty_sheet(there, "en"), "Florence")
    assert not any("the bank lends" in line for line in florence)


def test_winter_tells_what_units_cost() -> None:
    game = first().copy()
    while game.phase.letter != "A":
        game.process()
    lines = section(empty_sheet(game, "en"), "Milan")
    assert lines[0] == "# 18 d in the treasury, 9 d to maintain all units"
    assert "# A Mil: maintain for 3 d, or remove" in lines
    assert lines[-1].startswith("# may build: G Cre 3, Gc Cre 6, Gm Cre 6, Gp Cre 9")


def test_retreats_into_the_city_and_elsewhere() -> None:
    game = first()
    gone = Unit("MILAN", "A", "PAV")
    there = replace(
        game.position,
        phase=Phase.parse("S1454R"),
        units=tuple(unit for unit in game.position.units if unit != gone),
        dislodged=(Dislodged(gone, ("COM", "PAV_CITY"), "MIL"),),
    )
    waiting = Game(game.variant, position=there)
    lines = section(empty_sheet(waiting, "en"), "Milan")
    assert lines == ["# A Pav may retreat to Com, the city, or disband"]
    german = section(empty_sheet(waiting, "de"), "Mailand")
    assert german[0] == "# A Pav kann sich nach Com, die Stadt zurückziehen oder sich auflösen"


def test_the_basic_game_speaks_of_no_money() -> None:
    for game in (first(preset="machiavelli-basic"), in_winter(preset="machiavelli-basic")):
        sheet = empty_sheet(game, "en")
        assert "treasury" not in sheet and " d " not in sheet and "Dice" not in sheet


@pytest.mark.parametrize("name", ["machiavelli", "machiavelli2"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_sheet_holds_no_orders_until_somebody_types_them(name: str, language: str) -> None:
    game = first(name)
    found = scan_file(empty_sheet(game, language), game.variant.board)
    assert not found.press and not found.diagnostics and not any(found.orders.values())
    assert "Autonomous" not in empty_sheet(game, language)


@pytest.mark.slow
def test_units_that_nobody_maintains_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    assert not playing.new("machiavelli", folder, None, [], FolderSettings(), 7).diagnostics
    for _ in range(3):
        assert not playing.adjudicate(folder, None, False, False).diagnostics
        assert not playing.accept(folder).diagnostics
    (folder / "orders.txt").write_text("Milan\nmaintain A mil\nremove A pav\nbuild G cre\n")
    answer = playing.check(folder, None)
    assert not answer.diagnostics
    assert list(answer.data["without_orders"]["MILAN"]) == ["A CRE"]
