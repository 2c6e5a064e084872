"""The two maps of Machiavelli: what touches, where cities are, what a picture of a game shows."""

import re
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
import shapely
from shapely import Point, Polygon

from dragoman.board import Unit
from dragoman.drawing import map_of, scene_of, svg
from dragoman.drawing.files.geometry_file import read_geometry
from dragoman.drawing.scene.city_marks import city_point
from dragoman.drawing.scene.contents import Options
from dragoman.drawing.scene.picture import Estates
from dragoman.formats import load_variant
from dragoman.game import Game
from dragoman.orders import Besiege, Convert, LiftSiege, UnitRef
from dragoman.rules.model.affairs import Affairs, Loan

MAPS = ("machiavelli", "machiavelli2")
ALONG_THE_SHORE = {
    "machiavelli": {frozenset(("DAL", "IST"))},
    "machiavelli2": {
        frozenset(("DAL", "IST")),
        frozenset(("MES", "OTR")),
        frozenset(("COR", "SAR")),
    },
}
"""Across the water: a bridge is drawn."""


@cache
def board(name):
    return load_variant(name).as_diplomacy().board


@cache
def geometry(name):
    return read_geometry(Path(str(files("dragoman"))) / "variants" / name / "geometry.json")


@cache
def shapes(name):
    found = {}
    for key in board(name).provinces:
        shape = Polygon()
        for ring in sorted(map(Polygon, geometry(name).shapes[key].rings), key=lambda r: -r.area):
            shape = shape.symmetric_difference(ring)
        found[key] = shape
    return found


@cache
def touching(name):
    return {
        frozenset((one, other))
        for one, other in combinations(shapes(name), 2)
        if shapes(name)[one].distance(shapes(name)[other]) == 0
        and shapes(name)[one].boundary.intersection(shapes(name)[other].boundary).length > 0
    }


def seas(name):
    wet = {key for key, p in load_variant(name).board.provinces.items() if p.terrain.is_water}
    return wet & set(board(name).provinces)


def ways(name, kind):
    of = board(name).province_of
    return {frozenset((of[p.source], of[p.target])) for p in board(name).paths if p.kind == kind}


@pytest.mark.parametrize("name", MAPS)
def test_armies_go_where_lands_touch(name):
    found = {pair for pair in touching(name) if not pair & seas(name)}
    bridges = {frozenset(pair) for pair in geometry(name).bridges}
    assert bridges == ALONG_THE_SHORE[name]
    assert found | bridges == ways(name, "A")
    assert not found & bridges


@pytest.mark.parametrize("name", MAPS)
def test_fleets_sail_where_seas_touch_and_put_to_sea_where_land_does(name):
    wet = {pair for pair in touching(name) if pair & seas(name)}
    assert wet == {pair for pair in ways(name, "F") if pair & seas(name)}


@pytest.mark.parametrize("name", MAPS)
def test_fleets_follow_the_shore_where_a_border_reaches_the_water(name):
    sea = shapely.union_all([shapes(name)[key] for key in seas(name)])
    along = {pair for pair in ways(name, "F") if not pair & seas(name)} - ALONG_THE_SHORE[name]
    for pair in touching(name):
        if pair & seas(name):
            continue
        one, other = pair
        border = shapes(name)[one].boundary.intersection(shapes(name)[other].boundary)
        assert (border.distance(sea) == 0) == (pair in along), sorted(pair)


@pytest.mark.parametrize("name", MAPS)
def test_every_city_has_a_place_in_its_province_that_nothing_else_has(name):
    sheet = geometry(name)
    variant = load_variant(name)
    for key, city in variant.scenario.cities.items():
        at = sheet.shapes[city.place].center
        mark = Point(at).buffer(sheet.center_size / 2)
        assert shapes(name)[key].contains(Point(at))
        for spot in (sheet.units[key], sheet.dislodged[key]):
            assert mark.distance(Point(spot).buffer(sheet.unit_size / 2)) > 0
        if not city.is_one_place:
            assert sheet.units[city.place] == at


@pytest.mark.parametrize("name", MAPS)
def test_units_and_names_do_not_cover_each_other(name):
    sheet = geometry(name)
    for key in board(name).provinces:
        ground = sheet.shapes[key]
        width = max(map(len, ground.label_lines)) * 0.6 * ground.label_size
        height = len(ground.label_lines) * 1.1 * ground.label_size
        x, y = ground.label
        box = shapely.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        box = shapely.affinity.rotate(box, ground.label_angle, origin=(x, y))
        assert box.distance(Point(sheet.units[key]).buffer(sheet.unit_size / 2)) > 0
        assert shapes(name)[key].contains(Point(sheet.units[key]))


# Pictures.


