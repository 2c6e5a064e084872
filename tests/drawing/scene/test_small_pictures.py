"""At 800 pixels: arrows, crosses, names and centres can all be told, whatever is ordered."""

from __future__ import annotations

import math
import random

import pytest
from svg_reading import parsed

from dragoman.drawing import Names, Options, map_of, names_layer, scene_of, svg, terrain_scene
from dragoman.drawing.scene.order_lines import cross_at, order_lines
from dragoman.formats import load_variant
from dragoman.game import Game
from dragoman.orders import Move
from tests.drawing.touching import holds

WIDTH = 800
SHORT = Options(width=WIDTH, names=Names.SHORT)
MAPS = ("standard", "chaos", "machiavelli", "isthmus", "archipelago", "abstraction_2", "pure")


def played(name, turns=4):
    """Turns of random orders, most of them moves."""
    variant = load_variant(name)
    drawn_on, _ = map_of(variant)
    chance, game = random.Random(name), Game(variant)
    for _ in range(turns):
        for unit, legal in game.legal_orders().items():
            moves = [order for order in legal if isinstance(order, Move)]
            some = moves if moves and chance.random() < 0.7 else legal
            game.order(unit.power, [chance.choice(some)])
        game.process()
    for one in game.history:
        yield scene_of(variant, drawn_on.geometry, one.before, resolution=one, options=SHORT)


@pytest.fixture(scope="module", params=MAPS)
def scenes(request):
    return [*played(request.param)]


def test_arrows_are_straight_and_long_enough(scenes):
    for scene in scenes:
        lines = order_lines(scene)
        for number, line in lines.arrows.items():
            (ax, ay), (bx, by) = line.points[0], line.points[-1]
            assert line.length >= lines.size * 0.94, scene.orders[number].text
            if not scene.orders[number].via:
                assert line.length == pytest.approx(math.hypot(bx - ax, by - ay))


def test_the_cross_stands_beside_the_head(scenes):
    for scene in scenes:
        lines, size = order_lines(scene), scene.geometry.unit_size
        groups = [
            element
            for element in parsed(svg(scene)).iter()
            if {"order", "move", "failed"} <= set((element.get("class") or "").split())
        ]
        for group in groups:
            crosses = [one for one in group if one.get("class") == "cross"]
            assert len(crosses) == 1
            at = tuple(float(crosses[0][0].get(name)) for name in ("cx", "cy"))
            tips = [
                line
                for number, line in lines.arrows.items()
                if str(scene.orders[number].unit) == group.get("data-unit")
            ]
            (line,) = tips
            assert math.dist(at, line.points[-1]) < size * 0.65
            assert line.distance(at) > size * 0.3


def test_a_cross_is_not_under_another_arrow():
    game = Game(load_variant("standard"))
    game.order("Austria", "A vie-tri, F tri-alb")
    game.order("Italy", "A ven-tri")
    resolution = game.process()
    europe = map_of(game.variant)[0].geometry
    scene = scene_of(game.variant, europe, resolution.before, resolution=resolution, options=SHORT)
    lines = order_lines(scene)
    moves = [lines.arrows[n] for n, one in enumerate(scene.orders) if one.failed]
    assert len(moves) == 2
    for line, other in (moves, moves[::-1]):
        assert other.distance(cross_at(lines, line)) > lines.size * 0.3


def test_two_that_change_places_go_side_by_side():
    variant = load_variant("standard")
    europe = map_of(variant)[0].geometry
    game = Game(variant)
    game.order("Italy", "A ven-rom, A rom-ven")
    resolution = game.process()
    scene = scene_of(variant, europe, resolution.before, resolution=resolution, options=SHORT)
    one, other = order_lines(scene).arrows.values()
    assert len(one.points) == len(other.points) == 2
    apart = other.distance(one.at(0.5))
    assert scene.geometry.unit_size * 0.3 < apart < scene.geometry.unit_size * 0.6


def test_names_are_in_their_province_or_lead_to_it(scenes):
    for scene in scenes:
        labels = next(e for e in parsed(svg(scene)).iter() if e.get("class") == "names")
        leads = None
        places = iter(scene.provinces)
        for element in labels:
            if element.get("class") == "leader":
                leads = element.get("d")
            elif "label" in (element.get("class") or ""):
                place = next(places)
                rings = scene.geometry.shapes[place.key].rings
                at = float(element[0].get("x")), float(element[0].get("y"))
                at = at[0], at[1] - float(element.get("font-size")) * 0.35
                if leads is not None:
                    goal = tuple(map(float, leads.rpartition("L")[2].split(",")))
                    assert math.dist(goal, scene.geometry.units[place.key]) < 0.2
                elif rings:
                    assert holds(rings, *at), place.name
                leads = None


def test_no_unit_of_any_place_covers_a_center(scenes):
    """Where there is room; a fleet is wider than an army."""
    scene, covered, all_of_them = scenes[0], [], 0
    sheet = scene.geometry
    for place in scene.provinces:
        center = sheet.shapes[place.key].center
        if not place.is_center or center is None:
            continue
        all_of_them += 1
        reach = sheet.unit_size * 0.58 + sheet.center_size * 0.5
        if any(math.dist(center, spot) < reach for spot in sheet.units.values()):
            covered.append(place.key)
    assert covered == []
    assert all_of_them or scene.cities


@pytest.mark.parametrize(
    ("name", "language", "told"),
    [
        ("standard", "en", "centres and units"),
        ("standard", "de", "Zentren und Einheiten"),
        ("machiavelli", "en", "cities and units"),
        ("machiavelli", "de", "Städte und Einheiten"),
    ],
)
def test_the_legend_says_what_the_numbers_are(name, language, told):
    variant = load_variant(name)
    drawn_on, _ = map_of(variant)
    scene = scene_of(variant, drawn_on.geometry, variant.start, language=language, options=SHORT)
    (legend,) = (e for e in parsed(svg(scene)).iter() if e.get("class") == "legend")
    texts = ["".join(one.itertext()) for one in legend.iter() if one.tag.endswith("text")]
    assert texts[texts.index("4/3") + 1] == told


@pytest.mark.parametrize("name", ["standard", "chaos", "abstraction_2"])
def test_names_on_a_board_without_units_are_beside_the_places_of_units(name):
    variant = load_variant(name)
    scene = terrain_scene(variant, map_of(variant)[0].geometry)
    size = scene.geometry.unit_size
    names = parsed(f"<g>{names_layer(scene)}</g>")
    labels = [e for e in names.iter() if "label" in e.get("class", "").split()]
    assert len(labels) == len(scene.provinces)
    under = []
    for place, element in zip(scene.provinces, labels, strict=True):
        font = float(element.get("font-size"))
        x, y = float(element[0].get("x")), float(element[0].get("y")) - font * 0.35
        under += [place.key] * (math.dist((x, y), scene.geometry.units[place.key]) < size * 0.4)
    assert under == []
