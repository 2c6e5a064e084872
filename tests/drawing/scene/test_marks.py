"""Signs that can be told apart by their shapes, without letters and without colours."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image
from svg_reading import by_id, parsed

from dragoman.board import ARMY, FLEET, GARRISON, Unit, UnitKind
from dragoman.drawing import Options, map_of, png, scene_of, svg
from dragoman.drawing.scene.marks import shapes, unit_mark
from dragoman.drawing.scene.readable import (
    RATIO,
    STEPS,
    largest_unit,
    scale_at,
    unit_pixels,
    width_at,
)
from dragoman.drawing.scene.schemes import MapScheme
from dragoman.formats import load_variant

SIZE = 22
"""The pixels of the smallest unit that is drawn."""
WING, RAIDER = UnitKind("W", "wing"), UnitKind("R", "raider")
KINDS = (ARMY, FLEET, GARRISON, WING, RAIDER)


def outline(kind, options=Options()):  # noqa: B008
    """The pixels that a unit covers, with the line around it, where each unit is this large."""
    room = SIZE * 1.5
    mark = unit_mark(kind.letter, "F" * options.letters, (room / 2, room / 2), SIZE, options)
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {room} {room}">'
        "<style>.casing{stroke:#000;stroke-width:17px}</style>"
        f"<defs>{shapes(KINDS, options)}</defs>{mark}</svg>"
    )
    drawn = Image.open(BytesIO(png(picture, round(room)))).convert("RGBA")
    return {n for n, alpha in enumerate(drawn.getchannel("A").tobytes()) if alpha > 127}


def across(kind, options, line):
    """The greater side of a unit, with a line so broad around it, as a part of its size."""
    mark = unit_mark(kind.letter, "F" * options.letters, (0, 0), 100, options)
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200">'
        f"<style>.casing{{stroke-width:{line}px;stroke:#000;stroke-linejoin:round}}</style>"
        f"<defs>{shapes(KINDS, options)}</defs>{mark}</svg>"
    )
    left, top, right, bottom = Image.open(BytesIO(png(picture, 800))).getbbox()
    return max(right - left, bottom - top) / 400


@pytest.mark.parametrize("options", [Options(), Options(letters=True)])
def test_units_on_a_screen_are_neither_small_nor_large_at_any_step_of_zoom(options):
    geometry = map_of(load_variant("machiavelli"))[0].geometry
    pixels = []
    for step in range(STEPS[-1] + 1):
        wanted, scale = (
            unit_pixels(width_at(geometry, step), on_page=True),
            scale_at(geometry, step),
        )
        pixels.append(min(wanted, largest_unit(geometry) * scale))
    for kind in KINDS:
        assert across(kind, options, 0) * min(pixels) >= 21.9, kind.letter
        assert across(kind, options, 17) * max(pixels) * RATIO <= 38, kind.letter


@pytest.mark.slow
def test_outlines_of_army_and_fleet_differ_in_a_quarter_of_their_pixels():
    army, fleet = outline(ARMY), outline(FLEET)
    assert len(army ^ fleet) >= 0.25 * len(army | fleet)


@pytest.mark.slow
def test_every_kind_has_an_outline_of_its_own():
    for one, other in combinations(KINDS, 2):
        own, its = outline(one), outline(other)
        assert len(own ^ its) >= 0.1 * len(own | its), (one.letter, other.letter)


def test_units_have_no_letters(standard, europe):
    picture = svg(scene_of(standard, europe, standard.start))
    units = [one for one in parsed(picture).iter() if (one.get("class") or "").startswith("unit")]
    assert not any(element.tag.endswith("}text") for unit in units for element in unit.iter())


@pytest.mark.parametrize("options", [Options(letters=True), Options(mono=True)])
def test_letters_are_a_choice_and_tell_powers_in_black_and_white(standard, europe, options):
    picture = svg(scene_of(standard, europe, standard.start, options=options))
    found = by_id(parsed(picture))

    def letters(identity):
        return [e.text for e in found[identity].iter() if e.tag.endswith("}text")]

    assert letters("unit-A-PAR") == ["F"] and letters("unit-F-LON") == ["E"]
    assert letters("center-PAR") == ["F"] and letters("center-BEL") == []
    assert ('id="device-A"' in picture) is not options.letters


@pytest.mark.parametrize("mono", [False, True])
def test_an_occupied_home_centre_tells_whose_home_and_whose_it_is(standard, europe, mono):
    owners = {**standard.start.owners, "PAR": "GERMANY"}
    owners["BEL"] = "GERMANY"
    position = replace(standard.start, units=(Unit("GERMANY", "A", "MUN"),), owners=owners)
    picture = svg(scene_of(standard, europe, position, options=Options(mono=mono)))
    found = by_id(parsed(picture))
    assert found["center-PAR"].get("class") == "center power-germany home-france"
    assert "owner-germany" in found["province-PAR"].get("class").split()
    marks = {one.get("class") for one in found["center-PAR"].iter()}
    assert "star" in marks and "coin" not in marks
    assert "coin" in {one.get("class") for one in found["center-BEL"].iter()}
    if mono:
        assert [e.text for e in found["center-PAR"] if e.text] == ["F"]
    else:
        assert ".home-france .star" in picture and ".power-germany .coin" in picture


def test_a_scheme_is_plain_colours_for_other_programs_and_both_for_a_page(standard, europe):
    light, dark, page = (
        svg(scene_of(standard, europe, standard.start, options=Options(scheme=scheme)))
        for scheme in (MapScheme.LIGHT, MapScheme.DARK, MapScheme.PAGE)
    )
    assert "light-dark(" not in light + dark and "var(" not in light + dark
    assert "#10283c" in dark and "#4a4a44" in dark and "#10283c" not in light
    assert "light-dark(#d3e3ea,#10283c)" in page
    assert "filter" not in dark + page
    for fill in ("#a81f24", "#7cc4ee"):  # the units are the same by night
        assert f"{{fill:{fill}}}" in dark and f"{{fill:{fill}}}" in light
