"""What a game begins with: first incomes, scenarios, their options in files."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest
from realm_cases import BOTH, roll, variant_of

from dragoman.board import AUTONOMOUS
from dragoman.formats import load_variant, read_variant_files, shipped_folder, write_variant
from dragoman.game import Game, Variant
from dragoman.machiavelli import RollFor, begin
from dragoman.machiavelli.scenario import VariableIncome, Victory
from dragoman.rules import RuleSet

rule = pytest.mark.rule


def begun(variant: Variant, dice: list[list[object]], *settings: str):
    rules = variant.rule_set.with_settings(*settings)
    calendar = variant.calendar_under(rules)
    thrown = [roll(variant, *row) for row in dice]
    return begin(variant.board, variant.scenario, variant.start, rules, calendar, 5, thrown)


@rule("M22", "T-4", "VI-1", "T-5")
def test_the_first_income_of_1454() -> None:
    """The first die of each power counts two at least; every unit is paid for."""
    dice = [["income", "MILAN", "mil", 4], ["income", "AUSTRIA", "aus", 1]]
    dice += [["income", "VENICE", "ven", 1], ["income", "VENICE", "ven:1", 6]]
    position, account = begun(variant_of("machiavelli"), dice)
    left = position.affairs.treasuries
    assert (left["MILAN"], left["AUSTRIA"], left["VENICE"]) == (7, 0, 12)
    assert str(position.phase) == "S1454M"
    income = {}
    for event in account.events:
        if event.what.value in ("earned", "traded"):
            income[event.power] = income.get(event.power, 0) + event.ducats
    assert (income["MILAN"], income["AUSTRIA"], income["VENICE"]) == (16, 9, 24)


@rule("T-4")
def test_the_second_die_of_a_power_counts_one() -> None:
    dice = [["income", "VENICE", "ven", 1], ["income", "VENICE", "ven:1", 1]]
    position, _ = begun(variant_of("machiavelli"), dice)
    assert position.affairs.treasuries["VENICE"] == 3 + 2 + 10 + 6 - 12


@rule("T-4")
def test_nobody_is_lost_for_want_of_money_when_a_game_begins() -> None:
    for edition in BOTH:
        variant = variant_of(edition)
        position, _ = begun(variant, [])
        assert len(position.units) == len(variant.start.units)
        assert min(position.affairs.treasuries.values()) >= 0


@rule("T-4", "14.11")
def test_treasuries_of_1995() -> None:
    position, account = begun(variant_of("machiavelli2"), [])
    told = {"MILAN": 6, "VENICE": 9, "FLORENCE": 6, "PAPACY": 4, "NAPLES": 4, "TURKEY": 4}
    assert dict(position.affairs.treasuries) == told | {"AUSTRIA": 1, "FRANCE": 2}
    assert not account.rolls


@rule("VI-6")
def test_first_amounts_of_a_map_take_the_place_of_dice() -> None:
    variant = variant_of("machiavelli")
    scenario = variant.scenario
    incomes = [
        VariableIncome(row.city, row.dice, row.amounts, row.country, 11 if row.city == "MIL" else 0)
        for row in scenario.incomes
    ]
    position, account = begun(
        replace(variant, scenario=replace(scenario, incomes=tuple(incomes))), []
    )
    assert position.affairs.treasuries["MILAN"] == 7 + 5 + 11 - 9
    assert not [one for one in account.rolls if one.purpose is RollFor.INCOME]


@rule("V-2")
@pytest.mark.parametrize("edition", BOTH)
def test_the_basic_game_is_won_by_twelve_cities(edition: str) -> None:
    basic = Game(edition, RuleSet.preset(f"{edition}-basic"), seed=1)
    assert basic.position.affairs.victory_cities == 12
    assert Game(edition, seed=1).position.affairs.victory_cities == 15


@rule("V-7")
def test_countries_alone_win_where_powers_share_them() -> None:
    """Four of the eight home countries win the game of four; with two of four nobody does."""
    variant = load_variant("machiavelli_4")
    assert variant.scenario.victory == Victory(None, 4)
    start = Game(variant, seed=1).position
    homes = dict(start.affairs.homes)
    milan = [country for country, holder in homes.items() if holder == "MILAN"]
    assert len(milan) == 2
    for more, winner in ((1, None), (2, "MILAN")):
        taken = [country for country in homes if homes[country] != "MILAN"][:more]
        owners = dict(start.owners)
        for country in taken:
            for key in variant.scenario.countries[country].provinces:
                owners[key] = "MILAN"
                if (city := variant.scenario.cities.get(key)) is not None:
                    owners[city.place] = "MILAN"
        gone = {u for u in start.units if owners.get(u.location.removesuffix("_CITY")) == "MILAN"}
        mine = {u for u in gone if u.power == "MILAN"}
        units = tuple(u for u in start.units if u not in gone or u in mine)
        affairs = replace(start.affairs, homes=homes | dict.fromkeys(taken, "MILAN"))
        game = Game(variant, position=replace(start, units=units, owners=owners, affairs=affairs))
        game.process()
        assert game.winners == ((winner,) if winner else ())


@rule("M-1")
@pytest.mark.parametrize(
    ("edition", "lands", "seas"), [("machiavelli", 70, 11), ("machiavelli2", 64, 9)]
)
def test_areas(edition: str, lands: int, seas: int) -> None:
    """Venice of 1995, a sea with a city, is counted among the lands."""
    variant = variant_of(edition)
    areas = [p for p in variant.board.provinces.values() if p.city_of is None]
    water = [p for p in areas if p.terrain.is_water and p.key not in variant.scenario.cities]
    assert (len(areas) - len(water), len(water)) == (lands, seas)
    assert sum(city.value > 0 for city in variant.scenario.cities.values()) == 44


@rule("M-6", "C-6")
def test_coasts() -> None:
    """No province with two coasts has a port, so no conversion has to name one."""
    classic, later = variant_of("machiavelli"), variant_of("machiavelli2")
    two = {p.key for p in classic.board.provinces.values() if p.coasts}
    assert two == {"PRO", "CRO"}
    assert not two & {key for key, one in classic.scenario.cities.items() if one.is_fortified}
    assert not [p for p in later.board.provinces.values() if p.coasts]
    for variant in (classic, later):
        assert "DAL" in variant.board.reach("A", "IST")
    assert "OTR" in later.board.reach("A", "MES") and "SAR" in later.board.reach("A", "COR")
    assert "OTR" not in classic.board.reach("A", "MES")


@rule("M-9")
def test_impassable_areas_are_not_there() -> None:
    board = load_variant("mach2_fotl").board
    assert not {"AUS", "HUN", "TYR"} & set(board.provinces)


@rule("14.13")
def test_tivoli() -> None:
    assert variant_of("machiavelli").scenario.country_of.get("TIV") is None
    assert load_variant("machiavelli_1983").scenario.country_of["TIV"] == "PAPACY"


@rule("HC-1", "HC-6")
def test_home_countries_are_the_scenarios() -> None:
    """Naples, where Austria begins with it, is Austria's conquest."""
    variant = load_variant("mach_span")
    game = Game(variant, seed=1)
    assert game.position.affairs.homes["NAPLES"] == "AUSTRIA"
    assert "NAPLES" not in variant.scenario.players
    assert set(variant.scenario.countries) >= {"NAPLES", "AUSTRIA"}