def picture(name, estates=None, **more):
    variant = load_variant(name)
    drawn, faults = map_of(variant)
    assert faults == () and not drawn.is_laid_out
    return svg(scene_of(variant, drawn.geometry, variant.start, estates=estates, **more))


def city(text, key):
    return re.search(rf'<g id="city-{key}" class="([^"]*)"', text)[1].split()


def test_cities_by_kind_value_and_owner():
    text = picture("machiavelli")
    assert city(text, "MIL") == ["city", "fortified", "power-milan"]
    assert city(text, "SWI") == ["city", "open", "power-france"]
    assert city(text, "NAP") == ["city", "fortified", "power-naples", "port"]
    assert city(text, "GEN") == ["city", "fortified", "neutral", "port"]
    assert "city-BER" not in text  # a fortress, where they are not played
    assert city(picture("mach_eos"), "BER")[:2] == ["city", "fortress"]


def test_land_and_city_may_have_different_owners():
    text = picture("machiavelli", Estates({"MOD": "MILAN", "MOD_CITY": "VENICE"}))
    assert city(text, "MOD")[2] == "power-venice"
    assert re.search(r'id="province-MOD" class="province land owner-milan"', text)
    assert re.search(r'id="province-MIL" class="province land unowned"', text)


def test_a_garrison_is_in_its_city():
    text = picture("machiavelli")
    at = r".*?translate\(([\d.]+,[\d.]+)\)"
    city, unit = (re.search(f'id="{one}"{at}', text)[1] for one in ("city-GEN", "unit-G-GEN_CITY"))
    assert city == unit
    assert text.count('class="badge"') == 12  # incomes of cities with garrisons


def test_what_befalls_provinces_and_cities():
    estates = Estates(
        famine=("FER",), plague=("MIL",), storms=("ION",), rebellions=("PAD", "PAD_CITY"),
        sieges=("LUC",), treasuries={"MILAN": 17},
    )  # fmt: skip
    text = picture("machiavelli2", estates)
    for told in ("Ferrara: famine", "Milan: plague", "Ionian Sea: storm", "Padua: rebellion"):
        assert f"<title>{told}</title>" in text
    assert city(text, "LUC")[-1] == "besieged"
    assert "17 d" in text
    german = picture("machiavelli2", estates, language="de")
    for word in ("Hungersnot", "Pest", "Sturm", "Aufstand", "Belagerung", "befestigt"):
        assert word in german
    assert picture("machiavelli2", estates, options=Options(mono=True))


def test_special_soldiers_are_told():
    variant = load_variant("machiavelli")
    mercenaries = Unit("MILAN", "Am", "MIL")
    units = [mercenaries if str(unit) == "A MIL" else unit for unit in variant.start.units]
    position = replace(variant.start, units=tuple(units))
    text = svg(scene_of(variant, geometry("machiavelli"), position))
    unit = re.search(r'<g id="unit-Am-MIL" class="([^"]*)".*?</g></g>', text)
    assert unit[1] == "unit kind-a power-milan"
    assert '<use href="#mark-A"' in unit[0] and '<g class="badge soldiers">' in unit[0]
    legend = text[text.index('class="legend"') :]
    assert "elite mercenary" in legend and "citizen militia" not in legend


def test_affairs_of_a_position_are_drawn():
    variant = load_variant("machiavelli2")
    affairs = Affairs(
        treasuries={"MILAN": 31}, sieges=frozenset(["LUC"]), famine=frozenset(["FER"])
    )
    owners = {"MIL": "VENICE", "MIL_CITY": "MILAN"}
    position = replace(variant.start, owners=owners, affairs=affairs)
    text = svg(scene_of(variant, geometry("machiavelli2"), position))
    assert "31 d" in text and "<title>Ferrara: famine</title>" in text
    assert city(text, "MIL")[2] == "power-milan" and city(text, "LUC")[-1] == "besieged"
    assert re.search(r'id="province-MIL" class="province land owner-venice"', text)


def test_sieges_and_conversions_are_orders_of_their_own():
    variant = load_variant("machiavelli")
    orders = {
        "MILAN": [Convert(UnitRef("MIL", "A"), "G"), Besiege(UnitRef("CRE", "A"))],
        "NAPLES": [LiftSiege(UnitRef("BAR", "A"))],
        "VENICE": [Convert(UnitRef("VEN", "G"), "F")],
    }
    text = svg(scene_of(variant, geometry("machiavelli"), variant.start, orders=orders))
    for unit in ("A-MIL-convert", "A-CRE-besiege", "A-BAR-liftsiege", "G-VEN-convert"):
        assert f'<g id="order-{unit}"' in text
    assert ">besiege</text>" in text and ">convert</text>" in text


