"""The ground beyond the edges of a map, for a window that is wider or higher than the map."""

from __future__ import annotations

import re

import pytest
from svg_reading import parsed

from dragoman.drawing import map_of, terrain_layer, terrain_scene
from dragoman.formats import load_variant


def drawn(name, backdrop=""):
    variant = load_variant(name)
    scene = terrain_scene(variant, map_of(variant)[0].geometry, backdrop)
    return scene, parsed(terrain_layer(scene))


def stretches(root):
    """The beginning and end of each stretch of land that goes on, by how it is turned."""
    found = {}
    for element in root.iter():
        if element.get("class") == "far-border":
            low, high = re.fullmatch(r"M2,([\d.-]+)V([\d.-]+)", element.get("d")).groups()
            found.setdefault(element.get("transform"), []).append((float(low), float(high)))
    return found


def test_land_goes_on_where_the_map_ends_in_the_midst_of_it():
    scene, root = drawn("standard")
    sheet = scene.geometry
    left, right, top, bottom = (
        stretches(root).get(turn, [])
        for turn in (
            "scale(1)",
            f"matrix(-1 0 0 1 {sheet.width:.1f} 0)",
            "matrix(0 1 1 0 0 0)",
            f"matrix(0 -1 1 0 0 {sheet.height:.1f})",
        )
    )
    # Russia down to Syria; the coast of Siberia above, Africa and Arabia below, and its west.
    assert right[0][0] == 0 and right[-1][1] == sheet.height
    assert top[-1][1] == sheet.width and top[0][0] > sheet.width / 2
    assert bottom[0][0] == 0 and bottom[-1][1] == sheet.width and len(bottom) > 1
    assert len(left) == 1 and left[0][0] > sheet.height * 0.9


@pytest.mark.parametrize("name", ["archipelago", "pure"])
def test_around_islands_there_is_but_the_sea(name):
    _, root = drawn(name)
    assert stretches(root) == {}
    (sea,) = (e for e in root.iter() if "beyond" in (e.get("class") or "").split())
    assert "water" in sea.get("class").split()


def test_around_a_picture_of_somebodys_own_there_is_but_the_sea():
    assert stretches(drawn("standard", "<g/>")[1]) == {}
