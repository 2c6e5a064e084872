"""What a player sees: marks large enough, arrows that can be told, names that can be read."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageFont
from svg_reading import by_id, parsed

from dragoman.board import Unit
from dragoman.drawing import Names, Options, map_of, png, scene_of, svg
from dragoman.drawing.embedded_type import FAMILY, font_files, subset
from dragoman.drawing.scene.contents import DrawnOrder, Piece
from dragoman.drawing.scene.order_lines import order_lines
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import Build, Disband, Move, UnitRef
from dragoman.rules import Dislodged, Phase
from tests.drawing.touching import holds


def at_width(standard, europe, resolution, width, **more):
    options = Options(width=width, names=more.pop("names", Names.FITTING))
    return scene_of(
        standard, europe, resolution.before, resolution=resolution, options=options, **more
    )


# Sizes


@pytest.mark.parametrize(("width", "least"), [(700, 22), (800, 24), (1500, 26), (3000, 50)])
def test_units_have_enough_pixels(standard, europe, width, least):
    scene = scene_of(standard, europe, standard.start, options=Options(width=width))
    assert scene.geometry.unit_size / scene.geometry.width * width >= least


@pytest.mark.parametrize("name", ["standard", "abstraction_2", "machiavelli", "britain"])
@pytest.mark.parametrize("width", [500, 800, 1500])
def test_a_unit_covers_no_center(name, width):
    variant = load_variant(name)
    found, _ = map_of(variant)
    scene = scene_of(variant, found.geometry, variant.start, options=Options(width=width))
    sheet = scene.geometry
    least = (sheet.unit_size + sheet.center_size) / 2 - 0.01
    for key, province in variant.board.provinces.items():
        home = province.city_of or key
        at, own = sheet.shapes[key].center, found.geometry.shapes[key].center
        if at is not None and own != found.geometry.units[home]:
            assert math.dist(at, sheet.units[home]) >= least, key


@pytest.mark.parametrize("name", ["africa", "cold_war", "octarine", "duo", "touchy"])
@pytest.mark.parametrize("width", [390, 800, 2400])
def test_the_edges_of_a_picture_cut_neither_units_nor_centres(name, width):
    variant = load_variant(name)
    geometry = map_of(variant)[0].geometry
    sheet = scene_of(variant, geometry, variant.start, options=Options(width=width)).geometry
    marks = [(at, sheet.unit_size / 2) for at in (*sheet.units.values(), *sheet.dislodged.values())]
    marks += [(s.center, sheet.center_size / 2) for s in sheet.shapes.values() if s.center]
    for (x, y), reach in marks:
        assert reach <= x <= sheet.width - reach
        assert reach <= y <= sheet.height - reach


@pytest.mark.slow
@pytest.mark.parametrize("mono", [False, True])
def test_land_that_nobody_enters_is_hatched_and_tells_from_the_sea(standard, europe, mono):
    picture = svg(scene_of(standard, europe, standard.start, options=Options(mono=mono)))
    assert '<pattern id="closed"' in picture
    assert re.search(r"\.province\.closed\{fill:url\(#closed\)", picture)
    assert ('<pattern id="sea"' in picture) == mono
    drawn = Image.open(BytesIO(png(picture, 1612))).convert("RGB")
    top = round(-float(parsed(picture).get("viewBox").split()[1]))
    grounds = {}
    for key in ("SWI", "NAO", "UKR"):
        x, y = (round(part) for part in europe.shapes[key].label)
        area = drawn.crop((x - 60, y + top - 45, x + 60, y + top - 20))
        grounds[key] = {colour for _, colour in area.getcolors(9999)}
    assert len(grounds["SWI"]) > 10  # stripes, and what lies between them and the ground
    if mono:
        assert len(grounds["NAO"]) > 3  # waves
        assert (255, 255, 255) in grounds["UKR"]


# Arrows


@pytest.mark.parametrize("width", [500, 1500])
@pytest.mark.parametrize("name", ["standard", "archipelago", "machiavelli"])
def test_every_arrow_has_a_head_and_a_shaft(name, width):
    """Even between neighbours side by side, both with units."""
    variant = load_variant(name)
    found, _ = map_of(variant)
    scene = scene_of(variant, found.geometry, variant.start, options=Options(width=width))
    board, power = variant.board, next(iter(variant.board.powers))
    ground = {key for key, ground in found.geometry.shapes.items() if ground.rings}
    paths = [
        path
        for path in board.paths
        if {path.source, path.target} <= ground and path.source != path.target
    ]
    pieces = tuple(Piece(Unit(power, "A", key), key) for key in ground)
    for path in paths:
        unit = Unit(power, "A", path.source)
        order = DrawnOrder(unit, Move(UnitRef(path.source), path.target))
        lines = order_lines(replace(scene, pieces=pieces, orders=(order,)))
        assert lines.arrows[0].length > scene.geometry.unit_size * 0.8, path


def test_an_arrow_into_an_empty_province_reaches_its_middle(standard, europe, judge):
    alone = judge({"FRANCE": ("A PAR", "A par-gas")})
    bounce = judge({"FRANCE": ("A PAR, A BRE", "A par-gas, A bre-gas")})
    reached = []
    for resolution in (alone, bounce):
        scene = at_width(standard, europe, resolution, 1200)
        tip = order_lines(scene).arrows[0].points[-1]
        reached.append(math.dist(tip, europe.units["GAS"]) / scene.geometry.unit_size)
    assert reached[0] < 0.2
    assert reached[1] > 0.5  # two that come would hide each other's heads


@pytest.mark.parametrize(
    ("army", "fleets", "goal"),
    [
        ("LON", ("ENG", "MAO", "WES"), "TUN"),
        ("SWE", ("BOT",), "LVN"),
        ("NAP", ("ION", "ADR"), "TRI"),
        ("SMY", ("EAS", "ION"), "NAP"),
    ],
)
def test_a_convoyed_army_goes_over_water(standard, europe, judge, army, fleets, goal):
    convoys = ", ".join(f"F {at} C A {army}-{goal}" for at in fleets)
    standing = ", ".join([f"A {army}", *(f"F {at}" for at in fleets)])
    resolution = judge({"ENGLAND": (standing, f"A {army}-{goal} VIA, {convoys}")})
    scene = at_width(standard, europe, resolution, 1200)
    line = next(iter(order_lines(scene).arrows.values()))
    own = [ring for key in (army, goal) for ring in europe.shapes[key].rings]
    seas = [ring for key in fleets for ring in europe.shapes[key].rings]
    dry = [p for p in line.points if not holds(seas, *p) and not holds(own, *p)]
    assert len(dry) <= len(line.points) * 0.06, dry  # a cape may be cut
    for fleet in fleets:
        near = min(math.dist(point, europe.units[fleet]) for point in line.points)
        assert near < scene.geometry.unit_size * 0.3


# Names


def labels(picture):
    """Each name with its middle and about half of its size."""
    for element in parsed(picture).iter():
        if "label" in (element.get("class") or "").split() and not element.get("transform"):
            font, rows = float(element.get("font-size")), [t.text for t in element]
            y = sum(float(t.get("y")) for t in element) / len(rows) - font * 0.35
            yield " ".join(rows), float(element[0].get("x")), y, max(map(len, rows)) * font / 5


def struck(scene):
    picture = svg(scene)
    lines = order_lines(scene)
    found = set()
    for name, x, y, wide in labels(picture):
        for line in (*lines.arrows.values(), *lines.helps.values()):
            for (ax, ay), (bx, by) in pairwise(line.points):
                crosses = (ay > y) != (by > y)
                if crosses and abs(ax + (y - ay) * (bx - ax) / (by - ay) - x) < wide:
                    found.add(name)
    return found


@pytest.mark.parametrize("names", [Names.FITTING, Names.SHORT])
def test_no_order_strikes_through_a_name(standard, europe, judge, names):
    resolution = judge(
        {
            "TURKEY": ("F ANK, A CON", "F ank-bla, A con-bul"),
            "FRANCE": ("A BUR, F MAO", "A bur-bel, F mao-spa/sc"),
            "GERMANY": ("A MUN, F DEN", "A mun-ruh, F den-swe"),
            "RUSSIA": ("A UKR, F SEV", "A ukr-rum, F sev S A ukr-rum"),
        }
    )
    assert struck(at_width(standard, europe, resolution, 1200, names=names)) == set()


def test_a_name_stands_beside_its_unit(standard, europe):
    scene = scene_of(standard, europe, standard.start, options=Options(width=800))
    size = scene.geometry.unit_size
    scene = replace(scene, options=replace(scene.options, names=Names.SHORT))
    places = {name: (x, y) for name, x, y, _ in labels(svg(scene))}
    for unit in standard.start.units:
        name = unit.location.partition("/")[0].capitalize()
        assert math.dist(places[name], scene.geometry.stand(unit.location)) > size * 0.5, name


# Signs


def test_strokes_of_a_disbanded_retreat_are_on_that_unit(standard, europe, busy):
    beaten = busy.position.dislodged[0]
    order = Disband(UnitRef(beaten.unit.location, "A"))
    resolution = process(standard, busy.position, {beaten.unit.power: [order]})
    scene = scene_of(standard, europe, busy.position, resolution=resolution)
    drawn = by_id(parsed(svg(scene)))[f"order-A-{beaten.unit.location}-disband"]
    x, y = map(float, re.search(r"M([\d.]+),([\d.]+)", drawn[1].get("d")).groups())
    half = scene.geometry.unit_size * 0.85 * 0.55
    at = scene.geometry.stand(beaten.unit.location, dislodged=True)
    assert math.dist((x + half, y + half), at) < 0.2


def test_the_sign_of_a_build_covers_no_center_and_no_name(standard, europe):
    homes = ("PAR", "MAR", "BRE", "LON", "EDI", "LVP", "ROM", "NAP", "VEN", "CON", "SMY", "ANK")
    owners = {center: standard.start.owners[center] for center in homes}
    position = replace(standard.start, phase=Phase.parse("W1905A"), units=(), owners=owners)
    orders = {}
    for center, power in owners.items():
        orders.setdefault(power, []).append(Build(UnitRef(center, "A")))
    resolution = process(standard, position, orders)
    scene = scene_of(
        standard,
        europe,
        position,
        resolution=resolution,
        options=Options(width=800, names=Names.SHORT),
    )
    picture, sheet = svg(scene), scene.geometry
    places = {name: (x, y) for name, x, y, _ in labels(picture)}
    for number, at in order_lines(scene).signs.items():
        key = scene.orders[number].unit.location
        assert math.dist(at, sheet.shapes[key].center) > sheet.unit_size * 0.4, key
        assert math.dist(at, places[key.capitalize()]) > sheet.unit_size * 0.3, key


@pytest.mark.parametrize("name", ["isthmus", "machiavelli", "pure", "archipelago"])
def test_bridges_stay_within_the_frame(name):
    variant = load_variant(name)
    found, _ = map_of(variant)
    root = parsed(svg(scene_of(variant, found.geometry, variant.start)))
    bridges = [
        e for e in root.iter() if (e.get("class") or "").split()[:1] == ["bridge"] and e[0].text
    ]
    for path in (bridge[-1].get("d") for bridge in bridges):
        for point in path[1:].split("L"):
            x, y = map(float, point.split(","))
            assert 0 <= x <= found.geometry.width, path
            assert 0 <= y <= found.geometry.height, path


# Type


def test_the_type_of_a_picture_is_in_it(standard, europe):
    picture = svg(scene_of(standard, europe, standard.start, title="Žižka & Zoë"))
    faces = re.findall(rf'font-family:"{FAMILY}";font-weight:(\d+).*?base64,([^)]*)', picture)
    assert [int(weight) for weight, _ in faces] == [700, 400, 400, 600]
    assert sum(len(content) for _, content in faces) < 60_000


@pytest.mark.parametrize("file", range(4))
def test_embedded_letters_are_those_of_the_type(file):
    """As Pillow draws them, also those that are made of others."""
    told = "Žižka, Zoë & Łódź (1/3) ÄÖÜß fi"
    path = font_files()[file]
    content = subset(Path(path).read_bytes(), told)
    own, whole = (ImageFont.truetype(f, 40) for f in (BytesIO(content), path))
    assert len(content) < 20_000
    for letter in told:
        assert own.getmask(letter).getbbox() == whole.getmask(letter).getbbox(), letter
        assert bytes(own.getmask(letter)) == bytes(whole.getmask(letter)), letter
    assert own.getlength(told, features=["-kern", "-liga"]) == whole.getlength(
        told, features=["-kern", "-liga"]
    )
    assert own.getbbox("x") == own.getbbox("q")  # not asked for: both are the box for nothing


def test_a_letter_the_type_lacks_is_left_to_the_browser():
    content = subset(Path(font_files()[0]).read_bytes(), "a☃")
    assert ImageFont.truetype(BytesIO(content), 20).getlength("a") > 0


# Heading


def test_the_heading_says_what_changed_hands(standard, europe, judge):
    resolution = judge({"ITALY": ("A TRI, F TUN", "A tri H, F tun H")}, "F1901M")
    told = "Changed hands – Italy: Trieste (Austria), Tunis"
    scene = at_width(standard, europe, resolution, 1200)
    assert told in svg(scene)
    german = at_width(standard, europe, resolution, 1200, language="de")
    assert "Den Besitzer wechselten – Italien: Triest (Österreich), Tunis" in svg(german)


def test_players_stand_below_their_powers(standard, europe):
    players = {"FRANCE": "Ann <a@x>"}
    with_them = svg(scene_of(standard, europe, standard.start, players=players))
    without = svg(scene_of(standard, europe, standard.start))
    assert ">Ann &lt;a@x&gt;</text>" in with_them
    assert 'class="player"' not in without
    assert float(parsed(with_them).get("height")) > float(parsed(without).get("height"))


def test_the_dislodged_have_no_place_in_the_way(standard, europe):
    """Moved aside as far as units have grown."""
    unit = Unit("FRANCE", "A", "PAR")
    position = replace(
        standard.start, phase=Phase.parse("S1901R"), dislodged=(Dislodged(unit, ()),)
    )
    scene = scene_of(standard, europe, position, options=Options(width=800))
    apart = math.dist(scene.geometry.dislodged["PAR"], scene.geometry.units["PAR"])
    assert apart >= scene.geometry.unit_size * 0.9
