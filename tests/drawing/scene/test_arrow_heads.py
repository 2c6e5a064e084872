"""Arrows end where they lead to: in the province they name, or at the unit that stands there."""

import dataclasses
import math
from collections import defaultdict
from itertools import combinations

import pytest

from dragoman.board import province_of
from dragoman.drawing import Options, map_of, scene_of
from dragoman.drawing.scene.order_lines import order_lines
from dragoman.formats import load_variant
from dragoman.orders import Move, UnitRef
from tests.drawing.touching import holds

VARIANT = load_variant("standard")
GEOMETRY = map_of(VARIANT)[0].geometry


def drawn(target, *units, width):
    """The scene of units that all want to go to one place, and where their arrows are."""
    power, start = "FRANCE", VARIANT.start
    pieces = [
        dataclasses.replace(start.units[0], power=power, kind=kind, location=location)
        for kind, location in units
    ]
    position = dataclasses.replace(start, units=tuple(pieces), dislodged=())
    moves = [Move(UnitRef(location, kind), target) for kind, location in units]
    orders = {power: [move for move in moves if move.unit.location != target]}
    scene = scene_of(VARIANT, GEOMETRY, position, orders=orders, options=Options(width=width))
    return scene, order_lines(scene)


def outside(target, *units, width):
    """The units whose arrows end elsewhere."""
    scene, sheet = drawn(target, *units, width=width)
    rings = scene.geometry.shapes[province_of(target)].rings
    assert len(sheet.arrows) == len(units)
    return [units[i] for i, way in sheet.arrows.items() if not holds(rings, *way.points[-1])]


@pytest.mark.parametrize("width", [500, 800, 1500])
@pytest.mark.parametrize(
    ("target", "one", "other"),
    [
        ("CON", ("A", "SMY"), ("F", "BLA")),
        ("KIE", ("A", "BER"), ("F", "DEN")),
        ("ENG", ("F", "BRE"), ("F", "LON")),
        ("VEN", ("A", "TUS"), ("A", "TRI")),
        ("ALB", ("A", "SER"), ("A", "TRI")),
        ("BEL", ("F", "NTH"), ("A", "RUH")),
        ("STP", ("A", "MOS"), ("A", "FIN")),
    ],
)
def test_both_of_a_bounce_end_where_they_lead_to(target, one, other, width):
    assert outside(target, one, other, width=width) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [800, 1500])
def test_so_do_all_two_that_can_meet(width):
    into = defaultdict(set)
    for path in VARIANT.board.paths:
        into[path.target].add((path.kind, path.source))
    wrong = {
        (target, unit)
        for target, units in into.items()
        for pair in combinations(sorted(units), 2)
        if len({province_of(location) for _, location in pair}) == 2
        for unit in outside(target, *pair, width=width)
    }
    assert wrong == set()


@pytest.mark.parametrize("width", [500, 800, 1500])
def test_heads_in_a_narrow_sea_do_not_cover_each_other(width):
    _, sheet = drawn("ENG", ("F", "BRE"), ("F", "LON"), width=width)
    one, other = (way.trimmed(0.0, sheet.size * 0.2).points[-1] for way in sheet.arrows.values())
    assert math.dist(one, other) > sheet.size * 0.5


@pytest.mark.parametrize("width", [500, 800, 1500])
@pytest.mark.parametrize(("source", "target"), [("SMY", "CON"), ("BER", "KIE"), ("TUS", "VEN")])
def test_an_attack_ends_in_the_province_or_at_the_unit(source, target, width):
    scene, sheet = drawn(target, ("A", source), ("A", target), width=width)
    (way,) = sheet.arrows.values()
    tip, at = way.points[-1], scene.geometry.units[target]
    assert holds(scene.geometry.shapes[target].rings, *tip) or math.isclose(
        math.dist(tip, at), sheet.size * 0.6
    )
    assert math.dist(tip, at) > sheet.size * 0.5
