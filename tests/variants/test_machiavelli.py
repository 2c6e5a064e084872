"""The scenarios of Machiavelli, compared with the tables of facts that they were made from."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.board import AUTONOMOUS, Terrain, city_place
from dragoman.formats import load_variant, read_variant_files, write_variant
from dragoman.machiavelli import DisasterTable, Edition, Special, UnitLimits

FACTS = json.loads(
    (Path(__file__).parents[1] / "data" / "machiavelli_scenarios.json").read_text("utf-8")
)
SCENARIOS = FACTS["scenarios"]
MAPS = {"classic": "machiavelli", "mach2": "machiavelli2"}
LACKING = {"famine": {(2, 11): "PER"}, "plague": {(6, 11): "RAG", (10, 8): "PIO"}}


def is_country_alone(power):
    return any(word in power["name"] for word in ("country", "no player"))


def name_of(power):
    of_times = {"France (Franks)": "Franks", "Turkey (Saracens)": "Saracens"}
    return of_times.get(power["name"], power["name"].split(" (")[0])


def players(scenario):
    powers = scenario["powers"].items()
    return {letter: power for letter, power in powers if not is_country_alone(power)}


def keys_of(variant):
    return {power.letter: power.key for power in variant.board.powers.values()}


@pytest.fixture(params=SCENARIOS)
def scenario(request):
    return SCENARIOS[request.param]


@pytest.fixture
def areas(scenario):
    """The areas of the scenario's map by their keys."""
    areas = FACTS["editions"][scenario["edition"]]["areas"]
    return {key: area for key, area in areas.items() if key not in scenario["impassable"]}


@pytest.fixture
def variant(scenario):
    return load_variant(scenario["id"])


def test_its_areas(variant, areas):
    lands = {key: p for key, p in variant.board.provinces.items() if p.city_of is None}
    assert list(lands) == [key.upper() for key in areas]
    for key, area in areas.items():
        province = lands[key.upper()]
        in_the_sea = area["sea"] or (area["venice"] and variant.scenario.edition is Edition.MACH2)
        assert (province.name, province.terrain.is_water) == (area["name"], in_the_sea)
        for word in (key, area["name"], *area["aliases"]):
            assert variant.board.names.find(word) == (key.upper(),)


def test_its_ways(variant, scenario, areas):
    board = variant.board
    more = [way.split()[1].split("-") for way in scenario.get("adjacency_added", ())]
    for key, area in areas.items():
        land = {end.upper() for end in area["land"] if end in areas}
        land |= {b.upper() for pair in more for a, b in (pair, pair[::-1]) if a == key}
        assert set(board.reach("A", key.upper())) == land
        for coast, ends in area["fleet"].items():
            here = key.upper() if coast == "xc" else f"{key}/{coast}".upper()
            there = {end.partition("!")[0].upper() for end in ends}
            there = {end for end in there if end[:3].lower() in areas}
            assert set(board.reach("F", here)) == there


def test_its_straits(variant, areas):
    told = {
        (frozenset((key.upper(), end[:3].upper())), end.partition("!")[2].upper())
        for key, area in areas.items()
        for ends in area["fleet"].values()
        for end in ends
        if "!" in end
    }
    assert {(frozenset(s.ends), s.gate) for s in variant.scenario.straits} == told


def test_its_cities(variant, scenario, areas):
    ours, board = variant.scenario, variant.board
    told = {
        key: {**area, **scenario.get("city_overrides", {}).get(key, {})}
        for key, area in areas.items()
    }
    there = {key.upper(): area for key, area in told.items() if area["city"] != "none"}
    assert set(ours.cities) == set(there)
    for key, area in there.items():
        city = ours.cities[key]
        assert (city.value, city.is_port) == (area["income"], area["port"])
        assert city.is_fortified == (area["city"] in ("fortified", "fortress"))
        assert city.is_fortress == (area["city"] == "fortress")
        assert city.is_venice == area["venice"]
        assert city.is_one_place == (area["venice"] and ours.edition is Edition.CLASSIC)
        assert ours.city_at[city.place] is city
        place = board.provinces[city.place]
        assert place.is_center == (city.value > 0)
        if not city.is_one_place:
            assert (city.place, place.terrain, place.city_of) == (
                city_place(key),
                Terrain.CITY,
                key,
            )
            assert board.names.find(f"{area['name']} city") == (city.place,)


