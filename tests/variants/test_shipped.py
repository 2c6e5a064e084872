"""What the shipped variants are, as their sources describe them."""

from pathlib import Path

import pytest

from dragoman.board import Terrain
from dragoman.formats import check_variant, load_variant, shipped_folder, shipped_variants
from dragoman.rules import RuleSet

# Powers, centres, provinces, units at the start, centres that win, first phase.
SHIPPED = {
    "1898": (7, 34, 76, 7, 18, "S1899M"),
    "abstraction_2": (7, 46, 118, 29, 24, "S1901M"),
    "age_of_empires": (7, 34, 76, 7, 18, "S1901M"),
    "age_of_empires_2": (7, 34, 76, 7, 18, "S1901M"),
    "archipelago": (5, 22, 34, 15, 12, "S1901M"),
    "britain": (7, 37, 76, 25, 19, "S1901M"),
    "build_anywhere": (7, 34, 76, 22, 18, "S1901M"),
    "chaos": (34, 34, 76, 0, 18, "W1900A"),
    "crowded": (11, 35, 76, 35, 18, "S1901M"),
    "england_italy_russia": (3, 34, 76, 12, 18, "S1901M"),
    "england_turkey": (2, 34, 76, 6, 18, "S1901M"),
    "fleet_rome": (7, 34, 76, 22, 18, "S1901M"),
    "fog_of_war": (7, 34, 76, 22, 18, "S1901M"),
    "france_austria": (2, 34, 76, 6, 18, "S1901M"),
    "france_germany_austria": (3, 34, 76, 9, 18, "S1901M"),
    "frankland_juggernaut": (2, 34, 76, 13, 18, "S1901M"),
    "germany_italy": (2, 34, 76, 6, 18, "S1901M"),
    "germany_russia": (2, 34, 76, 7, 18, "S1901M"),
    "isthmus": (4, 19, 34, 12, 10, "S1901M"),
    "mach2_eai": (8, 36, 99, 33, 15, "S1051M"),
    "mach2_fotl": (5, 41, 111, 36, 15, "S0725M"),
    "mach2_pa": (5, 34, 96, 31, 15, "S1177M"),
    "mach2_pamt": (6, 39, 106, 36, 15, "S1177M"),
    "mach2_sfd1": (7, 44, 117, 40, 15, "S1499M"),
    "mach2_sfd2": (7, 44, 117, 40, 15, "S1513M"),
    "mach2_span": (7, 44, 117, 42, 15, "S1521M"),
    "mach2_ttr": (8, 42, 113, 33, 15, "S1253M"),
    "mach_aoc": (10, 41, 125, 38, 15, "W1334A"),
    "mach_eos": (5, 38, 124, 48, 15, "W1384A"),
    "mach_este": (6, 38, 124, 44, 15, "W1384A"),
    "mach_sfd1": (7, 44, 138, 39, 15, "W1498A"),
    "mach_sfd2": (7, 44, 138, 42, 15, "W1512A"),
    "mach_span": (7, 44, 138, 40, 15, "W1520A"),
    "machiavelli": (9, 44, 138, 39, 15, "W1453A"),
    "machiavelli2": (9, 44, 117, 40, 15, "S1454M"),
    "machiavelli_1983": (9, 44, 138, 39, 15, "W1453A"),
    "machiavelli_2a": (3, 44, 138, 39, 44, "W1453A"),
    "machiavelli_2b": (3, 35, 116, 30, 35, "W1453A"),
    "machiavelli_3a": (4, 38, 124, 33, 38, "W1453A"),
    "machiavelli_3b": (4, 44, 138, 39, 44, "W1453A"),
    "machiavelli_4": (5, 44, 138, 39, 44, "W1453A"),
    "machiavelli_5": (6, 35, 116, 30, 15, "W1453A"),
    "machiavelli_6": (7, 38, 124, 33, 15, "W1453A"),
    "machiavelli_7": (8, 41, 131, 36, 15, "W1453A"),
    "pure": (7, 7, 7, 7, 4, "S1901M"),
    "seismic": (7, 34, 76, 22, 18, "S1901M"),
    "shift_around": (7, 34, 76, 22, 18, "S1901M"),
    "shift_left": (7, 34, 76, 22, 18, "S1901M"),
    "shift_right": (7, 34, 76, 22, 18, "S1901M"),
    "standard": (7, 34, 76, 22, 18, "S1901M"),
    "white_winter": (3, 15, 26, 9, 8, "S1901M"),
    "winter_1900": (7, 34, 76, 0, 18, "W1900A"),
}
ODDITIES = {
    "mach_aoc": [
        "seed.mach_aoc:24:6: warning: the city of Tunis is not fortified, so the manual allows no "
        "garrison there - write f or P behind its income in the map, or take the garrison out"
    ],
}
"""What is odd in a scenario, and meant: so its authors have it."""
SHIFTS = {
    "shift_right": "AE EI FA GT IR RF TG",
    "shift_left": "AF EA FR GT IE RI TG",
    "shift_around": "AF ER FA GT IE RI TG",
}


def test_all_are_told_of_here():
    assert shipped_variants() == sorted(SHIPPED)


def test_the_page_has_a_row_for_each():
    page = Path(__file__).parents[2].joinpath("docs", "variants.md").read_text("utf-8")
    for variant in map(load_variant, SHIPPED):
        if variant.kind == "diplomacy":
            powers, wins = len(variant.players), variant.victory_centers
            assert f"| `{variant.name}` | {powers} | {wins} | {variant.about}" in page


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_is_wrong_with_it(name):
    variant, faults = check_variant(shipped_folder().joinpath(name))
    assert [str(fault) for fault in faults] == ODDITIES.get(name, [])
    assert variant is not None
    assert variant.start.faults(variant.board) == ()
    assert set(variant.center_order) == set(variant.board.centers)
    assert variant.title


@pytest.mark.parametrize("name", SHIPPED)
def test_its_numbers(name):
    variant = load_variant(name)
    board, start = variant.board, variant.start
    found = (
        len(board.powers),
        len(board.centers),
        len(board.provinces),
        len(start.units),
        variant.victory_centers,
        str(start.phase),
    )
    assert found == SHIPPED[name]


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