def test_what_nobody_ordered_is_not_drawn():
    game = Game("machiavelli", seed=1)
    game.order("Venice", "G ven H")
    resolution = game.process()
    scene = scene_of(
        game.variant, geometry("machiavelli"), resolution.before, resolution=resolution
    )
    text = svg(scene)
    assert 'id="order-G-VEN-hold"' in text
    assert 'id="order-G-GEN_CITY' not in text


def test_a_scenario_with_less_land_is_drawn_on_the_whole_map():
    text = picture("mach2_pa")
    assert 'id="province-AUS"' not in text and 'id="province-MIL"' in text
    assert "<title>BOS – SLA</title>" in text


def test_diplomacy_has_no_cities():
    variant = load_variant("standard")
    drawn, _ = map_of(variant)
    scene = scene_of(variant, drawn.geometry, variant.start)
    assert scene.cities == () and 'class="cities"' not in svg(scene)


def test_treasuries_stand_beside_the_map():
    variant = load_variant("machiavelli")
    loans = {"VENICE": (Loan(15, 8, 3), Loan(2, 1, 5))}
    affairs = Affairs(treasuries={"MILAN": 31, "VENICE": 4}, loans=loans)
    position = replace(variant.start, affairs=affairs)
    drawn = scene_of(variant, geometry("machiavelli"), position, language="de")
    text = svg(drawn)
    width = geometry("machiavelli").width
    rows = re.findall(
        r'<g class="side treasury power-(\w+)">(.*?)</g>(?=<g class="side|</g>)', text
    )
    assert [power for power, _ in rows] == ["milan", "venice"]
    for told, (_, row) in zip(("31 d", "4 d"), rows, strict=True):
        assert f">{told}</text>" in row
        assert all(float(x) > width for x in re.findall(r'<text [^>]*?x="([\d.]+)"', row))
    assert "schuldet der Bank 26" in rows[1][1]
    assert "schuldet" not in rows[0][1]
    assert "Staatskassen" in text
    assert float(re.search(r'viewBox="0 \S+ ([\d.]+)', text)[1]) > width * 1.1
    below = re.findall(r'<tspan class="count">([^<]*)</tspan>', text)
    assert below and all(re.fullmatch(r"\d+/\d+", counts) for counts in below)


def test_without_a_legend_or_money_nothing_stands_beside_the_map():
    variant = load_variant("machiavelli")
    width = geometry("machiavelli").width
    for position, options in (
        (replace(variant.start, affairs=Affairs()), Options()),
        (replace(variant.start, affairs=Affairs(treasuries={"MILAN": 3})), Options(legend=False)),
    ):
        text = svg(scene_of(variant, geometry("machiavelli"), position, options=options))
        assert float(re.search(r'viewBox="0 \S+ ([\d.]+)', text)[1]) == pytest.approx(
            width, abs=0.1
        )
        assert "treasury" not in text


@pytest.mark.parametrize("name", MAPS)
def test_signs_of_disaster_keep_clear_of_cities_and_units(name):
    """Where every province that has room for it starves, rebels and is besieged."""
    variant = load_variant(name)
    lands = [key for key, one in variant.board.provinces.items() if one.terrain.value == "land"]
    taken = {unit.location for unit in variant.start.units}
    armies = [Unit("MILAN", "A", key) for key in lands if key not in taken]
    cities = [city for city in variant.scenario.cities.values() if not city.is_one_place]
    held = [Unit("VENICE", "G", c.place) for c in cities if c.is_fortified and c.place not in taken]
    units = (*variant.start.units, *(u for u in armies if u.location != "VEN"), *held)
    drawn = geometry(name)
    for signs in ({"famine"}, {"famine", "rebellions"}):
        affairs = Affairs(**dict.fromkeys(signs, frozenset(lands)))
        scene = scene_of(variant, drawn, replace(variant.start, units=units, affairs=affairs))
        size = scene.geometry.unit_size
        sign = r'class="plight \w+" transform="translate\(([\d.]+),([\d.]+)\) scale\(\S+\)"><title>'
        marks = [(float(x), float(y)) for x, y in re.findall(sign, svg(scene))]
        assert len(marks) == len(lands) * len(signs)
        centers = [city_point(scene.geometry, city) for city in scene.cities]
        stands = [scene.geometry.units[unit.location] for unit in units if unit.kind != "G"]
        there = (*centers, *stands)
        covered = [mark for mark in marks if any(dist(mark, at) < size * 0.45 for at in there)]
        assert len(covered) <= len(marks) * 0.04, len(covered)
        half = size * 0.8 * 0.46  # of the circle of a sign
        assert all(half <= x <= drawn.width - half for x, _ in marks)
        assert all(half <= y <= drawn.height - half for _, y in marks)