@rule("M-10")
def test_plain_land_is_nobodys(tmp_path) -> None:
    """An area of type l: it is walked over, but nobody owns it and it gives nothing."""
    folder = tmp_path / "barren"
    folder.mkdir()
    shipped = shipped_folder() / "machiavelli"
    text = (shipped / "map.machiavelli").read_text("utf-8")
    row = next(line for line in text.splitlines() if line.startswith("Tivoli"))
    plain = row.replace(row.split()[1], "l0. ", 1)
    (folder / "map.barren").write_text(text.replace(row, plain), "utf-8")
    shutil.copy(shipped / "seed.machiavelli", folder / "seed.barren")
    shutil.copy(shipped / "variant.toml", folder)
    variant = load_variant(folder)
    assert variant.scenario.barren == {"TIV"}
    start = Game(variant, seed=1).position
    unit = next(unit for unit in start.units if str(unit) == "A RME")
    units = tuple(replace(u, location="TIV") if u == unit else u for u in start.units)
    game = Game(variant, position=replace(start, units=units))
    game.process()
    assert "TIV" not in game.position.owners and "RME" in start.owners
    texts, _ = write_variant(variant)
    read, _ = read_variant_files(variant.name, *(text.encode() for text in texts.values()))
    assert read.scenario.barren == {"TIV"}


@rule("M-11")
def test_status_rows_of_a_seed() -> None:
    """What files tell of owners, flags, money and chits is what the game begins with."""
    variant = variant_of("machiavelli")
    opening = replace(
        variant.scenario.opening,
        owners={"MIL": "MILAN", "MIL_CITY": "FRANCE", "PAV": "MILAN"},
        treasuries={"MILAN": 7},
        chits={"MILAN": ("FRANCE", "FRANCE")},
        famine=frozenset({"MIL"}),
        rebellions=frozenset({"PAV"}),
        sieges=frozenset({"GEN"}),
    )
    position, _ = begun(replace(variant, scenario=replace(variant.scenario, opening=opening)), [])
    affairs = position.affairs
    assert (affairs.treasuries["MILAN"], affairs.chits["MILAN"]) == (7, ("FRANCE", "FRANCE"))
    assert affairs.famine == {"MIL"} and affairs.sieges == {"GEN"}
    assert affairs.rebellions == {"PAV"}


@rule("F-free", "U-6")
def test_autonomous_garrisons_are_nobodys() -> None:
    game = Game("machiavelli", seed=1)
    free = game.position.units_of(AUTONOMOUS)
    assert len(free) == 12
    assert AUTONOMOUS not in game.position.owners.values()


@rule("public")
def test_treasuries_and_debts_are_in_the_position() -> None:
    game = Game("machiavelli", seed=7)
    game.submit("Milan", "borrow 5 d for 1 year")
    game.process()
    affairs = game.position.affairs
    assert affairs.loans["MILAN"][0].principal == 5
    assert affairs.treasuries["MILAN"] >= 5


@rule("D-8")
def test_dice_hang_on_seed_and_name_alone() -> None:
    """The same phase rolls the same, whatever was rolled before; another seed rolls otherwise."""
    first, again, other = (Game("machiavelli", seed=seed) for seed in (7, 7, 8))
    for game in (first, again, other):
        for _ in range(4):
            game.process()
    assert [r.account.rolls for r in first.history] == [r.account.rolls for r in again.history]
    assert [r.account.rolls for r in first.history] != [r.account.rolls for r in other.history]
    once = first.history[-1]
    first.undo()
    first.process()
    assert first.history[-1].account == once.account