def test_garrisons_go_in_and_out(variant):
    board = variant.board
    steps = {(c.kind, c.source, c.becomes, c.target) for c in board.conversions}
    for key, city in variant.scenario.cities.items():
        for kind in "AF":
            locations = [at for at in board.provinces[key].locations if at in board.stands[kind]]
            allowed = kind == "A" or city.is_port
            for at in locations:
                out = ("G", city.place, kind, at)
                assert (out in steps) == allowed
                assert ((kind, at, "G", city.place) in steps) == (allowed and city.is_fortified)
    in_cities = {c.place for c in variant.scenario.cities.values()}
    assert board.stands["G"] == in_cities


@pytest.mark.parametrize(
    ("kind", "name"), [("famine", "famine"), ("plague", "plague"), ("storm", "storms")]
)
def test_its_disasters(variant, scenario, areas, kind, name):
    told = {
        (int(row), int(column)): key
        for row, columns in FACTS["editions"][scenario["edition"]]["disasters"][kind].items()
        for column, key in columns.items()
    }
    for cell, key in scenario.get("disaster_overrides", {}).get(kind, {}).items():
        told[tuple(map(int, cell.split(",")))] = key or ""
    table = getattr(variant.scenario, name)
    for row in range(2, 13):
        for column in range(2, 13):
            key = told.get((row, column), "")
            assert table.at(row, column) == (key.upper() if key in areas else "")


def test_its_powers_and_home_countries(variant, scenario):
    told = players(scenario)
    board, ours = variant.board, variant.scenario
    assert set(ours.players) == {name_of(power).upper() for power in told.values()}
    assert list(board.powers) == [*ours.players, AUTONOMOUS]
    assert {p.letter: p.name for p in board.powers.values() if p.key != AUTONOMOUS} == {
        letter: name_of(power) for letter, power in told.items()
    }
    homes = {
        country.letter: sorted(key.lower() for key in country.provinces)
        for country in ours.countries.values()
    }
    assert homes == {letter: sorted(p["home"]) for letter, p in scenario["powers"].items()}
    for letter, power in told.items():
        assert ours.opening.holders[keys_of(variant)[letter]] == keys_of(variant)[letter]
        assert variant.power_name(keys_of(variant)[letter], "de")
        assert power["home"]
    for letter, power in scenario["powers"].items():
        if letter not in told:
            holder = {"R": "NAPLES", "N": "AUSTRIA"}.get(letter)
            assert ours.opening.holders.get(name_of(power).upper()) == holder


def test_its_units(variant, scenario):
    keys = keys_of(variant)
    for letter, power in scenario["powers"].items():
        owner = keys[letter] if letter in players(scenario) else AUTONOMOUS
        units = {unit.exact for unit in variant.start.units_of(owner)}
        for text in power["units"]:
            kind, place = text.upper().split()
            city = variant.scenario.cities.get(place)
            assert f"{kind} {city.place if kind == 'G' else place}" in units
    free = {unit.location for unit in variant.start.units_of(AUTONOMOUS) if unit.kind == "G"}
    assert free == {
        variant.scenario.cities[key.upper()].place for key in scenario["autonomous_garrisons"]
    }
    count = sum(len(power["units"]) for power in scenario["powers"].values())
    assert len(variant.start.units) == count + len(free)
    assert variant.start.faults(variant.board) == ()


