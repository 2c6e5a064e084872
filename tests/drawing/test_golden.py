"""Pictures that were looked at once, against what is drawn today.

``python tests/drawing/test_golden.py`` draws them anew; look at them before you commit them.
"""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from dragoman.drawing import Options, map_of, png, scene_of, svg
from dragoman.formats import load_variant
from dragoman.game import Game

GOLDEN = Path(__file__).with_name("golden")
WIDTH = 360
TOLERANCE = 14
"""How much, of 255, a square of 6 pixels may differ on the average: edges are smoothed otherwise
by another version of resvg, but nothing is elsewhere or of another colour."""


def spring():
    game = Game(load_variant("standard"))
    for power, orders in (
        ("Austria", "A vie-gal, A bud-ser, F tri H"),
        ("England", "F lon-nth, F edi-nwg, A lvp-yor"),
        ("France", "A par-bur, A mar S A par-bur, F bre-mao"),
        ("Germany", "A mun-bur, F kie-den, A ber-kie"),
        ("Russia", "A war-gal, A mos-ukr, F sev-bla, F stp/sc-bot"),
    ):
        game.order(power, orders)
    return game.process()


def apart(one, other):
    """The greatest difference of any square."""
    small = [picture.reduce(6) for picture in (one, other)]
    return max(high for _, high in ImageChops.difference(*small).getextrema())


def scenes():
    resolution = spring()
    for name, options in (("spring", Options()), ("mono", Options(mono=True))):
        variant = load_variant("standard")
        drawn_on, _ = map_of(variant)
        yield (
            name,
            scene_of(
                variant,
                drawn_on.geometry,
                resolution.before,
                resolution=resolution,
                options=options,
            ),
        )
    for name in ("isthmus", "pure"):
        variant = load_variant(name)
        drawn_on, _ = map_of(variant)
        yield name, scene_of(variant, drawn_on.geometry, variant.start)


SCENES = dict(scenes())


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES)
def test_golden(name):
    drawn = Image.open(BytesIO(png(svg(SCENES[name]), WIDTH))).convert("RGB")
    golden = Image.open(GOLDEN / f"{name}.png").convert("RGB")
    assert drawn.size == golden.size
    assert apart(drawn, golden) < TOLERANCE


@pytest.mark.slow
def test_a_missing_unit_would_be_seen():
    """The tolerance is not so wide that a picture without its orders passes."""
    from dataclasses import replace

    scene = SCENES["spring"]
    bare = replace(scene, pieces=scene.pieces[1:])
    bare = Image.open(BytesIO(png(svg(bare), WIDTH))).convert("RGB")
    golden = Image.open(GOLDEN / "spring.png").convert("RGB")
    assert apart(bare, golden) > TOLERANCE


if __name__ == "__main__":
    for name, scene in SCENES.items():
        picture = Image.open(BytesIO(png(svg(scene), WIDTH))).convert("RGB")
        picture.save(GOLDEN / f"{name}.png", optimize=True)
