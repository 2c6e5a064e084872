"""Maps that ``tools/atlas`` made: who borders on whom is what the board says, seen at a glance."""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from svg_reading import boxes, overlap

import dragoman
from dragoman.drawing import Geometry, Options, scene_of, svg
from dragoman.drawing.files.geometry_file import read_geometry
from dragoman.drawing.scene.names import LEAST
from dragoman.game import Variant

ROOT = Path(__file__).parents[2]
FOLDERS = ROOT / "src" / "dragoman" / "variants"
PLAN = ROOT / "tools" / "atlas"
PLANS = sorted(path.stem for path in PLAN.glob("*.toml"))
NAMES = [name for name in PLANS if (FOLDERS / name / "geometry.json").exists()]
VISIBLE = 12.0
"""The least length of a border. Units, of which a province is some 140 across."""
LARGEST = 120_000

of_each_map = pytest.mark.parametrize("name", NAMES)


@cache
def drawn(name: str) -> tuple[Variant, Geometry]:
    return dragoman.load_variant(name), read_geometry(FOLDERS / name / "geometry.json")


@cache
def plan(name: str) -> dict[str, Any]:
    return tomllib.loads((PLAN / f"{name}.toml").read_text("utf-8"))


def borders(geometry: Geometry) -> dict[frozenset[str], float]:
    """The length of border of every two provinces that touch."""
    sides: defaultdict[frozenset, list[str]] = defaultdict(list)
    for key, ground in geometry.shapes.items():
        for ring in ground.rings:
            for piece in pairwise((*ring, ring[0])):
                sides[frozenset(piece)].append(key)
    found: defaultdict[frozenset[str], float] = defaultdict(float)
    for piece, keys in sides.items():
        if len(keys) == 2:
            found[frozenset(keys)] += math.dist(*piece)
    return {pair: length for pair, length in found.items() if len(pair) == 2}


@of_each_map
def test_provinces_touch_where_they_border_and_nowhere_else(name: str) -> None:
    variant, geometry = drawn(name)
    seen = borders(geometry)
    bridges = {frozenset(pair) for pair in geometry.bridges}
    wanted = {
        frozenset((path.source.partition("/")[0], path.target.partition("/")[0]))
        for path in variant.board.paths
        if path.kind in plan(name).get("kinds", path.kind)
    }
    wanted = {pair for pair in wanted if len(pair) == 2 and pair <= geometry.shapes.keys()}
    assert set(seen) - wanted == set()
    guarded = {frozenset(pair) for one in variant.board.gateways for pair in one.pairs}
    assert wanted - set(seen) - guarded == bridges
    assert {pair: length for pair, length in seen.items() if length < VISIBLE} == {}


@of_each_map
def test_names_are_large_enough_and_cover_nothing(name: str) -> None:
    variant, geometry = drawn(name)
    scene = scene_of(variant, geometry, variant.start, options=Options(width=800))
    pixels = 800 / scene.geometry.width
    found = [*boxes(svg(scene))]
    assert len(found) == len(scene.provinces)
    assert min(font for _, font, _ in found) * pixels >= LEAST - 0.05
    for number, (text, _, box) in enumerate(found):
        assert not [other for other, _, its in found[:number] if overlap(box, its)], text


@of_each_map
def test_a_plan_names_provinces_of_its_board(name: str) -> None:
    said = plan(name)
    named = [*said.get("moved", ()), *said.get("more", ())]
    named += [key for pair in said.get("bridges", ()) for key in pair]
    named += [key for keys in said.get("straits", ()) for key in keys.split()]
    assert set(named) <= drawn(name)[0].board.provinces.keys()


@of_each_map
def test_the_file_is_not_large(name: str) -> None:
    assert (FOLDERS / name / "geometry.json").stat().st_size <= LARGEST