def test_who_owns_what(variant, scenario):
    keys, ours = keys_of(variant), variant.scenario
    owners = ours.opening.owners
    field = {
        variant.board.province_of[u.location]: u.power for u in variant.start.units if u.kind != "G"
    }
    for letter, power in players(scenario).items():
        left = power.get("home_not_controlled_at_start", ())
        for key in (*power["home"], *power.get("also_controls", ())):
            place = key.upper()
            city = ours.cities.get(place)
            at_sea = city is not None and city.is_sea_with_city
            if key in left:
                assert owners.get(place) == field.get(place)
            elif not at_sea:
                assert owners[place] == keys[letter]
            if (
                city is not None
                and key not in left
                and key not in scenario.get("city_owner_override", {})
            ):
                assert owners[city.place] == keys[letter]
    for key, letter in scenario.get("city_owner_override", {}).items():
        assert owners[city_place(key.upper())] == keys[letter]
    for key in scenario["autonomous_garrisons"]:
        assert ours.cities[key.upper()].place not in owners
    centers = {at: owner for at, owner in owners.items() if variant.board.provinces[at].is_center}
    assert dict(variant.start.owners) == centers


def test_its_trade(variant, scenario):
    found = [(row.city, row.dice, row.amounts, row.country) for row in variant.scenario.incomes]
    names = {letter: name_of(power).upper() for letter, power in scenario["powers"].items()}
    told = []
    for row in scenario["variable_income"]:
        kind, _, who = row["recipient"].partition(":")
        country = names[who] if kind == "home" else None
        told.append((row["key_city"].upper(), row["dice"], tuple(row["table"]), country))
    assert sorted(found, key=str) == sorted(told, key=str)


def test_its_money_limits_and_victory(variant, scenario):
    ours, keys = variant.scenario, keys_of(variant)
    year = scenario["first_spring"]
    if scenario["edition"] == "mach2":
        told = scenario["start_treasury_after_setup_maintenance"]
        told = {keys[letter]: ducats for letter, ducats in told.items() if letter in keys}
        assert dict(ours.opening.treasuries) == told
        assert str(variant.start.phase) == f"S{year:04}M"
        for letter in players(scenario):
            rows = scenario["unit_limits"][letter]
            assert dict(ours.limits[keys[letter]].rows) == rows
    else:
        assert ours.opening.treasuries is None
        assert ours.limits == {}
        assert str(variant.start.phase) == f"W{year - 1:04}A"
    assert ours.edition.value == scenario["edition"]
    assert len(ours.players) == scenario["players"]
    assert ours.has_fortresses == scenario["fortresses"]
    assert ours.victory.cities == variant.victory_centers == scenario["default_victory_cities"]


def test_its_year_has_three_campaigns(variant):
    codes = [phase.code for phase in variant.calendar.phases]
    assert codes == ["SM", "SR", "UM", "UR", "FM", "FR", "WA"]


def test_written_and_read_it_is_the_same(variant):
    texts, lost = write_variant(variant)
    assert lost == ()
    read, faults = read_variant_files(variant.name, *(text.encode() for text in texts.values()))
    assert [fault for fault in faults if fault.is_error] == []
    plain, again = variant.scenario.diplomacy, read.scenario.diplomacy
    assert dict(plain.provinces) == dict(again.provinces)
    assert set(plain.paths) == set(again.paths)
    assert replace(read.scenario, diplomacy=plain) == variant.scenario
    assert read.start == variant.start
    assert read.board.conversions == variant.board.conversions


# The versions for fewer players.

FEWER = {
    "2a": ("IAPN VFLT", "", 8),
    "2b": ("ILN VP", "AFT", 5),
    "3a": ("IN VT LP", "AF", 4),
    "3b": ("IAG VFT LPN", "", 6),
    "4": ("IA VF LT PN", "", 4),
    "5": ("I V L P N", "AFT", None),
    "6": ("I V L P N T", "AF", None),
    "7": ("I V L P N T F", "A", None),
    "1983": ("I V L P N T F A", "", None),
}


