"""Names at any width that a picture is made for: large enough, all there, covering nothing."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from svg_reading import boxes, overlap

from dragoman.board import Unit
from dragoman.drawing import Options, map_of, scene_of, svg
from dragoman.drawing.scene.layers import names_layer, terrain_scene
from dragoman.drawing.scene.names import LEAST
from dragoman.formats import load_variant
from dragoman.rules import Phase, Position
from tests.variants.samples import with_own_map

WIDTHS = (390, 820, 1440)
DATA = Path(__file__).parents[2] / "data" / "real-game.json.gz"


def positions(standard):
    """The beginning, and three late positions of a game that people played."""
    yield standard.start
    phases = json.loads(gzip.decompress(DATA.read_bytes()))["phases"]
    later = [phase for phase in phases if phase["phase"].endswith("M")]
    for phase in (later[-20], later[-10], later[-1]):
        units = tuple(
            Unit(power, *unit.split()) for power, some in phase["units"].items() for unit in some
        )
        owners = {at: power for power, some in phase["centers"].items() for at in some}
        yield Position(Phase.parse(phase["phase"]), units, owners)


@pytest.mark.parametrize("width", WIDTHS)
def test_names(standard, europe, width):
    for position in positions(standard):
        scene = scene_of(standard, europe, position, options=Options(width=width))
        pixels = width / scene.geometry.width
        found = [*boxes(svg(scene))]
        assert len(found) == len(scene.provinces)  # none is missing
        assert min(font for _, font, _ in found) * pixels >= LEAST - 0.05
        half = (scene.geometry.unit_size if scene.shows_units else scene.dot_size) * 0.58
        units = [
            scene.geometry.stand(piece.unit.location, piece.beside, piece.is_dislodged)
            for piece in scene.pieces
        ]
        squares = [(x - half, y - half, x + half, y + half) for x, y in units]
        for number, (name, _, box) in enumerate(found):
            assert not any(overlap(box, square) for square in squares), (name, str(position))
            for other, _, its in found[:number]:
                assert not overlap(box, its), (name, other, str(position))
            assert box[0] >= 0 and box[2] <= scene.geometry.width, name


@pytest.mark.parametrize("width", [*WIDTHS, 2400])
def test_units_are_large_enough_or_dots(standard, europe, width):
    scene = scene_of(standard, europe, standard.start, options=Options(width=width))
    pixels = scene.geometry.unit_size / scene.geometry.width * width
    assert scene.shows_units is (width > 600)
    if scene.shows_units:
        assert pixels >= 21.9
    picture = svg(scene)
    assert ('href="#device-A"' in picture) is scene.shows_units or "legend" in picture
    drawn = picture.partition('<g class="units">')[2].partition('<g class="signs">')[0]
    assert ("<use" in drawn) is scene.shows_units


@pytest.mark.parametrize("width", [700, 1200, 2400, 4800])
def test_on_a_page_signs_are_as_large_at_every_scale(standard, europe, width):
    scene = terrain_scene(standard, europe, width=width)
    pixels = width / scene.geometry.width
    names = [*boxes(f"<g>{names_layer(scene)}</g>")]
    assert len(names) == len(scene.provinces)
    assert min(font for _, font, _ in names) * pixels >= LEAST - 0.05
    assert max(font for _, font, _ in names) * pixels < 16
    assert not scene.shows_units or 21.9 < scene.geometry.unit_size * pixels < 26.1


@pytest.mark.slow
@pytest.mark.parametrize("name", with_own_map())
def test_every_map_has_all_its_names(name):
    variant = load_variant(name)
    drawn_on, _ = map_of(variant)
    width = 1200 if len(variant.board.provinces) < 200 else 4000
    scene = scene_of(variant, drawn_on.geometry, variant.start, options=Options(width=width))
    found = [*boxes(svg(scene))]
    assert len(found) == len(scene.provinces)
    covered = [
        (one, other)
        for number, (one, _, box) in enumerate(found)
        for other, _, its in found[:number]
        if overlap(box, its)
    ]
    assert covered == []
