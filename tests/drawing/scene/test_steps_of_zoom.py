"""A map on a screen: its steps of zoom, names that stay where they are, and the overview."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import combinations

import pytest
from svg_reading import boxes, overlap, parsed

from dragoman.board import Unit
from dragoman.drawing import Options, layers, map_of, names_layer, scene_of
from dragoman.drawing.scene.names import LEAST, WANTED
from dragoman.drawing.scene.readable import (
    LEAST_UNIT_PIXELS,
    RATIO,
    STEPS,
    scale_at,
    step_below,
    width_at,
)
from dragoman.formats import load_variant
from dragoman.game import Game

MAPS = ("standard", "machiavelli", "chaos", "abstraction_2", "archipelago", "isthmus", "pure")


def on_screen(variant, position, step):
    geometry = map_of(variant)[0].geometry
    options = Options(on_page=True, width=width_at(geometry, step))
    return scene_of(variant, geometry, position, options=options)


@pytest.mark.parametrize("name", MAPS)
def test_at_every_scale_units_are_neither_small_nor_large_and_names_can_be_read(name):
    variant = load_variant(name)
    geometry = map_of(variant)[0].geometry
    for step in STEPS:
        scale = scale_at(geometry, step)
        assert step_below(geometry, scale) == step_below(geometry, scale * RATIO * 0.98) == step
        scene = on_screen(variant, variant.start, step)
        assert scene.shows_units is (step >= 0)
        if scene.shows_units:
            size = scene.geometry.unit_size * scale
            assert LEAST_UNIT_PIXELS - 0.1 < size < 33 / RATIO
    fonts = {
        float(e.get("font-size")) * scale_at(geometry, step)
        for step in (0, 3, STEPS[-1])
        for e in parsed(f"<g>{names_layer(on_screen(variant, variant.start, step))}</g>").iter()
        if e.tag.endswith("text")
    }
    assert min(fonts) > LEAST - 0.05
    assert WANTED * 0.99 < max(fonts) < WANTED * 1.4  # some seas are written larger


@pytest.mark.parametrize("name", ["standard", "machiavelli", "abstraction_2", "white_winter"])
@pytest.mark.parametrize("step", [0, 3])
def test_neither_units_of_neighbours_nor_cities_cover_each_other(name, step):
    variant = load_variant(name)
    scene = on_screen(variant, variant.start, step)
    sheet, size = scene.geometry, scene.geometry.unit_size
    marks = {key: (at, size * 0.49) for key, at in sheet.units.items()}
    centers = [p.key for p in scene.provinces if p.is_center and sheet.shapes[p.key].center]
    marks |= {f"{p}!": (sheet.shapes[p].center, sheet.center_size / 2) for p in centers}
    for (one, (at, reach)), (other, (there, its)) in combinations(marks.items(), 2):
        if one.rstrip("!").partition("/")[0] != other.partition("/")[0]:
            assert math.dist(at, there) >= reach + its, (one, other)


def test_names_stay_where_they_are_whoever_comes_and_goes():
    variant = load_variant("standard")
    chance, game = random.Random(7), Game(variant)
    seen = set()
    for _ in range(6):
        if not game.position.dislodged:
            seen.add(names_layer(on_screen(variant, game.position, 2)))
        orders = {}
        for unit, legal in game.legal_orders().items():
            orders.setdefault(unit.power, []).append(str(chance.choice(legal)))
        for power, lines in orders.items():
            game.order(power, "\n".join(lines))
        game.process()
    assert len(seen) == 1


def test_a_name_steps_aside_for_a_unit_that_is_dislodged():
    variant = load_variant("standard")
    before = on_screen(variant, variant.start, 0)
    size = before.geometry.unit_size * 0.5
    stepped_aside = 0
    for key in ("MUN", "BER", "PAR", "VIE", "WAR", "BUD", "ROM", "GAL", "RUH", "SIL"):
        unit = Unit("ITALY", "A", key)
        driven_out = replace(before.pieces[0], unit=unit, is_dislodged=True)
        after = replace(before, pieces=(*before.pieces, driven_out))
        x, y = before.geometry.stand(key, dislodged=True)
        square = (x - size, y - size, x + size, y + size)
        names = names_layer(after)
        for name, _, box in boxes(f"<g>{names}</g>"):
            assert not overlap(box, square), (key, name)
        stepped_aside += names != names_layer(before)
    assert stepped_aside


@pytest.mark.parametrize("name", ["standard", "machiavelli", "chaos"])
@pytest.mark.parametrize("step", [-6, -4, -2, -1])
def test_an_overview_names_the_powers_with_their_centres(name, step):
    variant = load_variant(name)
    scene = on_screen(variant, variant.start, step)
    assert not scene.shows_units and names_layer(scene) == ""
    found = layers(scene, "")
    assert found.units == ""
    labels = [e for e in parsed(f"<g>{found.names}</g>").iter() if e.tag.endswith("text")]
    told = {e.text for e in labels}
    if name == "standard" and step > -5:
        powers = {"Austria 3", "England 3", "France 3", "Germany 3", "Italy 3", "Russia 4"}
        assert told == {*powers, "Turkey 3"}
    boxes = []
    for label in labels:
        word, _, count = label.text.rpartition(" ")
        assert any(p.name.startswith(word) and str(p.centers) == count for p in scene.powers)
        font, x, y = (float(label.get(one)) for one in ("font-size", "x", "y"))
        assert font * scene.options.width / scene.geometry.width >= LEAST
        wide = float(label.get("textLength")) / 2
        boxes.append((x - wide, y - font * 0.8, x + wide, y + font * 0.2))
    for number, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:number]:
            assert right < other[0] or left > other[2] or bottom < other[1] or top > other[3]