@pytest.mark.parametrize("version", FEWER)
def test_versions_for_fewer_players(version):
    groups, gone, countries = FEWER[version]
    variant = load_variant(f"machiavelli_{version}")
    whole, ours = load_variant("machiavelli"), variant.scenario
    letters = {country.key: country.letter for country in ours.countries.values()}
    keys = keys_of(variant)
    held = {}
    for country, holder in ours.opening.holders.items():
        held.setdefault(holder, set()).add(letters[country])
    assert held == {keys[group[0]]: set(group) for group in groups.split()}
    assert set(ours.players) == set(held)
    assert ours.victory.countries == countries
    assert ours.victory.cities == (None if countries else 15)
    absent = {
        key
        for country in whole.scenario.countries.values()
        if country.letter in gone
        for key in country.provinces
    }
    lands = {key for key, p in variant.board.provinces.items() if p.city_of is None}
    assert lands == {k for k, p in whole.board.provinces.items() if p.city_of is None} - absent
    for group in groups.split():
        of_group = {str(u) for u in variant.start.units_of(keys[group[0]])}
        theirs = {
            str(unit)
            for country in whole.scenario.countries.values()
            if country.letter in group
            for unit in whole.start.units_of(country.key)
        }
        assert of_group == theirs | ({"G GEN"} if "G" in group else set())
    assert "TIV" in ours.countries["PAPACY"].provinces
    assert ours.famine.at(2, 11) == "PER" and ours.plague.at(12, 7) == "ARE"
    for cell, key in LACKING["plague"].items():
        assert ours.plague.at(*cell) in (key, "")
    by_city = {row.city for row in ours.incomes if row.country is None}
    assert by_city >= {"MIL", "NAP"}


# What the objects say.


def test_a_throw_strikes_a_row_and_a_column():
    famine = load_variant("machiavelli").scenario.famine
    row = ("TIV", "OTR", "PAD", "SWI", "CRE", "PON", "HER")
    assert famine.struck(row=4) == row
    column = ("MOD", "SWI", "VER", "BER", "URB", "FLO", "PAR", "AQU")
    assert famine.struck(column=6) == column
    assert famine.struck(4, 6) == (*row, *(key for key in column if key not in row))
    assert famine.struck() == ()
    with pytest.raises(ValueError, match="11 rows"):
        DisasterTable((("",) * 11,) * 10)


def test_trade_and_limits():
    ours = load_variant("machiavelli2").scenario
    venice = next(row for row in ours.incomes if row.city == "VEN")
    assert venice.brought((1, 6)) == 2 + 5
    turkey = ours.limits["TURKEY"]
    assert turkey.may_build("A", Special.PROFESSIONAL)
    assert not turkey.may_build("A", Special.MERCENARY)
    lombards = load_variant("mach2_fotl").scenario.limits["LOMBARDY"]
    assert lombards.may_buy("F", Special.MERCENARY)
    assert not lombards.may_build("F", Special.MERCENARY)
    assert UnitLimits().may_build("G", Special.MILITIA)


def test_venice_is_an_island_in_one_edition_and_a_sea_in_the_other():
    first, second = load_variant("machiavelli"), load_variant("machiavelli2")
    assert first.scenario.cities["VEN"].place == "VEN"
    assert "VEN" in first.board.stands["A"] and "VEN" in first.board.stands["G"]
    assert second.scenario.cities["VEN"].place == "VEN_CITY"
    assert "VEN" not in second.board.stands["A"]
    assert second.board.provinces["VEN"].terrain is Terrain.WATER
    assert not any("VEN" in step for step in second.board.convoy_steps)
    assert "VEN" not in second.scenario.opening.owners
    assert second.scenario.opening.owners["VEN_CITY"] == "VENICE"


def test_the_diplomacy_in_it():
    variant = load_variant("machiavelli")
    plain = variant.as_diplomacy()
    assert plain.scenario is None
    assert len(plain.board.provinces) == 81 and list(plain.board.kinds) == ["A", "F"]
    assert len(plain.board.centers) == len(variant.board.centers) == 44
    assert AUTONOMOUS not in plain.board.powers
    assert plain.start.faults(plain.board) == ()
    standard = load_variant("standard")
    assert standard.as_diplomacy() is standard
