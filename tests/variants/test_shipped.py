"""What the shipped variants are, as their sources describe them."""

from pathlib import Path

import pytest

from dragoman.board import Terrain
from dragoman.formats import check_variant, load_variant, shipped_folder, shipped_variants
from dragoman.rules import RuleSet
from tests.variants.numbers import noted, numbers
from tests.variants.samples import ODDITIES

SHIFTS = {
    "shift_right": "AE EI FA GT IR RF TG",
    "shift_left": "AF EA FR GT IE RI TG",
    "shift_around": "AF ER FA GT IE RI TG",
}


def test_the_page_has_a_row_for_each():
    page = Path(__file__).parents[2].joinpath("docs", "reference", "variants.md").read_text("utf-8")
    for variant in map(load_variant, shipped_variants()):
        if variant.kind == "diplomacy":
            powers, wins = len(variant.players), variant.victory_centers
            assert f"| `{variant.name}` | {powers} | {wins} | {variant.about}" in page


def test_nothing_is_wrong_with_any():
    for name in shipped_variants():
        variant, faults = check_variant(shipped_folder().joinpath(name))
        meant = ODDITIES.get(name, [])
        assert len(faults) == len(meant), (name, faults)
        for fault, text in zip(faults, meant, strict=True):
            assert not fault.is_error and text in str(fault)
        assert variant is not None
        assert variant.start.faults(variant.board) == ()
        assert set(variant.center_order) == set(variant.board.centers)
        assert variant.title


def test_nothing_changed_unseen():
    assert {name: numbers(load_variant(name)) for name in shipped_variants()} == noted()


def units(name, power):
    return {str(unit) for unit in load_variant(name).start.units_of(power)}


def test_fleet_rome_differs_in_one_unit():
    standard, variant = load_variant("standard"), load_variant("fleet_rome")
    there = {str(unit) for unit in variant.start.units} - {str(u) for u in standard.start.units}
    assert there == {"F ROM"}
    assert variant.start.owners == standard.start.owners
    assert variant.board.paths == standard.board.paths


def test_what_is_based_on_standard_has_its_names():
    variant = load_variant("fleet_rome")
    assert variant.place_name("MUN", "de") == "München"
    assert variant.power_name("ITALY", "de") == "Italien"
    assert variant.board.names.find("Moskau") == ("MOS",)


def test_1898_begins_with_one_unit_and_one_centre_each():
    start = load_variant("1898").start
    assert {str(unit) for unit in start.units} == set(
        ["A TRI", "F EDI", "A BRE", "A KIE", "A NAP", "A STP", "A SMY"]
    )
    assert dict(start.owners) == {u.location: u.power for u in start.units}
    assert load_variant("1898").board.homes == load_variant("standard").board.homes


def test_britain_is_full_of_armies_and_centres():
    board = load_variant("britain").board
    assert board.homes["ENGLAND"] == ("CLY", "EDI", "LVP", "LON", "WAL", "YOR")
    assert units("britain", "ENGLAND") == {f"A {key}" for key in board.homes["ENGLAND"]}


def test_chaos_has_a_power_for_each_centre():
    variant = load_variant("chaos")
    assert all(len(homes) == 1 for homes in variant.board.homes.values())
    assert dict(variant.start.owners) == {
        home: power for power, (home,) in variant.board.homes.items()
    }
    letters = {
        power.letter: variant.board.homes[key][0] for key, power in variant.board.powers.items()
    }
    assert letters["A"] == "ANK"
    assert letters["Z"] == "SER"
    assert letters["9"] == "WAR"
    assert not {"M", "O"} & set(letters)
    assert variant.rule_set == RuleSet().replace(build_in="any")
    assert list(variant.board.powers)[:3] == ["ANKARA", "BELGIUM", "BERLIN"]


def test_crowded_leaves_no_centre_neutral():
    variant = load_variant("crowded")
    assert set(variant.start.owners) == set(variant.board.centers)
    assert variant.board.provinces["RUH"].home == "LOWLAND"
    assert units("crowded", "BALKAN") == {"F GRE", "F RUM", "A SER", "A BUL"}
    assert units("crowded", "LOWLAND") == {"F BEL", "A HOL", "A RUH"}
    assert units("crowded", "NORWAY") == {"F NWY", "F DEN", "A SWE"}
    assert units("crowded", "SPAIN") == {"F POR", "A SPA", "F TUN"}


def test_in_pure_everything_borders_on_everything():
    board = load_variant("pure").board
    for key in board.provinces:
        assert set(board.reach("A", key)) == set(board.provinces) - {key}
    assert list(board.kinds) == ["A"]


@pytest.mark.parametrize("name", SHIFTS)
def test_shifted_powers_stand_where_others_live(name):
    standard, variant = load_variant("standard"), load_variant(name)
    keys = {power.letter: key for key, power in standard.board.powers.items()}
    for guest, host in SHIFTS[name].split():
        assert units(name, keys[guest]) == units("standard", keys[host])
        owned = variant.start.centers_of(keys[guest])
        assert set(owned) == set(standard.board.homes[keys[host]])
    assert variant.board.homes == standard.board.homes


def test_the_demonstrations_show_what_they_promise():
    isthmus = load_variant("isthmus").board
    assert [gateway.province for gateway in isthmus.gateways] == ["LOK"]
    assert len(isthmus.railways) == 2
    assert isthmus.hong_kong == {"ALDER": ("FRH",), "CINDER": ("FRH",)}
    winter = load_variant("white_winter")
    terrains = [province.terrain for province in winter.board.provinces.values()]
    assert terrains.count(Terrain.ICE) == 3
    assert {path.halves_lost for path in winter.board.paths} == {0, 1, 2}
    assert {path.halves_lost_by_convoy for path in winter.board.paths} == {0, 1}
    assert [p.key for p in winter.board.provinces.values() if p.convoyable_land] == ["SKE", "GUL"]
    assert winter.rule_set == RuleSet().replace(duality="yes")
    deep = load_variant("archipelago").board
    assert [p.key for p in deep.provinces.values() if p.terrain is Terrain.HIGH_SEA] == [
        "GRE",
        "OUT",
    ]
